//! Questions of fights, and what follows an answer.

use rules::{OfferSink, Piece, Resolver, Side};

use crate::mechanics::aim::perhaps_firers;
use crate::mechanics::first_fire::{fresh, watch};
use crate::mechanics::guns::Crew;
use crate::mechanics::targets::Targets;
use crate::mechanics::{self, berserk, blows, capture, charges, clearance, desperation, melee, withdrawal};
use crate::orders::fights::challenge::may_challenge;
use crate::orders::fights::{charge, detonate, interdict, mop_up, surrender};
use crate::orders::{Challenge, ChargeWhere, Done, FireWith, HoldFire, LetPass, Order};
use crate::printed::clause::A34;
use crate::printed::words::{Arms, Cover};
use crate::sequence::{asking, close_combat, first_fire, rallying, routs};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::view::AslEyes;

/// Lists candidate orders in answer to the question.
#[inline]
pub fn candidates(eyes: AslEyes<'_>, side: Side, question: Fight, sink: &mut impl OfferSink<Asl>) {
    match question {
        Fight::Rally { .. } => rallying::offers(eyes, side, sink),
        Fight::ChooseRout { .. } => routs::offers(eyes, side, sink),
        Fight::Interdict { unit, .. } => interdict::offers(eyes, side, unit, sink),
        Fight::Surrender { unit, .. } => surrender::offers(eyes, side, unit, sink),
        Fight::CloseCombat { at, .. } => close_combat::offers(eyes, side, at, sink),
        Fight::Challenge { .. } => {
            for (unit, _, _) in eyes.of(side).men().lying(Cover::Concealed).iter() {
                if may_challenge(eyes, side, question.into(), unit).is_ok() {
                    sink.order(Challenge { unit });
                }
            }
            sink.order(LetPass {});
        }
        Fight::Withdraw { .. } | Fight::Infiltrate { .. } => close_combat::ways_out(eyes, side, question, sink),
        Fight::FirstFire { .. } => {
            fires(eyes, side, question, sink);
            charge::holders(eyes, side).iter().for_each(|unit| sink.draft(ChargeWhere { unit }));
            sink.order(HoldFire {});
        }
        _ => {
            fires(eyes, side, question, sink);
            if matches!(question, Fight::PrepFire) {
                mop_up::candidates(eyes, side, sink);
            }
            charge::holders(eyes, side).iter().for_each(|unit| sink.draft(ChargeWhere { unit }));
            detonate::offers(eyes, side, sink);
            // Charges that were Placed must explode first.
            match question {
                Fight::AdvancingFire => sink.order(Done {}),
                _ => sink.each(&[Done {}], |done| done),
            }
        }
    }
}

/// Lists units that could fire: those with a machine gun also without it, or with nothing else.
#[inline]
fn fires(eyes: AslEyes<'_>, side: Side, when: Fight, sink: &mut impl OfferSink<Asl>) {
    let firers = Targets::of(eyes, side, when).faced_by_some(perhaps_firers(eyes, side, when));
    sink.of_pieces(eyes, firers.group(), |_, piece| Some(FireWith::alone(piece, Arms::All)));
    let gunners = firers.laden().group();
    sink.of_pieces(eyes, gunners, |eyes, piece| has_guns(eyes, piece).then(|| FireWith::alone(piece, Arms::Men)));
    sink.of_pieces(eyes, gunners, |eyes, piece| has_guns(eyes, piece).then(|| FireWith::alone(piece, Arms::Guns)));
}

/// Returns whether a unit holds a machine gun.
fn has_guns(eyes: AslEyes<'_>, piece: Piece) -> bool {
    eyes.unit(piece).is_some_and(|unit| Crew::of(eyes, piece, unit).has_guns())
}

/// Puts the steps that follow an answer on the agenda, before the answer is resolved.
#[inline]
pub fn prepare(resolver: &mut impl Resolver<Asl>, question: Fight, order: &Order) {
    match (question, *order) {
        (Fight::ChooseRout { .. }, Order::Done) => routs::end(resolver),
        (Fight::ChooseRout { side }, _) => resolver.push(Fight::Routs { side }.into()),
        (Fight::FirstFire { .. }, Order::Fire { .. } | Order::Charge { .. }) => {
            first_fire::prepare(resolver, question, order);
        }
        _ => {}
    }
}

