//! Scenarios, rulebooks and cases.

use super::*;

#[test]
fn scenarios_are_listed() {
    let listed = fine(&["scenarios"]);
    assert!(listed.contains("tide/rats-of-ninth-street  Rats of Ninth Street"), "{listed}");
    let rows: Value = serde_json::from_str(&fine(&["scenarios", "--json"])).unwrap();
    let tide = rows.as_array().unwrap().iter().filter(|row| row["system"] == "tide");
    assert!(tide.count() >= 3);
    assert!(rows.as_array().unwrap().iter().all(|row| row["victory"].as_array().is_some_and(|lines| lines.len() > 1)));
    let one = fine(&["scenarios", "tide/first"]);
    assert!(
        one.contains("    - Hold F3 when a round ends: 1 command point and 2 victory points") && !one.contains("rats"),
        "{one}"
    );
    assert!(fails(1, &["scenarios", "tide/last"]).contains("expected one of asl/first"));
}

#[test]
fn a_checked_scenario_says_who_wins() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/heroes/first.toml");
    let line = "Soviets win with 2 or more points after turn 6; otherwise Germans win";
    assert!(fine(&["check", file]).contains(&format!("first.toml: no mistakes\n    - {line}\n")));
    let rows: Value = serde_json::from_str(&fine(&["check", "--json", file])).unwrap();
    assert_eq!(rows[0]["victory"][0], line);
}

#[test]
fn options_are_listed_with_title_and_key() {
    assert!(fine(&["rules", "sniper"]).contains("Cost of the ladder: ladder_cost = 5  [39.22B, default]"));
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
        &["balance", "tide/first", "tide"],
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
    assert!(book.contains("TOI-S1") && book.contains("(our own ruling)"), "{book}");
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
    // An error in a file that the case names is reported in the case's own row.
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
