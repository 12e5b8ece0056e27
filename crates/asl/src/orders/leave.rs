//! Order `leave`: a unit drops a weapon (ASL-A5).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::reach::under_way;
use crate::mechanics::routing::routing;
use crate::mechanics::withdrawal::Exit;
use crate::mechanics::{berserk, concealment};
use crate::orders::Leave;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A2, A5, A14, A15, A63, B8_61E};
use crate::printed::flags::Flag;
use crate::printed::words::Cover;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::state::unit::NO_TUNNEL;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Leave {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let routs = matches!(step, Step::Fight(Fight::ChooseRout { .. }));
        let now = routs || matches!(step, Step::Move | Step::Advance) || Exit::of(step).is_some();
        let why =
            "units leave weapons only in their own Movement and Advance Phases; broken units also in the Rout Phase";
        only(now, A5, why)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let done = match step {
            Step::Move => {
                berserk::charge_first(eyes, side)?;
                Flag::Moved
            }
            Step::Advance => Flag::Advanced,
            Step::Fight(Fight::Withdraw { at, .. } | Fight::Infiltrate { at, .. }) => {
                let (_, place) = eyes.own(side, self.unit)?;
                A63.forbids(!eyes.setting().are_one(place, at), "this unit is not in this Close Combat")?;
                Flag::Withdrawing
            }
            _ => {
                A14.forbids(under_way(eyes).is_some(), "a rout is under way: finish it first")?;
                routing(eyes, side, self.unit)?;
                Flag::Routed
            }
        };
        may_leave(eyes, side, self.unit, self.sw, done)
    }

    /// Drops a weapon. Above ground all players see it there; below, only its own side learns of it.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Leave { unit, sw } = *self;
        let Some(at) = resolver.position().unit(unit).and_then(|unit| unit.at) else { return };
        let below = resolver.setting().is_below(at);
        if !below {
            concealment::appear(resolver, unit);
        }
        resolver.change(A5, Change::Held { sw, holder: None });
        let unseen = resolver.position().unit(sw).is_some_and(|sw| sw.cover != Cover::Open);
        if unseen && !below {
            resolver.change(A15, Change::Cover { unit: sw, now: Cover::Open });
        }
        let audience = if below { Audience::Only(side) } else { Audience::All };
        resolver.report(A5, audience, FightReport::Leaves { side, sw, at }.into());
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} leaves {} behind.", reader.unit(self.unit), reader.unit(self.sw));
        OrderText::new("Leave weapon", sentence, A5).about([self.unit, self.sw])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, pieces| {
            pieces.iter().for_each(|sw| sink(Leave { unit, sw: *sw }))
        });
    }
}

/// Checks that a unit can drop a weapon that it holds; `done` is the marker of units that have acted in this phase.
pub fn may_leave(eyes: AslEyes<'_>, side: Side, unit: Piece, sw: Piece, done: Flag) -> Result<(), Refusal> {
    let (holder, _) = eyes.own(side, unit)?;
    A2.forbids(!holder.is_men(), "dummies can't carry weapons")?;
    let (weapon, _) = eyes.own(side, sw)?;
    if !weapon.kind.is_weapon() || weapon.holder != Some(unit) {
        return Err(Refusal::new(A5, "this unit does not hold that weapon"));
    }
    if holder.tunnel != NO_TUNNEL {
        return Err(Refusal::new(B8_61E, "units can't leave weapons in a tunnel"));
    }
    A5.forbids(holder.is(done), "a unit can leave a weapon only before it moves in this phase")
}
