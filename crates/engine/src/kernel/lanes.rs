//! Operations on several 16-bit numbers at once, for loops that need specific instructions that compilers do not
//! generate by themselves: the high half of a product, rounded (`pmulhrsw`), sums of two products (`pmaddwd`), a bit for
//! each comparison.
//!
//! AVX-512 takes 32 numbers at once: `bench` takes 0.96 of the time of sixteen on a processor with 512-bit units (AMD,
//! family 26), 1.007 on one that splits them into halves (family 25). With AVX2, two registers for each 32 numbers
//! take 1.06 times as long, because there are too few registers.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use pulp::core_arch::x86::Sse2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use pulp::x86::{V3, V4};
#[cfg(target_arch = "x86")]
use std::arch::x86::{__m128i, __m256i, __m512i};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m128i, __m256i, __m512i};

#[cfg(target_feature = "simd128")]
use std::arch::wasm32::*;

/// The largest [`Lanes::COUNT`]; the others divide it.
pub const MOST: usize = 32;
/// The [`Lanes::COUNT`] of AVX2 and of WebAssembly.
pub const MIDDLE: usize = 16;
/// The smallest [`Lanes::COUNT`]: as many as one register of SSE2 holds, because there are only 16.
pub const FEWEST: usize = 8;

/// Vector operations of a kernel; all kernels compute the same results.
pub trait Lanes: Copy {
    /// Numbers for one operation.
    type Numbers: Copy;
    /// How many.
    const COUNT: usize;
    /// 32-bit sums of pairs of numbers: half as many.
    type Sums: Copy;

