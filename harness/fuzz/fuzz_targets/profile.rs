//! Feeds `harness_fuzz::profile`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness_fuzz::profile::check(data));
