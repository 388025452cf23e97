//! Characters with a fixed meaning.

use tengen_core::board::Colour;

/// Characters that mark a stone or frame a row.
pub(super) const SIGNS: &str = "()[]*|│┃║─━═";
pub(super) const BLACK: &str = "Xx●⚫◆";
pub(super) const WHITE: &str = "Oo○⚪◯〇◇";
const EMPTY: &str = ".+·・．＋_!,'`∙⋅‧";
const DEAD: &str = "#■";
/// A forbidden point if the diagram draws black stones with another character; otherwise it may be a black stone.
pub(super) const CROSS: char = '×';

/// The content of a point, for characters with a fixed meaning.
pub(super) fn cell(c: char) -> Option<DrawnCell> {
    let is_crossing = ('\u{2500}'..='\u{257f}').contains(&c) && !SIGNS.contains(c);
    match c {
        _ if BLACK.contains(c) => Some(DrawnCell::Stone(Colour::Black)),
        _ if WHITE.contains(c) => Some(DrawnCell::Stone(Colour::White)),
        _ if DEAD.contains(c) => Some(DrawnCell::Dead),
        _ if EMPTY.contains(c) || is_crossing => Some(DrawnCell::Empty),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawnCell {
    Empty,
    Dead,
    Stone(Colour),
}
