//! Smart Game Format (FF[4], GM[4] "Gomoku and Renju"; the specification by Arno Hollosi).
//!
//! ```text
//! (;FF[4]GM[4]CA[UTF-8]AP[tengen:0.1.0]SZ[15]RU[renju]PB[Black]PW[White]RE[B+]GC[five]
//! ;B[hh]C[120 ms
//! depth 9 score +35];W[ih]C[95 ms])
//! ```
//!
//! Connect6 has no number of its own there; its games are written with `RU[connect6]`, a stone a node.
//! A point is column and row, counted from `a` at the top left, `A` after `z`. `SZ[30:20]` is a board
//! of 30 columns and 20 rows. `GC` says in our words why the game ended; `RE` ends in `T` for time
//! and in `F` for fouls and failures. A comment begins with the milliseconds, if they are known.
//! Of a file with variations the first line of play is read; stones that are set up (`AB`, `AW`) are
//! taken for the first moves.

use super::{Ending, Game, Kind, Move, ReadError, Reason, Taken, shape};
use crate::board::{Colour, Point, Shape};
use crate::rules::Rule;
use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Writes a game; several of them, one after the other, are a file too.
pub fn write(game: &Game) -> String {
    let mut text = String::from("(;FF[4]GM[4]CA[UTF-8]");
    let mut add = |key: &str, value: &str| {
        let _ = write!(text, "{key}[{}]", escaped(value));
    };
    add("AP", concat!("tengen:", env!("CARGO_PKG_VERSION")));
    add("SZ", &size(game.shape));
    match game.kind {
        Kind::Five => add("RU", &game.rule.to_string()),
        Kind::Connect6 => add("RU", Kind::CONNECT6),
    }
    add("PB", &game.players[0]);
    add("PW", &game.players[1]);
    if let Some(ending) = game.ending {
        add("RE", &result(ending));
        add("GC", &ending.reason.to_string());
    }
    for (number, made) in game.moves.iter().enumerate() {
        let letter = ["B", "W"][game.kind.side(number).index()];
        let _ = write!(text, "\n;{letter}[{}]", letters(made.point));
        let comment = comment(made);
        if !comment.is_empty() {
            let _ = write!(text, "C[{}]", escaped(&comment));
        }
    }
    text + ")\n"
}

fn size(shape: Shape) -> String {
    match (shape.width(), shape.height()) {
        (side, height) if side == height => side.to_string(),
        (width, height) => format!("{width}:{height}"),
    }
}

