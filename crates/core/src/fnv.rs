//! FNV-1a (Fowler, Noll and Vo) hashes, to detect damaged files and identical games. They do not protect against
//! deliberate collisions.

/// The initial value of [`fingerprint`] (the FNV offset basis).
pub const FINGERPRINT: u64 = 0xcbf2_9ce4_8422_2325;

/// The 32-bit hash of `bytes`.
pub fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ byte as u32).wrapping_mul(0x0100_0193))
}

/// Continues a 64-bit hash with `bytes`.
pub fn fingerprint(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, &byte| (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors published by the authors.
    #[test]
    fn known_sums() {
        assert_eq!(checksum(b""), 0x811c_9dc5);
        assert_eq!(checksum(b"foobar"), 0xbf9c_f968);
        assert_eq!(fingerprint(FINGERPRINT, b"foobar"), 0x8594_4171_f739_67e8);
    }
}
