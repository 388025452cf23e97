//! Adds `codes` and `threats` to records of an [export](super::export) without them.
//!
//! They are most of a record: 902 of 1,146 bytes on 15×15. So a trainer keeps records without them, and a pipe through
//! this function adds them when it needs a batch.

use crate::static_check::Codes;
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::Rule;
use tengen_engine::pattern::Pcode;
use tengen_records::training::rule_of_byte;

/// No pcode.
const NONE: Pcode = Pcode::MAX;
/// The bytes of a record after its stones: `side`, `rule`, `width`, `height`, and those that no code depends on.
const LABELS: usize = 19;

/// Copies records from `input` to `output`, each with its codes, until the input ends. The records of a grid of
/// `columns × rows` are those of an export to this grid. Whenever the input has no further record yet, all of the
/// output has been written.
///
/// # Errors
/// If the streams fail, or a record is not a position.
pub fn add_codes(grid: [u8; 2], input: impl Read, output: impl Write) -> Result<()> {
    let length = grid[0] as usize * grid[1] as usize + LABELS;
    let mut record = vec![0; length];
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = BufWriter::with_capacity(1 << 16, output);
    for number in 0_u64.. {
        if input.buffer().len() < length {
            output.flush()?;
            if input.fill_buf()?.is_empty() {
                break;
            }
        }
        input.read_exact(&mut record).with_context(|| format!("record {number}"))?;
        let (position, rule) = position(&record, grid).with_context(|| format!("record {number}"))?;
        append(&Codes::of(&position, rule), position.size(), grid, &mut record);
        output.write_all(&record)?;
        record.truncate(length);
    }
    Ok(())
}

fn position(record: &[u8], grid: [u8; 2]) -> Result<(Position, Rule)> {
    let (stones, labels) = record.split_at(record.len() - LABELS);
    let &[side, rule, width, height, ..] = labels else {
        unreachable!("a record has labels");
    };
    let to_move = *Colour::BOTH.get(side as usize).context("its side to move is not 0 or 1")?;
    let size = BoardSize::new(width as u32, height as u32);
    let size = size.filter(|_| width <= grid[0] && height <= grid[1]);
    let size = size.context("its board is not one of the grid")?;
    let mut position = Position::new(size);
    for (point, &stone) in points(grid, size).zip(stones) {
        match (point, stone) {
            (Some(_), 0) | (None, 3) => {}
            (Some(point), 1) => position.place(point, to_move, &mut ()),
            (Some(point), 2) => position.place(point, !to_move, &mut ()),
            _ => anyhow::bail!("its stones do not fit the board"),
        }
    }
    position.set_to_move(to_move);
    Ok((position, rule_of_byte(rule)?))
}

pub(super) fn append(codes: &Codes, size: BoardSize, grid: [u8; 2], record: &mut Vec<u8>) {
    for pcodes in &codes.pcodes {
        let mut pcodes = pcodes.iter();
        for point in points(grid, size) {
            let pcode = point.and_then(|_| *pcodes.next()?).unwrap_or(NONE);
            record.extend(pcode.to_le_bytes());
        }
    }
    record.extend(codes.threats.to_le_bytes());
}

/// The points of a grid, row by row; `None` off the board.
pub(super) fn points([columns, rows]: [u8; 2], size: BoardSize) -> impl Iterator<Item = Option<Point>> {
    let cells = (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
    cells.map(move |(x, y)| {
        let is_on_board = x < size.width() && y < size.height();
        is_on_board.then(|| Point::new(x, y))
    })
}
