//! The Close Combat Phase: Locations with Close Combat, their steps, removal of casualties, and Melee (ASL-A17, ASL-A31,
//! ASL-A61).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::DEPTH;
use rules::{Audience, BySide, PieceSet, Resolver, Side};

use crate::mechanics::{ambush, berserk, concealment, morale};
use crate::printed::clause::{A15, A17, A31, A60, A61, A63, B8_44E};
use crate::printed::flags::Flag;
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Fate, Phase};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::Report;
use crate::state::report::close::CloseReport;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Begins the Close Combat in the next Location, from a number upwards, that has units of both sides.
pub fn next(resolver: &mut impl Resolver<Asl>, from: u16) {
    if !A17.is_in_force() {
        return;
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let [ours, theirs] = Side::BOTH.map(|side| eyes.of(side).units());
    let both = |at: &LocationId| at.0 >= from && !theirs.at(*at).is_empty();
    let places = ours.iter().map(|(_, _, at)| eyes.setting().location(at));
    let Some(at) = places.filter(both).min() else { return };
    resolver.push(Fight::CloseCombats { from: at.0 + 1 }.into());
    begin(resolver, at);
}

/// Begins a Close Combat. Below, all units stay under a "?" (B8.44e): no unit withdraws from there.
fn begin(resolver: &mut impl Resolver<Asl>, at: LocationId) {
    let below = resolver.setting().is_below(at) && B8_44E.is_in_force();
    if !below && !gather(resolver, at) {
        return;
    }
    let attacker = resolver.position().attacker;
    let by = ambush::ambush(resolver, at);
    resolver.push(Fight::EndOfCombat { at, by }.into());
    let slips = A60.is_in_force() && !below;
    match by {
        Some(side) => {
            if slips {
                concealment::lose_all(resolver, side.other(), at);
                resolver.push(Fight::Withdrawals { side, at, ambush: true }.into());
            }
            resolver.push(Fight::Settle { at }.into());
            resolver.push(Fight::Blows { side: side.other(), at, alone: true }.into());
            resolver.push(Fight::Settle { at }.into());
            resolver.push(Fight::Blows { side, at, alone: true }.into());
        }
        None => {
            resolver.push(Fight::Settle { at }.into());
            resolver.push(Fight::Blows { side: attacker, at, alone: false }.into());
        }
    }
    if !below {
        resolver.push(Fight::Withdrawals { side: attacker.other(), at, ambush: false }.into());
        resolver.push(Fight::Withdrawals { side: attacker, at, ambush: false }.into());
    }
    if let Some(side) = by.filter(|_| slips) {
        resolver.push(Fight::Withdrawals { side, at, ambush: true }.into());
    }
}

/// Removes the counters of sides that have only dummies where the other side has counters too (ASL-A61). They prove
/// nothing, so of units that are there unseen nothing is shown to them. Returns whether there is a Close Combat: a side
/// has men there, and the other side too, hidden ones included.
fn is_fought(resolver: &mut impl Resolver<Asl>, at: LocationId) -> bool {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let here = |side| eyes.of(side).units().at(at);
    let hidden = BySide::new(|side| here(side).lying(Cover::Hidden).group());
    let counters = BySide::new(|side| here(side).group() - hidden[side]);
    let men = BySide::new(|side| here(side).men().group() - hidden[side]);
    let met = !counters.a.is_empty() && !counters.b.is_empty();
    let attacker = resolver.position().attacker;
    for side in [attacker, attacker.other()] {
        let dummies = met && men[side].is_empty() && A61.is_in_force() && A15.is_in_force();
        if dummies {
            resolver.report(A61, Audience::All, Report::DummiesOnly { side, at });
            for unit in counters[side].iter() {
                resolver.change(A61, Change::Gone { unit, fate: Fate::Removed });
            }
        }
    }
    let fights = |side: Side| !men[side].is_empty() && !(men[side.other()] | hidden[side.other()]).is_empty();
    fights(Side::A) || fights(Side::B)
}

/// Puts hidden units under a "?", removes dummies, and reports what else is under each "?" (ASL-A61). Returns whether
/// both sides have men there: without that nothing is shown.
fn gather(resolver: &mut impl Resolver<Asl>, at: LocationId) -> bool {
    if !is_fought(resolver, at) {
        return false;
    }
    let attacker = resolver.position().attacker;
    let there = |eyes: AslEyes<'_>, side, cover| eyes.of(side).units().at(at).lying(cover).group();
    for side in [attacker, attacker.other()] {
        let hidden = there(AslEyes::open(resolver.setting(), resolver.position()), side, Cover::Hidden);
        if !A61.is_in_force() || !A15.is_in_force() {
            concealment::show(resolver, hidden);
            continue;
        }
        concealment::come_under(resolver, hidden);
        let under = there(AslEyes::open(resolver.setting(), resolver.position()), side, Cover::Concealed);
        let men = under & resolver.position().units.men();
        for unit in (under - men).iter() {
            resolver.change(A61, Change::Gone { unit, fate: Fate::Removed });
        }
        if !men.is_empty() && resolver.is_heard() {
            let mut kinds: ArrayVec<Kind, { PieceSet::LIMIT }> =
                resolver.position().units.each(men).map(|(_, unit)| unit.kind).collect();
            // The order of the pieces would show which is which.
            kinds.sort_unstable();
            resolver.report(A61, Audience::All, CloseReport::Strength { side, at, kinds }.into());
        }
    }
    true
}

/// Puts a step on the agenda below those on top that satisfy `over`: attacks are resolved in the order in which they
/// were declared, and declared Withdrawals after all of them.
pub fn push_below(resolver: &mut impl Resolver<Asl>, step: Fight, mut over: impl FnMut(Fight) -> bool) {
    let mut lifted: ArrayVec<Step, DEPTH> = ArrayVec::new();
    while let Some(top @ Step::Fight(fight)) = resolver.position().agenda.top() {
        if !over(fight) || lifted.try_push(top).is_err() {
            break;
        }
        resolver.pop();
    }
    resolver.push(step.into());
    for step in lifted.into_iter().rev() {
        resolver.push(step);
    }
}

/// Removes the units eliminated in Close Combat, and reduces others: above ground in sight of all players. Units that
/// have left it meanwhile are reduced where they are now.
pub fn settle(resolver: &mut impl Resolver<Asl>) {
    let hit = |flag| resolver.position().units.bearing(flag);
    let (doomed, shaken) = (hit(Flag::Doomed), hit(Flag::Shaken));
    let above = (doomed | shaken) - resolver.position().units.below();
    concealment::show(resolver, above);
    for piece in doomed.iter() {
        morale::remove(resolver, A17, piece);
    }
    for unit in shaken.iter() {
        resolver.change(A17, Change::Flag { unit, flag: Flag::Shaken, on: false });
        morale::reduce(resolver, unit);
    }
}

/// Frees units from a Melee in which no enemy in sight is left, as after fire into it (A11.15). In the Close Combat Phase
/// the end of each Close Combat does so.
pub fn release(resolver: &mut impl Resolver<Asl>) {
    let held = resolver.position().units.bearing(Flag::Melee);
    if held.is_empty() || resolver.position().phase == Phase::CloseCombat {
        return;
    }
    for unit in held.iter() {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let there = eyes.unit(unit).and_then(|held| Some((held.side.other(), held.at?)));
        if there.is_some_and(|(enemy, at)| eyes.of(enemy).men().at(at).lying(Cover::Open).is_empty()) {
            resolver.change(A31, Change::Flag { unit, flag: Flag::Melee, on: false });
        }
    }
}

/// Ends a Close Combat for this turn: broken units that are still in their Melee are eliminated, and units left in sight
/// on both sides are held in Melee. A "?" neither is held nor holds any unit. Below ground there is no Melee.
pub fn end(resolver: &mut impl Resolver<Asl>, at: LocationId) {
    if resolver.setting().is_below(at) && B8_44E.is_in_force() {
        return;
    }
    Side::BOTH.into_iter().for_each(|side| berserk::after_victory(resolver, side, at));
    let in_sight = |eyes: AslEyes<'_>| BySide::new(|side| eyes.of(side).men().at(at).lying(Cover::Open).group());
    let men = in_sight(AslEyes::open(resolver.setting(), resolver.position()));
    for flag in [Flag::Withdrawing, Flag::Solo] {
        let units = &resolver.position().units;
        let marked = units.bearing(flag) & (men.a | men.b);
        for unit in marked.iter() {
            resolver.change(A63, Change::Flag { unit, flag, on: false });
        }
    }
    if !men.a.is_empty() && !men.b.is_empty() {
        let units = &resolver.position().units;
        let lost = units.bearing(Flag::Broken) & units.bearing(Flag::Melee) & (men.a | men.b);
        lost.iter().for_each(|unit| morale::remove(resolver, A31, unit));
    }
    let men = in_sight(AslEyes::open(resolver.setting(), resolver.position()));
    let held = !men.a.is_empty() && !men.b.is_empty();
    for unit in men.a.iter().chain(men.b.iter()) {
        if resolver.position().unit(unit).is_some_and(|unit| unit.is(Flag::Melee) != held) {
            resolver.change(A31, Change::Flag { unit, flag: Flag::Melee, on: held });
        }
    }
}
