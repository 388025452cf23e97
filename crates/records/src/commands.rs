//! Games from protocol transcripts: logs of Gomocup's protocol, or pasted commands. Points are column and row, from 0
//! at the top left.
//!
//! ```text
//! START 15        the board: START side, or RECTSTART width,height
//! INFO rule 4     the rule, by its number
//! TURN 7,7        a move of the opponent
//! 8,7             a move of the brain
//! BOARD           stones, one a line: 1 those of the brain, which is to move, and 2 those of the opponent
//! 7,7,2
//! -1,-1,1         a pass
//! DONE
//! ```
//!
//! The protocol is documented at <https://plastovicka.github.io/protocl2en.htm>. `START` and similar commands begin a
//! new game; only the last game is read.

use super::defaults::{Assumed, Defaults};
use super::{Ending, Game, Move, ReadError, Reason, Taken};
use tengen_core::board::{BoardSize, Colour, Point, Stone};
use tengen_core::message::Quoted;
use tengen_core::rules::Rule;

/// Commands that a transcript can begin with.
const FIRST: [&str; 8] = ["START", "RECTSTART", "RESTART", "BOARD", "YXBOARD", "INFO", "BEGIN", "SWAP2BOARD"];

/// Whether `text` is a protocol transcript.
pub(super) fn is(text: &str) -> bool {
    let line = text.lines().map(said).find(|line| !line.is_empty());
    let word = line.and_then(|line| line.split_whitespace().next());
    word.is_some_and(|word| FIRST.contains(&word.to_ascii_uppercase().as_str()))
}

/// Reads the game, and reports which properties the text does not name.
pub fn read(text: &str, defaults: Defaults) -> Result<(Game, Assumed), ReadError> {
    let side = text.lines().map(|line| reach(said(line))).max().unwrap_or(0);
    let size = defaults.size(side, side);
    let mut reader = CommandReader {
        game: Game::new(size, defaults.rule(), Default::default()),
        passed: false,
        assumed: defaults.assumed(),
        block: None,
    };
    for (number, line) in text.lines().enumerate() {
        reader.hear(said(line)).map_err(|why| why.in_line(number + 1))?;
    }
    Ok((reader.game, reader.assumed))
}

/// The smallest board side that holds all points of a line.
fn reach(line: &str) -> usize {
    let places = line.split(char::is_whitespace).filter_map(|word| {
        let mut numbers = word.split(',').map(|number| number.parse::<usize>());
        let place = numbers.next()?.ok()?.max(numbers.next()?.ok()?);
        Some(place.saturating_add(1))
    });
    places.max().unwrap_or(0)
}

/// A line without the `>` or `<` prefix of transcripts.
fn said(line: &str) -> &str {
    line.trim_start_matches(['>', '<', '\u{feff}']).trim()
}

/// A stone of `BOARD` or a pass, and whether it is the brain's own.
type BoardEntry = (Option<Point>, bool);

struct CommandReader {
    game: Game,
    /// Whether the last turn was a pass.
    passed: bool,
    assumed: Assumed,
    /// The list being read.
    block: Option<OpenBlock>,
}

/// The list between a command and `DONE`.
enum OpenBlock {
    Board(Vec<BoardEntry>),
    /// A list without moves, such as `YXBLOCK`.
    Skipped,
}

/// Prefixes of commands whose lists do not contain moves.
const NO_MOVES: [&str; 5] = ["YXBLOCK", "YXQUERY", "YXEDIT", "YXDELETE", "YXSOOSORV"];

const PASS: (i32, i32) = (-1, -1);

