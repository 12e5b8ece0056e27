//! Arrival calculator: rounds that a squad needs by the street and through the sewer (TOI-S17).
//!
//! The current round counts as 1. The squad takes one action a round, and enemies, fire and morale are ignored. The way
//! through the sewer goes below only once.

use board::LocationId;
use rules::speech::counted;
use rules::{
    Calculate, Calculator, CalculatorField, CalculatorInfo, CalculatorOutput, InputKind, Piece, Refusal,
    referee_clauses,
};
use serde::{Deserialize, Serialize};

use crate::printed::clause::S17;
use crate::printed::tables::GO_BELOW;
use crate::printed::words::{SOVIET, Token};
use crate::setting::Setting;
use crate::state::Tide;
use crate::state::squad::Squad;
use crate::view::eyes::TideEyes;

pub const ARRIVAL: Calculator<Tide> = Calculator {
    info: CalculatorInfo {
        name: "arrival",
        about: "Rounds a squad needs to reach a Location by the street and through the sewer, counting this \
                round as 1. Ignores enemies, fire and morale. Counts one trip through the sewer only.",
        inputs: &[
            CalculatorField { name: "unit", kind: InputKind::Piece, about: "the squad", default: None },
            CalculatorField { name: "to", kind: InputKind::Location, about: "the destination", default: None },
        ],
        needs_game: true,
    },
    calculate: Calculate::InGame(|eyes, _, input| arrival(eyes, input)),
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    unit: Piece,
    to: LocationId,
}

#[derive(Debug, Serialize)]
struct Output {
    unit: Piece,
    to: LocationId,
    /// Round of arrival by the street, the current one being 1; `None` if no street leads there.
    street_rounds: Option<u16>,
    /// Round of arrival through the sewer, the current one being 1; `None` if no sewer leads there.
    sewer_rounds: Option<u16>,
}

/// Computes both times of arrival from `{"unit", "to"}`.
///
/// # Errors
/// - If the input has other fields or types.
/// - If this seat doesn't see the squad.
/// - If the Location is not on the board.
fn arrival(eyes: TideEyes<'_>, input: &serde_json::Value) -> Result<CalculatorOutput, Refusal> {
    let input =
        Input::deserialize(input).map_err(|error| Refusal::new(referee_clauses::COMPLETE, error.to_string()))?;
    let Some(squad) = eyes.squad(input.unit) else {
        return Err(Refusal::new(referee_clauses::NAMES, "unknown squad"));
    };
    eyes.spot(input.to)?;
    let output = Output {
        unit: input.unit,
        to: input.to,
        street_rounds: by_street(eyes, squad, input.to),
        sewer_rounds: if S17.is_in_force() { through_sewer(eyes, squad, input.to) } else { None },
    };
    let words = |way: &str, rounds: Option<u16>| match rounds {
        Some(rounds) => format!("{way}: {}, counting this one.", counted(rounds, "round", "rounds")),
        None => format!("{way}: no route."),
    };
    let answer = CalculatorOutput::of(&output)?;
    Ok(answer
        .saying(words("By the street", output.street_rounds))
        .saying(words("Through the sewer", output.sewer_rounds)))
}

/// Time on the way: number of the round, and movement points spent in it.
type Spent = (u16, u8);

/// Returns the shortest time to each Location, with `movement` points in each round.
fn walk(setting: &Setting, from: LocationId, movement: u8, start: Spent) -> Vec<Option<Spent>> {
    let mut best: Vec<Option<Spent>> = vec![None; setting.spots.len()];
    let mut open = std::collections::BTreeSet::new();
    if let Some(slot) = best.get_mut(from.index()) {
        *slot = Some(start);
        open.insert((start, from));
    }
    while let Some((time, here)) = open.pop_first() {
        let Some(spot) = setting.spot(here) else {
            continue;
        };
        for way in spot.edges.iter().filter(|way| way.cost <= movement) {
            let (rounds, points) = time;
            let next = if points + way.cost <= movement { (rounds, points + way.cost) } else { (rounds + 1, way.cost) };
            if let Some(slot) = best.get_mut(way.to.index())
                && slot.is_none_or(|known| next < known)
            {
                *slot = Some(next);
                open.insert((next, way.to));
            }
        }
    }
    best
}

/// Returns the first round in which a squad can act: 1 if it is fresh, otherwise 2.
fn begins(fatigued: bool) -> u16 {
    if fatigued { 2 } else { 1 }
}

fn by_street(eyes: TideEyes<'_>, squad: &Squad, to: LocationId) -> Option<u16> {
    let start = (begins(squad.token != Token::Fresh), 0);
    let times = walk(eyes.setting(), squad.on()?, squad.figures.movement(), start);
    times.get(to.index()).copied().flatten().map(|(round, _)| round)
}

fn through_sewer(eyes: TideEyes<'_>, squad: &Squad, to: LocationId) -> Option<u16> {
    let setting = eyes.setting();
    if squad.side != SOVIET || setting.options.sewer_cards == 0 {
        return None;
    }
    let movement = squad.figures.movement();
    if let Some(card) = squad.below() {
        let sheet = eyes.sheet(card)?;
        return way_below(setting, sheet.entrance, sheet.covered, begins(sheet.fatigued), movement, to);
    }
    let times = walk(setting, squad.on()?, movement, (begins(squad.token != Token::Fresh), 0));
    let entrances = setting.tokens.iter().filter_map(|at| Some((*at, times.get(at.index()).copied().flatten()?)));
    entrances
        .filter_map(|(at, (round, points))| {
            let wait = u16::from(points + GO_BELOW > movement);
            way_below(setting, at, 1, round + wait + 1, movement, to)
        })
        .min()
}

/// Returns the round of arrival of a squad below that can act from `round` on. It covers the squares that it needs,
/// comes up and continues on the street.
fn way_below(
    setting: &Setting,
    entrance: LocationId,
    covered: u8,
    round: u16,
    movement: u8,
    to: LocationId,
) -> Option<u16> {
    let exits = setting.tokens.iter().filter_map(|exit| {
        let distance = setting.distance(entrance, *exit);
        let squares = u8::try_from(setting.options.track.len()).ok()?;
        let needed = (covered..=squares)
            .find(|covered| distance <= u16::from(crate::setting::exit_range(&setting.options, *covered)))?;
        let out = round + u16::from(needed - covered);
        let times = walk(setting, *exit, movement, (out, 0));
        times.get(to.index()).copied().flatten().map(|(round, _)| round)
    });
    exits.min()
}
