//! The moving picture of the front page: moments of a real game, drawn from its ledger as two sides see them.

use std::fmt::Write;
use std::path::Path;

use board::draw::{self, Light, Picture};
use serde::Deserialize;
use table::{Replayed, Table, seat_named};

use crate::{Fault, folder};

/// Which moments are shown, as `site/film.toml` says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    /// Ledger of the game, beside the script.
    ledger: String,
    /// Seat whose view of the street is shown.
    street: String,
    /// Seat whose view of what is below is shown.
    below: String,
    /// Seconds for each moment.
    seconds: f64,
    shot: Vec<Shot>,
}

/// A moment of the game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shot {
    /// Number of the ledger's entry after which it is, from 0.
    entry: usize,
    /// One sentence about it.
    says: String,
}

/// The moving picture, in parts of a page.
pub struct Film {
    /// Drawing of what the first seat sees.
    pub street: String,
    /// Drawing of what the second seat sees, the street dark.
    pub below: String,
    /// The sentences as items of a list.
    pub captions: String,
    /// Styles that show one moment after the other.
    pub styles: String,
}

/// Makes the moving picture.
///
/// # Errors
/// The ledger can't be read up to a moment.
/// A seat is unknown.
pub fn make(root: &Path) -> Result<Film, Fault> {
    let place = root.join("site");
    let script: Script =
        toml::from_str(&folder::text(&place.join("film.toml"))?).map_err(|error| format!("site/film.toml: {error}"))?;
    let ledger = folder::text(&place.join(&script.ledger))?;
    let tables = script.shot.iter().map(|shot| after(&ledger, shot.entry)).collect::<Result<Vec<_>, _>>();
    let tables = tables.map_err(|why| format!("site/{}: {why}", script.ledger))?;
    let seen = |name: &str| -> Result<Vec<Picture<'_>>, Fault> {
        tables.iter().map(|replayed| shown(&*replayed.table, name)).collect()
    };
    let (street, below) = (seen(&script.street)?, seen(&script.below)?);
    let mut captions = String::new();
    for (number, shot) in script.shot.iter().enumerate() {
        let _ = write!(captions, "<li class=\"shot shot-{number}\">{}</li>", shot.says);
    }
    Ok(Film {
        street: draw::film(&street, &below, Light::Day, "The street as the German player sees it"),
        below: draw::film(&below, &below, Light::Below, "What is below the street"),
        captions,
        styles: styles(script.shot.len(), script.seconds),
    })
}

fn shown<'a>(table: &'a dyn Table, name: &str) -> Result<Picture<'a>, Fault> {
    let seat = seat_named(table.sides(), name).ok_or_else(|| format!("site/film.toml: no seat {name}"))?;
    Ok(table.picture(seat))
}

/// Replays a ledger up to an entry.
fn after(ledger: &str, entry: usize) -> Result<Replayed, Fault> {
    let header = referee::replay::header(ledger).map_err(|stopped| stopped.to_string())?;
    let system = table::system(&header.system).ok_or_else(|| format!("unknown system {}", header.system))?;
    let lines: Vec<&str> = ledger.split_inclusive('\n').collect();
    // The header and the numbers revealed before play stand before the first entry.
    let first = lines.iter().position(|line| line.starts_with("{\"line\":{\"entry\":{\"n\":0,")).unwrap_or(1);
    let part: String = lines.iter().take(first + entry + 1).copied().collect();
    let replayed = system.replay(&part, None).map_err(|error| error.to_string())?;
    match &replayed.stopped {
        Some(stopped) => Err(stopped.clone()),
        None if replayed.table.entries() != entry + 1 => Err(format!("no entry {entry}")),
        None => Ok(replayed),
    }
}

/// Returns styles under which one layer of several follows the other, for ever. Each fades in over the one before.
fn styles(count: usize, seconds: f64) -> String {
    let share = 100.0 / count.max(1) as f64;
    // Parts of a moment in which it fades in, and after its end fades out.
    let (inwards, outwards) = (share * 0.14, share * 0.16);
    let mut text = format!(
        "/* Made from site/film.toml. */\n.film .shot {{ opacity: 0; animation: shot {:.1}s linear infinite; }}\n",
        seconds * count as f64
    );
    let _ = writeln!(
        text,
        "@keyframes shot {{ 0% {{ opacity: 0; }} {inwards:.2}%, {:.2}% {{ opacity: 1; }} {:.2}%, 100% {{ opacity: 0; }} }}",
        share + inwards,
        share + inwards + outwards
    );
    for number in 0..count {
        // The first is there at once: its time began before the page was opened.
        let delay = seconds * (number as f64 - 0.14);
        let _ = writeln!(text, ".film .shot-{number} {{ animation-delay: {delay:.2}s; }}");
    }
    text
}

#[test]
fn one_moment_follows_the_other() {
    let styles = styles(4, 2.0);
    assert!(
        styles.contains("animation: shot 8.0s") && styles.contains(".shot-3 { animation-delay: 5.72s; }"),
        "{styles}"
    );
}
