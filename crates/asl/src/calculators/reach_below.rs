//! Locations that a unit can reach through sewers and tunnels (B8.4, B8.6).

use board::LocationId;
use rules::PieceSet;

use crate::calculators::reach::{Factors, Mover, ReachAnswer, Reached, sentence};
use crate::mechanics::below::places::manhole;
use crate::mechanics::below::way::{Stack, ways_for};
use crate::orders::below::close::closings;
use crate::orders::below::come_out::may_come_out;
use crate::orders::below::emerge::may_emerge;
use crate::orders::below::sewer::{can_be_led, can_go, may_begin, waiting};
use crate::orders::below::tunnel_move::goals;
use crate::printed::clause::{B8_4C, B8_41A, B8_41B, B8_41D, B8_41H, B8_44D, B8_61A, B8_61B};
use crate::printed::terrain::factors;
use crate::setting::below::{RANGE, end_beneath, is_sewer, is_tunnel};

/// Adds the Locations that a unit reaches below ground at the start of its Movement Phase, for all its half movement
/// factors.
pub fn movement(mover: Mover<'_>, all: u8, answer: &mut ReachAnswer) {
    sewers(mover, all, answer);
    let Mover { eyes, side, .. } = mover;
    let ends: Vec<LocationId> = goals(eyes, side, mover.units()).collect();
    for end in &ends {
        if let Some(at) = end_beneath(eyes.setting(), *end) {
            answer.places.push(place(at, all, "through the tunnel"));
        }
    }
    if !ends.is_empty() {
        answer.say(B8_61A, "A tunnel takes all its MF.");
    }
}

/// Adds the Locations that a unit reaches by Sewer Movement: with its stack, if it is in a sewer.
fn sewers(mover: Mover<'_>, all: u8, answer: &mut ReachAnswer) {
    let Mover { eyes, side, at, .. } = mover;
    let from = eyes.setting().location(at);
    let under = is_sewer(eyes.setting(), from);
    let units = if under { waiting(eyes, side, from) } else { mover.units() };
    if !can_go(eyes, side, units) && !can_be_led(eyes, side, units) {
        return;
    }
    let led = may_begin(eyes, side, units, None).is_err();
    let how = if led { "through the sewers, with a leader's task check" } else { "through the sewers" };
    answer.places.extend(ways_for(eyes, Stack { side, from, units }).map(|at| place(at, all, how)));
    answer.say(B8_41A, format!("Sewer Movement takes all its MF and leads up to {RANGE} hexes."));
    if led {
        answer.say(B8_4C, "For that, a leader must go with it and pass a task check.");
    }
    if under && units != PieceSet::EMPTY.with(mover.piece) {
        answer.say(B8_41B, "All units in its Sewer Location move as one stack.");
    }
    answer.say(B8_41D, "If the stack loses its way, the enemy chooses where it goes.");
}

fn place(at: LocationId, all: u8, how: &str) -> Reached {
    Reached { at, cost: Factors(all), words: format!("all {} MF, {how}", factors(all)) }
}

/// Adds the Locations that a unit below ground can advance to.
pub fn advance(mover: Mover<'_>, answer: &mut ReachAnswer) {
    let Mover { eyes, side, unit, at, .. } = mover;
    let (units, setting) = (mover.units(), eyes.setting());
    let mut add = |at, words: &str| {
        answer.places.push(Reached { at, cost: Factors(0), words: words.to_owned() });
    };
    if is_tunnel(setting, at) {
        let own = eyes.tunnels(side).find(|(n, _)| *n == unit.tunnel);
        let exit = own.and_then(|(_, tunnel)| tunnel.ends.into_iter().find(|end| setting.same_hex(*end, at)));
        match (may_come_out(eyes, side, units), exit) {
            (Ok(()), Some(exit)) => {
                add(exit, "out of the tunnel");
                answer.say(B8_61B, "In the Advance Phase it comes out of the tunnel.");
            }
            (Err(refusal), _) => answer.say(refusal.clause, sentence(&refusal)),
            (Ok(()), None) => {}
        }
        return;
    }
    for to in closings(eyes, side, units) {
        add(to, "into Close Combat");
    }
    let fights = !answer.places.is_empty();
    match (may_emerge(eyes, side, units), manhole(eyes, at)) {
        (Ok(()), Some(above)) => {
            answer.places.push(Reached { at: above, cost: Factors(0), words: "straight up".to_owned() });
            answer.say(B8_41H, "In the Advance Phase it can come straight up, also among enemies.");
        }
        (Err(refusal), _) => answer.say(refusal.clause, sentence(&refusal)),
        (Ok(()), None) => {}
    }
    if fights {
        answer.say(B8_44D, "It can advance into Close Combat in an adjacent Sewer Location.");
    }
}
