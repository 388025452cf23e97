//! The networks in use: at most one for each rule.

use super::Network;
use super::file::FileError;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use tengen_core::files;
use tengen_core::messages;
use tengen_core::rules::{Rule, Variant};

/// The built-in network files. Exact caro has caro's network, the other rules without one freestyle's, because a pcode
/// means the same patterns under all rules. `nets/README.md` lists the measured gains.
const FILES: &[(Variant, &[u8])] = &[
    (Variant::Freestyle, include_bytes!("../../../nets/freestyle.tnn")),
    // The web page, which has to be downloaded first, does without the others.
    #[cfg(not(target_family = "wasm"))]
    (Variant::Renju, include_bytes!("../../../nets/renju.tnn")),
    #[cfg(not(target_family = "wasm"))]
    (Variant::Caro, include_bytes!("../../../nets/caro.tnn")),
];

/// The built-in networks, each parsed when it is first used.
static BUILT_IN: [OnceLock<Arc<Network>>; Variant::ALL.len()] = [const { OnceLock::new() }; Variant::ALL.len()];

messages! {
    /// Why a network is not read.
    pub enum UnreadNetwork {
        InFile { name: String, why: String } = "{name}: {why}",
    }
}

/// Networks by rule. Rules without one are evaluated by the tables.
#[derive(Clone, Debug, Default)]
pub struct Networks {
    by_variant: [NetworkSlot; Variant::ALL.len()],
}

#[derive(Clone, Debug, Default)]
enum NetworkSlot {
    #[default]
    Nowhere,
    BuiltIn,
    Given(Arc<Network>),
}

impl Networks {
    /// No networks: the tables evaluate under all rules.
    pub fn none() -> Networks {
        Networks::default()
    }

    /// The built-in networks.
    pub fn built_in() -> Networks {
        Networks { by_variant: Variant::ALL.map(|_| NetworkSlot::BuiltIn) }
    }

    /// Adds a network for its rule, replacing the previous one.
    pub fn add(&mut self, network: impl Into<Arc<Network>>) {
        let network = network.into();
        let variant = network.variant() as usize;
        self.by_variant[variant] = NetworkSlot::Given(network);
    }

    /// Adds a network from the bytes of a file.
    ///
    /// # Errors
    /// If they are not a network.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.add(Network::from_bytes(bytes)?);
        Ok(())
    }

    /// The built-in networks, with each of these files replacing the one for its rule.
    ///
    /// # Errors
    /// The file, and why it cannot be read or is not a network.
    pub fn with_files(paths: &[PathBuf]) -> Result<Networks, UnreadNetwork> {
        let mut networks = Networks::built_in();
        for path in paths {
            let why = |error: &dyn fmt::Display| UnreadNetwork::InFile {
                name: path.display().to_string(),
                why: error.to_string(),
            };
            let bytes = files::read(path, Network::LONGEST_FILE).map_err(|error| why(&error))?;
            networks.read(&bytes).map_err(|error| why(&error))?;
        }
        Ok(networks)
    }

    /// The network for a rule.
    pub fn of(&self, rule: Rule) -> Option<Arc<Network>> {
        let variant = Network::variant_for(rule);
        match &self.by_variant[variant as usize] {
            NetworkSlot::Nowhere => None,
            NetworkSlot::BuiltIn => Some(built_in(variant)),
            NetworkSlot::Given(network) => Some(network.clone()),
        }
    }
}

fn built_in(variant: Variant) -> Arc<Network> {
    let read = || {
        let like = if variant == Variant::CaroExact { Variant::Caro } else { variant };
        let own = FILES.iter().find(|(rule, _)| *rule == like);
        let (_, file) = own.unwrap_or(&FILES[0]);
        let network = Network::from_bytes(file).expect("a test reads it");
        Arc::new(network.for_rule(variant))
    };
    BUILT_IN[variant as usize].get_or_init(read).clone()
}

impl From<Arc<Network>> for Networks {
    fn from(network: Arc<Network>) -> Networks {
        let mut networks = Networks::none();
        networks.add(network);
        networks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_in_is_a_network_for_its_rule() {
        let networks = Networks::built_in();
        for variant in Variant::ALL {
            let rule = Rule::new(variant);
            let network = networks.of(rule).expect("one");
            assert!(network.suits(rule) && network.variant() == variant);
        }
        for (variant, file) in FILES {
            let network = Network::from_bytes(file).expect("a network");
            assert_eq!(network.variant(), *variant);
        }
        let none = Networks::none();
        assert!(Variant::ALL.iter().all(|&variant| none.of(Rule::new(variant)).is_none()));
    }
}
