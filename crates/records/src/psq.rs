//! Piskvork's game records, `*.psq`.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0     columns x rows, kinds of players, which player began
//! 8,8,120                       column, row (from 1, at the top left), milliseconds
//! 9,8,95
//! pbrain-a                      the first player, the second player: in tournaments only
//! pbrain-b
//! 0                             why it ended
//! ```
//!
//! The last number as written by Piskvork 8: 0, the game ended by the rules; 2, a brain did not reply `OK` to `START`;
//! 3, it exited or its reply was not a move; 7, its move was illegal; 9 and 15, it exceeded its time limit. Except for
//! 0, the side to move has lost. −1 (GomocupJudge) has no meaning. Gomocup's result files have one more line, like
//! `1,Renju_3`: the winner (0 draw, 1 the first player, 2 the second) and the group of the tournament, which names the
//! rule. If the text is no group, a larger number is that of `INFO rule`, as in `4,test`, though never of a continuous
//! game. The format cannot store comments, variations, setup stones, the winner by the rules, or a program that failed
//! while its opponent was to move. It can store the rule only in that last line, which Piskvork does not write. A loaded
//! file ([`PsqFile`]) keeps every line.

use super::defaults::{Assumed, Defaults};
use super::{Ending, Game, Move, Note, ReadError, Reason, Taken};
use std::fmt::Write;
use tengen_core::board::{BoardSize, Colour};
use tengen_core::message::Quoted;
use tengen_core::printable;
use tengen_core::rules::{Rule, Variant};

pub fn write(game: &Game) -> String {
    let (width, height) = (game.size.width(), game.size.height());
    let mut text = format!("Piskvorky {width}x{height}, 11:11, 0\n");
    for made in &game.moves {
        let _ = writeln!(text, "{}", move_line(made));
    }
    let are_named = game.players.iter().any(|name| !name.is_empty());
    for name in &game.players {
        let name = if are_named { name_line(name) } else { String::new() };
        let _ = writeln!(text, "{name}");
    }
    let _ = writeln!(text, "{}", code(game));
    text
}

/// A name that is read as one: not empty, and no move.
fn name_line(name: &str) -> String {
    match printable::line(name) {
        name if name.trim().is_empty() => "?".into(),
        name if entry(name.trim()).is_some() => name.replace(',', ";"),
        name => name,
    }
}

/// `8,8,120`.
fn move_line(made: &Move) -> String {
    let (x, y) = (made.point.x() + 1, made.point.y() + 1);
    format!("{x},{y},{}", made.time.unwrap_or(0))
}

fn code(game: &Game) -> i32 {
    let lost = game.ending.filter(|ending| ending.winner == Some(!game.to_move()));
    match lost.map(|ending| ending.reason) {
        Some(Reason::NoStart) => 2,
        Some(Reason::Crash | Reason::Garbage | Reason::Flood) => 3,
        Some(Reason::Illegal) => 7,
        Some(Reason::Time) => 15,
        _ => 0,
    }
}

/// Whether the result of this game would be lost in a new file.
pub(super) fn loses_result(game: &Game) -> bool {
    code(game) == 0 && game.has_result_of_its_own()
}

fn reason(code: i32) -> Option<Reason> {
    match code {
        2 => Some(Reason::NoStart),
        3 => Some(Reason::Crash),
        7 => Some(Reason::Illegal),
        9 | 15 => Some(Reason::Time),
        _ => None,
    }
}

fn reason_of(line: &[u8]) -> Option<Reason> {
    reason(String::from_utf8_lossy(line).trim().parse().ok()?)
}

/// Reads a game; `rule` applies if the file does not name one. `ending` is `None` if the game ended by the rules:
/// replay the moves to get the result.
pub fn read(text: &str, rule: Rule) -> Result<Game, ReadError> {
    PsqFile::read(text.as_bytes(), rule.into()).map(|source| source.game)
}

/// A loaded file: its game and the original lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PsqFile {
    game: Game,
    /// Including line ends.
    lines: Vec<Vec<u8>>,
    /// The index of the line with the result code.
    code: Option<usize>,
    /// The line with the winner and the group, as an index.
    result: Option<usize>,
    /// Whether the second player made the first move.
    second_began: bool,
    pub(super) names_rule: bool,
    assumed: Assumed,
    notes: Vec<Note>,
}

