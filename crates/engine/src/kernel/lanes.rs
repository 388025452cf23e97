//! Operations on several 16-bit numbers at once, for loops that need one specific instruction that compilers do not
//! generate by themselves: the high half of a product, rounded (`pmulhrsw`).
//!
//! AVX-512 takes 32 numbers at once: `bench` takes 0.96 of the time of sixteen on a processor with 512-bit units (AMD,
//! family 26), 1.007 on one that splits them into halves (family 25). With AVX2, two registers for each 32 numbers
//! take 1.06 times as long, because there are too few registers.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use pulp::core_arch::x86::{Avx2, Avx512bw};
#[cfg(target_arch = "x86")]
use std::arch::x86::{__m256i, __m512i};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256i, __m512i};

#[cfg(target_feature = "simd128")]
use std::arch::wasm32::*;

/// The largest [`Lanes::COUNT`]; the others divide it.
pub const MOST: usize = 32;
/// The smallest [`Lanes::COUNT`].
pub const FEWEST: usize = 16;

/// Vector operations of a kernel; all kernels compute the same results.
pub trait Lanes: Copy {
    /// Numbers for one operation.
    type Numbers: Copy;
    /// How many.
    const COUNT: usize;

    /// Loads the numbers of a block: `row[block * COUNT..][..COUNT]`.
    fn load(self, row: &[i16], block: usize) -> Self::Numbers;
    /// Stores the numbers of a block.
    fn store(self, numbers: Self::Numbers, row: &mut [i16], block: usize);
    /// Sets all elements to one number.
    fn all(self, number: i16) -> Self::Numbers;
    /// Element-wise sums, which must not overflow.
    fn add(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;
    /// Element-wise differences, which must not overflow.
    fn sub(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;
    /// Element-wise maxima.
    fn max(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;
    /// Element-wise minima.
    fn min(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;
    /// Element-wise (a · b + 2¹⁴) >> 15.
    fn part(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;

    /// Clamps the elements to `least..=most`.
    #[inline(always)]
    fn clamp(self, a: Self::Numbers, least: i16, most: i16) -> Self::Numbers {
        self.min(self.max(a, self.all(least)), self.all(most))
    }
}

/// Portable implementation without specific instructions.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// The implementation that needs no run-time detection.
#[cfg(not(target_feature = "simd128"))]
pub(super) const BASELINE: Plain = Plain;
/// The implementation that needs no run-time detection.
#[cfg(target_feature = "simd128")]
pub(super) const BASELINE: Wasm = Wasm;

/// Applies a function element by element.
#[inline(always)]
fn each(a: [i16; FEWEST], b: [i16; FEWEST], result: impl Fn(i16, i16) -> i16) -> [i16; FEWEST] {
    std::array::from_fn(|i| result(a[i], b[i]))
}

impl Lanes for Plain {
    type Numbers = [i16; FEWEST];
    const COUNT: usize = FEWEST;

    #[inline(always)]
    fn load(self, row: &[i16], block: usize) -> [i16; FEWEST] {
        row.as_chunks().0[block]
    }

    #[inline(always)]
    fn store(self, numbers: [i16; FEWEST], row: &mut [i16], block: usize) {
        row.as_chunks_mut().0[block] = numbers;
    }

    #[inline(always)]
    fn all(self, number: i16) -> [i16; FEWEST] {
        [number; FEWEST]
    }

    #[inline(always)]
    fn add(self, a: [i16; FEWEST], b: [i16; FEWEST]) -> [i16; FEWEST] {
        each(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, a: [i16; FEWEST], b: [i16; FEWEST]) -> [i16; FEWEST] {
        each(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn max(self, a: [i16; FEWEST], b: [i16; FEWEST]) -> [i16; FEWEST] {
        each(a, b, i16::max)
    }

    #[inline(always)]
    fn min(self, a: [i16; FEWEST], b: [i16; FEWEST]) -> [i16; FEWEST] {
        each(a, b, i16::min)
    }

    /// Twice the high half plus the rounded carry of the low half: compilers recognize the halves of products.
    #[inline(always)]
    fn part(self, a: [i16; FEWEST], b: [i16; FEWEST]) -> [i16; FEWEST] {
        each(a, b, |a, b| {
            let upper = ((a as i32 * b as i32) >> 16) as i16;
            let lower = a.wrapping_mul(b) as u16;
            (upper << 1).wrapping_add((((lower >> 14) + 1) >> 1) as i16)
        })
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Lanes for Avx2 {
    type Numbers = __m256i;
    const COUNT: usize = FEWEST;

    #[inline(always)]
    fn load(self, row: &[i16], block: usize) -> __m256i {
        pulp::cast(row.as_chunks::<FEWEST>().0[block])
    }

    #[inline(always)]
    fn store(self, numbers: __m256i, row: &mut [i16], block: usize) {
        row.as_chunks_mut::<FEWEST>().0[block] = pulp::cast(numbers);
    }

    #[inline(always)]
    fn all(self, number: i16) -> __m256i {
        pulp::cast([number; FEWEST])
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        self._mm256_add_epi16(a, b)
    }

    #[inline(always)]
    fn sub(self, a: __m256i, b: __m256i) -> __m256i {
        self._mm256_sub_epi16(a, b)
    }

    #[inline(always)]
    fn max(self, a: __m256i, b: __m256i) -> __m256i {
        self._mm256_max_epi16(a, b)
    }

    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        self._mm256_min_epi16(a, b)
    }

    #[inline(always)]
    fn part(self, a: __m256i, b: __m256i) -> __m256i {
        self._mm256_mulhrs_epi16(a, b)
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Lanes for Avx512bw {
    type Numbers = __m512i;
    const COUNT: usize = MOST;

    #[inline(always)]
    fn load(self, row: &[i16], block: usize) -> __m512i {
        pulp::cast(row.as_chunks::<MOST>().0[block])
    }

    #[inline(always)]
    fn store(self, numbers: __m512i, row: &mut [i16], block: usize) {
        row.as_chunks_mut::<MOST>().0[block] = pulp::cast(numbers);
    }

    #[inline(always)]
    fn all(self, number: i16) -> __m512i {
        pulp::cast([number; MOST])
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        self._mm512_add_epi16(a, b)
    }

    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        self._mm512_sub_epi16(a, b)
    }

    #[inline(always)]
    fn max(self, a: __m512i, b: __m512i) -> __m512i {
        self._mm512_max_epi16(a, b)
    }

    #[inline(always)]
    fn min(self, a: __m512i, b: __m512i) -> __m512i {
        self._mm512_min_epi16(a, b)
    }

    #[inline(always)]
    fn part(self, a: __m512i, b: __m512i) -> __m512i {
        self._mm512_mulhrs_epi16(a, b)
    }
}

/// WebAssembly's 128-bit SIMD, if enabled at build time.
#[cfg(target_feature = "simd128")]
#[derive(Clone, Copy, Debug)]
pub struct Wasm;

#[cfg(target_feature = "simd128")]
impl Lanes for Wasm {
    type Numbers = [v128; 2];
    const COUNT: usize = FEWEST;

    #[inline(always)]
    fn load(self, row: &[i16], block: usize) -> [v128; 2] {
        zerocopy::transmute!(row.as_chunks::<FEWEST>().0[block])
    }

    #[inline(always)]
    fn store(self, numbers: [v128; 2], row: &mut [i16], block: usize) {
        row.as_chunks_mut::<FEWEST>().0[block] = zerocopy::transmute!(numbers);
    }

    #[inline(always)]
    fn all(self, number: i16) -> [v128; 2] {
        [i16x8_splat(number); 2]
    }

    #[inline(always)]
    fn add(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [i16x8_add(a[0], b[0]), i16x8_add(a[1], b[1])]
    }

    #[inline(always)]
    fn sub(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [i16x8_sub(a[0], b[0]), i16x8_sub(a[1], b[1])]
    }

    #[inline(always)]
    fn max(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [i16x8_max(a[0], b[0]), i16x8_max(a[1], b[1])]
    }

    #[inline(always)]
    fn min(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [i16x8_min(a[0], b[0]), i16x8_min(a[1], b[1])]
    }

    #[inline(always)]
    fn part(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [i16x8_q15mulr_sat(a[0], b[0]), i16x8_q15mulr_sat(a[1], b[1])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_the_rounded_product() {
        for a in [0, 1, 2, 3, 8191, 12_345, 16_384, 32_767, -1, -2, -8191, -32_767] {
            let numbers: Vec<i16> = (0..=8191).chain([16_383, 32_764]).collect();
            for some in numbers.chunks_exact(FEWEST) {
                let b = std::array::from_fn(|i| some[i]);
                let wanted = b.map(|b| ((a as i32 * b as i32 + (1 << 14)) >> 15) as i16);
                assert_eq!(Plain.part([a; FEWEST], b), wanted, "{a}");
            }
        }
    }
}
