//! Two tiny systems that try out the vocabulary before a real game does.

pub mod duel;
pub mod hide;

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use referee::ledger::ScenarioText;
use rules::{Seat, Side};

use crate::Tested;
use duel::Duel;
use hide::Hide;

impl<const LEAK: u8> Tested for Hide<LEAK> {
    fn scenarios() -> Vec<ScenarioText> {
        vec![ScenarioText { name: "hide".to_owned(), text: hide::SCENARIO.to_owned() }]
    }

    /// To anyone but the mole's own side a counter may be real or not.
    fn scramble(_: &Self::Setting, position: &Self::Position, seat: Seat, rng: &mut StdRng) -> Option<Self::Position> {
        if seat == Seat::Side(Side::A) {
            return None;
        }
        let mut other = position.clone();
        let mut real: Vec<bool> = other.contents().map(|real| *real).collect();
        real.shuffle(rng);
        other.contents().zip(real).for_each(|(here, real)| *here = real);
        Some(other)
    }

    /// Everybody sees the counters.
    fn is_public(_: &Self::Setting, fact: &Self::Fact) -> bool {
        matches!(fact, hide::Fact::Unknown { .. })
    }
}

impl Tested for Duel {
    const ROLLS_AT_ONCE: bool = false;

    fn scenarios() -> Vec<ScenarioText> {
        vec![ScenarioText { name: "duel".to_owned(), text: duel::SCENARIO.to_owned() }]
    }

    /// Each side may have plotted anything, to the other and to spectators.
    fn scramble(_: &Self::Setting, position: &Self::Position, seat: Seat, rng: &mut StdRng) -> Option<Self::Position> {
        let mut other = position.clone();
        for side in Side::BOTH.into_iter().filter(|side| side.seat() != seat) {
            for plan in other.plans(side) {
                *plan = [duel::Plan::Hold, duel::Plan::Left, duel::Plan::Fire][rng.random_range(0..3)];
            }
        }
        Some(other)
    }
}
