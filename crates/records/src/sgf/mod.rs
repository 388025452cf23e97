//! Smart Game Format (`FF[4]`, `GM[4]` "Gomoku and Renju"; specification by Arno Hollosi).
//!
//! ```text
//! (;FF[4]GM[4]CA[UTF-8]AP[tengen:0.1.0]SZ[15]RU[renju]PB[Black]PW[White]RE[B+]GC[five]
//! ;B[hh]C[120 ms
//! depth 9 score +35];W[ih]C[95 ms])
//! ```
//!
//! Other games are named by `RU` ([`OtherGame::name`](super::OtherGame::name)), one stone per node. A point is column and
//! row, counted from `a` at the top left, with `A` after `z`. `SZ[30:20]` is a board of 30 columns and 20 rows. `GC`
//! holds the reason for the result; `RE` ends in `R` for resignation, in `T` for time and in `F` for forbidden moves and
//! program failures. A comment starts with the time in milliseconds, if known.
//!
//! - [`tree`]: a complete file, with all variations and properties, written back byte for byte; `parse` and `write` are
//!   its two directions, [`charset`] its encoding; [`trees`]: the games of a long file, one by one;
//! - [`view`]: a line of play of a tree as a [`Game`]; [`label`]: the game type;
//! - `more`: properties without a counterpart in [`Game`], copied from tree to tree;
//! - [`source`]: a loaded file in which the game is continued.
//!
//! The parser is our own. Of the available parsers, `sgf-parse` 4 keeps unknown properties, but only accepts UTF-8 and
//! normalizes blanks, line ends and old property names; `sgf-parser` 3 only knows Go's properties.

pub mod charset;
pub mod label;
mod more;
mod parse;
pub mod source;
pub mod tree;
pub mod trees;
pub mod view;
mod write;

pub(crate) use parse::begins_at;

use super::defaults::Defaults;
use super::{Ending, Game, Move, ReadError, Reason};
use tengen_core::board::{BoardSize, Colour, Point};
use tree::{Collection, NodeId, Tree};

const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Reads the main line of each game of a file.
pub fn read(text: &str, defaults: impl Into<Defaults>) -> Result<Vec<Game>, ReadError> {
    view::games(&Collection::parse(text.as_bytes())?, defaults.into())
}

/// Writes a game; the concatenation of several is a valid file.
pub fn write(game: &Game) -> String {
    let mut file = Collection::of(tree_of(game));
    file.tail = b"\n".to_vec();
    String::from_utf8(file.write()).expect("a file made of text")
}

/// A game as a tree without variations.
pub fn tree_of(game: &Game) -> Tree {
    let mut tree = Tree::default();
    let root = tree.root();
    let mut add = |key: &str, value: &str| tree.set(root, key, &[value]);
    add("FF", "4");
    add("GM", "4");
    add("CA", "UTF-8");
    add("AP", concat!("tengen:", env!("CARGO_PKG_VERSION")));
    add("SZ", &size(game.size));
    match game.other {
        None => add("RU", &game.rule.to_string()),
        Some(other) => add("RU", other.name()),
    }
    add("PB", &game.players[0]);
    add("PW", &game.players[1]);
    if let Some(ending) = game.ending {
        set_ending(&mut tree, ending);
    }
    set_up(&mut tree, game);
    let mut at = root;
    for number in 0..game.moves.len() {
        at = add_move(&mut tree, at, game.side(number), &game.moves[number]);
    }
    tree
}

fn set_ending(tree: &mut Tree, ending: Ending) {
    let root = tree.root();
    tree.set(root, "RE", &[&result(ending)]);
    tree.set(root, "GC", &[&ending.reason.to_string()]);
}

/// Writes the setup stones, and the side to move if there are setup stones or it is not black.
fn set_up(tree: &mut Tree, game: &Game) {
    let root = tree.root();
    for (name, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
        let stones = game.setup.iter().filter(|stone| stone.colour == colour);
        let points: Vec<String> = stones.map(|stone| letters(stone.point)).collect();
        let points: Vec<&str> = points.iter().map(String::as_str).collect();
        if !points.is_empty() {
            tree.set(root, name, &points);
        }
    }
    if !game.setup.is_empty() || game.first != Colour::Black {
        tree.set(root, "PL", &[letter(game.first)]);
    }
}

/// Adds a node with a move of `side` as a child of `at`.
pub fn add_move(tree: &mut Tree, at: NodeId, side: Colour, made: &Move) -> NodeId {
    let node = tree.add_child(at);
    tree.set(node, letter(side), &[&letters(made.point)]);
    let comment = comment(made);
    if !comment.is_empty() {
        tree.set(node, "C", &[&comment]);
    }
    node
}

