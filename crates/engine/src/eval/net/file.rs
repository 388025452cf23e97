//! The file format of networks, written by the trainer and specified in `train/FORMAT.md`.
//!
//! The reader validates everything: any bytes are either a network whose arithmetic cannot overflow, or an error.

use super::matrix::Matrix;
use super::packed_weights::PackedWeights;
use super::relations::{BEST_MAX, RELATIONS, Relations};
use super::row::{CHANNELS, Row};
use super::windows::{Numbers, REACH_MAX};
use crate::eval::tables::params::THREATS;
use crate::pattern::PCODES;
use std::fmt;
use tengen_core::fnv::checksum;
use tengen_core::rules::{Rule, Variant};

/// The first version has no windows, the second no best points, the third no relations, the fourth no second look at
/// policies.
const MAGICS: [&[u8; 8]; 5] = [b"TNGNET01", b"TNGNET02", b"TNGNET03", b"TNGNET04", b"TNGNET05"];
/// The bytes before the part that the checksum covers.
const HEAD: usize = 16;
/// The bytes between the head and the note in the newest version.
const SIZES: usize = 24;
/// The largest supported width of a hidden layer.
pub(super) const WIDEST: usize = 64;
const WIDTHS: [usize; 2] = [32, WIDEST];
/// The most inputs of the value's first layer: the means of y, and three numbers of the best points, for each channel.
pub(super) const INPUTS_MAX: usize = 4 * CHANNELS;
const POINTS_MAX: u16 = 1000;
const PCODE_MAX: u16 = 16_383;
const PCODE_MAX_BESIDE_WINDOWS: u16 = 12_287;
const WINDOW_MAX: u16 = 2_047;
/// The number of windows of the largest reach.
const WINDOWS_MAX: usize = 7_381;
const CENTRE_MAX: u16 = 32_767;
const SIDE_MAX: u16 = 8_191;
const ROW_MAX: u32 = 65_535;
const SECOND_MAX: u32 = 32_767;

/// Why bytes are not a usable network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    /// Wrong magic number.
    Format,
    /// Wrong length.
    Length,
    /// The checksum does not match.
    Checksum,
    /// They are for other numbers of pcodes or threats.
    Counts,
    /// Unknown rule.
    Rule(u8),
    /// Neither one nor two sets of weights.
    Sets(u8),
    /// Unsupported number of channels.
    Channels(usize),
    /// Unsupported width of a hidden layer.
    Width(usize),
    /// Unsupported number of points per logit.
    Points(u16),
    /// Unsupported reach of windows.
    Reach(u16),
    /// Unsupported number of best points.
    Best(u16),
    /// Neither no relations nor the supported number; or without best points.
    Relations(u16),
    /// Neither with nor without a second look at policies; or without best points.
    Second(u16),
    /// The note is not valid UTF-8.
    Note,
    /// Weights of this name are so large that the sums could overflow.
    TooLarge(&'static str),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            FileError::Format => f.write_str("not a file of a network"),
            FileError::Length => f.write_str("a network, but too short or too long"),
            FileError::Checksum => f.write_str("a damaged network"),
            FileError::Counts => f.write_str("a network of another version"),
            FileError::Rule(byte) => write!(f, "a network for an unknown rule ({byte})"),
            FileError::Sets(count) => write!(f, "a network with {count} sets of weights"),
            FileError::Channels(count) => write!(f, "a network with {count} channels"),
            FileError::Width(width) => write!(f, "a network with a layer of {width}"),
            FileError::Points(points) => write!(f, "a network with {points} points a logit"),
            FileError::Reach(reach) => write!(f, "a network with windows of {reach} points"),
            FileError::Best(count) => write!(f, "a network with {count} best points"),
            FileError::Relations(count) => write!(f, "a network with {count} relations"),
            FileError::Second(count) => write!(f, "a network with {count} policy refinements"),
            FileError::Note => f.write_str("a network whose note is no text"),
            FileError::TooLarge(name) => write!(f, "a network with weights too large: {name}"),
        }
    }
}

impl std::error::Error for FileError {}

/// The sizes that differ between networks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// The hidden layers of the value head.
    pub hidden: [usize; 2],
    /// The cells that a window has to either side of its point; 0 without windows.
    pub reach: usize,
    /// The number of best points that the value reads; 0 if it reads none.
    pub best: usize,
    /// Whether the layer of a best point also reads the others.
    pub related: bool,
    /// Whether that layer adds to the policy of its point.
    pub second: bool,
}

/// The weights for one side to move; names, shapes and units as in `train/FORMAT.md`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// `own`, `other`, `stone` and `windows`, in the layout used by the kernels.
    pub points: PackedWeights,
    pub conv: Vec<Row>,
    pub vp: Matrix,
    pub bp: Vec<i16>,
    pub relations: Option<Relations>,
    pub qp: Option<Row>,
    pub v1: Matrix,
    pub flags: Vec<i16>,
    pub v2: Matrix,
    pub b2: Vec<i16>,
    pub v3: Vec<i16>,
    pub b3: Vec<i16>,
    pub d: Matrix,
    pub q: Vec<i16>,
}

