//! Runs of games between computer players: ranges, logs and statistics.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::time::Duration;

use referee::ledger::ScenarioText;
use table::balance::{
    BalanceError, BalanceRun, Played, PoolNews, Share, Summary, join_logs, log_text, program, read_log,
};
use table::system;

fn run(name: &str) -> BalanceRun {
    let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    BalanceRun {
        system: system(name.split_once('/').unwrap().0).unwrap(),
        scenario: ScenarioText { name: name.to_owned(), text: std::fs::read_to_string(path).unwrap() },
        options: Vec::new(),
        players: ["search:2x", "random"].map(|skill| skill.parse().unwrap()),
        swap: true,
        seed: 5,
        threads: 1,
    }
}

/// Plays a range of games, and returns them in the order in which they end.
fn range(run: &BalanceRun, games: std::ops::Range<u64>, jobs: usize) -> Vec<Played> {
    let pool = run.play(games, jobs).unwrap();
    let mut played = Vec::new();
    loop {
        match pool.next(Duration::from_secs(60)) {
            PoolNews::Result(game) => played.push(game.unwrap()),
            PoolNews::Waiting => panic!("no game for a minute"),
            PoolNews::Done => return played,
        }
    }
}

fn sorted(mut games: Vec<Played>) -> Vec<Played> {
    games.sort_by_key(|played| played.game);
    games
}

#[test]
fn ranges_of_a_run_join_to_the_same_log() {
    let run = run("tide/first");
    let head = run.head(Some(program()));
    let all = log_text(&head, &sorted(range(&run, 0..12, 1))).unwrap();
    for (cut, jobs) in [(1, 1), (5, 2), (11, 3)] {
        let logs = [0..cut, cut..12].map(|games| log_text(&head, &range(&run, games, jobs)).unwrap());
        let joined = join_logs(&[&logs[1], &logs[0]], &head).unwrap();
        assert_eq!(log_text(&head, &sorted(joined)).unwrap(), all, "cut at {cut}");
    }
    assert_eq!(all.lines().count(), 13, "a head, and a line for each game");
    // A game alone is the same game.
    assert!(all.contains(&run.game(7).unwrap().line().unwrap()));
}

#[test]
fn overlapping_and_cut_logs_count_each_whole_game_once() {
    let run = run("tide/first");
    let head = run.head(None);
    let [one, other] = [0..4, 2..6].map(|games| log_text(&head, &range(&run, games, 2)).unwrap());
    let numbers = |logs: &[&str]| -> Vec<u64> {
        sorted(join_logs(logs, &head).unwrap()).iter().map(|played| played.game).collect()
    };
    assert_eq!(numbers(&[&one, &other]), [0, 1, 2, 3, 4, 5]);
    let cut = log_text(&head, &sorted(read_log(&one, &head).unwrap())).unwrap();
    assert_eq!(numbers(&[&cut[..cut.len() - 2]]), [0, 1, 2], "the last line was cut short");
    assert_eq!(numbers(&["", &other]), [2, 3, 4, 5], "an empty text is an empty log");
}

#[test]
fn a_log_of_other_games_is_refused_with_every_difference() {
    let run = run("tide/first");
    let text = log_text(&run.head(Some(program())), &[]).unwrap();
    let other = BalanceRun { seed: 6, swap: false, ..run.clone() };
    let error = join_logs(&[&text], &other.head(Some(program()))).unwrap_err().to_string();
    assert!(error.contains("its --seed is 5, but this run uses 6") && error.contains("--swap"), "{error}");
    assert!(read_log("{}\n", &run.head(None)).unwrap_err().to_string().contains("not the header"));
    assert!(read_log(&text, &run.head(None)).unwrap_err().to_string().contains("the program has changed"));
}

#[test]
fn a_measured_time_stays_in_the_log() {
    let run = run("tide/first");
    let head = run.head(None);
    let plain = run.game(0).unwrap();
    assert!(!plain.line().unwrap().contains("seconds"), "a run writes no times");
    let timed = Played { seconds: Some(1.5), ..plain };
    let text = log_text(&head, std::slice::from_ref(&timed)).unwrap();
    assert_eq!(read_log(&text, &head).unwrap(), [timed]);
}

#[test]
fn a_game_that_cannot_be_played_says_which() {
    let mut run = run("tide/first");
    run.scenario.text = "system = \"tide\"\n".to_owned();
    let error = run.game(3).unwrap_err();
    assert!(matches!(&error, BalanceError::Unfinished { game: 3, seed: 6, .. }), "{error:?}");
    assert_eq!(error.to_string(), "game 3 (seed 6): the scenario has mistakes");
}

#[test]
fn a_pool_that_is_dropped_begins_no_more_games() {
    let run = run("tide/first");
    let pool = run.play(0.., 2).unwrap();
    assert!(matches!(pool.next(Duration::from_secs(60)), PoolNews::Result(Ok(_))), "endless games, and one has come");
}

#[test]
fn statistics_are_of_all_games() {
    let run = run("tide/first");
    let games = range(&run, 0..6, 2);
    let summary = Summary::of(&run, &games);
    let text = summary.to_string();
    assert_eq!(summary.games, 6);
    assert_eq!(summary.wins.iter().map(|(_, share)| share.count).sum::<usize>(), 6, "won by a side, or drawn");
    assert!(
        text.starts_with("scenario              tide/first\nplayers               search:2x,random\ngames"),
        "{text}"
    );
    assert_eq!(summary, Summary::of(&run, &sorted(games)), "their order does not matter");
}

#[test]
fn a_share_lies_in_its_interval() {
    let half = Share::new(50, 100);
    // Published values of the Wilson interval.
    assert!((half.low - 0.4038).abs() < 1e-3 && (half.high - 0.5962).abs() < 1e-3, "{half:?}");
    let all = Share::new(20, 20);
    assert!(all.high <= 1.0 && (all.low - 0.8389).abs() < 1e-3, "{all:?}");
    assert_eq!(Share::new(0, 0).high, 1.0);
}
