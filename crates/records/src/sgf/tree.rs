//! An SGF file as a tree: games, nodes, properties and the blanks between them.
//!
//! A file that is read and written back is identical byte for byte, including unknown properties, variations, unusual
//! spelling (`SiZe[15]`) and any encoding. A change affects only the changed part. So every part keeps its original
//! text and the blanks before it.
//!
//! A tree is an arena of nodes; a [`NodeId`] is valid as long as its tree exists. The first child of a node continues
//! the main line, the others are variations.
//!
//! ```
//! use tengen_records::sgf::tree::Collection;
//! let mut file = Collection::parse(b"(;GM[4]SZ[15];B[hh]XY[kept])").unwrap();
//! let game = &mut file.trees[0];
//! let first = game.main_line().last().unwrap();
//! assert_eq!(game.text(first, "B").unwrap(), "hh");
//! let reply = game.add_child(first);
//! game.set(reply, "W", &["ih"]);
//! assert_eq!(file.write(), b"(;GM[4]SZ[15];B[hh]XY[kept];W[ih])");
//! ```

use super::charset::Charset;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    pub trees: Vec<Tree>,
    /// The bytes after the last game.
    pub(super) tail: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    fn at(index: usize) -> NodeId {
        NodeId(u32::try_from(index).expect("fewer nodes than a file has bytes"))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    pub(super) charset: Charset,
}

/// A node of a game: its moves, setup and annotations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    pub(super) properties: Vec<Property>,
    /// The bytes before its `;`.
    pub(super) before: Vec<u8>,
    /// The brackets around the node and its descendants, if it has any.
    pub(super) brackets: Option<Brackets>,
    /// The node was written without brackets although variations come before it: `(;A(;B);C)`.
    pub(super) late: bool,
}

/// `(` and `)`, each with the bytes before it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Brackets {
    pub(super) open: Vec<u8>,
    pub(super) close: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The bytes before its name.
    pub(super) before: Vec<u8>,
    /// The name as written, which may contain lower-case letters.
    pub(super) key: Vec<u8>,
    pub(super) values: Vec<Value>,
    /// The line number in the file, from 1; 0 if it was not read from a file.
    pub(super) line: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value {
    /// The bytes before its `[`.
    pub(super) before: Vec<u8>,
    /// The raw bytes between `[` and `]`, still escaped.
    pub(super) raw: Vec<u8>,
}

impl Value {
    fn new(raw: Vec<u8>) -> Value {
        let before = Vec::new();
        Value { before, raw }
    }
}

impl Property {
    fn new(key: &str) -> Property {
        Property { before: Vec::new(), key: key.into(), values: Vec::new(), line: 0 }
    }

    pub(super) fn of_raw(key: &str, values: Vec<Vec<u8>>) -> Property {
        Property { values: values.into_iter().map(Value::new).collect(), ..Property::new(key) }
    }

    /// The name: only the upper-case letters are significant.
    pub fn name(&self) -> String {
        let letters = self.key.iter().filter(|c| !c.is_ascii_lowercase());
        letters.map(|&c| char::from(c)).collect()
    }

    pub fn is(&self, name: &str) -> bool {
        let letters = self.key.iter().filter(|c| !c.is_ascii_lowercase());
        letters.eq(name.as_bytes())
    }

    pub fn raw_values(&self) -> impl Iterator<Item = &[u8]> {
        self.values.iter().map(|value| &value.raw[..])
    }

    /// The line number in the file, from 1; 0 if it was not read from a file.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl Node {
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }
}

impl Collection {
    pub fn of(tree: Tree) -> Collection {
        Collection { trees: vec![tree], tail: Vec::new() }
    }
}

impl Default for Tree {
    /// A game with one empty node.
    fn default() -> Tree {
        let root = Node { brackets: Some(Brackets::default()), ..Node::default() };
        Tree { nodes: vec![root], charset: Charset::UTF_8 }
    }
}

