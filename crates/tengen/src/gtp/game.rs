//! The game that the commands change.

use super::parse::column;
use tengen_core::board::{Colour, Content, PlayError, Point, Position};
use tengen_core::game::{Action, Ending, Game, Reason};
use tengen_core::messages;
use tengen_core::rules::{Outcome, Rule, can_move, judge};
use tengen_engine::pattern::forbidden_points;

/// The result for people: `black wins by five in a row`.
pub fn sentence(Ending { winner, reason }: Ending) -> String {
    match (winner, reason) {
        (Some(winner), Reason::Resignation) => format!("{winner} wins: {} resigned", !winner),
        (Some(winner), _) => format!("{winner} wins by five in a row"),
        (None, Reason::Passes) => "draw: both sides passed".into(),
        (None, _) => "draw: the board is full".into(),
    }
}

messages! {
    pub enum ActionError from Play(PlayError) {
        Over { result: String } = "the game is over ({result})",
        ForbiddenToBlack { kind: &'static str } = "forbidden to black ({kind})",
        IllegalByRule { number: usize; why: ActionError } = "move {number} is illegal by that rule: {why}",
    }
}

/// Does something for a side; passing is possible at any time, even after the end. After an error nothing has changed.
pub fn play(game: &mut Game, side: Colour, action: Action) -> Result<(), ActionError> {
    if let (Some(ending), Action::Stone(_) | Action::Resign) = (game.ending(), action) {
        return Err(ActionError::Over { result: sentence(ending) });
    }
    if let Action::Stone(point) = action {
        game.position().check_empty(point)?;
        if let Outcome::Forbidden(kind) = judge(game.position(), point, side, game.rule()) {
            return Err(ActionError::ForbiddenToBlack { kind: kind.name() });
        }
    }
    Ok(game.act_as(side, action)?)
}

pub fn position_for(game: &Game, side: Colour) -> Position {
    let mut position = game.position().clone();
    position.set_to_move(side);
    position
}

pub fn is_able_to_move(game: &Game, side: Colour) -> bool {
    game.ending().is_none() && can_move(&position_for(game, side), game.rule())
}

pub fn forbidden(game: &Game) -> Vec<Point> {
    forbidden_points(game.position(), game.rule()).iter().collect()
}

/// The points where the side to move can play; none after the end.
pub fn legal(game: &Game) -> Vec<Point> {
    if game.ending().is_some() {
        return Vec::new();
    }
    let forbidden = match game.to_move() {
        Colour::Black => forbidden(game),
        Colour::White => Vec::new(),
    };
    game.position().empty_points().filter(|point| !forbidden.contains(point)).collect()
}

pub fn with_rule(game: &Game, rule: Rule) -> Result<Game, ActionError> {
    let mut other = Game::new(game.position().size(), rule);
    for (number, (side, action)) in (1..).zip(game.actions()) {
        let played = play(&mut other, side, action);
        played.map_err(|why| ActionError::IllegalByRule { number, why: why.into() })?;
    }
    Ok(other)
}

/// The board in lines from the top: `X` black, `O` white, `.` empty.
pub fn rows(game: &Game) -> Vec<String> {
    let size = game.position().size();
    let row = |y: u8| {
        let cells = (0..size.width()).map(|x| match game.position().at(Point::new(x, y)) {
            Content::Stone(Colour::Black) => "X",
            Content::Stone(Colour::White) => "O",
            _ => ".",
        });
        cells.collect::<Vec<_>>().join(" ")
    };
    (0..size.height()).map(row).collect()
}

/// The board with coordinates, rule and side to move.
pub fn drawing(game: &Game) -> String {
    let size = game.position().size();
    let letters: Vec<String> = (0..size.width()).map(column).collect();
    let letters = format!("\n   {}", letters.join(" "));
    let rows = (1..=size.height()).rev().zip(rows(game));
    let rows: String = rows.map(|(number, row)| format!("\n{number:2} {row} {number}")).collect();
    let state = match game.ending() {
        Some(ending) => sentence(ending),
        None => format!("{} to move", game.to_move()),
    };
    format!("{letters}{rows}{letters}\n{}, {state}", game.rule())
}
