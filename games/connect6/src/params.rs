//! All tunable parameters of the Connect6 engine.

use super::ROW;
use tengen_common::params::parameters;

parameters! {
    "The numbers of search and evaluation."
    Params;
    mover_1_1: 0 in -400..=400, "worth to the side to move of a stretch with one window of level 1";
    mover_1_2: 0 in -400..=400, "worth to the side to move of a stretch with two windows of level 1";
    mover_1_3: 0 in -400..=400, "worth to the side to move of a stretch with three windows of level 1";
    mover_1_4: 2 in -400..=400, "worth to the side to move of a stretch with four windows or more of level 1";
    mover_2_1: 6 in -400..=400, "worth to the side to move of a stretch with one window of level 2";
    mover_2_2: 11 in -400..=400, "worth to the side to move of a stretch with two windows of level 2";
    mover_2_3: 56 in -400..=400, "worth to the side to move of a stretch with three windows of level 2";
    mover_2_4: 75 in -400..=400, "worth to the side to move of a stretch with four windows or more of level 2";
    mover_3_1: 29 in -400..=400, "worth to the side to move of a stretch with one window of level 3";
    mover_3_2: 108 in -400..=400, "worth to the side to move of a stretch with two windows of level 3";
    mover_3_3: 168 in -400..=400, "worth to the side to move of a stretch with three windows of level 3";
    mover_3_4: 184 in -400..=400, "worth to the side to move of a stretch with four windows or more of level 3";
    waiter_1_1: 0 in -400..=400, "worth to the side that waits of a stretch with one window of level 1";
    waiter_1_2: 0 in -400..=400, "worth to the side that waits of a stretch with two windows of level 1";
    waiter_1_3: 0 in -400..=400, "worth to the side that waits of a stretch with three windows of level 1";
    waiter_1_4: 0 in -400..=400, "worth to the side that waits of a stretch with four windows or more of level 1";
    waiter_2_1: 5 in -400..=400, "worth to the side that waits of a stretch with one window of level 2";
    waiter_2_2: 0 in -400..=400, "worth to the side that waits of a stretch with two windows of level 2";
    waiter_2_3: 0 in -400..=400, "worth to the side that waits of a stretch with three windows of level 2";
    waiter_2_4: 11 in -400..=400, "worth to the side that waits of a stretch with four windows or more of level 2";
    waiter_3_1: 10 in -400..=400, "worth to the side that waits of a stretch with one window of level 3";
    waiter_3_2: 0 in -400..=400, "worth to the side that waits of a stretch with two windows of level 3";
    waiter_3_3: 0 in -400..=400, "worth to the side that waits of a stretch with three windows of level 3";
    waiter_3_4: 33 in -400..=400, "worth to the side that waits of a stretch with four windows or more of level 3";
    waiter_4: 30 in -400..=400, "worth to the side that waits of a stretch with a window of level 4 or 5";
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
    root_danger: 4000 in 0..=10000000, "nodes of that look at the root";
    root_proof: 4000 in 0..=10000000, "nodes of the look for an attack against the best turn of the root";
    attack_growth: 100 in 0..=1000, "how the looks grow with each turn of depth, percent";
    single_extension: 50 in 0..=100, "extension of a turn of which one stone is forced, hundredths";
    widen: 5 in 1..=20, "how many times as many turns are looked at when all others lose";
    reduce_after: 6 in 1..=100, "turns of a node before later ones are searched less deeply";
}

/// One number for each level of a live window, 0 to 6.
pub type ByLevel = [i32; ROW + 1];

impl Params {
    /// The pull of a window on its empty points: its owner wants to fill it, the other side to block it.
    pub fn pull(&self) -> ByLevel {
        [0, self.pull1, self.pull2, self.pull3, self.pull4, self.pull4, 0]
    }

    /// The values of stretches for the side to move, by class. From level 4 on it wins, which is detected earlier.
    pub fn mover(&self) -> ByClass {
        [
            [self.mover_1_1, self.mover_1_2, self.mover_1_3, self.mover_1_4],
            [self.mover_2_1, self.mover_2_2, self.mover_2_3, self.mover_2_4],
            [self.mover_3_1, self.mover_3_2, self.mover_3_3, self.mover_3_4],
            [0; COUNTS],
        ]
    }

    /// The values of stretches for the side not to move, by class.
    pub fn waiter(&self) -> ByClass {
        [
            [self.waiter_1_1, self.waiter_1_2, self.waiter_1_3, self.waiter_1_4],
            [self.waiter_2_1, self.waiter_2_2, self.waiter_2_3, self.waiter_2_4],
            [self.waiter_3_1, self.waiter_3_2, self.waiter_3_3, self.waiter_3_4],
            [self.waiter_4; COUNTS],
        ]
    }
}

/// Classes by the number of windows of the highest level in a stretch: one, two, three, or more.
pub const COUNTS: usize = 4;
/// Classes by the highest level: 1, 2, 3, or more.
pub const LEVELS: usize = 4;
/// One number for each class of stretch: by highest level and by number of windows of that level.
pub type ByClass = [[i32; COUNTS]; LEVELS];
