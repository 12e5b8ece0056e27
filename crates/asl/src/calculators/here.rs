//! Calculator of a trip over the manholes of a board in play, with what a seat knows.

use board::LocationId;
use rules::{CalculatorOutput, Refusal, Side};
use serde::Deserialize;

use crate::calculators::inputs::{task, turns, wrong};
use crate::calculators::trip::{End, Place, Trip};
use crate::calculators::trip_text::describe_trip;
use crate::mechanics::below::emergence::is_unwatched;
use crate::mechanics::below::places::manhole;
use crate::printed::chart::Conditions;
use crate::setting::below::{are_adjacent, beneath, is_sewer};
use crate::view::AslEyes;

/// Inputs of the calculator for a trip on the present board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TripInput {
    from: LocationId,
    to: LocationId,
    turns: i64,
    lost: bool,
    morale: i64,
    come_up: bool,
}

/// Returns the trip for the side that asks; for a spectator, for the ATTACKER.
///
/// # Errors
///
/// - A Location is not a manhole of the board.
/// - A number is out of range.
pub fn answer(eyes: AslEyes<'_>, input: &TripInput) -> Result<CalculatorOutput, Refusal> {
    let setting = eyes.setting();
    let side = eyes.seat().side().unwrap_or(eyes.attacker());
    let open = |at: &LocationId| is_sewer(setting, *at) && setting.hex(*at).is_some_and(|hex| !eyes.is_buried(hex));
    let sewers: Vec<LocationId> = (0..setting.spots.len()).map(|n| LocationId(n as u16)).filter(open).collect();
    let index = |at: LocationId| sewers.iter().position(|sewer| *sewer == at).and_then(|n| u8::try_from(n).ok());
    let named = |at: LocationId| {
        eyes.spot(at)?;
        let sewer = if is_sewer(setting, at) { Some(at) } else { beneath(setting, at) };
        let found = sewer.and_then(index);
        found.ok_or_else(|| wrong(format!("{}: expected a usable manhole, or the sewer under one", setting.label(at))))
    };
    let place = |at: &LocationId| Place {
        ways: setting.sewer_edges.get(at.index()).into_iter().flatten().filter_map(|to| index(*to)).collect(),
        manhole: manhole(eyes, *at).map(|above| conditions(eyes, side, *at, above)),
        risk: 0.0,
    };
    let trip = Trip {
        places: sewers.iter().map(place).collect(),
        start: named(input.from)?,
        goal: named(input.to)?,
        lost: input.lost,
        task: task(input.morale)?,
        turns: turns(input.turns)?,
        end: if input.come_up { End::Emerge } else { End::Arrive },
    };
    let name = |place: u8| {
        let ground = sewers.get(usize::from(place)).and_then(|at| setting.spot(*at)).map(|spot| spot.ground);
        ground.map_or_else(String::new, |at| setting.label(at).to_owned())
    };
    describe_trip(&trip, &name)
}

/// Returns the conditions of the chart there now, as far as the side knows.
fn conditions(eyes: AslEyes<'_>, side: Side, at: LocationId, above: LocationId) -> Conditions {
    let enemy = side.other();
    let friend = eyes.at(side, above).any(|(_, unit)| unit.is_men());
    let open = eyes.at(enemy, above).filter(|(_, unit)| unit.kind.is_mmc() && unit.is_good()).count();
    let unknown = u8::from(eyes.is_unknown_at(enemy, above));
    let neighbour = eyes.any_unknown(enemy, |there| are_adjacent(eyes.setting(), there, at));
    let enemies = u8::try_from(open).unwrap_or(u8::MAX).saturating_add(unknown);
    Conditions { friend, unwatched: is_unwatched(eyes.public(), enemy, above), lost: false, enemies, neighbour }
}
