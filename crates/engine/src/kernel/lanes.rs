//! Operations on sixteen 16-bit numbers, for loops that need one specific instruction that compilers do not generate
//! by themselves: the high half of a product, rounded (`pmulhrsw`).
//!
//! Not on 32 numbers, although AVX-512BW has that instruction too: rows of 32 and 64 channels processed that way, all
//! else equal, made `bench` take 1.007 times as long (median of 15 pairs, each between 0.80 and 1.15) on a processor
//! that splits 512-bit operations into two halves (AMD, family 25). The cost per point there is in the loads, and a
//! row of 32 numbers is one cache line either way.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use pulp::core_arch::x86::Avx2;
#[cfg(target_arch = "x86")]
use std::arch::x86::__m256i;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m256i;

#[cfg(target_feature = "simd128")]
use std::arch::wasm32::*;

/// The number of elements in [`Lanes::Numbers`].
pub const LANES: usize = 16;

/// Vector operations of a kernel; all kernels compute the same results.
pub trait Lanes: Copy {
    /// Sixteen numbers.
    type Numbers: Copy;

    /// Loads from memory.
    fn load(self, from: &[i16; LANES]) -> Self::Numbers;
    /// Stores to memory.
    fn store(self, numbers: Self::Numbers, to: &mut [i16; LANES]);
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
fn each(a: [i16; LANES], b: [i16; LANES], result: impl Fn(i16, i16) -> i16) -> [i16; LANES] {
    std::array::from_fn(|i| result(a[i], b[i]))
}

impl Lanes for Plain {
    type Numbers = [i16; LANES];

    #[inline(always)]
    fn load(self, from: &[i16; LANES]) -> [i16; LANES] {
        *from
    }

    #[inline(always)]
    fn store(self, numbers: [i16; LANES], to: &mut [i16; LANES]) {
        *to = numbers;
    }

    #[inline(always)]
    fn all(self, number: i16) -> [i16; LANES] {
        [number; LANES]
    }

    #[inline(always)]
    fn add(self, a: [i16; LANES], b: [i16; LANES]) -> [i16; LANES] {
        each(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, a: [i16; LANES], b: [i16; LANES]) -> [i16; LANES] {
        each(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn max(self, a: [i16; LANES], b: [i16; LANES]) -> [i16; LANES] {
        each(a, b, i16::max)
    }

    #[inline(always)]
    fn min(self, a: [i16; LANES], b: [i16; LANES]) -> [i16; LANES] {
        each(a, b, i16::min)
    }

    /// Twice the high half plus the rounded carry of the low half: compilers recognize the halves of products.
    #[inline(always)]
    fn part(self, a: [i16; LANES], b: [i16; LANES]) -> [i16; LANES] {
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

    #[inline(always)]
    fn load(self, from: &[i16; LANES]) -> __m256i {
        pulp::cast(*from)
    }

    #[inline(always)]
    fn store(self, numbers: __m256i, to: &mut [i16; LANES]) {
        *to = pulp::cast(numbers);
    }

    #[inline(always)]
    fn all(self, number: i16) -> __m256i {
        pulp::cast([number; LANES])
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

/// WebAssembly's 128-bit SIMD, if enabled at build time.
#[cfg(target_feature = "simd128")]
#[derive(Clone, Copy, Debug)]
pub struct Wasm;

#[cfg(target_feature = "simd128")]
impl Lanes for Wasm {
    type Numbers = [v128; 2];

    #[inline(always)]
    fn load(self, from: &[i16; LANES]) -> [v128; 2] {
        zerocopy::transmute!(*from)
    }

    #[inline(always)]
    fn store(self, numbers: [v128; 2], to: &mut [i16; LANES]) {
        *to = zerocopy::transmute!(numbers);
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
            for some in numbers.chunks_exact(LANES) {
                let b = std::array::from_fn(|i| some[i]);
                let wanted = b.map(|b| ((a as i32 * b as i32 + (1 << 14)) >> 15) as i16);
                assert_eq!(Plain.part([a; LANES], b), wanted, "{a}");
            }
        }
    }
}
