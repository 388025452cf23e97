//! The review of a game in its SGF file: comments, marks, chances to win, and better lines as variations.
//! `web/judged.js` reads it back.

use crate::Remark;
use crate::game::{EndingText, JudgedText, MOST_NODES, NodeText, TreeText, ending_text};
use crate::line_text::{line_text, rate};
use crate::verdict_text::verdict_text;
use crate::wire::{Line, VerdictText, Worth};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::HashMap;
use tengen_common::Report;
use tengen_core::board::{BoardSize, Point, notation};
use tengen_engine::study::review::Verdict;
use tengen_records::sgf::tree::Tree;
use tengen_records::{Ending, ReadError};

/// The property of a judgement, as JSON. Other programs keep it.
const JUDGEMENT: &str = "TGRV";
/// Black's chance to win after the move, in percent: Sabaki draws its graph from this property.
const CHANCE: &str = "SBKV";
/// The properties that judge a move. A move has at most one of them.
const GRADES: [&str; 4] = ["DO", "BM", "TE", "IT"];
/// The number of moves of a better line that become a variation.
const BETTER: usize = 12;

/// What a review has found about a position and the move that leads to it.
#[derive(Clone, Debug, Default)]
pub struct Judgement<'a> {
    /// The search of the position, if the game is open there.
    pub report: Option<&'a Report>,
    pub verdict: Option<&'a Verdict>,
    /// The result, if the game ends there.
    pub ending: Option<Ending>,
    /// Black's chance to win, if known.
    pub black: Option<f32>,
    /// The judgement in words, or empty.
    pub words: String,
}

/// What a review has found, without what is derived from it.
#[derive(Serialize)]
struct JudgementValue {
    line: Option<JudgementLine>,
    verdict: Option<VerdictText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<EndingText>,
}

/// A line without the figures of its search.
#[derive(Serialize)]
struct JudgementLine {
    score: Worth,
    at_most: bool,
    rate: f32,
    moves: String,
}

/// The value of the property: what was found, and what was added because of it.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    line: Option<Box<RawValue>>,
    verdict: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Box<RawValue>>,
    /// What was added to the comment.
    #[serde(default)]
    said: String,
    /// The other properties that were added.
    #[serde(default)]
    added: String,
}

/// Writes a review into a tree, in place of an earlier one: the judgements of the start and of the moves of the main
/// line. Better lines become variations.
pub fn annotate(tree: &mut TreeText, judgements: &[Judgement]) -> Result<(), Remark> {
    let size = tree.game.size()?;
    let Some((start, moves)) = judgements.split_first() else { return Ok(()) };
    tree.judged = Some(start.text(size));
    for (judgement, number) in moves.iter().zip(tree.main_numbers()) {
        tree.nodes[number].judged = Some(judgement.text(size));
    }
    write_judged(tree)
}

/// Writes the judgements that a tree comes with into it.
pub(crate) fn write_judged(tree: &mut TreeText) -> Result<(), Remark> {
    if tree.judged.is_none() && tree.nodes.iter().all(|node| node.judged.is_none()) {
        return Ok(());
    }
    let size = tree.game.size()?;
    let judged = tree.judged.take();
    write(judged.as_ref(), &mut tree.comment, &mut tree.more)?;
    let mut lines = Vec::new();
    for (number, node) in tree.nodes.iter_mut().enumerate() {
        let judged = node.judged.take();
        write(judged.as_ref(), &mut node.comment, &mut node.more)?;
        if let Some(judged) = judged {
            lines.push((number, notation::read(&judged.better, size)?));
        }
    }
    add_lines(tree, &lines, size);
    Ok(())
}

/// Adds the beginnings of lines as variations to moves with these numbers, as long as the tree has room.
fn add_lines(tree: &mut TreeText, lines: &[(usize, Vec<Point>)], size: BoardSize) {
    let nodes = tree.nodes.iter().enumerate();
    let mut seen: HashMap<_, _> = nodes.map(|(number, node)| ((node.after, node.point.clone()), number)).collect();
    for (number, line) in lines {
        if tree.nodes.len() + BETTER > MOST_NODES {
            return;
        }
        let mut at = tree.nodes[*number].after;
        for &point in line.iter().take(BETTER) {
            let point = notation::write(point, size);
            let number = *seen.entry((at, point.clone())).or_insert_with(|| {
                tree.nodes.push(NodeText { after: at, point, ..NodeText::default() });
                tree.nodes.len() - 1
            });
            at = Some(number);
        }
    }
}

impl Judgement<'_> {
    fn text(&self, size: BoardSize) -> JudgedText {
        let line = self.report.map(|report| {
            let Line { score, at_most, rate, moves, .. } = line_text(report, size);
            JudgementLine { score, at_most, rate, moves }
        });
        let verdict = self.verdict.map(|verdict| verdict_text(verdict, size));
        let found = JudgementValue { line, verdict, ending: self.ending.map(ending_text) };
        let marked = self.verdict.filter(|verdict| verdict.grade.is_marked());
        JudgedText {
            judgement: serde_json::to_string(&found).expect("texts and numbers"),
            grade: self.verdict.map(|verdict| verdict.grade.name().into()).unwrap_or_default(),
            better: marked.map(|verdict| notation::list(&verdict.better, size)).unwrap_or_default(),
            black: self.black,
            said: self.words.clone(),
        }
    }
}

