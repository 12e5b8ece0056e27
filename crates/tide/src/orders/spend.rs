//! Order to put command points on the initiative card (TOI-B34).

use rules::scene::OrderText;
use rules::speech::counted;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::Spend;
use crate::orders::timing::untimely;
use crate::printed::clause::B34;
use crate::printed::tables::SPENT_AT_ONCE;
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::position::Command;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Spend {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if matches!(step, Step::Spend { .. }) { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        if self.points > SPENT_AT_ONCE {
            return Err(Refusal::new(B34, "a side puts at most 40 command points on the initiative card at once"));
        }
        B34.forbids(self.points > eyes.command()[side].points, "this side doesn't have so many command points")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Tide>, side: Side, _: Step) {
        let Command { points, on_card } = resolver.position().command[side];
        let (points, on_card) = (points.saturating_sub(self.points), on_card.saturating_add(self.points));
        if self.points > 0 {
            resolver.change(B34, Change::Command { side, points, on_card });
        }
    }

    fn describe(&self, _: Reader<'_, Tide>) -> OrderText {
        if self.points == 0 {
            return OrderText::new(
                "Spend nothing",
                "No command points are put on the initiative card.".to_owned(),
                B34,
            );
        }
        let points = counted(self.points, "command point is put", "command points are put");
        OrderText::new(&format!("Spend {}", self.points), format!("{points} on the initiative card."), B34)
    }

    fn wellformed_orders(_: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        (0..=SPENT_AT_ONCE + 1).for_each(|points| sink(Spend { points }));
    }
}
