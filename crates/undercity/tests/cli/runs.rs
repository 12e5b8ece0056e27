//! Pictures, random games and matches.

use super::*;

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
    // Equal seeds give equal games.
    let again: Value =
        serde_json::from_str(&fine(&["playouts", "tide", "--games", "20", "--seed", "4", "--json"])).unwrap();
    assert_eq!((&played["orders"], &played["outcomes"]), (&again["orders"], &again["outcomes"]));
    // Two ranges are the whole.
    let range = |from: &str, games: &str| -> Value {
        let range = ["playouts", "tide", "--from", from, "--games", games, "--seed", "4", "--json"];
        serde_json::from_str(&fine(&range)).unwrap()
    };
    let [first, second] = [range("0", "13"), range("13", "7")];
    let orders = |of: &Value| of["orders"].as_u64().unwrap();
    assert_eq!(orders(&first) + orders(&second), orders(&played));
}

#[test]
fn matches_are_measured_and_gone_on_with() {
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
    // A stop in the middle of a line: the incomplete game is played again, complete ones are not.
    std::fs::write(log_of("greedy-random"), begun.trim_end_matches("}\n")).unwrap();
    let four = measure("4");
    let kept = std::fs::read_to_string(log_of("greedy-random")).unwrap();
    assert!(begun.lines().all(|line| kept.lines().any(|other| line == other)), "{begun}\nbecame\n{kept}");
    assert_eq!(kept.lines().count(), 5);
    // The result equals that of an uninterrupted run.
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
    // The file has the usual permissions, not only those for its owner.
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
    // An existing empty file becomes a log.
    let log = folder.file("log.jsonl");
    std::fs::write(&log, "").unwrap();
    let measure = |log: &Path, more: &[&str]| undercity(&[&SHORT[..], &["--log", text(log)], more].concat(), "");
    assert!(measure(&log, &[]).status.success());
    let kept = std::fs::read_to_string(&log).unwrap();
    for (more, why) in [
        (&["--seed", "2"][..], "its --seed is 1, but this run uses 2"),
        (&["--swap"], "its games are without --swap, but this run is with"),
        (
            &["--option", "hidden_sewers=true"],
            "its games are without --option, but this run is with --option hidden_sewers=true. Choose another file",
        ),
    ] {
        let refused = measure(&log, more);
        let told = err(&refused);
        assert_eq!(refused.status.code(), Some(1), "{told}");
        assert!(told.contains("log.jsonl: this log belongs to other games: ") && told.contains(why), "{told}");
        assert!(told.contains("--log"), "a way on: {told}");
    }
    // Heads as another program, another scenario text and another kind of file would leave them.
    let head: Value = serde_json::from_str(kept.lines().next().unwrap()).unwrap();
    let with = |key: &str, value: &str| {
        let mut head = head.clone();
        head[key] = value.into();
        kept.replacen(kept.lines().next().unwrap(), &head.to_string(), 1)
    };
    for (spoilt, why) in [
        (with("program", &"0".repeat(64)), "the program has changed since"),
        (with("text", "title = \"Other\""), "the scenario's text has changed since"),
        (with("players", "greedy,greedy"), "its --players is greedy,greedy, but this run uses random,random"),
        ("a shopping list\n".to_owned(), "is not the header"),
    ] {
        std::fs::write(&log, spoilt).unwrap();
        let told = err(&measure(&log, &[]));
        assert!(told.contains(why), "{told}");
    }
    // A repeated game counts once.
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
    // So many games that a wrong path, if found only afterwards, would never be noticed.
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
    assert_eq!(
        err(&stopped),
        format!("stopped: {kept} saved in {}; run the same command to continue\n", log.display())
    );
}
