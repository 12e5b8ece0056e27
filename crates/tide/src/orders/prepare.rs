//! Order to prepare Op Fire (TOI-B14), as an action or in the Status Phase (TOI-B32).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::standing::fresh;
use crate::orders::Prepare;
use crate::orders::timing::{has_emerged, is_time_to_act, pieces};
use crate::printed::clause::{B14, B23, B32};
use crate::printed::words::{Phase, State, Token};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

/// Lists the squads that this side can place in Op Fire mode in the Status Phase (TOI-B32).
pub fn can_be_ready(eyes: TideEyes<'_>, side: Side) -> impl Iterator<Item = Piece> {
    let fit = |squad: &Squad| squad.token == Token::Fresh && squad.state == State::Steady;
    eyes.standing(side).filter(move |(_, squad)| fit(squad)).map(|(unit, _)| unit)
}

/// Asks the side which squads to place in Op Fire mode, if it has any.
pub fn ask_ready(resolver: &mut impl Resolver<Tide>, side: Side) {
    let eyes = TideEyes::open(resolver.setting(), resolver.position());
    if B32.is_in_force() && can_be_ready(eyes, side).next().is_some() {
        resolver.push(Step::Ready { side });
    }
}

impl OrderKind<Tide> for Prepare {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if matches!(step, Step::Ready { .. }) { Ok(()) } else { is_time_to_act(step) }
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        has_emerged(eyes, step, self.unit)?;
        let squad = fresh(eyes, side, self.unit)?;
        let ready = matches!(step, Step::Ready { .. });
        B32.forbids(
            ready && squad.state != State::Steady,
            "a pinned or disrupted squad can't be placed in Op Fire mode",
        )?;
        B23.forbids(squad.state == State::Disrupted, "a disrupted squad can only take Fatigue Unit")?;
        B23.forbids(squad.state == State::Pinned, "a pinned squad can't prepare Op Fire")
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, side: Side, step: Step) {
        let ready = matches!(step, Step::Ready { .. });
        let clause = if ready { B32 } else { B14 };
        resolver.change(clause, Change::Token { unit: self.unit, now: Token::OpFire });
        if ready {
            ask_ready(resolver, side);
        }
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        if reader.phase() == Phase::Status {
            let sentence = format!("{} is placed in Op Fire mode.", capitalized(&reader.squad(self.unit)));
            return OrderText::new("Place in Op Fire mode", sentence, B32).about([self.unit]);
        }
        let sentence = format!("{} prepares Op Fire.", capitalized(&reader.squad(self.unit)));
        OrderText::new("Prepare Op Fire", sentence, B14).about([self.unit])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        pieces(eyes).for_each(|unit| sink(Prepare { unit }));
    }
}
