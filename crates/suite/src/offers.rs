//! Offers: legal orders are offered, refused orders change nothing, repeated orders get their first response.

use board::naming::naming;
use std::collections::HashSet;

use rules::{Choice, Enumeration, Seat, Side, reachable};

use crate::{Game, SystemUnderTest, explore};

/// The most entries in a list of offers.
const LONGEST: usize = 500;

/// Checks that offers agree with checks for every well-formed order, that lists stay short, and that candidates give
/// the same offers.
pub fn offers_are_checks<S: SystemUnderTest>() {
    explore::<S>(1, 5, |game| {
        for seat in Seat::ALL {
            let eyes = game.referee.eyes(seat);
            let offered = reachable::<S>(eyes, |draft, choices| {
                assert!(choices.len() <= LONGEST, "{} offers at once from {draft:?}", choices.len());
                assert!(draft.is_none() || !choices.is_empty(), "{draft:?} leads to no order");
                let same = |choice: &Choice<S>| matches!(choice, Choice::Draft(next) if Some(next) == draft);
                assert!(!choices.iter().any(same), "{draft:?} leads to itself");
                let mut candidates = Vec::new();
                S::candidates(eyes, draft, &mut candidates);
                candidates.retain(|candidate| S::is_offer(eyes, candidate));
                assert_eq!(candidates, choices, "other offers from {draft:?} by candidates");
            });
            let mut allowed = HashSet::new();
            S::wellformed_orders(eyes, Enumeration::All, &mut |order| {
                if S::check(eyes, &order).is_ok() {
                    allowed.insert(order);
                }
            });
            let over = game.referee.outcome().is_some();
            if over || S::pending_question(eyes).is_none() {
                assert!(offered.is_empty() || over, "{seat:?} is asked nothing but offered {offered:?}");
                continue;
            }
            assert!(!offered.is_empty(), "{seat:?} is asked {:?} and offered nothing", S::pending_question(eyes));
            let missing: Vec<_> = allowed.difference(&offered).collect();
            assert!(missing.is_empty(), "legal but not offered to {seat:?}: {missing:?}");
            for order in &offered {
                assert!(S::check(eyes, order).is_ok(), "offered to {seat:?} but not legal: {order:?}");
                assert!(
                    allowed.contains(order),
                    "offered to {seat:?} but not among those that could be written: {order:?}"
                );
            }
        }
    });
}

/// Checks that a refused order changes neither position nor ledger nor logs, and cites a clause of a rulebook.
pub fn refused_orders_change_nothing<S: SystemUnderTest>() {
    explore::<S>(2, 11, |game| {
        for side in Side::BOTH {
            let mut refused = Vec::new();
            let eyes = game.referee.eyes(side.seat());
            S::wellformed_orders(eyes, Enumeration::All, &mut |order| {
                if refused.len() < 40 && S::check(eyes, &order).is_err() {
                    refused.push(order);
                }
            });
            let (ledger, truth) = (game.ledger(), game.referee.true_position().clone());
            let heard = Seat::ALL.map(|seat| game.referee.seat(seat).events().len());
            for order in refused {
                let Err(referee::SubmitError::Refused(refusal)) = game.referee.submit(side, order, None) else {
                    panic!("{order:?} is refused by check and not by submit");
                };
                let known = [S::rulebook(), referee::referee_rulebook()];
                let id = refusal.clause.id();
                assert!(known.iter().any(|book| book.book().entry(id).is_some()), "{id} is in no rulebook");
            }
            assert!(ledger == game.ledger(), "a refused order was written down");
            assert!(truth == *game.referee.true_position(), "a refused order changed the position");
            assert_eq!(heard, Seat::ALL.map(|seat| game.referee.seat(seat).events().len()));
        }
    });
}

/// Checks that an order repeated under its id is done once, and another order under that id is refused.
pub fn repeated_orders_are_answered<S: SystemUnderTest>() {
    for scenario in S::scenarios() {
        let mut game = Game::<S>::new(&scenario, 5);
        let (mut last, mut last_written) = (None, None);
        for n in 0..20 {
            let Some((side, order)) = game.choose() else { break };
            let id = format!("order-{n}");
            // As the side wrote it: a piece that the order names may be out of the game afterwards.
            let written =
                naming(game.referee.seat(side.seat()).names(), || serde_json::to_value(order)).expect("names");
            let first = game.referee.submit(side, order, Some(id.clone())).expect("an offered order");
            let entries = game.referee.entries().len();
            let again = game.referee.submit_written(side, &written, Some(id.clone())).expect("the same answer");
            assert_eq!((first, entries), (again, game.referee.entries().len()));
            if let Some((other_side, other)) = last.filter(|(s, o)| *s == side && *o != order) {
                assert!(game.referee.submit(other_side, other, Some(id)).is_err(), "an id was used twice");
            }
            last = Some((side, order));
            last_written = Some(written);
        }
        // A referee rebuilt from the ledger responds in the same way.
        let text = game.ledger();
        let mut again = referee::replay::replay::<S>(&text).expect("its own ledger").referee;
        if let Some(referee::Act::Order { by, id, .. }) = game.referee.entries().last().map(|e| e.act.clone())
            && let Some(written) = last_written
        {
            let entries = again.entries().len();
            again.submit_written(by, &written, id).expect("the same answer");
            assert_eq!(entries, again.entries().len());
        }
    }
}
