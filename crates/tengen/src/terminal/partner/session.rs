//! The game at the board: who plays it, what was played and taken back, and what it is kept in.

use crate::terminal::drawing::{Ink, Marks, Scene};
use crate::terminal::given::{assumption, read_file};
use crate::terminal::partner::autosave::{Autosave, Left};
use crate::terminal::partner::game_file::GameFile;
use crate::terminal::partner::opening::OpeningInPlay;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_core::board::{Colour, Point, PointSet, Position, Shape, notation};
use tengen_core::judged::Board;
use tengen_core::records::defaults::Defaults;
use tengen_core::records::opened::{Opened, Unopened, open};
use tengen_core::records::{Ending, Game, Move, Reason};
use tengen_core::rules::opening::pattern::Pattern;
use tengen_core::rules::opening::{Answer, OpeningRule, Player};
use tengen_core::rules::{Rule, Variant, foul_at};
use tengen_engine::level::{Choice, Level};
use tengen_engine::pattern::foul_points;

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
    /// What files that name no rule or board are read with.
    pub defaults: Defaults,
    /// Black's side and white's.
    pub seats: [Seat; 2],
    /// Tengen's strength.
    pub level: Level,
    /// What the strongest level may think.
    pub time: Duration,
    /// How new games are opened.
    pub opening: Option<OpeningRule>,
}

/// A game, and what belongs to it.
pub struct Session {
    setup: Setup,
    /// The game before its first move.
    start: Game,
    board: Board,
    /// The moves on the board, with what is known of them.
    moves: Vec<Move>,
    /// Moves that were taken back, the last of them first to come again.
    undone: Vec<Move>,
    /// The opening rule, while the game is still being opened.
    opening: Option<OpeningInPlay>,
    /// Stones that were laid by it; they are not taken back any more.
    opened: usize,
    hint: Option<Point>,
    game_file: GameFile,
    autosave: Option<Autosave>,
    /// What is still to be told.
    notes: Vec<String>,
}

