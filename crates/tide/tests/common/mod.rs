//! Playing games at random.
#![allow(clippy::panic, reason = "a test says what must hold by panicking where it does not")]

use board::scenario::Document;
use rules::prelude::*;
use rules::{Choice, QuickDice, Record, Seat, Side, turn};
use tide::{Draft, Order, Position, Setting, Tide};

pub const FIRST: &str = include_str!("../../../../scenarios/tide/first.toml");

pub fn set_up(text: &str) -> (Setting, Position) {
    let document = Document::parse("test.toml", text).unwrap_or_else(|problems| panic!("{problems}"));
    let set_up = Tide::set_up(&document).unwrap_or_else(|problems| {
        let all: Vec<_> = problems.iter().map(ToString::to_string).collect();
        panic!("{all:#?}")
    });
    (set_up.setting, set_up.position)
}

pub fn hidden(text: &str) -> String {
    format!("{text}hidden_sewers = true\n")
}

/// Who is asked, if anybody is.
pub fn asked(setting: &Setting, position: &Position) -> Option<Side> {
    let mut sides =
        Side::BOTH.into_iter().filter(|side| Tide::awaited(Tide::eyes(setting, position, side.seat())).is_some());
    let side = sides.next();
    assert_eq!(sides.next(), None, "both sides are asked");
    side
}

/// All offers from here, or from a draft.
pub fn offers(setting: &Setting, position: &Position, seat: Seat, draft: Option<&Draft>) -> Vec<Choice<Tide>> {
    let mut choices: Vec<Choice<Tide>> = Vec::new();
    rules::offers::<Tide>(Tide::eyes(setting, position, seat), draft, &mut choices);
    assert!(choices.len() <= 500, "{} offers", choices.len());
    choices
}

/// A random order out of the offers.
pub fn choose(setting: &Setting, position: &Position, side: Side, dice: &mut QuickDice) -> Order {
    let mut draft = None;
    loop {
        let choices = offers(setting, position, side.seat(), draft.as_ref());
        assert!(!choices.is_empty(), "nothing to choose from {draft:?}");
        match choices[dice.below(choices.len())] {
            Choice::Order(order) => return order,
            Choice::Draft(next) => draft = Some(next),
        }
    }
}

/// Plays a game at random; `each` looks at every position with a question, and at the order given to it.
pub fn play(
    setting: &Setting,
    start: &Position,
    seed: u64,
    record: &mut impl Record<Tide>,
    mut each: impl FnMut(&Position, Side, &Order),
) -> (Position, usize) {
    let mut position = start.clone();
    let mut dice = QuickDice::new(seed);
    let mut choices = QuickDice::new(seed ^ 0xABCD);
    turn::settle::<Tide>(setting, &mut position, &mut dice, record);
    let mut orders = 0;
    while Tide::outcome(setting, &position).is_none() {
        let side = asked(setting, &position).unwrap_or_else(|| panic!("nobody is asked: {position:?}"));
        let order = choose(setting, &position, side, &mut choices);
        each(&position, side, &order);
        turn::resolve::<Tide>(setting, &mut position, side, &order, &mut dice, record);
        if let Err(flaw) = Tide::audit(setting, &position) {
            panic!("{flaw} after {order:?}: {position:#?}");
        }
        orders += 1;
        assert!(orders < 20_000, "no end");
    }
    (position, orders)
}
