//! The ratings as text, JSON and Markdown.

use std::fmt::{self, Write as _};
use std::path::Path;

use players::{Level, Skill};
use ratings::{Cell, Fit, Interval, Record, Tally};
use serde::Serialize;

use super::field::Field;
use crate::files;
use crate::outcome::{Failed, refused};

/// The lines of a page between which the ratings are written. The first has more text.
const BEGIN: &str = "<!-- ladder";
const END: &str = "<!-- end of ladder -->";

/// The ratings of a ladder. They depend on the games in its log alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Number of games.
    games: u64,
    /// Estimated standard deviation of a player's strength between scenarios, in points.
    spread: f64,
    /// The strongest first.
    players: Vec<PlayerRow>,
    /// The scenarios, with the advantage of the first side.
    scenarios: Vec<ScenarioRow>,
    /// The pairs of players that have games.
    pairs: Vec<PairRow>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct PlayerRow {
    player: String,
    /// Name of the level that plays so, if there is one.
    level: Option<&'static str>,
    /// Points above random, with the 95% interval. Exactly 0 for random.
    rating: Interval,
    /// Points above the next weaker player; `None` for the weakest.
    above_next: Option<Interval>,
    #[serde(flatten)]
    games: Games,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct ScenarioRow {
    scenario: String,
    first_side: &'static str,
    /// Advantage of the first side between equal players, in points.
    advantage: Interval,
    games: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct PairRow {
    /// The games are counted for the first.
    players: [String; 2],
    #[serde(flatten)]
    games: Games,
}

/// Games of a player, on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Games {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
}

impl From<Tally> for Games {
    fn from(tally: Tally) -> Self {
        let Tally { won, drawn, lost } = tally;
        Games { games: tally.games(), won, drawn, lost }
    }
}

impl Standing {
    pub fn of(field: &Field, record: &Record) -> Self {
        let fit = Fit::of(record);
        let mut order: Vec<usize> = (0..field.players.len()).collect();
        order.sort_by(|a, b| fit.value(*b, 0).total_cmp(&fit.value(*a, 0)));
        let row = |(place, player): (usize, &usize)| PlayerRow {
            player: field.players[*player].to_string(),
            level: level(field.players[*player]),
            rating: fit.rating(*player),
            above_next: order.get(place + 1).map(|next| fit.difference(*player, *next)),
            games: record.of(*player, None).into(),
        };
        let scenario = |(number, scenario): (usize, &referee::ledger::ScenarioText)| {
            let run = field.runs().find(|run| field.cell(*run).scenario == number);
            let of_scenario = |(cell, tally): (Cell, Tally)| (cell.scenario == number).then_some(tally.games());
            ScenarioRow {
                scenario: scenario.name.clone(),
                first_side: run.map_or("", |run| field.run(run).system.sides()[0]),
                advantage: fit.side(number),
                games: record.cells().filter_map(of_scenario).sum(),
            }
        };
        let stronger = |place: usize| order[..place].iter().map(move |stronger| (*stronger, place));
        let pairs = (0..order.len()).flat_map(stronger).map(|(player, place)| (player, order[place]));
        let pair = |(player, other): (usize, usize)| PairRow {
            players: [player, other].map(|player| field.players[player].to_string()),
            games: record.of(player, Some(other)).into(),
        };
        Standing {
            games: record.games(),
            spread: fit.spread(),
            players: order.iter().enumerate().map(row).collect(),
            scenarios: field.scenarios.iter().enumerate().map(scenario).collect(),
            pairs: pairs.map(pair).filter(|pair| pair.games.games > 0).collect(),
        }
    }

    /// Returns the ratings as Markdown.
    fn markdown(&self, command: &str) -> String {
        let mut page = String::new();
        // Writing to a string can't fail.
        let _ = self.write_markdown(&mut page, command);
        page
    }

    fn write_markdown(&self, page: &mut String, command: &str) -> fmt::Result {
        writeln!(page, "`{command}` played {} games.\n", self.games)?;
        writeln!(page, "| player | level | rating | 95% interval | above the next | games | won | drawn |")?;
        writeln!(page, "|---|---|---:|---|---|---:|---:|---:|")?;
        for PlayerRow { player, level, rating, above_next, games } in &self.players {
            let (level, interval) = (level.unwrap_or_default(), Points(rating));
            let above = above_next.map_or(String::new(), |above| Points(&above).signed());
            let [won, drawn] = [games.won, games.drawn].map(|part| percent(part, games.games));
            let (value, all) = (rating.value, games.games);
            writeln!(page, "| `{player}` | {level} | {value:.0} | {interval} | {above} | {all} | {won} | {drawn} |")?;
        }
        writeln!(page, "\n| scenario | first side | its advantage | games |\n|---|---|---|---:|")?;
        for ScenarioRow { scenario, first_side, advantage, games } in &self.scenarios {
            writeln!(page, "| {scenario} | {first_side} | {} | {games} |", Points(advantage).signed())?;
        }
        Ok(())
    }
}

/// Writes the tables without a line break at the end.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Ratings in points of the Elo scale, with 95% intervals. random is 0, and 400 points")?;
        writeln!(f, "are odds of 10 to 1. A rating is the mean over the scenarios.\n")?;
        let label = |row: &PlayerRow| match row.level {
            Some(level) => format!("{} ({level})", row.player),
            None => row.player.clone(),
        };
        let width = self.players.iter().map(|row| label(row).len()).max().unwrap_or(0).max(22);
        writeln!(f, "{:<width$}  rating  interval        above the next        games    won", "player")?;
        for row in &self.players {
            let above = row.above_next.map_or(String::new(), |above| Points(&above).signed());
            let interval = Points(&row.rating).to_string();
            let won = percent(row.games.won, row.games.games);
            let (label, value, games) = (label(row), row.rating.value, row.games.games);
            writeln!(f, "{label:<width$} {value:>7.0}  {interval:<14}  {above:<18} {games:>8} {won:>6}")?;
        }
        let width = self.scenarios.iter().map(|row| row.scenario.len()).max().unwrap_or(0).max(22);
        write!(f, "\n{:<width$}  first side  its advantage         games", "scenario")?;
        for ScenarioRow { scenario, first_side, advantage, games } in &self.scenarios {
            let advantage = Points(advantage).signed();
            write!(f, "\n{scenario:<width$}  {first_side:<10}  {advantage:<18} {games:>8}")?;
        }
        write!(f, "\n\n{:<32}   games    won  drawn", "pair (counted for the first)")?;
        for PairRow { players: [player, other], games } in &self.pairs {
            let [won, drawn] = [games.won, games.drawn].map(|part| percent(part, games.games));
            write!(f, "\n{:<32} {:>7} {won:>6} {drawn:>6}", format!("{player}, {other}"), games.games)?;
        }
        write!(f, "\n\nBetween scenarios a player's strength differs by about {:.0} points.", self.spread)
    }
}

