//! Order to choose a figure to lose (TOI-B24).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side, referee_clauses};

use crate::mechanics::morale;
use crate::orders::Lose;
use crate::orders::timing::{pieces, untimely};
use crate::printed::clause::B24;
use crate::printed::words::Figure;
use crate::state::Tide;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Lose {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if matches!(step, Step::ChooseLoss { .. }) { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, Prompt { eyes, step, .. }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        let Step::ChooseLoss { victims, .. } = step else { return Err(untimely(step)) };
        let Lose { unit, figure } = *self;
        B24.forbids(!victims.has(unit), "this squad can't lose a figure because it was not hit")?;
        let Some(squad) = eyes.squad(unit) else {
            return Err(Refusal::new(referee_clauses::NAMES, "unknown squad"));
        };
        if squad.figures.count(figure) == 0 {
            return Err(Refusal::new(B24, "this squad has no such figure"));
        }
        let falls = morale::can_fall(eyes, victims).any(|chosen| chosen == (unit, figure));
        B24.forbids(!falls, "an officer can't be removed while other figures remain")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Tide>, _: Side, step: Step) {
        morale::lose(resolver, self.unit, self.figure);
        if let Step::ChooseLoss { side, victims, figures } = step
            && figures > 1
        {
            resolver.push(Step::Lose { side, victims, figures: figures - 1 });
        }
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let sentence = format!("{} loses {}.", capitalized(&reader.squad(self.unit)), self.figure.words());
        OrderText::new("Lose a figure", sentence, B24).about([self.unit])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for unit in pieces(eyes) {
            Figure::ALL.into_iter().for_each(|figure| sink(Lose { unit, figure }));
        }
    }
}
