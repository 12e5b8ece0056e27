//! Order `attack_unknown`: attacks in Close Combat on all units under a "?" (ASL-A17, B8.44e).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::blows::{ambushes, declare, expose, is_unseen, may_strike, under_counter};
use crate::mechanics::concealment;
use crate::orders::AttackUnknown;
use crate::orders::fights::attack::{DEEPEST, is_time_to_strike};
use crate::orders::wellformed::each_group;
use crate::printed::clause::{A1, A17};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
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
        may_attack_unknown(eyes, side, at, self.units)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, step: Step) {
        let (units, Step::Fight(Fight::CloseCombat { at, alone, .. })) = (self.units, step) else { return };
        if alone && ambushes(resolver, side, at) {
            let against = under_counter(AslEyes::open(resolver.setting(), resolver.position()), side.other(), at);
            concealment::show(resolver, units);
            expose(resolver, side.other(), at);
            // They are no longer under a "?" when the attack is resolved. If they were dummies, it has no target.
            let men = against & resolver.position().units.men();
            return declare(resolver, units, men);
        }
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let below = is_unseen(eyes, at);
        let against = under_counter(eyes, side.other(), at);
        resolver.push(if below {
            Fight::BlowBelow { side, at }.into()
        } else {
            Fight::BlowUnknown { side, units, against, at }.into()
        });
        if !below {
            concealment::show(resolver, units);
        }
        for unit in units.iter() {
            resolver.change(A17, Change::Flag { unit, flag: Flag::Fought, on: true });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, attack) = (reader.units(self.units), verb(self.units, "attacks", "attack"));
        let sentence = format!("{units} {attack} all units under the \"?\".");
        OrderText::new("Attack", sentence, A17).about(self.units.iter())
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut impl FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, _| sink(AttackUnknown { units }));
    }
}

/// Checks that a side may attack the enemy's "?" with these of its units there: all under it, once a phase.
pub fn may_attack_unknown(eyes: AslEyes<'_>, side: Side, at: LocationId, units: PieceSet) -> Result<(), Refusal> {
    if !eyes.is_unknown_at(side.other(), at) {
        return Err(Refusal::new(A17, "no enemy there is under a \"?\": choose the target"));
    }
    if units.is_empty() {
        return Err(Refusal::new(A17, "choose at least one attacker"));
    }
    A17.forbids(eyes.is_unknown_struck(side, at), "the \"?\" has already been attacked in this phase")?;
    units.iter().try_for_each(|piece| may_strike(eyes, side, at, piece).map(drop))?;
    A1.forbids(eyes.steps_to_do() > DEEPEST, "no more attacks can be declared here")
}
