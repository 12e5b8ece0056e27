//! The toy `hide` played completely. Its statement of each seat's knowledge holds, and statements with more or less
//! knowledge fail. Every leaking copy is detected.

// Tests state conditions and panic where they fail.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use referee::ledger::ScenarioText;
use rules::{Seat, Side};
use suite::toys::hide::leak;
use suite::toys::hide::world::Burrow;
use suite::toys::hide::{Hide, Order, Position, Setting};
use suite::worlds::{Moment, World, play, played};

/// By hand: of eight positions one is not a game. The others have five slips, lost or not, three moles that may come
/// up, and waiting: 14 orders. A mole lost in the first hex can only move to the second. The hound distinguishes two
/// starts (a game or none). Then it knows five slips, three lost counters with one place each, three pieces coming up,
/// moles or not, and that the mole waited. A spectator hears nothing of the last yet.
#[test]
fn hide_whole() {
    let first = played::<Burrow<{ leak::NONE }>>(1);
    assert_eq!((first.truths, first.histories), (8, 8 + 7 * (14 + 1)));
    assert_eq!(first.groups[1..], [2 + 5 + 3 + 1 + 6 + 1, 2 + 5 + 3 + 1 + 6]);
    let census = played::<Burrow<{ leak::NONE }>>(2);
    println!("{census:?}");
    assert!(census.histories > 450 && census.groups.iter().all(|groups| *groups > 80), "{census:?}");
    assert!([1, 2].iter().all(|seat| census.varied[&("what is under the counters", *seat)] > 80), "{census:?}");
}

/// The same world with one more order.
#[test]
#[ignore = "long: `make secrets` runs it"]
fn hide_whole_deep() {
    println!("{:?}", played::<Burrow<{ leak::NONE }>>(3));
}

fn caught<const LEAK: u8>(how: &str) {
    let odd = play::<Burrow<LEAK>>(2).expect_err("a leak was not noticed");
    assert!(odd.what.contains("may not tell these apart, and can"), "{}", odd.what);
    assert!(odd.what.contains(how), "{how} is not in {}", odd.what);
}

#[test]
fn every_leak_is_caught() {
    caught::<{ leak::ID }>("\"tag\":1");
    caught::<{ leak::OFFER_ORDER }>("offer 0");
    caught::<{ leak::CLAUSE }>("H-BAR");
    caught::<{ leak::SEQUENCE }>("\"stamp\":1");
    caught::<{ leak::ROLLS }>("noise");
    caught::<{ leak::UNDO }>("undo");
    caught::<{ leak::PROMPT }>("listen");
    caught::<{ leak::TEXT }>("not there");
}

/// The same world with a wrong statement.
struct Misstated<const TOO_MUCH: bool>;

type Honest = Burrow<{ leak::NONE }>;

impl<const TOO_MUCH: bool> World for Misstated<TOO_MUCH> {
    type System = Hide<{ leak::NONE }>;

    fn scenarios() -> Vec<ScenarioText> {
        Honest::scenarios()
    }

    fn truths(setting: &Setting, position: &Position) -> Vec<Position> {
        Honest::truths(setting, position)
    }

    /// Too much: the hound knows what the mole knows.
    fn at_first(setting: &Setting, position: &Position, seat: Seat) -> Vec<String> {
        let seat = if TOO_MUCH && seat == Side::B.seat() { Side::A.seat() } else { seat };
        Honest::at_first(setting, position, seat)
    }

    /// Too little: no seat learns that a hound was barred.
    fn told(setting: &Setting, moment: &Moment<'_, Self::System>, seat: Seat) -> Vec<String> {
        let said = Honest::told(setting, moment, seat);
        let barred = !TOO_MUCH && said.iter().any(|line| line.contains("barred"));
        match *moment.order {
            Order::Walk { hound, to } if barred => vec![format!("{hound:?} walks to {to:?}")],
            _ => said,
        }
    }

    fn secrets(setting: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        Honest::secrets(setting, position, seat)
    }
}

#[test]
fn a_statement_that_says_too_much_or_too_little_is_wrong() {
    let odd = play::<Misstated<true>>(1).expect_err("the hound cannot know that");
    assert!(odd.what.contains("may tell these apart, and cannot"), "{}", odd.what);
    let odd = play::<Misstated<false>>(2).expect_err("the hound was barred");
    assert!(odd.what.contains("may not tell these apart, and can") && odd.what.contains("barred"), "{}", odd.what);
}
