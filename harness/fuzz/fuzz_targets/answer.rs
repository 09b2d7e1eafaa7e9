//! Feeds `harness_fuzz::answer`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness_fuzz::answer::check(data));
