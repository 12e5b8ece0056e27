//! What every state of every system must keep.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::Path;
use std::sync::Arc;

use environment::{ACTIONS, ActionError, FREE_ORDERS, Game, State, Turn, game};
use referee::ledger::ScenarioText;
use rules::{QuickDice, Side};
use serde_json::json;

const FIRST: [&str; 4] = ["asl/first", "heroes/first", "sniper/patrol", "tide/first"];

fn scenario(name: &str) -> Arc<dyn Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(format!("{name}.toml"));
    let text = std::fs::read_to_string(path).unwrap();
    game(ScenarioText { name: format!("{name}.toml"), text }).unwrap()
}

/// Plays at random. Calls `look` before each action.
fn play(name: &str, seed: u64, most: usize, mut look: impl FnMut(&dyn State, usize)) -> Box<dyn State> {
    let mut state = scenario(name).begin().unwrap();
    let mut dice = QuickDice::new(seed);
    for _ in 0..most {
        if state.turn() == Turn::Over {
            break;
        }
        let action = dice.below(state.actions());
        look(&*state, action);
        state.act(action).unwrap();
    }
    state
}

#[test]
fn games_end_and_their_results_sum_to_nothing() {
    for name in FIRST {
        let end = play(name, 5, 100_000, |state, _| {
            assert_eq!(state.returns(), [0.0, 0.0]);
            let actions = state.actions();
            assert!((1..=ACTIONS).contains(&actions), "{name}: {actions} actions");
        });
        assert_eq!(end.turn(), Turn::Over, "{name}");
        assert_eq!(end.actions(), 0);
        assert_eq!(end.returns().iter().sum::<f64>(), 0.0);
    }
}

#[test]
fn the_same_actions_lead_to_the_same_state() {
    for name in FIRST {
        let end = play(name, 7, 400, |_, _| ());
        let mut again = scenario(name).begin().unwrap();
        for action in end.history() {
            again.act(usize::from(*action)).unwrap();
        }
        for side in Side::BOTH {
            assert_eq!(end.information(side), again.information(side));
            assert_eq!(end.observe(side).unwrap(), again.observe(side).unwrap());
        }
    }
}

#[test]
fn a_copy_goes_its_own_way() {
    for name in FIRST {
        play(name, 11, 300, |state, action| {
            let before: Vec<_> = Side::BOTH.map(|side| state.information_hash(side)).into();
            let (mut one, mut other) = (state.copy(), state.copy());
            one.act(action).unwrap();
            let last = other.actions() - 1;
            other.act(last).unwrap();
            assert_eq!(before, Side::BOTH.map(|side| state.information_hash(side)));
            let mut again = state.copy();
            again.act(action).unwrap();
            assert_eq!(one.information(Side::A), again.information(Side::A));
            assert_eq!(one.information(Side::B), again.information(Side::B));
        });
    }
}

#[test]
fn different_actions_are_different_offers() {
    for name in FIRST {
        play(name, 13, 300, |state, _| {
            if matches!(state.turn(), Turn::Player(_)) {
                let offers: Vec<_> =
                    (0..state.actions()).map(|action| state.offer(action).unwrap().to_string()).collect();
                let mut once = offers.clone();
                once.sort();
                once.dedup();
                assert_eq!(once.len(), offers.len(), "{name}: {offers:?}");
            }
            assert_eq!(state.offer(state.actions()), None);
        });
    }
}

#[test]
fn what_a_side_cannot_tell_apart_looks_alike_to_it() {
    for name in FIRST {
        let mut sampled = 0;
        for seed in 17..20 {
            let mut count = 0;
            play(name, seed, 300, |state, _| {
                count += 1;
                if count % 7 > 0 {
                    return;
                }
                let Turn::Player(side) = state.turn() else { return };
                let other = match state.resample(count) {
                    Err(ActionError::NoGuess) => return,
                    other => other.unwrap(),
                };
                assert_eq!(other.turn(), state.turn());
                assert!(other.history().is_empty(), "the true actions hold secrets");
                assert_eq!(other.information(side), state.information(side), "{name}");
                assert_eq!(other.information_hash(side), state.information_hash(side), "{name}");
                assert_eq!(other.observation_text(side), state.observation_text(side), "{name}");
                assert_eq!(other.observe(side).unwrap(), state.observe(side).unwrap(), "{name}");
                let offers = |state: &dyn State| (0..state.actions()).map(|n| state.offer(n)).collect::<Vec<_>>();
                assert_eq!(offers(&*other), offers(state), "{name}");
                sampled += 1;
            });
        }
        assert!(sampled > 20, "{name}: {sampled} states were sampled");
    }
}

#[test]
fn a_saved_state_goes_on_as_the_state_does() {
    for name in FIRST {
        let game = scenario(name);
        let mut count = 0;
        let end = play(name, 19, 600, |state, action| {
            count += 1;
            if count % 20 > 0 {
                return;
            }
            let mut read = game.read(&state.written().unwrap()).unwrap();
            let mut copy = state.copy();
            assert_eq!(read.history(), copy.history());
            for _ in 0..2 {
                assert_eq!(read.turn(), copy.turn(), "{name}");
                for side in Side::BOTH {
                    assert_eq!(read.information(side), copy.information(side), "{name}");
                    assert_eq!(read.information_hash(side), copy.information_hash(side), "{name}");
                    assert_eq!(read.observe(side).unwrap(), copy.observe(side).unwrap(), "{name}");
                }
                let action = action.min(copy.actions().saturating_sub(1));
                if copy.actions() > 0 {
                    copy.act(action).unwrap();
                    read.act(action).unwrap();
                }
            }
        });
        let written = end.written().unwrap();
        let other = scenario(FIRST[usize::from(name == FIRST[0])]);
        assert!(other.read(&written).is_err(), "a state of {name} is none of another scenario");
        assert!(game.read(&written[..written.len() / 2]).is_err());
        assert!(game.read(b"").is_err());
    }
}

#[test]
fn free_orders_come_to_an_end() {
    // A side that never ends its plot is at last offered nothing else.
    let mut state = scenario("sniper/patrol").begin().unwrap();
    let mut dice = QuickDice::new(23);
    let mut free = 0;
    loop {
        if matches!(state.turn(), Turn::Chance(_)) {
            state.act(dice.below(state.actions())).unwrap();
            continue;
        }
        let ready = json!({ "order": "ready" });
        let others: Vec<usize> = (0..state.actions()).filter(|n| state.offer(*n).as_ref() != Some(&ready)).collect();
        if others.is_empty() && free > 0 {
            break;
        }
        // In this scenario nothing is set up.
        let action = others.get(dice.below(others.len().max(1))).copied().unwrap_or_default();
        free += usize::from(!others.is_empty() && state.offer(action).unwrap().get("order").is_some());
        state.act(action).unwrap();
    }
    assert_eq!(free, FREE_ORDERS as usize);
    assert_eq!(state.actions(), 1);
    assert!(scenario("sniper/patrol").spaces().longest > free as u64);
}

#[test]
fn an_action_that_is_not_there_is_refused() {
    let mut state = scenario("tide/first").begin().unwrap();
    let actions = state.actions();
    let error = state.act(actions).unwrap_err().to_string();
    assert_eq!(error, format!("action {actions} is not legal: there are {actions} now, from 0"));
    assert!(state.history().is_empty());
}
