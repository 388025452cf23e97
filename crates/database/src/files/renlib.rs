//! Libraries of RenLib into a database. Nobody has played what they hold: each position is kept with what the library
//! says of it, and its moves are moves of which something is known, without games.

use crate::import::{Import, Otherwise};
use crate::{Place, Record, note};
use anyhow::Result;
use std::io::Read;
use tengen_core::board::{Point, Position, Shape};
use tengen_core::records::files::read_all;
use tengen_core::records::renlib::{Node, Nodes, SIDE};
use tengen_core::rules::Rule;

/// No library is longer, in bytes.
const LONGEST: usize = 1 << 29;

/// Joins what a library says to the database, up to the first thing that is not as it should be.
///
/// # Errors
/// When the database cannot be read or written.
pub(super) fn read(
    import: &mut Import,
    file: impl Read,
    name: &str,
    otherwise: Otherwise,
    refused: &mut dyn FnMut(String),
) -> Result<()> {
    let bytes = match read_all(file, LONGEST) {
        Ok(bytes) => bytes,
        Err(error) => {
            refused(error.to_string());
            return Ok(());
        }
    };
    match Nodes::of(&bytes) {
        Ok(nodes) => join(import, nodes, name, otherwise.rule, refused),
        Err(why) => {
            refused(why);
            Ok(())
        }
    }
}

fn join(
    import: &mut Import,
    nodes: Nodes,
    name: &str,
    rule: Rule,
    refused: &mut dyn FnMut(String),
) -> Result<()> {
    // the points of the nodes on the way; none where a line is left out
    let mut way: Vec<Option<Point>> = Vec::new();
    for (number, node) in nodes.enumerate() {
        let node = match node {
            Ok(node) => node,
            Err(why) => {
                refused(why);
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
            None => refused(format!(
                "node {}: a pass, or a stone upon a stone",
                number + 1
            )),
        }
    }
    Ok(())
}

/// The position after these moves, if they can be played.
fn position(way: &[Option<Point>]) -> Option<Position> {
    let mut position = Position::new(Shape::square(SIDE.into())?);
    for &point in way {
        let point = point?;
        position.check_empty(point).ok()?;
        position.play(point, &mut ());
    }
    Some(position)
}

/// A node's board text and comment. A board text that is no label becomes part of the comment.
fn record(node: Node, name: &str) -> Record {
    let (label, words) = match note::label(&node.text) {
        Ok(label) => (label, String::new()),
        Err(_) => (String::new(), node.text),
    };
    let said = [words, node.comment].into_iter();
    let said: Vec<String> = said.filter(|text| !text.is_empty()).collect();
    Record {
        comment: note::shortened(&said.join("\n")),
        label,
        source: name.into(),
        ..Record::default()
    }
}
