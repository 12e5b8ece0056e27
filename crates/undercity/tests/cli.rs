//! The commands as a user runs them: what they print, where, and with which status.
// A test states what must hold by panicking where it does not.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn undercity(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_undercity"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a command that must end well, and returns what it printed.
fn fine(arguments: &[&str]) -> String {
    let output = undercity(arguments, "");
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    assert_eq!(err(&output), "", "{arguments:?} complains");
    out(&output)
}

/// Runs a command that must fail with this status, and returns what it complained.
fn fails(status: i32, arguments: &[&str]) -> String {
    let output = undercity(arguments, "");
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}{}", out(&output), err(&output));
    err(&output)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder for the test"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Plays a game at the terminal: `choices` are typed line by line.
fn play(ledger: &Path, choices: &str) -> Output {
    undercity(&["play", "--terminal", "tide/first", "--ledger", text(ledger)], choices)
}

/// A game of some orders, each time the first offer.
fn some_game(folder: &Folder) -> PathBuf {
    let ledger = folder.file("game.jsonl");
    // An empty line takes the screen; `1` is the first offer; there are more lines than the game can take.
    let output = play(&ledger, &"\n1\n1\n".repeat(12));
    assert!(output.status.success(), "{}", err(&output));
    ledger
}

#[test]
fn scenarios_are_listed() {
    let listed = fine(&["scenarios"]);
    assert!(listed.contains("tide/rats-of-ninth-street  Rats of Ninth Street"), "{listed}");
    let rows: Value = serde_json::from_str(&fine(&["scenarios", "--json"])).unwrap();
    let tide = rows.as_array().unwrap().iter().filter(|row| row["system"] == "tide");
    assert!(tide.count() >= 3);
}

#[test]
fn a_wrong_scenario_is_shown_as_a_compiler_would() {
    let folder = Folder::new();
    let file = folder.file("wrong.toml");
    let wrong = "title = \"Wrong\"\nsystem = \"tide\"\n[board]\nlabels = \"letters\"\nrows = [\". . b\", \". . .\"]\n\
                 legend = { \".\" = \"clear\", b = \"bilding\" }\n[play]\nrounds = 0\nactions = 1\ninitiative = \"soviet\"\n\
                 [[unit]]\nid = \"s1\"\nside = \"sovjet\"\nfigures = { regular = 9 }\nat = \"Z9\"\n";
    std::fs::write(&file, wrong).unwrap();
    let complaint = fails(1, &["check", text(&file)]);
    let complaint = complaint.replace(text(folder.0.path()), "FOLDER");
    insta::assert_snapshot!(complaint);
    let rows: Value =
        serde_json::from_str(&out(&undercity(&["check", "--json", text(&file)], ""))).expect("JSON on standard output");
    assert!(rows[0]["problems"].as_array().is_some_and(|problems| problems.len() >= 3), "{rows}");
}

#[test]
fn any_bytes_are_refused_with_a_place() {
    let folder = Folder::new();
    let file = folder.file("bytes.toml");
    std::fs::write(&file, [b't', b'i', 0xFF, 0xFE, b'\n', 0]).unwrap();
    assert!(fails(1, &["check", text(&file)]).contains("bytes.toml"));
    let judged = undercity(&["judge", text(&file)], "");
    assert_eq!(judged.status.code(), Some(1));
    assert!(out(&judged).contains("bytes.toml") && out(&judged).ends_with("0 passed, 1 failed\n"), "{}", out(&judged));
    assert!(fails(1, &["verify", text(&file)]).contains("byte 2"));
    assert!(fails(1, &["replay", "no-such-file.jsonl"]).contains("no-such-file.jsonl"));
}

#[test]
fn wrong_usage_has_status_2() {
    for arguments in [
        &["dance"][..],
        &["check"],
        &["playouts", "tide", "--games", "many"],
        &["draw", "tide/first", "-o", "board.bmp"],
        &["draw", "tide/first", "--seat", "nobody"],
        &["balance", "tide/first", "--players", "greedy"],
        &["balance", "tide/first", "--players", "greedy,nobody"],
        &["balance", "tide/first", "--players", "greedy,random", "--players", "greedy, random"],
        // A level is a skill by another name.
        &["balance", "tide/first", "--players", "greedy,random", "--players", "regular,recruit"],
        &["balance", "tide/first", "--games", "0"],
        &["playouts", "tide", "--games", "0"],
        &["balance", "tide/first", "--games", "3", "--swap"],
        &["balance", "tide/first", "--jobs", "3000"],
    ] {
        assert!(fails(2, arguments).starts_with("error:"), "{arguments:?}");
    }
}

