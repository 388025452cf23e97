//! A position, with the moves that led to it.

use crate::arguments::{self, MoveList, OneMove, Scalar};
use crate::errors::{ArgumentError, guarded, illegal, refused};
use crate::results::outcome;
use crate::{array, picture};
use pyo3::prelude::*;
use tengen_core::board;
use tengen_core::board::{BoardSize, Colour, Point, PointSet, Stone, diagram, notation};
use tengen_core::game::{self, Action};
use tengen_core::rules::Rule;
use tengen_engine::pattern::forbidden_points;
use tengen_records::defaults::Defaults;
use tengen_records::moves::size_by;
use tengen_records::turns::{self, Course, Turn};

/// A board with stones, the side to move, and the moves that led to it.
///
/// ``moves`` is a text like ``h8i9g7`` or a list; ``pass`` or ``--`` is a pass. Moves of a list may also be the row and
/// the column in arrays. ``black`` and ``white`` are stones that are set up before, and ``to_move`` is the side that moves
/// next to them; it must be given unless the sides have played in turn.
// Searches get a copy: another thread may change the position meanwhile.
#[pyclass(name = "Position", module = "tengen", eq, from_py_object)]
#[derive(Clone)]
pub struct PyPosition {
    game: game::Game,
}

/// Positions are equal if rule, board, stones and side to move are.
impl PartialEq for PyPosition {
    fn eq(&self, other: &PyPosition) -> bool {
        self.game.position() == other.game.position() && self.rule() == other.rule()
    }
}

/// What a pickled position consists of: rule, board, side to move; then the start: black, white and dead points, side to
/// move; then the turns.
type PickledPosition = (String, String, String, ([Vec<String>; 3], String), Vec<(String, String)>);

impl PyPosition {
    /// The position of a game.
    pub fn of(game: game::Game) -> PyPosition {
        PyPosition { game }
    }

    /// Other stones under the same rule.
    pub fn with(&self, position: &board::Position) -> PyPosition {
        PyPosition::of(game::Game::of(None, position.clone(), self.rule()))
    }

    /// The game up to here.
    pub fn game(&self) -> &game::Game {
        &self.game
    }

    /// The stones.
    pub fn board(&self) -> &board::Position {
        self.game.position()
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.board().size()
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.game.rule()
    }

    /// By how many points the side to move is ahead in a continuous game.
    pub fn lead(&self) -> i32 {
        self.game.lead(self.game.to_move())
    }

    /// Refuses a game that is over.
    pub fn check_open(&self) -> PyResult<()> {
        match self.game.ending() {
            Some(_) => Err(illegal(&tengen_records::ReadError::Over { rule: self.rule().to_string() })),
            None => Ok(()),
        }
    }

    /// The position before the first move.
    fn start(&self) -> board::Position {
        let mut game = self.game.clone();
        while game.undo() {}
        game.position().clone()
    }

    /// The game, in which the stones that were set up are moves too: programs behind pipes know no others.
    pub fn with_stones_as_moves(&self) -> PyResult<game::Game> {
        let (start, mut game) = (self.start(), game::Game::new(self.size(), self.rule()));
        let mut repeat = || {
            start.stones().iter().try_for_each(|stone| game.set_up(stone.colour, stone.point, false))?;
            start.dead().iter().try_for_each(|&point| game.set_up(Colour::Black, point, true))?;
            game.set_to_move(start.to_move());
            self.turns().try_for_each(|turn| game.act_as(turn.side, turn.point.map_or(Action::Pass, Action::Stone)))
        };
        repeat().map_err(|error: board::PlayError| illegal(&error))?;
        game.set_to_move(self.game.to_move());
        Ok(game)
    }

    fn turns(&self) -> impl Iterator<Item = Turn> {
        self.game.actions().filter_map(|(side, action)| match action {
            Action::Stone(point) => Some(Turn { side, point: Some(point) }),
            Action::Pass => Some(Turn { side, point: None }),
            Action::Resign => None,
        })
    }

    fn name(&self, point: Option<Point>) -> String {
        point.map_or("pass".into(), |point| notation::write(point, self.size()))
    }

    /// The empty points on which the side to move may play.
    fn legal_points(&self) -> PointSet {
        if self.game.ending().is_some() {
            return PointSet::EMPTY;
        }
        let board = self.board();
        let forbidden = match board.to_move() {
            Colour::Black => forbidden_points(board, self.rule()),
            Colour::White => PointSet::EMPTY,
        };
        board.empty_points().filter(|&point| !forbidden.contains(point)).collect()
    }
}

