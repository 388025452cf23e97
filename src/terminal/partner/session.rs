//! The game at the board: who plays it, what was played and taken back, and what it is kept in.

use crate::board::{Colour, Content, DIRECTIONS, Point, PointSet, Position, Shape, notation};
use crate::pattern::foul_points;
use crate::players::level::{Choice, Level};
use crate::records::{Ending, Format, Game, Move, Reason};
use crate::referee::board::Board;
use crate::rules::{Rule, foul_at, run_through};
use crate::terminal::drawing::{Ink, Marks, Scene};
use crate::terminal::given::{read_file, read_game};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Who has the stones of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Somebody at the keyboard.
    Person,
    /// This program.
    Tengen,
}

/// What a session begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub shape: Shape,
    /// Black's side and white's.
    pub seats: [Seat; 2],
    /// Tengen's strength.
    pub level: Level,
    /// What the strongest level may think.
    pub time: Duration,
}

/// A game, and what belongs to it.
pub struct Session {
    setup: Setup,
    board: Board,
    /// The moves on the board, with what is known of them.
    moves: Vec<Move>,
    /// Moves that were taken back, the last of them first to come again.
    undone: Vec<Move>,
    hint: Option<Point>,
    file: Option<PathBuf>,
}

impl Session {
    /// An empty board.
    pub fn new(setup: Setup) -> Session {
        Session {
            board: Board::new(setup.shape, setup.rule),
            moves: Vec::new(),
            undone: Vec::new(),
            hint: None,
            file: None,
            setup,
        }
    }

    /// The stones.
    pub fn position(&self) -> &Position {
        self.board.position()
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.setup.rule
    }

    /// Tengen's strength.
    pub fn level(&self) -> Level {
        self.setup.level
    }

    /// Changes it.
    pub fn set_level(&mut self, level: Level) {
        self.setup.level = level;
    }

    /// What the strongest level may think.
    pub fn time(&self) -> Duration {
        self.setup.time
    }

    /// Changes it.
    pub fn set_time(&mut self, time: Duration) {
        self.setup.time = time;
    }

