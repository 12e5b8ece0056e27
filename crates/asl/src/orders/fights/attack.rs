//! Order `attack`: attacks on named enemies in Close Combat (ASL-A17).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::blows::{ambushes, declare, expose, is_unseen, may_strike, strikers};
use crate::orders::fights::attack_unknown::may_attack_unknown;
use crate::orders::timing::only;
use crate::orders::wellformed::{WHOLE, each_group, near};
use crate::orders::{Against, Attack, AttackUnknown, AttackWith};
use crate::printed::clause::{A1, A17, B8_44E};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;

/// Number of steps on the agenda beyond which no more attacks can be declared.
pub const DEEPEST: usize = rules::agenda::DEPTH - 4;

impl OrderKind<Asl> for Attack {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_strike(step)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Fight(Fight::CloseCombat { at, .. }) = step else { return self.timely(step) };
        may_attack(eyes, side, at, self.units, self.against)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, step: Step) {
        let Step::Fight(Fight::CloseCombat { at, alone, .. }) = step else { return };
        let ambush = alone && ambushes(resolver, side, at);
        declare(resolver, self.units, self.against);
        if ambush {
            expose(resolver, side.other(), at);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, attack) = (reader.units(self.units), verb(self.units, "attacks", "attack"));
        let sentence = format!("{units} {attack} {}.", reader.units(self.against));
        OrderText::new("Attack", sentence, A17).about(self.units.iter()).about(self.against.iter())
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut impl FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, _| {
            let enemies: Vec<Piece> = near(eyes, units).into_iter().filter(|piece| !units.has(*piece)).collect();
            let groups = PieceSet::of_some(&enemies, WHOLE).into_iter().filter(|group| !group.is_empty());
            groups.for_each(|against| sink(Attack { units, against }));
        });
    }
}

impl DraftKind<Asl> for AttackWith {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (units, Step::Fight(Fight::CloseCombat { at, .. })) = (self.units, step) else { return };
        if may_attack_unknown(eyes, side, at, units).is_ok() {
            sink.order(AttackUnknown { units });
        }
        let all = strikers(eyes, side, at);
        let more = all.iter().filter(|piece| !units.has(*piece)).map(|piece| units.with(piece));
        if is_unseen(eyes, at) {
            return more.filter(|units| *units != all).for_each(|units| sink.draft(AttackWith { units }));
        }
        for against in enemies(eyes, side, at).map(|enemy| PieceSet::EMPTY.with(enemy)) {
            if may_attack(eyes, side, at, units, against).is_ok() {
                sink.draft(Against { units, against });
            }
        }
        more.filter(|units| can_attack(eyes, side, at, *units)).for_each(|units| sink.draft(AttackWith { units }));
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, attack) = (reader.units(self.units), verb(self.units, "attacks", "attack"));
        let sentence = format!("{units} {attack}: choose a target, or add a unit.");
        OrderText::new("Attack", sentence, A17).about(self.units.iter())
    }
}

impl DraftKind<Asl> for Against {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (Against { units, against }, Step::Fight(Fight::CloseCombat { at, .. })) = (*self, step) else { return };
        if may_attack(eyes, side, at, units, against).is_ok() {
            sink.order(Attack { units, against });
        }
        for enemy in enemies(eyes, side, at).filter(|enemy| !against.has(*enemy)) {
            if may_attack(eyes, side, at, units, against.with(enemy)).is_ok() {
                sink.draft(Against { units, against: against.with(enemy) });
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, attack) = (reader.units(self.units), verb(self.units, "attacks", "attack"));
        let sentence = format!("{units} {attack} {}: confirm, or add a target.", reader.units(self.against));
        OrderText::new("Attack", sentence, A17).about(self.units.iter())
    }
}

/// Checks that the side is asked for its attacks in Close Combat.
pub fn is_time_to_strike(step: Step) -> Result<(), Refusal> {
    let now = matches!(step, Step::Fight(Fight::CloseCombat { .. }));
    only(now, A17, "units attack each other only in the Close Combat Phase")
}

/// Returns the enemies in a Close Combat.
fn enemies(eyes: AslEyes<'_>, side: Side, at: LocationId) -> impl Iterator<Item = Piece> {
    eyes.at(side.other(), at).map(|(piece, _)| piece)
}

/// Returns whether a side may attack any enemy there with these units, by name or under a "?".
pub fn can_attack(eyes: AslEyes<'_>, side: Side, at: LocationId, units: PieceSet) -> bool {
    let named = |enemy| may_attack(eyes, side, at, units, PieceSet::EMPTY.with(enemy)).is_ok();
    may_attack_unknown(eyes, side, at, units).is_ok() || enemies(eyes, side, at).any(named)
}

/// Checks that a side may attack these enemies with these units.
fn may_attack(
    eyes: AslEyes<'_>,
    side: Side,
    at: LocationId,
    units: PieceSet,
    against: PieceSet,
) -> Result<(), Refusal> {
    B8_44E.forbids(
        eyes.setting().is_below(at),
        "below ground, units can't attack single enemies: attack the \"?\" as a whole",
    )?;
    if units.is_empty() || against.is_empty() {
        return Err(Refusal::new(A17, "choose at least one attacker and one target"));
    }
    for piece in units.iter() {
        may_strike(eyes, side, at, piece)?;
    }
    for piece in against.iter() {
        let here = |unit: &&Unit| unit.at.is_some_and(|place| eyes.setting().are_one(place, at));
        let enemy = eyes.unit(piece).filter(|unit| unit.side != side && unit.is_men()).filter(here);
        let Some(enemy) = enemy else {
            return Err(Refusal::new(A17, "the target is not an enemy in this Close Combat"));
        };
        A17.forbids(enemy.is(Flag::Struck), "the target has already been attacked in this phase")?;
    }
    A1.forbids(eyes.steps_to_do() > DEEPEST, "no more attacks can be declared here")
}
