//! The verbs as a user meets them: right use, wrong use, and what is said of it.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::Value;

fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    command.args(arguments).timeout(std::time::Duration::from_secs(120));
    command
}

fn json(arguments: &[&str]) -> Value {
    let output = huff(arguments).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).expect("the output is JSON")
}

#[test]
fn without_arguments_huff_says_what_there_is() {
    let few_lines = predicate::function(|text: &str| text.lines().count() < 12);
    huff(&[]).assert().code(2).stderr(contains("huff verify").and(few_lines)).stdout("");
    huff(&["--help"]).assert().success().stdout(contains("Examples:").and(contains("Exit codes")));
}

#[test]
fn every_verb_has_help_with_examples() {
    for verb in [
        "tables",
        "verify",
        "doctor",
        "replay",
        "fixtures",
        "variants",
        "rules",
        "moves",
        "result",
        "game",
        "board",
        "perft",
        "serve",
        "compare",
        "sweep",
        "coverage",
        "explain",
        "completions",
        "man",
        "schema",
        "profile",
    ] {
        huff(&[verb, "--help"]).assert().success().stdout(contains("Example"));
    }
}

#[test]
fn perft_prints_a_row_a_depth() {
    huff(&["perft", "international", "--depth", "5"])
        .assert()
        .success()
        .stdout("  1 9\n  2 81\n  3 658\n  4 4265\n  5 27117\n");
    let table = json(&["perft", "arab", "--depth", "3", "--json", "--count", "route"]);
    assert_eq!(table["count"], "route");
    assert_eq!(table["rows"][2], serde_json::json!({ "depth": 3, "nodes": "708" }));
    huff(&["perft", "arab", "--depth", "2", "--divide"])
        .assert()
        .success()
        .stdout(contains("a3-a4        8\n"))
        .stdout(predicate::str::ends_with("\n64\n"));
}

#[test]
fn a_depth_with_too_many_leaves_ends_the_rows() {
    let count = ["perft", "turkish", "W:WKa1:BKh8", "--depth", "255", "--table", "64MiB", "--threads", "1"];
    huff(&count)
        .assert()
        .code(2)
        .stdout(contains("\n 35 ").and(contains("\n 36 ").not()))
        .stderr("huff: depth 36 has more leaves than can be counted\n");
}

#[test]
fn tables_that_there_is_no_room_for_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("perft");
    huff(&["tables", "--depth", "1", "--table", "9000TiB", "--out", path.to_str().unwrap()])
        .assert()
        .code(2)
        .stderr(contains("--table 9000TiB: this machine cannot give so much memory; take less"));
    assert!(!path.exists());
}

