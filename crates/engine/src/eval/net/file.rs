//! The file format of networks, written by the trainer and specified in `train/FORMAT.md`.
//!
//! The reader validates everything: any bytes are either a network whose arithmetic cannot overflow, or an error.

use super::attention::Attention;
use super::matrix::Matrix;
use super::packed_weights::PackedWeights;
use super::row::Row;
use super::sizes::{CHANNELS, HIDDEN, INPUTS, REACH, RELATIVE_POSITIONS, TOP_POINTS, WINDOWS};
use crate::eval::tables::params::THREATS;
use crate::pattern::PCODES;
use std::fmt;
use tengen_core::fnv::checksum;
use tengen_core::rules::{Rule, Variant};

/// How files of networks begin, in all formats.
const MAGIC: &[u8; 7] = b"TNGNET0";
/// The format of this program, the digit after that.
const FORMAT: u8 = b'5';
/// The bytes before the part that the checksum covers.
const HEAD: usize = 16;
/// The bytes between the head and the note.
const SIZES: usize = 24;
const POINTS_MAX: u16 = 1000;
const PCODE_MAX: u16 = 12_287;
const WINDOW_MAX: u16 = 2_047;
const CENTRE_MAX: u16 = 32_767;
const SIDE_MAX: u16 = 8_191;
/// The most that a top policy point adds to the layer of another, and that the bias of a relative position is.
const ATTENTION_MAX: u16 = i16::MAX as u16 / (2 * TOP_POINTS) as u16;
const ROW_MAX: u32 = 65_535;
const REFINEMENT_MAX: u32 = 32_767;
/// The parameters in a set of weights.
const NUMBERS: usize = {
    let points = 2 * PCODES + 2 + 2 * WINDOWS + 4;
    let best = 2 * CHANNELS + 1 + 2 * RELATIVE_POSITIONS + 1;
    let value = HIDDEN * (INPUTS + THREATS + HIDDEN + 2) + 1;
    (points + best) * CHANNELS + value + (CHANNELS + 1) * CHANNELS
};

/// Why bytes are not a usable network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    /// Wrong magic number.
    NoNetwork,
    /// A network in another format, the last byte of the magic number.
    Format(u8),
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
    /// Unsupported number of points per logit.
    Points(u16),
    /// Another architecture: what there is a different number of, the number found, and the supported one.
    Size(&'static str, u16, u16),
    /// The note is not valid UTF-8.
    Note,
    /// Weights of this name are so large that the sums could overflow.
    TooLarge(&'static str),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            FileError::NoNetwork => f.write_str("not a file of a network"),
            FileError::Format(format) => {
                let (found, wanted) = (format.escape_ascii(), FORMAT.escape_ascii());
                write!(f, "a network in format {found}, but this program reads format {wanted} only")
            }
            FileError::Length => f.write_str("a network, but too short or too long"),
            FileError::Checksum => f.write_str("a damaged network"),
            FileError::Counts => f.write_str("a network of another version"),
            FileError::Rule(byte) => write!(f, "a network for an unknown rule ({byte})"),
            FileError::Sets(count) => write!(f, "a network with {count} sets of weights"),
            FileError::Points(points) => write!(f, "a network with {points} points a logit"),
            FileError::Size(what, found, wanted) => {
                write!(f, "a network with {found} {what}, but this program reads networks with {wanted} only")
            }
            FileError::Note => f.write_str("a network whose note is no text"),
            FileError::TooLarge(name) => write!(f, "a network with weights too large: {name}"),
        }
    }
}

impl std::error::Error for FileError {}

/// The weights for one side to move; names, shapes and units as in `train/FORMAT.md`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// `own`, `other`, `stone` and `windows`, in the layout used by the kernels.
    pub points: PackedWeights,
    pub conv: [Row; 4],
    pub vp: Matrix<CHANNELS>,
    pub bp: Row,
    pub attention: Attention,
    pub qp: Row,
    pub v1: Matrix<INPUTS>,
    pub flags: Vec<Row>,
    pub v2: Matrix<HIDDEN>,
    pub b2: Row,
    pub v3: Row,
    pub b3: i16,
    pub d: Matrix<CHANNELS>,
    pub q: Row,
}

/// A network for one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    variant: Variant,
    /// Points per logit.
    pub(super) points: i32,
    /// One set for both sides, or Black's and White's.
    pub(super) sets: Vec<Weights>,
    checksum: u32,
    note: String,
}

impl Network {
    /// The maximum length of a network file in bytes.
    pub const LONGEST_FILE: usize = HEAD + SIZES + u16::MAX as usize + 2 * 2 * NUMBERS;

