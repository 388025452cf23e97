//! The review as a table for the terminal, 80 columns wide.

use super::Review;
use super::rows::{ReviewRow, marked_grades};
use std::fmt::Write;
use tengen_engine::study::review::sentence::name;
use textwrap::{Options, WordSplitter, wrap};

const WIDTH: usize = 80;
/// The width of the columns before the reason.
const INDENT: usize = 48;

impl Review {
    /// The tables of moves and grades; [`legend`] explains them.
    pub fn text(&self) -> String {
        let mut text = folded(&format!("{}: {}", self.title(), self.head()), 0);
        let _ = write!(
            text,
            "\n{:>3}   {:<5}{:>6}{:>7}{:>6}  {:<15} reason\n",
            "nr", "move", "score", "chance", "lost", "grade"
        );
        self.rows().iter().for_each(|row| text += &line(row));
        text.push('\n');
        text + &self.table()
    }

    /// The accuracy of each side, and how many moves have each marked grade.
    fn table(&self) -> String {
        let mut text = format!("{:<6}{:>10}", "", "accuracy");
        for grade in marked_grades() {
            let _ = write!(text, "  {}", self.name_of(grade));
        }
        for summary in self.summaries() {
            let _ = write!(text, "\n{:<6}{:>10}", name(summary.side), summary.accuracy());
            for grade in marked_grades() {
                let _ = write!(text, "  {:>1$}", summary.count(grade), self.name_of(grade).len());
            }
        }
        text
    }
}

/// The meaning of the columns and grades, taken from the last of these reviews.
pub fn legend(reviews: &[Review]) -> String {
    let legend = reviews.last().map(Review::legend).into_iter().flatten();
    let parts: Vec<String> = legend.map(|part| folded(&part, 0)).collect();
    parts.join("\n").trim_end().into()
}

fn line(row: &ReviewRow) -> String {
    let side = &name(row.side)[..1];
    let line = format!(
        "{:>3} {side} {:<5}{:>6}{:>7}{:>6}  {:<15} ",
        row.number,
        row.point,
        row.score,
        row.chance,
        row.lost(),
        row.grade,
    );
    let reason = folded(&row.explanation(), INDENT);
    format!("{}\n", (line + reason.trim()).trim_end())
}

/// Wraps a text to lines of at most [`WIDTH`] columns, indented. No-break spaces become spaces.
fn folded(text: &str, indent: usize) -> String {
    let options = Options::new(WIDTH - indent).word_splitter(WordSplitter::NoHyphenation);
    let blanks = " ".repeat(indent);
    let lines = wrap(text, options);
    let lines = lines.iter().map(|line| line.replace('\u{a0}', " "));
    lines.map(|line| format!("{blanks}{line}\n")).collect()
}