/// A network for one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    variant: Variant,
    pub(super) sizes: Sizes,
    /// Points per logit.
    pub(super) points: i32,
    /// One set for both sides, or Black's and White's.
    pub(super) sets: Vec<Weights>,
    checksum: u32,
    note: String,
}

impl Network {
    /// The maximum length of a network file in bytes.
    pub const LONGEST_FILE: usize = HEAD + SIZES + u16::MAX as usize + 2 * 2 * numbers([WIDEST, WIDEST], WINDOWS_MAX);

    /// Parses a network file.
    ///
    /// # Errors
    /// If the bytes are not a network, or one whose sums could overflow.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, FileError> {
        let version = MAGICS.iter().position(|&magic| bytes.starts_with(magic));
        let version = version.ok_or(FileError::Format)?;
        let mut reader = Reader(&bytes[MAGICS[0].len()..]);
        let (sum, length) = (reader.word()?, reader.word()?);
        if bytes.len() - HEAD != length as usize || bytes.len() < HEAD {
            return Err(FileError::Length);
        }
        if checksum(reader.0) != sum {
            return Err(FileError::Checksum);
        }
        if [reader.half()?, reader.half()?] != [PCODES as u16, THREATS as u16] {
            return Err(FileError::Counts);
        }
        let [rule, sets] = [reader.byte()?, reader.byte()?];
        let variant = Variant::ALL.get(rule as usize);
        let variant = *variant.ok_or(FileError::Rule(rule))?;
        if ![1, 2].contains(&sets) {
            return Err(FileError::Sets(sets));
        }
        let channels = reader.half()? as usize;
        if channels != CHANNELS {
            return Err(FileError::Channels(channels));
        }
        let hidden = [reader.width()?, reader.width()?];
        let points = reader.half()?;
        if !(1..=POINTS_MAX).contains(&points) {
            return Err(FileError::Points(points));
        }
        let reach = if version > 0 { reader.half()? } else { 0 };
        if reach as usize > REACH_MAX {
            return Err(FileError::Reach(reach));
        }
        let best = if version > 1 { reader.half()? } else { 0 };
        if best != 0 && (best as usize > BEST_MAX || !best.is_power_of_two()) {
            return Err(FileError::Best(best));
        }
        let relations = if version > 2 { reader.half()? } else { 0 };
        if relations != 0 && (relations as usize != RELATIONS || best == 0) {
            return Err(FileError::Relations(relations));
        }
        let second = if version > 3 { reader.half()? } else { 0 };
        if second > 1 || (second == 1 && best == 0) {
            return Err(FileError::Second(second));
        }
        let (related, second) = (relations > 0, second > 0);
        let sizes = Sizes { hidden, reach: reach.into(), best: best.into(), related, second };
        let length = reader.half()? as usize;
        let note = String::from_utf8(reader.take(length)?.to_vec());
        let network = Network {
            variant,
            sizes,
            points: points as i32,
            checksum: sum,
            note: note.map_err(|_| FileError::Note)?,
            sets: (0..sets).map(|_| reader.weights(sizes)).collect::<Result<_, _>>()?,
        };
        if reader.0.is_empty() { Ok(network) } else { Err(FileError::Length) }
    }

    /// The variant whose network evaluates games under this rule.
    pub fn variant_for(rule: Rule) -> Variant {
        if rule.has_forbidden_moves() { Variant::Renju } else { rule.variant }
    }

    /// The same network for games under another rule.
    pub fn for_rule(self, variant: Variant) -> Network {
        Network { variant, ..self }
    }

    /// Whether the network is for games under this rule.
    pub fn suits(&self, rule: Rule) -> bool {
        self.variant == Network::variant_for(rule)
    }

    /// The variant of the network.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The checksum of its file, which identifies the network in practice.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The note about the network's training.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The sizes of its layers.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }
}