#[test]
fn a_scenario_of_another_system_is_one_mistake() {
    let said = fails(1, &["playouts", "tide", "--scenario", "heroes/first"]);
    assert!(said.contains("for another system") && said.contains("expected `tide`"), "{said}");
    assert!(said.contains("heroes/first: 1 error"), "{said}");
}

#[test]
fn rules_are_read_and_covered() {
    let book = fine(&["rules", "tide"]);
    assert!(book.contains("TOI-S1") && book.contains("(our own default)"), "{book}");
    let clause = fine(&["rules", "tide", "toi-s4"]);
    assert!(clause.starts_with("## ") && clause.contains("TOI-S4") && !clause.contains("TOI-S5  "), "{clause}");
    let rows: Value = serde_json::from_str(&fine(&["rules", "tide", "--coverage", "--json"])).unwrap();
    for row in rows.as_array().unwrap() {
        let keys = ["id", "title", "text", "confidence", "cites", "cases"];
        assert!(keys.iter().all(|key| row.get(key).is_some()), "{row}");
        assert!(row["cases"].as_array().is_some_and(|cases| !cases.is_empty()), "{} has no case", row["id"]);
        assert!(row["cites"].as_array().is_some_and(|cites| !cites.is_empty()), "{} is cited nowhere", row["id"]);
    }
    assert!(fails(1, &["rules", "tide", "TOI-S99"]).contains("TOI-S17"));
    assert!(fails(1, &["rules", "chess"]).contains("tide"));
}

#[test]
fn a_failing_case_shows_the_lines_that_differ() {
    let folder = Folder::new();
    let case = folder.file("wrong.toml");
    let first = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/tide/first.toml");
    let body = format!(
        "title = \"Wrong on purpose\"\ncovers = [\"TOI-B1\"]\nscenario = {:?}\n[[step]]\nseat = \"german\"\n\
         sees = [{{ round = {{ now = 7, of = 5 }} }}]\n",
        text(&first)
    );
    std::fs::write(&case, body).unwrap();
    let output = undercity(&["judge", text(&case)], "");
    assert_eq!(output.status.code(), Some(1));
    let shown = out(&output);
    assert!(shown.contains("-     \"now\": 7") && shown.contains("+     \"now\": 1"), "{shown}");
    assert!(shown.ends_with("0 passed, 1 failed\n"), "{shown}");
}

#[test]
fn a_case_that_tests_nothing_fails_with_its_line() {
    let folder = Folder::new();
    let first = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/tide/first.toml");
    let head = format!("title = \"Nothing\"\ncovers = [\"TOI-B1\"]\nscenario = {:?}\n", text(&first));
    let (form, word) = (folder.file("form.toml"), folder.file("word.toml"));
    std::fs::write(&form, format!("{head}[[step]]\n")).unwrap();
    std::fs::write(&word, format!("{head}[[step]]\nseat = \"german\"\nhides = [{{ untit = {{}} }}]\n")).unwrap();
    let output = undercity(&["judge", text(&form), text(&word)], "");
    assert_eq!(output.status.code(), Some(1));
    let shown = out(&output).replace(text(folder.0.path()), "FOLDER");
    assert!(shown.contains("FAILED FOLDER/form.toml\n  FOLDER/form.toml:4:1: this step has no act"), "{shown}");
    let why = "FAILED Nothing (TOI-B1)\n  FOLDER/word.toml:6: there is no fact `untit`; did you mean `unit`?";
    assert!(shown.contains(why) && shown.ends_with("0 passed, 2 failed\n"), "{shown}");
    let rows = undercity(&["judge", "--json", text(&form), text(&word)], "");
    assert_eq!(rows.status.code(), Some(1));
    let rows: Value = serde_json::from_str(&out(&rows)).expect("JSON on standard output");
    for (row, line) in rows.as_array().unwrap().iter().zip(["form.toml:4:1: ", "word.toml:6: "]) {
        assert!(row["passed"] == false && row["why"].as_str().is_some_and(|why| why.contains(line)), "{row}");
    }
}

