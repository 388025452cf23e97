//! The session: the game, its players, undone moves and its file.

mod shown;

use crate::given::{assumption, read_file};
use crate::partner::autosave::{Autosave, Left};
use crate::partner::error::PartnerError;
use crate::partner::game_file::GameFile;
use crate::partner::opening::OpeningInPlay;
use crate::wording;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_core::board::{BoardSize, Colour, Point, Position, notation};
use tengen_core::game;
use tengen_core::rules::opening::{Answer, OpeningError, OpeningRule, Player};
use tengen_core::rules::{Rule, forbidden_at};
use tengen_records::ReadError;
use tengen_records::defaults::Defaults;
use tengen_records::games::open;
use tengen_records::{Ending, Game, Move};
use tengen_session::level::{Choice, Level};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    Person,
    Tengen,
}

#[derive(Clone, Debug)]
pub struct SessionSetup {
    pub rule: Rule,
    pub size: BoardSize,
    /// Defaults for files that name no rule or board size.
    pub defaults: Defaults,
    pub seats: [Seat; 2],
    pub level: Level,
    pub time: Duration,
    /// The opening rule of new games.
    pub opening: Option<OpeningRule>,
}

pub struct Session {
    setup: SessionSetup,
    start: Game,
    board: game::Game,
    /// The moves on the board, then those that were taken back, with time and comment.
    moves: Vec<Move>,
    /// The opening rule, until the opening is over.
    opening: Option<OpeningInPlay>,
    /// The number of stones placed by the opening rule, which cannot be taken back.
    opened: usize,
    hint: Option<Point>,
    game_file: GameFile,
    autosave: Option<Autosave>,
    notes: Vec<String>,
}

impl Session {
    /// A session with an empty board.
    pub fn new(setup: SessionSetup) -> Result<Session, OpeningError> {
        let opening = setup.opening.map(|rule| OpeningInPlay::new(rule, setup.size));
        Ok(Session {
            opening: opening.transpose()?,
            opened: 0,
            start: Game::new(setup.size, setup.rule, Default::default()),
            board: game::Game::new(setup.size, setup.rule),
            moves: Vec::new(),
            hint: None,
            game_file: GameFile::default(),
            autosave: None,
            notes: Vec::new(),
            setup,
        })
    }

    pub fn position(&self) -> &Position {
        self.board.position()
    }

    pub fn rule(&self) -> Rule {
        self.setup.rule
    }

    pub fn level(&self) -> Level {
        self.setup.level
    }

    pub fn set_level(&mut self, level: Level) {
        self.setup.level = level;
    }

    pub fn time(&self) -> Duration {
        self.setup.time
    }

    pub fn set_time(&mut self, time: Duration) {
        self.setup.time = time;
    }

    /// The moves on the board, without setup stones.
    pub fn moves(&self) -> &[Point] {
        self.board.moves()
    }

    pub fn to_move(&self) -> Colour {
        self.board.to_move()
    }

    /// The player to move; `None` if the game is over.
    pub fn mover(&self) -> Option<Seat> {
        if let Some(opening) = &self.opening {
            return opening.asked().map(|colour| self.seat(colour));
        }
        let open = self.board.ending().is_none();
        open.then(|| self.seat(self.to_move()))
    }

    pub fn seat(&self, side: Colour) -> Seat {
        self.setup.seats[side.index()]
    }

    /// Assigns the sides to people or Tengen.
    pub fn set_people(&mut self, people: [bool; 2]) {
        let seat = |person| if person { Seat::Person } else { Seat::Tengen };
        self.setup.seats = people.map(seat);
    }

    pub fn swap(&mut self) {
        self.setup.seats.swap(0, 1);
    }

    /// The file that the game was saved to or loaded from.
    pub fn file(&self) -> Option<&Path> {
        self.game_file.file()
    }

    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    pub fn set_hint(&mut self, point: Point) {
        self.hint = Some(point);
    }

    pub fn play(&mut self, name: &str, even_forbidden: bool) -> Result<(), PartnerError> {
        match self.mover() {
            None => return Err(PartnerError::GameOverTry),
            Some(Seat::Tengen) => return Err(PartnerError::TengensTurn),
            Some(Seat::Person) => {}
        }
        if self.opening.is_some() {
            return self.tell_opening(name);
        }
        let points = notation::read(name, self.position().size())?;
        let &[point] = &points[..] else { return Err(PartnerError::NotOnePoint { name: name.into() }) };
        let empty = self.position().check_empty(point);
        empty.map_err(|why| PartnerError::NotPlayed { name: name.into(), why: why.into() })?;
        let forbidden = match self.to_move() {
            Colour::Black => forbidden_at(self.position(), point, self.rule()),
            Colour::White => None,
        };
        if let (Some(forbidden), false) = (forbidden, even_forbidden) {
            return Err(PartnerError::ForbiddenMove { name: name.into(), kind: forbidden.name() });
        }
        self.place(Move::new(point));
        Ok(())
    }

    /// By how many points the side to move is ahead in a continuous game.
    pub fn lead(&self) -> i32 {
        self.board.lead(self.position().to_move())
    }