/// The bytes not read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], FileError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(FileError::Length)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, FileError> {
        Ok(self.take(1)?[0])
    }

    fn half(&mut self) -> Result<u16, FileError> {
        Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    fn word(&mut self) -> Result<u32, FileError> {
        let [low, high] = [self.half()?, self.half()?];
        Ok(low as u32 | (high as u32) << 16)
    }

    fn width(&mut self) -> Result<usize, FileError> {
        let width = self.half()? as usize;
        if WIDTHS.contains(&width) { Ok(width) } else { Err(FileError::Width(width)) }
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<i16>, FileError> {
        let pairs = self.take(2 * count)?.chunks_exact(2);
        Ok(pairs.map(|n| i16::from_le_bytes([n[0], n[1]])).collect())
    }

    fn rows(&mut self, count: usize) -> Result<Vec<Row>, FileError> {
        Ok(Row::all(&self.numbers(count * CHANNELS)?))
    }

    /// The weights of a layer; the sums of no row can overflow.
    fn matrix(&mut self, name: &'static str, outputs: usize, inputs: usize) -> Result<Matrix, FileError> {
        let numbers = self.numbers(outputs * inputs)?;
        if numbers.chunks_exact(inputs).all(sums_fit) {
            Ok(Matrix::new(&numbers, inputs))
        } else {
            Err(FileError::TooLarge(name))
        }
    }

    fn relations(&mut self, sizes: Sizes) -> Result<Relations, FileError> {
        let layer = self.matrix("vr", CHANNELS, CHANNELS)?;
        let [factors, biases] = [self.rows(RELATIONS)?, self.rows(RELATIONS)?];
        if all_within(&biases, sizes.related_max()) {
            Ok(Relations::new(layer, sizes.related_max().into(), &factors, &biases))
        } else {
            Err(FileError::TooLarge("br"))
        }
    }

    /// The weights of the second look at policies.
    fn second(&mut self) -> Result<Row, FileError> {
        let mut weights = Row::ZERO;
        weights.0.copy_from_slice(&self.numbers(CHANNELS)?);
        if sum(&weights.0) <= SECOND_MAX { Ok(weights) } else { Err(FileError::TooLarge("qp")) }
    }

    fn weights(&mut self, sizes: Sizes) -> Result<Weights, FileError> {
        let (c, [h1, h2]) = (CHANNELS, sizes.hidden);
        let [own, other] = [self.rows(PCODES)?, self.rows(PCODES)?];
        let [stone, windows] = [self.rows(2)?, self.rows(2 * sizes.windows())?];
        let weights = Weights {
            points: PackedWeights::new(own, other, stone, windows),
            conv: self.rows(4)?,
            vp: self.matrix("vp", if sizes.best > 0 { c } else { 0 }, c)?,
            bp: self.numbers(if sizes.best > 0 { c } else { 0 })?,
            relations: sizes.related.then(|| self.relations(sizes)).transpose()?,
            qp: sizes.second.then(|| self.second()).transpose()?,
            v1: self.matrix("v1", h1, sizes.inputs())?,
            flags: self.numbers(THREATS * h1)?,
            v2: self.matrix("v2", h2, h1)?,
            b2: self.numbers(h2)?,
            v3: self.numbers(h2)?,
            b3: self.numbers(1)?,
            d: self.matrix("d", c, c)?,
            q: self.numbers(c)?,
        };
        weights.check(sizes)?;
        Ok(weights)
    }
}

impl Sizes {
    /// The number of windows.
    fn windows(self) -> usize {
        if self.reach == 0 { 0 } else { Numbers::of(self.reach).count }
    }

    /// The most that a best point adds to the layer of another, and that a bias of the relations is.
    #[inline(always)]
    fn related_max(self) -> u16 {
        i16::MAX as u16 / (2 * self.best.max(1)) as u16
    }

    /// The inputs of the value's first layer.
    pub(super) fn inputs(self) -> usize {
        if self.best == 0 { CHANNELS } else { INPUTS_MAX }
    }
}

impl Weights {
    /// Checks the bounds that rule out overflow.
    fn check(&self, sizes: Sizes) -> Result<(), FileError> {
        let (centre, sides) = self.conv.split_at(1);
        let pcode_max = if sizes.reach > 0 { PCODE_MAX_BESIDE_WINDOWS } else { PCODE_MAX };
        let checks = [
            (all_within(&self.points.own[..PCODES], pcode_max), "own"),
            (all_within(&self.points.other[..PCODES], pcode_max), "other"),
            (all_within(&self.points.windows, WINDOW_MAX), "windows"),
            (all_within(centre, CENTRE_MAX), "centre"),
            (all_within(sides, SIDE_MAX), "edge, corner, bias"),
            (sums_fit(&self.v3), "v3"),
        ];
        match checks.into_iter().find(|(holds, _)| !holds) {
            Some((_, name)) => Err(FileError::TooLarge(name)),
            None => Ok(()),
        }
    }
}

/// Whether no number is larger.
fn all_within(rows: &[Row], most: u16) -> bool {
    rows.iter().flat_map(|row| &row.0).all(|n| n.unsigned_abs() <= most)
}

/// Whether the sum of products of these weights with inputs of 16 bits cannot overflow.
fn sums_fit(row: &[i16]) -> bool {
    sum(row) <= ROW_MAX
}

/// The sum of the absolute values.
fn sum(row: &[i16]) -> u32 {
    row.iter().map(|n| n.unsigned_abs() as u32).sum()
}

/// The largest number of parameters in a set of weights.
const fn numbers([h1, h2]: [usize; 2], windows: usize) -> usize {
    let c = CHANNELS;
    let points = 2 * (PCODES + windows) * c + 2 * c + 4 * c + 3 * c * c + 3 * c + 2 * RELATIONS * c;
    points + h1 * INPUTS_MAX + THREATS * h1 + h2 * h1 + 2 * h2 + 1
}