/// The property name of a move: `B` or `W`.
pub(super) fn letter(colour: Colour) -> &'static str {
    ["B", "W"][colour.index()]
}

fn size(size: BoardSize) -> String {
    match (size.width(), size.height()) {
        (side, height) if side == height => side.to_string(),
        (width, height) => format!("{width}:{height}"),
    }
}

pub(super) fn letters(point: Point) -> String {
    let letter = |at: u8| char::from(LETTERS[at as usize]);
    [letter(point.x()), letter(point.y())].iter().collect()
}

fn result(ending: Ending) -> String {
    let side = match ending.winner {
        None => return "0".into(),
        Some(Colour::Black) => "B+",
        Some(Colour::White) => "W+",
    };
    let how = match ending.reason {
        Reason::Time => "T",
        Reason::Resignation => "R",
        Reason::Forbidden(_) => "F",
        reason if reason.is_fault() => "F",
        _ => "",
    };
    format!("{side}{how}")
}

fn comment(made: &Move) -> String {
    match (made.time, made.comment.as_str()) {
        (None, comment) => comment.into(),
        (Some(time), "") => format!("{time} ms"),
        (Some(time), comment) => format!("{time} ms\n{comment}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::{Rule, Variant};

    const FREESTYLE: Rule = Rule::new(Variant::Freestyle);

    fn one(text: &str) -> Game {
        read(text, FREESTYLE).unwrap().remove(0)
    }

    #[test]
    fn the_main_line_of_a_file_with_variations() {
        let text = "a note\n(;GM[4]SZ[30:20]RU[4]PB[a\\]b]RE[W+T](;B[aa]C[first](;W[Dt])(;W[bb]C[no ) no]))(;B[cc]))";
        let game = one(text);
        assert_eq!((game.size.width(), game.size.height()), (30, 20));
        assert_eq!(game.rule, Rule::new(Variant::Renju));
        assert_eq!(game.players, ["a]b", ""]);
        assert_eq!(game.points().collect::<Vec<_>>(), [Point::new(0, 0), Point::new(29, 19)]);
        assert_eq!(game.moves[0].comment, "first");
        assert_eq!(game.ending, Some(Ending::won(Colour::White, Reason::Time)));
    }

    /// The format of the site: no `GM`, a result that only names the side, and a last move that is not a point.
    #[test]
    fn a_game_of_little_golem() {
        let game = one(
            "(;FF[4]EV[x.mc.2010.oct.1.11]PB[A b]PW[c]SZ[15]RE[B]GC[ game #1254910]SO[http://www.littlegolem.com];B[hh];W[ig];B[gg];W[resign])",
        );
        assert_eq!(game.moves_text(), "h8i9g9");
        assert_eq!(game.players, ["A b", "c"]);
        assert_eq!(game.ending.unwrap().winner, Some(Colour::Black));
    }

    #[test]
    fn a_resignation_is_written_as_it_was_read() {
        for result in ["B+R", "B+Resign"] {
            let game = one(&format!("(;SZ[15]RE[{result}]GC[a friendly game];B[hh];W[ig])"));
            assert_eq!(game.ending, Some(Ending::won(Colour::Black, Reason::Resignation)));
            let written = write(&game);
            assert!(written.contains("RE[B+R]"), "{written}");
            assert_eq!(one(&written), game);
        }
    }

    #[test]
    fn stones_set_up_are_no_moves() {
        let game = one("(;SiZe[15]AB[hh][ii]AW[hi];W[aa])");
        assert_eq!((game.moves_text().as_str(), game.setup.len()), ("a15", 3));
        let game = one("(;SZ[15]AB[aa:cc][dd]AE[bb][ba:bc]PL[B])");
        assert_eq!((game.setup.len(), game.to_move()), (7, Colour::Black));
        assert_eq!(one("(;SZ[15]AB[hh])").to_move(), Colour::White);
        assert_eq!(one("(;SZ[15]AB[hh]PL[b])").to_move(), Colour::Black);
        assert_eq!(one("(;SZ[15]AB[hh];B[ii])").to_move(), Colour::White);
        assert_eq!(one(&write(&game)), game);
    }

    #[test]
    fn stones_set_up_in_the_middle_make_a_new_beginning() {
        let game = one("(;SZ[15];B[aa];W[bb];AE[aa]PL[W]AW[cc];W[dd];B[ee])");
        assert_eq!((game.moves_text().as_str(), game.setup.len()), ("d12e11", 2));
        assert_eq!((game.first, game.side(1)), (Colour::White, Colour::Black));
    }

    #[test]
    fn a_game_labelled_go_is_read_unless_it_is_go() {
        assert_eq!(one("(;GM[1]SZ[15];B[aa])").moves.len(), 1);
        let error = |text: &str| read(text, FREESTYLE).unwrap_err().to_string();
        for go in ["KM[6.5]", "HA[2]", "RU[Japanese]"] {
            let text = error(&format!("(;GM[1]SZ[19]{go};B[aa])"));
            assert!(text.contains(go) && text.contains("GM[4]"), "{text}");
        }
    }

    #[test]
    fn a_game_without_a_size_has_the_smallest_usual_board_it_fits_on() {
        let sides = |text: &str| {
            let size = one(text).size;
            [size.width(), size.height()]
        };
        assert_eq!(sides("(;GM[4];B[hh])"), [15, 15]);
        assert_eq!(sides("(;GM[4];B[hh](;W[ii])(;W[is]))"), [19, 19]);
        assert_eq!(sides("(;GM[4]AW[ta];B[hh])"), [20, 20]);
        assert_eq!(sides("(;GM[1];B[hh])"), [19, 19], "as in Go");
        let nine = BoardSize::square(9);
        let chosen = Defaults { size: nine, ..Defaults::default() };
        assert_eq!(read("(;B[hh])", chosen).unwrap()[0].size, nine.unwrap());
        assert!(read("(;B[jj])", chosen).is_err());
    }

    #[test]
    fn a_pass_changes_the_side_to_move() {
        let game = one("(;SZ[15];B[hh];W[];B[ig])");
        assert_eq!((game.setup.len(), game.moves_text()), (1, "i9".into()));
        assert_eq!((game.first, game.to_move()), (Colour::Black, Colour::White));
        let last = one("(;SZ[15];B[hh];W[ig];B[tt])");
        assert_eq!((last.setup.len(), last.to_move()), (2, Colour::White));
        let two = one("(;SZ[15];B[hh];W[ig];B[];W[])");
        assert_eq!((two.moves_text().as_str(), two.to_move()), ("h8i9", Colour::Black));
        assert_eq!(one("(;SZ[15];B[];W[hh])").first, Colour::White);
        let error = |text: &str| read(text, FREESTYLE).unwrap_err().to_string();
        assert_eq!(one("(;SZ[15];B[hh];W[];W[ig])").moves_text(), "h8i9");
        let drawn = read("(;SZ[15]RU[renju];B[hh];W[];B[])", FREESTYLE).unwrap().remove(0);
        assert_eq!(drawn.ending, Some(Ending::drawn(Reason::Passes)));
        assert_eq!(drawn.moves_text(), "h8");
        assert!(error("(;SZ[15]RU[renju];B[hh];W[];B[];W[ig])").contains("W[ig]: two passes end"));
    }

    #[test]
    fn a_move_out_of_turn_is_read_as_if_the_other_side_had_passed() {
        let game = one("(;SZ[15];W[hh];B[ig];W[gg])");
        assert_eq!((game.setup.len(), game.moves_text().as_str()), (0, "h8i9g9"));
        assert_eq!((game.first, game.to_move()), (Colour::White, Colour::Black));
        assert_eq!(one(&write(&game)), game);
        let game = one("(;SZ[15];B[hh];B[ig];W[gg])");
        assert_eq!((game.setup.len(), game.moves_text().as_str()), (1, "i9g9"));
        assert_eq!((game.first, game.to_move()), (Colour::Black, Colour::Black));
        let game = one("(;SZ[15]PL[B];W[hh];W[ig];W[gg];B[aa])");
        assert_eq!((game.setup.len(), game.moves_text().as_str()), (2, "g9a15"));
        assert!(game.setup.iter().all(|stone| stone.colour == Colour::White));
        let game = one("(;SZ[15];B[hh];W[ig];B[gg];B[resign])");
        assert_eq!((game.setup.len(), game.moves_text().as_str()), (0, "h8i9g9"));
        let passed = one("(;SZ[15]RU[renju];B[hh];B[];W[ig])");
        assert_eq!((passed.ending, passed.moves_text().as_str()), (None, "i9"));
        let two = one("(;SZ[15];B[hh]B[ig];W[gg]W[aa])");
        assert_eq!((two.setup.len(), two.moves_text().as_str()), (3, "a15"));
    }

    #[test]
    fn sabakis_games_of_five_in_a_row_are_read_in_spite_of_their_komi() {
        let head = "GM[1]FF[4]CA[UTF-8]AP[Sabaki:0.52.2]KM[6.5]SZ[15]DT[2026-11-28]";
        assert_eq!(one(&format!("(;{head};B[hh];W[ig];B[gg])")).moves_text(), "h8i9g9");
        let played = head.replace("AP[Sabaki:0.52.2]", "PW[Tengen 0.1.0]");
        assert_eq!(one(&format!("(;{played};B[hh];W[ig])")).moves.len(), 2);
        let other = head.replace("AP[Sabaki:0.52.2]", "");
        let five = "B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae]";
        assert_eq!(one(&format!("(;{other};{five})")).moves.len(), 9);
        let is_go = |head: &str, rest: &str| {
            let error = read(&format!("(;{head};{rest})"), FREESTYLE).unwrap_err().to_string();
            assert!(error.contains("says Go"), "{head} {rest}: {error}");
        };
        is_go(&other, "B[hh];W[ig]");
        is_go(&head.replace("SZ[15]", ""), "B[hh]");
        for sign in ["HA[2]AB[dd][pp]PL[W]", "RU[Japanese]", "RE[B+12.5]", "TB[aa]", "AW[aa]"] {
            is_go(&(head.to_string() + sign), "B[hh];W[ig]");
        }
        is_go(head, "B[hh];W[ig];AE[hh]");
        for moves in ["B[hh];W[];B[gg]", "W[hh];B[];W[gg]", "W[hh];B[ig]", "B[hh];W[ig];B[gg];B[hg]", "B[hh];W[]"] {
            assert!(read(&format!("(;{head};{moves})"), FREESTYLE).is_ok(), "{moves}");
            is_go(&other, moves);
        }
        is_go(head, "B[hh];W[ig];B[hh]"); // after a capture
        is_go(head, &format!("{five};W[oo]")); // five in a row was over
    }

    #[test]
    fn stones_in_the_properties_of_one_server_are_moves() {
        let file = "(;GM[4]FF[4]SZ[15];QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])";
        assert_eq!(one(file).moves_text(), "h8h9j10i9g9i7");
        let error = |text: &str| read(text, FREESTYLE).unwrap_err().to_string();
        assert!(error(&file.replace("hg", "h9")).contains("is not a list of points"));
        assert!(error(&file.replace("hg", "hh")).contains("already taken"));
        let game = one(&file.replace("B[gg];", ""));
        assert_eq!((game.setup.len(), game.moves_text(), game.first), (4, "i7".into(), Colour::White));
    }

    #[test]
    fn several_games_in_one_file() {
        let games = read("(;SZ[15];B[hh])\n(;SZ[9])\n", FREESTYLE).unwrap();
        assert_eq!((games.len(), games[1].size.width()), (2, 9));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = |text: &str| read(text, FREESTYLE).unwrap_err().to_string();
        assert_eq!(error(""), "line 1: no game here; one begins with \"(;\"");
        assert_eq!(error("(;GM[2]SZ[15])"), "line 1: GM[2] is another game; Gomoku and Renju are GM[4]");
        assert_eq!(error("(;SZ[15x15])"), "line 1: SZ[15x15] is not a size; sizes look like 15 or 30:20");
        assert_eq!(error("(;SZ[4])"), "line 1: a board of 4x4: sides go from 5 to 32");
        assert_eq!(error("(;SZ[15]\n;B[pa])"), "line 2: B[pa]: point off the board");
        assert_eq!(error("(;SZ[15]\n;B[aa]\n;W[aa])"), "line 3: W[aa]: point already taken");
        assert_eq!(error("(;SZ[15];B[h8])"), "line 1: B[h8] is not a point; points look like hh");
        assert_eq!(error("(;SZ[15]PL[x])"), "line 1: PL[x] is not a side; PL is B or W");
        assert_eq!(error("(;SZ[15]\n;B[aa"), "line 2: a \"[\" has no \"]\"");
        assert_eq!(error("(;SZ[15];B[aa]"), "line 1: the game breaks off: no \")\"");
        assert_eq!(error("(;SZ[15];B)"), "line 1: B has no value in brackets");
        assert_eq!(error("(;SZ[15]+)"), "line 1: unexpected '+'");
        assert_eq!(error("(;SZ[15]7)"), "line 1: 7 has no value in brackets");
    }
}
