//! Every command that the documents show is run, and prints what they say.

#[test]
fn documents_tell_the_truth() {
    let huff = trycmd::cargo::cargo_bin("huff");
    trycmd::TestCases::new()
        .register_bin("huff", huff)
        .case("../README.md")
        .case("SWEEP.md")
        .case("PROFILE.md");
}
