//! Order `attack`: attacks on named enemies in Close Combat (ASL-A17).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::blows::{Company, declare, is_unseen, may_strike, strikers, target};
use crate::orders::fights::attack_unknown::may_attack_unknown;
use crate::orders::timing::only;
use crate::orders::wellformed::{WHOLE, each_group, near};
use crate::orders::{Against, Attack, AttackUnknown, AttackWith};
use crate::printed::clause::{A1, A17, A62, A65, B8_44E};
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
        may_attack(eyes, side, at, self.units, self.against)?;
        may_capture(eyes, self.capture, self.units | self.against)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        declare(resolver, self.units, self.against, self.capture);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, attack) = (reader.units(self.units), verb(self.units, "attacks", "attack"));
        let (against, to) = (reader.units(self.against), aim(self.capture));
        let (label, clause) = if self.capture { ("Capture", A65) } else { ("Attack", A17) };
        let sentence = format!("{units} {attack} {against}{to}.");
        OrderText::new(label, sentence, clause).about(self.units.iter()).about(self.against.iter())
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, _| {
            let enemies: Vec<Piece> = near(eyes, units).into_iter().filter(|piece| !units.has(*piece)).collect();
            let groups = PieceSet::of_some(&enemies, WHOLE).into_iter().filter(|group| !group.is_empty());
            for against in groups {
                [false, true].into_iter().for_each(|capture| sink(Attack { units, against, capture }));
            }
        });
    }
}

impl DraftKind<Asl> for AttackWith {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (units, Step::Fight(Fight::CloseCombat { at, .. })) = (self.units, step) else { return };
        for capture in [false, true] {
            if may_attack_unknown(eyes, side, at, units, capture).is_ok() {
                sink.order(AttackUnknown { units, capture });
            }
        }
        let all = strikers(eyes, side, at);
        let more = all.iter().filter(|piece| !units.has(*piece)).map(|piece| units.with(piece));
        if is_unseen(eyes, at) {
            return more.filter(|units| *units != all).for_each(|units| sink.draft(AttackWith { units }));
        }
        for against in targets(eyes, side, at) {
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
            for capture in [false, true] {
                if may_capture(eyes, capture, units | against).is_ok() {
                    sink.order(Attack { units, against, capture });
                }
            }
        }
        for more in targets(eyes, side, at).filter(|more| !(*more - against).is_empty()) {
            if may_attack(eyes, side, at, units, against | more).is_ok() {
                sink.draft(Against { units, against: against | more });
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

/// Returns the smallest sets of enemies that can be attacked in a Close Combat.
fn targets(eyes: AslEyes<'_>, side: Side, at: LocationId) -> impl Iterator<Item = PieceSet> {
    eyes.at(side.other(), at).filter_map(move |(piece, _)| target(eyes, side.other(), at, piece))
}

/// Returns whether a side may attack any enemy there with these units, by name or under a "?".
pub fn can_attack(eyes: AslEyes<'_>, side: Side, at: LocationId, units: PieceSet) -> bool {
    let named = |against| may_attack(eyes, side, at, units, against).is_ok();
    may_attack_unknown(eyes, side, at, units, false).is_ok() || targets(eyes, side, at).any(named)
}

/// Returns what an attack is made for.
pub const fn aim(capture: bool) -> &'static str {
    if capture { " to capture" } else { "" }
}

/// Checks that an attack among these units may be made to capture (ASL-A65).
pub fn may_capture(eyes: AslEyes<'_>, capture: bool, all: PieceSet) -> Result<(), Refusal> {
    let berserk = |piece: Piece| eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Berserk));
    A65.forbids(capture && all.iter().any(berserk), "berserk units neither capture nor are captured")
}

/// Checks that these units may attack together: a single man who fights alone attacks alone.
pub fn may_join(eyes: AslEyes<'_>, units: PieceSet) -> Result<(), Refusal> {
    let solo = |piece: Piece| eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Solo));
    A62.forbids(units.len() > 1 && units.iter().any(solo), "a single man who fights alone attacks alone")
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
    may_join(eyes, units)?;
    for piece in against.iter() {
        let here = |unit: &&Unit| unit.at.is_some_and(|place| eyes.setting().are_one(place, at));
        let enemy = eyes.unit(piece).filter(|unit| unit.side != side && unit.is_men()).filter(here);
        let Some(enemy) = enemy else {
            return Err(Refusal::new(A17, "the target is not an enemy in this Close Combat"));
        };
        A17.forbids(enemy.is(Flag::Struck), "the target has already been attacked in this phase")?;
        A62.forbids(
            Company::of(eyes, side.other(), at, piece).is_some_and(|company| company.is_parted(against)),
            "a single man and the squad he stands with are attacked together",
        )?;
    }
    A1.forbids(eyes.steps_to_do() > DEEPEST, "no more attacks can be declared here")
}
