//! The formats that games are written in, by the ends of file names.
//!
//! | name | format |
//! |---|---|
//! | `.sgf`, `.psq` | records that are read and written back with everything in them ([`Format`]) |
//! | `.lib` | a RenLib library: variations, comments, labels |
//! | `.txt` | a record of the Chinese computer games championship |

use super::sgf::{tree::Tree, tree_of};
use super::source::{Source, Written, without_comments};
use super::{Format, Game, Note, WriteError, ccgc, renlib};
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saved {
    /// SGF or .psq.
    Record(Format),
    /// A RenLib library.
    Library,
    /// A CCGC record.
    Contest,
}

/// The ends of names, for messages.
pub const ENDINGS: &str = ".sgf, .psq, .lib (RenLib) or .txt (CCGC)";

impl Saved {
    pub fn of_name(path: &Path) -> Option<Saved> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "lib" => Some(Saved::Library),
            "txt" => Some(Saved::Contest),
            _ => Format::of_name(path).map(Saved::Record),
        }
    }

    /// The loaded file with the game in it if it has this format, otherwise a new one.
    pub fn write(self, game: &Game, source: Option<&Source>) -> Result<Written, WriteError> {
        let tree = || match source {
            Some(Source::Sgf(source)) => Some(source.with(game).tree().clone()),
            _ => None,
        };
        match (self, source) {
            (Saved::Record(format), Some(source)) if source.format() == format => Ok(source.with(game)),
            (Saved::Record(format), _) => format.fresh(game, source),
            (Saved::Library, _) => {
                let mut notes = vec![Note::LibRule { rule: game.rule }];
                notes.extend(lost_in_a_library(game));
                let bytes = match tree().map(|tree| renlib::write(&tree, game.size)) {
                    Some(Ok(bytes)) => bytes,
                    other => {
                        let why = other.and_then(Result::err);
                        notes.extend(why.map(|why| Note::LibOnlyLine { why: why.into() }));
                        renlib::write(&tree_of(game), game.size)?
                    }
                };
                Ok(Written { bytes, notes })
            }
            (Saved::Contest, _) => contest(game, tree().as_ref()),
        }
    }
}

/// A note on names and a result, which a library cannot hold.
fn lost_in_a_library(game: &Game) -> Option<Note> {
    let has_names = game.players.iter().any(|name| !name.is_empty());
    let has_result = game.has_result_of_its_own();
    match (has_names, has_result) {
        (true, true) => Some(Note::LibNamesAndResult),
        (true, false) => Some(Note::LibNames),
        (false, true) => Some(Note::LibResult),
        (false, false) => None,
    }
}

