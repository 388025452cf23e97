//! Every number of the search that a tuner may turn, one line each.
//!
//! Depths are in hundredths of a ply, scores in points (200 points are about 73 % of a win). Margins belong to a
//! scale: where two numbers stand, the second is that of a search by a network.

use tengen_common::params::parameters;

parameters! {
    "The numbers of the search."
    SearchParams;
    aspiration_window: 16 in 4..=200, "first half-width of the aspiration window, points";
    aspiration_depth: 500 in 100..=1000, "depth from which the window is narrow";
    razor_depth: 260 in 0..=800, "depth below which a hopeless node becomes a leaf";
    razor_base: 19 in 0..=600, "razoring margin at depth 0, points";
    razor_slope: 14 in 0..=200, "razoring margin a ply, points";
    futility_slope: 63 in 10..=300, "reverse futility margin a ply, points";
    futility_unknown_cut: 12 in 0..=100, "less of that where a cut is expected and the table knows nothing";
    move_count_base: 240 in 0..=2000, "moves searched at any depth before later ones are pruned, hundredths";
    move_count_slope: 165 in 0..=500, "further moves a ply, hundredths";
    move_count_square: 44 in 0..=500, "further moves a ply squared, thousandths";
    trivial_depth: 430 in 0..=2000, "depth below which moves that make and stop nothing are pruned";
    policy_pruning_base: 69 in 0..=2000, "moves so far below the best by policy are pruned at depth 0, hundredths of a logit";
    policy_pruning_slope: 144 in 0..=1000, "more of that a ply, hundredths of a logit";
    reply_extension: 130 in 0..=200, "extension of the forced reply to a four";
    table_move_pv: 25 in 0..=100, "extension of the table's move on the principal variation";
    table_move_extension: 8 in 0..=100, "extension of the table's move elsewhere";
    near_four: 24 in 0..=100, "further extension where that makes a four next to the last stone of its side";
    nearish_four: 5 in 0..=100, "the same a little farther away";
    pv_lacking: 28 in 0..=100, "reduction on the principal variation, hundredths of the depth that the table's entry lacks";
    pv_lacking_most: 360 in 0..=1000, "the most of that";
    pv_unknown: 32 in 0..=200, "reduction on the principal variation where the table has no move";
    reduction_scale: 100 in 10..=200, "late-move reduction, times ln(depth)·ln(move), hundredths";
    reduction_window: 100 in 0..=300, "less reduction on the principal variation, the less the narrower the window";
    reduction_improving: 100 in 0..=200, "further reduction elsewhere when the side does not improve";
    reduction_cut: 180 in 0..=300, "further reduction of all but killers where a cut is expected";
    reduction_was_pv: 97 in 0..=300, "less reduction where a principal variation was";
    reduction_no_gain: 98 in 0..=300, "further reduction where the root's value is reached already";
    reduction_far_defence: 193 in 0..=400, "further reduction of a defence far from the threat";
    reduction_far_from_own: 96 in 0..=400, "further reduction of a defence far from the own last stone";
    reduction_attack: 53 in 0..=200, "less reduction of moves that go on with an attack";
    reduction_unreal_foul: 105 in 0..=300, "less reduction of moves that look like fouls and are none";
    reduction_trivial_far: 39 in 0..=200, "further reduction of moves that make and stop nothing, far away";
    reduction_trivial: 15 in 0..=200, "the same elsewhere";
    reduction_plain: 9 in 0..=200, "further reduction of unimportant moves";
    reduction_policy: 31 in 0..=200, "further reduction a logit that a move is below the best by policy";
    policy_free: 187 in 0..=1000, "reduction by policy begins beyond so much";
    policy_most: 500 in 0..=1000, "the most that policy reduces";
    history_expected: 3322 in 0..=10000, "history points that change no reduction";
    reduction_history: 123 in 10..=1000, "history points a hundredth of a ply";
    reduction_history_deep: 166 in 10..=1000, "the same at depths of 5.4 and more";
    deeper_margin: 34 in 0..=300, "points above alpha from which a late move is searched again a ply deeper";
    much_deeper_margin: 349 in 0..=1000, "points above alpha from which it is two plies";
    gained_by_reductions: 500 in 0..=3000, "depth that a line may gain beyond that by deeper searches";
    after_alpha: 100 in 0..=200, "less depth for the moves after one that raised alpha";
    policy_depth: 0 in 0..=3000, "least depth at which a network's policy is asked";
    policy_spare: 8 in 0..=1000, "moves for which the policy is asked, in addition to twice those that may be searched";
    policy_weight: 32 in 0..=1000, "points of move ordering a logit of policy";
    threat_history: 128 in 1..=1024, "history points a point of move ordering, of threats";
    quiet_history: 256 in 1..=1024, "the same of quiet moves";
    killer_bonus: 40 / 0 in 0..=300, "ordering bonus of killer moves";
    counter_bonus: 30 / 21 in 0..=300, "ordering bonus of the counter-move";
    node_budget: 80 in 0..=5000, "nodes of the VCF look at an inner node";
    node_vcf_depth: 20000 in 0..=20000, "least depth at which an inner node has a VCF look";
    root_budget: 60000 in 0..=10000000, "nodes of the VCF search at the root";
    root_threats: 100000 in 0..=10000000, "nodes of a search for wins by threats at the root";
    root_share: 64 in 4..=10000, "of the nodes and the time such a look before the search takes one part in so many";
    heeds_threats: 1 in 0..=1, "whether moves at the root that stop no proven threat are left out";
    line_share: 512 in 16..=100000, "of the nodes searched so far a look along the line takes one part in so many";
    fail_high_reduction: 100 in 0..=200, "reduction of a node that is expected to fail high";
    fail_high_base: 9 in 0..=100, "points below beta from which that is expected at depth 0";
    fail_high_margin: 15 in 0..=100, "points a ply above that";
    singular_depth: 665 in 300..=1500, "least depth of the singular test";
    singular_lack: 203 in 0..=500, "depth that the table's entry may lack for it";
    singular_margin: 91 in 10..=500, "singular margin a ply, hundredths of a point";
    singular_margin_pv: 100 in 0..=500, "more of that where a principal variation was";
    singular_reduction: 54 in 10..=90, "how much less deep the test is, hundredths of the depth";
    singular_extension: 100 in 0..=200, "extension of a singular move";
    double_margin: 29 in 0..=200, "points below the bar from which a singular move is extended twice";
    gained_by_singular: 1080 in 0..=3000, "depth that a line may gain beyond that by singular moves";
    not_singular: 150 in 0..=300, "reduction of a move that fails high and is not singular";
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn settings_are_read() {
        let with = |settings: &[&str]| {
            let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
            SearchParams::default().with(&settings)
        };
        let params = with(&["killer_bonus=7", "razor_base=9999"]).unwrap();
        assert_eq!((params.killer_bonus, params.razor_base), (7, 600));
        for wrong in ["killer_bonus", "killer_bonus=x", "nothing=1"] {
            assert!(with(&[wrong]).unwrap_err().contains(&wrong[..7]), "{wrong}");
        }
    }
}
