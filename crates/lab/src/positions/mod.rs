//! The positions of training games, for a trainer. The games stay packed in memory, and the inputs of a network are
//! computed for each batch.
//!
//! An input is the number of a row in a table of the network. The network adds up the rows of each point
//! (`train/FORMAT.md`). All boards of a batch share one grid, the smallest that contains them. Smaller boards are in its top
//! left corner.

#[cfg(test)]
mod tests;

use crate::static_check::{StaticCheck, walk};
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::thread;
use tengen_common::Score;
use tengen_core::board::{BoardSize, Colour, Content, DIRECTIONS, Point, Position};
use tengen_core::rules::Rule;
use tengen_engine::eval::net::Windows;
use tengen_engine::eval::tables::params;
use tengen_engine::eval::{Evaluator, threat_index};
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PCODES, PatternBoard};
use tengen_engine::threat::vcf::Vcf;
use tengen_records::training::{GameReader, GameResult, TrainingGame};

/// The row of an own stone, after the rows of the own and of the opponent's pcodes.
const OWN_STONE: i16 = 2 * PCODES as i16;
const OTHER_STONE: i16 = OWN_STONE + 1;
/// The row of zeros, for everything that has no row of its own.
const NOTHING: i16 = OWN_STONE + 2;
/// The row of an occupied point, or of a point off the board, in the table of windows.
const NO_WINDOW: i16 = 0;
/// The smallest number of positions for which a thread is started.
const SHARE: usize = 32;

/// The positions of some files, numbered in the order of files, games and moves.
pub struct Positions {
    /// The games, as in their files.
    bytes: Vec<u8>,
    /// The offset of each game in `bytes`, and its board.
    games: Vec<(usize, BoardSize)>,
    places: Vec<GamePosition>,
    /// The number of the first position of each file.
    starts: Vec<usize>,
    rules: Vec<Rule>,
    threads: usize,
}

#[derive(Clone, Copy)]
struct GamePosition {
    game: u32,
    /// The number of the move that was searched in this position.
    number: u16,
    check: StaticCheck,
}

/// The label of a position: what a trainer learns from, seen from the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub size: BoardSize,
    pub side: Colour,
    pub stones: usize,
    pub check: StaticCheck,
    pub score: i16,
    /// The best move found by the search.
    pub best: Point,
    /// Whether another move was played.
    pub is_random: bool,
    /// 1 if the side to move won, 0 for a draw, -1 if it lost, 2 if unknown: unfinished, or a random move was played later.
    pub result: i8,
    /// The number of the self-play game it comes from.
    pub source: u64,
    /// The search score some plies later, for the side to move there, and the number of these plies; `None` after a random
    /// move.
    pub later: Option<(i16, u16)>,
}

/// The inputs of a network for some positions on one grid.
#[derive(PartialEq, Eq, Debug)]
pub struct Inputs {
    pub columns: u8,
    pub rows: u8,
    /// Rows of the table of pcodes and stones: position × 2 × point. The first is the own pcode of an empty point, or its
    /// stone; the second is the opponent's pcode.
    pub pcodes: Vec<i16>,
    /// Rows of the table of windows: position × direction × point.
    pub windows: Vec<i16>,
    pub threats: Vec<i16>,
}

impl Positions {
    /// Reads files. Positions that the static check finds decided or forced are left out, unless `decided` is set.
    pub fn read(files: &[PathBuf], decided: bool, threads: usize) -> Result<Positions> {
        let mut positions =
            Positions { bytes: vec![], games: vec![], places: vec![], starts: vec![], rules: vec![], threads };
        for path in files {
            let first = positions.games.len();
            for game in GameReader::open(path)? {
                positions.add(&game.with_context(|| path.display().to_string())?)?;
            }
            positions.starts.push(positions.places.len());
            positions.find(first, decided);
        }
        Ok(positions)
    }

    fn add(&mut self, game: &TrainingGame) -> Result<()> {
        ensure!(self.games.len() < u32::MAX as usize, "too many games");
        if !self.rules.contains(&game.rule) {
            self.rules.push(game.rule);
        }
        self.games.push((self.bytes.len(), game.size));
        game.write(&mut self.bytes);
        Ok(())
    }

    /// Adds the positions of the games from number `first` on.
    fn find(&mut self, first: usize, decided: bool) {
        let games: Vec<usize> = (first..self.games.len()).collect();
        let share = games.len().div_ceil(self.threads).max(1);
        let this = &*self;
        let found: Vec<Vec<GamePosition>> = thread::scope(|scope| {
            let workers = games.chunks(share).map(|games| scope.spawn(|| this.places_of(games, decided)));
            let workers: Vec<_> = workers.collect();
            workers.into_iter().map(|worker| worker.join().expect("no panic")).collect()
        });
        self.places.extend(found.into_iter().flatten());
    }

    fn places_of(&self, games: &[usize], decided: bool) -> Vec<GamePosition> {
        let (mut vcf, mut places) = (Vcf::new(1 << 12), Vec::new());
        for &game in games {
            walk(&self.game(game), &mut vcf, &mut |number, check| {
                if decided || check.is_quiet() {
                    places.push(GamePosition { game: game as u32, number: number as u16, check });
                }
            });
        }
        places
    }

