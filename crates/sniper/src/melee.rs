//! Hand-to-hand (SNP-B15): men of both sides in one place.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Classes, Piece, Pool, Side, Turn};

use crate::Sniper;
use crate::change::{Hit, Report};
use crate::clause::B15;
use crate::damage::{self, Hits};
use crate::position::{MEN, Man};

/// Every place with men of both sides: they fight two by two.
pub fn fight_all(turn: &mut impl Turn<Sniper>) {
    let mut pairs: ArrayVec<(LocationId, Piece, Piece), MEN> = ArrayVec::new();
    let men = &turn.position().men;
    let fighters = |side: Side, at: LocationId| men.at(at, men.real(side));
    for (piece, _, at) in men.placed(men.real(Side::A) & men.meeting()) {
        // The first of a side fights the first of the other, and so on.
        let place = fighters(Side::A, at).iter().take_while(|other| *other != piece).count();
        if let Some(enemy) = fighters(Side::B, at).iter().nth(place) {
            pairs.push((at, piece, enemy));
        }
    }
    if pairs.is_empty() || !B15.is_in_force() {
        return;
    }
    pairs.sort_by_key(|(at, _, _)| *at);
    let mut hits = Hits::new();
    for &(at, attacker, defender) in &pairs {
        let total = |turn: &mut _, piece, label| modified(turn, piece, label);
        let (a, b) = (total(turn, attacker, "attacker melee"), total(turn, defender, "defender melee"));
        let (loser, by) = match a.cmp(&b) {
            std::cmp::Ordering::Less => (Some(attacker), b - a),
            std::cmp::Ordering::Greater => (Some(defender), a - b),
            std::cmp::Ordering::Equal => (None, 0),
        };
        let result = match loser {
            Some(_) if by >= turn.setting().tables.melee.kill_by => Hit::Killed,
            Some(_) => Hit::Wounded,
            None => Hit::None,
        };
        let (attacker_total, defender_total) = (a, b);
        let report = Report::Fought { at, attacker, defender, attacker_total, defender_total, loser, result };
        turn.report(B15, Audience::All, report);
        hits.extend(loser.map(|loser| (loser, result)));
    }
    damage::suffer(turn, &hits);
}

fn modified(turn: &mut impl Turn<Sniper>, piece: Piece, label: &'static str) -> i8 {
    let Some(&man) = turn.position().man(piece) else { return 0 };
    let roll = turn.roll(Pool::open(2, Classes::SUM, label, B15).of(man.side)).sum() as i8;
    roll.saturating_add(modifier(turn, &man))
}

fn modifier(turn: &impl Turn<Sniper>, man: &Man) -> i8 {
    let tables = &turn.setting().tables;
    let weapon = tables.weapon(man.weapon).map_or(0, |weapon| weapon.close);
    let wounded = if man.wounded { tables.melee.wounded } else { 0 };
    let stunned = if man.stunned > 0 { tables.melee.stunned } else { 0 };
    weapon.saturating_add(wounded).saturating_add(stunned)
}