#[test]
fn a_case_that_is_not_there_cannot_be_read() {
    let folder = Folder::new();
    let missing = folder.file("no-such-case.toml");
    for arguments in [&["judge", text(&missing)][..], &["judge", "--json", text(&missing)]] {
        let said = fails(1, arguments).replace(text(&missing), "FILE");
        assert!(said.starts_with("error: FILE: cannot be read: No such file or directory"), "{said}");
    }
    // What a case names is told in the case's own row.
    let case = folder.file("case.toml");
    std::fs::write(
        &case,
        "title = \"A\"\ncovers = [\"TOI-B1\"]\nscenario = \"no-such-board.toml\"\n[[step]]\noutcome = \"\"\n",
    )
    .unwrap();
    let shown = out(&undercity(&["judge", text(&case)], ""));
    assert!(
        shown.contains("no-such-board.toml: cannot be read: ") && shown.ends_with("0 passed, 1 failed\n"),
        "{shown}"
    );
}

#[test]
fn a_game_is_played_kept_and_verified() {
    let folder = Folder::new();
    let ledger = some_game(&folder);
    let verdict = fine(&["verify", text(&ledger)]);
    assert!(verdict.contains("resolved again"), "{verdict}");
    let board = fine(&["replay", text(&ledger), "--seat", "german", "--log"]);
    assert!(board.contains("First patrol"), "{board}");
    let odds = fine(&["odds", text(&ledger), "--json"]);
    assert!(serde_json::from_str::<Value>(&odds).unwrap().is_array());
    // Going on where it stopped.
    let more = undercity(&["play", "--terminal", "--resume", text(&ledger)], "\n1\nq\n");
    assert!(more.status.success(), "{}", err(&more));
    fine(&["verify", text(&ledger)]);
    // A ledger is never written over.
    assert!(err(&play(&ledger, "")).contains("exists"));
}

#[test]
fn odds_say_so_where_nothing_is_rolled() {
    let folder = Folder::new();
    let ledger = folder.file("game.jsonl");
    // A unit is activated, moves, and may move on.
    let output = play(&ledger, "\n1\n1\no 1\nq\n");
    assert!(out(&output).contains("no dice that you would hear of"), "{}", out(&output));
    assert_eq!(fine(&["odds", text(&ledger)]), "No order that soviet may give now rolls dice.\n");
    assert_eq!(fine(&["odds", text(&ledger), "--json"]), "[]\n");
    assert!(fails(1, &["odds", text(&ledger), "--side", "german"]).contains("german is not asked"));
}

#[test]
fn the_computer_plays_a_side_at_the_terminal() {
    let folder = Folder::new();
    let ledger = folder.file("game.jsonl");
    let against = |computer: &str, more: &[&str]| {
        let game = ["play", "--terminal", "tide/first", "--ledger", text(&ledger), "--computer", computer];
        undercity(&[&game[..], more].concat(), &"1\n".repeat(400))
    };
    for (computer, why) in [
        ("german", "recruit, regular, veteran, elite"),
        ("french=elite", "soviet or german"),
        ("german=general", "recruit, regular, veteran, elite"),
    ] {
        let refused = against(computer, &[]);
        assert_eq!(refused.status.code(), Some(2), "{computer}");
        assert!(err(&refused).contains(why) && !ledger.exists(), "{computer}: {}", err(&refused));
    }
    assert_eq!(against("german=elite", &["--computer", "german=recruit"]).status.code(), Some(2));
    let played = against("german=regular", &["--option", "hidden_sewers=true"]);
    let shown = out(&played);
    assert!(shown.contains("The game is over."), "{shown}{}", err(&played));
    assert!(!shown.contains("Hand the screen") && !shown.contains("german>"), "the computer's seat is shown: {shown}");
    assert!(std::fs::read_to_string(&ledger).unwrap().contains("\"by\":\"german\""));
    fine(&["verify", text(&ledger)]);
}

