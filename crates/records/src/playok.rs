//! Records of PlayOK, formerly Kurnik.
//!
//! ```text
//! [Site "PlayOK"]
//! [Black "anna"]              the first seat
//! [White "bert"]              the second seat
//! [Result "0-1"]              for the first seat and the second
//! [GameType "61,15"]          the kind of game, and the board size; 61: exactly five wins
//!
//! 1. h8 i9 2. j8 black 3. i7 i8 4. g8 j9 0-1
//! ```
//!
//! Entries belong to the seats in turn, stones are black and white in turn. `black` or `white` is the colour that a seat
//! takes after the stones of the opening, `--` is an entry without a stone. So the player of the first seat may play
//! white, and the result is for the seats. In renju only the first seat has placed the first three stones, each followed
//! by `--`. Then the sixth and the seventh entry, not counting `--`, are the fifth stones that are offered, and the eighth
//! is the one that stays:
//!
//! ```text
//! 1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 6. i7 i7 7. -- g7
//! ```

use super::defaults::{Assumed, Defaults};
use super::heads;
use super::moves::{Turn, board_size, is_points, points_on, without_comments};
use super::{Ending, Game, Move, Note, ReadError, Reason};
use tengen_core::board::{BoardSize, Colour, Point};
use tengen_core::message::Quoted;
use tengen_core::rules::opening::OpeningError;
use tengen_core::rules::{Rule, Variant};

/// The words of the site's names.
const SITES: [&str; 2] = ["playok", "kurnik"];
/// The kind of game in which exactly five wins.
const STANDARD: &str = "61";
/// Results, with the winning seat.
const RESULTS: [(&str, Option<Option<usize>>); 7] = [
    ("1-0", Some(Some(0))),
    ("0-1", Some(Some(1))),
    ("1/2-1/2", Some(None)),
    ("0.5-0.5", Some(None)),
    ("*", None),
    ("?", None),
    ("", None),
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub game: Game,
    pub assumed: Assumed,
    /// Notes on parts that were skipped or are not understood.
    pub notes: Vec<Note>,
}

/// What a seat did in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ListEntry<'a> {
    Stone(&'a str),
    Choice(Colour),
    Nothing,
}

/// The entries of a record and the result behind them.
#[derive(Default)]
struct ListEntries<'a> {
    all: Vec<ListEntry<'a>>,
    result: Option<&'a str>,
}

/// Whether `text` is a record of the site: its heads name it, or a colour is chosen between its moves.
pub(super) fn is(text: &str) -> bool {
    let site = heads::head(text, "Site").unwrap_or_default().to_ascii_lowercase();
    if SITES.iter().any(|name| site.contains(name)) || heads::head(text, "GameType").is_some() {
        return true;
    }
    let is_choice = |entry: &ListEntry| matches!(entry, ListEntry::Choice(_));
    let stones = |entries: &[ListEntry]| entries.iter().filter(|entry| matches!(entry, ListEntry::Stone(_))).count();
    let entries = without_heads(text).and_then(|text| {
        ListEntries::of(&text).map(|entries| {
            let choices = entries.all.iter().filter(|entry| is_choice(entry)).count();
            choices == 1 && stones(&entries.all) > 1 && !is_choice(&entries.all[0])
        })
    });
    entries.unwrap_or(false)
}

pub fn read(text: &str, defaults: Defaults) -> Result<Record, ReadError> {
    let moves = without_heads(text)?;
    let entries = ListEntries::of(&moves)?;
    let kind = GameKind::of(text)?;
    let is_renju = kind.number != Some(STANDARD) && entries.all.get(1) == Some(&ListEntry::Nothing);
    let mut stones = Stones::of(&entries.all, is_renju)?;
    let names: Vec<Turn> = stones.all.iter().map(|(_, name)| Turn::Named((*name).into())).collect();
    if names.is_empty() {
        return Err(ReadError::NoMoves);
    }
    let size = kind.size.unwrap_or_else(|| board_size(&names, defaults));
    let points: Vec<Point> = points_on(&names, size)?.into_iter().flatten().collect();
    let black = stones.black_seat()?;
    let named = match kind.number {
        Some(STANDARD) => Some(Rule::new(Variant::Standard)),
        _ => is_renju.then_some(Rule::new(Variant::Renju)),
    };
    let rule = named.unwrap_or(defaults.rule());
    if let (Some(given), None) = (heads::head(text, "GameType"), named) {
        stones.notes.push(Note::UnknownRule { what: format!("GameType {given:?}"), rule });
    }
    let mut players = heads::players(text);
    if black == 1 {
        players.swap(0, 1);
    }
    let mut game = Game::new(size, rule, players);
    game.moves = points.into_iter().map(Move::new).collect();
    let winner = result(heads::head(text, "Result"), entries.result)?;
    game.ending = winner.map(|seat| Ending {
        winner: seat.map(|seat| Colour::BOTH[usize::from(seat != black)]),
        reason: Reason::Unknown,
    });
    let assumed = Assumed {
        rule: named.is_none() && defaults.rule.is_none(),
        board: kind.size.is_none() && defaults.size.is_none(),
    };
    Ok(Record { game, assumed, notes: stones.notes })
}

