//! A trip over manholes that are named by their hexes on a printed board.

use board::{Grid, Label, Labels, Lowered, Shape};
use rules::{Answer, Refusal};
use serde::Deserialize;

use super::telling::tell;
use super::wrong;
use crate::sewer::RANGE;
use crate::sewer::chart::Conditions;
use crate::trip::{End, Place, Trip};

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    manholes: String,
    from: String,
    to: String,
    turns: u8,
    lost: bool,
    morale: i16,
    emerge: bool,
}

/// A manhole as it was written.
#[derive(Debug)]
struct Written<'a> {
    hex: &'a str,
    manhole: Option<Conditions>,
    risk: f64,
}

/// The trip.
///
/// # Errors
/// What makes no sense.
pub fn answer(asked: &Asked) -> Result<Answer, Refusal> {
    let separators = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    let written = asked.manholes.split(separators).filter(|word| !word.is_empty()).map(read_manhole);
    let written: Vec<Written<'_>> = written.collect::<Result<_, _>>()?;
    let names: Vec<&str> = written.iter().map(|one| one.hex).collect();
    if let Some(twice) = names.iter().enumerate().find(|(n, name)| names[..*n].contains(*name)) {
        return Err(wrong(format!("{} is named twice", twice.1)));
    }
    let hexes = lay_out(&names)?;
    let near = |from: &str, to: &str| match (hexes.hex(from), hexes.hex(to)) {
        (Some(from), Some(to)) => from != to && hexes.distance(from, to) <= RANGE,
        _ => false,
    };
    let ways = |from: &str| (0u8..).zip(&names).filter(|(_, to)| near(from, to)).map(|(n, _)| n).collect();
    let place = |one: &Written<'_>| Place { ways: ways(one.hex), manhole: one.manhole, risk: one.risk };
    let index = |hex: &str| {
        let found = names.iter().position(|name| *name == hex).and_then(|n| u8::try_from(n).ok());
        found.ok_or_else(|| wrong(format!("{hex} is not among the manholes")))
    };
    let trip = Trip {
        places: written.iter().map(place).collect(),
        start: index(&asked.from)?,
        goal: index(&asked.to)?,
        lost: asked.lost,
        task: (asked.morale != 0).then_some(asked.morale),
        turns: asked.turns,
        end: if asked.emerge { End::Emerge } else { End::Arrive },
    };
    tell(&trip, &|place| names.get(usize::from(place)).map_or_else(String::new, |name| (*name).to_owned()))
}

/// The hexes of a board that is just large enough.
fn lay_out(names: &[&str]) -> Result<Grid, Refusal> {
    let labels: Vec<Label> = names
        .iter()
        .map(|name| name.parse::<Label>().map_err(|error| wrong(error.to_string())))
        .collect::<Result<_, _>>()?;
    let Some(first) = labels.first() else { return Err(wrong("name at least two manholes")) };
    for (label, name) in labels.iter().zip(names) {
        if label.labels != first.labels {
            return Err(wrong(format!("{name} is of another board than {}: name hexes of one board", names[0])));
        }
    }
    let columns = labels.iter().map(|label| label.column + 1).max().unwrap_or(1);
    let rows = labels.iter().map(|label| label.row.max(1)).max().unwrap_or(1);
    let half_rows = first.labels != Labels::Digits;
    let shape = Shape { columns, rows, labels: first.labels, lowered: Lowered::Second, half_rows };
    let hexes = Grid::new(shape).map_err(|error| wrong(error.to_string()))?;
    match names.iter().find(|name| hexes.hex(name).is_none()) {
        Some(stranger) => Err(wrong(format!("no board has a hex {stranger}"))),
        None => Ok(hexes),
    }
}

/// `G4:2enemies+neighbour:25%`
fn read_manhole(word: &str) -> Result<Written<'_>, Refusal> {
    let (hex, rest) = word.split_once(':').unwrap_or((word, ""));
    let mut read = Written { hex, manhole: Some(Conditions::default()), risk: 0.0 };
    for part in rest.split([':', '+']).filter(|part| !part.is_empty()) {
        if let Some(percent) = part.strip_suffix('%') {
            let percent: u8 = percent.parse().map_err(|_| wrong(format!("{part}: expected a percentage")))?;
            read.risk = f64::from(percent) / 100.0;
        } else if part == "covered" {
            read.manhole = None;
        } else if let Some(manhole) = &mut read.manhole {
            let number = part.trim_end_matches("enemies").trim_end_matches("enemy");
            match part {
                "friend" => manhole.friend = true,
                "unwatched" => manhole.unwatched = true,
                "neighbour" => manhole.neighbour = true,
                "enemy" => manhole.enemies = 1,
                _ if number != part => {
                    let expected = |_| wrong(format!("{part}: expected a number of enemies"));
                    manhole.enemies = number.parse().map_err(expected)?;
                }
                _ => return Err(wrong(format!("{part}: expected friend, unwatched, neighbour, enemies or covered"))),
            }
        }
    }
    Ok(read)
}
