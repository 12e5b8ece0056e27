//! Where a stack goes, and who says so (B8.41, B8.44a, B8.44b).

use board::LocationId;
use rules::{Audience, Group, OfferSink, Refusal, Seat, Side, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chart::{is_lost, lost_dr};
use super::{are_adjacent, are_joined, beneath, eliminate, is_sewer};
use crate::below::Below;
use crate::change::Change;
use crate::clause::{B8_1B, B8_2D, B8_4E, B8_5E, B8_41A, B8_41F, B8_41G, B8_44A, B8_44B};
use crate::eyes::AslEyes;
use crate::flags::Flag;
use crate::order::Order;
use crate::report::Report;
use crate::setting::Setting;
use crate::turn::Step;
use crate::{Asl, stack};

/// A stack that uses Sewer Movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Whose it is.
    pub side: Side,
    /// The Manhole Location or the Sewer Location where it starts.
    pub from: LocationId,
    /// Who it is; of an enemy stack only those in sight, so nobody.
    pub units: Group,
}

/// The dr for the way, as everybody saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WayDr {
    /// As it fell, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub dr: u8,
    /// Whether the stack was lost before: that adds one (B8.41e).
    pub was_lost: bool,
}

impl WayDr {
    /// Whether the stack is lost now.
    #[must_use]
    pub fn is_lost(self) -> bool {
        is_lost(self.dr, self.was_lost)
    }

    /// The Final dr.
    #[must_use]
    pub fn total(self) -> i8 {
        lost_dr(self.dr, self.was_lost)
    }
}

/// The Sewer Location where a move below from this Location begins.
fn home(setting: &Setting, from: LocationId) -> Option<LocationId> {
    if is_sewer(setting, from) { Some(from) } else { beneath(setting, from) }
}

/// The Sewer Locations a move below from this Location may lead to, as the map has it.
pub fn ways(setting: &Setting, from: LocationId) -> impl Iterator<Item = LocationId> + Clone + '_ {
    let home = home(setting, from);
    let straight_down = home.filter(|home| *home != from && setting.options.straight_down);
    let list = home.and_then(|home| setting.sewer_ways.get(home.index())).into_iter().flatten().copied();
    straight_down.into_iter().chain(list)
}