impl PsqFile {
    pub fn read(bytes: &[u8], defaults: Defaults) -> Result<PsqFile, ReadError> {
        let lines: Vec<Vec<u8>> = lines_of(bytes).map(Vec::from).collect();
        let texts: Vec<_> = lines_of(bytes).map(String::from_utf8_lossy).collect();
        let mut numbered = texts.iter().map(|line| line.trim()).enumerate().peekable();
        let (_, head) = numbered.next().unwrap_or_default();
        let (width, height, second_began) = header(head).ok_or(ReadError::Psq.in_line(1))?;
        let size = BoardSize::checked(width, height).map_err(|error| ReadError::from(error).in_line(1))?;
        let mut game = Game::new(size, defaults.rule(), Default::default());
        let mut taken = Taken::new(size);
        while let Some((number, (x, y, time))) = numbered.peek().and_then(|(n, line)| Some((n + 1, entry(line)?))) {
            let point = taken.take(x - 1, y - 1);
            let point = point.map_err(|error| ReadError::from(error).at(format!("{x},{y}")).in_line(number))?;
            let mut made = Move::new(point);
            made.time = time;
            game.moves.push(made);
            numbered.next();
        }
        let rest: Vec<(usize, &str)> = numbered.filter(|(_, line)| !line.is_empty()).collect();
        let mut source = PsqFile {
            game,
            lines,
            code: None,
            result: None,
            second_began,
            names_rule: false,
            assumed: defaults.assumed_rule(),
            notes: Vec::new(),
        };
        source.read_tail(&rest)?;
        Ok(source)
    }

    /// Parses the lines after the moves: optionally two names, the result code, and the result with the group.
    fn read_tail(&mut self, rest: &[(usize, &str)]) -> Result<(), ReadError> {
        let (names, code, more) = match *rest {
            [] => (None, None, &[][..]),
            [code] => (None, Some(code), &[][..]),
            [code, last] if code.1.parse::<i32>().is_ok() && last_line(last.1).is_some() => {
                (None, Some(code), &rest[1..])
            }
            [first, second] => (Some((first, second)), None, &[][..]),
            [first, second, ref more @ ..] if last_line(more[0].1).is_some() => (Some((first, second)), None, more),
            [first, second, code, ref more @ ..] => (Some((first, second)), Some(code), more),
        };
        if let Some(((_, first), (_, second))) = names {
            self.game.players = [first, second].map(printable::line);
        }
        if self.second_began {
            self.game.players.swap(0, 1);
        }
        if let Some((number, code)) = code {
            let wrong = |_| ReadError::PsqMove { text: code.into() }.in_line(number + 1);
            let reason = reason(code.parse().map_err(wrong)?);
            self.game.ending = reason.map(|reason| Ending::won(!self.game.to_move(), reason));
            self.code = Some(number);
        }
        if let Some((number, last)) = more.iter().find_map(|(n, line)| Some((*n, last_line(line)?))) {
            self.read_last(number, last);
        }
        Ok(())
    }

    fn read_last(&mut self, number: usize, last: LastLine) {
        if let Some(result) = last.result {
            self.read_result(number, result);
        }
        let Some(rule) = last.rule else {
            let what = Quoted(String::from_utf8_lossy(&self.lines[number]).trim().into());
            self.notes.push(Note::Group { what, rule: self.game.rule });
            return;
        };
        self.game.rule = rule;
        self.names_rule = true;
        self.assumed.rule = false;
    }

    /// Stores the winner: 0 a draw, 1 the first player, 2 the second.
    fn read_result(&mut self, number: usize, result: u32) {
        let first = self.first_player();
        let winner = match result {
            0 => None,
            1 => Some(first),
            _ => Some(!first),
        };
        let reason = self.game.ending.filter(|ending| ending.winner == winner);
        let reason = reason.map_or(Reason::Unknown, |ending| ending.reason);
        self.game.ending = Some(Ending { winner, reason });
        self.result = Some(number);
    }

