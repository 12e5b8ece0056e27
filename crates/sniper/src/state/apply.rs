//! Applies changes to the position.

use rules::Piece;

use crate::printed::words::Grenade;
use crate::setting::smoke::Cloud;
use crate::state::change::Change;
use crate::state::man::Man;
use crate::state::plot::Plot;
use crate::state::position::{Dropped, Position};

/// Applies a change to the position; checks no rule.
// Inlined: rules make a change whose kind is known, and applying it is then a few stores.
#[inline(always)]
pub fn apply(position: &mut Position, change: &Change) {
    match *change {
        Change::Turn { now } => {
            position.turn = now;
            position.pulse = 0;
            position.ready = rules::BySide::default();
            position.men.begin_turn();
        }
        Change::Phase { now } => position.phase = now,
        Change::Ready { side, now } => position.ready[side] = now,
        Change::Place { man, at, posture } => with(position, man, |man| {
            man.at = Some(at);
            man.posture = posture;
        }),
        Change::Plot { man, plot } => with(position, man, |man| man.plot = plot),
        Change::Seen { man, now } => with(position, man, |man| man.seen = now),
        Change::Posture { man, now } => {
            let pulse = position.pulse;
            with(position, man, |man| {
                man.posture = now;
                man.clock = pulse;
            });
        }
        Change::Pulse { now } => position.pulse = now,
        Change::Moved { man, to } => {
            let pulse = position.pulse;
            with(position, man, |man| {
                man.at = Some(to);
                man.clock = pulse;
                man.walked += 1;
                man.route_done += u16::from(man.on_route);
            });
        }
        Change::Fell { man, to } => with(position, man, |man| man.at = Some(to)),
        Change::Shots { man, left } => with(position, man, |man| man.shots = left),
        Change::Grenades { man, grenade, left } => with(position, man, |man| match grenade {
            Grenade::Frag => man.frag = left,
            Grenade::Smoke => man.smoke = left,
        }),
        Change::Hand { man, now } => {
            let pulse = position.pulse;
            with(position, man, |man| {
                man.hand = now;
                man.clock = pulse;
            });
        }
        Change::Dropped { man, at, grenade } => {
            position.dropped.retain(|dropped| dropped.man != man);
            if let Some(at) = at {
                let _ = position.dropped.try_push(Dropped { man, at, grenade });
            }
        }
        Change::Stunned { man, turns } => with(position, man, |man| man.stunned = turns),
        Change::Wounded { man } => with(position, man, |man| man.wounded = true),
        Change::Incapacitated { man } => with(position, man, lie),
        Change::Out { man } | Change::Vanished { man } => with(position, man, leave),
        Change::Left { man } => {
            if let Some(side) = position.man(man).map(|man| man.side) {
                position.left[side] += 1;
            }
            with(position, man, leave);
        }
        Change::Chits { side, total } => position.chits[side] = total,
        Change::Mission { man } => with(position, man, |man| man.mission = true),
        Change::Alerted { side } => {
            position.alerted[side] = true;
            position.men.change_all(|man| man.on_route &= man.side != side);
        }
        Change::Smoke { at, turns, by } => smoke(position, Cloud { at, turns, by, unnoticed: false }),
        Change::Unnoticed { at, by, now } => {
            let there = position.clouds.iter_mut().find(|cloud| cloud.at == at && cloud.by == by);
            there.into_iter().for_each(|cloud| cloud.unnoticed = now);
        }
        Change::Look => {}
        Change::Over { winner } => position.over = Some(winner),
    }
}

#[inline(always)]
fn with(position: &mut Position, man: Piece, change: impl FnOnce(&mut Man)) {
    position.men.change(man, change);
}

/// Lets a man lie who is incapacitated. He has no plot any more.
fn lie(man: &mut Man) {
    (man.incapacitated, man.wounded, man.stunned) = (true, true, 0);
    (man.plot, man.on_route, man.mission) = (Plot::default(), false, false);
}

/// Takes a man out of the game and clears everything that would tell one lost man from another.
fn leave(man: &mut Man) {
    man.at = None;
    man.seen = false;
    man.plot = Plot::default();
    man.stunned = 0;
    man.mission = false;
    man.on_route = false;
}

fn smoke(position: &mut Position, cloud: Cloud) {
    let old = position.clouds.iter().position(|other| other.at == cloud.at && other.by == cloud.by);
    match (old, cloud.turns) {
        (Some(n), 0) => {
            position.clouds.remove(n);
        }
        (Some(n), _) => {
            if let Some(slot) = position.clouds.get_mut(n) {
                *slot = cloud;
            }
        }
        (None, 0) => {}
        (None, _) => {
            if position.clouds.is_full() {
                position.clouds.remove(0);
            }
            position.clouds.push(cloud);
        }
    }
}