impl Tree {
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The parent; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The children: the main line first, then the variations.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// The main line, from the root along the first children.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: &NodeId| self.children(*id).first().copied();
        std::iter::successors(Some(self.root()), next)
    }

    pub fn path(&self, to: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(to), |id| self.parent(*id)).collect();
        path.reverse();
        path
    }

    /// The last node of every line of play, the main line's first.
    pub fn leaves(&self) -> Vec<NodeId> {
        let (mut leaves, mut open) = (Vec::new(), vec![self.root()]);
        while let Some(id) = open.pop() {
            match self.children(id) {
                [] => leaves.push(id),
                children => open.extend(children.iter().rev()),
            }
        }
        leaves
    }

    /// All reachable nodes, parents first.
    pub fn all(&self) -> Vec<NodeId> {
        let (mut all, mut open) = (Vec::new(), vec![self.root()]);
        while let Some(id) = open.pop() {
            all.push(id);
            open.extend(self.children(id).iter().rev());
        }
        all
    }

    /// Adds a node as the last child of `parent`, preceded by the same blanks as its parent.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let before = match self.parent(parent) {
            None => b"\n".to_vec(),
            Some(_) => self.node(parent).before.clone(),
        };
        self.attach(parent, before)
    }

    pub(super) fn attach(&mut self, parent: NodeId, before: Vec<u8>) -> NodeId {
        let id = NodeId::at(self.nodes.len());
        self.nodes.push(Node { parent: Some(parent), before, ..Node::default() });
        self.node_mut(parent).children.push(id);
        id
    }

    /// Detaches a node and its descendants. The root cannot be detached.
    pub fn remove(&mut self, id: NodeId) {
        if let Some(parent) = self.node_mut(id).parent.take() {
            self.node_mut(parent).children.retain(|child| *child != id);
        }
    }

    pub fn property(&self, id: NodeId, name: &str) -> Option<&Property> {
        self.node(id).properties.iter().find(|p| p.is(name))
    }

    /// The decoded values of a property.
    pub fn texts(&self, property: &Property) -> Vec<String> {
        let values = property.raw_values();
        values.map(|raw| self.charset.read(raw)).collect()
    }

    /// The first decoded value of a property, if the node has it.
    pub fn text(&self, id: NodeId, name: &str) -> Option<String> {
        let raw = self.property(id, name)?.raw_values().next()?;
        Some(self.charset.read(raw))
    }

    /// Sets the values of a property; an existing property keeps its place.
    ///
    /// # Panics
    /// In debug builds, if the name is not made of capital letters and digits, or there is no value.
    pub fn set(&mut self, id: NodeId, name: &str, values: &[&str]) {
        debug_assert!(!name.is_empty() && name.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()));
        debug_assert!(!values.is_empty(), "a property has a value");
        if !values.iter().all(|value| value.is_ascii()) {
            self.name_charset(name);
        }
        let value = |text: &&str| Value::new(self.charset.write(text));
        let values: Vec<Value> = values.iter().map(value).collect();
        let properties = &mut self.node_mut(id).properties;
        match properties.iter_mut().find(|property| property.is(name)) {
            Some(property) => property.values = values,
            None => properties.push(Property { values, ..Property::new(name) }),
        }
    }

    /// Adds a `CA` property if the file has none and needs it, that is before the first non-ASCII character.
    fn name_charset(&mut self, wanted: &str) {
        let root = self.root();
        if wanted != "CA" && self.charset == Charset::UTF_8 && self.property(root, "CA").is_none() {
            self.set(root, "CA", &["UTF-8"]);
        }
    }

    pub fn unset(&mut self, id: NodeId, name: &str) {
        self.node_mut(id).properties.retain(|p| !p.is(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(tree: &Tree) -> String {
        String::from_utf8(Collection::of(tree.clone()).write()).unwrap()
    }

    fn tree(text: &str) -> Tree {
        Collection::parse(text.as_bytes()).unwrap().trees.remove(0)
    }

    #[test]
    fn a_second_child_makes_both_variations() {
        let mut tree = tree("(;SZ[9];B[aa];W[bb])");
        let first = tree.children(tree.root())[0];
        let other = tree.add_child(first);
        tree.set(other, "W", &["cc"]);
        assert_eq!(written(&tree), "(;SZ[9];B[aa](;W[bb])(;W[cc]))");
        tree.remove(tree.children(first)[0]);
        assert_eq!(written(&tree), "(;SZ[9];B[aa];W[cc])");
        assert_eq!(tree.main_line().last(), Some(other));
        assert_eq!(tree.all().len(), 3);
    }

    #[test]
    fn a_property_keeps_its_place_when_it_changes() {
        let mut tree = tree("(;SiZe[9] CoMment [a] [b]PB[x])");
        let root = tree.root();
        tree.set(root, "CM", &["new ]"]);
        assert_eq!(written(&tree), "(;SiZe[9] CoMment[new \\]]PB[x])");
        tree.unset(root, "CM");
        tree.set(root, "PW", &["é"]);
        assert_eq!(written(&tree), "(;SiZe[9]PB[x]CA[UTF-8]PW[é])");
    }

    #[test]
    fn leaves_are_the_ends_of_variations() {
        let tree = tree("(;SZ[9](;B[aa](;W[ab])(;W[ac]))(;B[ba]))");
        let name = |id: &NodeId| tree.node(*id).properties()[0].raw_values().next().unwrap();
        let names: Vec<&[u8]> = tree.leaves().iter().map(name).collect();
        assert_eq!(names, [b"ab", b"ac", b"ba"]);
        assert_eq!(tree.path(tree.leaves()[1]).len(), 3);
    }
}
