//! The report: one self-contained HTML file.

mod columns;

use std::collections::BTreeMap;
use std::fmt::Write;

use table::balance::{Share, Summary};

use self::columns::{MOST, binned, columns, numbered};

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #222; --paper: #fbfaf6; --bar: #6b4f2a; --soft: #666; --line: #ccc; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e4da; --paper: #1c1b19; --bar: #c8a165; --soft: #999; --line: #444; } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .soft { color: var(--soft); } svg { width: 100%; height: 1.4rem; display: block; }
svg .bar { fill: var(--bar); } svg .range { stroke: var(--ink); stroke-width: 2; } svg .half { stroke: var(--soft); stroke-dasharray: 3 3; }
svg.columns { height: auto; max-width: 40rem; overflow: visible; } svg.columns text { fill: var(--ink); font-size: 11px; text-anchor: middle; }
h3 { font-size: 1rem; margin: 1.4rem 0 .2rem; } table.bars td:nth-child(2) { width: 45%; } code { overflow-wrap: anywhere; }
@media (max-width: 34rem) {
  body { margin: 1rem auto; } svg.columns text { font-size: 18px; } svg.columns.many text.between { display: none; }
  table.bars tr { display: grid; grid-template-columns: 1fr auto; padding: .3rem 0; border-bottom: 1px solid var(--line); }
  table.bars td, table.bars th { border: 0; } table.bars td:nth-child(2) { grid-row: 2; grid-column: 1 / -1; width: auto; }
}
";

/// Returns the report. Equal games and commands give an equal report.
pub fn html(summary: &Summary, command: &str) -> String {
    let mut page = String::new();
    // Writing to a string can't fail.
    let _ = write(&mut page, summary, command);
    page
}

fn write(page: &mut String, summary: &Summary, command: &str) -> std::fmt::Result {
    let title = escaped(&format!("Balance of {}", summary.scenario));
    write!(page, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">")?;
    write!(page, "<meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>")?;
    write!(page, "<style>{STYLE}</style><h1>{title}</h1>")?;
    write!(page, "<p>{} games between computer players: {}. ", summary.games, escaped(&who_played(summary)))?;
    write!(page, "A bar shows the share of games; the line across it is the 95% confidence interval. The numbers ")?;
    write!(page, "give the share and that interval.</p>")?;
    let command = escaped(command);
    write!(page, "<p class=\"soft\">Made by <code>{command}</code>, version {}.</p>", env!("CARGO_PKG_VERSION"))?;
    write!(page, "<h2>Who wins</h2><table class=\"bars\">")?;
    for (name, share) in &summary.wins {
        row(page, name, share)?;
    }
    if let Some(share) = &summary.first_player {
        row(page, "the first player, on either side", share)?;
    }
    for (side, share) in &summary.first_player_as {
        row(page, &format!("the first player as {side}"), share)?;
    }
    write!(page, "</table><h2>Length and losses</h2><table>")?;
    write!(page, "<tr><th></th><th>mean</th><th>80% of games*</th></tr>")?;
    let mut spread = |name: &str, spread: &table::balance::Spread| {
        let name = escaped(name);
        write!(page, "<tr><td>{name}</td><td class=\"n\">{:.1}</td>", spread.mean)?;
        write!(page, "<td class=\"n\">{:.0} to {:.0}</td></tr>", spread.low, spread.high)
    };
    spread("orders", &summary.orders)?;
    for (side, lost) in &summary.losses {
        spread(&format!("pieces lost by {side}"), lost)?;
    }
    write!(page, "</table><p class=\"soft\">* without the lowest and the highest tenth of games.</p>")?;
    if summary.fallback_orders > 0 {
        let orders = summary.fallback_orders;
        write!(
            page,
            "<p>Orders chosen at random, in all games: {orders}. No possible position was found that is consistent with what "
        )?;
        write!(page, "their side knew.</p>")?;
    }
    write!(page, "<h3>Orders in a game</h3>")?;
    columns(page, &binned(&summary.lengths), summary.games)?;
    how_it_stood(page, summary)?;
    write!(page, "<h2>Below ground</h2>")?;
    if summary.below.is_empty() {
        write!(page, "<p>No side gave an order below ground.</p>")?;
    } else {
        write!(
            page,
            "<p>How often the side won the games in which it gave such an order, and those in which it didn't. "
        )?;
        write!(page, "A difference need not be cause and effect.</p><table class=\"bars\">")?;
    }
    for kind in &summary.below {
        let name = format!("{}: {}", kind.side, kind.verb);
        let times = format!("{:.2} per game", kind.a_game);
        write!(page, "<tr><th colspan=\"3\">{} <span class=\"soft\">{times}</span></th></tr>", escaped(&name))?;
        row(page, "won with it", &kind.with)?;
        row(page, "won without", &kind.without)?;
    }
    write!(page, "{}</html>", if summary.below.is_empty() { "" } else { "</table>" })
}

