//! Feeds `harness_fuzz::fixture`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness_fuzz::fixture::check(data));
