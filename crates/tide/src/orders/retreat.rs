//! Order to choose where a beaten squad retreats (TOI-B17).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::morale;
use crate::orders::Retreat;
use crate::orders::timing::{pieces, untimely};
use crate::printed::clause::B17;
use crate::state::Tide;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Retreat {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if matches!(step, Step::ChooseRetreat { .. } | Step::ChooseRetreats { .. }) {
            Ok(())
        } else {
            Err(untimely(step))
        }
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        match step {
            Step::ChooseRetreat { unit, .. } => {
                B17.forbids(self.unit != unit, "only a squad that lost the assault can retreat now")?
            }
            Step::ChooseRetreats { at, .. } => {
                let beaten = eyes.of_side_on(side, at).any(|(piece, _)| piece == self.unit);
                B17.forbids(!beaten, "only a squad that lost the assault can retreat now")?;
            }
            _ => return Err(untimely(step)),
        }
        morale::may_retreat(eyes, self.unit, self.to)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Tide>, _: Side, step: Step) {
        morale::retreat(resolver, self.unit, self.to);
        if let Step::ChooseRetreats { side, at } = step {
            resolver.push(Step::BeatenOut { side, at });
        }
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let sentence = format!("{} retreats to {}.", capitalized(&reader.squad(self.unit)), reader.at(self.to));
        OrderText::new("Retreat", sentence, B17).about([self.unit]).at([self.to])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for unit in pieces(eyes) {
            eyes.setting().board.location_ids().for_each(|to| sink(Retreat { unit, to }));
        }
    }
}
