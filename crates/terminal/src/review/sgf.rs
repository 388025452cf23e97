//! The review in an SGF file, as the page writes it.

use super::Review;
use super::rows::{ReviewRow, marked_grades};
use anyhow::Result;
use tengen_core::board::Colour;
use tengen_engine::study::review::sentence::name;
use tengen_records::defaults::Assumed;
use tengen_records::opened::Opened;
use tengen_web::game::TreeText;
use tengen_web::judged::{Judgement, annotate};

/// The games with everything that their files have, and with their reviews.
pub fn sgf(reviews: &[Review]) -> Result<String> {
    reviews.iter().map(Review::sgf).collect()
}

impl Review {
    fn sgf(&self) -> Result<String> {
        let opened = Opened {
            game: self.game.clone(),
            source: self.source.clone(),
            doubts: Vec::new(), // those have been shown
            assumed: Assumed::default(),
            shown: None,
        };
        let (mut tree, notes) = TreeText::of_opened(&opened);
        for note in notes {
            log::warn!("{}: {note}", self.title());
        }
        annotate(&mut tree, &self.judgements())?;
        Ok(String::from_utf8(tree.sgf()?)? + "\n")
    }

    fn judgements(&self) -> Vec<Judgement<'_>> {
        let rows = self.rows();
        let judgement = |after: usize| {
            let row = rows.iter().find(|row| row.number == after);
            Judgement {
                report: self.judged[after].report.as_ref(),
                verdict: row.map(|row| row.verdict),
                ending: self.boards[after].ending(),
                black: self.chance_of(Colour::Black, after),
                words: if after == 0 { self.sums() } else { row.map(words).unwrap_or_default() },
            }
        };
        (0..self.boards.len()).map(judgement).collect()
    }

    /// `Black 75 %, marked: 2 · White 67 %, marked: 2`.
    fn sums(&self) -> String {
        let sums = self.summaries().into_iter().map(|summary| {
            let marked: usize = marked_grades().map(|grade| summary.count(grade)).sum();
            format!("{} {}, marked: {marked}", name(summary.side), summary.accuracy())
        });
        sums.collect::<Vec<_>>().join(" · ")
    }
}

/// `?? blunder: lets White play f9 · Lost: 76 % · Better: i10`, or nothing for a move that is not marked.
fn words(row: &ReviewRow) -> String {
    let grade = row.verdict.grade;
    if !grade.is_marked() {
        return String::new();
    }
    let reason = if row.reason.is_empty() { String::new() } else { format!(": {}", row.reason) };
    let lost = Some(row.lost()).filter(|lost| lost != "-").map(|lost| format!("Lost: {lost}"));
    let better = (!row.better.is_empty()).then(|| format!("Better: {}", row.better));
    let judgement = format!("{} {}{reason}", grade.sign(), row.grade);
    [Some(judgement), lost, better].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
