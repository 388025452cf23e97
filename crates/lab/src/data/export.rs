//! Exports positions for a trainer in Python: a NumPy file of fixed-size records that `numpy.load(file, mmap_mode="r")`
//! opens without reading it.
//!
//! All fields are from the view of the side to move. The points of all positions use one grid, row by row; a smaller
//! board is at its top left.
//!
//! | field | type | content |
//! |---|---|---|
//! | `stones` | bytes, rows × columns | 0 empty, 1 own stone, 2 opponent's stone, 3 off the board |
//! | `side` | byte | side to move: 0 black, 1 white |
//! | `rule` | byte | as in [training games](tengen_records::training) |
//! | `width`, `height` | bytes | board size |
//! | `sight` | byte | static win check: 0 open, 1 open four threatened, 2 five threatened, 3 won, 4 VCF, 5 lost |
//! | `result` | byte | 1 the side to move won, 0 draw, -1 it lost, 2 unknown: unfinished, or a random move was played later |
//! | `stray` | byte | 1 if a random move was played instead of `best` |
//! | `score` | 16 bits, signed | the search score |
//! | `best` | 16 bits | the best move: row · columns of the grid + column |
//! | `source` | 64 bits | the number of the self-play game it comes from |
//! | `codes` | 16 bits, 2 × rows × columns | optional: pcode of each empty point, own and opponent's; 65,535 elsewhere |
//! | `threats` | 16 bits | optional: the nine bits of [`tengen_engine::eval::threat_index`] |
//! | `value` | 16 bits, signed | optional: the evaluation by pattern tables |
//!
//! Positions are in the order of files, games and moves. Only positions that a search would evaluate are exported,
//! unless all are requested. [`codes`](super::codes) adds `codes` and `threats` later, so that a file of millions
//! of positions need not hold them; `value` depends on the last move too.

use crate::data::codes::{append, points};
use crate::provenance::Origin;
use crate::static_check::{View, walk};
use anyhow::{Context, Result};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tengen_common::Score;
use tengen_core::board::{Colour, Content, Point, Position};
use tengen_core::files::{Existing, NewFile};
use tengen_engine::threat::vcf::Vcf;
use tengen_records::training::{GameResult, TrainingGame, rule_byte};

/// Options of an export.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExportChoice {
    /// Include pcodes, threats and the table evaluation.
    pub codes: bool,
    /// Include positions that are decided or forced by the static check.
    pub all: bool,
    /// Columns and rows of the grid; by default the largest of all boards.
    pub grid: Option<[u8; 2]>,
}

/// The size of the file header, in bytes.
const HEAD: usize = 512;

/// Exports the positions of some files and returns their number; calls `progress` after each game with the number of
/// games so far.
///
/// # Errors
/// If a file cannot be read or written or exists already, or the grid is too small.
pub fn export(files: &[PathBuf], choice: ExportChoice, out: &Path, progress: &mut dyn FnMut(usize)) -> Result<usize> {
    let grid = grid_for(files, choice.grid)?;
    let name = || out.display().to_string();
    let file = NewFile::create(out, Existing::Keep).with_context(name)?;
    let mut writer = BufWriter::new(file.handle()?);
    writer.write_all(&head(grid, choice.codes, 0))?;
    let mut exporter = Exporter { choice, grid, bytes: Vec::new(), count: 0 };
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
    file.finish().with_context(name)?;
    Ok(exporter.count)
}

/// The smallest grid for the boards of all files.
fn grid_for(files: &[PathBuf], wanted: Option<[u8; 2]>) -> Result<[u8; 2]> {
    let [mut columns, mut rows] = [0, 0];
    for path in files {
        Origin::scan(path, &mut |game, _| {
            columns = game.size.width().max(columns);
            rows = game.size.height().max(rows);
        })?;
    }
    match wanted {
        None => Ok([columns, rows]),
        Some(grid) if columns <= grid[0] && rows <= grid[1] => Ok(grid),
        Some(_) => anyhow::bail!("some boards need a grid of {columns}x{rows}"),
    }
}

/// The header of a NumPy file of `count` records, [`HEAD`] bytes long.
fn head([columns, rows]: [u8; 2], codes: bool, count: usize) -> Vec<u8> {
    let mut fields = format!(
        "('stones','u1',({rows},{columns})),('side','u1'),('rule','u1'),('width','u1'),('height','u1'),\
         ('sight','u1'),('result','i1'),('stray','u1'),('score','<i2'),('best','<u2'),('source','<u8')"
    );
    if codes {
        fields += &format!(",('codes','<u2',(2,{rows},{columns})),('threats','<u2'),('value','<i2')");
    }
    let text = format!("{{'descr':[{fields}],'fortran_order':False,'shape':({count},)}}");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    let length = HEAD - bytes.len() - 2;
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(format!("{text:<0$}\n", length - 1).into_bytes());
    bytes
}

/// Converts games to records.
struct Exporter {
    choice: ExportChoice,
    grid: [u8; 2],
    /// The records of a game.
    bytes: Vec<u8>,
    count: usize,
}

impl Exporter {
    fn game(&mut self, game: &TrainingGame, vcf: &mut Vcf) {
        self.bytes.clear();
        walk(game, vcf, self.choice.codes, &mut |number, view| {
            if self.choice.all || view.check.is_quiet() {
                self.record(game, number, &view);
            }
        });
    }

    fn record(&mut self, game: &TrainingGame, number: usize, view: &View) {
        let searched = game.moves[number];
        let side = view.position.to_move();
        self.count += 1;
        self.stones(view.position);
        let [width, height] = [game.size.width(), game.size.height()];
        let result = result(game, number, side) as u8;
        let is_random = (searched.point != searched.best) as u8;
        let rule = rule_byte(game.rule);
        let check = view.check as u8;
        self.bytes.extend([side.index() as u8, rule, width, height, check, result, is_random]);
        self.bytes.extend(searched.score.to_le_bytes());
        self.bytes.extend(self.cell(searched.best).to_le_bytes());
        self.bytes.extend(game.source.to_le_bytes());
        if let Some((codes, value)) = &view.codes {
            append(codes, game.size, self.grid, &mut self.bytes);
            let value = Score::new(*value).value() as i16;
            self.bytes.extend(value.to_le_bytes());
        }
    }

    fn cell(&self, point: Point) -> u16 {
        point.y() as u16 * self.grid[0] as u16 + point.x() as u16
    }

    fn stones(&mut self, position: &Position) {
        let (size, side) = (position.size(), position.to_move());
        let stone = |cell: Option<Point>| match cell.map(|point| position.at(point)) {
            Some(Content::Empty) => 0,
            Some(Content::Stone(colour)) if colour == side => 1,
            Some(Content::Stone(_)) => 2,
            Some(Content::Edge) | None => 3,
        };
        self.bytes.extend(points(self.grid, size).map(stone));
    }
}

/// The result after the position before a move: 1, 0 or -1 for its side to move, 2 if unknown.
pub(super) fn result(game: &TrainingGame, number: usize, side: Colour) -> i8 {
    let has_random = game.moves[number..].iter().any(|m| m.point != m.best);
    match game.result {
        GameResult::Unfinished => 2,
        _ if has_random => 2,
        GameResult::Drawn => 0,
        GameResult::Won(winner) if winner == side => 1,
        GameResult::Won(_) => -1,
    }
}
