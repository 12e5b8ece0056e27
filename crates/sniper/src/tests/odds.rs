//! Odds of plotted actions.

use std::collections::BTreeMap;

use board::naming::naming;
use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::ledger::ScenarioText;
use referee::odds::{Effort, Odds, odds};
use rules::{Piece, Side};
use suite::Game;

use crate::orders::Order;
use crate::state::Sniper;

/// Two men in a street, eight metres apart. The rifle fires with strength 5 at a man standing in the open, Defence
/// Strength 1: column 4-1.
const STREET: &str = include_str!("../../../../cases/sniper/boards/single-shot.toml");
const EFFORT: Effort = Effort { guesses: 8, branches: 20_000, plays: 4000, reactions: 0 };

fn odds_of(scenario: &str, order: impl Fn(&dyn Fn(&str) -> board::LocationId) -> Order) -> Odds {
    let game = Game::<Sniper>::new(&ScenarioText { name: "test.toml".to_owned(), text: scenario.to_owned() }, 1);
    let seat = Side::A.seat();
    let known = game.referee.knowledge(seat).unwrap();
    let order = order(&|label| known.setting().board.location_named(label).unwrap());
    let order = naming(game.referee.seat(seat).names(), || serde_json::to_value(order)).unwrap();
    odds::<Sniper>(&known, &order, EFFORT, &mut StdRng::seed_from_u64(1)).unwrap().unwrap()
}

/// Returns the probability of each outcome in 36ths.
fn in_36ths(odds: &Odds) -> BTreeMap<String, f64> {
    let mut all = BTreeMap::new();
    for way in &odds.outcomes {
        *all.entry(way.summary.clone()).or_insert(0.0) += way.probability * 36.0;
    }
    all
}

#[test]
fn a_shot_has_the_odds_of_its_column() {
    let found = odds_of(STREET, |place| Order::Fire { man: Piece(0), at: place("0505") });
    assert!(found.isolated && found.samples == 0);
    let all = in_36ths(&found);
    // Rows of the column from 2 up: four times killed, twice incapacitated, wounded, then no effect: shots don't stun.
    let expected = [
        ("enemy 2 with the old rifle (0505): killed", 10.0),
        ("enemy 2 with the old rifle (0505): incapacitated", 11.0),
        ("enemy 2 with the old rifle (0505): wounded", 5.0),
        ("", 10.0),
    ];
    assert_eq!(all.len(), expected.len(), "{all:?}");
    for (summary, ways) in expected {
        assert!((all.get(summary).copied().unwrap_or(0.0) - ways).abs() < 1e-9, "{summary}: {all:?}");
    }
}

/// He panics on one roll of six, and then doesn't fire.
#[test]
fn who_may_panic_may_not_fire() {
    let nervous = format!("{STREET}\n[panic]\nattacker = true\n");
    let all = in_36ths(&odds_of(&nervous, |place| Order::Fire { man: Piece(0), at: place("0505") }));
    for (summary, ways) in [("a1 (0105) panics", 6.0), ("enemy 2 with the old rifle (0505): killed", 10.0 * 5.0 / 6.0)]
    {
        assert!((all.get(summary).copied().unwrap_or(0.0) - ways).abs() < 1e-9, "{summary}: {all:?}");
    }
}