    /// Loads the numbers of a block: `row[block * COUNT..][..COUNT]`.
    fn load(self, row: &[i16], block: usize) -> Self::Numbers;
    /// Stores the numbers of a block.
    fn store(self, numbers: Self::Numbers, row: &mut [i16], block: usize);
    /// Sets all elements to one number.
    fn splat(self, number: i16) -> Self::Numbers;
    /// Element-wise sums, which must not overflow.
    fn add(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;
    /// Element-wise differences, which must not overflow.
    fn sub(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;
    /// Element-wise maxima.
    fn max(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;
    /// Element-wise minima.
    fn min(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;
    /// Element-wise (a · b + 2¹⁴) >> 15; a is from −16,384 to 16,383.
    fn multiply_rounded(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;
    /// Sets all pairs of elements to one pair.
    fn splat_pair(self, pair: [i16; 2]) -> Self::Numbers;
    /// Sums of zero.
    fn no_sums(self) -> Self::Sums;
    /// Adds the two products of each pair: `sums[i] + a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1]`.
    fn add_products(self, sums: Self::Sums, a: Self::Numbers, b: Self::Numbers) -> Self::Sums;
    /// Stores sums: `row[block * COUNT / 2..][..COUNT / 2]`.
    fn store_sums(self, sums: Self::Sums, row: &mut [i32], block: usize);
    /// The total of each of four.
    fn totals(self, sums: [Self::Sums; 4]) -> [i32; 4];
    /// A bit for each of 16 numbers: whether it is at least this large.
    fn at_least(self, numbers: &[i32; 16], least: i32) -> u16;

    /// Clamps the elements to `least..=most`.
    #[inline(always)]
    fn clamp(self, a: Self::Numbers, least: i16, most: i16) -> Self::Numbers {
        self.min(self.max(a, self.splat(least)), self.splat(most))
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

/// The sum of the two products of each pair. Compilers do not find the instruction for it (`pmaddwd`), which every
/// processor with 64 bits has.
#[inline(always)]
fn products(a: [i16; FEWEST], b: [i16; FEWEST]) -> [i32; FEWEST / 2] {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(simd) = Sse2::try_new() {
        let (a, b): (__m128i, __m128i) = (pulp::cast(a), pulp::cast(b));
        return pulp::cast(simd._mm_madd_epi16(a, b));
    }
    let product = |i: usize| a[i] as i32 * b[i] as i32;
    std::array::from_fn(|i| product(2 * i) + product(2 * i + 1))
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn column_sums<const N: usize>(rows: [[i32; 4]; N]) -> [i32; 4] {
    let mut sums = [0; 4];
    for row in rows {
        for i in 0..4 {
            sums[i] += row[i];
        }
    }
    sums
}

impl Lanes for Plain {
    type Numbers = [i16; FEWEST];
    const COUNT: usize = FEWEST;
    type Sums = [i32; FEWEST / 2];

    #[inline(always)]
    fn load(self, row: &[i16], block: usize) -> [i16; FEWEST] {
        row.as_chunks().0[block]
    }

    #[inline(always)]
    fn store(self, numbers: [i16; FEWEST], row: &mut [i16], block: usize) {
        row.as_chunks_mut().0[block] = numbers;
    }

    #[inline(always)]
    fn splat(self, number: i16) -> [i16; FEWEST] {
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

    /// The high half of twice the product plus the carry of its low half: compilers recognize the halves of products.
    #[inline(always)]
    fn multiply_rounded(self, a: [i16; FEWEST], b: [i16; FEWEST]) -> [i16; FEWEST] {
        each(a, b, |a, b| {
            let twice = a << 1;
            let upper = ((twice as i32 * b as i32) >> 16) as i16;
            upper.wrapping_add((twice.wrapping_mul(b) as u16 >> 15) as i16)
        })
    }

    #[inline(always)]
    fn splat_pair(self, pair: [i16; 2]) -> [i16; FEWEST] {
        std::array::from_fn(|i| pair[i % 2])
    }

    #[inline(always)]
    fn no_sums(self) -> [i32; FEWEST / 2] {
        [0; FEWEST / 2]
    }

    #[inline(always)]
    fn add_products(self, sums: [i32; FEWEST / 2], a: [i16; FEWEST], b: [i16; FEWEST]) -> [i32; FEWEST / 2] {
        let products = products(a, b);
        std::array::from_fn(|i| sums[i] + products[i])
    }

    #[inline(always)]
    fn store_sums(self, sums: [i32; FEWEST / 2], row: &mut [i32], block: usize) {
        row.as_chunks_mut().0[block] = sums;
    }

    #[inline(always)]
    fn totals(self, sums: [[i32; FEWEST / 2]; 4]) -> [i32; 4] {
        sums.map(|sums| sums.into_iter().sum())
    }

    #[inline(always)]
    fn at_least(self, numbers: &[i32; 16], least: i32) -> u16 {
        let bits = numbers.iter().enumerate().map(|(i, &number)| ((number >= least) as u16) << i);
        bits.fold(0, |all, bit| all | bit)
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Lanes for V3 {
    type Numbers = __m256i;
    const COUNT: usize = MIDDLE;
    type Sums = __m256i;

    #[inline(always)]
    fn load(self, row: &[i16], block: usize) -> __m256i {
        pulp::cast(row.as_chunks::<MIDDLE>().0[block])
    }

    #[inline(always)]
    fn store(self, numbers: __m256i, row: &mut [i16], block: usize) {
        row.as_chunks_mut::<MIDDLE>().0[block] = pulp::cast(numbers);
    }

    #[inline(always)]
    fn splat(self, number: i16) -> __m256i {
        pulp::cast([number; MIDDLE])
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_add_epi16(a, b)
    }

    #[inline(always)]
    fn sub(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_sub_epi16(a, b)
    }

    #[inline(always)]
    fn max(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_max_epi16(a, b)
    }

    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_min_epi16(a, b)
    }

    #[inline(always)]
    fn multiply_rounded(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_mulhrs_epi16(a, b)
    }

    #[inline(always)]
    fn splat_pair(self, pair: [i16; 2]) -> __m256i {
        pulp::cast([pair; MIDDLE / 2])
    }

    #[inline(always)]
    fn no_sums(self) -> __m256i {
        pulp::cast([0i32; MIDDLE / 2])
    }

    #[inline(always)]
    fn add_products(self, sums: __m256i, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_add_epi32(sums, self.avx2._mm256_madd_epi16(a, b))
    }

    #[inline(always)]
    fn store_sums(self, sums: __m256i, row: &mut [i32], block: usize) {
        row.as_chunks_mut::<{ MIDDLE / 2 }>().0[block] = pulp::cast(sums);
    }

    #[inline(always)]
    fn totals(self, [a, b, c, d]: [__m256i; 4]) -> [i32; 4] {
        let simd = self.avx2;
        let add = |a, b| simd._mm256_add_epi32(a, b);
        let halves = |a, b| add(simd._mm256_unpacklo_epi32(a, b), simd._mm256_unpackhi_epi32(a, b));
        let (ab, cd) = (halves(a, b), halves(c, d));
        let all = add(simd._mm256_unpacklo_epi64(ab, cd), simd._mm256_unpackhi_epi64(ab, cd));
        column_sums::<{ MIDDLE / 8 }>(pulp::cast(all))
    }

    #[inline(always)]
    fn at_least(self, numbers: &[i32; 16], least: i32) -> u16 {
        let [low, high]: [__m256i; 2] = pulp::cast(*numbers);
        let least: __m256i = pulp::cast([least; 8]);
        let below = |half| {
            let below = self.avx2._mm256_cmpgt_epi32(least, half);
            self.avx._mm256_movemask_ps(pulp::cast(below)) as u16
        };
        !(below(low) | below(high) << 8)
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Lanes for V4 {
    type Numbers = __m512i;
    const COUNT: usize = MOST;
    type Sums = __m512i;

    #[inline(always)]
    fn load(self, row: &[i16], block: usize) -> __m512i {
        pulp::cast(row.as_chunks::<MOST>().0[block])
    }

    #[inline(always)]
    fn store(self, numbers: __m512i, row: &mut [i16], block: usize) {
        row.as_chunks_mut::<MOST>().0[block] = pulp::cast(numbers);
    }

    #[inline(always)]
    fn splat(self, number: i16) -> __m512i {
        pulp::cast([number; MOST])
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512bw._mm512_add_epi16(a, b)
    }

    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512bw._mm512_sub_epi16(a, b)
    }

    #[inline(always)]
    fn max(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512bw._mm512_max_epi16(a, b)
    }

    #[inline(always)]
    fn min(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512bw._mm512_min_epi16(a, b)
    }

    #[inline(always)]
    fn multiply_rounded(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512bw._mm512_mulhrs_epi16(a, b)
    }

    #[inline(always)]
    fn splat_pair(self, pair: [i16; 2]) -> __m512i {
        pulp::cast([pair; MOST / 2])
    }

    #[inline(always)]
    fn no_sums(self) -> __m512i {
        pulp::cast([0i32; MOST / 2])
    }

    #[inline(always)]
    fn add_products(self, sums: __m512i, a: __m512i, b: __m512i) -> __m512i {
        self.avx512f._mm512_add_epi32(sums, self.avx512bw._mm512_madd_epi16(a, b))
    }

    #[inline(always)]
    fn store_sums(self, sums: __m512i, row: &mut [i32], block: usize) {
        row.as_chunks_mut::<{ MOST / 2 }>().0[block] = pulp::cast(sums);
    }

    #[inline(always)]
    fn totals(self, [a, b, c, d]: [__m512i; 4]) -> [i32; 4] {
        let simd = self.avx512f;
        let add = |a, b| simd._mm512_add_epi32(a, b);
        let halves = |a, b| add(simd._mm512_unpacklo_epi32(a, b), simd._mm512_unpackhi_epi32(a, b));
        let (ab, cd) = (halves(a, b), halves(c, d));
        let all = add(simd._mm512_unpacklo_epi64(ab, cd), simd._mm512_unpackhi_epi64(ab, cd));
        column_sums::<{ MOST / 8 }>(pulp::cast(all))
    }

    #[inline(always)]
    fn at_least(self, numbers: &[i32; 16], least: i32) -> u16 {
        let least = pulp::cast([least; 16]);
        self.avx512f._mm512_cmpge_epi32_mask(pulp::cast(*numbers), least)
    }
}

/// WebAssembly's 128-bit SIMD, if enabled at build time.
#[cfg(target_feature = "simd128")]
#[derive(Clone, Copy, Debug)]
pub struct Wasm;

#[cfg(target_feature = "simd128")]
impl Lanes for Wasm {
    type Numbers = [v128; 2];
    const COUNT: usize = MIDDLE;
    type Sums = [v128; 2];

    #[inline(always)]
    fn load(self, row: &[i16], block: usize) -> [v128; 2] {
        zerocopy::transmute!(row.as_chunks::<MIDDLE>().0[block])
    }

    #[inline(always)]
    fn store(self, numbers: [v128; 2], row: &mut [i16], block: usize) {
        row.as_chunks_mut::<MIDDLE>().0[block] = zerocopy::transmute!(numbers);
    }

    #[inline(always)]
    fn splat(self, number: i16) -> [v128; 2] {
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
    fn multiply_rounded(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [i16x8_q15mulr_sat(a[0], b[0]), i16x8_q15mulr_sat(a[1], b[1])]
    }

    #[inline(always)]
    fn splat_pair(self, [first, second]: [i16; 2]) -> [v128; 2] {
        [i16x8(first, second, first, second, first, second, first, second); 2]
    }

    #[inline(always)]
    fn no_sums(self) -> [v128; 2] {
        [i32x4_splat(0); 2]
    }

    #[inline(always)]
    fn add_products(self, sums: [v128; 2], a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|i| i32x4_add(sums[i], i32x4_dot_i16x8(a[i], b[i])))
    }

    #[inline(always)]
    fn store_sums(self, sums: [v128; 2], row: &mut [i32], block: usize) {
        row.as_chunks_mut::<{ MIDDLE / 2 }>().0[block] = zerocopy::transmute!(sums);
    }

    #[inline(always)]
    fn totals(self, sums: [[v128; 2]; 4]) -> [i32; 4] {
        let halves = |a, b| i32x4_add(i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
        let [a, b, c, d] = sums.map(|[low, high]| i32x4_add(low, high));
        let (ab, cd) = (halves(a, b), halves(c, d));
        let low = i64x2_shuffle::<0, 2>(ab, cd);
        zerocopy::transmute!(i32x4_add(low, i64x2_shuffle::<1, 3>(ab, cd)))
    }

    #[inline(always)]
    fn at_least(self, numbers: &[i32; 16], least: i32) -> u16 {
        let quarters: [v128; 4] = zerocopy::transmute!(*numbers);
        let mut bits = 0;
        for (index, quarter) in quarters.into_iter().enumerate() {
            bits |= (i32x4_bitmask(i32x4_ge(quarter, i32x4_splat(least))) as u16) << (4 * index);
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Kernel, LaneWork};

    #[test]
    fn products_are_rounded() {
        for a in [0, 1, 2, 3, 8191, 12_345, 16_383, -1, -2, -8191, -16_384] {
            let numbers: Vec<i16> =
                (-8192..=8191).chain([16_383, -16_384, 32_764, 32_765, 32_766, 32_767, -32_767, i16::MIN]).collect();
            for some in numbers.chunks_exact(FEWEST) {
                let b = std::array::from_fn(|i| some[i]);
                let wanted = b.map(|b| ((a as i32 * b as i32 + (1 << 14)) >> 15) as i16);
                assert_eq!(Plain.multiply_rounded([a; FEWEST], b), wanted, "{a}");
            }
        }
    }

    /// Multiplies four rows by one pair, adds the products up, and stores those of the first row.
    struct Products<'a> {
        rows: &'a [[i16; MOST]; 4],
        pair: [i16; 2],
    }

    impl LaneWork for Products<'_> {
        type Output = ([i32; 4], [i32; MOST / 2]);

        fn call<L: Lanes>(self, lanes: L) -> Self::Output {
            let (mut sums, mut stored) = ([lanes.no_sums(); 4], [0; MOST / 2]);
            for block in 0..MOST / L::COUNT {
                let pair = lanes.splat_pair(self.pair);
                for (sums, row) in sums.iter_mut().zip(self.rows) {
                    *sums = lanes.add_products(*sums, lanes.load(row, block), pair);
                }
                let first = lanes.load(&self.rows[0], block);
                let products = lanes.add_products(lanes.no_sums(), first, pair);
                lanes.store_sums(products, &mut stored, block);
            }
            (lanes.totals(sums), stored)
        }
    }

    #[test]
    fn products_of_pairs_are_summed() {
        let rows =
            std::array::from_fn(|row| std::array::from_fn(|i| (7919 * (row + 1) * (i + 3) % 8191) as i16 - 4095));
        for pair in [[1, 0], [0, 1], [-3, 1000], [32_767, -8191]] {
            let product = |row: &[i16], i: usize| row[i] as i32 * pair[i % 2] as i32;
            let totals = rows.map(|row| (0..MOST).map(|i| product(&row, i)).sum());
            let stored = std::array::from_fn(|i| product(&rows[0], 2 * i) + product(&rows[0], 2 * i + 1));
            for kernel in Kernel::all() {
                let found = kernel.run_lanes(Products { rows: &rows, pair });
                assert_eq!(found, (totals, stored), "{kernel}");
            }
        }
    }

    /// Compares numbers.
    struct AtLeast([i32; 16], i32);

    impl LaneWork for AtLeast {
        type Output = u16;

        fn call<L: Lanes>(self, lanes: L) -> u16 {
            lanes.at_least(&self.0, self.1)
        }
    }

    #[test]
    fn each_number_has_a_bit() {
        let numbers = std::array::from_fn(|i| [-7, i32::MIN, 3, i32::MAX, 0][i % 5]);
        for least in [i32::MIN, -7, -6, 0, 3, 4, i32::MAX] {
            let bits = (0..16).map(|i| ((numbers[i] >= least) as u16) << i).sum();
            for kernel in Kernel::all() {
                assert_eq!(kernel.run_lanes(AtLeast(numbers, least)), bits, "{kernel} {least}");
            }
        }
    }
}
