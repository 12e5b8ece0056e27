//! `hide` played completely, with the knowledge of each seat stated by hand.

use board::LocationId;
use referee::ledger::ScenarioText;
use rules::{Seat, Side};

use crate::toys::hide::orders::Order;
use crate::toys::hide::printed::{HOUND, MOLE};
use crate::toys::hide::setting::Setting;
use crate::toys::hide::state::{Hide, Man, Position, Step};
use crate::toys::hide::tests::SCENARIO;
use crate::worlds::{Moment, World};

/// All combinations of three hidden counters, with their consequences.
#[derive(Clone, Copy, Debug)]
pub struct Burrow<const LEAK: u8>;

impl<const LEAK: u8> World for Burrow<LEAK> {
    type System = Hide<LEAK>;

    fn scenarios() -> Vec<ScenarioText> {
        vec![ScenarioText { name: "hide".to_owned(), text: SCENARIO.to_owned() }]
    }

    fn truths(_: &Setting, position: &Position) -> Vec<Position> {
        let counters = position.men.iter().filter(|man| man.below).count();
        (0..1 << counters)
            .map(|real: u32| {
                let mut truth = position.clone();
                truth.contents().enumerate().for_each(|(n, (_, here))| *here = real >> n & 1 == 1);
                truth
            })
            .collect()
    }

    /// Counters and hounds are public; only the moles' side knows what is under a counter.
    fn at_first(_: &Setting, position: &Position, seat: Seat) -> Vec<String> {
        if seat == MOLE.seat() { vec![contents(position)] } else { Vec::new() }
    }

    fn told(_: &Setting, moment: &Moment<'_, Hide<LEAK>>, seat: Seat) -> Vec<String> {
        let (before, mole_seat) = (moment.before, seat == MOLE.seat());
        let man = |piece: rules::Piece| before.men[piece.index()];
        let die = |label: &str| moment.rolled(label).unwrap_or_default();
        let said = match *moment.order {
            // The die is the mole's; the loss of a counter shows in what follows.
            Order::Slip { mole, to } => {
                let lost = moment.rolled("lost").is_some_and(|die| !die.contains("[1]"));
                let from = man(mole).at;
                match (lost, mole_seat) {
                    (true, _) => format!("a counter at {from:?} is lost"),
                    (false, true) => "it arrives".to_owned(),
                    (false, false) => format!("a counter goes from {from:?} to {to:?}"),
                }
            }
            Order::Direct { to } => {
                let Some(Step::Direct { mole }) = before.agenda.top() else { return Vec::new() };
                if mole_seat {
                    format!("{mole:?} goes to {to:?}")
                } else {
                    format!("the counter goes from {:?} to {to:?}", man(mole).at)
                }
            }
            Order::Rise { mole } if mole_seat => format!("{mole:?} comes up"),
            Order::Rise { mole } => match man(mole) {
                Man { real: true, at, .. } => format!("a mole comes up at {at:?}"),
                Man { at, .. } => format!("a dummy comes up at {at:?}"),
            },
            // It shows only because the hound is asked next.
            Order::Wait if moment.by == MOLE => {
                if seat == HOUND.seat() {
                    "the mole waited".to_owned()
                } else {
                    return Vec::new();
                }
            }
            Order::Wait => "a round is over".to_owned(),
            Order::Walk { hound, to } if real_below(before, to) => {
                if seat == HOUND.seat() {
                    format!("barred at {to:?}")
                } else {
                    let _ = hound;
                    format!("a hound is barred at {to:?}")
                }
            }
            Order::Walk { hound, to } => format!("{hound:?} walks to {to:?}"),
            Order::Search { hound } => {
                let at = man(hound).at;
                let found = (before.men.iter().zip(&moment.after.men).enumerate())
                    .find(|(_, (was, now))| was.below && !now.below)
                    .map(|(n, (was, _))| (mole_seat.then_some(n), was.real));
                format!("{} finds {found:?} at {at:?}", die("search"))
            }
            Order::Listen { yes: false } => "it does not listen".to_owned(),
            Order::Listen { yes: true } => {
                let Some(Step::Listen { mole }) = before.agenda.top() else { return Vec::new() };
                let heard = die("listen").contains('6').then(|| man(mole).real);
                format!("{} hears {heard:?}", die("listen"))
            }
            // A refusal to pounce shows only because the hound is asked next.
            Order::Pounce { yes: false } => return Vec::new(),
            Order::Pounce { yes: true } => die("pounce"),
            Order::Flee { to } => format!("the mole flees to {to:?}"),
        };
        vec![said]
    }

    /// Contents of the counters, secret from all but their own side.
    fn secrets(_: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        if seat == MOLE.seat() { Vec::new() } else { vec![("what is under the counters", contents(position))] }
    }
}

fn contents(position: &Position) -> String {
    let counters = position.men.iter().filter(|man| man.below && !man.out);
    format!("{:?}", counters.map(|man| man.real).collect::<Vec<_>>())
}

fn real_below(position: &Position, at: LocationId) -> bool {
    position.men.iter().any(|man| man.side == Side::A && man.below && !man.out && man.real && man.at == at)
}
