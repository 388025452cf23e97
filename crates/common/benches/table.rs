//! The hash table: `cargo bench -p tengen-common`.

use divan::{Bencher, black_box};
use tengen_common::table::{Bound, Entry, Note, Table};

fn main() {
    divan::main();
}

#[derive(Clone, Copy)]
struct BenchMove(u32);

impl Note for BenchMove {
    fn to_bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> BenchMove {
        BenchMove(bits)
    }

    fn over(self, _: BenchMove) -> BenchMove {
        self
    }
}

const MEGABYTES: [usize; 3] = [1, 16, 256];

const ENTRY: Entry<BenchMove> = Entry { value: 17, depth: 800, bound: Bound::Lower, note: BenchMove(112) };

fn hashes() -> impl Iterator<Item = u64> {
    (1..).map(|number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[divan::bench(args = MEGABYTES)]
fn put(bencher: Bencher, megabytes: usize) {
    let table = Table::new(megabytes << 20);
    let mut hashes = hashes();
    // The system allocates a page when it is first written.
    hashes.by_ref().take(megabytes << 12).for_each(|hash| table.put(hash, ENTRY));
    bencher.bench_local(|| table.put(hashes.next().expect("endless"), ENTRY));
}

/// Half of the positions are in the table, as long as it has room for them.
#[divan::bench(args = MEGABYTES)]
fn get(bencher: Bencher, megabytes: usize) {
    let table = Table::new(megabytes << 20);
    hashes().step_by(2).take(20_000).for_each(|hash| table.put(hash, ENTRY));
    let mut hashes = hashes().take(40_000).collect::<Vec<_>>().into_iter().cycle();
    bencher.bench_local(|| black_box(table.get(hashes.next().expect("endless"))));
}
