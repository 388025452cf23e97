//! Properties of a node without a counterpart in [`Game`](super::Game) (marks, annotations, private properties) as
//! text, so that they can be copied to another tree.

use super::tree::{Collection, NodeId, Property, Tree};
use crate::ReadError;
use tengen_core::message::Quoted;

/// Properties that are represented in a game.
const OURS: [&str; 17] =
    ["FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "RE", "GC", "AB", "AW", "AE", "PL", "B", "W", "C"];

impl Tree {
    /// The other properties of a node: `TE[1]LB[hh:A][ih:B]`.
    pub fn more(&self, id: NodeId) -> String {
        let mut text = String::new();
        for property in self.node(id).properties().iter().filter(|p| is_more(p)) {
            text.push_str(&property.name());
            for raw in property.raw_values() {
                text.push('[');
                text.push_str(&self.charset.decode(raw));
                text.push(']');
            }
        }
        text
    }

    /// Adds such properties to a node; skips those that it already has or that are represented in a game.
    pub fn add_more(&mut self, id: NodeId, more: &str) -> Result<(), ReadError> {
        if more.is_empty() {
            return Ok(());
        }
        let file = Collection::parse(format!("(;{more})").as_bytes())?;
        let is_row = |tree: &&Tree| tree.all().len() == 1 && file.tail.is_empty();
        let [tree] = &file.trees[..] else { return Err(no_row(more)) };
        let tree = Some(tree).filter(is_row).ok_or_else(|| no_row(more))?;
        for property in tree.node(tree.root()).properties() {
            let name = property.name();
            if !is_more(property) || self.property(id, &name).is_some() {
                continue;
            }
            let raw_values = property.raw_values();
            let values = raw_values.map(|raw| self.charset.encode(&tree.charset.decode(raw)));
            let property = Property::of_raw(&name, values.collect());
            self.node_mut(id).properties.push(property);
        }
        Ok(())
    }
}

fn is_more(property: &Property) -> bool {
    !property.name().is_empty() && !OURS.iter().any(|name| property.is(name))
}

fn no_row(more: &str) -> ReadError {
    ReadError::NoProperties { what: Quoted(more.into()) }.in_line(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(bytes: &[u8]) -> Tree {
        Collection::parse(bytes).unwrap().trees.remove(0)
    }

    #[test]
    fn more_goes_from_node_to_node_as_it_is() {
        let from = tree(br"(;SZ[15]KM[0];B[hh]C[ours]TeE[1]LB[hh:A] [ih:\]]XY[a\:b])");
        let node = from.main_line().last().unwrap();
        let more = from.more(node);
        assert_eq!(more, r"TE[1]LB[hh:A][ih:\]]XY[a\:b]");
        assert_eq!(from.more(from.root()), "KM[0]");
        let mut to = tree(b"(;SZ[15];W[aa]TE[2])");
        let node = to.main_line().last().unwrap();
        to.add_more(node, &more).unwrap();
        to.add_more(node, "W[bb]C[not]").unwrap();
        let written = Collection::of(to).write();
        let expected = r"(;SZ[15];W[aa]TE[2]LB[hh:A][ih:\]]XY[a\:b])";
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }

    #[test]
    fn its_letters_are_those_of_the_tree() {
        let from = tree(b"(;SZ[15]CA[Latin-1]XY[\\]\xe9])");
        assert_eq!(from.more(from.root()), r"XY[\]é]");
        let mut to = Tree::default();
        to.add_more(to.root(), &from.more(from.root())).unwrap();
        assert_eq!(Collection::of(to).write(), r"(;XY[\]é])".as_bytes());
    }

    #[test]
    fn what_is_no_row_of_properties_is_refused() {
        for text in ["TE", "TE[1", "TE[1];B[aa]", "TE[1])(;B[aa]", "TE[1]) x", "(;B[aa])", "["] {
            let mut tree = Tree::default();
            assert!(tree.add_more(tree.root(), text).is_err(), "{text}");
            assert_eq!(tree, Tree::default(), "{text}");
        }
    }
}
