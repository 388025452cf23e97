//! Statistics of puzzles.

use crate::puzzle::{Kind, Puzzle};
use crate::rating::GRADES;
use std::collections::BTreeMap;
use tengen_core::rules::Rule;

/// The number of puzzles by rule, kind and grade.
#[derive(Default)]
pub struct Counts(BTreeMap<(String, Kind), [usize; GRADES]>);

impl Counts {
    pub fn of(puzzles: &[Puzzle]) -> Counts {
        let mut counts = Counts::default();
        puzzles.iter().for_each(|puzzle| counts.add(puzzle));
        counts
    }

    pub fn add(&mut self, puzzle: &Puzzle) {
        let row = self.0.entry((puzzle.rule.to_string(), puzzle.kind)).or_default();
        row[puzzle.grade() as usize - 1] += 1;
    }

    fn row(&self, rule: Rule, kind: Kind) -> [usize; GRADES] {
        self.0.get(&(rule.to_string(), kind)).copied().unwrap_or_default()
    }

    pub fn of_kind(&self, rule: Rule, kind: Kind) -> usize {
        self.row(rule, kind).iter().sum()
    }

    /// The number of puzzles with the rule, kind and grade of this one.
    pub fn of_grade(&self, puzzle: &Puzzle) -> usize {
        self.row(puzzle.rule, puzzle.kind)[puzzle.grade() as usize - 1]
    }

    pub fn summary(&self) -> String {
        let of = |kind| self.0.iter().filter(move |((_, of), _)| *of == kind);
        let sum = |kind| of(kind).map(|(_, row)| row.iter().sum::<usize>()).sum::<usize>();
        let steps = Kind::STEPS.into_iter().filter(|&kind| sum(kind) > 0);
        let kinds = Kind::GRADED.into_iter().chain(steps);
        let parts: Vec<String> = kinds.map(|kind| format!("{} {}", sum(kind), kind.name())).collect();
        parts.join(", ")
    }

    pub fn table(&self) -> String {
        let mut text = format!("{:<14}{:<14}", "rule", "kind");
        text.extend((1..=GRADES).map(|grade| format!("{grade:>6}")));
        for ((rule, kind), row) in &self.0 {
            text += &format!("\n{:<14}{:<14}", rule, kind.name());
            text.extend(row.map(|count| format!("{count:>6}")));
        }
        text
    }
}
