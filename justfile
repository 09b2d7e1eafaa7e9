# Lists the recipes.
default:
    @just --list --unsorted

# Verifies the built-in reference, or an engine: `just verify --engine ./my-engine --variant arab`.
verify *arguments:
    cargo run --release --quiet -- verify {{arguments}}

# Perft tables of every variant's start position, to a depth: `just tables 6`.
tables depth="5":
    #!/usr/bin/env sh
    set -eu
    for variant in ghanaian arab diagonal international; do
        for count in unique order route; do
            echo "$variant $count"
            cargo run --release --quiet -- perft "$variant" --depth {{depth}} --count "$count"
        done
    done

# Speed of move generation: the criterion benches.
profile *arguments:
    cargo bench --package reference-engine {{arguments}}

# All tests.
test:
    cargo test --workspace

# Published counts as deep as they go: hours.
deep:
    PERFT_BUDGET=12000000000 cargo test --release --package reference-engine --test published_counts

# Format, lints, docs and fixtures, as CI has them.
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- --deny warnings
    RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps
    cargo run --quiet -- fixtures lint --fixtures fixtures

# Installs the public engines into environments below target/ and verifies each; rewrites reports/subjects.
subjects:
    harness/adapters/verify-subjects

# Follows the three steps of the README's guide for new authors.
first-steps:
    harness/adapters/first-steps

# What CI runs.
ci:
    bash .ci/run
