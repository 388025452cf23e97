//! Integer logarithms, so that late move reductions are identical on every machine.

/// ln(n)·1024, rounded down, in integer arithmetic.
pub fn ln_1024(n: u32) -> i32 {
    debug_assert!(n > 0);
    // log2 with 16 fractional bits: square the mantissa; each time it exceeds 2, set a bit and
    // halve it.
    let whole = n.ilog2();
    let mut mantissa = (n as u64) << (31 - whole);
    let mut log = (whole as u64) << 16;
    for bit in (0..16).rev() {
        mantissa = (mantissa * mantissa) >> 31;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            log |= 1 << bit;
        }
    }
    // ln 2 = 0.693147…
    ((log * 693_147 / 1_000_000 * 1024) >> 16) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close() {
        for n in 1..2000 {
            let exact = f64::from(n).ln() * 1024.0;
            assert!((f64::from(ln_1024(n)) - exact).abs() < 1.5, "{n}");
        }
    }
}