    /// The side of the player who is named first.
    fn first_player(&self) -> Colour {
        if self.second_began { Colour::White } else { Colour::Black }
    }

    /// Whether a line of the file names the winner.
    pub(super) fn names_winner(&self) -> bool {
        self.result.is_some()
    }

    /// Notes on what was read differently than written.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    pub fn assumed(&self) -> Assumed {
        self.assumed
    }

    pub fn count(&self) -> usize {
        games(&String::from_utf8_lossy(&self.lines.concat())).len()
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The number of initial moves that `game` has in common with the file.
    fn shared(&self, game: &Game) -> usize {
        let pairs = self.game.points().zip(game.points());
        pairs.take_while(|(ours, theirs)| ours == theirs).count()
    }

    /// The number of moves of the file that `game` would overwrite; the format cannot store both.
    pub fn replaced(&self, game: &Game) -> usize {
        self.game.moves.len() - self.shared(game)
    }

    /// The file with its moves replaced by those of `game`; all other lines are kept. The result code is updated if the
    /// moves differ.
    pub fn with(&self, game: &Game) -> Vec<u8> {
        let (old, shared) = (self.game.moves.len(), self.shared(game));
        let is_other = shared < old.max(game.moves.len());
        let end: &[u8] = match self.lines.first() {
            Some(line) if line.ends_with(b"\r\n") => b"\r\n",
            Some(line) if line.ends_with(b"\r") => b"\r",
            _ => b"\n",
        };
        let mut file: Vec<u8> = self.lines[..=shared].concat();
        if !file.ends_with(b"\n") && !file.ends_with(b"\r") {
            file.extend(end);
        }
        for made in &game.moves[shared..] {
            file.extend(move_line(made).as_bytes());
            file.extend(end);
        }
        for (number, line) in self.lines.iter().enumerate().skip(1 + old) {
            let is_code = self.code == Some(number) && (reason_of(line).is_some() || code(game) != 0);
            if is_other && is_code {
                file.extend([code(game).to_string().as_bytes(), end].concat());
            } else if is_other && self.result == Some(number) {
                file.extend(self.result_line(line, game.ending));
            } else {
                file.extend(line);
            }
        }
        file
    }

    /// The line with the result and the group, with the winner of this ending.
    fn result_line(&self, line: &[u8], ending: Option<Ending>) -> Vec<u8> {
        let Some(Ending { winner, .. }) = ending else { return line.to_vec() };
        let result = match winner {
            None => b'0',
            Some(winner) if winner == self.first_player() => b'1',
            Some(_) => b'2',
        };
        let changed = line.iter().map(|&c| if c.is_ascii_digit() { result } else { c });
        let group = line.iter().position(|&c| c == b',').unwrap_or(0);
        changed.take(group).chain(line[group..].iter().copied()).collect()
    }
}

/// The line behind the result code.
struct LastLine {
    /// The winner, as in `1,Renju_3`.
    result: Option<u32>,
    /// The rule by the group or, as in `4,test`, by its number; `None` for an unknown group.
    rule: Option<Rule>,
}

/// Parses the line behind the result code: a number, a comma and a name.
fn last_line(line: &str) -> Option<LastLine> {
    let (number, name) = line.split_once(',')?;
    let number: i64 = number.trim().parse().ok()?;
    if !name.contains(char::is_alphabetic) {
        return None;
    }
    let rule = rule_of_group(name);
    let bits = u32::try_from(number).ok();
    if let Some(0..=2) = bits {
        return Some(LastLine { result: bits, rule });
    }
    let by_number = bits.map(|bits| Rule { continuous: false, ..Rule::from_bits(bits, false) });
    Some(LastLine { result: None, rule: Some(rule.or(by_number)?) })
}

/// The groups of Gomocup with their rules. Numbers behind them, as in `Freestyle15_2`, are board sizes and leagues.
const GROUPS: [(&str, Variant); 5] = [
    ("freestyle", Variant::Freestyle),
    ("fastgame", Variant::Freestyle),
    ("standard", Variant::Standard),
    ("renju", Variant::Renju),
    ("caro", Variant::Caro),
];

