//! Orders `claim` and `claim_nothing`: a friendly unit above for an emergence dr (B8.42e).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::below::emergence::{ask_to_show, place};
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Claim, ClaimNothing};
use crate::printed::clause::B8_42E;
use crate::state::Asl;
use crate::state::below::{Below, Dr};
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::text::questions::{cast, outcome, shows_nobody};
use crate::view::AslEyes;

/// Checks that the ATTACKER can claim this unit as a friendly unit above (B8.42e).
pub fn may_claim(eyes: AslEyes<'_>, side: Side, cast: &Dr, unit: Piece) -> Result<(), Refusal> {
    let (friend, at) = eyes.own(side, unit)?;
    let above = eyes.spot(cast.at)?.ground;
    let counts = eyes.setting().are_one(at, above) && friend.is_men();
    B8_42E.forbids(!counts, "only a real unit of your own in the Manhole Location counts")
}

/// Checks that the ATTACKER is asked for a claim: they settle the dr first.
fn is_time(step: Step) -> Result<(), Refusal> {
    let now = matches!(step, Step::Below(Below::Claim(_)));
    only(now, B8_42E, "none of your stacks is taking an emergence dr")
}

impl OrderKind<Asl> for Claim {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time(step)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Below(Below::Claim(cast)) = step else { return self.timely(step) };
        may_claim(eyes, side, &cast, self.unit)
    }

    /// Records the claim. No other player learns which unit it is.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, step: Step) {
        let (side, Step::Below(Below::Claim(cast))) = (resolver.position().attacker, step) else { return };
        place(resolver, B8_42E, self.unit);
        resolver.report(B8_42E, Audience::All, BelowReport::Claims { side, at: cast.at }.into());
        ask_to_show(resolver, Dr { claimed: true, ..cast });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let then = cast(reader).map_or_else(String::new, |cast| format!(": {}", outcome(&cast, -1)));
        let sentence = format!("Claim {} as a friendly unit above{then}.", reader.unit(self.unit));
        OrderText::new("Claim", sentence, B8_42E).about([self.unit]).at(reader.place_of(self.unit))
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, _| sink(Claim { unit }));
    }
}

impl OrderKind<Asl> for ClaimNothing {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time(step)
    }

    fn legal(&self, _: Prompt<'_, Asl>) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, step: Step) {
        if let Step::Below(Below::Claim(cast)) = step {
            ask_to_show(resolver, cast);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Claim none", shows_nobody(reader), B8_42E)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(ClaimNothing {});
    }
}
