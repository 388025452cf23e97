//! What a quiet position is worth, and how good moves look.
//!
//! A search asks one [`Evaluator`], whatever stands behind it: the [`tables`] of every rule, or a network
//! ([`net`]) with the tables for what it does not tell.

pub mod net;
pub mod tables;

use crate::pattern::{Class, Kind, PatternBoard, Prospect};
pub use net::Cache;
use net::{NetEvaluation, Network};
use std::sync::Arc;
use tables::TableEvaluation;
use tables::params::{Params, THREATS};
use tengen_core::board::{Colour, Point};

/// What stands behind an [`Evaluator`].
#[derive(Clone)]
pub struct Values {
    /// How good moves look; and what positions are worth, where there is no network.
    pub tables: Arc<Params>,
    /// What positions are worth.
    pub network: Option<Arc<Network>>,
}

/// The tables alone.
impl From<Arc<Params>> for Values {
    fn from(tables: Arc<Params>) -> Values {
        Values {
            tables,
            network: None,
        }
    }
}

/// Values positions of one board, and the looks of moves. It keeps what it has computed, stone by stone, so it
/// must be asked about the board that it was made for, and no other.
pub struct Evaluator {
    tables: Arc<Params>,
    way: Way,
}

/// How positions are valued.
enum Way {
    /// By the tables; a network's cache waits beside them for the next search that asks the network.
    Tables(TableEvaluation, Cache),
    Network(Box<NetEvaluation<32>>),
    WideNetwork(Box<NetEvaluation<64>>),
}

impl Evaluator {
    /// An evaluation of a board by these values.
    pub fn new<K: Kind>(board: &PatternBoard<K>, values: impl Into<Values>) -> Evaluator {
        Evaluator::with_cache(board, values, Cache::default())
    }

    /// The same with what another one of these values left, on such a board under this rule.
    pub fn with_cache<K: Kind>(
        board: &PatternBoard<K>,
        values: impl Into<Values>,
        cache: Cache,
    ) -> Evaluator {
        let Values { tables, network } = values.into();
        let way = match network {
            None => Way::Tables(TableEvaluation::new(board, tables.clone()), cache),
            Some(network) if network.sizes().channels == 32 => {
                Way::Network(Box::new(NetEvaluation::new(board, network, cache)))
            }
            Some(network) => Way::WideNetwork(Box::new(NetEvaluation::new(board, network, cache))),
        };
        Evaluator { tables, way }
    }

    /// What it leaves to the next one. It is asked nothing any more.
    pub fn take_cache(&mut self) -> Cache {
        match &mut self.way {
            Way::Tables(_, cache) => std::mem::take(cache),
            Way::Network(network) => network.take_cache(),
            Way::WideNetwork(network) => network.take_cache(),
        }
    }

    /// The value of the position for the side to move, in points.
    #[inline]
    pub fn value<K: Kind>(&mut self, board: &PatternBoard<K>) -> i32 {
        match &mut self.way {
            Way::Tables(tables, _) => tables.value(board),
            Way::Network(network) => network.value(board),
            Way::WideNetwork(network) => network.value(board),
        }
    }

    /// Whether it has an opinion on moves, besides their looks.
    #[inline(always)]
    pub fn has_policy(&self) -> bool {
        !matches!(self.way, Way::Tables(..))
    }

    /// That opinion on moves to some empty points, one after the other: how likely each is the best, in 1/1024 of
    /// a logit. Nothing where it [has none](Self::has_policy).
    #[inline]
    pub fn policies<K: Kind>(
        &mut self,
        board: &PatternBoard<K>,
        points: impl Iterator<Item = Point>,
        policies: &mut Vec<i32>,
    ) {
        match &mut self.way {
            Way::Tables(..) => {}
            Way::Network(network) => network.policies(board, points, policies),
            Way::WideNetwork(network) => network.policies(board, points, policies),
        }
    }

    /// How good a move of `side` to an empty point looks; the greater, the sooner it is worth a try.
    #[inline(always)]
    pub fn move_score(&self, side: Colour, prospect: &Prospect) -> i32 {
        self.tables.move_score(side, prospect)
    }
}

/// Which threats are on the board, as bits: see [`THREATS`].
#[inline]
pub fn threat_index<K: Kind>(board: &PatternBoard<K>, side: Colour) -> usize {
    let other = !side;
    let has = |colour, class| (board.count(colour, class) > 0) as usize;
    let index = has(other, Class::StraightFour)
        | (has(other, Class::FourThree) | has(other, Class::FourPlus)) << 1
        | has(other, Class::Four) << 2
        | (has(other, Class::TwoThrees) | has(other, Class::ThreePlus)) << 3
        | has(other, Class::Three) << 4
        | (has(side, Class::FourThree) | has(side, Class::FourPlus)) << 5
        | has(side, Class::Four) << 6
        | (has(side, Class::TwoThrees) | has(side, Class::ThreePlus)) << 7
        | has(side, Class::Three) << 8;
    debug_assert!(index < THREATS);
    index
}
