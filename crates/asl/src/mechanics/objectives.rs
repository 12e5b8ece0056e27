//! Control of objectives, and the end of the game when one side is wiped out (ASL-A30).

use rules::objectives::OBJECTIVES;
use rules::{Resolver, Side};

use crate::printed::clause::A30;
use crate::printed::flags::Flag;
use crate::printed::words::Phase;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::ending::has_men;
use crate::view::AslEyes;

/// Gives control of each objective to the side that alone has an unbroken squad or half-squad in sight there. A "?"
/// takes nothing, but denies control to the enemy, until all is revealed at the end.
pub fn settle(resolver: &mut impl Resolver<Asl>) {
    if resolver.setting().objectives.is_empty() {
        return;
    }
    let open = AslEyes::open(resolver.setting(), resolver.position());
    let last = open.turn() == open.setting().turns && open.attacker() != open.setting().first;
    let eyes = if last { open } else { open.public() };
    let mut taken = [None; OBJECTIVES];
    for (objective, taken) in eyes.setting().objectives.iter().zip(&mut taken) {
        let strong = |side| eyes.at(side, objective.at).any(|(_, unit)| unit.kind.is_mmc() && !unit.is(Flag::Broken));
        let absent = |side: Side| {
            if last {
                !eyes.at(side, objective.at).any(|(_, unit)| unit.is_men())
            } else {
                !eyes.holds(side, objective.at)
            }
        };
        *taken = Side::BOTH.into_iter().find(|side| strong(*side) && absent(side.other()));
    }
    for (n, side) in (0u8..).zip(taken).take(resolver.setting().objectives.len()) {
        let held = resolver.position().held.get(usize::from(n)).copied().flatten();
        if let Some(side) = side.filter(|side| held != Some(*side)) {
            resolver.change(A30, Change::Holds { objective: n, side });
        }
    }
}

/// Returns whether one side is wiped out; if so, ends the game.
pub fn is_decided(resolver: &mut impl Resolver<Asl>) -> bool {
    let decided = Side::BOTH.into_iter().any(|side| !has_men(resolver.position(), side)) && A30.is_in_force();
    if decided {
        resolver.change(A30, Change::Phase { now: Phase::Over });
    }
    decided
}