/// The same for a side that is asked, by all that its eyes see.
pub fn ways_for(eyes: AslEyes<'_>, stack: Stack) -> impl Iterator<Item = LocationId> + Clone + '_ {
    let barred = eyes.barred();
    ways(eyes.setting(), stack.from).filter(move |to| !barred.contains(to) && may_end(eyes, stack, *to).is_ok())
}

/// Whether a stack can go to a Sewer Location, as far as these eyes see. Whoever moves it sees no more of the other side
/// than counters, so the truth can still bar the way.
///
/// # Errors
/// The refusal with its clause.
pub fn may_go(eyes: AslEyes<'_>, stack: Stack, to: LocationId) -> Result<(), Refusal> {
    let (from, setting) = (stack.from, eyes.setting());
    eyes.spot(to)?;
    if !is_sewer(setting, to) {
        return Err(Refusal::new(B8_41A, "Sewer Movement ends in a Sewer Location"));
    }
    let Some(home) = home(setting, from) else {
        return Err(Refusal::new(B8_41A, "Sewer Movement starts in or beneath a Manhole Location"));
    };
    if home == to && home == from {
        return Err(Refusal::new(B8_41F, "a stack in the sewers moves to another Sewer Location"));
    }
    let back = home == to && !setting.options.straight_down;
    if back {
        return Err(Refusal::new(B8_41A, "the first move leads away from beneath the manhole"));
    }
    if setting.distance(from, to) > super::RANGE {
        return Err(Refusal::new(B8_41A, "it is more than three hexes away"));
    }
    if !ways(setting, from).any(|way| way == to) {
        return Err(Refusal::new(B8_4E, "every way there leads beneath a Water Obstacle"));
    }
    may_end(eyes, stack, to)
}

/// Whether a stack can end its move in a Sewer Location to which a way leads.
fn may_end(eyes: AslEyes<'_>, stack: Stack, to: LocationId) -> Result<(), Refusal> {
    let Stack { side, units, .. } = stack;
    let (setting, spot) = (eyes.setting(), eyes.spot(to)?);
    // Were it otherwise, the enemy above would bar the way.
    if !B8_1B.is_in_force() && eyes.holds(side.other(), spot.ground) {
        return Err(Refusal::new(B8_1B, "the enemy is above"));
    }
    B8_5E.forbids(eyes.is_buried(spot.hex), "the sewer there is buried under rubble")?;
    let room = stack::excess_with(eyes, side, to, units) == 0;
    B8_2D.forbids(!room, "a Sewer Location is never overstacked")?;
    let enemies = eyes.of(side.other()).men();
    B8_44A.forbids(!enemies.at(to).is_empty(), "the enemy is in that Sewer Location")?;
    let near = |at| are_adjacent(setting, at, to) && !are_joined(eyes, at, to);
    let next_to = "next to the enemy one stops beneath open manholes only";
    B8_44B.forbids(enemies.below().iter().any(|(_, _, at)| near(at)), next_to)
}

/// Whether a stack can go anywhere from where it is.
pub fn leads_on(eyes: AslEyes<'_>, stack: Stack) -> bool {
    ways(eyes.setting(), stack.from).any(|to| may_end(eyes, stack, to).is_ok())
}

/// Asks where the stack goes: its own side, or the DEFENDER if it is lost (B8.41d). One with nowhere to go is eliminated
/// (B8.41g).
pub fn ask(turn: &mut impl Turn<Asl>, stack: Stack, way: WayDr) {
    let lost = way.is_lost();
    let asked = if lost { stack.side.other() } else { stack.side };
    let (setting, position) = (turn.setting(), turn.position());
    let eyes = AslEyes::new(setting, position, Seat::Side(asked));
    let seen = Stack { units: eyes.seen(stack.units), ..stack };
    let barred = &position.barred;
    let open = ways(setting, stack.from).any(|to| !barred.contains(&to) && may_end(eyes, seen, to).is_ok());
    let Stack { side, from, units } = stack;
    if open {
        turn.push(Step::Below(if lost {
            Below::Direct { from, units, way }
        } else {
            Below::Choose { from, units, way }
        }));
        return;
    }
    turn.report(B8_41G, Audience::All, crate::below::BelowReport::Trapped { side, from }.into());
    eliminate(turn, B8_41G, units);
    unbar(turn);
}

fn unbar(turn: &mut impl Turn<Asl>) {
    if !turn.position().barred.is_empty() {
        turn.change(B8_44A, Change::Unbarred);
    }
}

/// Where the asked side may send the stack.
pub fn offer_ways(eyes: AslEyes<'_>, stack: Stack, sink: &mut impl OfferSink<Asl>) {
    for to in ways_for(eyes, stack) {
        sink.order(Order::To { to });
    }
}

/// The stack goes where it is sent, unless the truth bars the way: then the asked side hears no more than that, and is
/// asked again.
pub fn direct(turn: &mut impl Turn<Asl>, asked: Side, stack: Stack, way: WayDr, to: LocationId) {
    let lost = asked != stack.side;
    let eyes = AslEyes::open(turn.setting(), turn.position());
    if may_go(eyes, stack, to).is_err() {
        turn.change(B8_44A, Change::Barred { at: to });
        turn.report(B8_44A, Audience::Only(asked), Report::Barred { side: stack.side, at: to });
        return ask(turn, stack, way);
    }
    unbar(turn);
    crate::concealment::find_out(turn, B8_44A, stack.side.other(), to);
    let report = crate::below::BelowReport::Moves { side: stack.side, from: stack.from, to, lost };
    turn.report(B8_41A, Audience::All, report.into());
    let clause = crate::concealment::parting(turn, stack.units, B8_41A);
    for unit in stack.units.iter() {
        turn.change(B8_41F, Change::Flag { unit, flag: Flag::Moved, on: true });
    }
    for unit in stack.units.iter() {
        turn.change(clause, Change::Placed { unit, at: to });
    }
}
