//! Test data and independent rules of this system.

use rand::RngExt;
use rand::rngs::StdRng;
use referee::Item;
use referee::ledger::ScenarioText;
use rules::scene::Scene;
use rules::{InvariantViolation, Seat, Side};

use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::position::Position;
use crate::toys::duel::view::fact::Fact;
use crate::{SystemUnderTest, Wins};

const FIRST: &str = include_str!("first.toml");

impl SystemUnderTest for Duel {
    const VERBS: usize = 2;
    const SHIPPED_GAMES: u64 = 0;
    const WINS: Wins = Wins::Anyone;

    fn rare() -> Vec<(ScenarioText, u64)> {
        Self::scenarios().into_iter().map(|scenario| (scenario, 40)).collect()
    }

    fn check_invariants(setting: &Self::Setting, position: &Self::Position) -> Result<(), InvariantViolation> {
        InvariantViolation::unless(!position.agenda.overflowed(), || "the agenda overflowed".to_owned())?;
        let stray = position.men.iter().find(|man| !setting.ledges[man.side].contains(&man.at));
        InvariantViolation::unless(stray.is_none(), || format!("{stray:?} is not on the ledge of his side"))
    }

    fn check_scene(_: Seat, facts: &[Self::Fact], scene: &Scene) {
        let men = facts.iter().filter(|fact| matches!(fact, Fact::Man { .. })).count();
        assert!(scene.pieces.len() == men);
    }

    const ROLLS_AT_ONCE: bool = false;
    const OWN_DICE: [usize; 2] = [0, 0];

    fn scenarios() -> Vec<ScenarioText> {
        vec![ScenarioText { name: "first.toml".to_owned(), text: FIRST.to_owned() }]
    }

    /// All plans of a side, since they become public together.
    type Secret = ();

    const SECRETS: &'static [(&'static str, u64)] = &[("plan", 50)];

    /// Plans are secret from the other side and from spectators.
    fn scramble(_: &Setting, position: &Position, seat: Seat, kept: &[()], rng: &mut StdRng) -> Option<Position> {
        if !kept.is_empty() {
            return None;
        }
        let mut other = position.clone();
        for side in Side::BOTH.into_iter().filter(|side| side.seat() != seat) {
            for plan in other.plans(side) {
                *plan = Plan::ALL[rng.random_range(0..Plan::ALL.len())];
            }
        }
        Some(other)
    }

    /// Once both sides are ready, all plans become public and are carried out.
    fn disclosed(_: &Setting, _: &Position, _: &Item<Self>, sink: &mut impl FnMut(())) {
        sink(());
    }

    fn varied(_: &Setting, one: &Position, two: &Position, _: Seat, sink: &mut impl FnMut(&'static str)) {
        if one != two {
            sink("plan");
        }
    }
}
