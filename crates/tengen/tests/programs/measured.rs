//! Figures in documents that depend on the networks name the networks with which they were measured, and these are the
//! built-in ones.

use tengen_core::rules::{Rule, Variant};
use tengen_engine::eval::net::Networks;

/// Documents and what they say, with the names of the networks as `{freestyle}` and `{renju}`.
const MEASURED: [(&str, &str); 2] = [
    ("docs/src/guide/terminal.md", "measured with the network {freestyle}"),
    ("docs/src/developer/strength.md", "Networks: {freestyle} (freestyle, standard"),
];

#[test]
fn figures_are_those_of_the_built_in_networks() {
    let networks = Networks::built_in();
    let name = |variant| networks.of(Rule::new(variant)).expect("one").note().to_string();
    for (document, says) in MEASURED {
        let says = says.replace("{freestyle}", &name(Variant::Freestyle));
        let says = says.replace("{renju}", &name(Variant::Renju));
        let text = std::fs::read_to_string(tengen_e2e::repository().join(document));
        let text = text.expect("a document").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&says), "{document} does not say: {says}; measure its figures again");
    }
}