fn without_heads(text: &str) -> Result<String, ReadError> {
    let lines = text.lines().filter(|line| !heads::is_head(line));
    without_comments(&lines.collect::<Vec<_>>().join("\n"))
}

/// The winning seat; the inner `None` is a draw, the outer one an unknown result.
fn result(head: Option<&str>, last: Option<&str>) -> Result<Option<Option<usize>>, ReadError> {
    let winner = |text: &str| {
        let text = text.replace('½', "1/2").replace(' ', "");
        let known = RESULTS.iter().find(|(known, _)| *known == text);
        known.map(|(_, winner)| *winner).ok_or(ReadError::ResultLike { what: Quoted(text) })
    };
    let (head, last) = (winner(head.unwrap_or_default())?, winner(last.unwrap_or_default())?);
    match (head, last) {
        (Some(head), Some(last)) if head != last => Err(ReadError::ResultHead),
        _ => Ok(head.or(last)),
    }
}

/// The game type: `61,15`.
#[derive(Default)]
struct GameKind<'a> {
    number: Option<&'a str>,
    size: Option<BoardSize>,
}

impl GameKind<'_> {
    fn of(text: &str) -> Result<GameKind<'_>, ReadError> {
        let Some(given) = heads::head(text, "GameType") else { return Ok(GameKind::default()) };
        let mut parts = given.split(',').map(str::trim);
        let number = parts.next();
        let side = |side: &str| {
            let side = side.parse().map_err(|_| ReadError::GameType { what: Quoted(given.into()) })?;
            BoardSize::checked(side, side).map_err(ReadError::from)
        };
        Ok(GameKind { number, size: parts.next().map(side).transpose()? })
    }
}

impl<'a> ListEntries<'a> {
    fn of(text: &'a str) -> Result<ListEntries<'a>, ReadError> {
        let mut entries = ListEntries::default();
        for word in text.split_whitespace() {
            let wrong = || ReadError::NoMove { word: Quoted(word.into()) };
            if entries.result.is_some() {
                return Err(wrong());
            }
            match entries.without_number(word)? {
                "" => {}
                "--" => entries.all.push(ListEntry::Nothing),
                word if word.eq_ignore_ascii_case("black") => {
                    entries.all.push(ListEntry::Choice(Colour::Black));
                }
                word if word.eq_ignore_ascii_case("white") => {
                    entries.all.push(ListEntry::Choice(Colour::White));
                }
                word if is_point(word) => entries.all.push(ListEntry::Stone(word)),
                word if result(None, Some(word)).is_ok() => entries.result = Some(word),
                _ => return Err(wrong()),
            }
        }
        Ok(entries)
    }

    /// The rest of a word behind its move number, which must be that of the next entry of the first seat.
    fn without_number<'w>(&self, word: &'w str) -> Result<&'w str, ReadError> {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &word[..word.len() - rest.len()];
        let Some(rest) = rest.strip_prefix('.').filter(|_| !number.is_empty()) else { return Ok(word) };
        let expected = self.all.len() / 2 + 1;
        if self.all.len() % 2 == 1 || number.parse() != Ok(expected) {
            return Err(ReadError::EntryNumber { number: number.into(), n: self.all.len() });
        }
        Ok(rest)
    }
}

fn is_point(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    is_points(word) && !word.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
}

/// The stones of a record with the seats that placed them.
struct Stones<'a> {
    all: Vec<(usize, &'a str)>,
    /// The seat that chose a colour, the colour, and the number of stones at that time.
    choice: Option<(usize, Colour, usize)>,
    /// The stone that stays of those that were offered; the other side has placed it.
    kept: Option<usize>,
    /// The number of stones before the last entry without one.
    before_gap: Option<usize>,
    notes: Vec<Note>,
}

