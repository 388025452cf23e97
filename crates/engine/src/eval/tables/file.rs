//! The file format of evaluation parameters, which are embedded at build time.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TNGPARM1` |
//! | 2, 2 | pcodes and threat combinations, as a check: 2,380 and 512 |
//! | 4 | FNV-1a of all that follows |
//! | 2 each | values of Black's pcodes, of White's; threats; attack of Black's pcodes, of White's; defence likewise; all signed |

use super::params::{Params, THREATS};
use crate::pattern::PCODES;
use std::fmt;
use tengen_core::fnv::checksum;

const MAGIC: &[u8; 8] = b"TNGPARM1";
const HEADER: usize = 16;
const NUMBERS: usize = 6 * PCODES + THREATS;

/// Why bytes are not valid parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    /// Wrong magic number or length.
    Format,
    /// They are for other numbers of pcodes or threats.
    Counts,
    /// The checksum does not match.
    Checksum,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            FileError::Format => "not a file of parameters",
            FileError::Counts => "parameters of another version",
            FileError::Checksum => "damaged parameters",
        })
    }
}

impl std::error::Error for FileError {}

impl Params {
    /// The length of a file in bytes.
    pub const FILE: usize = HEADER + 2 * NUMBERS;

    /// Serializes the parameters.
    pub fn to_bytes(&self) -> Vec<u8> {
        let pcodes = |sides: &[[i16; PCODES]; 2]| sides.concat();
        let numbers = [pcodes(&self.values), self.threats.to_vec(), pcodes(&self.attack), pcodes(&self.defence)];
        let body: Vec<u8> = numbers.concat().iter().flat_map(|n| n.to_le_bytes()).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((PCODES as u16).to_le_bytes());
        bytes.extend((THREATS as u16).to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Parses parameters.
    ///
    /// # Errors
    /// If the bytes were not written by [`Params::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Params, FileError> {
        if bytes.len() != Params::FILE || !bytes.starts_with(MAGIC) {
            return Err(FileError::Format);
        }
        let (header, body) = bytes.split_at(HEADER);
        let number = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]) as usize;
        if (number(8), number(10)) != (PCODES, THREATS) {
            return Err(FileError::Counts);
        }
        if checksum(body).to_le_bytes() != header[12..] {
            return Err(FileError::Checksum);
        }
        let mut numbers = body.chunks_exact(2).map(|n| i16::from_le_bytes([n[0], n[1]]));
        let mut next = || numbers.next().expect("the length was checked");
        let mut pcodes = || [(); 2].map(|()| std::array::from_fn(|_| next()));
        let values = pcodes();
        let threats = std::array::from_fn(|_| next());
        let mut pcodes = || [(); 2].map(|()| std::array::from_fn(|_| next()));
        Ok(Params { values, threats, attack: pcodes(), defence: pcodes() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Tables;
    use tengen_core::rules::{Rule, Variant};

    #[test]
    fn parameters_come_back_as_written() {
        let params = Params::by_hand(Tables::of(Rule::new(Variant::Renju)));
        let bytes = params.to_bytes();
        let back = Params::from_bytes(&bytes).unwrap();
        assert_eq!(back.to_bytes(), bytes);
        assert_eq!(back.values, params.values);
        assert_eq!(back.defence, params.defence);
    }

    #[test]
    fn damage_is_noticed() {
        let params = Params::by_hand(Tables::of(Rule::new(Variant::Freestyle)));
        let mut bytes = params.to_bytes();
        let refused = |bytes: &[u8]| Params::from_bytes(bytes).err();
        assert_eq!(refused(&bytes[1..]), Some(FileError::Format));
        bytes[8] ^= 1;
        assert_eq!(refused(&bytes), Some(FileError::Counts));
        bytes[8] ^= 1;
        bytes[1000] ^= 1;
        assert_eq!(refused(&bytes), Some(FileError::Checksum));
    }
}