impl CommandReader {
    fn hear(&mut self, line: &str) -> Result<(), ReadError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (&mut self.block, word.to_ascii_uppercase().as_str()) {
            (Some(_), "DONE") => match self.block.take() {
                Some(OpenBlock::Board(listed)) => self.lay(&listed),
                _ => Ok(()),
            },
            (Some(OpenBlock::Board(listed)), _) if !line.is_empty() => {
                listed.push(entry(line, self.game.size)?);
                Ok(())
            }
            (Some(OpenBlock::Skipped), _) if !line.is_empty() => Ok(()),
            (_, "YXBLOCKRESET") => Ok(()),
            (_, word) if NO_MOVES.iter().any(|other| word.starts_with(other)) => {
                let is_closed = rest.to_ascii_uppercase().ends_with("DONE");
                self.block = (!is_closed).then_some(OpenBlock::Skipped);
                Ok(())
            }
            (_, "START") => self.start(rest, rest),
            (_, "RECTSTART") => {
                let (width, height) = rest.split_once(',').unwrap_or((rest, ""));
                self.start(width, height)
            }
            (_, "RESTART") => {
                self.clear();
                Ok(())
            }
            (_, "BOARD" | "YXBOARD") => {
                self.clear();
                self.block = Some(OpenBlock::Board(Vec::new()));
                rest.split_whitespace().try_for_each(|word| self.hear(word))
            }
            (_, "INFO") => {
                self.learn(rest);
                Ok(())
            }
            (_, "TURN" | "PLAY") => self.play(rest),
            (_, "TAKEBACK") => self.take_back(rest),
            _ if line.split_whitespace().all(|word| place(word).is_some()) => {
                let mut places = line.split_whitespace();
                places.try_for_each(|place| self.play(place))
            }
            _ => Ok(()), // other output
        }
    }

    fn start(&mut self, width: &str, height: &str) -> Result<(), ReadError> {
        let sides = width.trim().parse().ok().zip(height.trim().parse().ok());
        let (width, height) = sides.ok_or(ReadError::NoBoard)?;
        let size = BoardSize::checked(width, height)?;
        self.game = Game::new(size, self.game.rule, Default::default());
        self.assumed.board = false;
        Ok(())
    }

    fn clear(&mut self) {
        self.passed = false;
        self.game = Game::new(self.game.size, self.game.rule, Default::default());
    }

    /// Parses `rule 4` of an INFO command.
    fn learn(&mut self, line: &str) {
        let number = line.trim().strip_prefix("rule ");
        if let Some(bits) = number.and_then(|number| number.trim().parse().ok()) {
            self.game.rule = Rule::from_bits(bits, self.game.rule.first_player_forbidden);
            self.assumed.rule = false;
        }
    }

    fn play(&mut self, at: &str) -> Result<(), ReadError> {
        let turn = turn(at, self.game.size)?;
        if self.game.ending.is_some() {
            return Err(ReadError::TwoPasses);
        }
        match turn {
            Some(point) => self.game.moves.push(Move::new(point)),
            None if self.passed && self.game.passes_draw() => {
                self.game.ending = Some(Ending::drawn(Reason::Passes));
            }
            None => self.game.begin_here(!self.game.to_move()),
        }
        self.passed = turn.is_none();
        Ok(())
    }

    fn take_back(&mut self, at: &str) -> Result<(), ReadError> {
        let point = point(at, self.game.size)?;
        self.game.moves.retain(|made| made.point != point);
        Ok(())
    }

    /// Plays the stones of `BOARD`: as moves if the sides alternate and the opponent's stone is last, otherwise as
    /// setup stones. In a setup the side to move is black if the number of stones is even.
    fn lay(&mut self, listed: &[BoardEntry]) -> Result<(), ReadError> {
        let mut taken = Taken::new(self.game.size);
        for point in listed.iter().filter_map(|(turn, _)| *turn) {
            let free = taken.take(point.x().into(), point.y().into());
            free.map_err(|error| ReadError::from(error).at(format!("{},{}", point.x(), point.y())))?;
        }
        let in_turn = listed.windows(2).all(|pair| pair[0].1 != pair[1].1);
        let theirs_is_last = listed.last().is_none_or(|(_, ours)| !ours);
        if in_turn && theirs_is_last {
            let turns: Vec<Option<Point>> = listed.iter().map(|(turn, _)| *turn).collect();
            self.game.play_turns(&turns);
            return Ok(());
        }
        let next = Colour::BOTH[listed.len() % 2];
        let stones = listed.iter().filter_map(|&(turn, ours)| {
            let colour = if ours { next } else { !next };
            turn.map(|point| Stone { point, colour })
        });
        self.game.set_up(stones);
        self.game.first = next;
        Ok(())
    }
}

/// `7,7,2`.
fn entry(line: &str, size: BoardSize) -> Result<BoardEntry, ReadError> {
    let wrong = || ReadError::Stone { what: Quoted(line.into()) };
    let (at, whose) = line.rsplit_once(',').ok_or_else(wrong)?;
    let ours = match whose.trim() {
        "1" => true,
        "2" => false,
        _ => return Err(wrong()),
    };
    Ok((turn(at, size)?, ours))
}

/// `7,7`.
fn place(text: &str) -> Option<(i32, i32)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// `7,7`, or `-1,-1` for a pass.
fn turn(text: &str, size: BoardSize) -> Result<Option<Point>, ReadError> {
    match place(text) {
        Some(PASS) => Ok(None),
        _ => point(text, size).map(Some),
    }
}