#[test]
fn what_only_the_terminal_does_is_refused_in_the_browser() {
    let browser = [&["--no-browser"][..], &["--store", "games"], &["--listen", "127.0.0.1:0"], &[]];
    let terminal = [
        &["tide/first"][..],
        &["--ledger", "g"],
        &["--resume", "g"],
        &["--option", "hidden_sewers=true"],
        &["--computer", "german=elite"],
    ];
    for (browser, terminal) in browser.iter().flat_map(|one| terminal.iter().map(move |other| (one, other))) {
        let complaint = fails(2, &[&["play"][..], terminal, browser].concat());
        assert!(complaint.contains("--terminal"), "{terminal:?} {browser:?}: {complaint}");
    }
}

#[test]
fn luck_is_told_with_what_came_of_each_roll() {
    let folder = Folder::new();
    let ledger = folder.file("game.jsonl");
    // Maxim fires at the first target, alone, and then the side at the screen gives up.
    let played = play(&ledger, "\n14\n1\n1\nresign yes\nresign yes\n\nresign yes\n");
    assert!(out(&played).contains("gave the game up"), "{}", out(&played));
    let luck = fine(&["luck", text(&ledger)]);
    assert!(luck.contains("rough estimate"), "{luck}");
    let rolls: Vec<&str> = luck.lines().skip_while(|line| !line.starts_with("the rolls that did most")).collect();
    assert!(rolls[1].contains("entry 1") && rolls[1].contains("success"), "{luck}");
    assert!(rolls[2].trim_start().starts_with("Maxim (B2/1) fires at "), "{luck}");
    assert!(!luck.contains("-0.0%"), "{luck}");
    assert!(!fine(&["luck", text(&ledger), "--rolls", "0"]).contains("the rolls"));
    // The entry is found again in the log.
    let log = fine(&["replay", text(&ledger), "--log"]);
    assert!(log.lines().any(|line| line.starts_with("   1  dice for attack: ")), "{log}");
}

#[test]
fn the_log_of_a_game_under_way_counts_nothing() {
    let folder = Folder::new();
    let log = fine(&["replay", text(&some_game(&folder)), "--log"]);
    assert!(log.starts_with("  Round 1 begins. [TOI-B1]"), "{log}");
}

#[test]
fn calculators_need_no_game() {
    let list = fine(&["odds", "asl"]);
    assert!(list.contains("odds asl emergence") && list.contains("odds asl sewer"), "{list}");
    let chart = fine(&["odds", "asl", "emergence", "lost=yes", "friend=yes", "enemies=1"]);
    assert!(chart.contains("B8.42g") && chart.contains("50.00%"), "{chart}");
    let trip = ["odds", "asl", "sewer", "manholes=C4 E5 G4", "from=C4", "to=G4", "turns=3"];
    let told = fine(&trip);
    assert!(told.contains("turn") && told.contains("knows the goal"), "{told}");
    let json: Value = serde_json::from_str(&fine(&[&trip[..], &["--json"]].concat())).unwrap();
    assert_eq!(json["by_turn"]["knows"].as_array().map(Vec::len), Some(3));
    assert!(fails(2, &["odds", "asl", "flood"]).contains("emergence"));
    assert!(fails(2, &["odds", "asl", "sewer", "from=C4"]).contains("manholes="));
    assert!(fails(2, &["odds", "asl", "emergence", "lost=perhaps"]).contains("yes or no"));
    assert!(fails(1, &["odds", "asl", "sewer", "manholes=C4 E", "from=C4", "to=E"]).contains("row number"));
    assert!(fails(1, &["odds", "nowhere.jsonl"]).contains("no file"));
}

#[test]
fn a_ledger_that_was_altered_is_found_out() {
    let folder = Folder::new();
    let ledger = some_game(&folder);
    let honest = std::fs::read_to_string(&ledger).unwrap();
    let altered = honest.replacen("\"actions_left\":2", "\"actions_left\":3", 1);
    let altered = if altered == honest { honest.replacen("\"n\":2", "\"n\":3", 1) } else { altered };
    std::fs::write(&ledger, altered).unwrap();
    let complaint = fails(1, &["verify", text(&ledger)]);
    assert!(complaint.contains("line ") && complaint.contains("altered"), "{complaint}");
}

