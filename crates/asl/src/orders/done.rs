//! Order `done`: ends a phase (B8.41f, B8.61b).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::below::rout as tunnels;
use crate::mechanics::reach::{Flight, factors, under_way};
use crate::mechanics::routing::{must_rout, routing, setting_out};
use crate::mechanics::withdrawal::must_withdraw;
use crate::mechanics::{berserk, charges};
use crate::orders::Done;
use crate::orders::below::come_out::may_come_out;
use crate::orders::fights::attack::DEEPEST;
use crate::printed::clause::{A1, A4, A10, A14, A51, A52, A55, A63, A66, B8_41F, B8_61B};
use crate::printed::flags::Flag;
use crate::setting::below::{is_sewer, is_tunnel};
use crate::state::Asl;
use crate::state::below::Below;
use crate::state::fight::Fight;
use crate::state::step::{Question, Step};
use crate::state::unit::{NO_TUNNEL, Unit};
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Done {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Fight(Fight::Challenge { .. }) => Err(Refusal::new(A55, "show a unit, or let them pass")),
            Step::Fight(Fight::FirstFire { .. }) => Err(Refusal::new(A10, "fire at the moving units, or hold fire")),
            Step::Fight(Fight::Interdict { .. }) => Err(Refusal::new(A51, "show a unit that Interdicts, or let it go")),
            Step::Fight(Fight::Surrender { .. }) => Err(Refusal::new(A52, "accept the surrender, or reject it")),
            Step::Move | Step::Advance | Step::Fight(_) | Step::Below(Below::Destroy { .. }) => Ok(()),
            _ => Err(otherwise(step)),
        }
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        match step {
            Step::Move => may_end_movement(eyes, side),
            Step::Advance => may_end_advance(eyes, side),
            Step::Fight(Fight::AdvancingFire) => may_end_fire(eyes, side),
            Step::Fight(Fight::ChooseRout { .. }) => may_end_routs(eyes, side),
            Step::Fight(Fight::Withdraw { at, ambush: false, .. }) => {
                let must = eyes.steps_to_do() <= DEEPEST && must_withdraw(eyes, side, at);
                A63.forbids(must, "a broken unit in Melee must withdraw")
            }
            _ => Ok(()),
        }
    }

    fn resolve(&self, _: &mut impl Resolver<Asl>, _: Side, _: Step) {}

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let question = reader.asked().and_then(Step::question);
        let clause = question.map_or(A1, rules::Question::clause);
        let sentence = match question {
            Some(Question::Rally) => "End the Rally Phase.".to_owned(),
            Some(Question::PrepFire) => "End Prep Fire.".to_owned(),
            Some(Question::Move) => "End the Movement Phase.".to_owned(),
            Some(Question::FinalFire) => "End Defensive Fire.".to_owned(),
            Some(Question::AdvancingFire) => "End Advancing Fire.".to_owned(),
            Some(Question::Rout) => "End routs.".to_owned(),
            Some(Question::Advance) => "End the Advance Phase.".to_owned(),
            Some(Question::Destroy) => "Destroy no tunnel.".to_owned(),
            Some(Question::Withdraw | Question::Infiltrate) => "No more units leave the Close Combat.".to_owned(),
            Some(Question::CloseCombat) => match reader.asked() {
                Some(Step::Fight(Fight::CloseCombat { at, .. })) => format!("End attacks in {}.", reader.at(at)),
                _ => "End attacks.".to_owned(),
            },
            // These are answered by other orders.
            Some(
                Question::Record
                | Question::SetUp
                | Question::Step
                | Question::FirstFire
                | Question::Interdict
                | Question::Surrender
                | Question::Challenge
                | Question::Choose
                | Question::Direct
                | Question::Claim
                | Question::Show,
            )
            | None => "Done.".to_owned(),
        };
        OrderText::new("Done", sentence, clause)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Done {});
    }
}

/// Returns the refusal of `done` for a question that needs another order, and names that order.
#[cold]
fn otherwise(question: Step) -> Refusal {
    let clause = question.question().map_or(A4, rules::Question::clause);
    let why = match question {
        Step::Record => "Done doesn't end the recording: finish recording instead",
        Step::SetUp { .. } => "Done doesn't end the set-up: choose Ready, or place the rest at random",
        Step::StepOn => "Done doesn't end this move: move the units on, or stop them",
        _ => "you must answer this question",
    };
    Refusal::new(clause, why)
}

/// Checks that the ATTACKER can end the Movement Phase: every stack below has moved (B8.41f).
fn may_end_movement(eyes: AslEyes<'_>, side: Side) -> Result<(), Refusal> {
    berserk::charge_first(eyes, side)?;
    let waiting = eyes.of(side).units().below().without(Flag::Moved);
    let any = waiting.iter().any(|(_, _, at)| is_sewer(eyes.setting(), at));
    B8_41F.forbids(any, "you can't end the phase yet: a stack in the sewers must move")
}

/// Checks that the ATTACKER can end the Advance Phase: no unit stays in a tunnel (B8.61b).
fn may_end_advance(eyes: AslEyes<'_>, side: Side) -> Result<(), Refusal> {
    let inside = |(piece, unit, at): (Piece, &Unit, LocationId)| {
        unit.tunnel != NO_TUNNEL
            && is_tunnel(eyes.setting(), at)
            && may_come_out(eyes, side, PieceSet::EMPTY.with(piece)).is_ok()
    };
    B8_61B.forbids(
        eyes.of(side).units().below().iter().any(inside),
        "you can't end the phase yet: units in a tunnel must come out",
    )
}

/// Checks that the ATTACKER can end Advancing Fire: every charge that was Placed has exploded (ASL-A66).
fn may_end_fire(eyes: AslEyes<'_>, side: Side) -> Result<(), Refusal> {
    let left = charges::of(eyes, side).any(|charge| !charge.set);
    A66.forbids(left, "you can't end the phase yet: a charge that was Placed must explode")
}

/// Checks that a side can end its routs: no unit is routing, or has to begin (ASL-A14).
pub fn may_end_routs(eyes: AslEyes<'_>, side: Side) -> Result<(), Refusal> {
    A14.forbids(under_way(eyes).is_some(), "a rout is under way: finish it first")?;
    let could = |piece, unit: &Unit| {
        let free = routing(eyes, side, piece).is_ok();
        let at = unit.at.filter(|at| free && Flight::of(eyes, side, piece).can_step(*at, factors(unit)));
        let mut tunnel = false;
        tunnels::ends(eyes, side, piece, &mut |_| tunnel = true);
        at.is_some() || tunnel
    };
    let must = setting_out(eyes, side).any(|(piece, unit)| must_rout(eyes, piece, unit) && could(piece, unit));
    A14.forbids(must, "you can't end the phase yet: some units must rout")
}