/// The rule of a group of Gomocup, by the first word of its name: `Renju_1`, `2024_Renju_1`.
fn rule_of_group(name: &str) -> Option<Rule> {
    let word = name.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty())?;
    let group = GROUPS.iter().find(|(group, _)| group.eq_ignore_ascii_case(word));
    group.map(|(_, variant)| Rule::new(*variant))
}

/// The first word of a file.
const HEAD: &str = "Piskvorky";

/// Whether a text starts like a Piskvork file, ignoring case.
pub(super) fn begins(text: &str) -> bool {
    let head = text.get(..HEAD.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(HEAD))
}

/// The lines of a file with their ends: LF, CR or both.
fn lines_of(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.chunk_by(|this, next| *this != b'\n' && (*this != b'\r' || matches!(next, b'\r' | b'\n')))
}

/// The games of a file: each begins with its first line.
pub(super) fn games(text: &str) -> Vec<&str> {
    let lines = lines_of(text.as_bytes()).scan(0, |at, line| {
        *at += line.len();
        Some(*at - line.len()..*at)
    });
    let begins = lines.filter(|line| header(text[line.clone()].trim()).is_some()).map(|line| line.start);
    let begins: Vec<usize> = begins.collect();
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).map(|(&begin, end)| &text[begin..end]).collect()
}

/// Parses `Piskvorky 15x15, 11:11, 0`: width, height, and whether the second player began. What other programs write
/// behind the size is ignored.
fn header(line: &str) -> Option<(u32, u32, bool)> {
    let line = line.trim_start_matches('\u{feff}');
    let line = line.get(HEAD.len()..).filter(|_| begins(line))?;
    let mut parts = line.split(',').map(str::trim);
    let (width, height) = parts.next()?.split_once(['x', 'X', '×'])?;
    let (width, height) = (width.trim().parse().ok()?, height.trim().parse().ok()?);
    Some((width, height, parts.nth(1) == Some("1")))
}

