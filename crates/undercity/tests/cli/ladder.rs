//! The ladder: its time, its log, and its ratings.

use std::collections::BTreeMap;
use std::time::Instant;

use super::*;

/// A ladder of six seconds whose games take much less.
const SHORT: [&str; 6] = ["ladder", "tide/first", "--players", "search:2x,random,greedy", "--minutes", "0.1"];

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&fine(&[arguments, &["--json"]].concat())).unwrap()
}

/// Returns the lines of each file in a folder, by its name.
fn lines(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let lines = |path: &PathBuf| std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect();
    files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), lines(&path))).collect()
}

fn points(of: &Value) -> [f64; 3] {
    ["value", "low", "high"].map(|key| of[key].as_f64().unwrap())
}

#[test]
fn a_ladder_ends_in_time() {
    let begun = Instant::now();
    let rated = json_of(&["ladder", "--players", "greedy,search:2x", "--minutes", "0.03", "--within", "0"]);
    let seconds = begun.elapsed().as_secs_f64();
    // Two seconds of games; the rest is the start of the program on a busy machine.
    assert!(seconds < 30.0, "{seconds}");
    assert_eq!(rated["scenarios"].as_array().unwrap().len(), 16, "all built-in scenarios");
    // A player that has not played is not known, and that is said.
    for row in rated["players"].as_array().unwrap().iter().filter(|row| row["games"] == 0 && row["player"] != "random")
    {
        let [_, low, high] = points(&row["rating"]);
        assert!(low < -500.0 && high > 500.0, "{row}");
    }
}

#[test]
fn players_are_rated_by_the_log_alone() {
    let folder = Folder::new();
    let (log, page) = (folder.file("log"), folder.file("page.md"));
    let rated = json_of(&[&SHORT[..], &["--log", text(&log), "--table", text(&page)]].concat());
    let files = lines(&log);
    let games: usize = files.values().map(|lines| lines.len() - 1).sum();
    assert!(games > 0, "no game was played");
    assert_eq!(rated["games"], games);
    let counted: u64 = rated["players"].as_array().unwrap().iter().map(|row| row["games"].as_u64().unwrap()).sum();
    assert_eq!(counted, 2 * games as u64, "each game has two players");
    for row in rated["players"].as_array().unwrap() {
        let [value, low, high] = points(&row["rating"]);
        let is_zero = row["player"] == "random";
        assert!(if is_zero { [value, low, high] == [0.0; 3] } else { low < value && value < high }, "{row}");
    }
    // The log alone gives the same, whatever the order of its lines, and the order of the players doesn't matter.
    for (name, mut lines) in files {
        lines[1..].reverse();
        std::fs::write(log.join(name), lines.join("\n") + "\n").unwrap();
    }
    let by_log = ["ladder", "tide/first", "--players", "greedy,search:2x", "--minutes", "0"];
    assert_eq!(json_of(&[&by_log[..], &["--log", text(&log)]].concat()), rated);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!-- ladder") && page.contains("| `random` | recruit | 0 | by definition |"), "{page}");
    assert!(page.contains("`undercity ladder tide/first --players search:2x,random,greedy"), "{page}");
}

/// The log is that of `balance`: each goes on where the other stopped.
#[test]
fn the_log_is_that_of_balance() {
    let folder = Folder::new();
    let (log, other) = (folder.file("log"), folder.file("other.jsonl"));
    fine(&[&SHORT[..], &["--log", text(&log)]].concat());
    let kept = lines(&log);
    let (name, games) = kept.iter().max_by_key(|(_, lines)| lines.len()).unwrap();
    let pair = match name.as_str() {
        "tide-first-random-greedy.jsonl" => "random,greedy",
        "tide-first-random-search-2x.jsonl" => "random,search:2x",
        "tide-first-greedy-search-2x.jsonl" => "greedy,search:2x",
        other => panic!("{other}"),
    };
    let balance = |games: &str, log: &Path| {
        fine(&["balance", "tide/first", "--players", pair, "--swap", "--games", games, "--log", text(log)]);
    };
    // Its first games are those that `balance` plays, with their time beside.
    balance("2", &other);
    let plain: Vec<Value> =
        std::fs::read_to_string(&other).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let find = |game: u64| {
        games[1..].iter().map(|line| serde_json::from_str::<Value>(line).unwrap()).find(|line| line["game"] == game)
    };
    let head: Value = serde_json::from_str(&games[0]).unwrap();
    assert_eq!(head, plain[0]);
    // The second may have been in play when the time was up.
    let both: Vec<_> = (0..2).filter_map(|game| find(game).map(|line| (game, line))).collect();
    assert!(!both.is_empty());
    for (game, mut timed) in both {
        assert!(timed.as_object_mut().unwrap().remove("seconds").unwrap().as_f64().unwrap() > 0.0);
        assert_eq!(timed, *plain.iter().find(|line| line["game"] == game).unwrap());
    }
    // `balance` adds two games to the ladder's log, and the ladder counts them.
    let more = (games.len() - 1).next_multiple_of(2) + 2;
    balance(&more.to_string(), &log.join(name));
    let all: usize = lines(&log).values().map(|lines| lines.len() - 1).sum();
    let mut again = SHORT;
    again[5] = "0";
    assert_eq!(json_of(&[&again[..], &["--log", text(&log)]].concat())["games"], all);
    let told = fails(1, &[&SHORT[..], &["--seed", "2", "--log", text(&log)]].concat());
    assert!(told.contains("this log belongs to other games: its --seed is 1, but this run uses 2"), "{told}");
}

