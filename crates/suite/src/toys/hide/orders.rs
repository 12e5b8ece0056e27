//! Orders: their checks and effects.
//!
//! All are in this file, without `rules::orders!` and `OrderKind`, because the macro makes its list for one system and
//! `Hide` is one for each `LEAK`. This is also the example of a system that implements the traits by hand; `duel` uses
//! the macro.

use board::LocationId;
use rules::{Audience, FaceClasses, GameView as _, Piece, Pool, Refusal, Resolver, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::toys::hide::mechanics::{rise, search, step_to};
use crate::toys::hide::printed::{BAR, END, HOUND, LISTEN, MOLE, POUNCE, RISE, SEARCH, SLIP, WALK, leak};
use crate::toys::hide::setting::near;
use crate::toys::hide::state::{Change, Hide, Question, Report, Step};
use crate::toys::hide::view::Eyes;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    Slip { mole: Piece, to: LocationId },
    Rise { mole: Piece },
    Wait,
    Walk { hound: Piece, to: LocationId },
    Search { hound: Piece },
    Direct { to: LocationId },
    Listen { yes: bool },
    Pounce { yes: bool },
    Flee { to: LocationId },
}

/// Checks that an order may be given now.
pub(super) fn check<const LEAK: u8>(eyes: Eyes<'_>, order: &Order) -> Result<(), Refusal> {
    let Some(step) = eyes.step() else { return Err(Refusal::new(END, "nothing is asked")) };
    let question = Hide::<LEAK>::pending_question(eyes);
    let own = |piece: Piece, side| eyes.man(piece).filter(|man| man.side == side && eyes.seat() == Seat::Side(side));
    match (*order, question) {
        (Order::Slip { mole, to }, Some(Question::Mole)) => match own(mole, MOLE) {
            Some(man) => SLIP.forbids(!man.below || man.at == to || !near(man.at, to), "one hex, below"),
            None => Err(Refusal::new(SLIP, "no mole of yours")),
        },
        (Order::Rise { mole }, Some(Question::Mole)) => {
            RISE.forbids(!own(mole, MOLE).is_some_and(|man| man.below), "only a mole below comes up")
        }
        (Order::Wait, Some(Question::Mole | Question::Hound)) => Ok(()),
        (Order::Walk { hound, to }, Some(Question::Hound)) => match own(hound, HOUND) {
            Some(man) if near(man.at, to) && man.at != to => Ok(()),
            Some(_) if LEAK == leak::CLAUSE && eyes.leaked_real(to) => Err(Refusal::new(BAR, "one hex")),
            Some(_) if LEAK == leak::TEXT && eyes.leaked_real(to) => Err(Refusal::new(WALK, "not there")),
            Some(_) => Err(Refusal::new(WALK, "one hex")),
            None => Err(Refusal::new(WALK, "no hound of yours")),
        },
        (Order::Search { hound }, Some(Question::Hound)) => SEARCH
            .forbids(own(hound, HOUND).is_none_or(|man| eyes.counters(man.at) == 0), "there is no counter in its hex"),
        (Order::Direct { to }, Some(Question::Direct)) => {
            let Step::Direct { mole } = step else { return Err(Refusal::new(SLIP, "nothing is lost")) };
            let from = eyes.counter_of(mole);
            SLIP.forbids(!from.is_some_and(|from| from != to && near(from, to)), "one hex from where it is")
        }
        (Order::Listen { .. }, Some(Question::Listen)) | (Order::Pounce { .. }, Some(Question::Pounce)) => Ok(()),
        (Order::Flee { to }, Some(Question::Flee)) => {
            let Step::Flee { mole } = step else { return Err(Refusal::new(POUNCE, "no unit flees")) };
            POUNCE.forbids(!eyes.man(mole).is_some_and(|man| man.at != to && near(man.at, to)), "one hex away")
        }
        _ => Err(Refusal::new(END, "that is not what is asked")),
    }
}

/// Lists every well-formed order.
pub(super) fn wellformed_orders(eyes: Eyes<'_>, sink: &mut dyn FnMut(Order)) {
    for (piece, man) in eyes.men() {
        for to in eyes.hexes() {
            sink(if man.side == MOLE { Order::Slip { mole: piece, to } } else { Order::Walk { hound: piece, to } });
        }
        sink(if man.side == MOLE { Order::Rise { mole: piece } } else { Order::Search { hound: piece } });
    }
    for to in eyes.hexes() {
        sink(Order::Direct { to });
        sink(Order::Flee { to });
    }
    sink(Order::Wait);
    for yes in [false, true] {
        sink(Order::Listen { yes });
        sink(Order::Pounce { yes });
    }
}

/// Resolves a checked order.
pub(super) fn resolve<const LEAK: u8>(resolver: &mut impl Resolver<Hide<LEAK>>, order: &Order) {
    let asked = resolver.position().agenda.top();
    resolver.pop();
    match (*order, asked) {
        (Order::Slip { mole, to }, _) => resolver.push(Step::Slip { mole, to }),
        (Order::Rise { mole }, _) => rise(resolver, mole),
        (Order::Walk { hound, to }, _) => {
            if resolver.position().real_below(to) {
                resolver.report(BAR, Audience::All, Report::Barred { at: to });
            } else {
                step_to(resolver, WALK, hound, to);
                if LEAK == leak::VAGUE && resolver.position().stamp == 0 {
                    resolver.change(WALK, Change::Stamp);
                }
            }
        }
        (Order::Search { hound }, _) => search(resolver, hound),
        (Order::Direct { to }, Some(Step::Direct { mole })) => {
            step_to(resolver, SLIP, mole, to);
            resolver.push(Step::Moved { mole });
        }
        (Order::Listen { yes: true }, Some(Step::Listen { mole })) => {
            let heard = resolver.roll(Pool::open(1, FaceClasses::at_least(6), "listen", LISTEN)).successes() == 1;
            if heard {
                let man = resolver.position().men[mole.index()];
                resolver.report(LISTEN, Audience::All, Report::Heard { at: man.at, real: man.real });
            }
        }
        (Order::Pounce { yes: true }, Some(Step::Pounce { mole })) => {
            let caught = resolver.roll(Pool::open(1, FaceClasses::at_least(4), "pounce", POUNCE)).successes() == 1;
            resolver.report(POUNCE, Audience::All, Report::Pounced { caught });
            if caught {
                resolver.push(Step::Flee { mole });
            }
        }
        (Order::Flee { to }, Some(Step::Flee { mole })) => step_to(resolver, POUNCE, mole, to),
        _ => {}
    }
}
