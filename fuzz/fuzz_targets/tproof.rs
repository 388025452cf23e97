#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tengen_fuzz::tproof(bytes));
