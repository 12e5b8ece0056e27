//! Order `attack_unknown`: attacks in Close Combat on all units under a "?" (ASL-A17, B8.44e).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::blows::{declare_unknown, may_strike};
use crate::orders::AttackUnknown;
use crate::orders::fights::attack::{DEEPEST, aim, is_time_to_strike, may_capture, may_join};
use crate::orders::wellformed::each_group;
use crate::printed::clause::{A1, A17, A65, B8_44E};
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;

impl OrderKind<Asl> for AttackUnknown {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_strike(step)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Fight(Fight::CloseCombat { at, .. }) = step else { return self.timely(step) };
        may_attack_unknown(eyes, side, at, self.units, self.capture)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, step: Step) {
        let Step::Fight(Fight::CloseCombat { at, .. }) = step else { return };
        declare_unknown(resolver, side, at, self.units, self.capture);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, attack) = (reader.units(self.units), verb(self.units, "attacks", "attack"));
        let (label, clause) = if self.capture { ("Capture", A65) } else { ("Attack", A17) };
        let sentence = format!("{units} {attack} all units under the \"?\"{}.", aim(self.capture));
        OrderText::new(label, sentence, clause).about(self.units.iter())
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, _| {
            [false, true].into_iter().for_each(|capture| sink(AttackUnknown { units, capture }));
        });
    }
}

/// Checks that a side may attack the enemy's "?" with these of its units there: all under it, once a phase.
pub fn may_attack_unknown(
    eyes: AslEyes<'_>,
    side: Side,
    at: LocationId,
    units: PieceSet,
    capture: bool,
) -> Result<(), Refusal> {
    B8_44E.forbids(capture && eyes.setting().is_below(at), "units can't capture below ground")?;
    if !eyes.is_unknown_at(side.other(), at) {
        return Err(Refusal::new(A17, "no enemy there is under a \"?\": choose the target"));
    }
    if units.is_empty() {
        return Err(Refusal::new(A17, "choose at least one attacker"));
    }
    A17.forbids(eyes.is_unknown_struck(side, at), "the \"?\" has already been attacked in this phase")?;
    units.iter().try_for_each(|piece| may_strike(eyes, side, at, piece).map(drop))?;
    may_join(eyes, units)?;
    may_capture(eyes, capture, units)?;
    A1.forbids(eyes.steps_to_do() > DEEPEST, "no more attacks can be declared here")
}
