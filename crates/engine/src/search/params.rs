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
    razor_depth: 260 in 0..=800, "greatest depth at which a hopeless node becomes a leaf";
    razor_base: 40 in 0..=600, "razoring margin at depth 0, points";
    razor_slope: 25 in 0..=200, "razoring margin a ply, points";
    futility_depth: 1200 in 0..=3000, "greatest depth at which a won-looking node is cut";
    futility_slope: 50 / 73 in 10..=300, "reverse futility margin a ply, points";
    futility_improving: 100 / 74 in 0..=200, "margin saved when the side improves, hundredths of a ply";
    move_count_base: 4 in 1..=20, "moves searched at any depth before later ones are pruned";
    move_count_slope: 80 in 10..=400, "further moves a ply, hundredths";
    move_count_square: 10 in 0..=100, "further moves a ply squared, hundredths";
    reply_extension: 100 in 0..=200, "extension of the forced reply to a four";
    reduction_base: 20 in -100..=200, "late-move reduction, constant part";
    reduction_scale: 80 in 10..=200, "late-move reduction, times ln(depth)·ln(move), hundredths";
    reduction_cut: 80 in 0..=300, "further reduction where a cut is expected";
    reduction_pv: 80 in 0..=300, "less reduction in the principal variation";
    reduction_improving: 50 / 73 in 0..=200, "further reduction when the side does not improve";
    reduction_threat: 80 / 100 in 0..=300, "less reduction of moves that make a three or more";
    reduction_history: 120 / 66 in 10..=1000, "history points a hundredth of a ply";
    history_weight: 200 / 150 in 1..=512, "history points a point of move ordering";
    policy_depth: 150 in 0..=3000, "least depth at which a network's policy is asked";
    policy_spare: 8 in 0..=1000, "moves that a network's policy is asked for, besides twice those that may be searched";
    policy_weight: 60 / 29 in 0..=1000, "points of move ordering a logit of policy";
    policy_typical: 3000 in 0..=20000, "how far moves are below the best by policy when it changes no reduction, 1/1024 logit";
    reduction_policy: 15 in 0..=200, "further reduction a logit of policy below that";
    killer_bonus: 40 in 0..=300, "ordering bonus of killer moves";
    counter_bonus: 30 in 0..=300, "ordering bonus of the counter-move";
    leaf_budget: 15 / 30 in 0..=2000, "nodes of the VCF look at a leaf";
    node_budget: 80 in 0..=5000, "nodes of the VCF look at an inner node";
    node_vcf_depth: 400 in 0..=2000, "least depth at which an inner node has a VCF look";
    root_budget: 60000 in 0..=10000000, "nodes of the VCF search at the root";
    root_threats: 100000 in 0..=10000000, "nodes of a search for wins by threats at the root";
    root_share: 64 in 4..=10000, "of the nodes and the time such a look before the search takes one part in so many";
    line_share: 512 in 16..=100000, "of the nodes searched so far a look along the line takes one part in so many";
    fail_high_reduction: 100 in 0..=200, "reduction of a node that is expected to fail high";
    fail_high_margin: 15 in 0..=100, "points a ply above beta from which that is expected";
    singular_depth: 600 in 300..=1500, "least depth of the singular test";
    singular_margin: 90 in 10..=500, "singular margin a ply, hundredths of a point";
    singular_extension: 100 in 0..=200, "extension of a singular move";
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
        assert_ne!(tables.futility_slope, network.futility_slope);
        assert_eq!(tables.killer_bonus, network.killer_bonus);
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
