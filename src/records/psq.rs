//! Piskvork's records, `*.psq`.
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
//! The last number, as Piskvork 8 writes it: 0 the game ended by the rules, 2 a brain did not answer
//! `START` with `OK`, 3 it ended or answered something that is no move, 7 its move was illegal, 9 and
//! 15 its time was over; the side to move has lost then. −1 (GomocupJudge) says nothing.
//! The format has no room for the rule, for comments, for who won by the rules, and for a program that
//! failed while its opponent was to move.

use super::{Ending, Game, Move, ReadError, Reason, Taken, shape};
use crate::rules::Rule;
use std::fmt::Write;

/// Writes a game.
pub fn write(game: &Game) -> String {
    let (width, height) = (game.shape.width(), game.shape.height());
    let mut text = format!("Piskvorky {width}x{height}, 11:11, 0\n");
    for made in &game.moves {
        let (x, y) = (made.point.x() + 1, made.point.y() + 1);
        let _ = writeln!(text, "{x},{y},{}", made.time.unwrap_or(0));
    }
    for name in &game.players {
        let _ = writeln!(text, "{}", one_line(name));
    }
    let _ = writeln!(text, "{}", code(game));
    text
}

/// A name that stays on its line.
fn one_line(name: &str) -> String {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    name.chars().map(visible).collect()
}

fn code(game: &Game) -> i32 {
    match game.ending {
        Some(Ending { winner, reason }) if winner == Some(!game.to_move()) => match reason {
            Reason::NoStart => 2,
            Reason::Crash | Reason::Garbage => 3,
            Reason::Illegal => 7,
            Reason::Time => 15,
            _ => 0,
        },
        _ => 0,
    }
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

/// Reads a game, of which the file does not tell the rule. The ending is `None` where the game ended
/// by the rules: judge the moves to know it.
///
/// # Errors
/// The first line that is not as it should be.
pub fn read(text: &str, rule: Rule) -> Result<Game, ReadError> {
    let mut lines = text.lines().map(str::trim).enumerate().peekable();
    let (_, head) = lines.next().unwrap_or_default();
    let (width, height, second_began) = header(head)
        .ok_or_else(|| ReadError::at(1, "a psq file begins like \"Piskvorky 15x15, 11:11, 0\""))?;
    let shape = shape(width, height, 1)?;
    let mut game = Game::new(shape, rule, Default::default());
    let mut taken = Taken::new(shape);
    while let Some((number, (x, y, time))) = lines
        .peek()
        .and_then(|(n, line)| Some((n + 1, entry(line)?)))
    {
        let point = taken.take(x - 1, y - 1);
        let point = point.map_err(|error| ReadError::at(number, format!("{x},{y}: {error}")))?;
        let mut made = Move::new(point);
        made.time = time;
        game.moves.push(made);
        lines.next();
    }
    let rest: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
    tail(&rest, second_began, &mut game)?;
    Ok(game)
}

/// `Piskvorky 15x15, 11:11, 0`: width, height, and whether the second player began.
fn header(line: &str) -> Option<(u32, u32, bool)> {
    let mut parts = line.strip_prefix("Piskvorky")?.split(',').map(str::trim);
    let (width, height) = parts.next()?.split_once('x')?;
    let began = parts.nth(1)?;
    Some((width.parse().ok()?, height.parse().ok()?, began == "1"))
}

/// `8,8,120`, or without a time.
fn entry(line: &str) -> Option<(i32, i32, Option<u64>)> {
    let mut parts = line.split(',').map(str::trim);
    let x = parts.next()?.parse().ok()?;
    let y = parts.next()?.parse().ok()?;
    let time = parts.next().and_then(|time| time.parse().ok());
    let in_range = |side: i32| (i32::MIN + 1..i32::MAX).contains(&side);
    (in_range(x) && in_range(y)).then_some((x, y, time))
}

/// What follows the moves: two names, or none, and the number.
fn tail(rest: &[(usize, &str)], second_began: bool, game: &mut Game) -> Result<(), ReadError> {
    let (names, code) = match *rest {
        [] => (None, None),
        [code] => (None, Some(code)),
        [first, second] => (Some((first, second)), None),
        [first, second, code, ..] => (Some((first, second)), Some(code)),
    };
    if let Some(((_, first), (_, second))) = names {
        game.players = [first, second].map(String::from);
    }
    if second_began {
        game.players.swap(0, 1);
    }
    if let Some((number, code)) = code {
        let wrong = |_| ReadError::at(number + 1, format!("\"{code}\" is no move x,y,time"));
        let reason = reason(code.parse().map_err(wrong)?);
        game.ending = reason.map(|reason| Ending::won(!game.to_move(), reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Colour, Point};
    use crate::rules::Variant;

    const RENJU: Rule = Rule::new(Variant::Renju);

    #[test]
    fn a_game_of_piskvork() {
        let text =
            "Piskvorky 20x15, 0:3, 1\r\n11,8,0\r\n12,9,1520\r\n10,8,3\r\nhomo-1\r\nPela\r\n15\r\n";
        let game = read(text, RENJU).unwrap();
        assert_eq!((game.shape.width(), game.shape.height()), (20, 15));
        assert_eq!(game.players, ["Pela", "homo-1"]);
        assert_eq!(game.moves[1].point, Point::new(11, 8));
        assert_eq!(game.moves[1].time, Some(1520));
        assert_eq!(game.ending, Some(Ending::won(Colour::Black, Reason::Time)));
    }

    #[test]
    fn a_saved_game_has_no_names() {
        let game = read("Piskvorky 15x15, 11:11, 0\n8,8,0\n0\n", RENJU).unwrap();
        assert_eq!(game.players, ["", ""]);
        assert_eq!((game.moves.len(), game.ending), (1, None));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = |text: &str| read(text, RENJU).unwrap_err().to_string();
        for text in ["", "Hello", "Piskvorky 15, 1:1, 0", "Piskvorky 15x15"] {
            assert!(
                error(text).starts_with("line 1: a psq file begins"),
                "{text}"
            );
        }
        let head = "Piskvorky 15x15, 11:11, 0\n";
        let at = |rest: &str| error(&(head.to_string() + rest));
        assert_eq!(
            error("Piskvorky 3x15, 1:1, 0"),
            "line 1: a board of 3x15: sides go from 5 to 32"
        );
        assert_eq!(at("8,8,1\n16,1,1\n"), "line 3: 16,1: point off the board");
        assert_eq!(
            at("8,8,1\n9,9,9\n8,8,1\n"),
            "line 4: 8,8: point already taken"
        );
        assert_eq!(at("0,1,1\n"), "line 2: 0,1: point off the board");
        assert_eq!(
            at("8,8,1\neight\n"),
            "line 3: \"eight\" is no move x,y,time"
        );
        assert_eq!(
            at("-2147483648,1,1\n"),
            "line 2: \"-2147483648,1,1\" is no move x,y,time"
        );
    }
}
