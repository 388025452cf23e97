//! What all reports show: a row for each move, a summary for each side.

use super::{Review, View};
use crate::wording;
use tengen_common::Score;
use tengen_core::board::{Colour, Point, notation};
use tengen_core::printable;
use tengen_engine::study::review::sentence::{name, sentence};
use tengen_engine::study::review::{Grade, Reason, Verdict};
use tengen_session::service::is_bound;

pub(super) struct ReviewRow<'a> {
    /// Its number, from 1.
    pub number: usize,
    pub side: Colour,
    pub point: String,
    /// The score after it, from the point of view.
    pub score: String,
    /// The winning chances after it, from the point of view.
    pub chance: String,
    pub verdict: &'a Verdict,
    /// The grade, in words.
    pub grade: &'static str,
    pub reason: String,
    pub better: String,
}

impl ReviewRow<'_> {
    /// What the move lost, or a dash.
    pub fn lost(&self) -> String {
        match percent(self.verdict.loss).as_str() {
            "0 %" => "-".into(),
            lost => lost.into(),
        }
    }

    /// The reason, and the better move unless the reason names it, other than in the line of a strong reply.
    pub fn explanation(&self) -> String {
        let shows_reply = matches!(self.verdict.reason, Some(Reason::LetsPlay(_)));
        let is_named = !shows_reply && self.reason.split([' ', ',']).any(|word| word == self.better);
        match (self.reason.as_str(), self.better.as_str()) {
            (reason, "") => reason.into(),
            ("", better) => format!("better: {better}"),
            (reason, _) if is_named => reason.into(),
            (reason, better) => format!("{reason}; better: {better}"),
        }
    }
}

pub(super) struct Summary {
    pub side: Colour,
    /// The mean accuracy, if the side has moved.
    pub accuracy: Option<f32>,
    counts: [usize; Grade::ALL.len()],
}

impl Summary {
    /// The accuracy as `92 %`, or a dash.
    pub fn accuracy(&self) -> String {
        self.accuracy.map_or("-".into(), percent)
    }

    pub fn count(&self, grade: Grade) -> usize {
        self.counts[grade as usize]
    }
}

/// The grades of moves that lost something.
pub(super) fn marked_grades() -> impl Iterator<Item = Grade> {
    Grade::ALL.into_iter().filter(|grade| grade.is_marked())
}

/// `21 %`.
pub(super) fn percent(share: f32) -> String {
    format!("{:.0} %", share * 100.0)
}

