//! The arrival tool: how long a squad needs by the street and through the sewer (TOI-S17).
//!
//! Counted in rounds, the present one being 1, with one action a round, nobody in the way and no shot fired. Through the
//! sewer means one dive: a squad that comes up to go below once more is not counted. Neither is morale: a pinned squad,
//! or a disrupted one, is given the time of a steady one.

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

/// The calculator.
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
    /// The round of arrival by the street, counted from the present one as 1; none where no street leads.
    street_rounds: Option<u16>,
    /// The same through the sewer; none where no sewer leads.
    sewer_rounds: Option<u16>,
}

/// Answers `{"unit", "to"}` with both times of arrival.
///
/// # Errors
/// When the input is not of that kind.
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

/// Time on the way: rounds used up to now, and points spent of the last one.
type Spent = (u16, u8);

/// The least time to every Location from one, as many movement points a round as given; the first `spent` already.
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

/// The round in which a squad can begin: this one if it is fresh, else the next.
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

/// Arrival of a squad below that can act from this round on: so many rounds of covering squares, then out and onwards.
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
