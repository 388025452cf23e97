//! What a session shows: the board, the players, the rule and whose turn it is.

use super::{Seat, Session};
use crate::drawing::{Ink, Marks, Scene};
use crate::partner::opening::OpeningInPlay;
use tengen_core::board::{Colour, PointSet};
use tengen_core::rules::Variant;
use tengen_core::rules::opening::pattern::Pattern;
use tengen_engine::pattern::forbidden_points;
use tengen_records::{Ending, Reason};

impl Session {
    pub fn marks(&self) -> Marks {
        let black_moves = self.mover().is_some() && self.to_move() == Colour::Black;
        Marks {
            last: self.moves().last().copied(),
            row: self.board.winning_row(),
            forbidden: if black_moves { forbidden_points(self.position(), self.rule()) } else { PointSet::EMPTY },
            hint: self.hint,
            offered: self.opening.iter().flat_map(OpeningInPlay::offered).copied().collect(),
            ..Marks::default()
        }
    }

    pub fn drawing(&self, ink: Ink) -> String {
        Scene::new(self.position(), &self.marks()).text(ink)
    }

    /// `black: you; white: Tengen, level 3 casual`.
    pub fn players(&self) -> String {
        let name = |side| match self.seat(side) {
            Seat::Person => "you".to_string(),
            Seat::Tengen => format!("Tengen, level {}", self.setup.level),
        };
        format!("black: {}; white: {}", name(Colour::Black), name(Colour::White))
    }

    /// The rule, the board size and the name of the opening: `renju, 15x15, Kagetsu (d4)`.
    pub fn game_name(&self) -> String {
        let name = format!("{}, {}", self.rule(), self.setup.size);
        match Pattern::of_moves(self.moves(), self.setup.size) {
            Some(pattern) if self.rule().variant == Variant::Renju => format!("{name}, {pattern}"),
            _ => name,
        }
    }

    /// Whose turn it is, or the result; in a continuous game also the rows.
    pub fn state(&self) -> String {
        let state = match (self.board.ending(), &self.opening) {
            (Some(ending), _) => ended(ending),
            (None, Some(opening)) => opening.question(),
            (None, None) => format!("move {}: {} to play", self.moves().len() + 1, self.to_move()),
        };
        match (self.rule().continuous, self.board.rows()) {
            (true, [black, white]) => format!("{state} (rows {black}-{white})"),
            (false, _) => state,
        }
    }
}

/// `black has won by five in a row`.
fn ended(ending: Ending) -> String {
    let why = match ending.reason {
        Reason::Five => " by five in a row".into(),
        Reason::Overline => " by more than five in a row".into(),
        Reason::Forbidden(forbidden) => {
            format!(": black played a forbidden move ({})", forbidden.name())
        }
        Reason::Rows => " by more rows".into(),
        _ => String::new(),
    };
    match ending.winner {
        Some(winner) => format!("{winner} has won{why}"),
        None => "a draw: the board is full".into(),
    }
}