/// Stones of both sides, each on a point of its own.
fn stones(black: Option<&MoveList>, white: Option<&MoveList>, size: BoardSize) -> PyResult<Vec<Stone>> {
    let (mut stones, mut taken) = (Vec::new(), PointSet::EMPTY);
    for (points, colour) in [(black, Colour::Black), (white, Colour::White)] {
        for point in points.map_or(Ok(Vec::new()), |points| points.points(size))? {
            if taken.contains(point) {
                return Err(refused(&ArgumentError::TakenTwice { point: notation::write(point, size) }));
            }
            taken.insert(point);
            stones.push(Stone { point, colour });
        }
    }
    Ok(stones)
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (moves=None, *, rule="freestyle", size=None, black=None, white=None, to_move=None))]
    fn new(
        moves: Option<MoveList>,
        rule: &str,
        size: Option<Scalar>,
        black: Option<MoveList>,
        white: Option<MoveList>,
        to_move: Option<&str>,
    ) -> PyResult<PyPosition> {
        guarded(|| {
            let rule = arguments::rule(rule)?;
            let size = match (size, &moves) {
                (Some(size), _) => arguments::size(&size)?,
                (None, Some(MoveList::Text(text))) => size_by(text, Defaults::default()),
                (None, _) => size_by("", Defaults::default()),
            };
            let stones = stones(black.as_ref(), white.as_ref(), size)?;
            let side = turns::side_to_move(&stones, to_move.map(arguments::side).transpose()?, "to_move");
            let first = side.map_err(|why| refused(&why))?;
            let start = turns::set_up(size, rule, stones, first).map_err(|error| illegal(&error))?;
            let turns = moves.map_or(Ok(Vec::new()), |moves| moves.turns(size, first))?;
            let course = Course::new(start, turns).map_err(|error| illegal(&error))?;
            Ok(PyPosition::of(course.board(course.count())))
        })
    }

    /// The position of an array of rows from the top: 1 black, -1 white, 0 empty, 2 dead.
    #[staticmethod]
    #[pyo3(signature = (stones, *, rule="freestyle", to_move=None))]
    fn from_array(stones: &Bound<PyAny>, rule: &str, to_move: Option<&str>) -> PyResult<PyPosition> {
        guarded(|| {
            let rule = arguments::rule(rule)?;
            let side = to_move.map(arguments::side).transpose()?;
            let positions = array::Boards::read(stones, false)?.positions(|_| side)?;
            let position = positions.into_iter().next().expect("a board has at least 25 points");
            Ok(PyPosition::of(game::Game::of(None, position, rule)))
        })
    }

    /// The rule: ``freestyle``, ``standard``, ``renju``, ``caro``, ``caro-exact``; with ``+fb_check``, ``+continuous``.
    #[getter(rule)]
    fn rule_name(&self) -> String {
        self.rule().to_string()
    }

    /// The number of columns.
    #[getter]
    fn width(&self) -> u8 {
        self.size().width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> u8 {
        self.size().height()
    }

    /// The side to move: ``black`` or ``white``. It can be set.
    #[getter]
    fn to_move(&self) -> String {
        self.game.to_move().to_string()
    }

    #[setter]
    fn set_to_move(&mut self, side: &str) -> PyResult<()> {
        self.game.set_to_move(arguments::side(side)?);
        Ok(())
    }

    /// The stones as an array of rows from the top: 1 black, -1 white, 0 empty, 2 dead. A copy.
    #[getter]
    fn stones<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array::of_stones(py, self.board())
    }

    /// The points on which the side to move may play; none if the game is over.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| array::of_set(py, self.size(), &self.legal_points()))
    }

    /// The names of these points, row by row.
    #[getter]
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        guarded(|| {
            let legal = self.legal_points();
            let points = self.size().points().filter(|&point| legal.contains(point));
            Ok(points.map(|point| self.name(Some(point))).collect())
        })
    }

    /// The points that are forbidden to black.
    #[getter]
    fn forbidden<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| array::of_set(py, self.size(), &forbidden_points(self.board(), self.rule())))
    }

    /// How the game ended; ``None`` while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.game.ending().map(|ending| outcome(py, ending)).transpose()
    }

    /// The points of the winning row, if there is one.
    #[getter]
    fn winning_row(&self) -> PyResult<Vec<String>> {
        guarded(|| Ok(self.game.winning_row().iter().map(|point| self.name(Some(point))).collect()))
    }

    /// The moves and passes since the start; without the stones that were set up.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.turns().map(|turn| self.name(turn.point)).collect()
    }

    /// The rows that black and white have completed in a continuous game.
    #[getter]
    fn rows(&self) -> (u32, u32) {
        self.game.rows().into()
    }

    /// Plays a move, or ``pass``, for the side to move.
    fn play(&mut self, r#move: OneMove) -> PyResult<()> {
        guarded(|| {
            let (side, point) = (self.game.to_move(), r#move.read(self.size())?);
            Turn { side, point }.play(&mut self.game).map_err(|error| illegal(&error))
        })
    }

    /// Takes back the last move, and returns it.
    fn undo(&mut self) -> PyResult<String> {
        guarded(|| {
            let last = self.turns().last().ok_or_else(|| illegal(&ArgumentError::NothingToUndo))?;
            self.game.undo();
            Ok(self.name(last.point))
        })
    }

    /// A copy that changes independently.
    fn copy(&self) -> PyPosition {
        self.clone()
    }

    fn __copy__(&self) -> PyPosition {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<PyAny>) -> PyPosition {
        self.clone()
    }

    /// The images under the symmetries of the board: eight of a square board, first the position itself.
    fn symmetries(&self) -> PyResult<Vec<PyPosition>> {
        guarded(|| {
            let (start, size) = (self.start(), self.size());
            let count = size.images(size.centre()).count() as u8;
            let image = |symmetry: u8| {
                let turned = |point| size.image(point, symmetry);
                let mut image = board::Position::new(size);
                start.stones().iter().for_each(|stone| image.place(turned(stone.point), stone.colour, &mut ()));
                start.dead().iter().try_for_each(|&point| image.kill(turned(point)))?;
                image.set_to_move(start.to_move());
                let mut game = game::Game::of(None, image, self.rule());
                for Turn { side, point } in self.turns() {
                    game.act_as(side, point.map_or(Action::Pass, |point| Action::Stone(turned(point))))?;
                }
                game.set_to_move(self.game.to_move());
                Ok(PyPosition::of(game))
            };
            (0..count).map(image).collect::<Result<_, board::PlayError>>().map_err(|error| illegal(&error))
        })
    }

    /// The name of a point by its row and column in arrays: ``h8``.
    fn name_of(&self, row: i64, column: i64) -> PyResult<String> {
        let point = OneMove::Place((row, column)).read(self.size())?;
        Ok(self.name(point))
    }

    /// The row and the column of a point in arrays.
    fn index_of(&self, r#move: OneMove) -> PyResult<(u8, u8)> {
        let point = r#move.point(self.size())?;
        Ok((point.y(), point.x()))
    }

    /// The board as SVG, with a line of planned moves and labels at points.
    ///
    /// ``numbers`` is ``all``, ``none``, or the number of the first move that shows its number.
    #[pyo3(signature = (*, line=None, labels=None, numbers="all", forbidden=None, width=None))]
    fn svg(
        &self,
        line: Option<MoveList>,
        labels: Option<std::collections::HashMap<String, String>>,
        numbers: &str,
        forbidden: Option<bool>,
        width: Option<u32>,
    ) -> PyResult<String> {
        guarded(|| picture::position(self, line.as_ref(), labels.unwrap_or_default(), numbers, forbidden, width))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        guarded(|| picture::position(self, None, Default::default(), "all", None, Some(picture::WIDTH)))
    }

    fn __str__(&self) -> PyResult<String> {
        guarded(|| Ok(diagram::write(self.board())))
    }

    fn __repr__(&self) -> String {
        let (stones, rule, size) = (self.board().stones().len(), self.rule(), self.size());
        let ending = self.game.ending();
        let state = ending.map_or(format!("{} to move", self.to_move()), |ending| ending.reason.to_string());
        format!("<tengen.Position {rule} {size}, {stones} stones, {state}>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (PickledPosition,))> {
        let restore = slf.get_type().getattr("_restore")?;
        Ok((restore, (slf.borrow().state(),)))
    }

    /// A position from what was pickled.
    #[staticmethod]
    fn _restore(state: PickledPosition) -> PyResult<PyPosition> {
        guarded(|| {
            let (rule, size, to_move, (points, first), turns) = state;
            let size = arguments::size(&Scalar::Text(size))?;
            let [black, white, dead] = points.map(|names| MoveList::Text(names.concat()));
            let mut start = board::Position::new(size);
            for stone in stones(Some(&black), Some(&white), size)? {
                start.place(stone.point, stone.colour, &mut ());
            }
            for point in dead.points(size)? {
                start.kill(point).map_err(|error| refused(&error))?;
            }
            start.set_to_move(arguments::side(&first)?);
            let mut game = game::Game::of(None, start, arguments::rule(&rule)?);
            for (side, name) in turns {
                let turn = Turn { side: arguments::side(&side)?, point: OneMove::Name(name).read(size)? };
                turn.play(&mut game).map_err(|error| illegal(&error))?;
            }
            game.set_to_move(arguments::side(&to_move)?);
            Ok(PyPosition::of(game))
        })
    }
}

impl PyPosition {
    fn state(&self) -> PickledPosition {
        let start = self.start();
        let of = |colour| {
            let stones = start.stones().iter().filter(move |stone| stone.colour == colour);
            stones.map(|stone| self.name(Some(stone.point))).collect()
        };
        let dead = start.dead().iter().map(|&point| self.name(Some(point))).collect();
        let points = [of(Colour::Black), of(Colour::White), dead];
        let turns = self.turns().map(|turn| (turn.side.to_string(), self.name(turn.point))).collect();
        let first = start.to_move().to_string();
        (self.rule().to_string(), self.size().to_string(), self.to_move(), (points, first), turns)
    }
}