    pub fn answer(&mut self, choice: &Choice, took: Duration) {
        let comment = match &choice.report {
            Some(report) if report.is_forced() => "forced".into(),
            Some(report) => {
                let score = wording::score(report, self.rule().continuous);
                format!("depth {} score {score}", report.depth)
            }
            None => String::new(),
        };
        self.place(Move { time: Some(took.as_millis() as u64), comment, ..Move::new(choice.point) });
    }

    pub fn opening(&self) -> Option<&OpeningInPlay> {
        self.opening.as_ref()
    }

    /// Takes a person's answer in the opening.
    pub fn tell_opening(&mut self, line: &str) -> Result<(), PartnerError> {
        if self.mover() == Some(Seat::Tengen) {
            return Err(PartnerError::TengensTurn);
        }
        let opening = self.opening.as_mut().ok_or(OpeningError::OpeningOver)?;
        let black = opening.opening().black();
        opening.answer_text(line)?;
        self.follow_opening(black);
        Ok(())
    }

    /// Takes Tengen's answers in the opening.
    pub fn answer_opening(&mut self, answers: &[Answer]) -> Result<(), OpeningError> {
        for answer in answers {
            let opening = self.opening.as_mut().ok_or(OpeningError::OpeningOver)?;
            let black = opening.opening().black();
            opening.take(answer)?;
            self.follow_opening(black);
        }
        Ok(())
    }

    /// Places the new stones of the opening, and assigns the sides as chosen.
    fn follow_opening(&mut self, black_before: Player) {
        let Some(in_play) = self.opening.take() else { return };
        let opening = in_play.opening();
        for &point in &opening.stones()[self.board.moves().len()..] {
            self.put(Move { comment: format!("opening: {}", opening.rule()), ..Move::new(point) });
        }
        if opening.black() != black_before {
            self.setup.seats.swap(0, 1);
        }
        if opening.is_over() {
            self.opened = self.moves.len();
        } else {
            self.opening = Some(in_play);
        }
        self.autosave_changes();
    }

    /// Takes back the last answer of a person in the opening and the replies to it.
    fn undo_opening(&mut self) -> Result<(), PartnerError> {
        let in_play = self.opening.as_ref().ok_or(OpeningError::OpeningOver)?;
        let black = in_play.opening().black();
        let seat = |player| self.setup.seats[usize::from(player != black)];
        let before = in_play.before_last(|player| seat(player) == Seat::Person)?;
        self.board = self.start.start()?;
        self.moves.clear();
        self.opening = Some(before);
        self.follow_opening(black);
        Ok(())
    }

    fn place(&mut self, made: Move) {
        self.put(made);
        self.autosave_changes();
    }

    /// Plays a stone on an empty point; discards moves that were taken back.
    fn put(&mut self, made: Move) {
        self.moves.truncate(self.board.moves().len());
        let played = self.board.play(made.point);
        debug_assert_eq!(played, Ok(()), "the point was seen to be empty");
        self.moves.push(made);
        self.hint = None;
    }

    /// Takes back the last move of a person and all moves after it.
    pub fn undo(&mut self) -> Result<(), PartnerError> {
        if self.opening.is_some() {
            return self.undo_opening();
        }
        let is_persons = |i: &usize| self.seat(self.start.side(*i)) == Seat::Person;
        let Some(keep) = (self.opened..self.board.moves().len()).rev().find(is_persons) else {
            return Err(PartnerError::NoOwnMove);
        };
        while self.board.moves().len() > keep {
            self.board.undo();
        }
        self.hint = None;
        Ok(())
    }

    /// Replays moves that were taken back, up to a person's turn.
    pub fn redo(&mut self) -> Result<(), PartnerError> {
        if !self.has_undone() {
            return Err(PartnerError::NothingUndone);
        }
        self.hint = None;
        while self.board.redo() && self.mover() != Some(Seat::Person) {}
        Ok(())
    }

    /// Whether moves were taken back and can be played again.
    fn has_undone(&self) -> bool {
        self.moves.len() > self.board.moves().len()
    }

    /// Starts a new game; the old one is discarded. If the board is too small for the opening rule, nothing changes.
    pub fn renew(&mut self, size: Option<BoardSize>, rule: Option<Rule>) -> Result<(), OpeningError> {
        let mut setup = self.setup.clone();
        setup.size = size.unwrap_or(setup.size);
        setup.rule = rule.unwrap_or(setup.rule);
        let new = Session::new(setup)?;
        let autosave = self.autosave.take();
        *self = Session { autosave, ..new };
        self.autosave_changes();
        Ok(())
    }

    /// The record to save, including moves that were taken back, so that they can be redone.
    fn record(&self) -> Game {
        let name = |side: Colour| match (&self.start.players[side.index()], self.seat(side)) {
            (name, _) if !name.is_empty() => name.clone(),
            (_, Seat::Person) => "Person".to_string(),
            (_, Seat::Tengen) => format!("Tengen (level {})", self.setup.level),
        };
        let mut game = self.start.clone();
        game.players = Colour::BOTH.map(name);
        game.moves.clone_from(&self.moves);
        game.ending = self.ending_of(&game);
        game
    }

