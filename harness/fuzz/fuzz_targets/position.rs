//! Feeds `harness_fuzz::position`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness_fuzz::position::check(data));
