# Lists the recipes.
default:
    @just --list --unsorted

# Verifies the built-in reference, or an engine: `just verify --engine ./my-engine --variant arab`.
verify *arguments:
    cargo run --release --quiet -- verify {{arguments}}

# Regenerates reports/perft, the rows twice; `just tables --check` compares what is cheap.
tables *arguments="--table 2GiB --confirm":
    cargo run --release --quiet -- tables {{arguments}}

# Profiles move generation, ours and an engine's: `just profile --variant arab --engine ./my-engine`.
profile *arguments="--variant arab":
    cargo run --release --quiet -- profile {{arguments}}

# Speed of the generators as criterion benches, kish from the Rust registry beside ours.
bench *arguments:
    cargo bench --package reference-engine --bench peers --bench generators {{arguments}}

# Instructions a leaf of the fast generator from each start position; needs valgrind.
instructions:
    reference-engine/benches/instructions

# A flame graph of the fast generator from a start position, `just flame arab`, in target/flame; needs perf.
flame variant *arguments:
    reference-engine/benches/flame {{variant}} {{arguments}}

# Rewrites reports/profile: the built-in generators and kish side by side. To be run on a quiet machine.
speed-profile *arguments="--budget 120":
    cargo build --release --quiet --package harness --bin huff --example kish
    target/release/huff profile --variant arab --builtin fast --builtin rulebook \
        --engine 'target/release/examples/kish serve' --report reports/profile {{arguments}}

# Every position of up to three pieces, huff's own generators against each other or an engine against them.
sweep *arguments:
    cargo run --release --quiet -- sweep {{arguments}}

# Regenerates reports/rule-coverage.md; `just coverage --check` compares.
coverage *arguments:
    cargo run --release --quiet -- coverage {{arguments}}

# All tests.
test:
    cargo test --workspace

# Rewrites reports/diagnosis.md: the diagnosis on trial, with every misreading of one rule and one pair in three;
# `just diagnosis 1` tries all pairs.
diagnosis stride="3":
    cargo run --release --quiet --package harness --example diagnosis {{stride}} > target/diagnosis.md
    mv target/diagnosis.md reports/diagnosis.md

# Rewrites reports/robustness.md: what huff makes of engines that do what no engine should; the tests compare.
robustness:
    ROBUSTNESS=write cargo test --package harness --test robustness

# Our own code changed in one place after the other, and the tests asked whether they notice: `just mutants engine` or
# `just mutants harness`, and after them which files, if not all. Takes hours, and goes on where it was stopped.
mutants part="engine" *files:
    .ci/mutants {{part}} {{files}}

# A long conversation with an engine in trouble; rewrites reports/soak.md.
soak questions="200000":
    cargo run --release --quiet --package harness --example soak {{questions}} > target/soak.md
    mv target/soak.md reports/soak.md

# What takes too long for every change: published counts to their end, and a million random positions.
deep:
    PERFT_BUDGET=1000000000 cargo test --release --package reference-engine --test published_counts
    AGREEMENT_CASES=300000 cargo test --release --package reference-engine --test agreement
    SMALL_STRIDE=1 cargo test --release --package reference-engine --test small_positions
    RULE_CHANGE_STRIDE=1 cargo test --release --package harness --test rule_changes
    SMALL_STRIDE=1 RANDOM_POSITIONS=1000000 cargo test --release --package harness --test unobservable

# Format, lints, docs and fixtures, as CI has them.
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- --deny warnings
    RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps
    cargo run --quiet -- fixtures lint --fixtures fixtures

# Every parser fed with what libFuzzer thinks of, each for so many seconds; fails where one breaks.
fuzz seconds="60":
    harness/fuzz/run {{seconds}}

# Licences, versions and sources of the dependencies (deny.toml), and whether each is used.
supply:
    .ci/supply

# Installs the public engines into environments below target/ and verifies each; rewrites reports/subjects.
subjects:
    harness/adapters/verify-subjects

# Holds JUnit reports against the schema that Jenkins publishes.
junit:
    harness/adapters/check-junit

# Follows the three steps of the README's guide for new authors.
first-steps:
    harness/adapters/first-steps

# Opens the HTML report in headless Chromium; `just browser --write` rewrites reports/screenshots.
browser *arguments:
    harness/browser/check {{arguments}}

# What CI runs.
ci:
    bash .ci/run
