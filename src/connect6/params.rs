//! Every number of the Connect6 engine that can be turned.

use super::ROW;
use crate::search::params::parameters;

parameters! {
    "The numbers of search and evaluation."
    Params;
    mover1: 4 in 0..=200, "worth of a live window of level 1 to the side to move";
    mover2: 14 in 0..=200, "of level 2";
    mover3: 22 in 0..=200, "of level 3";
    waiter1: 3 in 0..=200, "worth of a live window of level 1 to the side that waits";
    waiter2: 10 in 0..=200, "of level 2";
    waiter3: 18 in 0..=200, "of level 3";
    waiter4: 30 in 0..=400, "of level 4, which must be blocked first";
    waiter5: 30 in 0..=400, "of level 5, which must be blocked first";
    pull1: 3 in 0..=100, "how much a live window of level 1 pulls stones of either side to its empty points";
    pull2: 9 in 0..=100, "of level 2";
    pull3: 14 in 0..=100, "of level 3";
    pull4: 20 in 0..=100, "of level 4 or 5";
    root_width: 60 in 4..=400, "turns looked at at the root";
    width: 24 in 4..=200, "turns looked at in an inner node";
    leaf_width: 16 in 4..=200, "turns looked at in the last ply";
    firsts: 12 in 2..=40, "points that are tried as the better stone of a turn";
    seconds: 28 in 4..=100, "points that are tried as the other stone";
    block: 100 in 0..=300, "weight of the other side's windows when turns are chosen, percent";
    leaf_attack: 12 in 0..=1000, "nodes of the look for an attack at a leaf";
    node_attack: 60 in 0..=10000, "nodes of the look for an attack in an inner node";
    danger_budget: 40 in 0..=10000, "nodes of the look for an attack of the other side if it had the turn";
    danger_depth: 100 in 0..=1000, "least depth of that look, hundredths of a turn";
    root_attack: 40000 in 0..=10000000, "nodes of the look for an attack at the root";
    single_extension: 50 in 0..=100, "extension of a turn of which one stone is forced, hundredths";
    widen: 5 in 1..=20, "how many times as many turns are looked at when all others lose";
    reduce_after: 6 in 1..=100, "turns of a node before later ones are searched less deeply";
}

/// One number for each level of a live window, 0 to 6.
pub type ByLevel = [i32; ROW + 1];

impl Params {
    /// How much a window pulls stones to its empty points: its owner wants to fill it, the other side
    /// to block it.
    pub fn pull(&self) -> ByLevel {
        [
            0, self.pull1, self.pull2, self.pull3, self.pull4, self.pull4, 0,
        ]
    }

    /// What a window is worth to the side to move. From level 4 on it has won, which is seen before.
    pub fn mover(&self) -> ByLevel {
        [0, self.mover1, self.mover2, self.mover3, 0, 0, 0]
    }

    /// What a window is worth to the side that waits.
    pub fn waiter(&self) -> ByLevel {
        let Params {
            waiter1,
            waiter2,
            waiter3,
            waiter4,
            waiter5,
            ..
        } = *self;
        [0, waiter1, waiter2, waiter3, waiter4, waiter5, 0]
    }
}
