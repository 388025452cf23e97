//! Static evaluation of positions, and pattern scores of moves.
//!
//! A search uses one [`Evaluator`] for both backends: the [`tables`], available for every rule, or a network
//! ([`net`]) with the tables for pattern scores of moves.

pub mod chances;
pub mod net;
pub mod tables;

use crate::pattern::{Cell, CellClass, Kind, PatternBoard};
pub use net::Cache;
use net::{NetEvaluation, Network};
use std::sync::Arc;
use tables::TableEvaluation;
use tables::params::{Params, THREATS};
use tengen_core::board::{Colour, Point};

/// The backends of an [`Evaluator`].
#[derive(Clone)]
pub struct Values {
    /// Scores moves; evaluates positions too if there is no network.
    pub tables: Arc<Params>,
    /// Evaluates positions.
    pub network: Option<Arc<Network>>,
}

impl From<Arc<Params>> for Values {
    fn from(tables: Arc<Params>) -> Values {
        Values { tables, network: None }
    }
}

/// Evaluates positions of one board and scores moves. It keeps incremental state for the board's stones, so it must
/// only be used with the board that it was created for.
pub struct Evaluator {
    tables: Arc<Params>,
    backend: Backend,
}

/// How positions are evaluated.
enum Backend {
    /// By the tables; keeps a network's cache for the next search that uses the network.
    Tables(TableEvaluation, Cache),
    Network(Box<NetEvaluation>),
}

impl Evaluator {
    /// An evaluator of a board with these backends.
    pub fn new<K: Kind>(board: &PatternBoard<K>, values: impl Into<Values>) -> Evaluator {
        Evaluator::with_cache(board, values, Cache::default())
    }

    /// Like [`Self::new`], but reuses the cache of another evaluator with the same backends, board size and rule.
    pub fn with_cache<K: Kind>(board: &PatternBoard<K>, values: impl Into<Values>, cache: Cache) -> Evaluator {
        let Values { tables, network } = values.into();
        let backend = match network {
            None => Backend::Tables(TableEvaluation::new(board, tables.clone()), cache),
            Some(network) => Backend::Network(Box::new(NetEvaluation::new(board, network, cache))),
        };
        Evaluator { tables, backend }
    }

    /// Takes the cache out for the next evaluator; do not use this one afterwards.
    pub fn take_cache(&mut self) -> Cache {
        match &mut self.backend {
            Backend::Tables(_, cache) => std::mem::take(cache),
            Backend::Network(network) => network.take_cache(),
        }
    }

    /// The value of the position for the side to move, in points.
    #[inline]
    pub fn value<K: Kind>(&mut self, board: &PatternBoard<K>) -> i32 {
        match &mut self.backend {
            Backend::Tables(tables, _) => tables.value(board),
            Backend::Network(network) => network.value(board),
        }
    }

    /// Prefetches the value of a position with this hash.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        if let Backend::Network(network) = &self.backend {
            network.prefetch(hash);
        }
    }

    /// Whether it has a policy.
    #[inline(always)]
    pub fn has_policy(&self) -> bool {
        !matches!(self.backend, Backend::Tables(..))
    }

    /// Appends the policies of moves to some empty points, in 1/1024 of a logit. Appends nothing if there [is no
    /// policy](Self::has_policy).
    #[inline]
    pub fn policies<K: Kind>(
        &mut self,
        board: &PatternBoard<K>,
        points: impl Iterator<Item = Point>,
        policies: &mut Vec<i32>,
    ) {
        match &mut self.backend {
            Backend::Tables(..) => {}
            Backend::Network(network) => network.policies(board, points, policies),
        }
    }

    /// The pattern score of a move of `side`; higher is tried sooner.
    #[inline(always)]
    pub fn move_score(&self, side: Colour, cell: &Cell) -> i32 {
        self.tables.move_score(side, cell)
    }
}

/// The threats on the board as bits: see [`THREATS`].
#[inline]
pub fn threat_index<K: Kind>(board: &PatternBoard<K>, side: Colour) -> usize {
    let other = !side;
    let has = |colour, class| (board.count(colour, class) > 0) as usize;
    let index = has(other, CellClass::OpenFour)
        | (has(other, CellClass::FourThree) | has(other, CellClass::FourPlus)) << 1
        | has(other, CellClass::Four) << 2
        | (has(other, CellClass::TwoThrees) | has(other, CellClass::ThreePlus)) << 3
        | has(other, CellClass::Three) << 4
        | (has(side, CellClass::FourThree) | has(side, CellClass::FourPlus)) << 5
        | has(side, CellClass::Four) << 6
        | (has(side, CellClass::TwoThrees) | has(side, CellClass::ThreePlus)) << 7
        | has(side, CellClass::Three) << 8;
    debug_assert!(index < THREATS);
    index
}
