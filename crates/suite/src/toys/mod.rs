//! Two tiny systems that try out the vocabulary before a real game does.

pub mod duel;
pub mod hide;

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use referee::Item;
use referee::ledger::ScenarioText;
use rules::scene::Scene;
use rules::{Flaw, Piece, Seat, Side};

use crate::{Tested, Wins};
use duel::Duel;
use hide::Hide;

impl<const LEAK: u8> Tested for Hide<LEAK> {
    const VERBS: usize = 9;
    const SHIPPED_GAMES: u64 = 0;
    const WINS: Wins = Wins::Anyone;

    fn rare() -> Vec<(ScenarioText, u64)> {
        Self::scenarios().into_iter().map(|scenario| (scenario, 40)).collect()
    }

    fn audit(setting: &Self::Setting, position: &Self::Position) -> Result<(), Flaw> {
        hide::audit(setting, position)
    }

    fn check_scene(_: Seat, _: &[Self::Fact], _: &Scene) {}

    const OWN_DICE: [usize; 2] = [0, 0];

    fn scenarios() -> Vec<ScenarioText> {
        vec![ScenarioText { name: "hide".to_owned(), text: hide::SCENARIO.to_owned() }]
    }

    /// Whether this mole is real.
    type Secret = Piece;

    const SECRETS: &'static [(&'static str, u64)] = &[("content", 300)];

    /// To anyone but the mole's own side a counter may be real or not.
    fn scramble(
        _: &Self::Setting,
        position: &Self::Position,
        seat: Seat,
        kept: &[Piece],
        rng: &mut StdRng,
    ) -> Option<Self::Position> {
        if seat == Seat::Side(Side::A) {
            return None;
        }
        let mut other = position.clone();
        let unknown = |(piece, _): &(Piece, &mut bool)| !kept.contains(piece);
        let mut real: Vec<bool> = other.contents().filter(unknown).map(|(_, real)| *real).collect();
        real.shuffle(rng);
        other.contents().filter(unknown).zip(real).for_each(|((_, here), real)| *here = real);
        Some(other)
    }

    fn disclosed(_: &Self::Setting, before: &Self::Position, item: &Item<Self>, sink: &mut impl FnMut(Self::Secret)) {
        match item {
            Item::Change { change: hide::Change::Surface { mole }, .. } => sink(*mole),
            Item::Change { change: hide::Change::Remove { piece }, .. } => sink(*piece),
            Item::Report { report: hide::Report::Barred { at } | hide::Report::Heard { at, .. }, .. } => {
                before.below(*at).for_each(sink);
            }
            _ => {}
        }
    }

    fn varied(
        _: &Self::Setting,
        one: &Self::Position,
        two: &Self::Position,
        _: Seat,
        sink: &mut impl FnMut(&'static str),
    ) {
        if one != two {
            sink("content");
        }
    }

    /// Everybody sees the counters.
    fn is_public(_: &Self::Setting, fact: &Self::Fact) -> bool {
        matches!(fact, hide::Fact::Unknown { .. })
    }
}

impl Tested for Duel {
    const VERBS: usize = 2;
    const SHIPPED_GAMES: u64 = 0;
    const WINS: Wins = Wins::Anyone;

    fn rare() -> Vec<(ScenarioText, u64)> {
        Self::scenarios().into_iter().map(|scenario| (scenario, 40)).collect()
    }

    fn audit(setting: &Self::Setting, position: &Self::Position) -> Result<(), Flaw> {
        duel::audit(setting, position)
    }

    fn check_scene(_: Seat, _: &[Self::Fact], _: &Scene) {}

    const ROLLS_AT_ONCE: bool = false;
    const OWN_DICE: [usize; 2] = [0, 0];

    fn scenarios() -> Vec<ScenarioText> {
        vec![ScenarioText { name: "duel".to_owned(), text: duel::SCENARIO.to_owned() }]
    }

    type Secret = ();

    const SECRETS: &'static [(&'static str, u64)] = &[("plan", 50)];

    /// Each side may have plotted anything, to the other and to spectators.
    fn scramble(
        _: &Self::Setting,
        position: &Self::Position,
        seat: Seat,
        kept: &[()],
        rng: &mut StdRng,
    ) -> Option<Self::Position> {
        if !kept.is_empty() {
            return None;
        }
        let mut other = position.clone();
        for side in Side::BOTH.into_iter().filter(|side| side.seat() != seat) {
            for plan in other.plans(side) {
                *plan = [duel::Plan::Hold, duel::Plan::Left, duel::Plan::Fire][rng.random_range(0..3)];
            }
        }
        Some(other)
    }

    /// Once both are ready, all that was planned is carried out before everybody's eyes.
    fn disclosed(_: &Self::Setting, _: &Self::Position, _: &Item<Self>, sink: &mut impl FnMut(())) {
        sink(());
    }

    fn varied(
        _: &Self::Setting,
        one: &Self::Position,
        two: &Self::Position,
        _: Seat,
        sink: &mut impl FnMut(&'static str),
    ) {
        if one != two {
            sink("plan");
        }
    }
}
