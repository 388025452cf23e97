//! SGF round trips are identical byte for byte: random files with variations, comments with brackets and many scripts,
//! setup stones, unknown properties, unusual blanks and old spelling, several games per file. An edit changes only its
//! target.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use tengen_core::board::Point;
use tengen_core::rules::{Rule, Variant};
use tengen_records::sgf::source::SgfFile;
use tengen_records::sgf::tree::{Collection, NodeId, Tree};
use tengen_records::{Game, Move};

const FREESTYLE: Rule = Rule::new(Variant::Freestyle);

/// Property names: known, unknown, and in old spelling.
const NAMES: [&str; 20] = [
    "B", "W", "C", "AB", "AW", "AE", "PL", "CA", "GM", "LB", "TR", "N", "KO", "XY", "ZZTOP", "MULTIGOGM", "CoPyright",
    "Comment", "small", "X_1",
];

/// A node with its properties and children as text, including all blanks.
#[derive(Clone, Debug)]
struct SgfNode {
    before: String,
    properties: Vec<(String, Vec<String>)>,
    children: Vec<SgfNode>,
    /// Blanks before its own brackets; always present if it has siblings.
    brackets: Option<(String, String)>,
}

fn blanks() -> impl Strategy<Value = String> {
    select(&["", "", "", " ", "\n", "\r\n", "\t \n\n"][..]).prop_map(String::from)
}

/// The text between `[` and `]`.
fn values() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z]{0,3}".boxed(),
        select(&["\\]", "\\\\", "\\:", "\\\n", "\\\r\n", "\\x", "[", "(;)", ";", "\r\n", ":"][..])
            .prop_map(String::from)
            .boxed(),
        "[é漢字Žß😀 ]{1,2}".boxed(),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn properties() -> impl Strategy<Value = (String, Vec<String>)> {
    let value = (blanks(), values()).prop_map(|(before, value)| format!("{before}[{value}]"));
    let name = (blanks(), select(&NAMES[..])).prop_map(|(before, name)| before + name);
    (name, prop::collection::vec(value, 1..4))
}

fn nodes() -> impl Strategy<Value = SgfNode> {
    let properties = || prop::collection::vec(properties(), 0..4);
    let brackets = || prop::option::of((blanks(), blanks()));
    let make = |(before, properties, brackets, children): (_, _, _, Vec<SgfNode>)| SgfNode {
        before,
        properties,
        children,
        brackets,
    };
    let leaf = (blanks(), properties(), brackets(), Just(Vec::new())).prop_map(make);
    leaf.prop_recursive(12, 60, 3, move |inner| {
        let children = prop::collection::vec(inner, 1..4);
        (blanks(), properties(), brackets(), children).prop_map(make)
    })
}

fn write(node: &SgfNode, brothers: bool, text: &mut String) {
    let none = (String::new(), String::new());
    let brackets = node.brackets.as_ref().or(brothers.then_some(&none));
    if let Some((open, _)) = brackets {
        *text += open;
        *text += "(";
    }
    *text += &node.before;
    *text += ";";
    for (name, values) in &node.properties {
        *text += name;
        values.iter().for_each(|value| *text += value);
    }
    for child in &node.children {
        write(child, node.children.len() > 1, text);
    }
    if let Some((_, close)) = brackets {
        *text += close;
        *text += ")";
    }
}

/// A file of one to three games, with other text before, between and after them.
fn files() -> impl Strategy<Value = (Vec<SgfNode>, Vec<String>)> {
    let words = select(&["", "\n", "\u{feff}", " a note (see below) \r\n", "; ) ] x"][..]);
    let words = prop::collection::vec(words.prop_map(String::from), 4);
    (prop::collection::vec(nodes(), 1..4), words)
}

fn text(games: &[SgfNode], words: &[String]) -> String {
    let mut text = String::new();
    for (game, words) in games.iter().zip(words) {
        text += words;
        let mut game = game.clone();
        game.brackets = Some((String::new(), game.brackets.unwrap_or_default().1));
        write(&game, false, &mut text);
    }
    text + &words[games.len()]
}

