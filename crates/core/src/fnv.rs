//! FNV-1a (Fowler, Noll and Vo): whether files are whole, and which games are the same. No defence against
//! anybody who wants two files to look alike.

/// What [`fingerprint`] begins with.
pub const FINGERPRINT: u64 = 0xcbf2_9ce4_8422_2325;

/// 32 bits, of all bytes at once.
pub fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| {
        (hash ^ byte as u32).wrapping_mul(0x0100_0193)
    })
}

/// Goes on with a fingerprint of 64 bits over these bytes.
pub fn fingerprint(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, &byte| {
        (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of its authors.
    #[test]
    fn known_sums() {
        assert_eq!(checksum(b""), 0x811c_9dc5);
        assert_eq!(checksum(b"foobar"), 0xbf9c_f968);
        assert_eq!(fingerprint(FINGERPRINT, b"foobar"), 0x8594_4171_f739_67e8);
    }
}