    /// Parses a network file.
    ///
    /// # Errors
    /// If the bytes are not a network, or one whose sums could overflow.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, FileError> {
        let mut reader = NetworkReader(bytes.strip_prefix(MAGIC).ok_or(FileError::NoNetwork)?);
        let format = reader.byte()?;
        if format != FORMAT {
            return Err(FileError::Format(format));
        }
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
        reader.size("channels", CHANNELS)?;
        reader.size("numbers in the first hidden layer", HIDDEN)?;
        reader.size("numbers in the second hidden layer", HIDDEN)?;
        let points = reader.half()?;
        if !(1..=POINTS_MAX).contains(&points) {
            return Err(FileError::Points(points));
        }
        reader.size("points to either side in a window", REACH)?;
        reader.size("top policy points", TOP_POINTS)?;
        reader.size("relative positions", RELATIVE_POSITIONS)?;
        reader.size("policy refinements", 1)?;
        let length = reader.half()? as usize;
        let note = String::from_utf8(reader.take(length)?.to_vec());
        let network = Network {
            variant,
            points: points as i32,
            checksum: sum,
            note: note.map_err(|_| FileError::Note)?,
            sets: (0..sets).map(|_| reader.weights()).collect::<Result<_, _>>()?,
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

    /// The points per logit.
    pub fn points(&self) -> i32 {
        self.points
    }

    /// The note about the network's training.
    pub fn note(&self) -> &str {
        &self.note
    }
}

/// The bytes not read yet.
struct NetworkReader<'a>(&'a [u8]);

impl<'a> NetworkReader<'a> {
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

    /// A size, of which only one is supported.
    fn size(&mut self, what: &'static str, wanted: usize) -> Result<(), FileError> {
        let found = self.half()?;
        if usize::from(found) == wanted { Ok(()) } else { Err(FileError::Size(what, found, wanted as u16)) }
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<i16>, FileError> {
        let pairs = self.take(2 * count)?.chunks_exact(2);
        Ok(pairs.map(|n| i16::from_le_bytes([n[0], n[1]])).collect())
    }

    fn row(&mut self) -> Result<Row, FileError> {
        Ok(self.rows::<1>()?[0])
    }

    fn rows<const COUNT: usize>(&mut self) -> Result<[Row; COUNT], FileError> {
        let mut rows = [Row::ZERO; COUNT];
        rows.copy_from_slice(&self.many_rows(COUNT)?);
        Ok(rows)
    }

    fn many_rows(&mut self, count: usize) -> Result<Vec<Row>, FileError> {
        Ok(Row::all(&self.numbers(count * CHANNELS)?))
    }

    /// The weights of a layer; the sums of no output can overflow.
    fn matrix<const INPUTS: usize>(&mut self, name: &'static str) -> Result<Matrix<INPUTS>, FileError> {
        let numbers = self.numbers(HIDDEN * INPUTS)?;
        if numbers.chunks_exact(INPUTS).all(sums_fit) {
            Ok(Matrix::new(&numbers))
        } else {
            Err(FileError::TooLarge(name))
        }
    }

    fn attention(&mut self) -> Result<Attention, FileError> {
        let layer = self.matrix("vr")?;
        let [factors, biases]: [[Row; RELATIVE_POSITIONS]; 2] = [self.rows()?, self.rows()?];
        if all_within(&biases, ATTENTION_MAX) {
            Ok(Attention::new(layer, ATTENTION_MAX.into(), &factors, &biases))
        } else {
            Err(FileError::TooLarge("br"))
        }
    }

    fn weights(&mut self) -> Result<Weights, FileError> {
        let [own, other] = [self.many_rows(PCODES)?, self.many_rows(PCODES)?];
        let [stone, windows] = [self.many_rows(2)?, self.many_rows(2 * WINDOWS)?];
        let weights = Weights {
            points: PackedWeights::new(own, other, stone, windows),
            conv: self.rows()?,
            vp: self.matrix("vp")?,
            bp: self.row()?,
            attention: self.attention()?,
            qp: self.row()?,
            v1: self.matrix("v1")?,
            flags: self.many_rows(THREATS)?,
            v2: self.matrix("v2")?,
            b2: self.row()?,
            v3: self.row()?,
            b3: self.half()? as i16,
            d: self.matrix("d")?,
            q: self.row()?,
        };
        weights.check()?;
        Ok(weights)
    }
}

impl Weights {
    /// Checks the bounds that rule out overflow.
    fn check(&self) -> Result<(), FileError> {
        let (centre, sides) = self.conv.split_at(1);
        let checks = [
            (all_within(&self.points.own[..PCODES], PCODE_MAX), "own"),
            (all_within(&self.points.other[..PCODES], PCODE_MAX), "other"),
            (all_within(&self.points.windows, WINDOW_MAX), "windows"),
            (all_within(centre, CENTRE_MAX), "centre"),
            (all_within(sides, SIDE_MAX), "edge, corner, bias"),
            (sum(&self.qp.0) <= REFINEMENT_MAX, "qp"),
            (sums_fit(&self.v3.0), "v3"),
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