fn parse(text: &str) -> Collection {
    Collection::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Whether `new` is `old` with insertions.
fn only_adds(old: &[u8], new: &[u8]) -> bool {
    let mut new = new.iter();
    old.iter().all(|c| new.any(|d| d == c))
}

/// The node at a path of child indices, which is valid for both representations.
fn find<'a>(game: &'a mut SgfNode, path: &[usize]) -> &'a mut SgfNode {
    path.iter().fold(game, |node, at| &mut node.children[*at])
}

fn path_numbers(tree: &Tree, id: NodeId) -> Vec<usize> {
    let path = tree.path(id);
    let number = |pair: &[NodeId]| tree.children(pair[0]).iter().position(|c| *c == pair[1]);
    path.windows(2).map(|pair| number(pair).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn reading_and_writing_changes_no_byte((games, words) in files()) {
        let text = text(&games, &words);
        let file = parse(&text);
        prop_assert_eq!(file.trees.len(), games.len());
        prop_assert_eq!(String::from_utf8(file.write()).unwrap(), text);
    }

    #[test]
    fn whatever_can_be_read_comes_back(text in "[(;)BWASZCREGMPL\\[\\]\\\\a-c0-9: \r\né\u{0}]{0,60}") {
        for text in [text.clone(), format!("(;SZ[9]{text}"), format!("(;SZ[9]{text})")] {
            if let Ok(file) = Collection::parse(text.as_bytes()) {
                prop_assert_eq!(file.write(), text.as_bytes());
            }
            if let Ok((source, _)) = SgfFile::read(text.as_bytes(), FREESTYLE, true) {
                prop_assert_eq!(source.with(source.game()).file().write(), text.as_bytes());
            }
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        for charset in ["UTF-8", "Shift_JIS", "gbk", ""] {
            let text = [b"(;CA[", charset.as_bytes(), b"]SZ[9]C[", &bytes[..], b"])"].concat();
            if let Ok(file) = Collection::parse(&text) {
                prop_assert_eq!(file.write(), text);
                let _ = file.trees[0].text(file.trees[0].root(), "C");
            }
        }
    }

    #[test]
    fn an_edit_in_the_middle_leaves_all_else_as_it_was(
        (mut games, words) in files(),
        game in any::<Index>(),
        node in any::<Index>(),
        value in "[a-zé\\]\\\\(;)漢]{0,9}",
    ) {
        let mut file = parse(&text(&games, &words));
        let number = game.index(games.len());
        let tree = &mut file.trees[number];
        let id = *node.get(&tree.all());
        // Non-ASCII text also adds a CA property, a separate edit.
        tree.set(tree.root(), "CA", &["UTF-8"]);
        tree.set(id, "EDIT", &[&value]);
        let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
        let path = path_numbers(tree, id);
        let root = &mut games[number];
        let is_ca = |(name, _): &&mut (String, Vec<String>)| name.trim() == "CA";
        match root.properties.iter_mut().find(is_ca) {
            Some((_, values)) => *values = vec!["[UTF-8]".into()],
            None => root.properties.push(("CA".into(), vec!["[UTF-8]".into()])),
        }
        find(root, &path).properties.push(("EDIT".into(), vec![format!("[{escaped}]")]));
        prop_assert_eq!(String::from_utf8(file.write()).unwrap(), text(&games, &words));
        prop_assert_eq!(file.trees[number].text(id, "EDIT"), Some(value));
    }

    #[test]
    fn a_variation_that_is_put_in_and_cut_off_again_leaves_no_trace(
        (games, words) in files(),
        node in any::<Index>(),
    ) {
        let text = text(&games, &words);
        let mut file = parse(&text);
        let tree = &mut file.trees[0];
        let id = *node.get(&tree.all());
        let child = tree.add_child(id);
        tree.set(child, "C", &["new"]);
        let longer = file.write();
        prop_assert!(only_adds(text.as_bytes(), &longer));
        let again = Collection::parse(&longer).unwrap();
        prop_assert_eq!(&again.write(), &longer);
        prop_assert_eq!(again.trees[0].all().len(), file.trees[0].all().len());
        file.trees[0].remove(child);
        prop_assert_eq!(String::from_utf8(file.write()).unwrap(), text);
    }
}

/// A playable game with variations: every node has a move, on the points of a 9x9 board in random order.
#[derive(Clone, Debug)]
struct Playable {
    /// For every node but the root: its parent's number and its point.
    nodes: Vec<(usize, Point)>,
}

fn playable() -> impl Strategy<Value = Playable> {
    prop::collection::vec((any::<Index>(), 0..81u8), 1..40).prop_map(|wanted| {
        let mut nodes: Vec<(usize, Point)> = Vec::new();
        for (parent, point) in wanted {
            // Mostly continues the last node, so that lines grow long.
            let at = parent.index(nodes.len() + 1);
            let parent = if point % 3 > 0 { nodes.len() } else { at };
            let point = Point::new(point % 9, point / 9);
            let mut before = std::iter::successors(Some(parent), |at| (*at > 0).then(|| nodes[at - 1].0));
            let taken = before.any(|at| at > 0 && nodes[at - 1].1 == point);
            let twin = nodes.contains(&(parent, point));
            if !taken && !twin {
                nodes.push((parent, point));
            }
        }
        Playable { nodes }
    })
}

impl Playable {
    /// The game as a file, with comments and unknown properties.
    fn write(&self) -> String {
        let mut text = String::from("(;GM[4]SZ[9]PB[a\\]b]XX[kept]");
        self.write_children(0, 0, &mut text);
        text + "\n)\n"
    }

    fn write_children(&self, at: usize, depth: usize, text: &mut String) {
        let children: Vec<usize> = (1..=self.nodes.len()).filter(|node| self.nodes[node - 1].0 == at).collect();
        for &child in &children {
            let point = self.nodes[child - 1].1;
            let letters = [point.x(), point.y()].map(|at| char::from(b'a' + at));
            let bracket = if children.len() > 1 { ["\n(", ")"] } else { ["", ""] };
            *text += bracket[0];
            let name = ["B", "W"][depth % 2];
            *text += &format!(";{name}[{}{}]C[node {child}\\]]ZZ[][{depth}]", letters[0], letters[1]);
            self.write_children(child, depth + 1, text);
            *text += bracket[1];
        }
    }
}

fn lines(source: &SgfFile) -> Vec<Game> {
    (0..source.lines().len()).map(|number| source.line(number).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn playing_on_in_any_line_only_adds_to_the_file(
        wanted in playable(),
        line in any::<Index>(),
        keep in any::<Index>(),
        more in prop::collection::vec(0..81u8, 0..6),
    ) {
        let text = wanted.write();
        let (mut source, _) = SgfFile::read(text.as_bytes(), FREESTYLE, false).unwrap();
        let leaf = *line.get(&source.lines());
        source.look_at(leaf).unwrap();
        let mut game = source.game().clone();
        game.moves.truncate(keep.index(game.moves.len() + 1));
        for at in more {
            let point = Point::new(at % 9, at / 9);
            if game.points().all(|taken| taken != point) {
                game.moves.push(Move::new(point));
            }
        }
        let new = source.with(&game);
        let written = new.file().write();
        prop_assert!(only_adds(text.as_bytes(), &written));
        let (read, _) = SgfFile::read(&written, FREESTYLE, false).unwrap();
        let (old, new) = (lines(&source), lines(&read));
        let begins = |short: &Game, long: &Game| {
            long.moves.len() >= short.moves.len()
                && short.moves.iter().zip(&long.moves).all(|(a, b)| a == b)
        };
        for line in &old {
            prop_assert!(new.iter().any(|other| begins(line, other)), "{:?}", line);
        }
        let there = |line: &Game| game.points().zip(line.points()).all(|(a, b)| a == b);
        prop_assert!(new.iter().any(|line| line.moves.len() >= game.moves.len() && there(line)));
        prop_assert!(new.len() <= old.len() + 1);
    }
}
