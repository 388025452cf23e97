//! All tunable search parameters, one line each, and below them the numbers that no tuner sets.
//!
//! Depths are in hundredths of a ply, scores in points (200 points are about 73 % wins). Margins depend on the scale
//! of the evaluation: where a line has two defaults, the second one is for searches with a network. Renju has some
//! numbers of its own: see [`SearchParams::of`].
//!
//! Whose ideas the steps are, and how the numbers were chosen, is in the book: `docs/src/developer/search.md`.

use tengen_common::params::parameters;
use tengen_core::rules::Rule;

parameters! {
    "The numbers of the search."
    SearchParams;
    aspiration_window: 12 in 4..=200, "first half-width of the aspiration window, points";
    aspiration_growth: 4 in 2..=16, "factor of the half-width after each value outside the window";
    aspiration_misses: 3 in 1..=8, "values outside after which the window is open on that side";
    aspiration_depth: 500 in 100..=1000, "depth from which the window is narrow";
    razor_depth: 300 in 0..=800, "depth below which a node far below alpha drops into the quiescence search";
    razor_base: 20 in 0..=600, "razoring margin at depth 0, points";
    razor_slope: 15 in 0..=200, "razoring margin per ply, points";
    futility_slope: 100 in 10..=300, "reverse futility margin per ply, points";
    move_count_base: 200 in 0..=2000, "move-count pruning: moves at depth 0, hundredths";
    move_count_slope: 200 in 0..=500, "move-count pruning: more moves per ply, hundredths";
    move_count_square: 50 in 0..=500, "move-count pruning: more moves per ply squared, thousandths";
    trivial_depth: 300 in 0..=2000, "depth below which moves that make and stop nothing are pruned";
    policy_pruning_base: 50 in 0..=2000, "policy pruning: distance from the best policy at depth 0, hundredths of a logit";
    policy_pruning_slope: 170 in 0..=1000, "policy pruning: more distance per ply, hundredths of a logit";
    reply_extension: 100 in 0..=200, "extension of the forced reply to a four";
    reduction_scale: 70 in 10..=200, "late-move reduction: factor of ln(depth)·ln(move), hundredths";
    reduction_depth: 200 in 100..=500, "depth from which late moves are reduced";
    reduction_window: 100 in 0..=300, "less reduction in PV nodes, times the window's width over the root's";
    reduction_improving: 50 in 0..=200, "more reduction in other nodes if the side is not improving";
    reduction_cut: 250 in 0..=300, "more reduction at cut nodes, except of killers";
    reduction_was_pv: 100 in 0..=300, "less reduction if the node is or was on a PV";
    reduction_no_gain: 100 in 0..=300, "more reduction of opponent nodes that already hold the root's alpha";
    far_distance: 4 in 1..=10, "points from a stone beyond which a move counts as far from it";
    reduction_far_defence: 150 in 0..=400, "more reduction of a defence far from the threat";
    reduction_far_from_own: 100 in 0..=400, "more reduction of a defence far from the own last stone";
    reduction_attack: 50 in 0..=200, "less reduction of moves that continue an attack";
    reduction_seemingly_forbidden: 100 in 0..=300, "less reduction of legal moves that look forbidden";
    reduction_policy: 25 in 0..=200, "more reduction per logit below the best policy";
    policy_free: 250 in 0..=1000, "subtracted from the reduction by policy";
    policy_most: 700 in 0..=1000, "upper limit of the reduction by policy";
    history_expected: 3000 in 0..=10000, "history score that does not change the reduction";
    reduction_history: 200 in 10..=1000, "history score per hundredth of a ply less";
    bonus_slope: 200 in 0..=500, "history bonus per ply";
    bonus_most: 4000 in 100..=10000, "history bonus: upper limit";
    deeper_margin: 50 in 0..=300, "a reduced move this far above alpha is searched again one ply deeper, points";
    much_deeper_margin: 350 in 0..=1000, "the same for two plies deeper, points";
    gained_by_reductions: 500 in 0..=3000, "extra depth of a line up to which re-searches add two plies";
    was_pv_depth: 300 in 0..=1000, "depth up to which a node keeps its mark that it was in a PV, whatever its value";
    split_depth: 300 in 100..=1000, "depth from which every other helper searches the moves in another order";
    quiescence_fours: 2 in 0..=10, "fours in a line after which plain fours need an attack";
    policy_depth: 0 in 0..=3000, "depth from which the network's policy is used";
    policy_spare: 8 in 0..=1000, "moves whose policy is computed, in addition to twice those that may be searched";
    policy_weight: 27 in 0..=1000, "move ordering: points per logit of policy";
    threat_history: 160 in 1..=1024, "move ordering: history score per point, threats";
    quiet_history: 256 in 1..=1024, "move ordering: history score per point, quiet moves";
    killer_bonus: 40 / 0 in 0..=300, "move ordering: points for killers";
    counter_bonus: 30 / 21 in 0..=300, "move ordering: points for the counter-move";
    root_budget: 60000 in 0..=10000000, "nodes of the VCF search at the root";
    root_threats: 100000 in 0..=10000000, "nodes of a search for wins by threats at the root";
    root_share: 64 in 4..=10000, "a look for a win before the search takes one part in this many of its nodes and time";
    line_share: 512 in 16..=100000, "a look along the line takes one part in this many of the nodes searched so far";
    fail_high_reduction: 100 in 0..=200, "reduction of moves at cut nodes that will probably fail high";
    fail_high_margin: 8 in 0..=100, "points above beta per ply from which that is so";
    singular_depth: 600 in 300..=1500, "least depth of the singular test";
    singular_lack: 200 in 0..=500, "depth that the table entry may lack for it";
    singular_margin: 100 in 10..=500, "singular margin per ply, hundredths of a point";
    singular_margin_pv: 100 in 0..=500, "added to that in former PV nodes";
    singular_reduction: 75 in 10..=90, "reduction of the singular test, percent of the depth";
    singular_extension: 100 in 0..=200, "extension of a singular move";
    double_margin: 30 in 0..=200, "a move this far above the singular bound is extended twice, points";
    gained_by_singular: 1000 in 0..=3000, "extra depth of a line up to which that happens";
    not_singular: 100 in 0..=300, "reduction of a table move that fails high but is not singular";
}

