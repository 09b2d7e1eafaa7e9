//! Feeds `harness_fuzz::moves`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness_fuzz::moves::check(data));