/// Ratings come from the results: in a log that is written by hand, greedy wins three of four games on either side.
#[test]
fn ratings_come_from_the_results() {
    let folder = Folder::new();
    let log = folder.file("log");
    let arguments = ["ladder", "tide/first", "--players", "greedy", "--log", text(&log), "--minutes"];
    std::fs::create_dir(&log).unwrap();
    let path = log.join("tide-first-random-greedy.jsonl");
    fine(&["balance", "tide/first", "--players", "random,greedy", "--swap", "--games", "2", "--log", text(&path)]);
    let kept = std::fs::read_to_string(&path).unwrap();
    let mut made = kept.lines().next().unwrap().to_owned() + "\n";
    let mut line: Value = serde_json::from_str(kept.lines().nth(1).unwrap()).unwrap();
    for game in 0..4000 {
        // In games of an even number random is the Soviet side.
        let (greedy, random) = if game % 2 == 0 { ("german", "soviet") } else { ("soviet", "german") };
        line["game"] = game.into();
        line["swapped"] = (game % 2 == 1).into();
        line["winner"] = if game / 2 % 4 < 3 { greedy } else { random }.into();
        made += &(line.to_string() + "\n");
    }
    std::fs::write(&path, made).unwrap();
    let rated = json_of(&[&arguments[..], &["0"]].concat());
    let best = &rated["players"][0];
    // 400 log10 of 3 is 190.8.
    let [value, low, high] = points(&best["rating"]);
    assert!(best["player"] == "greedy" && (value - 190.8).abs() < 2.0 && low < 190.8 && high > 190.8, "{best}");
    let [advantage, ..] = points(&rated["scenarios"][0]["advantage"]);
    assert!(advantage.abs() < 2.0, "{rated}");
    let shown = fine(&[&arguments[..], &["0"]].concat());
    assert!(shown.contains("greedy (regular)") && shown.contains("random is 0, and 400 points"), "{shown}");
    assert!(shown.ends_with("4000 games, 0 of them in this run\n"), "{shown}");
}

#[test]
fn a_page_keeps_its_other_text() {
    let folder = Folder::new();
    let page = folder.file("page.md");
    let ladder = ["ladder", "tide/first", "--players", "greedy", "--minutes", "0.01", "--table", text(&page)];
    std::fs::write(&page, "# Title\n\n<!-- ladder: by a command -->\nold\n<!-- end of ladder -->\n\nThe end.\n")
        .unwrap();
    fine(&ladder);
    let written = std::fs::read_to_string(&page).unwrap();
    assert!(
        written.starts_with("# Title\n\n<!-- ladder: by a command -->\n\n`undercity ladder tide/first "),
        "{written}"
    );
    assert!(written.ends_with("|\n\n<!-- end of ladder -->\n\nThe end.\n") && !written.contains("old"), "{written}");
    std::fs::write(&page, "# Title\n").unwrap();
    assert!(fails(1, &ladder).contains("page.md: expected a line that begins with `<!-- ladder`"));
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "# Title\n");
}

#[test]
fn what_the_ladder_cannot_do_is_said_before_the_first_game() {
    for (arguments, why) in [
        (&["--players", "random"][..], "expected a player besides random"),
        (&["--players", "greedy,regular"], "this player is listed twice"),
        (&["--players", "greedy,chess"], "`chess`: expected random, greedy"),
        (&["--minutes=-1"], "expected a number of minutes from 0 to 10080"),
        (&["--minutes", "nan"], "expected a number of minutes"),
        (&["--within", "x"], "expected a number of points"),
        (&["tide/first", "tide"], "tide/first is listed twice"),
    ] {
        let told = fails(2, &[&["ladder"], arguments].concat());
        assert!(told.contains(why), "{arguments:?}: {told}");
    }
    assert!(fails(1, &["ladder", "no/such"]).contains("neither a built-in scenario nor a file"));
}

#[cfg(unix)]
#[test]
fn a_ladder_is_stopped_and_goes_on() {
    let folder = Folder::new();
    let log = folder.file("log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_undercity"));
    let ladder = ["ladder", "tide/first", "--players", "greedy", "--within", "0", "--minutes", "600", "--log"];
    let child = command.args(ladder).arg(&log).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let path = log.join("tide-first-random-greedy.jsonl");
    let games = || std::fs::read_to_string(&path).unwrap_or_default().lines().count().saturating_sub(1);
    for _ in 0..600 {
        if games() > 0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130));
    let kept = games();
    let told = err(&stopped);
    assert!(told.starts_with(&format!("stopped: {kept} game")) && told.contains("to continue"), "{told}");
    let ladder = ["ladder", "tide/first", "--players", "greedy", "--within", "0", "--minutes", "0.1", "--log"];
    fine(&[&ladder[..], &[text(&log)]].concat());
    let lines = std::fs::read_to_string(&path).unwrap();
    let numbers: Vec<u64> = lines
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap())
        .collect();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), numbers.len(), "a game was played twice");
    assert!(numbers.len() > kept, "it did not go on");
}