#[test]
fn a_variant_that_is_named_twice_is_verified_once() {
    let verify = ["verify", "--case", "arab/majority/*", "--json", "--variant", "arab"];
    let run = |more: &[&str]| {
        let output = huff(&[&verify[..], more].concat()).assert().success().get_output().stdout.clone();
        String::from_utf8(output).unwrap().lines().filter(|line| line.contains(r#""type":"case""#)).count()
    };
    let once = run(&[]);
    assert!(once > 1);
    assert_eq!(run(&["--variant", "arab"]), once);
}

#[test]
fn moves_as_json_have_every_field() {
    let listing = json(&["moves", "arab", "W:8/8/8/5b2/6b1/1b1b4/7w/3W4", "--json"]);
    assert_eq!(listing["variant"], "arab");
    assert_eq!(listing["position"], "W:Wh2,Kd1:Bf5,g4,b3,d3");
    assert_eq!(listing["result"], "ongoing");
    let played = &listing["moves"][0];
    assert_eq!(played["move"], "d1xd5xg5xg3xa3");
    assert_eq!((&played["from"], &played["to"]), (&"d1".into(), &"a3".into()));
    assert_eq!(played["path"], serde_json::json!(["d1", "d5", "g5", "g3", "a3"]));
    assert_eq!(played["captures"], serde_json::json!(["f5", "g4", "b3", "d3"]));
    assert_eq!(played["crowns"], false);
    assert_eq!(played["next"], "B:WKa3,h2:B");
}

#[test]
fn results_are_told_with_their_reason() {
    huff(&["result", "arab", "W:8/8/8/3b4/3w4/8/8/8"]).assert().success().stdout("draw one-piece-each\n");
    huff(&["result", "ghanaian", "W:10/10/10/10/5b4/4W5/3b6/10/10/10"])
        .assert()
        .stdout("black-wins lone-piece\n");
    huff(&["moves", "arab", "W:Wd4:Bd5"]).assert().success().stdout("no moves: draw (one-piece-each)\n");
}

#[test]
fn either_generator_answers_alike_and_changed_rules_are_played_by_name_of_either() {
    let many_ways = "W:8/1b1b4/8/1b1b4/8/1b1b4/8/W1W1W3";
    let changed = ["--rule", "completion=may-stop"];
    for (verb, rest) in [("moves", &[][..]), ("moves", &changed), ("result", &[]), ("result", &changed)] {
        let output = |generator: &str| {
            let mut arguments = vec![verb, "arab", many_ways, "--generator", generator];
            arguments.extend(rest);
            huff(&arguments).assert().success().get_output().stdout.clone()
        };
        assert_eq!(output("fast"), output("rulebook"), "{verb} {rest:?}");
    }
    huff(&["game", "arab", "a3-a4", "--generator", "rulebook"])
        .assert()
        .success()
        .stdout(contains("ongoing"));
    huff(&["moves", "arab", "--generator", "slow"]).assert().code(2).stderr(contains("slow"));
}

#[test]
fn one_case_is_put_to_either_built_in_generator() {
    let case = "arab/near-misses/about-turn";
    for generator in ["rulebook", "fast"] {
        huff(&["replay", case, "--builtin", generator]).assert().success().stdout(contains(case));
    }
    huff(&["replay", case, "--builtin", "slow"]).assert().code(2).stderr(contains("slow"));
    huff(&["replay", case, "--builtin", "fast", "--engine", "x"])
        .assert()
        .code(2)
        .stderr(contains("--engine"));
}

#[test]
fn shells_complete_every_verb_and_option() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        huff(&["completions", shell])
            .assert()
            .success()
            .stdout(contains("explain").and(contains("fixtures")).and(contains("no-shrink")));
    }
    huff(&["completions", "csh"]).assert().code(2).stderr(contains("csh"));
}

#[test]
fn huff_and_every_verb_have_a_manual_page() {
    huff(&["man"]).assert().success().stdout(contains(".TH huff 1").and(contains("explain")));
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("new/man1");
    huff(&["man", "--dir", pages.to_str().unwrap()])
        .assert()
        .success()
        .stdout(contains("huff-fixtures-lint.1 written"));
    for verb in ["verify", "explain", "fixtures-export", "man"] {
        let page = std::fs::read_to_string(pages.join(format!("huff-{verb}.1"))).unwrap();
        assert!(page.contains(&format!(".TH huff-{verb} 1")) && page.contains("Examples"), "{page}");
    }
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    huff(&["man", "--dir", file.to_str().unwrap()]).assert().code(2).stderr(contains("--dir"));
}

#[test]
fn a_game_ends_by_repetition_and_takes_no_move_after_it() {
    let moves = ["a1-a2", "h8-h7", "a2-a1", "h7-h8", "a1-a2", "h8-h7", "a2-a1", "h7-h8"];
    let mut arguments = vec!["game", "arab", "--from", "W:WKa1,Kb1:BKh8,Kg8"];
    arguments.extend(moves);
    huff(&arguments).assert().success().stdout(contains("draw repetition"));
    arguments.push("a1-a2");
    huff(&arguments).assert().code(2).stderr(contains("the game is over (draw repetition) before move 9"));
    huff(&["game", "arab", "a3-a5"])
        .assert()
        .code(2)
        .stderr(contains("move 1 of the game: `a3-a5` is not a legal move"));
}