/// Parses `8,8,120`; the time is optional.
fn entry(line: &str) -> Option<(i32, i32, Option<u64>)> {
    let mut parts = line.split(',').map(str::trim);
    let x = parts.next()?.parse().ok()?;
    let y = parts.next()?.parse().ok()?;
    let time = parts.next().and_then(|time| time.parse().ok());
    let in_range = |side: i32| (i32::MIN + 1..i32::MAX).contains(&side);
    (in_range(x) && in_range(y)).then_some((x, y, time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::Point;

    const RENJU: Rule = Rule::new(Variant::Renju);

    #[test]
    fn a_game_of_piskvork() {
        let text = "Piskvorky 20x15, 0:3, 1\r\n11,8,0\r\n12,9,1520\r\n10,8,3\r\nhomo-1\r\nPela\r\n15\r\n";
        let game = read(text, RENJU).unwrap();
        assert_eq!((game.size.width(), game.size.height()), (20, 15));
        assert_eq!(game.players, ["Pela", "homo-1"]);
        assert_eq!(game.moves[1].point, Point::new(11, 8));
        assert_eq!(game.moves[1].time, Some(1520));
        assert_eq!(game.ending, Some(Ending::won(Colour::Black, Reason::Time)));
    }

    #[test]
    fn a_gomocup_file_names_its_rule_and_keeps_every_line() {
        let head = "Piskvorky 15x15, 0:3, 1, x\r\n8,8,120\r\n9,8,7\r\n";
        let tail = "A.zip\r\nB.zip\r\n-1\r\n1,Standard_2\r\nmore\r\n";
        let file = [head, tail].concat();
        let source = PsqFile::read(file.as_bytes(), RENJU.into()).unwrap();
        assert_eq!(source.game().rule, Rule::new(Variant::Standard));
        assert_eq!(source.with(source.game()), file.as_bytes());
        let mut game = source.game().clone();
        game.moves.push(Move::new(Point::new(0, 0)));
        let longer = [head, "1,1,0\r\n", tail].concat();
        assert_eq!(source.with(&game), longer.as_bytes());
        game.moves.drain(1..);
        assert_eq!((source.replaced(&game), source.with(&game).len()), (1, file.len() - 7));
        game.ending = Some(Ending::drawn(Reason::Unknown));
        let drawn = String::from_utf8(source.with(&game)).unwrap();
        assert!(drawn.contains("\r\n0,Standard_2\r\n"), "{drawn}");
    }

    /// A game of black, with player A, on a 15x15 board.
    fn with_last_line(began: u32, line: &str) -> PsqFile {
        let text = format!("Piskvorky 15x15, 11:11, {began}\n8,8,1\n9,8,2\n9,9,3\nA.zip\nB.zip\n-1\n{line}");
        PsqFile::read(text.as_bytes(), Defaults::default()).unwrap()
    }

    #[test]
    fn the_last_line_of_gomocup_names_the_winner_and_the_rule() {
        for (line, variant) in [
            ("1,Renju_1\n", Variant::Renju),
            ("1,Standard_12\r\n", Variant::Standard),
            ("1,Freestyle_1", Variant::Freestyle),
            ("1,Freestyle15_3\n", Variant::Freestyle),
            ("1,FREESTYLE20_2\n\n", Variant::Freestyle),
            ("1, Fastgame_1 \n", Variant::Freestyle),
            ("1,caro_4\n", Variant::Caro),
            ("1,Renju\n", Variant::Renju),
            ("1,2024_Renju_1\n", Variant::Renju),
        ] {
            let source = with_last_line(0, line);
            assert_eq!(source.game().rule, Rule::new(variant), "{line}");
            assert_eq!(source.game().ending.unwrap().winner, Some(Colour::Black), "{line}");
            assert!(!source.assumed().rule && source.notes().is_empty(), "{line}");
            assert_eq!(source.game().players, ["A.zip", "B.zip"]);
        }
        let short = "Piskvorky 15x15, 11:11, 0\n8,8,1\nA\nB\n2,Renju_1\n";
        assert_eq!(read(short, RENJU).unwrap().ending.unwrap().winner, Some(Colour::White));
        let winner = |began, line| with_last_line(began, line).game().ending.unwrap().winner;
        assert_eq!(winner(0, "2,Renju_1"), Some(Colour::White));
        assert_eq!(winner(0, "0,Renju_1"), None);
        assert_eq!(winner(1, "1,Renju_1"), Some(Colour::White));
        assert_eq!(with_last_line(1, "2,Renju_1").game().players[0], "B.zip");
        assert_eq!(winner(1, "2,Renju_1"), Some(Colour::Black));
    }

    #[test]
    fn an_unknown_group_is_reported_and_its_result_is_no_rule() {
        for (line, winner) in [
            ("2,League_3\n", Some(Colour::White)),
            ("2,Swap2", Some(Colour::White)),
            ("1,Unlimited", Some(Colour::Black)),
            ("1,a match", Some(Colour::Black)),
            ("0,Group A\r\n", None),
        ] {
            let source = with_last_line(0, line);
            let game = source.game();
            assert_eq!(game.rule, Rule::new(Variant::Freestyle), "{line}");
            assert_eq!(game.ending.unwrap().winner, winner, "{line}");
            assert!(source.assumed().rule, "{line}");
            let note = format!("\"{}\" names an unknown group: read as freestyle", line.trim());
            assert_eq!(source.notes(), [note.as_str()]);
        }
    }

    #[test]
    fn a_group_or_a_rule_number_without_a_result_names_the_rule() {
        for (line, variant) in [
            ("4,test", Variant::Renju),
            ("6,test", Variant::Renju),
            ("3,test", Variant::Standard),
            ("4,Renju", Variant::Renju),
            ("-1,Renju_1", Variant::Renju),
        ] {
            let source = with_last_line(0, line);
            assert_eq!(source.game().rule, Rule::new(variant), "{line}");
            assert_eq!((source.game().ending, source.assumed().rule), (None, false), "{line}");
        }
    }

    #[test]
    fn a_result_needs_no_names() {
        let file = "Piskvorky 15x15, 11:11, 0\n8,8,1\n9,8,2\n9,9,3\n-1\n2,Renju_1\n";
        let source = PsqFile::read(file.as_bytes(), Defaults::default()).unwrap();
        let game = source.game();
        assert_eq!(game.players, ["", ""]);
        assert_eq!((game.rule, game.ending.unwrap().winner), (RENJU, Some(Colour::White)));
        let mut longer = game.clone();
        longer.moves.push(Move::new(Point::new(0, 0)));
        assert_eq!(source.with(&longer), file.replace("-1\n", "1,1,0\n-1\n").as_bytes());
    }

    #[test]
    fn lines_may_end_in_cr() {
        let lf = "Piskvorky 15x15, 11:11, 0\n8,8,1\n9,8,2\nA.zip\nB.zip\n-1\n1,Renju_1\n";
        let cr = lf.replace('\n', "\r");
        let source = PsqFile::read(cr.as_bytes(), Defaults::default()).unwrap();
        assert_eq!(Ok(source.game()), read(lf, RENJU).as_ref());
        let mut longer = source.game().clone();
        longer.moves.push(Move::new(Point::new(0, 0)));
        assert_eq!(source.with(&longer), cr.replace("A.zip", "1,1,0\rA.zip").as_bytes());
        assert_eq!(games(&[cr.as_str(), &cr].concat()), [cr.as_str(), &cr]);
        let twice = PsqFile::read(lf.replace('\n', "\r\r\n").as_bytes(), Defaults::default()).unwrap();
        assert_eq!(twice.game(), source.game());
    }

    #[test]
    fn a_fault_keeps_its_reason_if_the_winner_agrees() {
        let text = |code, result| format!("Piskvorky 15x15, 11:11, 0\n8,8,1\nA\nB\n{code}\n{result},Renju_1\n");
        let ending = |code, result| read(&text(code, result), RENJU).unwrap().ending;
        assert_eq!(ending(15, 1), Some(Ending::won(Colour::Black, Reason::Time)));
        assert_eq!(ending(15, 2), Some(Ending::won(Colour::White, Reason::Unknown)));
    }

    #[test]
    fn a_saved_game_has_no_names() {
        let game = read("Piskvorky 15x15, 11:11, 0\n8,8,0\n0\n", RENJU).unwrap();
        assert_eq!(game.players, ["", ""]);
        assert_eq!((game.moves.len(), game.ending), (1, None));
    }

    #[test]
    fn a_player_named_like_a_move_stays_a_player() {
        let mut game = read("Piskvorky 15x15, 11:11, 0\n8,8,0\n0\n", RENJU).unwrap();
        game.players = ["9,9".into(), "1,1,.zip".into()];
        let again = read(&write(&game), RENJU).unwrap();
        assert_eq!(again.moves, game.moves);
        assert_eq!(again.players, ["9;9", "1;1;.zip"]);
    }

    #[test]
    fn the_result_is_not_the_name_that_a_player_lacks() {
        let mut game = read("Piskvorky 15x15, 11:11, 0\n8,8,0\n0\n", RENJU).unwrap();
        game.players = ["A".into(), String::new()];
        game.ending = Some(Ending::won(Colour::Black, Reason::Time));
        let again = read(&write(&game), RENJU).unwrap();
        assert_eq!(again.players, ["A", "?"]);
        assert_eq!(again.ending, game.ending);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = |text: &str| read(text, RENJU).unwrap_err().to_string();
        for text in ["", "Hello", "Piskvorky 15, 1:1, 0", "Piskvorky 15xx"] {
            assert!(error(text).starts_with("line 1: a psq file begins"), "{text}");
        }
        let head = "Piskvorky 15x15, 11:11, 0\n";
        let at = |rest: &str| error(&(head.to_string() + rest));
        assert_eq!(error("Piskvorky 3x15, 1:1, 0"), "line 1: a board of 3x15: sides go from 5 to 32");
        assert_eq!(at("8,8,1\n16,1,1\n"), "line 3: 16,1: point off the board");
        assert_eq!(at("8,8,1\n9,9,9\n8,8,1\n"), "line 4: 8,8: point already taken");
        assert_eq!(at("0,1,1\n"), "line 2: 0,1: point off the board");
        assert_eq!(at("8,8,1\neight\n"), "line 3: \"eight\" is not a move x,y,time");
        assert_eq!(at("-2147483648,1,1\n"), "line 2: \"-2147483648,1,1\" is not a move x,y,time");
    }
}
