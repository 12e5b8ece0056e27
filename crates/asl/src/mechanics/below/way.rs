//! The destination of a stack, and the side that chooses it (B8.41, B8.44a, B8.44b).

use board::LocationId;
use rules::{Audience, PieceSet, Refusal, Resolver, Seat, Side};

use crate::mechanics::below::places::{are_joined, eliminate};
use crate::mechanics::stack;
use crate::printed::clause::{B8_1B, B8_2D, B8_4E, B8_5E, B8_41A, B8_41F, B8_41G, B8_44A, B8_44B};
use crate::setting::Setting;
use crate::setting::below::{RANGE, are_adjacent, beneath, is_sewer};
use crate::state::Asl;
use crate::state::below::{Below, WayDr};
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::view::AslEyes;

/// A stack that uses Sewer Movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    pub side: Side,
    /// The Manhole Location or the Sewer Location where it starts.
    pub from: LocationId,
    /// The units in the stack; of an enemy stack only those in sight, which are none.
    pub units: PieceSet,
}

impl Stack {
    /// Returns the stack that a side is asked about, as its eyes see it.
    #[must_use]
    pub fn seen(eyes: AslEyes<'_>, from: LocationId, units: PieceSet) -> Stack {
        Stack { side: eyes.attacker(), from, units: eyes.seen(units) }
    }
}

/// Returns the Sewer Location where a move below from this Location begins.
fn home(setting: &Setting, from: LocationId) -> Option<LocationId> {
    if is_sewer(setting, from) { Some(from) } else { beneath(setting, from) }
}

/// Returns the Sewer Locations a move below from this Location may lead to, by the map.
pub fn ways(setting: &Setting, from: LocationId) -> impl Iterator<Item = LocationId> + Clone + '_ {
    let home = home(setting, from);
    let straight_down = home.filter(|home| *home != from && setting.options.straight_down);
    let list = home.and_then(|home| setting.sewer_edges.get(home.index())).into_iter().flatten().copied();
    straight_down.into_iter().chain(list)
}

/// Returns the Sewer Locations a move may lead to, by all that the eyes of the side that is asked see.
pub fn ways_for(eyes: AslEyes<'_>, stack: Stack) -> impl Iterator<Item = LocationId> + Clone + '_ {
    let barred = eyes.barred();
    ways(eyes.setting(), stack.from).filter(move |to| !barred.contains(to) && may_end(eyes, stack, *to).is_ok())
}

/// Checks that a stack can go to a Sewer Location, as far as these eyes see. The side that moves it sees only counters
/// of the other side, so the true position can still bar the way.
pub fn may_go(eyes: AslEyes<'_>, stack: Stack, to: LocationId) -> Result<(), Refusal> {
    let (from, setting) = (stack.from, eyes.setting());
    eyes.spot(to)?;
    if !is_sewer(setting, to) {
        return Err(Refusal::new(B8_41A, "Sewer Movement must end in a Sewer Location"));
    }
    let Some(home) = home(setting, from) else {
        return Err(Refusal::new(B8_41A, "Sewer Movement must start in or under a Manhole Location"));
    };
    if home == to && home == from {
        return Err(Refusal::new(B8_41F, "a stack in the sewers must move to another Sewer Location"));
    }
    let back = home == to && !setting.options.straight_down;
    if back {
        return Err(Refusal::new(B8_41A, "the first move can't end under the manhole where it started"));
    }
    if setting.distance(from, to) > RANGE {
        return Err(Refusal::new(B8_41A, "that Sewer Location is more than three hexes away"));
    }
    if !ways(setting, from).any(|way| way == to) {
        return Err(Refusal::new(B8_4E, "every way there leads under a Water Obstacle"));
    }
    may_end(eyes, stack, to)
}

/// Checks that a stack can end its move in a Sewer Location within its reach.
fn may_end(eyes: AslEyes<'_>, stack: Stack, to: LocationId) -> Result<(), Refusal> {
    let Stack { side, units, .. } = stack;
    let (setting, spot) = (eyes.setting(), eyes.spot(to)?);
    // Without that clause, the enemy above would bar the way.
    if !B8_1B.is_in_force() && eyes.holds(side.other(), spot.ground) {
        return Err(Refusal::new(B8_1B, "an enemy is above that Sewer Location"));
    }
    B8_5E.forbids(eyes.is_buried(spot.hex), "rubble fills that Sewer Location")?;
    let room = stack::excess_with(eyes, side, to, units) == 0;
    B8_2D.forbids(!room, "a Sewer Location can't be overstacked")?;
    let enemies = eyes.of(side.other()).men();
    B8_44A.forbids(!enemies.at(to).is_empty(), "an enemy is in that Sewer Location")?;
    let near = |at| are_adjacent(setting, at, to) && !are_joined(eyes, at, to);
    let next_to = "a stack can end next to an enemy only if both are under open manholes";
    B8_44B.forbids(enemies.below().iter().any(|(_, _, at)| near(at)), next_to)
}

/// Returns whether a stack can go anywhere from where it is.
pub fn leads_on(eyes: AslEyes<'_>, stack: Stack) -> bool {
    ways(eyes.setting(), stack.from).any(|to| may_end(eyes, stack, to).is_ok())
}

/// Asks for the destination of the stack: its own side, or the DEFENDER if it is lost (B8.41d). A stack that can't move
/// is eliminated (B8.41g).
pub fn ask(resolver: &mut impl Resolver<Asl>, stack: Stack, way: WayDr) {
    let lost = way.is_lost();
    let asked = if lost { stack.side.other() } else { stack.side };
    let (setting, position) = (resolver.setting(), resolver.position());
    let eyes = AslEyes::new(setting, position, Seat::Side(asked));
    let seen = Stack { units: eyes.seen(stack.units), ..stack };
    let barred = &position.barred;
    let open = ways(setting, stack.from).any(|to| !barred.contains(&to) && may_end(eyes, seen, to).is_ok());
    let Stack { side, from, units } = stack;
    if open {
        resolver.push(Step::Below(if lost {
            Below::Direct { from, units, way }
        } else {
            Below::Choose { from, units, way }
        }));
        return;
    }
    resolver.report(B8_41G, Audience::All, BelowReport::Trapped { side, from }.into());
    eliminate(resolver, B8_41G, units);
    unbar(resolver);
}

pub fn unbar(resolver: &mut impl Resolver<Asl>) {
    if !resolver.position().barred.is_empty() {
        resolver.change(B8_44A, Change::Unbarred);
    }
}