impl<'a> Stones<'a> {
    fn of(entries: &[ListEntry<'a>], is_renju: bool) -> Result<Stones<'a>, ReadError> {
        let mut stones = Stones { all: Vec::new(), choice: None, kept: None, before_gap: None, notes: Vec::new() };
        let mut offered = Vec::new();
        let mut number = 0;
        for (place, entry) in entries.iter().enumerate() {
            let seat = place % 2;
            number += usize::from(*entry != ListEntry::Nothing);
            match *entry {
                ListEntry::Nothing => stones.before_gap = Some(stones.all.len()),
                ListEntry::Choice(_) if is_renju && number != 4 => return Err(misplaced(number)),
                ListEntry::Stone(_) if is_renju && number == 4 => return Err(misplaced(number)),
                ListEntry::Choice(_) if stones.choice.is_some() => return Err(ReadError::ColourTwice),
                ListEntry::Choice(colour) => stones.choice = Some((seat, colour, stones.all.len())),
                ListEntry::Stone(name) if is_renju && (6..=7).contains(&number) => offered.push(name),
                ListEntry::Stone(name) => {
                    if is_renju && number == 8 {
                        if !offered.iter().any(|offer| offer.eq_ignore_ascii_case(name)) {
                            return Err(OpeningError::NotOffered { point: name.into() }.into());
                        }
                        stones.kept = Some(stones.all.len());
                    }
                    stones.all.push((seat, name));
                }
            }
        }
        if !offered.is_empty() && stones.kept.is_none() {
            stones.notes.push(Note::OfferedOnly { what: offered.join(" ") });
        }
        Ok(stones)
    }

    /// The seat that plays black in the end.
    fn black_seat(&self) -> Result<usize, ReadError> {
        let seat = |number: usize| (self.all[number].0 + number) % 2;
        let (black, from) = match (self.choice, self.before_gap) {
            (Some((seat, Colour::Black, before)), _) => (seat, before),
            (Some((seat, Colour::White, before)), _) => (1 - seat, before),
            (None, Some(before)) if before < self.all.len() => (seat(before), before),
            (None, _) => (0, self.all.len()),
        };
        let mut played = (from..self.all.len()).filter(|number| Some(*number) != self.kept);
        match played.find(|number| seat(*number) != black) {
            Some(number) => Err(ReadError::OtherSeat { point: self.all[number].1.into() }),
            None => Ok(black),
        }
    }
}

fn misplaced(number: usize) -> ReadError {
    ReadError::RenjuEntry { n: number }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADS: &str = "[Site \"PlayOK\"]\n[Black \"anna\"]\n[White \"bert\"]\n[Result \"1-0\"]\n\
        [GameType \"61,15\"]\n\n";

    /// The moves, the players and the winner of a game in which the first seat has won.
    fn played(moves: &str) -> Result<(String, [String; 2], Option<Colour>), String> {
        let game = read(&format!("{HEADS}{moves} 1-0\n"), Defaults::default())?.game;
        let winner = game.ending.expect("a result").winner;
        Ok((game.moves_text(), game.players, winner))
    }

    fn expected(moves: &str, black: &str, winner: Colour) -> (String, [String; 2], Option<Colour>) {
        let white = if black == "anna" { "bert" } else { "anna" };
        (moves.into(), [black.into(), white.into()], Some(winner))
    }

    #[test]
    fn the_colour_word_decides_who_is_black() {
        let (black, white) = (Colour::Black, Colour::White);
        for (text, moves, name, winner) in [
            ("1. h8 i9 2. g7 f6", "h8i9g7f6", "anna", black),
            ("1. h8 i9 2. j8 white 3. -- h9 4. g7 f6", "h8i9j8h9g7f6", "anna", black),
            ("1. h8 i9 2. j8 black 3. i7 i8 4. g8 j9", "h8i9j8i7i8g8j9", "bert", white),
            ("1. h8 i9 2. j8 BLACK", "h8i9j8", "bert", white),
            ("1. h8 i9 2. j8 f6 3. g7 -- 4. white -- 5. h9 e6", "h8i9j8f6g7h9e6", "bert", white),
            ("1. h8 i9 2. j8 f6 3. g7 -- 4. black h9", "h8i9j8f6g7h9", "anna", black),
            ("1. h8 i9 2. j8 --", "h8i9j8", "anna", black),
            ("1. h8 i9 2. j8 -- 3. g7 f6", "h8i9j8g7f6", "bert", white),
            ("1.h8 i9 2.j8 white 3.-- H9", "h8i9j8h9", "anna", black),
        ] {
            assert_eq!(played(text), Ok(expected(moves, name, winner)), "{text}");
        }
    }

    #[test]
    fn of_the_fifth_stones_that_are_offered_one_stays() {
        let opening = "1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 6. g7";
        let renju = |heads: &str, moves: &str| {
            let heads = HEADS.replace("[GameType \"61,15\"]\n", heads);
            read(&format!("{heads}{moves}"), Defaults::default())
        };
        let record = renju("", &format!("{opening} g7 7. -- i7 8. k6 j8")).unwrap();
        assert_eq!(record.game.moves_text(), "h8h9h6i8g7i7k6j8");
        assert_eq!(record.game.rule, Rule::new(Variant::Renju));
        assert_eq!((record.game.players[0].as_str(), record.assumed.rule), ("anna", false));
        let swapped = "1. h8 -- 2. h9 -- 3. h7 black 4. h6 i8 5. -- j8 6. j8 -- 7. g8 f7";
        let record = renju("[GameType \"62,15\"]\n", swapped).unwrap();
        assert_eq!(record.game.moves_text(), "h8h9h7h6j8g8f7");
        assert_eq!(record.game.players[0], "bert");
        assert_eq!(record.game.ending.unwrap().winner, Some(Colour::White));
        assert!(record.notes.is_empty());
        let record = renju("", opening).unwrap();
        assert_eq!(record.game.moves_text(), "h8h9h6i8");
        assert_eq!(record.notes, ["j7 g7 was offered, but not played"]);
        assert!(renju("", &format!("{opening} f7")).unwrap_err().to_string().contains("f7 was not offered"));
        assert!(renju("", "1. h8 -- 2. h9 -- 3. h6 i6").unwrap_err().to_string().contains("entry 4"));
    }

    #[test]
    fn the_game_type_names_rule_and_board() {
        let of = |kind: &str| {
            let heads = HEADS.replace("61,15", kind);
            read(&(heads + "1. h8 i9"), Defaults::default())
        };
        let record = of("61,19").unwrap();
        assert_eq!(record.game.rule, Rule::new(Variant::Standard));
        assert_eq!((record.game.size.width(), record.notes.len()), (19, 0));
        assert!(!record.assumed.rule && !record.assumed.board);
        let record = of("60,15").unwrap();
        assert!(record.assumed.rule && !record.assumed.board);
        let note = "GameType \"60,15\" is an unknown rule: read as freestyle";
        assert_eq!(record.notes, [note]);
        for wrong in ["61,x", "61,99", "20,W,10,10,N1,0"] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_contradicts_itself_or_is_not_understood_is_refused() {
        let why = |moves: &str| played(moves).unwrap_err().to_string();
        assert!(why("1. h8 i9 2. j8 white 3. h9 --").contains("h9 is in the place"));
        assert!(why("1. h8 i9 2. j8 black 3. -- i7").contains("i7 is in the place"));
        assert!(why("1. h8 i9 2. j8 white 3. -- black").contains("twice"));
        assert!(why("1. h8 i9 3. j8").contains("found 3."));
        assert!(why("1. h8 2. i9").contains("found 2."));
        assert!(why("1. h8 i9 2. resigned").contains("\"resigned\" is not a move"));
        assert!(why("1. h8 p20").contains("p20"));
        assert!(why("1. h8 1-0 i9").contains("\"i9\" is not a move"));
        assert!(why("").contains("there are no moves"));
        assert!(why("1. h8 i9 0-1").contains("is not a move"));
        let heads = HEADS.replace("1-0", "38-26");
        assert!(read(&(heads + "1. h8 i9"), Defaults::default()).unwrap_err().to_string().contains("38-26"));
        let other = format!("{HEADS}1. h8 i9 0-1");
        assert!(read(&other, Defaults::default()).unwrap_err().to_string().contains("behind the moves"));
    }

    #[test]
    fn a_record_is_known_by_its_site_or_by_a_chosen_colour() {
        for text in [
            HEADS,
            "[Site \"www.kurnik.pl\"]\n\n1. h8 --",
            "[GameType \"61,15\"]\n1. h8 i9",
            "1. h8 i9 2. j8 black 3. i7",
            "1. h8 i9 2. j8 white 3. --",
        ] {
            assert!(is(text), "{text}");
        }
        for text in ["1. h8 -- i9", "black h8 white i9", "h8i9", "1. Black h8", ""] {
            assert!(!is(text), "{text}");
        }
    }
}
