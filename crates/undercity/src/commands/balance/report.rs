//! The report: one HTML file that needs nothing else.

mod columns;

use std::fmt::Write;

use self::columns::{binned, columns, numbered};
use super::stats::{Share, Summary};

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #222; --paper: #fbfaf6; --bar: #6b4f2a; --soft: #777; --line: #ccc; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e4da; --paper: #1c1b19; --bar: #c8a165; --soft: #999; --line: #444; } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .soft { color: var(--soft); } svg { width: 100%; height: 1.4rem; display: block; }
svg .bar { fill: var(--bar); } svg .range { stroke: var(--ink); stroke-width: 2; } svg .half { stroke: var(--soft); stroke-dasharray: 3 3; }
svg.columns { height: auto; max-width: 40rem; } svg.columns text { fill: var(--ink); font-size: 11px; text-anchor: middle; }
h3 { font-size: 1rem; margin: 1.4rem 0 .2rem; }
";

/// The page.
pub fn html(summary: &Summary) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut page, summary);
    page
}

fn write(page: &mut String, summary: &Summary) -> std::fmt::Result {
    let title = escaped(&format!("Balance of {}", summary.scenario));
    write!(page, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">")?;
    write!(page, "<meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>")?;
    write!(page, "<style>{STYLE}</style><h1>{title}</h1>")?;
    let players = escaped(&summary.players);
    write!(page, "<p>{} games between computer players ({players}). A bar is the share of games, ", summary.games)?;
    write!(page, "the line over it where the true share lies with 95%.</p>")?;
    write!(page, "<h2>Who wins</h2><table>")?;
    for (name, share) in &summary.wins {
        row(page, name, share)?;
    }
    if let Some(share) = &summary.first_player {
        row(page, "the first player, on either side", share)?;
    }
    for (side, share) in &summary.first_player_as {
        row(page, &format!("the first player as {side}"), share)?;
    }
    write!(page, "</table><h2>How long, and at what cost</h2><table>")?;
    write!(page, "<tr><th></th><th>mean</th><th>most games</th></tr>")?;
    let mut spread = |name: &str, spread: &super::stats::Spread| {
        let name = escaped(name);
        write!(page, "<tr><td>{name}</td><td class=\"n\">{:.1}</td>", spread.mean)?;
        write!(page, "<td class=\"n\">{:.0} to {:.0}</td></tr>", spread.low, spread.high)
    };
    spread("orders", &summary.orders)?;
    for (side, lost) in &summary.losses {
        spread(&format!("pieces lost by {side}"), lost)?;
    }
    write!(page, "</table><h3>Orders in a game</h3>")?;
    columns(page, &binned(&summary.lengths), summary.games)?;
    how_it_stood(page, summary)?;
    write!(page, "<h2>Below ground</h2>")?;
    if summary.below.is_empty() {
        write!(page, "<p>Nobody went below.</p>")?;
    } else {
        write!(page, "<p>How often the side won in games in which it gave such an order, and in those without. What ")?;
        write!(page, "goes together need not be cause and effect.</p><table>")?;
    }
    for kind in &summary.below {
        let name = format!("{}: {}", kind.side, kind.verb);
        let times = format!("{:.2} a game", kind.a_game);
        write!(page, "<tr><th colspan=\"3\">{} <span class=\"soft\">{times}</span></th></tr>", escaped(&name))?;
        row(page, "won with it", &kind.with)?;
        row(page, "won without", &kind.without)?;
    }
    write!(page, "{}</html>", if summary.below.is_empty() { "" } else { "</table>" })
}

/// Lines of the state of play at the end: numbers as columns, words as bars, what was always the same in a word.
fn how_it_stood(page: &mut String, summary: &Summary) -> std::fmt::Result {
    write!(page, "<h2>How it stood at the end</h2>")?;
    for (name, values) in &summary.ends {
        let name = escaped(name);
        if let Some((unit, counts)) = numbered(values) {
            write!(page, "<h3>{name} <span class=\"soft\">{}</span></h3>", escaped(unit))?;
            columns(page, &counts, summary.games)?;
        } else if values.values().all(|count| *count == summary.games) {
            let only = values.keys().next().map_or(String::new(), |value| escaped(value));
            write!(page, "<h3>{name} <span class=\"soft\">in every game: {only}</span></h3>")?;
        } else {
            write!(page, "<h3>{name}</h3><table>")?;
            for (value, count) in values {
                row(page, value, &Share::new(*count, summary.games))?;
            }
            write!(page, "</table>")?;
        }
    }
    Ok(())
}

fn row(page: &mut String, name: &str, share: &Share) -> std::fmt::Result {
    let [at, low, high] = [share.share, share.low, share.high].map(|share| share * 300.0);
    write!(page, "<tr><td>{}</td><td style=\"width:50%\">", escaped(name))?;
    write!(page, "<svg viewBox=\"0 0 300 20\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{share}\">")?;
    write!(page, "<rect class=\"bar\" y=\"4\" height=\"12\" width=\"{at:.1}\"/>")?;
    write!(page, "<path class=\"half\" d=\"M150 0V20\"/><path class=\"range\" d=\"M{low:.1} 10H{high:.1}\"/></svg>")?;
    write!(
        page,
        "</td><td class=\"n\">{:.1}% <span class=\"soft\">of {}</span></td></tr>",
        100.0 * share.share,
        share.of
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
