//! Actions against the offers of the rules, also with so few actions that lists have to be paged through.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::sync::Arc;

use referee::ledger::ScenarioText;
use referee::trial::Trial;
use rules::{Choice, QuickDice, Side, System};

use crate::game::Rules;
use crate::of_system::Of;
use crate::vector::{Lanes, OutputArrays, Vector};
use crate::{ACTIONS, FEATURES, Game, State, Turn};

fn scenario(name: &str) -> ScenarioText {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(format!("{name}.toml"));
    ScenarioText { name: format!("{name}.toml"), text: std::fs::read_to_string(path).unwrap() }
}

/// A state with its game.
fn begun<S: System>(name: &str, actions: usize) -> (Rules<S>, Of<S>) {
    let rules = Rules::<S>::new(scenario(name), actions).unwrap();
    let state = Of::new(Arc::clone(&rules.shape), Trial::new(&scenario(name)).unwrap()).unwrap();
    (rules, state)
}

/// Returns all orders to which actions lead, each with one way to it.
fn orders<S: System>(state: &Of<S>) -> BTreeMap<String, Vec<usize>> {
    let mut found = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut ways = vec![(state.clone(), Vec::new())];
    while let Some((state, way)) = ways.pop() {
        for action in 0..state.actions() {
            let way = [way.as_slice(), &[action]].concat();
            match state.chosen(action) {
                Some(Choice::Order(order)) => {
                    found.insert(format!("{order:?}"), way);
                }
                Some(Choice::Draft(draft)) if !seen.insert(format!("{draft:?}")) => {}
                _ => {
                    let mut next = state.clone();
                    next.act(action).unwrap();
                    ways.push((next, way));
                }
            }
        }
    }
    found
}

/// Plays at random. Every so often, compares the orders to which actions lead with those that the rules let be reached.
/// Returns how often it did, and the number of lists that were paged through.
fn play<S: System>(name: &str, actions: usize, steps: usize, every: usize) -> (usize, usize) {
    let (_, mut state) = begun::<S>(name, actions);
    let (mut dice, mut checked, mut paged, mut due) = (QuickDice::new(31), 0, 0, true);
    for step in 0..steps {
        due |= step % every == 0;
        if let Turn::Player(side) = state.turn() {
            if due && state.draft.is_none() && state.before == 0 {
                due = false;
                checked += 1;
                let found = orders(&state);
                let reachable: HashSet<S::Order> = rules::reachable::<S>(state.trial.eyes(side.seat()), |_, _| ());
                let reachable: BTreeSet<String> = reachable.iter().map(|order| format!("{order:?}")).collect();
                let by_actions: BTreeSet<String> = found.keys().cloned().collect();
                assert_eq!(by_actions, reachable, "{name}, step {step}");
                for (order, way) in found.iter().step_by(found.len() / 8 + 1) {
                    leads_to(&state, side, order, way);
                }
            }
            paged += usize::from(state.left() > actions);
        }
        if state.turn() == Turn::Over {
            break;
        }
        state.act(dice.below(state.actions())).unwrap();
    }
    (checked, paged)
}

/// Checks that the way that is found to an order leads to it.
fn leads_to<S: System>(state: &Of<S>, side: Side, order: &str, way: &[usize]) {
    let last = |way: &[usize]| {
        let (last, drafts) = way.split_last().unwrap();
        let mut state = state.clone();
        drafts.iter().for_each(|action| state.act(*action).unwrap());
        match state.chosen(*last).copied() {
            Some(Choice::Order(order)) => order,
            other => panic!("{other:?} is no order"),
        }
    };
    let wanted = last(way);
    assert_eq!(format!("{wanted:?}"), order);
    let found = state.way_to(side, &wanted).unwrap().unwrap();
    assert_eq!(last(&found), wanted);
}

#[test]
fn actions_lead_to_all_orders_that_the_rules_offer_and_to_no_others() {
    let checked = [
        play::<asl::Asl>("asl/first", ACTIONS, 400, 9).0,
        play::<heroes::Heroes>("heroes/first", ACTIONS, 400, 9).0,
        play::<sniper::Sniper>("sniper/patrol", ACTIONS, 400, 30).0,
        play::<tide::Tide>("tide/first", ACTIONS, 400, 5).0,
    ];
    assert!(checked.iter().all(|checked| *checked > 5), "{checked:?}");
}

#[test]
fn a_list_that_is_too_long_is_paged_through() {
    let played = [
        play::<asl::Asl>("asl/first", 5, 300, 9),
        play::<heroes::Heroes>("heroes/first", 5, 300, 9),
        play::<tide::Tide>("tide/first", 3, 300, 5),
    ];
    assert!(played.iter().all(|(checked, paged)| *checked > 5 && *paged > 3), "{played:?}");
}

#[test]
fn a_vector_pages_as_a_state_does() {
    const FEW: usize = 4;
    let (rules, mut state) = begun::<tide::Tide>("tide/first", FEW);
    let mut lanes = Lanes::<tide::Tide>::new(Arc::clone(&rules.shape), &rules.scenario, 1, 3, 1).unwrap();
    let mut arrays = OutputArrays::new(rules.spaces(), 1);
    let mut dice = QuickDice::new(37);
    let (mut taken, mut more) = (None, 0);
    // Up to the first chance, which falls otherwise in the vector.
    while let Turn::Player(of) = state.turn() {
        match taken {
            None => lanes.look(arrays.outputs()).unwrap(),
            Some(action) => lanes.step(&[action as i64], arrays.outputs()).unwrap(),
        }
        let seen = state.observe(of).unwrap();
        assert_eq!(arrays.actions[0] as usize, state.actions());
        assert_eq!(&arrays.offers[..seen.offers.len() * FEATURES.len()], seen.offers.as_flattened());
        // Through all pages, again and again.
        let action = if state.is_more(FEW - 1) { FEW - 1 } else { dice.below(state.actions()) };
        more += usize::from(state.is_more(action));
        state.act(action).unwrap();
        taken = Some(action);
    }
    assert!(more > 2, "{more} pages were turned");
}

#[test]
fn a_saved_state_stays_on_its_page_and_in_its_scenario() {
    let (rules, mut state) = begun::<tide::Tide>("tide/first", 3);
    while !state.is_more(2) {
        state.act(0).unwrap();
    }
    state.act(2).unwrap();
    let written = state.written().unwrap();
    let read = rules.read(&written).unwrap();
    let offers = |state: &dyn State| (0..state.actions()).map(|n| state.offer(n)).collect::<Vec<_>>();
    assert_eq!(offers(&*read), offers(&state));
    // Nothing differs that a side sees.
    let mut other = scenario("tide/first");
    other.text.push_str("\n# Another file.\n");
    let other = Rules::<tide::Tide>::new(other, 3).unwrap();
    let error = other.read(&written).err().unwrap().to_string();
    assert!(error.contains("it is of another scenario"), "{error}");
}
