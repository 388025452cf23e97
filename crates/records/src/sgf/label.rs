//! The game type of a file (`GM`), and whether to trust it.
//!
//! Many editors were made for Go and write `GM[1]` for any game. Such a file is read as five in a row unless it
//! contains something specific to Go: komi, handicap, territory, rules of Go.

use super::tree::{NodeId, Property, Tree};
use crate::{Kind, ReadError};
use tengen_core::rules::Rule;

/// The properties defined by the versions of SGF, except those that place stones. They never hold stones.
pub(super) const KNOWN: [&str; 92] = [
    "AB", "AE", "AN", "AP", "AR", "AS", "AW", "B", "BL", "BM", "BR", "BS", "BT", "C", "CA", "CH",
    "CP", "CR", "DD", "DM", "DO", "DT", "EL", "EV", "EX", "FF", "FG", "GB", "GC", "GM", "GN", "GW",
    "HA", "HO", "ID", "IP", "IT", "IY", "KM", "KO", "L", "LB", "LN", "LT", "M", "MA", "MN", "N",
    "OB", "OH", "OM", "ON", "OP", "OT", "OV", "OW", "PB", "PC", "PL", "PM", "PW", "RE", "RG", "RO",
    "RU", "SC", "SE", "SI", "SL", "SO", "SQ", "ST", "SU", "SZ", "TB", "TC", "TE", "TM", "TR", "TW",
    "UC", "US", "V", "VW", "W", "WC", "WL", "WR", "WS", "WT", "HC", "TT",
];

/// The game type of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Label {
    /// Five in a row, or unspecified.
    Ours,
    /// The file says Go, but nothing in it is specific to Go: a warning about that.
    Doubtful(String),
    /// Another game.
    Other(ReadError),
}

/// Determines the game type of a tree.
pub fn of(tree: &Tree) -> Label {
    let root = tree.root();
    let Some(label) = tree.property(root, "GM") else {
        return Label::Ours;
    };
    let named = shown(tree, label);
    match tree.texts(label).concat().trim() {
        "4" => Label::Ours,
        "1" => match tree.main_line().find_map(|node| sign_of_go(tree, node)) {
            None => Label::Doubtful(format!("{named} says Go; it is read as five in a row")),
            Some(sign) => {
                let sign = shown(tree, sign);
                let message =
                    format!("{named} says Go, and {sign} too; Gomoku and Renju are GM[4]");
                Label::Other(ReadError::at(label.line(), message))
            }
        },
        _ => {
            let message = format!("{named} is another game; Gomoku and Renju are GM[4]");
            Label::Other(ReadError::at(label.line(), message))
        }
    }
}

/// A property specific to Go.
fn sign_of_go(tree: &Tree, node: NodeId) -> Option<&Property> {
    let is_sign = |property: &&Property| {
        let text = tree.texts(property).concat();
        let text = text.trim();
        match property.name().as_str() {
            "KM" | "HA" => text.parse() != Ok(0.0),
            "TB" | "TW" => true,
            "RU" => !text.is_empty() && rule(text).is_none() && !is_fives(text),
            _ => false,
        }
    };
    tree.node(node).properties().iter().find(is_sign)
}

/// Whether `name` is a common name for the rules of five in a row or a related game.
fn is_fives(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words =
        [Kind::CONNECT6, Kind::DOTS, "gomoku", "renju", "free", "swap", "five", "caro", "pente"];
    words.iter().any(|word| name.contains(word))
}

/// A property as written in the file, with its first value only.
pub(super) fn shown(tree: &Tree, property: &Property) -> String {
    let texts = tree.texts(property);
    let first = texts.first().map_or("", |text| text.trim());
    let more = if texts.len() > 1 { "…" } else { "" };
    format!("{}[{first}]{more}", property.name())
}

/// The rule for one of Tengen's rule names, in any case, or for a number of `INFO rule`, as written by c-gomoku-cli.
pub(super) fn rule(name: &str) -> Option<Rule> {
    let numbered = || name.parse().ok().map(|bits| Rule::from_bits(bits, false));
    Rule::from_name(&name.to_ascii_lowercase()).or_else(numbered)
}
