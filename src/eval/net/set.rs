//! The networks that a program has: one for each rule at most.

use super::Network;
use super::file::FileError;
use crate::rules::{Rule, Variant};
use std::sync::Arc;

/// Networks by rule. Rules without one are judged by the tables.
#[derive(Clone, Debug, Default)]
pub struct Networks {
    by_variant: [Option<Arc<Network>>; Variant::ALL.len()],
}

impl Networks {
    /// None: all is judged by the tables.
    pub fn none() -> Networks {
        Networks::default()
    }

    /// Those that the program brings along.
    pub fn built_in() -> Networks {
        Networks::none()
    }

    /// Takes a network for its rule, in the place of the one there was.
    pub fn add(&mut self, network: impl Into<Arc<Network>>) {
        let network = network.into();
        let variant = network.variant() as usize;
        self.by_variant[variant] = Some(network);
    }

    /// Reads one more from the bytes of a file.
    ///
    /// # Errors
    /// When they are no network.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.add(Network::from_bytes(bytes)?);
        Ok(())
    }

    /// The network for a rule.
    pub fn of(&self, rule: Rule) -> Option<Arc<Network>> {
        let suits = |network: &&Arc<Network>| network.suits(rule);
        self.by_variant.iter().flatten().find(suits).cloned()
    }
}

/// A single one.
impl From<Arc<Network>> for Networks {
    fn from(network: Arc<Network>) -> Networks {
        let mut networks = Networks::none();
        networks.add(network);
        networks
    }
}