fn point(text: &str, size: BoardSize) -> Result<Point, ReadError> {
    let (x, y) = place(text).ok_or_else(|| ReadError::Place { what: Quoted(text.into()) })?;
    let point = size.point(x, y);
    point.ok_or_else(|| ReadError::NoPlace { point: format!("{x},{y}"), size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Variant;

    fn game(text: &str) -> Result<Game, String> {
        assert!(is(text), "{text}");
        let freestyle = Rule::new(Variant::Freestyle);
        Ok(read(text, Defaults::of(freestyle, BoardSize::FIFTEEN))?.0)
    }

    #[test]
    fn a_board_of_gomocup_in_the_order_of_its_moves() {
        let game = game("BOARD\n7,7,1\n8,6,2\r\n7,6,1\n6,6,2\nDONE\n").unwrap();
        assert_eq!(game.moves_text(), "h8i9h9g9");
        assert!(game.setup.is_empty());
    }

    #[test]
    fn a_board_of_gomocup_as_a_position() {
        let game = game("START 9\nBOARD\n4,4,2\n4,5,2\n3,3,1\nDONE").unwrap();
        assert_eq!((game.moves.len(), game.setup.len()), (0, 3));
        let own = game.setup.iter().find(|stone| stone.point == Point::new(3, 3));
        assert_eq!(own.unwrap().colour, Colour::White);
        assert_eq!((game.first, game.size.width()), (Colour::White, 9));
    }

    #[test]
    fn a_pass_in_a_board_or_a_log() {
        for text in ["YXBOARD\n-1,-1,1\n7,7,2\nDONE", "START 15\n-1,-1\nTURN 7,7"] {
            let game = game(text).unwrap();
            assert_eq!((game.first, game.to_move()), (Colour::White, Colour::Black));
            assert_eq!(game.moves_text(), "h8", "{text}");
        }
        let game = game("BOARD 7,7,2 -1,-1,1 8,7,2 DONE").unwrap();
        assert_eq!((game.setup.len(), game.to_move()), (1, Colour::White));
    }

    #[test]
    fn two_passes_end_a_game_of_renju_as_a_draw() {
        let log = "START 15\nINFO rule 4\nTURN 7,7\n-1,-1\nTURN -1,-1\n";
        assert_eq!(game(log).unwrap().ending, Some(Ending::drawn(Reason::Passes)));
        assert!(game(&format!("{log}8,8")).unwrap_err().to_string().contains("two passes"));
        let again = format!("{log}RESTART\n8,8\n");
        assert_eq!(game(&again).unwrap().moves.len(), 1);
        assert_eq!(game(&log.replace("rule 4", "rule 0")).unwrap().ending, None);
    }

    #[test]
    fn lists_of_points_that_are_no_moves_are_skipped() {
        let log = "START 15\nYXBLOCK\n3,3\nDONE\nYXBLOCKRESET\nSWAP2BOARD\nDONE\n7,7 8,7 9,9\n";
        assert_eq!(game(log).unwrap().moves_text(), "h8i8j6");
    }

    #[test]
    fn a_log_of_gomocup() {
        let log = "> START 20\n< OK\n> INFO rule 4\n> INFO timeout_turn 1000\n> BEGIN\n< MESSAGE hello\n< 10,10\n\
            > TURN 11,9\n< DEBUG 1,2,3\n< 9,9\n> TAKEBACK 9,9\n> RESTART\n< OK\n> TURN 0,19\n< 1,18\n> END\n";
        let game = game(log).unwrap();
        assert_eq!(game.moves_text(), "a1b2");
        assert_eq!(game.rule, Rule::new(Variant::Renju));
        assert_eq!(game.size.height(), 20);
    }

    #[test]
    fn what_is_wrong_with_a_log_is_named_with_its_line() {
        for (text, why) in [
            ("BOARD\n7,7,3\nDONE", "line 2: \"7,7,3\" is not a stone"),
            ("BOARD\n7,15,1\nDONE", "line 2: 7,15 is not on a board of 15x15"),
            ("BOARD\n7,7,1\n7,7,2\nDONE", "line 4: 7,7: point already taken"),
            ("START 99", "line 1: a board of 99x99"),
            ("START", "line 1: no size"),
            ("BEGIN\nTURN h8", "line 2: \"h8\" is not a point"),
        ] {
            assert!(game(text).unwrap_err().to_string().starts_with(why), "{text}: {:?}", game(text));
        }
        assert!(!is("h8i9") && !is("Boarding") && !is(""));
    }
}