#[test]
fn a_short_capture_that_may_be_several_is_not_guessed() {
    let position = "W:WK5:B12,21,22,41";
    huff(&["board", "international", position]).assert().success();
    let fen = "W:7W2/10/5b4/8b1/10/10/3b6/2b7/10/10";
    huff(&["game", "international", "--from", fen, "h10xj8"]).assert().code(2).stderr(contains("may mean"));
}

#[test]
fn wrong_use_is_said_in_a_sentence() {
    for (arguments, text) in [
        (&["moves", "arap"][..], "no variant is called `arap` (did you mean `arab`?)"),
        (&["moves", "chess"], "no variant is called `chess`; `huff variants`"),
        (&["moves", "arab", "W:Wz9:B"], "position `W:Wz9:B`, byte 4: `z9` is not a square"),
        (&["moves", "arab", "W:Wb8:Ba8"], "the man on b8 stands on its promotion row"),
        (&["moves", "arab", "--rule", "foo=bar"], "no rule is called `foo`"),
        (&["moves", "arab", "--rule", "removal=never"], "it is one of: after-sequence, after-each-jump"),
        (&["perft", "arab", "--depth", "0"], "0 is not in 1..=255"),
        (&["perft", "arab", "--depth", "-3"], "unexpected argument '-3'"),
        (&["perft", "arab", "--depth", "2", "--count", "all"], "invalid value 'all'"),
        (&["moves", "arab", "--count", "all"], "unique, order, route"),
        (&["verify", "--builtin", "all"], "rulebook, fast"),
        (&["serve", "--notation", "all"], "path, hub, short"),
        (&["serve", "--squares", "all"], "numeric, algebraic"),
        (&["serve", "--only", "all"], "moves, divide, perft"),
        (&["replay", "arab/near-misses/about-turn", "--variant", "arab"], "--variant"),
        (
            &["perft", "arab", "--depth", "2", "--generator", "rulebook", "--threads", "2"],
            "--threads is for the fast",
        ),
        (&["perft", "arab", "--depth", "2", "--table", "8191PiB"], "perhaps with KiB, MiB, GiB or TiB"),
        (
            &["perft", "arab", "--depth", "2", "--table", "9000TiB"],
            "--table 9000TiB: this machine cannot give",
        ),
        (&["perft", "arab", "--depth", "2", "--table", "18446744073709551615"], "cannot give so much memory"),
        (&["perft", "arab", "--depth", "2", "--threads", "1025"], "a whole number from 1 to 1024"),
        (&["tables", "--depth", "1", "--out", ".", "--threads", "0"], "a whole number from 1 to 1024"),
        (&["sweep", "--builtin", "fast", "--jobs", "1000000"], "a whole number from 1 to 1024"),
        (&["verify", "--variant", "arab", "--jobs", "1000000"], "a whole number from 1 to 1024"),
        (&["replay", "arab/no/such"], "no case is called `arab/no/such`"),
        (&["verify", "--case", "arab/[", "--variant", "arab"], "--case"),
        (&["verify", "--case", "nothing"], "no case matches"),
        (&["verify", "--variant", "frisian"], "no variant is called `frisian`"),
        (&["serve", "--variant", "x"], "no variant is called `x`"),
    ] {
        huff(arguments).assert().code(2).stderr(contains(text)).stdout("");
    }
}

#[test]
fn fixtures_that_are_wrong_are_named_with_place_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    huff(&["verify", "--fixtures", path]).assert().code(4).stderr(contains("no fixture files"));
    huff(&["verify", "--fixtures", "/no/such/folder"]).assert().code(4).stderr(contains("/no/such/folder"));
    std::fs::write(folder.path().join("broken.json"), "{\n  \"schema\": 1,,\n}").unwrap();
    huff(&["verify", "--fixtures", path])
        .assert()
        .code(4)
        .stderr(contains("broken.json"))
        .stderr(contains("line 2"));
}

