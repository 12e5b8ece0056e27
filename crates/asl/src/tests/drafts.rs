//! Tests of drafts: every order can be reached, whichever of its units is chosen first.

use std::collections::HashMap;

use rules::{Choice, Piece, PieceSet, QuickDice, Side};
use suite::Game;

use crate::orders::{Draft, Order};
use crate::state::Asl;
use crate::tests::scenario;
use crate::view::AslEyes;

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

/// Adds to each order that can be reached with a draft how often it is drawn, if the draft is drawn this often. Returns
/// `None` if there are too many lists to look at.
fn weigh(eyes: AslEyes<'_>, (draft, weight): (Option<&Draft>, f64), all: &mut Weights) -> Option<()> {
    all.lists += 1;
    if all.lists > LISTS {
        return None;
    }
    let mut choices: Vec<Choice<Asl>> = Vec::new();
    rules::offers::<Asl>(eyes, draft, &mut choices);
    let each = weight / choices.len() as f64;
    for choice in choices {
        match choice {
            Choice::Order(order) => *all.orders.entry(order).or_default() += each,
            Choice::Draft(next) => weigh(eyes, (Some(&next), each), all)?,
        }
    }
    Some(())
}

/// Lists of offers that are looked at for one question.
const LISTS: usize = 400;
/// Orders drawn for one question.
const DRAWN: usize = 2000;

#[derive(Default)]
struct Weights {
    orders: HashMap<Order, f64>,
    lists: usize,
}

/// Random play makes and checks only those candidates that it draws. Still, at every list each offer is drawn equally
/// often: how often orders are drawn differs from that by chance only (chi-square test).
#[test]
pub fn each_offer_is_drawn_equally_often() {
    let (mut dice, mut buffer) = (QuickDice::new(9), Vec::new());
    let (mut square, mut freedom, mut questions) = (0.0, 0.0, 0);
    suite::explore::<Asl>(6, 5, |game| {
        let (setting, position) = (game.referee.setting(), game.referee.true_position());
        let asked = |side: &Side| game.referee.eyes(side.seat()).asked(*side).is_some();
        let Some(side) = Side::BOTH.into_iter().find(asked) else { return };
        let mut all = Weights::default();
        if weigh(game.referee.eyes(side.seat()), (None, DRAWN as f64), &mut all).is_none() {
            return;
        }
        let mut drawn: HashMap<Order, f64> = HashMap::new();
        for _ in 0..DRAWN {
            let order = rules::any_order::<Asl>(setting, position, side, &mut dice, &mut buffer).expect("an offer");
            assert!(all.orders.contains_key(&order), "{order:?} is no offer");
            *drawn.entry(order).or_default() += 1.0;
        }
        // Rare orders are counted as one.
        let (mut rare, mut rarely) = (0.0, 0.0);
        let mut add = |weight: f64, times: f64| {
            square += (times - weight) * (times - weight) / weight;
            freedom += 1.0;
        };
        for (order, weight) in &all.orders {
            let times = drawn.get(order).copied().unwrap_or(0.0);
            if *weight < 8.0 {
                (rare, rarely) = (rare + weight, rarely + times);
            } else {
                add(*weight, times);
            }
        }
        if rare >= 8.0 {
            add(rare, rarely);
        }
        freedom -= 1.0;
        questions += 1;
    });
    assert!(questions > 100 && freedom > 500.0, "only {questions} questions, {freedom} degrees of freedom");
    let beyond = (square - freedom) / (2.0_f64 * freedom).sqrt();
    assert!(beyond.abs() < 4.0, "{square} with {freedom} degrees of freedom: {beyond} standard deviations off");
}
