//! Positions as a trainer in Python reads them: a NumPy file of records of one size, which
//! `numpy.load(file, mmap_mode="r")` opens without reading it.
//!
//! Everything is seen from the side to move. The points of all positions lie on one grid, row by row;
//! a smaller board lies at its top left.
//!
//! | field | type | what |
//! |---|---|---|
//! | `stones` | bytes, rows × columns | 0 empty, 1 own stone, 2 the other's, 3 no point of this board |
//! | `side` | byte | who is to move: 0 black, 1 white |
//! | `rule` | byte | as in [training games](tengen_core::records::training) |
//! | `width`, `height` | bytes | of the board |
//! | `sight` | byte | 0 open, 1 straight four threatened, 2 five threatened, 3 won at sight, 4 won by fours, 5 lost at sight |
//! | `result` | byte | 1 the side to move won, 0 drawn, -1 it lost, 2 unknown: not played on, or a stray move came in between |
//! | `stray` | byte | 1 when another move than `best` was played |
//! | `score` | 16 bits, signed | what the search said |
//! | `best` | 16 bits | what it wanted to play: row · columns of the grid + column |
//! | `source` | 64 bits | the game of self-play behind it |
//! | `codes` | 16 bits, 2 × rows × columns | with codes: own code at each empty point and the other's; 65,535 elsewhere |
//! | `threats` | 16 bits | with codes: the nine bits of [`tengen_engine::eval::threat_index`] |
//! | `value` | 16 bits, signed | with codes: what the tables make of the position |
//!
//! Positions come in the order of the files, those of a game in turn. Only such are exported as a search
//! would evaluate, unless all are wanted.

use crate::draft::Draft;
use crate::provenance::Origin;
use crate::sight::{View, walk};
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tengen_common::Score;
use tengen_core::board::{Colour, Content, Point, Position};
use tengen_core::records::training::{GameResult, TrainingGame, rule_byte};
use tengen_engine::pattern::Code;
use tengen_engine::threat::vcf::Vcf;

/// What to export.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// Codes, threats and the tables' value too.
    pub codes: bool,
    /// Positions too that are decided or forced at sight.
    pub all: bool,
    /// Columns and rows of the grid; the largest of all boards when absent.
    pub grid: Option<[u8; 2]>,
}

/// No code.
const NONE: Code = Code::MAX;
/// The bytes before the first record.
const HEAD: usize = 512;

/// Exports the positions of some files. How many they are comes back; `progress` is told after each game
/// how many there were.
///
/// # Errors
/// When a file cannot be read or written, or is there already, or the grid is too small.
pub fn export(
    files: &[PathBuf],
    choice: Choice,
    out: &Path,
    progress: &mut dyn FnMut(usize),
) -> Result<usize> {
    let grid = grid_for(files, choice.grid)?;
    let draft = Draft::of(out)?;
    let name = || draft.path().display().to_string();
    let mut writer = BufWriter::new(File::create(draft.path()).with_context(name)?);
    writer.write_all(&head(grid, choice.codes, 0))?;
    let mut exporter = Exporter {
        choice,
        grid,
        bytes: Vec::new(),
        count: 0,
    };
    let (mut vcf, mut games) = (Vcf::new(1 << 12), 0);
    for path in files {
        let mut written = Ok(());
        Origin::scan(path, &mut |game, _| {
            exporter.game(&game, &mut vcf);
            if written.is_ok() {
                written = writer.write_all(&exporter.bytes);
            }
            games += 1;
            progress(games);
        })?;
        written.with_context(name)?;
    }
    writer.seek(SeekFrom::Start(0))?;
    writer.write_all(&head(grid, choice.codes, exporter.count))?;
    writer.flush()?;
    drop(writer);
    draft.finish()?;
    Ok(exporter.count)
}

/// The grid on which the boards of all files find room.
fn grid_for(files: &[PathBuf], wanted: Option<[u8; 2]>) -> Result<[u8; 2]> {
    let [mut columns, mut rows] = [0, 0];
    for path in files {
        Origin::scan(path, &mut |game, _| {
            columns = game.shape.width().max(columns);
            rows = game.shape.height().max(rows);
        })?;
    }
    match wanted {
        None => Ok([columns, rows]),
        Some(grid) if columns <= grid[0] && rows <= grid[1] => Ok(grid),
        Some(_) => anyhow::bail!("some boards need a grid of {columns}x{rows}"),
    }
}