impl Review {
    pub(super) fn rows(&self) -> Vec<ReviewRow<'_>> {
        let numbers = 0..self.game.moves.len();
        numbers.filter_map(|number| self.row(number)).collect()
    }

    fn row(&self, number: usize) -> Option<ReviewRow<'_>> {
        let side = self.game.side(number);
        let verdict = self.judged[number].verdict.as_ref().filter(|_| self.view.shows(side))?;
        let (size, continuous) = (self.game.size, self.game.rule.continuous);
        let reason = |why| sentence(why, &verdict.shown, side, size, continuous);
        let named = |point: &Point| notation::write(*point, size);
        Some(ReviewRow {
            number: number + 1,
            side,
            point: named(&self.game.moves[number].point),
            score: self.score(number + 1),
            chance: self.shown_chance(number + 1).map(percent).unwrap_or_default(),
            grade: self.name_of(verdict.grade),
            reason: verdict.reason.map(reason).unwrap_or_default(),
            better: verdict.better.first().map(named).unwrap_or_default(),
            verdict,
        })
    }

    /// The name of a grade. What is missed in a continuous game is no win, but a row.
    pub(super) fn name_of(&self, grade: Grade) -> &'static str {
        match grade {
            Grade::MissedWin if self.game.rule.continuous => "missed row",
            _ => grade.name(),
        }
    }

    /// The score after this many moves, from the point of view.
    fn score(&self, after: usize) -> String {
        let view = self.view.of();
        if let Some(ending) = self.boards[after].ending() {
            let won = ending.winner.map(|winner| winner == view);
            return won.map_or("draw", |won| if won { "won" } else { "lost" }).into();
        }
        let most = if self.is_bound(after) { "≤" } else { "" };
        self.seen(after).map(|score| score_text(score, most, self.game.rule.continuous)).unwrap_or_default()
    }

    /// The winning chances after this many moves, from the point of view, if known.
    pub(super) fn chance(&self, after: usize) -> Option<f32> {
        self.chance_of(self.view.of(), after)
    }

    /// The winning chances of a side after this many moves, if known.
    pub(super) fn chance_of(&self, side: Colour, after: usize) -> Option<f32> {
        match self.boards[after].ending() {
            Some(ending) => Some(ending.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 })),
            None => {
                let rate = self.judged[after].report.as_ref()?.win_rate;
                Some(if self.boards[after].to_move() == side { rate } else { 1.0 - rate })
            }
        }
    }

    /// As for [`Review::chance`]; 0 and 100 % only if proven.
    fn shown_chance(&self, after: usize) -> Option<f32> {
        let is_open = self.seen(after).is_some_and(|score| !score.is_proven());
        self.chance(after).map(|chance| if is_open { chance.clamp(0.01, 0.99) } else { chance })
    }

    /// The search's score after this many moves, from the point of view.
    pub(super) fn seen(&self, after: usize) -> Option<Score> {
        let score = self.judged[after].report.as_ref()?.score;
        Some(if self.boards[after].to_move() == self.view.of() { score } else { -score })
    }

    /// Whether the plies of that score may be fewer.
    pub(super) fn is_bound(&self, after: usize) -> bool {
        self.judged[after].report.as_ref().is_some_and(is_bound)
    }

    pub(super) fn summaries(&self) -> Vec<Summary> {
        let rows = self.rows();
        let sides = Colour::BOTH.into_iter().filter(|&side| self.view.shows(side));
        sides.map(|side| summary(side, rows.iter().filter(|row| row.side == side))).collect()
    }

    /// `Alice (black) - Bob (white), renju, 15x15, 40 moves, black won (five)`.
    pub(super) fn head(&self) -> String {
        let game = &self.game;
        let mut head = format!("{}, {}, {}", game.rule, game.size, wording::moves(game.moves.len()));
        let [black, white] = game.players.each_ref().map(printable::line);
        if !black.is_empty() || !white.is_empty() {
            head = format!("{black} (black) - {white} (white), {head}");
        }
        let ending = self.boards.last().and_then(|board| board.ending()).or(game.ending);
        match ending.map(|ending| (ending.winner, ending.reason)) {
            Some((Some(winner), reason)) => head + &format!(", {winner} won ({reason})"),
            Some((None, reason)) => head + &format!(", draw ({reason})"),
            None => head,
        }
    }

    /// The name of the game, on one line.
    pub(super) fn title(&self) -> String {
        printable::line(&self.name)
    }

    /// The side from whose point of view scores are given: `Black`.
    pub(super) fn viewer(&self) -> &'static str {
        name(self.view.of())
    }

    /// The meaning of the columns and grades. Numbers and their units are joined by no-break spaces.
    pub(super) fn legend(&self) -> [String; 4] {
        let viewer = self.viewer();
        let effort = &self.effort;
        let whose = match self.view {
            View::Both => String::new(),
            _ => format!(" Only {viewer}'s moves are shown."),
        };
        let continuous = self.game.rule.continuous;
        let proven = match continuous {
            true => format!(
                "P9: {viewer} makes the next point in 9 plies (stones of either side), proven; L8: the opponent \
                 makes it in 8."
            ),
            false => format!("W9: {viewer} wins in 9 plies (stones of either side), proven; L8: {viewer} loses in 8."),
        } + " ≤: or fewer.";
        let [sooner, kept, missed] = match continuous {
            true => [
                "a row of the opponent that comes much sooner",
                "A row that stays proven",
                "Missed row: a proven row was there, and is not proven after the move. Missed defence: a proven row of \
                 the opponent that was not proven before the move.",
            ],
            false => [
                "a lost game lost much faster",
                "A won game that stays won",
                "Missed win: a proven win was there, and is not proven after the move. Missed defence: a proven loss \
                 that was not proven before the move.",
            ],
        };
        [
            format!(
                "Score and chance to win: {viewer}'s, after the move, by a search of {effort}; \
                 + is good for {viewer}. {proven}{whose}"
            ),
            format!(
                "Lost: the chance to win that the move cost its own side. Inaccuracy: at least 7\u{a0}%, an \
                 open four or a five missed or allowed, or {sooner}; mistake: \
                 15\u{a0}%; blunder: 30\u{a0}%. {kept} is no mistake."
            ),
            missed.into(),
            "Accuracy: 100\u{a0}% if no move lost anything; a move that loses 10\u{a0}% counts \
             64\u{a0}%."
                .into(),
        ]
    }
}

fn summary<'a>(side: Colour, rows: impl Iterator<Item = &'a ReviewRow<'a>>) -> Summary {
    let (mut counts, mut sum) = ([0; Grade::ALL.len()], 0.0);
    for row in rows {
        counts[row.verdict.grade as usize] += 1;
        sum += row.verdict.accuracy();
    }
    let moves: usize = counts.iter().sum();
    Summary { side, accuracy: (moves > 0).then(|| sum / moves as f32), counts }
}

/// `+35`, `W9`, `L8`, with `most` before the plies; in a continuous game `P9` is a point.
fn score_text(score: Score, most: &str, continuous: bool) -> String {
    match (score.win_distance(), score.loss_distance()) {
        (Some(plies), _) if continuous => format!("P{most}{plies}"),
        (Some(plies), _) => format!("W{most}{plies}"),
        (_, Some(plies)) => format!("L{most}{plies}"),
        _ => format!("{:+}", score.value()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_mark_lengths_that_may_be_shorter() {
        assert_eq!(score_text(Score::win_in(9), "≤", false), "W≤9");
        assert_eq!(score_text(Score::loss_in(8), "≤", true), "L≤8");
        assert_eq!(score_text(Score::win_in(9), "", true), "P9");
        assert_eq!(score_text(Score::new(-35), "", false), "-35");
    }
}
