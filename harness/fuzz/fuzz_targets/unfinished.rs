//! Feeds `harness_fuzz::unfinished`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness_fuzz::unfinished::check(data));