#[test]
fn nothing_is_answered_from_a_ledger_that_is_not_whole() {
    let folder = Folder::new();
    let ledger = some_game(&folder);
    let honest = std::fs::read_to_string(&ledger).unwrap();
    let torn = honest[..honest.len() - 9].to_owned();
    let altered = honest.replacen("\"n\":2", "\"n\":3", 1);
    for (spoilt, why) in [(torn, "cut short"), (altered, "altered")] {
        std::fs::write(&ledger, spoilt).unwrap();
        for command in ["odds", "draw"] {
            let output = undercity(&[command, text(&ledger)], "");
            assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), ""), "{command}");
            let complaint = err(&output);
            assert!(complaint.contains("game.jsonl: line ") && complaint.contains(why), "{command}: {complaint}");
        }
    }
}

#[test]
fn a_torn_ledger_replays_up_to_its_last_whole_entry() {
    let folder = Folder::new();
    let ledger = some_game(&folder);
    let honest = std::fs::read_to_string(&ledger).unwrap();
    std::fs::write(&ledger, &honest[..honest.len() - 9]).unwrap();
    let output = undercity(&["replay", text(&ledger)], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("First patrol"), "what is whole is shown");
    let lines = honest.lines().count();
    assert!(err(&output).contains(&format!("line {lines}: the last line is cut short")), "{}", err(&output));
    // Going on drops the torn line and nothing else.
    let more = undercity(&["play", "--terminal", "--resume", text(&ledger)], "\n1\nq\n");
    assert!(more.status.success() && out(&more).contains("cut short"), "{}", err(&more));
    fine(&["verify", text(&ledger)]);
}

#[test]
fn the_hand_over_screen_hides_the_other_sides_secrets() {
    let folder = Folder::new();
    let ledger = folder.file("hidden.jsonl");
    let arguments = ["play", "--terminal", "tide/first", "--option", "hidden_sewers=true", "--ledger", text(&ledger)];
    let output = undercity(&arguments, &"\n1\n1\n".repeat(40));
    let shown = out(&output);
    for part in shown.split("The german side is asked.").skip(1) {
        let germans = part.split("The soviet side is asked.").next().unwrap_or_default();
        assert!(!germans.contains("exit range"), "a sewer card is shown to the germans");
        assert!(!germans.contains("Lisitsyn"), "a soviet squad's own name is shown to the germans");
    }
}

#[test]
fn boards_are_drawn() {
    let folder = Folder::new();
    for (name, begins) in [("board.svg", &b"<svg"[..]), ("board.png", b"\x89PNG"), ("board.txt", b"Rats of Ninth")] {
        let file = folder.file(name);
        fine(&["draw", "tide/rats-of-ninth-street", "-o", text(&file)]);
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.starts_with(begins) || bytes.windows(4).any(|w| w == begins), "{name}");
    }
    assert!(fails(1, &["draw", "tide/first", "-o", "no/such/folder/x.svg"]).contains("no/such/folder"));
}

#[test]
fn playouts_are_counted() {
    let played: Value =
        serde_json::from_str(&fine(&["playouts", "tide", "--games", "20", "--seed", "4", "--json"])).unwrap();
    assert_eq!(played["games"], 20);
    let outcomes = played["outcomes"].as_object().unwrap();
    assert_eq!(outcomes.values().filter_map(Value::as_u64).sum::<u64>(), 20);
    assert!(!outcomes.contains_key("unfinished"));
    // The same seed gives the same games.
    let again: Value =
        serde_json::from_str(&fine(&["playouts", "tide", "--games", "20", "--seed", "4", "--json"])).unwrap();
    assert_eq!((&played["orders"], &played["outcomes"]), (&again["orders"], &again["outcomes"]));
}

