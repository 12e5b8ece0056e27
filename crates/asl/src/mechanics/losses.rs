//! Casualty Reduction, elimination, and what follows from the loss of leaders (ASL-A12).

use arrayvec::ArrayVec;
use rules::{Clause, Piece, PieceSet, Resolver};

use crate::mechanics::berserk;
use crate::mechanics::morale::{self, alive, leadership, pin, remove, report_fight, roll};
use crate::mechanics::movement::has_gone_far;
use crate::printed::clause::{A10, A12};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::words::Phase;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::fights::{Check, FightReport};
use crate::state::unit::Unit;

/// Lowest wound dr that kills.
const MORTAL: u16 = 5;

/// Maximum number of leaders lost at once whose loss is noted.
const LEADERS: usize = 16;

/// A leader who is eliminated or breaks.
struct Lost {
    leader: Piece,
    /// He, as he was before.
    unit: Unit,
    eliminated: bool,
    /// Units that check for him, if only those do that move with him.
    movers: Option<PieceSet>,
}

/// What an attack leaves to be settled when all its targets have made their checks (A10.2).
#[derive(Default)]
pub struct Aftermath {
    lost: ArrayVec<Lost, LEADERS>,
    /// Leaders who have gone berserk.
    frenzied: ArrayVec<Piece, LEADERS>,
}

impl Aftermath {
    /// Notes that a unit is about to be eliminated, if it is a leader.
    pub fn note(&mut self, resolver: &impl Resolver<Asl>, piece: Piece, eliminated: bool) {
        if let Some(unit) = alive(resolver, piece) {
            self.note_lost(resolver, piece, &unit, eliminated);
        }
    }

    /// Notes that a unit is eliminated or breaks, if it is a leader; `unit` is as it was before.
    pub fn note_lost(&mut self, resolver: &impl Resolver<Asl>, leader: Piece, unit: &Unit, eliminated: bool) {
        if unit.kind.class() != Class::Leader || !A12.is_in_force() {
            return;
        }
        let position = resolver.position();
        let moving = position.moving.filter(|_| position.phase == Phase::Movement && A10.is_in_force());
        let movers = moving.map(|moving| moving.units).filter(|units| units.has(leader));
        // With a full list his loss is not noted: there are never so many leaders in a Location.
        let _ = self.lost.try_push(Lost { leader, unit: *unit, eliminated, movers });
    }

    /// Notes that a leader has gone berserk.
    pub fn note_frenzy(&mut self, leader: Piece) {
        let _ = self.frenzied.try_push(leader);
    }

    /// Makes the checks beside leaders gone berserk, then those for the leaders lost, in the order of their loss. More
    /// may go berserk or be lost by that.
    pub fn settle(&mut self, resolver: &mut impl Resolver<Asl>) {
        loop {
            if let Some(leader) = self.frenzied.pop_at(0) {
                berserk::take_along(resolver, leader, self);
            } else if let Some(lost) = self.lost.pop_at(0) {
                leader_lost(resolver, &lost, self);
            } else {
                break;
            }
        }
    }
}

/// Makes the checks for the loss of a leader: units of lower Morale in the Location make a Morale Check if the leader is
/// eliminated, broken ones too; if he breaks, unbroken ones make a Task Check. His leadership is reversed, and no other
/// leader helps. In First Fire only those check that move with him (A10.2, A10.21).
fn leader_lost(resolver: &mut impl Resolver<Asl>, lost: &Lost, after: &mut Aftermath) {
    let Lost { leader, unit: was, eliminated, movers } = lost;
    let more = -i16::from(leadership(was));
    let pieces = &resolver.position().units;
    let follows = |piece: &Piece| {
        pieces.get(piece.index()).is_some_and(|unit| {
            let place = unit.at.zip(was.at).is_some_and(|(a, b)| resolver.setting().are_one(a, b));
            let here = place && unit.cover == was.cover && unit.is_men();
            here && (*eliminated || !unit.is(Flag::Broken)) && unit.morale() < was.morale()
        })
    };
    let all = pieces.in_play(was.side).without(*leader);
    let all = movers.map_or(all, |movers| all & movers);
    let followers: PieceSet = all.iter().filter(follows).collect();
    morale::each(resolver, followers, |resolver, piece| {
        if *eliminated {
            morale::check(resolver, piece, Check::LeaderLoss, more, None, after);
        } else {
            morale::pin_check(resolver, piece, Check::LeaderLoss, more);
        }
    });
}

/// Applies Casualty Reduction: a squad becomes a half-squad, a half-squad is eliminated; a single man is wounded, or dies.
/// `worse` is added to his wound dr.
pub fn hurt(resolver: &mut impl Resolver<Asl>, piece: Piece, worse: u16, after: &mut Aftermath) {
    let Some(unit) = alive(resolver, piece).filter(|_| A12.is_in_force()) else { return };
    if unit.kind.is_smc() {
        let drm = u16::from(unit.is(Flag::Wounded)) + worse;
        let dr = roll(resolver, A12, &unit, 1, "wound") + drm;
        let drm = drm as i8;
        if dr >= MORTAL {
            after.note(resolver, piece, true);
            return morale::remove_by(resolver, A12, piece, drm);
        }
        // By the factors that he had before.
        let far = has_gone_far(resolver, piece);
        report_fight(resolver, A12, &unit, FightReport::Wounded { unit: piece, drm });
        resolver.change(A12, Change::Flag { unit: piece, flag: Flag::Wounded, on: true });
        if far && morale::can_be_pinned(&unit) && !unit.is(Flag::Broken) && !unit.is(Flag::Pinned) {
            pin(resolver, piece);
        }
        return;
    }
    let Some(kind) = unit.kind.half() else { return perish(resolver, A12, piece, after) };
    report_fight(resolver, A12, &unit, FightReport::Reduced { unit: piece, to: kind });
    resolver.change(A12, Change::Counter { unit: piece, kind });
}

/// Eliminates a unit; if it is a leader, his loss is noted.
pub fn perish(resolver: &mut impl Resolver<Asl>, clause: Clause, piece: Piece, after: &mut Aftermath) {
    after.note(resolver, piece, true);
    remove(resolver, clause, piece);
}