/// Adds a judgement to the comment and the other properties of a node, in place of an earlier one.
fn write(judged: Option<&JudgedText>, comment: &mut String, more: &mut String) -> Result<(), Remark> {
    restore(comment, more)?;
    let Some(JudgedText { judgement, grade, black, said, .. }) = judged else { return Ok(()) };
    let mut node = with_properties(more)?;
    let root = node.root();
    let has = |names: &[&str]| names.iter().any(|name| node.property(root, name).is_some());
    let mark = mark(grade).filter(|_| !has(&GRADES)).map(|(name, value)| (name, value.to_string()));
    let chance = black.filter(|_| !has(&[CHANCE]));
    let chance = chance.map(|black| (CHANCE, format!("{:.2}", 100.0 * rate(black))));
    let mut added = String::new();
    for (name, value) in mark.into_iter().chain(chance) {
        node.set(root, name, &[&value]);
        added += &format!("{name}[{value}]");
    }
    let found: Kept = serde_json::from_str(judgement).unwrap_or_default();
    let kept = serde_json::to_string(&Kept { said: said.clone(), added, ..found }).expect("texts and numbers");
    node.set(root, JUDGEMENT, &[&kept]);
    *more = node.more(root);
    let texts = [comment.as_str(), said.as_str()].into_iter().filter(|text| !text.is_empty());
    *comment = texts.collect::<Vec<_>>().join("\n\n");
    Ok(())
}

/// Takes back what an earlier review has added to a node; other content stays as it is.
fn restore(comment: &mut String, more: &mut String) -> Result<(), Remark> {
    let mut node = with_properties(more)?;
    let root = node.root();
    let Some(kept) = node.text(root, JUDGEMENT) else { return Ok(()) };
    let Kept { said, added, .. } = serde_json::from_str(&kept).unwrap_or_default();
    if let Ok(added) = with_properties(&added) {
        for property in added.node(added.root()).properties() {
            let name = property.name();
            let is_same = node.property(root, &name).is_some_and(|own| node.texts(own) == added.texts(property));
            if is_same {
                node.unset(root, &name);
            }
        }
    }
    node.unset(root, JUDGEMENT);
    *more = node.more(root);
    if let Some(own) = comment.strip_suffix(&said).filter(|_| !said.is_empty()) {
        *comment = own.trim_end().into();
    }
    Ok(())
}

/// A node with these properties.
fn with_properties(more: &str) -> Result<Tree, Remark> {
    let mut node = Tree::default();
    let read = node.add_more(node.root(), more);
    read.map_err(ReadError::without_line)?;
    Ok(node)
}

