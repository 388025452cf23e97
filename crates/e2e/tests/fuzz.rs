//! Runs the fuzz targets of `fuzz/` on the files of their corpora, and on mutations of these.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use tengen_testkit::in_two_lengths;

#[path = "../../../fuzz/src/lib.rs"]
mod targets;

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = tengen_e2e::repository().join("fuzz/corpus").join(name);
    let entries = std::fs::read_dir(folder).expect("a corpus");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).expect("a file")).collect()
}

/// A file with one to five changes; `other` is another file of the corpus.
fn mutated(random: &mut StdRng, mut bytes: Vec<u8>, other: &[u8]) -> Vec<u8> {
    for _ in 0..random.random_range(1..=5) {
        let at = random.random_range(0..=bytes.len());
        let end = random.random_range(at..=bytes.len().min(at + 20));
        match random.random_range(0..7) {
            0 => bytes.insert(at, random.random()),
            1 => bytes.truncate(at),
            2 if at < bytes.len() => bytes[at] = random.random(),
            3 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            4 => drop(bytes.drain(at..end)),
            5 => bytes.extend_from_within(at..end),
            _ if !other.is_empty() => {
                let from = random.random_range(0..other.len());
                let to = other.len().min(from + random.random_range(1..40));
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            _ => {}
        }
    }
    bytes
}

/// Prints the input if its target panics.
struct Input<'a>(&'a str, &'a [u8]);

impl Drop for Input<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("target {} panicked on b\"{}\"", self.0, self.1.escape_ascii());
        }
    }
}

fn run(name: &str, target: targets::Target, bytes: &[u8]) {
    let _input = Input(name, bytes);
    target(bytes);
}

in_two_lengths!(no_target_panics, mutate, 1000, 100_000);

fn mutate(mutations: usize) {
    for (name, target) in targets::TARGETS {
        let files = corpus(name);
        assert!(!files.is_empty(), "{name}");
        files.iter().for_each(|bytes| run(name, target, bytes));
        let mut random = StdRng::seed_from_u64(5);
        for _ in 0..mutations {
            let mut file = || files.choose(&mut random).expect("a file").clone();
            let (bytes, other) = (file(), file());
            run(name, target, &mutated(&mut random, bytes, &other));
        }
    }
}
