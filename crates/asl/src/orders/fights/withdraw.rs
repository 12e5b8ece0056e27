//! Order `withdraw`: units leave a Close Combat, after an Ambush (ASL-A60), from Melee (ASL-A63) or by Infiltration
//! (ASL-A64).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::melee::push_below;
use crate::mechanics::stack;
use crate::mechanics::withdrawal::{Exit, leave, may_go, may_leave, ways};
use crate::orders::fights::attack::DEEPEST;
use crate::orders::timing::only;
use crate::orders::wellformed::each_group;
use crate::orders::{Withdraw, WithdrawWith};
use crate::printed::clause::{A1, A63};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;

impl OrderKind<Asl> for Withdraw {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(Exit::of(step).is_some(), A63, "units withdraw only in the Close Combat Phase, when they are asked")
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Some((exit, at)) = Exit::of(step) else { return self.timely(step) };
        let from = may_set_out(eyes, side, at, self.units, exit)?;
        may_go(eyes, side, self.units, [from, self.to], exit)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, step: Step) {
        let (Withdraw { units, to }, Some((exit, at))) = (*self, Exit::of(step)) else { return };
        if exit != Exit::Melee {
            return leave(resolver, side, units, to, exit);
        }
        push_below(resolver, Fight::Withdrawal { side, units, at, to }, |step| {
            !matches!(step, Fight::EndOfCombat { .. })
        });
        for unit in units.iter() {
            resolver.change(A63, Change::Flag { unit, flag: Flag::Withdrawing, on: true });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, leaves) = (reader.units(self.units), verb(self.units, "withdraws", "withdraw"));
        let sentence = format!("{units} {leaves} to {}.", reader.at(self.to));
        let clause = reader.asked().and_then(Exit::of).map_or(A63, |(exit, _)| exit.clause());
        OrderText::new("Withdraw", sentence, clause).about(self.units.iter()).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, places| {
            places.iter().for_each(|to| sink(Withdraw { units, to: *to }))
        });
    }
}

impl DraftKind<Asl> for WithdrawWith {
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> bool {
        let Some((exit, at)) = Exit::of(step) else { return false };
        may_set_out(eyes, side, at, self.units, exit)
            .is_ok_and(|from| ways(eyes, side, self.units, from, exit).next().is_some())
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (units, Some((exit, at))) = (self.units, Exit::of(step)) else { return };
        let Ok(from) = may_set_out(eyes, side, at, units, exit) else { return };
        ways(eyes, side, units, from, exit).for_each(|to| sink.order(Withdraw { units, to }));
        for more in stack::with_another(eyes, side, units, from) {
            if may_set_out(eyes, side, at, more, exit).is_ok() {
                sink.draft(WithdrawWith { units: more });
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, leaves) = (reader.units(self.units), verb(self.units, "withdraws", "withdraw"));
        let sentence = format!("{units} {leaves}: choose where, or add a unit.");
        let clause = reader.asked().and_then(Exit::of).map_or(A63, |(exit, _)| exit.clause());
        OrderText::new("Withdraw", sentence, clause).about(self.units.iter())
    }
}

/// Checks that these units can leave the Close Combat together, and returns where from.
fn may_set_out(
    eyes: AslEyes<'_>,
    side: Side,
    at: LocationId,
    units: PieceSet,
    exit: Exit,
) -> Result<LocationId, Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let place = may_leave(eyes, side, at, piece, exit)?;
        if from.is_some_and(|from| from != place) {
            return Err(Refusal::new(exit.clause(), "units that withdraw together must start in one Location"));
        }
        from = Some(place);
    }
    A1.forbids(eyes.steps_to_do() > DEEPEST, "no more Withdrawals can be declared here")?;
    from.ok_or_else(|| Refusal::new(exit.clause(), "choose at least one unit to withdraw"))
}