/// The mark of SGF for a grade: doubtful, bad or very bad.
fn mark(grade: &str) -> Option<(&'static str, &'static str)> {
    match grade {
        "inaccuracy" => Some(("DO", "")),
        "mistake" => Some(("BM", "1")),
        "blunder" | "missed defence" | "missed win" => Some(("BM", "2")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_common::Score;
    use tengen_engine::study::review::Grade;
    use tengen_records::defaults::Defaults;
    use tengen_records::games::open;

    const FILE: &str =
        "(;GM[4]FF[4]SZ[15]RU[caro]C[my game];B[hh]TE[1]LB[aa:\\]];W[ih]C[my words](;B[aa];W[ab])(;B[ii]))";

    fn tree(text: &str) -> TreeText {
        let opened = open(text.as_bytes(), Defaults::default(), false).unwrap();
        TreeText::of_opened(&opened).0
    }

    fn points(text: &str) -> Vec<Point> {
        notation::read(text, BoardSize::FIFTEEN).unwrap()
    }

    fn verdict(grade: Grade, better: &str) -> Verdict {
        Verdict { grade, reason: None, loss: 0.25, better: points(better), shown: Vec::new() }
    }

    /// The file with a review in which this is the verdict on the second move, and the words about it.
    fn reviewed(text: &str, second: &Verdict, words: &str) -> String {
        let report = Report::new(Score::win_in(9), points("g7h9"));
        let of_move = |verdict| Judgement { verdict, black: Some(0.25), ..Judgement::default() };
        let (best, bad) = (verdict(Grade::Best, ""), verdict(Grade::Mistake, "c3"));
        let judgements = [
            Judgement { report: Some(&report), black: Some(0.5), words: "sums".into(), ..Judgement::default() },
            of_move(Some(&bad)),
            Judgement { words: words.into(), ..of_move(Some(second)) },
            of_move(Some(&best)),
        ];
        let mut tree = tree(text);
        annotate(&mut tree, &judgements).unwrap();
        String::from_utf8(tree.sgf().unwrap()).unwrap()
    }

    fn has(text: &str, parts: &[&str]) {
        for part in parts {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn a_review_is_added_to_what_the_file_has() {
        let text = reviewed(FILE, &verdict(Grade::Blunder, "g7h9"), "?? blunder");
        has(
            &text,
            &["C[my game\n\nsums]SBKV[50.00]TGRV[{\"line\":{\"score\":{\"win_in\":9},\"at_most\":true,\"rate\":0.5,"],
        );
        has(&text, &["\"moves\":\"g7h9\"},\"verdict\":null,\"said\":\"sums\",\"added\":\"SBKV[50.00\\]\"}]"]);
        // The move has a mark of its own.
        has(&text, &[";B[hh]TE[1]LB[aa:\\]]SBKV[25.00]TGRV[{\"line\":null,\"verdict\":{\"grade\":\"mistake\","]);
        has(&text, &[";W[ih]C[my words\n\n?? blunder]BM[2]SBKV[25.00]TGRV["]);
        has(&text, &["\"said\":\"?? blunder\",\"added\":\"BM[2\\]SBKV[25.00\\]\"}]"]);
        let again = tree(&text);
        let lines: Vec<_> = again.nodes.iter().map(|node| (node.after, node.point.as_str())).collect();
        let own = [(None, "h8"), (Some(0), "i8"), (Some(1), "a15"), (Some(2), "a14"), (Some(1), "i7")];
        assert_eq!(lines[..5], own);
        assert_eq!(lines[5..], [(Some(0), "g7"), (Some(5), "h9"), (None, "c3")]);
    }

    #[test]
    fn the_judgements_of_a_page_are_written_as_they_are() {
        let judgement = "{\"line\":{\"rate\":0.123456789},\"verdict\":null,\"ending\":{\"winner\":\"white\"}}";
        let judged = JudgedText {
            judgement: judgement.into(),
            grade: "missed defence".into(),
            better: "g7h9".into(),
            black: Some(0.1),
            said: "words".into(),
        };
        let mut tree = tree(FILE);
        tree.nodes[1].judged = Some(judged);
        write_judged(&mut tree).unwrap();
        let text = String::from_utf8(tree.sgf().unwrap()).unwrap();
        has(
            &text,
            &[";W[ih]C[my words\n\nwords]BM[2]SBKV[10.00]TGRV[{\"line\":{\"rate\":0.123456789},\"verdict\":null,"],
        );
        has(&text, &["\"ending\":{\"winner\":\"white\"},\"said\":\"words\",\"added\":\"BM[2\\]SBKV[10.00\\]\"}]"]);
        let lines: Vec<_> = tree.nodes[5..].iter().map(|node| (node.after, node.point.as_str())).collect();
        assert_eq!(lines, [(Some(0), "g7"), (Some(5), "h9")]);
        let grades = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder, Grade::MissedDefence, Grade::MissedWin];
        assert!(grades.into_iter().all(|grade| grade.is_marked() && mark(grade.name()).is_some()));
        assert!([Grade::Best, Grade::Good].into_iter().all(|grade| mark(grade.name()).is_none()));
    }

    #[test]
    fn a_later_review_replaces_an_earlier_one() {
        let first = reviewed(FILE, &verdict(Grade::Blunder, "g7h9"), "?? blunder");
        let second = reviewed(&first, &verdict(Grade::Inaccuracy, "g7h9"), "?! inaccuracy");
        has(&second, &["C[my game\n\nsums]SBKV", ";W[ih]C[my words\n\n?! inaccuracy]DO[]SBKV[25.00]TGRV["]);
        assert_eq!(reviewed(&second, &verdict(Grade::Blunder, "g7h9"), "?? blunder"), first);
        for odd in ["TGRV[{]", "TGRV[{\"said\":5}]", "TGRV[{\"said\":\"x\",\"added\":\"(;[\"}]"] {
            let file = FILE.replace("C[my words]", &format!("C[my words]{odd}"));
            has(&reviewed(&file, &verdict(Grade::Best, ""), ""), &[";W[ih]C[my words]SBKV[25.00]TGRV[{\"line\":null,"]);
        }
    }

    #[test]
    fn a_tree_without_room_gets_no_more_lines() {
        let node = |point: &str| NodeText { point: point.into(), ..NodeText::default() };
        let nodes = std::iter::once(node("h8")).chain((1..MOST_NODES).map(|_| node("a1")));
        let mut full = TreeText { nodes: nodes.collect(), ..tree("h8") };
        let bad = verdict(Grade::Blunder, "o1o2");
        let judgements = [Judgement::default(), Judgement { verdict: Some(&bad), ..Judgement::default() }];
        annotate(&mut full, &judgements).unwrap();
        assert_eq!(full.nodes.len(), MOST_NODES);
        assert!(full.sgf().is_ok());
    }
}