/// The head of a NumPy file of so many records, [`HEAD`] bytes long.
fn head([columns, rows]: [u8; 2], codes: bool, count: usize) -> Vec<u8> {
    let mut fields = format!(
        "('stones','u1',({rows},{columns})),('side','u1'),('rule','u1'),('width','u1'),('height','u1'),\
         ('sight','u1'),('result','i1'),('stray','u1'),('score','<i2'),('best','<u2'),('source','<u8')"
    );
    if codes {
        fields +=
            &format!(",('codes','<u2',(2,{rows},{columns})),('threats','<u2'),('value','<i2')");
    }
    let text = format!("{{'descr':[{fields}],'fortran_order':False,'shape':({count},)}}");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    let length = HEAD - bytes.len() - 2;
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(format!("{text:<0$}\n", length - 1).into_bytes());
    bytes
}

/// Turns games into records.
struct Exporter {
    choice: Choice,
    grid: [u8; 2],
    /// The records of a game.
    bytes: Vec<u8>,
    count: usize,
}

impl Exporter {
    fn game(&mut self, game: &TrainingGame, vcf: &mut Vcf) {
        self.bytes.clear();
        walk(game, vcf, self.choice.codes, &mut |number, view| {
            if self.choice.all || view.sight.is_quiet() {
                self.record(game, number, &view);
            }
        });
    }

    fn record(&mut self, game: &TrainingGame, number: usize, view: &View) {
        let searched = game.moves[number];
        let side = view.position.to_move();
        self.count += 1;
        self.stones(view.position);
        let [width, height] = [game.shape.width(), game.shape.height()];
        let result = result(game, number, side) as u8;
        let stray = (searched.point != searched.best) as u8;
        let rule = rule_byte(game.rule);
        let sight = view.sight as u8;
        self.bytes.extend([
            side.index() as u8,
            rule,
            width,
            height,
            sight,
            result,
            stray,
        ]);
        self.bytes.extend(searched.score.to_le_bytes());
        self.bytes.extend(self.cell(searched.best).to_le_bytes());
        self.bytes.extend(game.source.to_le_bytes());
        if let Some(codes) = &view.codes {
            for side in codes {
                self.codes(width, side);
            }
            self.bytes.extend(view.threats.to_le_bytes());
            let value = Score::new(view.value).value() as i16;
            self.bytes.extend(value.to_le_bytes());
        }
    }

    fn cell(&self, point: Point) -> u16 {
        point.y() as u16 * self.grid[0] as u16 + point.x() as u16
    }

    /// The points of the grid, row by row; `None` beyond the board.
    fn cells(&self, width: u8, height: u8) -> impl Iterator<Item = Option<Point>> + use<> {
        let [columns, rows] = self.grid;
        let cells = (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
        cells.map(move |(x, y)| (x < width && y < height).then(|| Point::new(x, y)))
    }

    fn stones(&mut self, position: &Position) {
        let (shape, side) = (position.shape(), position.to_move());
        let stone = |cell: Option<Point>| match cell.map(|point| position.at(point)) {
            Some(Content::Empty) => 0,
            Some(Content::Stone(colour)) if colour == side => 1,
            Some(Content::Stone(_)) => 2,
            Some(Content::Wall) | None => 3,
        };
        let cells = self.cells(shape.width(), shape.height());
        self.bytes.extend(cells.map(stone));
    }

    fn codes(&mut self, width: u8, codes: &[Option<Code>]) {
        let height = (codes.len() / width as usize) as u8;
        let mut codes = codes.iter();
        for cell in self.cells(width, height) {
            let code = cell.and_then(|_| *codes.next()?).unwrap_or(NONE);
            self.bytes.extend(code.to_le_bytes());
        }
    }
}

/// What came of the position before a move: 1, 0 or -1 for its side to move, 2 when nobody knows.
fn result(game: &TrainingGame, number: usize, side: Colour) -> i8 {
    let is_stray = game.moves[number..].iter().any(|m| m.point != m.best);
    match game.result {
        GameResult::Unfinished => 2,
        _ if is_stray => 2,
        GameResult::Drawn => 0,
        GameResult::Won(winner) if winner == side => 1,
        GameResult::Won(_) => -1,
    }
}
