//! The game type of a file (`GM`), and whether to trust it.
//!
//! Many editors were made for Go and write `GM[1]` for any game. Such a file is read as five in a row unless it
//! contains something specific to Go: komi, handicap, territory, rules of Go. Sabaki writes komi into every file, so
//! komi alone is no sign of Go in a game that fits five in a row and ends with a five, or that names Sabaki or Tengen.

use super::tree::{NodeId, Property, Tree};
use crate::defaults::Defaults;
use crate::{Game, Note, ReadError, Reason};
use tengen_core::board::Colour;
use tengen_core::game;
use tengen_core::rules::{Rule, Variant};

/// The properties defined by the versions of SGF, except those that place stones, and `5A`, the fifth stones that a renju
/// program offers. They never hold stones of the game.
pub(super) const KNOWN: [&str; 93] = [
    "AB", "AE", "AN", "AP", "AR", "AS", "AW", "B", "BL", "BM", "BR", "BS", "BT", "C", "CA", "CH", "CP", "CR", "DD",
    "DM", "DO", "DT", "EL", "EV", "EX", "FF", "FG", "GB", "GC", "GM", "GN", "GW", "HA", "HO", "ID", "IP", "IT", "IY",
    "KM", "KO", "L", "LB", "LN", "LT", "M", "MA", "MN", "N", "OB", "OH", "OM", "ON", "OP", "OT", "OV", "OW", "PB",
    "PC", "PL", "PM", "PW", "RE", "RG", "RO", "RU", "SC", "SE", "SI", "SL", "SO", "SQ", "ST", "SU", "SZ", "TB", "TC",
    "TE", "TM", "TR", "TW", "UC", "US", "V", "VW", "W", "WC", "WL", "WR", "WS", "WT", "HC", "TT", "5A",
];

/// The game type of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Label {
    /// Five in a row, or unspecified.
    Ours,
    /// The file says Go, but nothing in it is specific to Go: a warning about that.
    Doubtful(Note),
    /// The file says another game, but offers fifth stones of renju: a warning about that.
    Renju(Note),
    Other(ReadError),
}

pub fn of(tree: &Tree) -> Label {
    let root = tree.root();
    let Some(label) = tree.property(root, "GM") else { return Label::Ours };
    let named = shown(tree, label);
    match tree.texts(label).concat().trim() {
        "4" => Label::Ours,
        "1" => match tree.main_line().find_map(|node| sign_of_go(tree, node)) {
            None => Label::Doubtful(Note::ReadAsFive { what: named }),
            Some(komi) if komi.is("KM") && is_five_with_komi(tree) => {
                let what = format!("{named} with {}", shown(tree, komi));
                Label::Doubtful(Note::ReadAsFive { what })
            }
            Some(sign) => {
                let sign = shown(tree, sign);
                Label::Other(ReadError::SignOfGo { what: named, sign }.in_line(label.line()))
            }
        },
        _ if offers_fifths(tree) => Label::Renju(Note::OtherAsFive { what: named }),
        _ => Label::Other(ReadError::OtherGame { what: named }.in_line(label.line())),
    }
}

/// Whether the main line has offered fifth stones, `5A`, which only renju has. A renju program writes them into files with
/// `GM[5]`.
fn offers_fifths(tree: &Tree) -> bool {
    tree.main_line().any(|node| tree.property(node, "5A").is_some())
}

fn sign_of_go(tree: &Tree, node: NodeId) -> Option<&Property> {
    tree.node(node).properties().iter().find(|property| is_sign(tree, property))
}

fn is_sign(tree: &Tree, property: &Property) -> bool {
    let text = tree.texts(property).concat();
    let text = text.trim();
    match property.name().as_str() {
        "KM" | "HA" => text.parse() != Ok(0.0),
        "TB" | "TW" => true,
        "RU" => !text.is_empty() && rule(text).is_none() && !is_fives(text),
        _ => false,
    }
}

/// Whether a file with komi is a game of five in a row in all other respects.
fn is_five_with_komi(tree: &Tree) -> bool {
    let has_other_sign = |node: NodeId| {
        let properties = tree.node(node).properties().iter();
        properties.filter(|property| !property.is("KM")).any(|property| is_sign(tree, property))
    };
    if tree.main_line().any(has_other_sign) || has_points(tree) {
        return false;
    }
    let size_is_named = tree.property(tree.root(), "SZ").is_some();
    let Some(line) = size_is_named.then(|| tree.main(Defaults::default()).ok()).flatten() else { return false };
    let (game, is_of_ours) = (line.game, is_of_ours(tree));
    // Stones that are set up are handicap. Without them they come from passes, which Tengen plays too.
    let is_plain = game.setup.is_empty() && game.first == Colour::Black;
    let is_empty = game.moves.is_empty() && game.setup.is_empty();
    if is_empty || sets_up(tree) || !(is_plain || is_of_ours) {
        return false;
    }
    let rules = Variant::ALL.map(|variant| Rule { variant, ..game.rule });
    let boards = rules.map(|rule| Game { rule, ..game.clone() }.played());
    let ends = |board: game::Game| board.ending().map(|ending| ending.reason);
    let is_won = |reason| matches!(reason, Reason::Five | Reason::Overline);
    let mut legal = boards.into_iter().flatten().peekable();
    let fits = legal.peek().is_some();
    fits && (is_of_ours || legal.filter_map(ends).any(is_won))
}

/// Whether the main line places or removes stones without a move.
fn sets_up(tree: &Tree) -> bool {
    let has = |node: NodeId, name: &&str| tree.property(node, name).is_some();
    tree.main_line().any(|node| ["AB", "AW", "AE"].iter().any(|name| has(node, name)))
}

/// Whether the result is a number of points.
fn has_points(tree: &Tree) -> bool {
    let result = tree.text(tree.root(), "RE").unwrap_or_default();
    result.trim().split_once('+').is_some_and(|(_, points)| points.starts_with(char::is_numeric))
}

/// Whether the file was written by Sabaki, in which Tengen plays by the Go Text Protocol, or names Tengen as a player.
fn is_of_ours(tree: &Tree) -> bool {
    let names = |property: &str, wanted: &str| {
        let text = tree.text(tree.root(), property).unwrap_or_default();
        text.trim_start().to_ascii_lowercase().starts_with(wanted)
    };
    names("AP", "sabaki") || names("PB", "tengen") || names("PW", "tengen")
}

/// Whether `name` is a common name for the rules of five in a row or a related game.
fn is_fives(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words = ["gomoku", "renju", "free", "swap", "five", "caro", "pente"];
    words.iter().any(|word| name.contains(word)) || OTHERS.iter().any(|(other, _)| name.contains(other))
}

/// Games that our matches write: their names in `RU` and in sentences.
const OTHERS: [(&str, &str); 2] = [("connect6", "Connect6"), ("dots-and-boxes", "Dots and Boxes")];

/// The name in sentences of the other game that `RU` names.
pub(super) fn other_game(name: &str) -> Option<&'static str> {
    let found = OTHERS.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
    found.map(|(_, title)| *title)
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