/// A CCGC record, with date, place and event of an SGF tree.
fn contest(game: &Game, tree: Option<&Tree>) -> Result<Written, WriteError> {
    let text = |name: &str| tree.and_then(|tree| tree.text(tree.root(), name)).unwrap_or_default();
    let details = ["DT", "PC", "EV"].map(text);
    let bytes = ccgc::write(game, [&details[0], &details[1], &details[2]])?;
    let mut notes = vec![Note::ContestRule { rule: game.rule }];
    notes.extend(without_comments(game));
    if tree.is_some_and(|tree| tree.leaves().len() > 1) {
        notes.push(Note::NoVariations);
    }
    Ok(Written { bytes, notes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defaults::Defaults;
    use crate::games::open;

    fn opened(text: &str) -> (Game, Option<Source>) {
        let opened = open(text.as_bytes(), Defaults::default(), false).unwrap();
        (opened.game, opened.source)
    }

    const TREE: &str = "(;GM[4]SZ[15]RU[renju]PB[A]PW[C]RE[W+]DT[2017-08-01]PC[place]EV[2017 CCGC]\
        ;B[jf](;W[lf]C[why])(;W[kg]))";

    #[test]
    fn names_tell_the_format() {
        let of = |name: &str| Saved::of_name(Path::new(name));
        assert_eq!(of("a.LIB"), Some(Saved::Library));
        assert_eq!(of("C5-a vs b.txt"), Some(Saved::Contest));
        assert_eq!(of("a.psq"), Some(Saved::Record(Format::Psq)));
        assert_eq!((of("a.doc"), of("lib")), (None, None));
    }

    #[test]
    fn a_contest_record_keeps_names_result_and_place() {
        let (game, source) = opened(TREE);
        let written = Saved::Contest.write(&game, source.as_ref()).unwrap();
        let (text, _, _) = encoding_rs::GB18030.decode(&written.bytes);
        let expected = "{[C5][A B][C W][后手胜][2017.08.01 place][2017 CCGC];B(J,10);W(L,10)}";
        assert_eq!(text, expected);
        assert_eq!(written.notes.len(), 3);
        let again = open(&written.bytes, game.rule.into(), false).unwrap().game;
        assert_eq!((again.moves_text(), &again.players), (game.moves_text(), &game.players));
        assert_eq!(again.ending.unwrap().winner, game.ending.unwrap().winner);
        let (won, _) = opened("h8 a1 i8 a2 j8 a3 k8 a4 l8");
        let written = Saved::Contest.write(&won, None).unwrap().bytes;
        let won = open(&written, won.rule.into(), false).unwrap().game;
        assert_eq!(won.ending.unwrap().winner, Some(tengen_core::board::Colour::Black));
        let (odd, _) = opened("(;GM[4]SZ[19]PB[a \\[b\\]];B[hh])");
        assert!(Saved::Contest.write(&odd, None).unwrap_err().to_string().contains("15x15, not 19x19"));
        let (set_up, _) = opened("(;GM[4]SZ[15]AB[aa];B[hh])");
        assert!(Saved::Contest.write(&set_up, None).unwrap_err().to_string().contains("set up"));
    }

    #[test]
    fn a_library_keeps_variations_and_comments() {
        let (mut game, source) = opened(TREE);
        game.moves.push(crate::Move::new(tengen_core::board::Point::new(0, 0)));
        let written = Saved::Library.write(&game, source.as_ref()).unwrap();
        assert!(written.notes[0].to_string().contains("renju"));
        let again = open(&written.bytes, Defaults::default(), false).unwrap();
        assert_eq!(again.game.moves_text(), "j10l10a15");
        let lines = again.source.unwrap();
        assert_eq!(lines.lines(), 2);
        assert!(String::from_utf8(lines.with(&again.game).bytes).unwrap().contains("C[why]"));
        let quest = "(;GM[4]FF[4]SZ[15];QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])";
        for odd in [quest, "(;GM[4]SZ[15]B[hh];W[ig])"] {
            let (game, source) = opened(odd);
            let written = Saved::Library.write(&game, source.as_ref()).unwrap();
            assert!(written.notes[1].to_string().starts_with("only this line"), "{:?}", written.notes);
            let again = open(&written.bytes, Defaults::default(), false).unwrap();
            assert_eq!(again.game.moves_text(), game.moves_text());
        }
        let (plain, _) = opened("h8i9");
        let written = Saved::Library.write(&plain, None).unwrap();
        assert_eq!(open(&written.bytes, Defaults::default(), false).unwrap().game.moves, plain.moves);
    }

    #[test]
    fn what_a_new_file_cannot_hold_is_named() {
        let notes = |saved: Saved, text: &str| {
            let (game, source) = opened(text);
            let notes = saved.write(&game, source.as_ref()).unwrap().notes;
            notes[1..].iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        let psq = Saved::Record(Format::Psq);
        for (moves, lost) in [
            ("RE[B+R];B[jf];W[lf]C[why]", "without the result: .psq has no room for it; without the comments"),
            ("RE[W+];B[jf];W[lf]", "without the result: .psq has no room for it"),
            ("RE[0];B[jf];W[lf]", "without the result: .psq has no room for it"),
            ("RE[?];B[jf];W[lf]", ""),
        ] {
            assert_eq!(notes(psq, &format!("(;GM[4]SZ[15]{moves})")), lost, "{moves}");
        }
        let gomocup = "Piskvorky 15x15, 11:11, 0\n8,8,1\nA\nB\n-1\n1,Renju_1\n";
        let (game, source) = opened(gomocup);
        assert!(psq.write(&game, source.as_ref()).unwrap().notes.is_empty());
        let won = "(;GM[4]SZ[15]RE[B+];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
        assert_eq!((notes(psq, won), notes(Saved::Library, won)), (String::new(), String::new()));
        assert_eq!(notes(Saved::Contest, "(;GM[4]SZ[15]RE[B+R];B[jf]C[why];W[lf])"), "without the comments");
    }

    #[test]
    fn a_file_of_the_same_format_is_written_back_as_it_was() {
        let (game, source) = opened(TREE);
        let saved = Saved::Record(Format::Sgf).write(&game, source.as_ref()).unwrap();
        assert_eq!(saved.bytes, TREE.as_bytes());
        let fresh = Saved::Record(Format::Psq).write(&game, source.as_ref()).unwrap();
        assert!(fresh.bytes.starts_with(b"Piskvorky 15x15"));
    }
}