fn letters(point: Point) -> String {
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
        Reason::Foul(_) => "F",
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

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// Reads every game of a file. `otherwise` is the rule of games that name none that we know.
///
/// # Errors
/// The first thing that cannot be read, or is no game of Gomoku or Renju.
pub fn read(text: &str, otherwise: Rule) -> Result<Vec<Game>, ReadError> {
    let mut reader = Reader::new(text);
    let mut games = Vec::new();
    while reader.skip_to_tree() {
        games.push(game(reader.tree()?, otherwise)?);
    }
    match games.is_empty() {
        true => Err(ReadError::at(1, "no game here; one begins with \"(;\"")),
        false => Ok(games),
    }
}

/// One property with its values, and the line where it stands.
struct Property {
    key: String,
    values: Vec<String>,
    line: usize,
}

impl Property {
    fn value(&self) -> &str {
        self.values[0].trim()
    }

    fn wrong(&self, why: &str) -> ReadError {
        ReadError::at(self.line, format!("{}[{}] {why}", self.key, self.values[0]))
    }

    /// The points of all values.
    fn points(&self, taken: &mut Taken) -> Result<Vec<Point>, ReadError> {
        let point = |value: &String| {
            let (x, y) = coordinates(value.trim()).ok_or_else(|| {
                let message = format!("{}[{value}] is no point; points look like hh", self.key);
                ReadError::at(self.line, message)
            })?;
            taken.take(x, y).map_err(|error| {
                ReadError::at(self.line, format!("{}[{value}]: {error}", self.key))
            })
        };
        self.values.iter().map(point).collect()
    }
}

fn coordinates(text: &str) -> Option<(i32, i32)> {
    let number = |letter: u8| LETTERS.iter().position(|&l| l == letter);
    match text.as_bytes() {
        &[x, y] => Some((number(x)? as i32, number(y)? as i32)),
        _ => None,
    }
}

/// Makes a game of the properties of its main line, all nodes together.
fn game(properties: Vec<Property>, otherwise: Rule) -> Result<Game, ReadError> {
    let find = |key: &str| properties.iter().find(|p| p.key == key);
    let text = |key: &str| find(key).map_or("", |p| p.value()).to_string();
    if let Some(kind) = find("GM").filter(|p| p.value() != "4") {
        return Err(kind.wrong("is another game; Gomoku and Renju are GM[4]"));
    }
    let size = find("SZ").ok_or_else(|| {
        let line = properties.first().map_or(1, |p| p.line);
        ReadError::at(
            line,
            "the game does not tell the size of its board, as in SZ[15]",
        )
    })?;
    let players = ["PB", "PW"].map(text);
    let mut game = Game::new(
        board(size)?,
        rule(&text("RU")).unwrap_or(otherwise),
        players,
    );
    if text("RU").eq_ignore_ascii_case(Kind::CONNECT6) {
        game.kind = Kind::Connect6;
    }
    game.ending = find("RE").and_then(|p| ending(p.value(), &text("GC")));
    moves(&properties, &mut game)?;
    Ok(game)
}

fn board(size: &Property) -> Result<Shape, ReadError> {
    let (width, height) = size
        .value()
        .split_once(':')
        .unwrap_or((size.value(), size.value()));
    match (width.parse(), height.parse()) {
        (Ok(width), Ok(height)) => shape(width, height, size.line),
        _ => Err(size.wrong("is no size; sizes look like 15 or 30:20")),
    }
}

/// Our names, in any case, and the numbers of `INFO rule` that c-gomoku-cli writes.
fn rule(name: &str) -> Option<Rule> {
    let numbered = || name.parse().ok().map(|bits| Rule::from_bits(bits, false));
    Rule::from_name(&name.to_ascii_lowercase()).or_else(numbered)
}

fn ending(result: &str, words: &str) -> Option<Ending> {
    let winner = match result.get(..2) {
        Some("B+") => Some(Colour::Black),
        Some("W+") => Some(Colour::White),
        _ if matches!(result, "0" | "Draw") => None,
        _ => return None,
    };
    let told = match result.get(2..) {
        Some("T" | "Time") => Reason::Time,
        _ => Reason::Unknown,
    };
    Some(Ending {
        winner,
        reason: Reason::from_words(words).unwrap_or(told),
    })
}

/// Puts the stones that are set up and the moves into the game, with the comments behind them.
fn moves(properties: &[Property], game: &mut Game) -> Result<(), ReadError> {
    let mut taken = Taken::new(game.shape);
    for point in set_up(properties, game.kind, &mut taken)? {
        game.moves.push(Move::new(point));
    }
    let mut commented = None;
    for property in properties {
        match property.key.as_str() {
            "B" | "W" => {
                if (property.key == "B") != (game.to_move() == Colour::Black) {
                    return Err(property.wrong(out_of_turn(game.kind)));
                }
                let points = property.points(&mut taken)?;
                game.moves.extend(points.into_iter().take(1).map(Move::new));
                commented = game.moves.last_mut();
            }
            "C" => {
                if let Some(made) = commented.take() {
                    read_comment(&property.values[0], made);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn out_of_turn(kind: Kind) -> &'static str {
    match kind {
        Kind::Five => "is out of turn: black begins, then in turns",
        Kind::Connect6 => "is out of turn: black lays one stone, then each side two",
    }
}

/// The stones of AB and AW in the order in which they could have been played.
fn set_up(properties: &[Property], kind: Kind, taken: &mut Taken) -> Result<Vec<Point>, ReadError> {
    let mut stones = [Vec::new(), Vec::new()];
    let mut last = None;
    for property in properties
        .iter()
        .filter(|p| matches!(p.key.as_str(), "AB" | "AW"))
    {
        if kind == Kind::Connect6 {
            return Err(property.wrong("sets stones up; games of Connect6 are read move by move"));
        }
        stones[(property.key == "AW") as usize].extend(property.points(taken)?);
        last = Some(property);
    }
    let [black, white] = stones;
    if let Some(property) = last
        && !(white.len()..=white.len() + 1).contains(&black.len())
    {
        let message = format!(
            "{} black and {} white stones cannot come from moves in turn",
            black.len(),
            white.len()
        );
        return Err(ReadError::at(property.line, message));
    }
    let mut white = white.into_iter();
    Ok(black
        .into_iter()
        .flat_map(|point| [Some(point), white.next()])
        .flatten()
        .collect())
}

fn read_comment(text: &str, made: &mut Move) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let time = first.strip_suffix(" ms").and_then(|time| time.parse().ok());
    made.time = time;
    made.comment = if time.is_some() { rest } else { text }.into();
}

/// Characters of a file, and the line that they are on.
struct Reader<'a> {
    text: Peekable<Chars<'a>>,
    line: usize,
}

impl Reader<'_> {
    fn new(text: &str) -> Reader<'_> {
        Reader {
            text: text.chars().peekable(),
            line: 1,
        }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.text.next()?;
        self.line += (c == '\n') as usize;
        Some(c)
    }

    fn skip_blanks(&mut self) {
        while self.text.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
    }

    /// Skips what stands between games; whether one follows.
    fn skip_to_tree(&mut self) -> bool {
        while self.text.peek().is_some_and(|&c| c != '(') {
            self.next();
        }
        self.text.peek().is_some()
    }

    /// The properties of the first line of play of a tree: all that come before the first `)`.
    fn tree(&mut self) -> Result<Vec<Property>, ReadError> {
        let mut main_line = Vec::new();
        let (mut depth, mut closed) = (0, false);
        loop {
            self.skip_blanks();
            match self.text.peek() {
                Some('(') => depth += 1,
                Some(')') => {
                    depth -= 1;
                    closed = true;
                }
                Some(';') => {}
                Some(c) if c.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    if !closed {
                        main_line.push(property);
                    }
                    continue;
                }
                Some(c) => {
                    let message = format!("{c:?} means nothing here");
                    return Err(ReadError::at(self.line, message));
                }
                None => return Err(ReadError::at(self.line, "the game breaks off: no \")\"")),
            }
            self.next();
            if depth == 0 {
                return Ok(main_line);
            }
        }
    }

    fn property(&mut self) -> Result<Property, ReadError> {
        let line = self.line;
        let mut key = String::new();
        while let Some(&c) = self.text.peek().filter(|c| c.is_ascii_alphabetic()) {
            key.extend(c.is_ascii_uppercase().then_some(c)); // old files: SiZe
            self.next();
        }
        let mut values = Vec::new();
        self.skip_blanks();
        while self.text.peek() == Some(&'[') {
            self.next();
            values.push(self.value(line)?);
            self.skip_blanks();
        }
        match values.is_empty() {
            true => Err(ReadError::at(
                line,
                format!("{key} has no value in brackets"),
            )),
            false => Ok(Property { key, values, line }),
        }
    }

    /// A value up to its `]`. A line end behind `\` is not there at all.
    fn value(&mut self, line: usize) -> Result<String, ReadError> {
        let mut value = String::new();
        let broken = || ReadError::at(line, "a \"[\" has no \"]\"");
        loop {
            match self.next().ok_or_else(broken)? {
                ']' => return Ok(value),
                '\\' => match self.next().ok_or_else(broken)? {
                    '\n' => {}
                    c => value.push(c),
                },
                '\r' if self.text.peek() == Some(&'\n') => {}
                c => value.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    const FREESTYLE: Rule = Rule::new(Variant::Freestyle);

    fn one(text: &str) -> Game {
        read(text, FREESTYLE).unwrap().remove(0)
    }

    #[test]
    fn the_main_line_of_a_file_with_variations() {
        let text = "a note\n(;GM[4]SZ[30:20]RU[4]PB[a\\]b]RE[W+T](;B[aa]C[first](;W[Dt])(;W[bb]C[no ) no]))(;B[cc]))";
        let game = one(text);
        assert_eq!((game.shape.width(), game.shape.height()), (30, 20));
        assert_eq!(game.rule, Rule::new(Variant::Renju));
        assert_eq!(game.players, ["a]b", ""]);
        assert_eq!(
            game.points().collect::<Vec<_>>(),
            [Point::new(0, 0), Point::new(29, 19)]
        );
        assert_eq!(game.moves[0].comment, "first");
        assert_eq!(game.ending, Some(Ending::won(Colour::White, Reason::Time)));
    }

    #[test]
    fn stones_set_up_are_the_first_moves() {
        let game = one("(;SiZe[15]AB[hh][ii]AW[hi];W[aa])");
        assert_eq!(game.moves_text(), "h8h7i7a15");
        let error = read("(;SZ[15]\nAB[hh][ii])", FREESTYLE).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2: 2 black and 0 white stones cannot come from moves in turn"
        );
    }

    #[test]
    fn connect6_is_told_by_its_rule_and_counts_its_stones() {
        let game = one("(;SZ[19]RU[Connect6];B[jj];W[aa];W[bb];B[cc])");
        assert_eq!((game.kind, game.to_move()), (Kind::Connect6, Colour::Black));
        let error = |text: &str| read(text, FREESTYLE).unwrap_err().to_string();
        assert_eq!(
            error("(;SZ[19]RU[connect6];B[jj];W[aa];B[bb])"),
            "line 1: B[bb] is out of turn: black lays one stone, then each side two"
        );
        assert_eq!(
            error("(;SZ[19]RU[connect6]AB[jj])"),
            "line 1: AB[jj] sets stones up; games of Connect6 are read move by move"
        );
    }

    #[test]
    fn several_games_in_one_file() {
        let games = read("(;SZ[15];B[hh])\n(;SZ[9])\n", FREESTYLE).unwrap();
        assert_eq!((games.len(), games[1].shape.width()), (2, 9));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = |text: &str| read(text, FREESTYLE).unwrap_err().to_string();
        assert_eq!(error(""), "line 1: no game here; one begins with \"(;\"");
        assert_eq!(
            error("(;GM[1]SZ[15])"),
            "line 1: GM[1] is another game; Gomoku and Renju are GM[4]"
        );
        assert_eq!(
            error("\n(;PB[a])"),
            "line 2: the game does not tell the size of its board, as in SZ[15]"
        );
        assert_eq!(
            error("(;SZ[15x15])"),
            "line 1: SZ[15x15] is no size; sizes look like 15 or 30:20"
        );
        assert_eq!(
            error("(;SZ[4])"),
            "line 1: a board of 4x4: sides go from 5 to 32"
        );
        assert_eq!(
            error("(;SZ[15]\n;B[pa])"),
            "line 2: B[pa]: point off the board"
        );
        assert_eq!(
            error("(;SZ[15]\n;B[aa]\n;W[aa])"),
            "line 3: W[aa]: point already taken"
        );
        assert_eq!(
            error("(;SZ[15];B[])"),
            "line 1: B[] is no point; points look like hh"
        );
        assert_eq!(
            error("(;SZ[15];B[aa];B[bb])"),
            "line 1: B[bb] is out of turn: black begins, then in turns"
        );
        assert_eq!(error("(;SZ[15]\n;B[aa"), "line 2: a \"[\" has no \"]\"");
        assert_eq!(
            error("(;SZ[15];B[aa]"),
            "line 1: the game breaks off: no \")\""
        );
        assert_eq!(error("(;SZ[15];B)"), "line 1: B has no value in brackets");
        assert_eq!(error("(;SZ[15]7)"), "line 1: '7' means nothing here");
    }
}