/// Returns the question to ask again after an answer, if there is still something to do.
#[inline]
pub fn again(resolver: &impl Resolver<Asl>, question: Fight, order: &Order) -> Option<Fight> {
    match (question, order) {
        (_, Order::Done) => None,
        (Fight::Rally { side, alone }, _) => {
            Some(Fight::Rally { side, alone: alone || rallying::is_by_squad(resolver, order) })
        }
        (Fight::PrepFire | Fight::FinalFire | Fight::AdvancingFire, _) => Some(question),
        _ => None,
    }
}

/// Carries out one step that is not a question.
#[inline]
pub fn step(resolver: &mut impl Resolver<Asl>, step: Fight) {
    match step {
        Fight::Rallies { side } => rallying::ask(resolver, side),
        Fight::Charges { units, spent, on_road } => berserk::charge_on(resolver, units, spent, on_road),
        Fight::Entered => watch(resolver),
        Fight::EndOfRally => rallying::end(resolver),
        Fight::Watch { fired, began, more } => first_fire::ask(resolver, fired, began, more),
        Fight::Placing { unit, at, breach, halved } => charges::place(resolver, unit, at, breach, halved),
        Fight::Setting { units } => charges::set(resolver, units),
        Fight::Routs { side } => routs::go_on(resolver, side),
        Fight::Arrives { side, unit } => unit.iter().for_each(|unit| routs::arrive(resolver, side, unit)),
        Fight::GivesUp { side, unit } => unit.iter().for_each(|unit| mechanics::surrender::ask(resolver, side, unit)),
        Fight::EndOfRout => mechanics::surrender::go_on(resolver),
        Fight::CloseCombats { from } => melee::next(resolver, from),
        Fight::Blows { side, at, alone } => close_combat::ask(resolver, side, at, alone),
        Fight::Withdrawals { side, at, ambush } => withdrawal::ask(resolver, side, at, ambush),
        Fight::Withdrawal { side, units, at, to } => withdrawal::carry_out(resolver, side, units, at, to),
        Fight::Capture { by, units, half } => capture::take_in(resolver, by, units, half),
        Fight::Blow { units, against, capture } => blows::strike(resolver, units, against, capture),
        Fight::BlowBelow { side, at } => blows::strike_below(resolver, side, at),
        Fight::BlowUnknown { side, units, against, at, capture } => {
            blows::strike_unknown(resolver, side, units, against, at, capture);
        }
        Fight::Settle { .. } => melee::settle(resolver),
        Fight::Clearances => clearance::finish(resolver),
        Fight::EndOfCombat { at, .. } => melee::end(resolver, at),
        _ => {}
    }
}

/// Begins the Rally Phase, with the ATTACKER.
pub fn begin_rally(resolver: &mut impl Resolver<Asl>) {
    let attacker = resolver.position().attacker;
    resolver.push(Fight::EndOfRally.into());
    resolver.push(Fight::Rallies { side: attacker.other() }.into());
    resolver.push(Fight::Rallies { side: attacker }.into());
}

pub fn begin_prep_fire(resolver: &mut impl Resolver<Asl>) {
    fresh(resolver);
    asking::ask(resolver, Fight::PrepFire);
}

/// Ends the Movement Phase, before the emergence drs.
pub fn end_of_movement(resolver: &mut impl Resolver<Asl>) {
    if !resolver.position().residual.is_empty() {
        resolver.change(A34, Change::ResidualGone);
    }
}

pub fn begin_final_fire(resolver: &mut impl Resolver<Asl>) {
    fresh(resolver);
    asking::ask(resolver, Fight::FinalFire);
}

pub fn begin_advancing_fire(resolver: &mut impl Resolver<Asl>) {
    fresh(resolver);
    asking::ask(resolver, Fight::AdvancingFire);
}

/// Begins the Rout Phase, with the ATTACKER.
pub fn begin_rout(resolver: &mut impl Resolver<Asl>) {
    fresh(resolver);
    desperation::begin_rout(resolver);
    let attacker = resolver.position().attacker;
    resolver.push(Fight::EndOfRout.into());
    resolver.push(Fight::Routs { side: attacker.other() }.into());
    resolver.push(Fight::Routs { side: attacker }.into());
}

pub fn begin_close_combat(resolver: &mut impl Resolver<Asl>) {
    if !resolver.position().clearings.is_empty() {
        resolver.push(Fight::Clearances.into());
    }
    resolver.push(Fight::CloseCombats { from: 0 }.into());
}