    fn game(&self, number: usize) -> TrainingGame {
        let game = TrainingGame::of_bytes(&self.bytes[self.games[number].0..]);
        game.expect("it was read before")
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The number of the first position of each file.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The label of a position, with the score `plies` later, or at the end of its game if that is nearer.
    pub fn label(&self, position: usize, plies: usize) -> Label {
        let GamePosition { game, number, check } = self.places[position];
        let (game, number) = (self.game(game as usize), number as usize);
        let (searched, stones) = (game.moves[number], game.opening.len() + number);
        let side = Colour::BOTH[stones % 2];
        let end = (number + plies).min(game.moves.len() - 1);
        let is_played_on = game.moves[number..end].iter().all(|searched| searched.point == searched.best);
        Label {
            size: game.size,
            side,
            stones,
            check,
            score: searched.score,
            best: searched.best,
            is_random: searched.point != searched.best,
            result: result(&game, number, side),
            source: game.source,
            later: is_played_on.then(|| (game.moves[end].score, (end - number) as u16)),
        }
    }

    /// The evaluation of a position by pattern tables, for its side to move.
    pub fn table_value(&self, position: usize) -> i16 {
        let GamePosition { game, number, .. } = self.places[position];
        let game = self.game(game as usize);
        dispatch(game.rule, TableValue { game: &game, number: number as usize })
    }

    pub fn inputs(&self, positions: &[usize]) -> Inputs {
        let (mut columns, mut rows) = (0, 0);
        for &position in positions {
            let (_, size) = self.games[self.places[position].game as usize];
            (columns, rows) = (columns.max(size.width()), rows.max(size.height()));
        }
        let share = positions.len().div_ceil(self.threads).max(SHARE);
        let mut parts = positions.chunks(share);
        let compute = |part: &[usize]| {
            let mut inputs = Inputs::on(columns, rows);
            for &position in part {
                let GamePosition { game, number, .. } = self.places[position];
                let game = self.game(game as usize);
                inputs.add(&game.position(number as usize), game.rule);
            }
            inputs
        };
        let first = parts.next().unwrap_or_default();
        thread::scope(|scope| {
            let others: Vec<_> = parts.map(|part| scope.spawn(move || compute(part))).collect();
            let mut inputs = compute(first);
            for other in others {
                let other = other.join().expect("no panic");
                inputs.pcodes.extend(other.pcodes);
                inputs.windows.extend(other.windows);
                inputs.threats.extend(other.threats);
            }
            inputs
        })
    }
}

impl Inputs {
    /// No inputs yet, on a grid of `columns × rows`.
    fn on(columns: u8, rows: u8) -> Inputs {
        Inputs { columns, rows, pcodes: Vec::new(), windows: Vec::new(), threats: Vec::new() }
    }

    pub fn of(positions: &[Position], rule: Rule) -> Inputs {
        let sizes = positions.iter().map(|position| position.size());
        let columns = sizes.clone().map(|size| size.width()).max().unwrap_or(0);
        let mut inputs = Inputs::on(columns, sizes.map(|size| size.height()).max().unwrap_or(0));
        positions.iter().for_each(|position| inputs.add(position, rule));
        inputs
    }

    fn add(&mut self, position: &Position, rule: Rule) {
        dispatch(rule, InputVisitor { position, rule, inputs: self });
    }
}

struct InputVisitor<'a> {
    position: &'a Position,
    rule: Rule,
    inputs: &'a mut Inputs,
}

impl KindVisitor for InputVisitor<'_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let InputVisitor { position, rule, inputs } = self;
        let board = PatternBoard::<K>::new(position, rule);
        let (side, lines, numbers) = (position.to_move(), position.lines(), Windows::default());
        let (columns, area) = (inputs.columns as usize, inputs.columns as usize * inputs.rows as usize);
        let [own, other] = append(&mut inputs.pcodes, NOTHING, area);
        let windows: [&mut [i16]; 4] = append(&mut inputs.windows, NO_WINDOW, area);
        for point in position.size().points() {
            let at = point.y() as usize * columns + point.x() as usize;
            match position.at(point) {
                Content::Empty => {
                    let cell = board.cell(point);
                    own[at] = cell.pcode(side) as i16;
                    other[at] = PCODES as i16 + cell.pcode(!side) as i16;
                    for direction in DIRECTIONS {
                        windows[direction.index()][at] = numbers.row_of(lines, point, direction, side) as i16;
                    }
                }
                Content::Stone(colour) => own[at] = if colour == side { OWN_STONE } else { OTHER_STONE },
                Content::Edge => {}
            }
        }
        inputs.threats.push(threat_index(&board, side) as i16);
    }
}

/// Appends `N` layers to an array, each with `area` times the same number, and returns them.
fn append<const N: usize>(array: &mut Vec<i16>, number: i16, area: usize) -> [&mut [i16]; N] {
    let begin = array.len();
    array.resize(begin + N * area, number);
    let mut layers = array[begin..].chunks_mut(area.max(1));
    std::array::from_fn(|_| layers.next().unwrap_or_default())
}

struct TableValue<'a> {
    game: &'a TrainingGame,
    number: usize,
}

impl KindVisitor for TableValue<'_> {
    type Output = i16;

    fn visit<K: Kind>(self, _: K) -> i16 {
        let TableValue { game, number } = self;
        let mut board = PatternBoard::<K>::new(&Position::new(game.size), game.rule);
        let moves = game.moves[..number].iter().map(|searched| searched.point);
        for point in game.opening.iter().copied().chain(moves) {
            board.play(point);
        }
        let mut evaluator = Evaluator::new(&board, params::of(game.rule));
        Score::new(evaluator.value(&board)).value() as i16
    }
}

/// The result after the position before a move: 1, 0 or -1 for its side to move, 2 if unknown.
pub(crate) fn result(game: &TrainingGame, number: usize, side: Colour) -> i8 {
    let has_random = game.moves[number..].iter().any(|m| m.point != m.best);
    match game.result {
        GameResult::Unfinished => 2,
        _ if has_random => 2,
        GameResult::Drawn => 0,
        GameResult::Won(winner) if winner == side => 1,
        GameResult::Won(_) => -1,
    }
}
