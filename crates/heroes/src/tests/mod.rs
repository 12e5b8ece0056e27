//! The suite's invariant tests for this system.

mod games;
mod hiding;
mod invariants;
mod reactions;
mod scenarios;
mod told;
mod tools;
mod world;

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use referee::Item;
use referee::ledger::ScenarioText;
use rules::scene::Scene;
use rules::{InvariantViolation, Piece, Seat, Side};
use suite::{SystemUnderTest, Wins};

use crate::printed::words::State;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::state::unit::Unit;
use crate::state::unit_index::UnitIndex;
use crate::tests::scenarios::{HIDDEN, OPEN, scenario};
use crate::view::fact::Fact;

/// Whether a hidden unit of a side could be there: no enemy in the hex, no shown enemy in Good Order adjacent, and at
/// most three squads and two single men together.
fn could_hide(setting: &Setting, position: &Position, n: usize, at: LocationId) -> bool {
    let unit = &position.units[n];
    let alone = position.units.iter().filter(|enemy| enemy.side != unit.side).all(|enemy| {
        enemy.at.is_none_or(|place| match setting.distance(place, at) {
            0 => false,
            1 => enemy.hidden || enemy.state == State::Shaken,
            _ => true,
        })
    });
    let mates: Vec<_> = position
        .units
        .iter()
        .enumerate()
        .filter(|(m, mate)| *m != n && mate.side == unit.side && mate.at == Some(at))
        .map(|(_, mate)| mate.counter.kind)
        .chain([unit.counter.kind])
        .collect();
    // Units below ground don't exceed their capacity: three points for squads, one for single men.
    let below = !matches!(setting.board.location(at).kind, board::LocationKind::Street);
    let load = [0, 2, 4, 6, u8::MAX][unit.counter.weapon as usize];
    if below && load > if unit.counter.kind.is_single() { 1 } else { 3 } {
        return false;
    }
    let halves: u8 = mates.iter().map(|kind| [2, 1, 0, 0][*kind as usize]).sum();
    alone && halves <= 6 && mates.iter().filter(|kind| kind.is_single()).count() <= 2
}

impl SystemUnderTest for Heroes {
    const VERBS: usize = 17;
    const SHIPPED_GAMES: u64 = 120;
    const WINS: Wins = Wins::EitherInEach;

    fn rare() -> Vec<(ScenarioText, u64)> {
        Vec::new()
    }

    fn check_invariants(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
        invariants::check_invariants(setting, position)
    }

    fn check_scene(_: Seat, facts: &[Fact], scene: &Scene) {
        let seen = facts.iter().filter(|fact| matches!(fact, Fact::Unit { .. })).count();
        assert_eq!(scene.pieces.len(), seen);
    }

    const OWN_DICE: [usize; 2] = [30, 0];

    fn scenarios() -> Vec<ScenarioText> {
        vec![scenario("hidden.toml", HIDDEN), scenario("open.toml", OPEN)]
    }

    /// The Location of a hidden unit.
    type Secret = Piece;

    const SECRETS: &'static [(&'static str, u64)] = &[("where a unit hides", 200), ("which of them hides there", 20)];

    fn disclosed(setting: &Setting, before: &Position, item: &Item<Self>, sink: &mut impl FnMut(Piece)) {
        match item {
            Item::Change { change: Change::Shown { unit }, .. } => sink(*unit),
            Item::Change { change: Change::Barred { at }, .. } => {
                for (n, unit) in (0u16..).zip(&before.units) {
                    if unit.hidden && unit.at.is_some_and(|place| setting.same_hex(place, *at)) {
                        sink(Piece(n));
                    }
                }
            }
            _ => {}
        }
    }

    fn varied(_: &Setting, one: &Position, two: &Position, _: Seat, sink: &mut impl FnMut(&'static str)) {
        let hides = |position: &Position| {
            let hidden = |unit: &Unit| if unit.hidden { unit.at } else { None };
            position.units.iter().map(hidden).collect::<Vec<_>>()
        };
        let (one, two) = (hides(one), hides(two));
        if one != two {
            sink("where a unit hides");
        }
        // Both positions have a hidden unit in this place, but not the same one.
        let other = |n: usize| one[n].is_some() && one[n] != two[n] && two.contains(&one[n]);
        if (0..one.len()).any(other) {
            sink("which of them hides there");
        }
    }

    /// The list of a side's hidden units is known from the start and shrinks as units are shown.
    fn is_public(_: &Setting, fact: &Fact) -> bool {
        matches!(fact, Fact::Hidden { .. })
    }

    /// Only its owner can know where a hidden unit is.
    fn scramble(
        setting: &Setting,
        position: &Position,
        seat: Seat,
        kept: &[Piece],
        rng: &mut StdRng,
    ) -> Option<Position> {
        let mut other = position.clone();
        let secret = |side: Side| seat != Seat::Side(side);
        let hidden: Vec<usize> = (0..other.units.len())
            .filter(|n| !kept.contains(&Piece(*n as u16)))
            .filter(|n| other.units[*n].hidden && other.units[*n].at.is_some() && secret(other.units[*n].side))
            .collect();
        if hidden.is_empty() {
            return None;
        }
        for n in hidden {
            let places = &setting.hideouts[other.units[n].side];
            for _ in 0..8 {
                let at = places[rng.random_range(0..places.len())];
                if could_hide(setting, &other, n, at) {
                    other.units[n].at = Some(at);
                    break;
                }
            }
        }
        // Where a rout has been barred, a unit stays.
        let barred = |at: &LocationId| {
            let held =
                |unit: &Unit| unit.side != other.to_act && unit.at.is_some_and(|place| setting.same_hex(place, *at));
            other.units.iter().any(held)
        };
        let kept = other.barred.iter().all(barred);
        other.unit_index = UnitIndex::of(setting, &other.units);
        kept.then_some(other)
    }
}

suite::invariants!(Heroes);
suite::every_look_matters!(
    Heroes:
    hiding::guesses_spread,
    games::luck_is_told_by_whose_units_roll,
    hiding::placing_is_not_heard,
    tools::a_hidden_unit_has_no_reach,
    tools::the_next_step_is_in_reach,
    hiding::who_was_walked_past_is_not_guessed,
    games::losses_are_those_of_the_scenario,
    hiding::who_bars_the_way_stays_there,
    hiding::whoever_may_be_met_is_told_apart,
    world::hideouts_whole,
    world::hideouts_at_the_exit_whole,
    world::creep::creeping_whole,
);