    /// The result of the complete game, by the rules or as given by its file.
    fn ending_of(&self, game: &Game) -> Option<Ending> {
        let judged = match self.has_undone() {
            false => self.board.ending(),
            true => game.played().ok().and_then(|board| board.ending()),
        };
        let loaded = self.game_file.loaded().filter(|loaded| loaded.points().eq(game.points()));
        judged.or(loaded.and_then(|loaded| loaded.ending))
    }

    pub fn is_unsaved(&self) -> bool {
        !self.game_file.has(&self.record())
    }

    /// Saves the game to a file; by default the last one. Returns the path and notes. A file that does not belong to
    /// this game is only overwritten if `over` is set.
    pub fn save(&mut self, file: Option<PathBuf>, over: bool) -> Result<(PathBuf, Vec<String>), PartnerError> {
        let mut saved = self.game_file.save(&self.record(), file, over)?;
        if self.has_undone() {
            saved.1.push("with what was taken back".into());
        }
        self.autosave_changes();
        Ok(saved)
    }

    /// Continues the game of a file. With `insist`, a file that names another game is read too. If it cannot be read or
    /// played, nothing changes.
    pub fn load(&mut self, file: &Path, insist: bool) -> Result<(), ReadError> {
        let wrong = |error: ReadError| error.at(file.display().to_string());
        let bytes = read_file(file).map_err(|error| ReadError::Unreadable { why: format!("{error:#}") })?;
        let opened = open(&bytes, self.setup.defaults, insist).map_err(wrong)?;
        self.go_on_with(&opened.game).map_err(wrong)?;
        self.game_file = GameFile::of_file(file, bytes, &opened);
        self.notes.extend(opened.doubts.into_iter().map(String::from));
        self.notes.extend(assumption(opened.assumed, &opened.game));
        self.notes.extend(self.game_file.note());
        self.autosave_changes();
        Ok(())
    }

    fn go_on_with(&mut self, game: &Game) -> Result<(), ReadError> {
        self.board = game.played()?;
        self.setup.size = game.size;
        self.setup.rule = game.rule;
        self.moves.clone_from(&game.moves);
        self.start = Game { moves: Vec::new(), ending: None, ..game.clone() };
        self.opening = None;
        self.opened = 0;
        self.hint = None;
        Ok(())
    }

    /// The lines of play of the file that the game comes from.
    pub fn lines(&self) -> Result<String, PartnerError> {
        self.game_file.lines(&self.record())
    }

    /// Continues with another line of play; the current one stays in the record. After an error nothing has changed.
    pub fn take_line(&mut self, number: usize) -> Result<(), PartnerError> {
        let (game_file, game) = self.game_file.with_line(&self.record(), number)?;
        self.go_on_with(&game)?;
        self.game_file = game_file;
        self.autosave_changes();
        Ok(())
    }

    /// Starts autosaving to this folder, and reports games left over there.
    pub fn set_autosave(&mut self, folder: PathBuf) {
        let autosave = Autosave::new(folder);
        self.offer(&autosave);
        self.autosave = Some(autosave);
        self.autosave_changes();
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
        self.notes
            .push(format!("a game{name} was left unsaved {age} ago{more}: recover continues it, forget discards it"));
    }

    /// The newest game that was left over.
    fn left(&self) -> Result<Left, PartnerError> {
        let left = self.autosave.as_ref().map(Autosave::left).unwrap_or_default();
        left.into_iter().next().ok_or(PartnerError::NothingLeft)
    }

    /// Continues the newest game that was left over. After an error nothing has changed.
    pub fn recover(&mut self) -> Result<(), PartnerError> {
        let left = self.left()?;
        let opened = open(&left.record, self.setup.defaults, true)?;
        self.go_on_with(&opened.game)?;
        self.game_file = GameFile::recovered(left.belongs_to.clone(), &opened);
        // The old file is only removed once the game is safe in our own.
        if self.autosave_changes() {
            let removed = left.remove();
            removed.map_err(|error| PartnerError::OldFileStays { why: error.to_string() })?;
        }
        Ok(())
    }

    /// Discards the newest game that was left over.
    pub fn forget_left(&mut self) -> Result<(), PartnerError> {
        let removed = self.left()?.remove();
        removed.map_err(|error| PartnerError::NotRemoved { why: error.to_string() })?;
        if let Some(autosave) = self.autosave.take() {
            self.offer(&autosave);
            self.autosave = Some(autosave);
        }
        Ok(())
    }

    /// Autosaves unsaved changes, if enabled; returns whether the game is safe.
    fn autosave_changes(&mut self) -> bool {
        let game = self.record();
        let Some(autosave) = &mut self.autosave else { return false };
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

    /// Discards the game on purpose, including its autosave.
    pub fn leave(&mut self) {
        if let Some(autosave) = &mut self.autosave {
            autosave.clear();
        }
    }

    pub fn autosaved_in(&self) -> Option<&Path> {
        self.autosave.as_ref()?.file()
    }
}
