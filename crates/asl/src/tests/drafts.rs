//! Tests of drafts: every order can be reached, whichever of its units is chosen first.

use rules::{Choice, Piece, PieceSet, Side};
use suite::Game;

use crate::orders::{Draft, Order};
use crate::state::Asl;
use crate::tests::scenario;

/// A squad that needs a leader to go below, with the leader, both under a "?".
const LED: &str = include_str!("led.toml");

/// Returns the drafts of an order with one unit and with both, if it has exactly two.
fn pair(order: &Order, one: Piece) -> Option<[Draft; 2]> {
    let drafts = |units: PieceSet, draft: fn(PieceSet) -> Draft| {
        (units.len() == 2 && units.has(one)).then(|| [draft(PieceSet::EMPTY.with(one)), draft(units)])
    };
    match *order {
        Order::Go { units, .. } => drafts(units, |units| Draft::Go { units }),
        Order::Sewer { units, .. } => drafts(units, |units| Draft::Sewer { units }),
        Order::TunnelMove { units, .. } => drafts(units, |units| Draft::TunnelMove { units }),
        Order::Advance { units, .. } => drafts(units, |units| Draft::Advance { units }),
        Order::Emerge { units } => drafts(units, |units| Draft::Emerge { units }),
        Order::Close { units, .. } => drafts(units, |units| Draft::Close { units }),
        _ => None,
    }
}

/// Whichever unit is chosen first, the others can be added.
#[test]
pub fn a_stack_begins_with_any_of_its_units() {
    let mut pairs = 0;
    suite::explore::<Asl>(5, 3, |game| {
        for side in Side::BOTH {
            let eyes = game.referee.eyes(side.seat());
            let offers = |draft: Option<&Draft>| {
                let mut choices: Vec<Choice<Asl>> = Vec::new();
                rules::offers::<Asl>(eyes, draft, &mut choices);
                choices
            };
            let top = offers(None);
            let orders = rules::reachable::<Asl>(eyes, |_, _| {});
            for (order, one) in orders.iter().flat_map(|order| (0..64).map(move |n| (order, Piece(n)))) {
                let Some([first, both]) = pair(order, one) else { continue };
                if top.contains(&Choice::Draft(first)) {
                    pairs += 1;
                    assert!(
                        offers(Some(&first)).contains(&Choice::Draft(both)),
                        "{first:?} does not lead to {order:?}"
                    );
                }
            }
        }
    });
    assert!(pairs > 50, "only {pairs} pairs");
}

/// A unit that needs a leader to go below can be chosen before him, under a "?" too (B8.4c).
#[test]
pub fn who_needs_a_leader_can_be_picked_first() {
    let mut game = Game::<Asl>::new(&scenario("led.toml", LED), 1);
    game.referee.submit(Side::B, Order::Done, None).expect("no Prep Fire");
    let mut choices: Vec<Choice<Asl>> = Vec::new();
    rules::offers::<Asl>(game.referee.eyes(Side::B.seat()), None, &mut choices);
    let squad = Draft::Sewer { units: PieceSet::EMPTY.with(Piece(0)) };
    assert!(choices.contains(&Choice::Draft(squad)), "{choices:?}");
}
