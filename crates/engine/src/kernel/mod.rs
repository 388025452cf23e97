//! Run-time selection of the instruction set for hot loops.
//!
//! One program runs on every processor: a hot loop is compiled once for each kernel, and the kernel is chosen at
//! startup. A loop becomes a [`Work`], with its arguments as fields and everything it calls marked
//! `#[inline(always)]`, and is passed to [`Kernel::run`]. All kernels compute the same integers, so a search visits
//! the same tree with each of them (`crates/engine/tests/all/kernels.rs`). This pays off for loops long enough to
//! hide a call that is not inlined: about 50 ns. A loop that needs one specific instruction becomes a [`LaneWork`],
//! which receives operations on several numbers at once.

pub mod lanes;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use pulp::x86::{V3, V4};
use std::fmt;
use std::str::FromStr;

pub use pulp::NullaryFnOnce as Work;

use lanes::{BASELINE, Lanes};

/// Work that uses operations on several numbers at once.
pub trait LaneWork {
    /// The result of the work.
    type Output;
    /// Does the work with these operations.
    fn call<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// A [`LaneWork`] bound to its operations.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
struct With<W, L>(W, L);

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl<W: LaneWork, L: Lanes> Work for With<W, L> {
    type Output = W::Output;

    #[inline(always)]
    fn call(self) -> W::Output {
        self.0.call(self.1)
    }
}

/// An instruction set available on this processor.
#[derive(Clone, Copy, Debug)]
pub struct Kernel(Instructions);

/// The tokens are zero-sized; their existence proves that the processor has the instructions.
#[derive(Clone, Copy, Debug)]
enum Instructions {
    Baseline,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(V3),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(V4),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512Vnni(V4Vnni, V4),
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pulp::simd_type! {
    /// AVX-512 with VNNI, whose `vpdpwssd` adds products to sums; compilers put it where [`Lanes::add_products`] stands.
    struct V4Vnni {
        sse: "sse",
        sse2: "sse2",
        fxsr: "fxsr",
        sse3: "sse3",
        ssse3: "ssse3",
        sse4_1: "sse4.1",
        sse4_2: "sse4.2",
        popcnt: "popcnt",
        avx: "avx",
        avx2: "avx2",
        bmi1: "bmi1",
        bmi2: "bmi2",
        fma: "fma",
        lzcnt: "lzcnt",
        avx512f: "avx512f",
        avx512bw: "avx512bw",
        avx512cd: "avx512cd",
        avx512dq: "avx512dq",
        avx512vl: "avx512vl",
        avx512vnni: "avx512vnni",
    }
}

impl Kernel {
    /// The instruction set that the program was built for.
    pub const BASELINE: Kernel = Kernel(Instructions::Baseline);
    /// The names of all kernels, oldest first.
    pub const NAMES: [&'static str; 4] = ["baseline", "avx2", "avx512", "avx512vnni"];

    /// Each kernel in the order of [`Self::NAMES`], if this processor has it.
    fn each() -> [Option<Kernel>; 4] {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        let newer = [
            V3::try_new().map(Instructions::Avx2),
            V4::try_new().map(Instructions::Avx512),
            V4Vnni::try_new().zip(V4::try_new()).map(|(vnni, v4)| Instructions::Avx512Vnni(vnni, v4)),
        ];
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        let newer = [None; 3];
        let [avx2, avx512, avx512vnni] = newer.map(|instructions| instructions.map(Kernel));
        [Some(Kernel::BASELINE), avx2, avx512, avx512vnni]
    }

    /// All kernels of this processor, oldest first.
    pub fn all() -> Vec<Kernel> {
        Kernel::each().into_iter().flatten().collect()
    }

    /// The newest kernel of this processor.
    pub fn best() -> Kernel {
        let newest = Kernel::each().into_iter().flatten().next_back();
        newest.unwrap_or(Kernel::BASELINE)
    }

    /// `baseline`, `avx2` (with BMI2, FMA, LZCNT, POPCNT: x86-64-v3), `avx512` (x86-64-v4) or `avx512vnni`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Instructions::Baseline => "baseline",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2(_) => "avx2",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512(_) => "avx512",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512Vnni(..) => "avx512vnni",
        }
    }

    /// Does the work with this instruction set.
    #[inline(always)]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        match self.0 {
            Instructions::Baseline => work.call(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2(token) => token.vectorize(work),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512(token) => token.vectorize(work),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512Vnni(token, _) => token.vectorize(work),
        }
    }

    /// Does the work on lanes with this instruction set.
    #[inline(always)]
    pub fn run_lanes<W: LaneWork>(self, work: W) -> W::Output {
        match self.0 {
            Instructions::Baseline => work.call(BASELINE),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2(token) => token.vectorize(With(work, token)),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512(token) => token.vectorize(With(work, token)),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512Vnni(token, v4) => token.vectorize(With(work, v4)),
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a kernel cannot be selected by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoKernel {
    /// There is no kernel of this name.
    Unknown,
    /// The processor does not have these instructions.
    Missing,
}

impl fmt::Display for NoKernel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NoKernel::Unknown => write!(f, "the kernels are {}", Kernel::NAMES.join(", ")),
            NoKernel::Missing => f.write_str("this processor does not have these instructions"),
        }
    }
}

impl std::error::Error for NoKernel {}

impl FromStr for Kernel {
    type Err = NoKernel;

    fn from_str(name: &str) -> Result<Kernel, NoKernel> {
        let known = Kernel::NAMES.iter().zip(Kernel::each());
        let mut named = known.filter(|(known, _)| **known == name);
        let (_, kernel) = named.next().ok_or(NoKernel::Unknown)?;
        kernel.ok_or(NoKernel::Missing)
    }
}