impl SearchParams {
    /// The default parameters for a rule, for a search with a network evaluation, or with pattern tables.
    pub fn of(rule: Rule, by_network: bool) -> SearchParams {
        let params = SearchParams::usual(by_network);
        if !rule.has_forbidden_moves() {
            return params;
        }
        SearchParams {
            policy_pruning_base: 125,
            policy_pruning_slope: 200,
            reduction_scale: 55,
            reduction_policy: 30,
            policy_free: 15,
            policy_most: 500,
            ..params
        }
    }
}

/// The complete VCF search takes at most this part (1/n) of the time before the main search starts. If there are few
/// fours, or they are far apart, it finishes within a millisecond.
pub(super) const FOURS_SHARE: u32 = 2;
/// With a node limit it takes at most this part (1/n) of the nodes.
pub(super) const FOURS_SHARE_OF_NODES: u64 = 3;
/// If it was interrupted, it continues between iterations up to this part (1/n) of the elapsed time.
pub(super) const FOURS_LATER: u32 = 2;
/// The check of a recommended win takes at most this part (1/n) of the time and of the nodes.
pub(super) const CLAIM_SHARE: u32 = 8;
/// The replay of a win takes at most this part (1/n) of the time.
pub(super) const REPLAY_SHARE: u32 = 8;
/// If it is wanted, a look whether the position is lost to the opponent's threats takes at most this part (1/n) of what
/// is left of the time and of the nodes, …
pub(super) const LOSS_SHARE: u32 = 4;
/// … or this many nodes if neither is limited, …
pub(super) const LOSS_NODES: u64 = 2_000_000;
/// … and finds losses in fewer plies than this.
pub(super) const LONGEST_LOSS: u32 = 40;
/// Number of positions along the principal variation that each worker checks for wins.
pub(super) const LINE_PLIES: usize = 2;
/// Moves that the replay of a proof may try if there is no clock.
pub(super) const REPLAY_BUDGET: u64 = 300_000;
/// Nodes of the quick look for a VCF that the opponent threatens.
pub(super) const LOOK_NODES: u64 = 1000;
/// Proofs with more plans than this are not analysed for defences; it would take too long.
pub(super) const MOST_PLANS: usize = 100;
/// A recommended move is played if the search rates it at most this much below its own choice, …
pub(super) const RECOMMENDATION_MARGIN: i32 = 30;
/// … in an iteration of at least this depth.
pub(super) const LEAST_CONFIRMING_DEPTH: u32 = 4;
/// Votes for the worst move, in points; each point above the worst value is one vote more, …
pub(super) const LEAST_VOTES: i32 = 100;
/// … up to this many.
pub(super) const MOST_VOTES: i32 = 1000;
/// First stones are considered up to this distance from the centre.
pub(super) const FIRST_STONES: u8 = 2;
/// Number of pairs of stones searched for a balance: those closest to the target by static evaluation.
pub(super) const BALANCED_PAIRS: usize = 150;

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Variant;

    #[test]
    fn values_are_in_range_and_can_be_set() {
        let mut params = SearchParams::default();
        for p in params.list() {
            assert!((p.range.0..=p.range.1).contains(&p.value), "{}", p.name);
            assert!(params.set(p.name, p.range.1));
        }
        assert!(!params.set("nothing", 1));
    }

    #[test]
    fn a_search_by_a_network_has_numbers_of_its_own() {
        let [tables, network] = [false, true].map(SearchParams::usual);
        assert_ne!(tables.killer_bonus, network.killer_bonus);
        assert_eq!(tables.futility_slope, network.futility_slope);
    }

    #[test]
    fn a_search_with_forbidden_moves_has_numbers_of_its_own() {
        let [freestyle, renju] =
            [Variant::Freestyle, Variant::Renju].map(|variant| SearchParams::of(Rule::new(variant), true));
        assert_ne!(freestyle.reduction_scale, renju.reduction_scale);
        assert_eq!(freestyle.killer_bonus, renju.killer_bonus);
        for parameter in renju.list() {
            let (low, high) = parameter.range;
            assert!((low..=high).contains(&parameter.value), "{}", parameter.name);
        }
    }

    #[test]
    fn settings_are_read() {
        let with = |settings: &[&str]| {
            let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
            SearchParams::default().with(&settings)
        };
        let params = with(&["killer_bonus=7", "razor_base=9999"]).unwrap();
        assert_eq!((params.killer_bonus, params.razor_base), (7, 600));
        for wrong in ["killer_bonus", "killer_bonus=x", "nothing=1"] {
            assert!(with(&[wrong]).unwrap_err().to_string().contains(&wrong[..7]), "{wrong}");
        }
    }
}
