//! The table: a row for each scenario, in Markdown.

use std::fmt::Write;

use super::stats::{Share, Summary};

/// Above which share a scenario between equal players is called uneven.
const UNEVEN: f64 = 0.65;

/// What the columns are, and the command that made them.
pub fn table(summaries: &[Summary], command: &str) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut page, summaries, command);
    page
}

fn write(page: &mut String, summaries: &[Summary], command: &str) -> std::fmt::Result {
    writeln!(page, "# Balance of the scenarios\n")?;
    writeln!(page, "Made by `{command}`; not written by hand.")?;
    writeln!(page, "What the players are is in [opponents.md](opponents.md).\n")?;
    writeln!(
        page,
        "A share is that of all games, with the interval in which the true share lies with 95%. Orders, losses"
    )?;
    writeln!(
        page,
        "(pieces, first side / second side) and orders below ground (of both sides) are means of a game. Between equal players over {}% is in bold.\n",
        100.0 * UNEVEN
    )?;
    writeln!(
        page,
        "| scenario | players | games | first side | second side | draws | orders | losses | below ground |"
    )?;
    writeln!(page, "|---|---|---:|---|---|---:|---:|---:|---:|")?;
    for summary in summaries {
        let Summary { scenario, players, games, wins, orders, losses, below, .. } = summary;
        let are_equal = equal(players) != players;
        let side = |n: usize| {
            wins.get(n).map_or_else(String::new, |(side, share)| format!("{side} {}", range(share, are_equal)))
        };
        let draws = wins.get(2).map_or(0.0, |(_, share)| 100.0 * share.share);
        let lost: Vec<String> = losses.iter().map(|(_, lost)| format!("{:.1}", lost.mean)).collect();
        let deep = below.iter().fold(0.0, |all, kind| all + kind.a_game);
        writeln!(
            page,
            "| {scenario} | {} | {games} | {} | {} | {draws:.0}% | {:.0} | {} | {deep:.1} |",
            equal(players),
            side(0),
            side(1),
            orders.mean,
            lost.join(" / "),
        )?;
    }
    Ok(())
}

/// Two players, in one word where they are alike.
fn equal(players: &str) -> &str {
    players.split_once(',').filter(|(first, second)| first == second).map_or(players, |(first, _)| first)
}

fn range(share: &Share, are_equal: bool) -> String {
    let [share, low, high] = [share.share, share.low, share.high].map(|share| 100.0 * share);
    let bold = if are_equal && share > 100.0 * UNEVEN { "**" } else { "" };
    format!("{bold}{share:.0}%{bold} ({low:.0}–{high:.0})")
}