#[test]
fn a_report_folder_that_cannot_be_written_is_said_before_anything_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    huff(&["verify", "--variant", "arab", "--report", file.to_str().unwrap()])
        .assert()
        .code(2)
        .stderr(contains("cannot write a report"));
}

/// No engine and no measuring comes before it: of each command one part would take longer than the test may.
#[test]
fn a_place_that_cannot_be_written_is_said_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let (below, itself) = (file.join("below"), folder.path());
    for place in [&below, itself] {
        let place = place.to_str().unwrap();
        for (command, option) in [
            (&["verify", "--random", "100000"][..], "--write-expectations"),
            (&["sweep", "--variant", "arab"], "--report"),
            (&["profile", "--variant", "arab", "--budget", "10000"], "--save"),
            (&["coverage"], "--out"),
        ] {
            huff(command)
                .args([option, place])
                .timeout(std::time::Duration::from_secs(10))
                .assert()
                .code(2)
                .stderr(contains(place));
        }
    }
    let new = folder.path().join("new/folder/known.toml");
    huff(&["verify", "--variant", "arab", "--case", "arab/majority/*", "--write-expectations"])
        .arg(&new)
        .assert()
        .success();
    assert!(new.is_file());
}

#[test]
fn a_report_is_written_in_all_forms_and_ends_with_its_footer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/folder");
    huff(&["verify", "--variant", "arab", "--report", path.to_str().unwrap()]).assert().success();
    let lines = std::fs::read_to_string(path.join("report.jsonl")).unwrap();
    let parsed: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(parsed[0]["type"], "header");
    assert_eq!(parsed[parsed.len() - 1]["type"], "footer");
    assert_eq!(parsed[parsed.len() - 1]["failed"], 0);
    assert!(std::fs::read_to_string(path.join("report.md")).unwrap().starts_with("# huff-rulebook"));
    assert_eq!(std::fs::read_dir(&path).unwrap().count(), 4, "nothing half-written is left");
    let run = path.join("report.jsonl");
    huff(&[
        "matrix",
        run.to_str().unwrap(),
        "--output",
        path.join("../folder/report.jsonl").to_str().unwrap(),
    ])
    .assert()
    .code(2)
    .stderr(contains("that is one of the runs"));
    assert_eq!(std::fs::read_to_string(run).unwrap(), lines);
}

#[test]
fn the_reference_passes_in_every_manner_of_speaking() {
    let huff_path = assert_cmd::cargo::cargo_bin("huff");
    let command = shell_words::quote(&huff_path.to_string_lossy()).into_owned();
    for manner in [
        "",
        "--notation hub",
        "--count route",
        "--count order --finished-leaves",
        "--squares algebraic",
        "--notation short",
    ] {
        let engine = format!("{command} serve {manner}");
        huff(&["verify", "--engine", &engine, "--variant", "diagonal", "--variant", "arab"])
            .assert()
            .success()
            .stdout(contains("0 failed").and(contains("PASS").not()));
    }
}

#[test]
fn an_engine_without_a_session_is_asked_once_a_process() {
    let huff_path = assert_cmd::cargo::cargo_bin("huff");
    let engine = format!("{} serve", shell_words::quote(&huff_path.to_string_lossy()));
    huff(&[
        "verify",
        "--engine",
        &engine,
        "--one-shot",
        "--declare",
        "variant id=arab",
        "--declare",
        "can moves perft",
        "--variant",
        "arab",
        "--case",
        "arab/immediate-removal/*",
    ])
    .assert()
    .success()
    .stdout(contains("0 failed"));
    huff(&["verify", "--engine", &engine, "--one-shot"]).assert().code(2).stderr(contains("--declare"));
}

