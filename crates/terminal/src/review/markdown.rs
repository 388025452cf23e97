//! The review in Markdown.

use super::Review;
use super::rows::{ReviewRow, marked_grades};
use crate::drawing::{Ink, Marks, Scene};
use std::fmt::Write;
use tengen_engine::study::review::sentence::name;

/// The reviews as one document; boards are drawn with `ink`.
pub fn markdown(reviews: &[Review], ink: Ink) -> String {
    let games: Vec<String> = reviews.iter().map(|review| review.markdown(ink)).collect();
    games.join("\n")
}

impl Review {
    fn markdown(&self, ink: Ink) -> String {
        let mut text = format!("# Review: {}\n\n{}\n", plain(&self.title()), plain(&self.head()));
        self.add_summary(&mut text);
        let viewer = self.viewer();
        let _ = write!(
            text,
            "\n| nr | side | move | score ({viewer}) | chance ({viewer}) | lost | grade | reason |\n\
             |--:|---|---|--:|--:|--:|---|---|\n"
        );
        let rows = self.rows();
        rows.iter().for_each(|row| add_row(&mut text, row));
        for legend in self.legend() {
            let _ = write!(text, "\n{legend}\n");
        }
        let marked = rows.iter().filter(|row| row.verdict.grade.is_marked());
        marked.for_each(|row| self.add_board(&mut text, row, ink));
        text
    }

    fn add_summary(&self, text: &mut String) {
        let grades: Vec<&str> = marked_grades().map(|grade| self.name_of(grade)).collect();
        let _ = write!(text, "\n| side | accuracy | {} |\n", grades.join(" | "));
        let _ = writeln!(text, "|---|--:|{}", "--:|".repeat(grades.len()));
        for summary in self.summaries() {
            let counts: Vec<String> = marked_grades().map(|grade| summary.count(grade).to_string()).collect();
            let (side, accuracy) = (name(summary.side), summary.accuracy());
            let _ = writeln!(text, "| {side} | {accuracy} | {} |", counts.join(" | "));
        }
    }

    /// The board before a move that lost something.
    fn add_board(&self, text: &mut String, row: &ReviewRow, ink: Ink) {
        let marks = self.marks(row);
        let board = Scene::new(self.boards[row.number - 1].position(), &marks).text(ink);
        let _ = write!(text, "\n## {}\n\n{}\n\n```text\n{board}```\n", title(row), caption(row));
    }

    /// The better line with its numbers, the played move, and the last move before it.
    pub(super) fn marks(&self, row: &ReviewRow) -> Marks {
        let before = row.number - 1;
        let last = before.checked_sub(1).map(|last| self.game.moves[last].point);
        let hint = Some(self.game.moves[before].point);
        Marks { last, hint, ..Marks::of_line(&row.verdict.better) }
    }
}

/// `12. White j7: mistake`.
pub(super) fn title(row: &ReviewRow) -> String {
    format!("{}. {} {}: {}", row.number, name(row.side), row.point, row.grade)
}

/// The reason as a sentence, and what the board shows.
pub(super) fn caption(row: &ReviewRow) -> String {
    let reason = match row.reason.split_at_checked(1) {
        Some((first, rest)) => format!("{}{rest}. ", first.to_uppercase()),
        None => String::new(),
    };
    match row.verdict.better.is_empty() {
        true => format!("{reason}The board before the move; ? is {}.", row.point),
        false => format!("{reason}? is {}; the numbers are a better line.", row.point),
    }
}

fn add_row(text: &mut String, row: &ReviewRow) {
    let _ = writeln!(
        text,
        "| {} | {} | {} | {} | {} | {} | {} | {} |",
        row.number,
        name(row.side),
        row.point,
        row.score,
        row.chance,
        row.lost(),
        row.grade,
        row.explanation(),
    );
}

/// A text from a file without Markdown's signs.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        if r"\`*_[]<>|#&~".contains(letter) {
            plain.push('\\');
        }
        plain.push(letter);
    }
    plain
}
