//! Hand-to-hand (SNP-B15): men of both sides in one place.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, FaceClasses, Piece, Pool, Resolver, Side};

use crate::mechanics::damage::{self, Hits};
use crate::mechanics::lots::Lots;
use crate::printed::clause::B15;
use crate::printed::words::Hit;
use crate::state::Sniper;
use crate::state::man::{MEN, Man};
use crate::state::report::Report;

/// Resolves hand-to-hand combat in every place with men of both sides, in pairs. The order of several men in a place is
/// decided by lot.
// A function of its own: see `steps::step`.
#[inline(never)]
pub fn fight_all(resolver: &mut impl Resolver<Sniper>) {
    let men = &resolver.position().men;
    let meeting = men.able(Side::A) & men.meeting();
    if meeting.is_empty() || !B15.is_in_force() {
        return;
    }
    let mut places: ArrayVec<LocationId, MEN> = ArrayVec::new();
    for (_, _, at) in men.placed(meeting) {
        if !places.contains(&at) {
            places.push(at);
        }
    }
    places.sort_unstable();
    let mut pairs: ArrayVec<(LocationId, Piece, Piece), MEN> = ArrayVec::new();
    let mut lots = [Lots::default(), Lots::default()];
    for &at in &places {
        let [mut attackers, mut defenders] = Side::BOTH.map(|side| {
            let fighters = resolver.position().men.at(at, resolver.position().men.able(side));
            let lots = &mut lots[side.index()];
            lots.draw(resolver, B15, side, at, fighters);
            lots.in_order(at, fighters).into_iter()
        });
        while let (Some(attacker), Some(defender)) = (attackers.next(), defenders.next()) {
            let _ = pairs.try_push((at, attacker, defender));
        }
    }
    let mut hits = Hits::new();
    for &(at, attacker, defender) in &pairs {
        let total = |resolver: &mut _, piece, label| modified(resolver, piece, label);
        let (a, b) = (total(resolver, attacker, "attacker melee"), total(resolver, defender, "defender melee"));
        let (loser, by) = match a.cmp(&b) {
            std::cmp::Ordering::Less => (Some(attacker), b - a),
            std::cmp::Ordering::Greater => (Some(defender), a - b),
            std::cmp::Ordering::Equal => (None, 0),
        };
        let result = match loser {
            Some(_) if by >= resolver.setting().tables.melee.kill_by => Hit::Killed,
            Some(_) => Hit::Wounded,
            None => Hit::None,
        };
        let (attacker_total, defender_total) = (a, b);
        let report = Report::Fought { at, attacker, defender, attacker_total, defender_total, loser, result };
        resolver.report(B15, Audience::All, report);
        hits.extend(loser.map(|loser| (loser, result)));
    }
    // There are no falls, as there is no hand-to-hand combat on a ladder.
    let _ = damage::suffer(resolver, &hits);
}

fn modified(resolver: &mut impl Resolver<Sniper>, piece: Piece, label: &'static str) -> i8 {
    let Some(&man) = resolver.position().man(piece) else { return 0 };
    let roll = resolver.roll(Pool::open(2, FaceClasses::SUM, label, B15).credited_to(man.side)).sum() as i8;
    roll.saturating_add(modifier(resolver, &man))
}

fn modifier(resolver: &impl Resolver<Sniper>, man: &Man) -> i8 {
    let tables = &resolver.setting().tables;
    let weapon = tables.weapon(man.weapon).map_or(0, |weapon| weapon.close);
    let wounded = if man.wounded { tables.melee.wounded } else { 0 };
    let stunned = if man.is_stunned() { tables.melee.stunned } else { 0 };
    weapon.saturating_add(wounded).saturating_add(stunned)
}
