//! Every command that the documents show is run, and prints what they say.

#[test]
fn documents_tell_the_truth() {
    trycmd::TestCases::new().register_bin("huff", trycmd::cargo::cargo_bin("huff")).case("../README.md");
}
