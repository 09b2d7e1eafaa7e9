//! Feeds `harness_fuzz::expectations`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness_fuzz::expectations::check(data));
