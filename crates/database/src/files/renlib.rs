//! Imports RenLib libraries. They are analyses, not games: each position gets the comment of the library, and its moves
//! are known without results.

use crate::error::Result;
use crate::import::Import;
use crate::{Place, Record, note};
use std::io::BufRead;
use tengen_core::board::{BoardSize, Point, Position};
use tengen_core::rules::Rule;
use tengen_records::renlib::{LibNode, Nodes, SIDE};

/// Imports a library, up to the first error in it.
pub(super) fn join(
    import: &mut Import,
    nodes: Nodes<impl BufRead>,
    name: &str,
    rule: Rule,
    refused: &mut dyn FnMut(String),
) -> Result<()> {
    // the points of the nodes on the path; `None` where a line is skipped
    let mut way: Vec<Option<Point>> = Vec::new();
    for (number, node) in nodes.enumerate() {
        let node = match node {
            Ok(node) => node,
            Err(why) => {
                refused(why.to_string());
                return Ok(());
            }
        };
        way.truncate(node.depth);
        let is_root = node.depth == 0 && !node.is_move && node.point.is_none();
        if !is_root {
            way.push(node.point);
        }
        match position(&way) {
            Some(position) => {
                let key = Place::of(&position, rule).key().clone();
                import.study(key, record(node, name))?;
            }
            None => refused(format!("node {}: a pass, or a stone on an occupied point", number + 1)),
        }
    }
    Ok(())
}

/// The position after these moves, if they are legal.
fn position(way: &[Option<Point>]) -> Option<Position> {
    let mut position = Position::new(BoardSize::square(SIDE.into())?);
    for &point in way {
        let point = point?;
        position.check_empty(point).ok()?;
        position.play(point, &mut ());
    }
    Some(position)
}

/// The record of a node's board text and comment. A board text that is not a valid label becomes part of the comment.
fn record(node: LibNode, name: &str) -> Record {
    let (label, words) = match note::label(&node.text) {
        Ok(label) => (label, String::new()),
        Err(_) => (String::new(), node.text),
    };
    let said: Vec<String> = [words, node.comment].into_iter().filter(|text| !text.is_empty()).collect();
    Record { comment: note::shortened(&said.join("\n")), label, source: name.into(), ..Record::default() }
}
