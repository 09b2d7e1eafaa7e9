//! Feeds `harness_fuzz::report`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness_fuzz::report::check(data));