#[test]
fn contests_are_measured_and_gone_on_with() {
    let folder = Folder::new();
    let [log, report, table] = ["log", "report", "table.md"].map(|name| folder.file(name));
    let both = ["--players", "random,random", "--players", "greedy,random"];
    let measure = |games: &str| -> Value {
        let mut arguments = vec!["balance", "tide/first", "--json", "--swap", "--games", games];
        arguments.extend(both);
        for (option, path) in [("--log", &log), ("--report", &report), ("--table", &table)] {
            arguments.extend([option, text(path)]);
        }
        serde_json::from_str(&fine(&arguments)).unwrap()
    };
    let players = |of: &Value| -> Vec<String> {
        of.as_array().unwrap().iter().map(|summary| summary["players"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(players(&measure("2")), ["random,random", "greedy,random"]);
    let log_of = |pair: &str| log.join(format!("tide-first-{pair}.jsonl"));
    let begun = std::fs::read_to_string(log_of("greedy-random")).unwrap();
    assert_eq!(begun.lines().count(), 3, "a head and two games");
    // A stop in the midst of a line: what was cut short is played again, what was played is not.
    std::fs::write(log_of("greedy-random"), begun.trim_end_matches("}\n")).unwrap();
    let four = measure("4");
    let kept = std::fs::read_to_string(log_of("greedy-random")).unwrap();
    assert!(begun.lines().all(|line| kept.lines().any(|other| line == other)), "{begun}\nbecame\n{kept}");
    assert_eq!(kept.lines().count(), 5);
    // As if it had never been stopped.
    let elsewhere = folder.file("elsewhere");
    let at_once = ["balance", "tide/first", "--json", "--swap", "--games", "4", "--log", text(&elsewhere)];
    let at_once: Value = serde_json::from_str(&fine(&[&at_once[..], &both[..]].concat())).unwrap();
    assert_eq!(four, at_once);
    let rows = std::fs::read_to_string(&table).unwrap();
    assert!(rows.contains("| tide/first | random | 4 |") && rows.contains("greedy,random | 4 |"), "{rows}");
    let page = std::fs::read_to_string(report.join("tide-first-random-random.html")).unwrap();
    assert!(page.contains("<svg"), "{page}");
    let command = "undercity balance tide/first --games 4 --players random,random --swap --seed 1";
    assert!(page.contains(command), "the command for this page alone: {page}");
    // Written as any file is, not for its maker alone.
    let plain = folder.file("plain");
    std::fs::write(&plain, "").unwrap();
    let rights = |path: &Path| std::fs::metadata(path).unwrap().permissions();
    assert_eq!(rights(&table), rights(&plain));
}

/// Two games between random players.
const SHORT: [&str; 6] = ["balance", "tide/first", "--games", "2", "--players", "random,random"];

#[test]
fn a_log_of_other_games_is_not_gone_on_with() {
    let folder = Folder::new();
    // A file made beforehand is a log that begins.
    let log = folder.file("log.jsonl");
    std::fs::write(&log, "").unwrap();
    let measure = |log: &Path, more: &[&str]| undercity(&[&SHORT[..], &["--log", text(log)], more].concat(), "");
    assert!(measure(&log, &[]).status.success());
    let kept = std::fs::read_to_string(&log).unwrap();
    for (more, why) in [
        (&["--seed", "2"][..], "it is of --seed 1, asked was --seed 2"),
        (&["--swap"], "it is of games without --swap, asked was with"),
        (
            &["--option", "hidden_sewers=true"],
            "it is of games without --option, asked was with --option hidden_sewers=true. Choose another file",
        ),
    ] {
        let refused = measure(&log, more);
        let told = err(&refused);
        assert_eq!(refused.status.code(), Some(1), "{told}");
        assert!(told.contains("log.jsonl: this log is of other games: ") && told.contains(why), "{told}");
        assert!(told.contains("--log"), "a way on: {told}");
    }
    // As another program, another text of the scenario and another kind of file would leave it.
    let head: Value = serde_json::from_str(kept.lines().next().unwrap()).unwrap();
    let with = |key: &str, value: &str| {
        let mut head = head.clone();
        head[key] = value.into();
        kept.replacen(kept.lines().next().unwrap(), &head.to_string(), 1)
    };
    for (spoilt, why) in [
        (with("program", &"0".repeat(64)), "the program has changed since"),
        (with("text", "title = \"Other\""), "the scenario's text has changed since"),
        (with("players", "greedy,greedy"), "it is of --players greedy,greedy, asked was --players random,random"),
        ("a shopping list\n".to_owned(), "no head"),
    ] {
        std::fs::write(&log, spoilt).unwrap();
        let told = err(&measure(&log, &[]));
        assert!(told.contains(why), "{told}");
    }
    // A game that stands there twice is one game.
    std::fs::write(&log, format!("{kept}{}\n", kept.lines().last().unwrap())).unwrap();
    let again: Value = serde_json::from_str(&out(&measure(&log, &["--json"]))).unwrap();
    assert_eq!(again["games"], 2);
    assert_eq!(std::fs::read_to_string(&log).unwrap(), kept);
}

#[test]
fn what_balance_cannot_do_is_said_before_the_first_game() {
    let folder = Folder::new();
    let (wrong, log) = (folder.file("wrong.toml"), folder.file("log.jsonl"));
    std::fs::write(&wrong, "title = \"Wrong\"\nsystem = \"tide\"\n").unwrap();
    let complaint = fails(1, &["balance", text(&wrong), "--log", text(&log)]);
    assert!(complaint.contains("no `board`") && complaint.contains("wrong.toml: "), "{complaint}");
    assert!(!log.exists(), "a log was begun");
    // So many games that a wrong path found afterwards would be found by nobody.
    let endless = ["balance", "tide/first", "--games", "10000000000", "--players", "random,random"];
    let nowhere = folder.file("nowhere").join("file");
    for option in ["--log", "--report", "--table"] {
        let complaint = fails(1, &[&endless[..], &[option, text(&nowhere)]].concat());
        assert!(complaint.contains("nowhere/file: there is no folder "), "{complaint}");
        assert!(complaint.ends_with("/nowhere\n"), "{complaint}");
        let complaint = fails(1, &[&endless[..], &[option, text(folder.0.path())]].concat());
        assert!(complaint.contains("this is a folder"), "{complaint}");
    }
    let complaint = fails(1, &[&endless[..], &["--option", "no_such=true"]].concat());
    assert!(complaint.contains("no_such"), "{complaint}");
    let two = [&endless[..], &["--players", "greedy,random", "--log", text(&wrong)]].concat();
    assert!(fails(1, &two).contains("wrong.toml: this is a file; expected a folder"));
}

#[cfg(unix)]
#[test]
fn a_long_run_is_stopped_and_says_what_is_kept() {
    let folder = Folder::new();
    let log = folder.file("log.jsonl");
    let endless = ["balance", "tide/first", "--games", "10000000000", "--players", "random,random", "--log"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_undercity"));
    let child = command.args(endless).arg(&log).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let games = || std::fs::read_to_string(&log).unwrap_or_default().lines().count().saturating_sub(1);
    for _ in 0..600 {
        if games() > 0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130));
    let kept = if games() == 1 { "1 game".to_owned() } else { format!("{} games", games()) };
    assert_eq!(err(&stopped), format!("{kept} kept in {}; the same command goes on\n", log.display()));
}

#[test]
fn the_engine_answers_line_by_line() {
    let request = |id: u32, method: &str, params: Value| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let lines = [
        request(1, "new", json!({ "scenario": "tide/first", "options": { "hidden_sewers": true } })),
        request(2, "awaited", json!({ "game": 1 })),
        "not json".to_owned(),
        request(3, "ledger", json!({ "game": 1 })),
    ];
    let output = undercity(&["engine"], &(lines.join("\n") + "\n"));
    let answers: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0]["result"]["about"]["options"]["hidden_sewers"], true);
    assert_eq!(answers[1]["result"]["soviet"]["question"], "act");
    assert_eq!(answers[2]["error"]["code"], -32700);
    assert!(answers[3]["error"]["message"].as_str().is_some_and(|why| why.contains("secret")), "{}", answers[3]);
}

/// The README says how many clauses of each system are how sure.
#[test]
fn the_readme_counts_the_clauses() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    for system in ["tide", "heroes", "asl", "sniper"] {
        let clauses: Vec<Value> = serde_json::from_str(&fine(&["rules", system, "--json"])).unwrap();
        let of = |confidence: &str| clauses.iter().filter(|clause| clause["confidence"] == confidence).count();
        let [found, memory, default] = ["found", "memory", "default"].map(of);
        let row = format!("| `{system}` | {} | {found} | {memory} | {default} |", clauses.len());
        assert!(readme.contains(&row), "README.md does not say: {row}");
    }
}