impl Session {
    /// An empty board.
    ///
    /// # Errors
    /// A sentence when it is too small for the opening rule.
    pub fn new(setup: Setup) -> Result<Session, String> {
        let opening = setup
            .opening
            .map(|rule| OpeningInPlay::new(rule, setup.shape));
        Ok(Session {
            opening: opening.transpose()?,
            opened: 0,
            start: Game::new(setup.shape, setup.rule, Default::default()),
            board: Board::new(setup.shape, setup.rule),
            moves: Vec::new(),
            undone: Vec::new(),
            hint: None,
            game_file: GameFile::default(),
            autosave: None,
            notes: Vec::new(),
            setup,
        })
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

    /// The moves on the board; stones that were set up are none.
    pub fn moves(&self) -> &[Point] {
        self.board.moves()
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Colour {
        self.board.to_move()
    }

    /// Who has to move; nobody when the game is over.
    pub fn mover(&self) -> Option<Seat> {
        if let Some(opening) = &self.opening {
            return opening.asked().map(|colour| self.seat(colour));
        }
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
        self.game_file.file()
    }

    /// What people should know and have not been told yet.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
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
        if self.opening.is_some() {
            return self.tell_opening(name);
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

    /// The opening rule, while the game is being opened.
    pub fn opening(&self) -> Option<&OpeningInPlay> {
        self.opening.as_ref()
    }

    /// A person answers in the opening.
    ///
    /// # Errors
    /// What is wrong.
    pub fn tell_opening(&mut self, line: &str) -> Result<(), String> {
        if self.mover() == Some(Seat::Tengen) {
            return Err("it is Tengen's turn".into());
        }
        let opening = self.opening.as_mut().ok_or("the opening is over")?;
        let black = opening.opening().black();
        opening.tell(line)?;
        self.follow_opening(black);
        Ok(())
    }

    /// Tengen answers in the opening.
    ///
    /// # Errors
    /// What is wrong, a fault of this program.
    pub fn answer_opening(&mut self, answers: &[Answer]) -> Result<(), String> {
        for answer in answers {
            let opening = self.opening.as_mut().ok_or("the opening is over")?;
            let black = opening.opening().black();
            opening.take(answer)?;
            self.follow_opening(black);
        }
        Ok(())
    }

    /// Lays the stones that have come to the opening, and gives the sides to whoever has taken them.
    fn follow_opening(&mut self, black_before: Player) {
        let Some(in_play) = self.opening.take() else {
            return;
        };
        let opening = in_play.opening();
        for &point in &opening.stones()[self.moves.len()..] {
            self.put(Move {
                comment: format!("opening: {}", opening.rule()),
                ..Move::new(point)
            });
        }
        if opening.black() != black_before {
            self.setup.seats.swap(0, 1);
        }
        self.undone.clear();
        if opening.is_over() {
            self.opened = self.moves.len();
        } else {
            self.opening = Some(in_play);
        }
        self.keep_safe();
    }

    /// Takes back the last answer of a person in the opening, and what was answered to it.
    fn undo_opening(&mut self) -> Result<(), String> {
        let in_play = self.opening.as_ref().ok_or("the opening is over")?;
        let black = in_play.opening().black();
        let seat = |player| self.setup.seats[usize::from(player != black)];
        let before = in_play.before_last(|player| seat(player) == Seat::Person)?;
        self.board = Board::before(&self.start)?;
        self.moves.clear();
        self.opening = Some(before);
        self.follow_opening(black);
        Ok(())
    }

    /// Puts a stone on an empty point; what was taken back is gone.
    fn place(&mut self, made: Move) {
        self.undone.clear();
        self.put(made);
        self.keep_safe();
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
        if self.opening.is_some() {
            return self.undo_opening();
        }
        let is_persons = |i: &usize| self.seat(self.start.side(*i)) == Seat::Person;
        let Some(keep) = (self.opened..self.moves.len()).rev().find(is_persons) else {
            return Err("there is no move of yours to take back".into());
        };
        let empty = Board::before(&self.start)?;
        let taken = self.moves.split_off(keep);
        self.undone.extend(taken.into_iter().rev());
        let kept = std::mem::take(&mut self.moves);
        self.board = empty;
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
    ///
    /// # Errors
    /// When the board is too small for the opening rule; nothing has changed then.
    pub fn renew(&mut self, shape: Option<Shape>, rule: Option<Rule>) -> Result<(), String> {
        let mut setup = self.setup.clone();
        setup.shape = shape.unwrap_or(setup.shape);
        setup.rule = rule.unwrap_or(setup.rule);
        let new = Session::new(setup)?;
        let autosave = self.autosave.take();
        *self = Session { autosave, ..new };
        self.keep_safe();
        Ok(())
    }

    /// The game as it is kept, with the moves that were taken back: they can be played again.
    fn record(&self) -> Game {
        let name = |side: Colour| match (&self.start.players[side.index()], self.seat(side)) {
            (name, _) if !name.is_empty() => name.clone(),
            (_, Seat::Person) => "Person".to_string(),
            (_, Seat::Tengen) => format!("Tengen (level {})", self.setup.level),
        };
        let mut game = self.start.clone();
        game.players = Colour::BOTH.map(name);
        game.moves.clone_from(&self.moves);
        game.moves.extend(self.undone.iter().rev().cloned());
        game.ending = self.ending_of(&game);
        game
    }

    /// How the whole game ended, by the rules or by what its file says.
    fn ending_of(&self, game: &Game) -> Option<Ending> {
        let judged = if self.undone.is_empty() {
            self.board.ending()
        } else {
            Board::of_game(game).ok().and_then(|board| board.ending())
        };
        let loaded = self
            .game_file
            .loaded()
            .filter(|loaded| loaded.points().eq(game.points()));
        judged.or(loaded.and_then(|loaded| loaded.ending))
    }

    /// Whether there is something that is in no file.
    pub fn is_unsaved(&self) -> bool {
        !self.game_file.has(&self.record())
    }

    /// Writes the game to a file; without a name to the one of last time. The file's name, and what is
    /// to be said about it.
    ///
    /// # Errors
    /// Why it cannot be written. A file that is not of this game is not written over unless `over`.
    pub fn save(
        &mut self,
        file: Option<PathBuf>,
        over: bool,
    ) -> Result<(PathBuf, Vec<String>), String> {
        let mut saved = self.game_file.save(&self.record(), file, over)?;
        if !self.undone.is_empty() {
            saved.1.push("with what was taken back".into());
        }
        self.keep_safe();
        Ok(saved)
    }

    /// Continues the game of a file. With `insist`, a file that names another game is read too.
    ///
    /// # Errors
    /// Why it cannot be read or played; nothing has changed then.
    pub fn load(&mut self, file: &Path, insist: bool) -> Result<(), Unopened> {
        let name = file.display();
        let wrong = |error: String| Unopened::Wrong(format!("{name}: {error}"));
        let bytes = read_file(file).map_err(|error| Unopened::Wrong(format!("{error:#}")))?;
        let opened = open(&bytes, self.setup.defaults, insist);
        let opened = opened.map_err(|error| match error {
            Unopened::OtherGame(why) => Unopened::OtherGame(format!("{name}: {why}")),
            Unopened::Wrong(why) => wrong(why),
        })?;
        self.go_on_with(&opened.game).map_err(wrong)?;
        self.game_file = GameFile::of_file(file, bytes, &opened);
        self.notes.extend(opened.doubts);
        self.notes.extend(assumption(opened.assumed, &opened.game));
        self.notes.extend(self.game_file.notes());
        self.keep_safe();
        Ok(())
    }

    /// Puts a game on the board.
    fn go_on_with(&mut self, game: &Game) -> Result<(), String> {
        self.board = Board::of_game(game)?;
        self.setup.shape = game.shape;
        self.setup.rule = game.rule;
        self.moves.clone_from(&game.moves);
        self.start = Game {
            moves: Vec::new(),
            ending: None,
            ..game.clone()
        };
        self.undone.clear();
        self.opening = None;
        self.opened = 0;
        self.hint = None;
        Ok(())
    }

    /// The lines of play of the file that the game comes from.
    ///
    /// # Errors
    /// A sentence when there is but one.
    pub fn lines(&self) -> Result<String, String> {
        self.game_file.lines(&self.record())
    }

    /// Goes on with another line of play; this one stays in the record.
    ///
    /// # Errors
    /// A sentence. Then nothing has changed.
    pub fn take_line(&mut self, number: usize) -> Result<(), String> {
        let (game_file, game) = self.game_file.with_line(&self.record(), number)?;
        self.go_on_with(&game)?;
        self.game_file = game_file;
        self.keep_safe();
        Ok(())
    }

    /// Keeps the running game in this folder from now on, and says what was left over there.
    pub fn set_autosave(&mut self, folder: PathBuf) {
        let autosave = Autosave::new(folder);
        self.offer(&autosave);
        self.autosave = Some(autosave);
        self.keep_safe();
    }

    fn offer(&mut self, autosave: &Autosave) {
        let left = autosave.left();
        let Some(newest) = left.first() else { return };
        let age = humantime::format_duration(newest.age());
        let name = newest.belongs_to.as_ref();
        let name = name.map_or(String::new(), |name| format!(" of {}", name.display()));
        let more = match left.len() {
            1 => String::new(),
            count => format!(" ({} more are older)", count - 1),
        };
        self.notes.push(format!(
            "a game{name} was left unsaved {age} ago{more}: recover goes on with it, forget drops it"
        ));
    }

    /// The newest game that was left over.
    fn left(&self) -> Result<Left, String> {
        let left = self
            .autosave
            .as_ref()
            .map(Autosave::left)
            .unwrap_or_default();
        left.into_iter()
            .next()
            .ok_or_else(|| "no game was left unsaved".into())
    }

    /// Goes on with the newest game that was left over.
    ///
    /// # Errors
    /// When there is none, or it cannot be read; nothing has changed then.
    pub fn recover(&mut self) -> Result<(), String> {
        let left = self.left()?;
        let opened = open(&left.record, self.setup.defaults, true);
        let opened: Opened = opened.map_err(|error| match error {
            Unopened::OtherGame(why) | Unopened::Wrong(why) => why,
        })?;
        self.go_on_with(&opened.game)?;
        self.game_file = GameFile::recovered(left.belongs_to.clone(), &opened);
        // Only what is safe in our own file is removed there.
        if self.keep_safe() {
            let removed = left.remove();
            removed.map_err(|error| format!("the old file stays: {error}"))?;
        }
        Ok(())
    }

    /// Drops the newest game that was left over.
    ///
    /// # Errors
    /// When there is none, or it stays.
    pub fn forget_left(&mut self) -> Result<(), String> {
        let removed = self.left()?.remove();
        removed.map_err(|error| error.to_string())?;
        if let Some(autosave) = self.autosave.take() {
            self.offer(&autosave);
            self.autosave = Some(autosave);
        }
        Ok(())
    }

    /// Keeps what is in no file, if that is wanted; whether it is safe now.
    fn keep_safe(&mut self) -> bool {
        let game = self.record();
        let Some(autosave) = &mut self.autosave else {
            return false;
        };
        if self.game_file.has(&game) {
            autosave.clear();
            return true;
        }
        let kept = autosave.keep(self.game_file.file(), &self.game_file.autosaved(&game));
        if let Err(error) = &kept {
            self.notes.push(format!("no autosave: {error}"));
            self.autosave = None;
        }
        kept.is_ok()
    }

    /// The game is left on purpose: nothing is kept of it but what was saved.
    pub fn leave(&mut self) {
        if let Some(autosave) = &mut self.autosave {
            autosave.clear();
        }
    }

    /// Where the game is kept that is in no file.
    pub fn autosaved_in(&self) -> Option<&Path> {
        self.autosave.as_ref()?.file()
    }

    /// What is shown on the board besides the stones.
    pub fn marks(&self) -> Marks {
        let black_moves = self.mover().is_some() && self.to_move() == Colour::Black;
        Marks {
            last: self.moves().last().copied(),
            row: self.board.winning_row(),
            fouls: if black_moves {
                foul_points(self.position(), self.rule())
            } else {
                PointSet::EMPTY
            },
            hint: self.hint,
            offered: self
                .opening
                .iter()
                .flat_map(OpeningInPlay::offered)
                .copied()
                .collect(),
            ..Marks::default()
        }
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

    /// `renju, 15x15`, and the name of the opening: `renju, 15x15, Kagetsu (d4)`.
    pub fn game_name(&self) -> String {
        let name = format!("{}, {}", self.rule(), self.setup.shape);
        match Pattern::of_moves(self.moves(), self.setup.shape) {
            Some(pattern) if self.rule().variant == Variant::Renju => format!("{name}, {pattern}"),
            _ => name,
        }
    }

    /// Whose move it is, or how the game has ended; in a continuous game the rows too.
    pub fn state(&self) -> String {
        let state = match (self.board.ending(), &self.opening) {
            (Some(ending), _) => ended(ending),
            (None, Some(opening)) => opening.question(),
            (None, None) => format!("move {}: {} to play", self.moves.len() + 1, self.to_move()),
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
