//! Feeds `harness_fuzz::request`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness_fuzz::request::check(data));