/// An interval in points.
struct Points<'a>(&'a Interval);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high, .. } = self.0;
        if low == high { f.write_str("by definition") } else { write!(f, "{low:.0} to {high:.0}") }
    }
}

impl Points<'_> {
    /// Returns the value with its sign, and the interval.
    fn signed(&self) -> String {
        format!("{:+.0} ({self})", self.0.value)
    }
}

fn percent(part: u64, of: u64) -> String {
    if of == 0 { String::new() } else { format!("{:.0}%", 100.0 * part as f64 / of as f64) }
}

/// Returns the level that plays with this skill.
fn level(skill: Skill) -> Option<&'static str> {
    Level::ALL.into_iter().find(|level| level.skill(level.time()) == skill).map(Level::name)
}

/// Checks that a page can be written: it doesn't exist yet, or has the two lines.
pub fn check_page(path: &Path) -> Result<(), Failed> {
    files::check_place(path)?;
    if path.exists() { around(path).map(drop) } else { Ok(()) }
}

/// Returns what a page has before and after the ratings, with the two lines.
fn around(path: &Path) -> Result<(String, String), Failed> {
    let page = files::read(path)?;
    let parts = page.find(BEGIN).and_then(|begin| {
        let first = begin + page[begin..].find('\n')? + 1;
        let last = first + page[first..].find(END)?;
        Some((page[..first].to_owned(), page[last..].to_owned()))
    });
    parts.ok_or_else(|| {
        refused(format_args!("{}: expected a line that begins with `{BEGIN}`, and later `{END}`", path.display()))
    })
}

/// Writes the ratings into a page. The rest of the page stays.
pub fn write_page(path: &Path, standing: &Standing, command: &str) -> Result<(), Failed> {
    let (before, after) = match path.exists() {
        true => around(path)?,
        false => (format!("{BEGIN}: written by `undercity ladder --table` -->\n"), format!("{END}\n")),
    };
    files::write_whole(path, format!("{before}\n{}\n{after}", standing.markdown(command)).as_bytes())
}
