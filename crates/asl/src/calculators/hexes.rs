//! Calculator of a trip over manholes that are named by their hexes on a printed board.

use std::ops::RangeInclusive;

use board::{Grid, Label, Labels, Lowered, Shape};
use rules::{CalculatorOutput, Refusal};
use serde::Deserialize;

use crate::calculators::inputs::{task, turns, wrong};
use crate::calculators::trip::{End, Place, Trip};
use crate::calculators::trip_text::describe_trip;
use crate::printed::chart::Conditions;
use crate::setting::below::RANGE;

/// Inputs of the calculator for a trip on a printed board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SewerInput {
    manholes: String,
    from: String,
    to: String,
    turns: i64,
    lost: bool,
    morale: i64,
    come_up: bool,
}

/// A manhole as it was entered.
#[derive(Debug)]
struct Written {
    hex: String,
    manhole: Option<Conditions>,
    risk: f64,
}

/// Returns the trip.
///
/// # Errors
///
/// - A hex is unknown, or listed twice.
/// - `from` or `to` is not listed.
/// - A number is out of range.
pub fn answer(input: &SewerInput) -> Result<CalculatorOutput, Refusal> {
    let separators = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    // Input in any case is accepted: hexes are read in capitals, conditions in lower case.
    let small = input.manholes.to_lowercase();
    let (from, to) = (input.from.trim().to_uppercase(), input.to.trim().to_uppercase());
    let written = small.split(separators).filter(|word| !word.is_empty()).map(read_manhole);
    let written: Vec<Written> = written.collect::<Result<_, _>>()?;
    let names: Vec<&str> = written.iter().map(|one| one.hex.as_str()).collect();
    if let Some(twice) = names.iter().enumerate().find(|(n, name)| names[..*n].contains(*name)) {
        return Err(wrong(format!("manholes: {} is listed twice", twice.1)));
    }
    let hexes = lay_out(&names)?;
    let near = |from: &str, to: &str| match (hexes.hex(from), hexes.hex(to)) {
        (Some(from), Some(to)) => from != to && hexes.distance(from, to) <= RANGE,
        _ => false,
    };
    let ways = |from: &str| (0u8..).zip(&names).filter(|(_, to)| near(from, to)).map(|(n, _)| n).collect();
    let place = |one: &Written| Place { ways: ways(&one.hex), manhole: one.manhole, risk: one.risk };
    let index = |hex: &str| {
        let found = names.iter().position(|name| *name == hex).and_then(|n| u8::try_from(n).ok());
        found.ok_or_else(|| wrong(format!("{hex} is not one of the manholes listed ({})", names.join(", "))))
    };
    let trip = Trip {
        places: written.iter().map(place).collect(),
        start: index(&from)?,
        goal: index(&to)?,
        lost: input.lost,
        task: task(input.morale)?,
        turns: turns(input.turns)?,
        end: if input.come_up { End::Emerge } else { End::Arrive },
    };
    describe_trip(&trip, &|place| names.get(usize::from(place)).map_or_else(String::new, |name| (*name).to_owned()))
}

/// Returns a grid just large enough for these hexes.
fn lay_out(names: &[&str]) -> Result<Grid, Refusal> {
    let labels: Vec<Label> = names
        .iter()
        .map(|name| name.parse::<Label>().map_err(|error| wrong(error.to_string())))
        .collect::<Result<_, _>>()?;
    let Some(first) = labels.first() else {
        return Err(wrong("manholes: expected at least two, for example manholes='C4 E5 G4'"));
    };
    for (label, name) in labels.iter().zip(names) {
        if label.labels != first.labels {
            return Err(wrong(format!(
                "manholes: {name} and {} are on different boards; expected hexes of one board",
                names[0]
            )));
        }
    }
    let columns = labels.iter().map(|label| label.column + 1).max().unwrap_or(1);
    let rows = labels.iter().map(|label| label.row.max(1)).max().unwrap_or(1);
    let half_rows = first.labels != Labels::Digits;
    let shape = Shape { columns, rows, labels: first.labels, lowered: Lowered::Second, half_rows };
    let hexes = Grid::new(shape).map_err(|error| wrong(error.to_string()))?;
    match names.iter().find(|name| hexes.hex(name).is_none()) {
        Some(stranger) => Err(wrong(format!("unknown hex {stranger}"))),
        None => Ok(hexes),
    }
}

/// Conditions that can be entered for a manhole.
const WORDS: &str = "friend, unwatched, neighbour, 2enemies, covered, or a probability such as 25%";

/// Reads a manhole such as `g4:2enemies+neighbour:25%`.
fn read_manhole(word: &str) -> Result<Written, Refusal> {
    let (hex, rest) = word.split_once(':').unwrap_or((word, ""));
    let mut read = Written { hex: hex.to_uppercase(), manhole: Some(Conditions::default()), risk: 0.0 };
    for part in rest.split([':', '+']).filter(|part| !part.is_empty()) {
        if let Some(percent) = part.strip_suffix('%') {
            let percent: u8 = number(part, percent.parse().unwrap_or(-1), 0..=100)?;
            read.risk = f64::from(percent) / 100.0;
        } else if part == "covered" {
            read.manhole = None;
        } else if let Some(manhole) = &mut read.manhole {
            let enemies = part.strip_suffix("enemies").or_else(|| part.strip_suffix("enemy"));
            match (part, enemies) {
                ("friend", _) => manhole.friend = true,
                ("unwatched", _) => manhole.unwatched = true,
                ("neighbour", _) => manhole.neighbour = true,
                ("enemy", _) => manhole.enemies = 1,
                (_, Some(enemies)) => manhole.enemies = number(part, enemies.parse().unwrap_or(-1), 0..=9)?,
                _ => return Err(wrong(format!("{word}: unknown word `{part}`; expected {WORDS}"))),
            }
        }
    }
    Ok(read)
}

/// Reads a number from a condition of a manhole.
fn number(part: &str, given: i64, range: RangeInclusive<i64>) -> Result<u8, Refusal> {
    let (least, most) = (*range.start(), *range.end());
    let fits = u8::try_from(given).ok().filter(|_| range.contains(&given));
    fits.ok_or_else(|| wrong(format!("{part}: expected a whole number from {least} to {most}, as in 2enemies or 25%")))
}