/// Returns which player had which side.
fn who_played(summary: &Summary) -> String {
    let (Some((first, _)), Some((second, _))) = (summary.wins.first(), summary.wins.get(1)) else {
        return summary.players.clone();
    };
    let (one, other) = summary.players.split_once(',').unwrap_or((&summary.players, &summary.players));
    if summary.first_player.is_some() {
        format!(
            "the first player is {one}, the second {other}; in every second game their sides, {first} and {second}, \
             are swapped, on the same dice"
        )
    } else {
        format!("{one} as {first}, {other} as {second}; the sides are not swapped")
    }
}

/// Writes the status lines at the end of the games: numbers as columns, words as bars, a constant number as text.
fn how_it_stood(page: &mut String, summary: &Summary) -> std::fmt::Result {
    let mut lines = String::new();
    for (name, values) in &summary.ends {
        let only = values.keys().next().filter(|_| values.len() == 1 && values.values().eq([&summary.games]));
        let name = escaped(name);
        if let Some((unit, counts)) = numbered(values) {
            write!(lines, "<h3>{name} <span class=\"soft\">{}</span></h3>", escaped(unit))?;
            columns(&mut lines, &counts, summary.games)?;
        } else if let Some(only) = only {
            if only.starts_with(|first: char| first.is_ascii_digit()) {
                write!(lines, "<h3>{name} <span class=\"soft\">in every game: {}</span></h3>", escaped(only))?;
            }
        } else if tells(values, summary.games) {
            write!(lines, "<h3>{name}</h3><table class=\"bars\">")?;
            for (value, count) in values {
                row(&mut lines, value, &Share::new(*count, summary.games))?;
            }
            write!(lines, "</table>")?;
        }
    }
    if lines.is_empty() { Ok(()) } else { write!(page, "<h2>Status at the end</h2>{lines}") }
}

/// Returns whether values occur often enough to be informative. Lists of pieces differ in nearly every game.
fn tells(values: &BTreeMap<String, usize>, games: usize) -> bool {
    values.len() <= MOST && values.values().any(|count| 10 * count >= games)
}

fn row(page: &mut String, name: &str, share: &Share) -> std::fmt::Result {
    let [at, low, high] = [share.share, share.low, share.high].map(|share| share * 300.0);
    write!(page, "<tr><td>{}</td><td>", escaped(name))?;
    write!(page, "<svg viewBox=\"0 0 300 20\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{share}\">")?;
    write!(page, "<rect class=\"bar\" y=\"4\" height=\"12\" width=\"{at:.1}\"/>")?;
    write!(page, "<path class=\"half\" d=\"M150 0V20\"/><path class=\"range\" d=\"M{low:.1} 10H{high:.1}\"/></svg>")?;
    write!(
        page,
        "</td><td class=\"n\">{:.1}% <span class=\"soft\">({:.0}–{:.0}%) of {}</span></td></tr>",
        100.0 * share.share,
        100.0 * share.low,
        100.0 * share.high,
        share.of
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use table::MatchResult;
    use table::balance::Played;

    use super::*;

    #[test]
    fn a_page_says_how_it_was_made_and_leaves_out_what_says_nothing() {
        let lines = |points: u64| {
            [("Round", "5 of 5"), ("Points", &points.to_string())]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into()
        };
        let played = |game: u64| Played {
            game,
            swapped: game % 2 == 1,
            seconds: None,
            result: MatchResult {
                winner: "north".to_owned(),
                orders: [3, 4],
                fallback_orders: [0, 2],
                lost: [0, 1],
                status: lines(game),
                below: Default::default(),
            },
        };
        let summary = Summary::of_games(["north", "south"], "own", "greedy,random", &[played(0), played(1)]);
        let page = html(&summary, "undercity balance own --games 2 <3");
        for said in [
            "<code>undercity balance own --games 2 &lt;3</code>, version ",
            "the first player is greedy, the second random; in every second game their sides, north and south, are swapped",
            "100.0% <span class=\"soft\">(34–100%) of 2</span>",
            "Round <span class=\"soft\">in every game: 5 of 5",
            "<h3>Points ",
            "<p>Orders chosen at random, in all games: 4.",
            "without the lowest and the highest tenth",
        ] {
            assert!(page.contains(said), "{said}\n{page}");
        }
    }
}
