//! Into Close Combat in the sewers (B8.44d).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Group, Refusal, Side, Turn};

use crate::mechanics::below::out::together;
use crate::mechanics::below::places::{self, are_joined};
use crate::mechanics::carry::may_carry;
use crate::mechanics::{concealment, stack};
use crate::printed::clause::{B8_2D, B8_4D, B8_41F, B8_44B, B8_44D};
use crate::printed::flags::Flag;
use crate::setting::below::is_sewer;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::view::AslEyes;

/// Whether units can go into Close Combat with the enemy in an adjacent Sewer Location. The emergence dr has no say in it.
///
/// # Errors
/// The refusal with its clause.
pub fn may_close(eyes: AslEyes<'_>, side: Side, units: Group, to: LocationId) -> Result<(), Refusal> {
    let from = together(eyes, side, units)?;
    eyes.spot(to)?;
    may_carry(eyes, units, B8_4D)?;
    if !is_sewer(eyes.setting(), to) || from == to {
        return Err(Refusal::new(B8_41F, "below ground one advances into an adjacent Sewer Location or not at all"));
    }
    if eyes.setting().distance(from, to) != 1 {
        return Err(Refusal::new(B8_44D, "that sewer is not adjacent"));
    }
    B8_44B.forbids(!are_joined(eyes, from, to), "both must be beneath open manholes")?;
    let enemy = eyes.is_unknown_at(side.other(), to);
    B8_44D.forbids(!enemy, "no enemy is in that sewer")?;
    let room = stack::excess_with(eyes, side, to, units) == 0;
    B8_2D.forbids(!room, "a Sewer Location is never overstacked")
}

/// Units close with the enemy below. Whether anybody is under either counter shows in the blows (B8.44e).
pub fn close(turn: &mut impl Turn<Asl>, side: Side, units: Group, to: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
    turn.report(B8_44D, Audience::All, BelowReport::Closes { side, from, to }.into());
    let clause = concealment::parting(turn, units, B8_44D);
    for unit in units.iter() {
        turn.change(B8_44D, Change::Flag { unit, flag: Flag::Advanced, on: true });
    }
    for unit in units.iter() {
        turn.change(clause, Change::Placed { unit, at: to });
    }
    places::join(turn, side, to);
}

/// Where units can close with the enemy.
pub fn closings(eyes: AslEyes<'_>, side: Side, units: Group) -> impl Iterator<Item = LocationId> {
    let mut places = ArrayVec::<LocationId, { Group::LIMIT }>::new();
    eyes.unknowns_such(side.other(), |at| is_sewer(eyes.setting(), at), &mut places);
    places.into_iter().filter(move |to| may_close(eyes, side, units, *to).is_ok())
}