    /// The moves on the board.
    pub fn moves(&self) -> &[Point] {
        self.board.moves()
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Colour {
        self.board.to_move()
    }

    /// Who has to move; nobody when the game is over.
    pub fn mover(&self) -> Option<Seat> {
        let open = self.board.ending().is_none();
        open.then(|| self.seat(self.to_move()))
    }

    /// Who has a side.
    pub fn seat(&self, side: Colour) -> Seat {
        self.setup.seats[side.index()]
    }

    /// Gives the sides to people or to Tengen.
    pub fn set_people(&mut self, people: [bool; 2]) {
        let seat = |person| if person { Seat::Person } else { Seat::Tengen };
        self.setup.seats = people.map(seat);
    }

    /// Changes sides.
    pub fn swap(&mut self) {
        self.setup.seats.swap(0, 1);
    }

    /// The file that the game was saved in or loaded from.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Shows a move to think about.
    pub fn set_hint(&mut self, point: Point) {
        self.hint = Some(point);
    }

    /// A person plays the point of this name.
    ///
    /// # Errors
    /// Why not.
    pub fn play(&mut self, name: &str, even_a_foul: bool) -> Result<(), String> {
        match self.mover() {
            None => return Err("the game is over; try new, or undo".into()),
            Some(Seat::Tengen) => return Err("it is Tengen's turn".into()),
            Some(Seat::Person) => {}
        }
        let points = notation::read(name, self.position().shape())?;
        let &[point] = &points[..] else {
            return Err(format!("\"{name}\" is not one point"));
        };
        let empty = self.position().check_empty(point);
        empty.map_err(|error| format!("{name}: {error}"))?;
        let foul = match self.to_move() {
            Colour::Black => foul_at(self.position(), point, self.rule()),
            Colour::White => None,
        };
        if let (Some(foul), false) = (foul, even_a_foul) {
            let foul = foul.name();
            return Err(format!(
                "{name} is a foul of black ({foul}) and loses; {name}! plays it all the same"
            ));
        }
        self.place(Move::new(point));
        Ok(())
    }

    /// Tengen plays what it has chosen after so long.
    pub fn answer(&mut self, choice: &Choice, took: Duration) {
        let comment = choice.report.as_ref().map_or(String::new(), |report| {
            format!("depth {} score {}", report.depth, report.score)
        });
        self.place(Move {
            time: Some(took.as_millis() as u64),
            comment,
            ..Move::new(choice.point)
        });
    }

    /// Puts a stone on an empty point; what was taken back is gone.
    fn place(&mut self, made: Move) {
        self.undone.clear();
        self.put(made);
    }

    fn put(&mut self, made: Move) {
        let played = self.board.play(made.point);
        debug_assert_eq!(played, Ok(()), "the point was seen to be empty");
        self.moves.push(made);
        self.hint = None;
    }

    /// Takes the last move of a person back, and all that came after it.
    ///
    /// # Errors
    /// When there is none.
    pub fn undo(&mut self) -> Result<(), String> {
        let is_persons = |i: &usize| self.setup.seats[i % 2] == Seat::Person;
        let Some(keep) = (0..self.moves.len()).rev().find(is_persons) else {
            return Err("there is no move of yours to take back".into());
        };
        let taken = self.moves.split_off(keep);
        self.undone.extend(taken.into_iter().rev());
        let kept = std::mem::take(&mut self.moves);
        self.board = Board::new(self.setup.shape, self.setup.rule);
        kept.into_iter().for_each(|made| self.put(made));
        self.hint = None;
        Ok(())
    }

    /// Plays again what was taken back, up to a person's turn.
    ///
    /// # Errors
    /// When nothing is left to play again.
    pub fn redo(&mut self) -> Result<(), String> {
        if self.undone.is_empty() {
            return Err("there is no move to play again".into());
        }
        while let Some(made) = self.undone.pop() {
            self.put(made);
            if self.mover() == Some(Seat::Person) {
                break;
            }
        }
        Ok(())
    }

    /// A new game; the old one is gone.
    pub fn renew(&mut self, shape: Option<Shape>, rule: Option<Rule>) {
        let mut setup = self.setup.clone();
        setup.shape = shape.unwrap_or(setup.shape);
        setup.rule = rule.unwrap_or(setup.rule);
        *self = Session::new(setup);
    }

    /// The game as it is kept.
    fn record(&self) -> Game {
        let name = |seat| match seat {
            Seat::Person => "Person".to_string(),
            Seat::Tengen => format!("Tengen (level {})", self.setup.level),
        };
        let players = self.setup.seats.map(name);
        let mut game = Game::new(self.setup.shape, self.setup.rule, players);
        game.moves.clone_from(&self.moves);
        game.ending = self.board.ending();
        game
    }

    /// Writes the game to a file; without a name to the one of last time. The file's name.
    ///
    /// # Errors
    /// Why it cannot be written. A file that is not of this game is not written over unless `over`.
    pub fn save(&mut self, file: Option<PathBuf>, over: bool) -> Result<PathBuf, String> {
        let file = file
            .or(self.file.clone())
            .ok_or("save under which name? save FILE")?;
        let name = file.display();
        let format = Format::of_name(&file)
            .ok_or_else(|| format!("{name}: the name must end in .sgf or .psq"))?;
        let ours = self.file.as_ref() == Some(&file);
        if !ours && !over && file.exists() {
            return Err(format!("{name} exists; save! {name} writes over it"));
        }
        let text = format.write(&self.record());
        std::fs::write(&file, text).map_err(|error| format!("{name}: {error}"))?;
        self.file = Some(file.clone());
        Ok(file)
    }

    /// Goes on with the game of a file. Where it names no rule, the present one stays.
    ///
    /// # Errors
    /// Why it cannot be read or played; nothing has changed then.
    pub fn load(&mut self, file: &Path) -> Result<(), String> {
        let text = read_file(file).map_err(|error| format!("{error:#}"))?;
        let within = |error: anyhow::Error| format!("{}: {error:#}", file.display());
        let game = read_game(&text, self.setup.rule, self.setup.shape).map_err(within)?;
        self.board =
            Board::of_game(&game).map_err(|error| format!("{}: {error}", file.display()))?;
        self.setup.shape = game.shape;
        self.setup.rule = game.rule;
        self.moves = game.moves;
        self.undone.clear();
        self.hint = None;
        self.file = Format::of_name(file).map(|_| file.into());
        Ok(())
    }

    /// What is shown on the board besides the stones.
    pub fn marks(&self) -> Marks {
        let black_moves = self.mover().is_some() && self.to_move() == Colour::Black;
        Marks {
            last: self.moves().last().copied(),
            row: self.winning_row(),
            fouls: match black_moves {
                true => foul_points(self.position(), self.rule()),
                false => PointSet::EMPTY,
            },
            hint: self.hint,
            ..Marks::default()
        }
    }

    /// The stones by which the game was won.
    fn winning_row(&self) -> PointSet {
        let won = self.board.ending().and_then(|ending| ending.winner);
        let (Some(winner), Some(&last)) = (won, self.moves().last()) else {
            return PointSet::EMPTY;
        };
        let rule = self.rule().five_rule(winner);
        let runs = DIRECTIONS.map(|d| run_through(self.position(), last, winner, d));
        let ours = self.position().at(last) == Content::Stone(winner);
        let won = runs.into_iter().filter(|run| ours && run.wins(rule));
        won.flat_map(|run| run.points()).collect()
    }

    /// The board as text, drawn with `ink`.
    pub fn drawing(&self, ink: Ink) -> String {
        Scene::new(self.position(), &self.marks()).text(ink)
    }

    /// `black: you, white: Tengen (level 3 casual)`.
    pub fn players(&self) -> String {
        let name = |side| match self.seat(side) {
            Seat::Person => "you".to_string(),
            Seat::Tengen => format!("Tengen, level {}", self.setup.level),
        };
        format!(
            "black: {}; white: {}",
            name(Colour::Black),
            name(Colour::White)
        )
    }

    /// `renju, 15x15`.
    pub fn game_name(&self) -> String {
        format!("{}, {}", self.rule(), self.setup.shape)
    }

    /// Whose move it is, or how the game has ended; in a continuous game the rows too.
    pub fn state(&self) -> String {
        let state = match self.board.ending() {
            Some(ending) => ended(ending),
            None => format!("move {}: {} to play", self.moves.len() + 1, self.to_move()),
        };
        match (self.rule().continuous, self.board.rows()) {
            (true, [black, white]) => format!("{state} (rows {black}-{white})"),
            (false, _) => state,
        }
    }
}

/// `black has won by five in a row`.
fn ended(ending: Ending) -> String {
    let why = match ending.reason {
        Reason::Five => " by five in a row".into(),
        Reason::Overline => " by more than five in a row".into(),
        Reason::Foul(foul) => format!(": black made a foul ({})", foul.name()),
        Reason::Rows => " by more rows".into(),
        _ => String::new(),
    };
    match ending.winner {
        Some(winner) => format!("{winner} has won{why}"),
        None => "a draw: the board is full".into(),
    }
}
