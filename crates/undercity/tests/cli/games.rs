//! Games in the terminal and their ledgers.

use super::*;

#[test]
fn a_game_is_played_kept_and_verified() {
    let folder = Folder::new();
    let ledger = some_game(&folder);
    let verdict = fine(&["verify", text(&ledger)]);
    assert!(verdict.contains("re-resolved"), "{verdict}");
    let board = fine(&["replay", text(&ledger), "--seat", "german", "--log"]);
    assert!(board.contains("First patrol"), "{board}");
    let odds = fine(&["odds", text(&ledger), "--json"]);
    assert!(serde_json::from_str::<Value>(&odds).unwrap().is_array());
    // Resumes where it stopped.
    let more = undercity(&["play", "--terminal", "--resume", text(&ledger)], "\n1\nq\n");
    assert!(more.status.success(), "{}", err(&more));
    fine(&["verify", text(&ledger)]);
    // A ledger is never overwritten.
    assert!(err(&play(&ledger, "")).contains("exists"));
}

#[test]
fn odds_say_so_where_nothing_is_rolled() {
    let folder = Folder::new();
    let ledger = folder.file("game.jsonl");
    // A unit is activated, moves, and can move again.
    let output = play(&ledger, "\n1\n1\no 1\nq\n");
    assert!(out(&output).contains("no dice you would see"), "{}", out(&output));
    assert_eq!(fine(&["odds", text(&ledger)]), "None of the orders that soviet can give now rolls dice.\n");
    assert_eq!(fine(&["odds", text(&ledger), "--json"]), "[]\n");
    assert!(fails(1, &["odds", text(&ledger), "--side", "german"]).contains("german has no order to give now"));
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
    assert!(shown.contains("The game is over: the "), "{shown}{}", err(&played));
    let (_, end) = shown.rsplit_once("First patrol\n").unwrap();
    assert!(end.contains("as the soviet side sees it") && !end.contains("Turn:"), "{end}");
    assert!(!shown.contains(&"\n".repeat(60)), "the screen is cleared: {shown}");
    let asked = shown.lines().any(|line| line.starts_with("german>"));
    assert!(!shown.contains("Hand the screen") && !asked, "the computer's seat is shown: {shown}");
    assert!(std::fs::read_to_string(&ledger).unwrap().contains("\"by\":\"german\""));
    fine(&["verify", text(&ledger)]);
}

#[test]
fn help_errors_and_clauses_don_t_list_the_offers_again() {
    let folder = Folder::new();
    let lists = |input: &str| {
        let output = play(&folder.file(&format!("{}.jsonl", input.len())), input);
        let shown = out(&output);
        (shown.matches("     1  ").count(), shown)
    };
    let (once, begun) = lists("\nq\n");
    let (still, shown) = lists("\n?\nw\nr s4\nr nothing\nf nothing\no 12\no 99\n99\ns 99\nq\n");
    assert_eq!((once, still), (1, 1), "{begun}{shown}");
    for line in [
        "  TOI-S4  ",
        "unknown clause `nothing`; expected one such as TOI-S1",
        "no offer contains `nothing`",
        "choose the rest of the order first (12), then ask for its odds",
        "expected o and the number",
        "expected a number from 1 to",
        "expected s and the number",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert_eq!(lists("\n?\n\nq\n").0, 2);
    assert!(shown.contains("<C1 V2, german>"), "{shown}");
    assert!(shown.contains("Red sewer card: squares "), "{shown}");
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
    // Maxim fires at the first target, alone, and then the side at the screen resigns.
    let played = play(&ledger, "\n13\n1\n1\nresign yes\nresign yes\n\nresign yes\n");
    assert!(out(&played).contains("resigned"), "{}", out(&played));
    let luck = fine(&["luck", text(&ledger)]);
    assert!(luck.contains("rough estimate"), "{luck}");
    let rolls: Vec<&str> = luck.lines().skip_while(|line| !line.starts_with("rolls with the largest effect")).collect();
    assert!(rolls[1].contains("entry 1") && rolls[1].contains("success"), "{luck}");
    assert!(rolls[2].trim_start().starts_with("Maxim (B2/1) fires at "), "{luck}");
    assert!(!luck.contains("-0.0%"), "{luck}");
    assert!(!fine(&["luck", text(&ledger), "--rolls", "0"]).contains("rolls with"));
    // The entry is also in the log.
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
    assert!(fails(1, &["odds", "nowhere.jsonl"]).contains("neither a ledger file"));
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

/// A ledger from before a change of a ruling is not called forged; differences from today's rulings are reported.
#[test]
fn other_rulings_are_told_from_forgery() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests/golden/0.2.0/tide-fair-finished.jsonl");
    let honest = std::fs::read_to_string(golden).unwrap();
    let other = |ledger: &str| {
        let at = ledger.find("\"TOI-B3\":\"").unwrap() + 10;
        let other = format!("{}00000000{}", &ledger[..at], &ledger[at + 8..]);
        let mut chain = fair::Chain::start("ledger");
        let hashed = |line: &str| {
            let body = line.strip_prefix("{\"line\":").and_then(|rest| rest.rsplit_once(",\"hash\":")).unwrap().0;
            format!("{{\"line\":{body},\"hash\":\"{}\"}}\n", chain.advance(body.as_bytes()).to_hex())
        };
        other.lines().map(hashed).collect::<String>()
    };
    let folder = Folder::new();
    let ledger = folder.file("game.jsonl");
    std::fs::write(&ledger, other(&honest)).unwrap();
    let verdict = fine(&["verify", text(&ledger)]);
    assert!(verdict.contains("note: the rulebook has changed since this game was begun"), "{verdict}");
    assert!(verdict.contains("TOI-B3 (changed") && verdict.contains("Verdict: fair."), "{verdict}");
    let spent = "{\"clause\":\"TOI-B3\",\"change\":\"action_spent\"}";
    std::fs::write(&ledger, other(&honest.replacen(spent, &spent.replace("B3", "B4"), 1))).unwrap();
    let told = fails(1, &["verify", text(&ledger)]);
    assert!(told.contains("played under other rulings: entry") && told.contains("today's TOI-B3"), "{told}");
    let json = undercity(&["verify", text(&ledger), "--json"], "");
    assert_eq!(json.status.code(), Some(1));
    let json: Value = serde_json::from_str(&out(&json)).unwrap();
    assert_eq!(
        (&json["verdict"], &json["differing"][0]["clause"]),
        (&"other rulings".into(), &"TOI-B3".into()),
        "{json}"
    );
    assert_eq!(json["rulings"]["clauses"][0]["clause"], "TOI-B3");
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
    // Resuming drops the torn line and nothing else.
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
    for part in shown.split("The german side decides next.").skip(1) {
        let germans = part.split("The soviet side decides next.").next().unwrap_or_default();
        assert!(!germans.contains("exit range"), "a sewer card is shown to the germans");
        assert!(!germans.contains("Lisitsyn"), "a soviet squad's own name is shown to the germans");
    }
}
