//! Test data of this system.

pub mod world;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use referee::Item;
use referee::ledger::ScenarioText;
use rules::scene::Scene;
use rules::{InvariantViolation, Piece, Seat, Side};

use crate::toys::hide::state::{Change, Hide, Report};
use crate::toys::hide::view::fact::Fact;
use crate::{SystemUnderTest, Wins};

/// A scenario of the toy.
pub const SCENARIO: &str = r#"
title = "Six hexes"
system = "hide"
[board]
labels = "letters"
rows = [". . . . . ."]
legend = { "." = "clear" }
"#;

impl<const LEAK: u8> SystemUnderTest for Hide<LEAK> {
    const VERBS: usize = 9;
    const SHIPPED_GAMES: u64 = 0;
    const WINS: Wins = Wins::Anyone;

    fn rare() -> Vec<(ScenarioText, u64)> {
        Self::scenarios().into_iter().map(|scenario| (scenario, 40)).collect()
    }

    fn check_invariants(setting: &Self::Setting, position: &Self::Position) -> Result<(), InvariantViolation> {
        let flaw = |why: &str| Err(InvariantViolation(why.to_owned()));
        if position.agenda.overflowed() {
            return flaw("the agenda overflowed");
        }
        if position.men.iter().any(|man| man.at.index() >= setting.board.locations().len()) {
            return flaw("a man off the board");
        }
        Ok(())
    }

    fn check_scene(_: Seat, facts: &[Self::Fact], scene: &Scene) {
        let men = facts.iter().filter(|fact| matches!(fact, Fact::Man { .. })).count();
        assert!(scene.pieces.len() <= men);
    }

    const OWN_DICE: [usize; 2] = [0, 0];

    fn scenarios() -> Vec<ScenarioText> {
        vec![ScenarioText { name: "hide".to_owned(), text: SCENARIO.to_owned() }]
    }

    /// A hidden counter: mole or not.
    type Secret = Piece;

    const SECRETS: &'static [(&'static str, u64)] = &[("content", 300)];

    /// To all but the moles' side a counter may be a mole or not.
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
            Item::Change { change: Change::Surface { mole }, .. } => sink(*mole),
            Item::Change { change: Change::Remove { piece }, .. } => sink(*piece),
            Item::Report { report: Report::Barred { at } | Report::Heard { at, .. }, .. } => {
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

    /// The counters are public.
    fn is_public(_: &Self::Setting, fact: &Self::Fact) -> bool {
        matches!(fact, Fact::Unknown { .. })
    }
}
