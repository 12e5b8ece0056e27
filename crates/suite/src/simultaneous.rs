//! Simultaneous orders: while both sides are asked, their orders commute.

use referee::{Entry, Item};
use rules::{Seat, Side};

use crate::{SystemUnderTest, explore};

/// Gives one order of each side in both sequences, and checks that positions, views, rolls and each side's log
/// are the same.
pub fn simultaneous_orders_commute<S: SystemUnderTest>() {
    explore::<S>(5, 3, |game| {
        let asked = |referee: &referee::Referee<S>, side| referee.pending_question(side).is_some();
        if !Side::BOTH.iter().all(|side| asked(&game.referee, *side)) {
            return;
        }
        let mut orders = Vec::new();
        for _ in 0..60 {
            orders.extend(game.choose());
        }
        let text = game.ledger();
        let play = |first: (Side, S::Order), second: (Side, S::Order)| {
            let mut referee = referee::replay::replay::<S>(&text).expect("its own ledger").referee;
            for (side, order) in [first, second] {
                referee.submit(side, order, None).expect("both sides are awaited, so neither order bars the other");
            }
            referee
        };
        for pair in orders.windows(2).filter(|pair| pair[0].0 != pair[1].0).take(6) {
            let (one, other) = (play(pair[0], pair[1]), play(pair[1], pair[0]));
            assert!(one.true_position() == other.true_position(), "{pair:?} do not commute");
            for seat in Seat::ALL {
                assert!(
                    one.seat(seat).facts().eq(other.seat(seat).facts()),
                    "{seat:?} sees which of {pair:?} came first"
                );
                // Seals differ with the ledgers and disclose nothing. Once the last "ready" has resolved, a side may
                // know whether it waited for the other. The dice must still be the same.
                let resolved =
                    |entry: &Entry<S>| entry.items.iter().any(|item| matches!(item, Item::Push(_) | Item::Pop));
                let plotting = !one.entries().iter().rev().take(2).any(resolved);
                let heard = |referee: &referee::Referee<S>| {
                    let events = referee.seat(seat).events().iter();
                    let kept = |event: &&String| match plotting {
                        true => !event.starts_with("{\"sealed\""),
                        false => event.starts_with("{\"rolled\"") || event.starts_with("{\"told\""),
                    };
                    events.filter(kept).cloned().collect::<Vec<_>>()
                };
                assert_eq!(heard(&one), heard(&other), "{seat:?} hears which of {pair:?} came first");
            }
        }
    });
}