#[test]
fn output_that_nobody_reads_is_no_error() {
    let huff_path = assert_cmd::cargo::cargo_bin("huff");
    let mut child = std::process::Command::new(huff_path)
        .args(["fixtures", "list"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn a_piped_report_has_no_colour() {
    huff(&["verify", "--variant", "arab"]).assert().success().stdout(contains("\u{1b}").not());
    huff(&["variants"]).assert().success().stdout(starts_with("ghanaian"));
}

#[test]
fn a_rule_change_that_no_case_tells_apart_is_said_and_a_stale_page_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.md");
    let cases =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/arab/moves/about-turn.json");
    std::fs::copy(cases, folder.path().join("about-turn.json")).unwrap();
    let coverage = |more: &[&str]| {
        let places = [folder.path().to_str().unwrap(), page.to_str().unwrap()];
        let arguments = ["coverage", "--budget", "1", "--fixtures", places[0], "--out", places[1]];
        huff(&[&arguments[..], more].concat()).assert().code(4)
    };
    huff(&["coverage", "--check", "--out", page.to_str().unwrap()])
        .assert()
        .code(2)
        .stderr(contains("page.md").and(contains("--out names the page")));
    coverage(&[]).stdout(contains("repetition=plays-on: no case tells it apart"));
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains("| `about-turn=allowed` | "), "{text}");
    coverage(&["--check"]).stdout(contains("is stale").not());
    std::fs::write(&page, text.replace("about-turn=allowed", "about-turn=never")).unwrap();
    coverage(&["--check"])
        .stdout(contains("page | `about-turn=never`").and(contains("now  | `about-turn=allowed`")))
        .stdout(contains("is stale: `huff coverage` rewrites it"));
}

#[test]
fn a_request_that_is_no_text_is_refused_and_the_next_is_answered() {
    let endless = format!("moves {}\nmoves arab W:Wa3:Bh5,h6\n", "x".repeat(100_000)).into_bytes();
    for (input, refusal) in [
        (&b"\xff\xfe\nmoves arab W:Wa3:Bh5,h6\n"[..], "err usage the line is no UTF-8\n"),
        (&endless, "err usage the line is too long\n"),
    ] {
        huff(&["serve"])
            .write_stdin(input)
            .assert()
            .success()
            .stdout(starts_with(refusal).and(contains("a3-a4 ")))
            .stderr("");
    }
}

#[cfg(unix)]
#[test]
fn requests_that_cannot_be_read_are_not_blamed_on_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("huff"));
    let output = command.arg("serve").stdin(std::fs::File::open(folder.path()).unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot read the requests"));
}

#[test]
fn a_draft_that_lint_would_refuse_is_not_completed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("draft.json");
    let place = path.to_str().unwrap();
    let fixture =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/arab/moves/about-turn.json");
    let good = std::fs::read_to_string(fixture).unwrap() + "\n";
    for (good_part, bad_part) in [
        ("\"schema\": \"", "\"schema\": \"x"),
        ("\"level\":", "\"lever\": 1, \"level\":"),
        ("\"rulings\": [ \"", "\"rulings\": [ \"no-such-"),
        ("\"id\": \"arab/", "\"id\": \"Arab/"),
    ] {
        let bad = good.replace(good_part, bad_part);
        assert_ne!(bad, good, "{good_part}");
        std::fs::write(&path, &bad).unwrap();
        huff(&["fixtures", "complete", place]).assert().code(4).stderr(contains("draft.json")).stdout("");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), bad, "{bad_part}");
        // A single file may be linted too, and is called by its name.
        huff(&["fixtures", "lint", "--fixtures", place]).assert().code(4).stderr(contains("draft.json"));
    }
    std::fs::write(&path, &good).unwrap();
    huff(&["fixtures", "complete", place]).assert().success().stdout(contains("written"));
}
