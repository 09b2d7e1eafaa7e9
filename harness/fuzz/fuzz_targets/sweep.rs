//! Feeds `harness_fuzz::sweep`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness_fuzz::sweep::check(data));
