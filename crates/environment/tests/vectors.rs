//! Many games at once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::Path;
use std::sync::Arc;

use environment::{Game, OutputArrays, Turn, Vector, game};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use referee::ledger::ScenarioText;
use rules::{QuickDice, Side};

const FIRST: [&str; 4] = ["asl/first", "heroes/first", "sniper/patrol", "tide/first"];
const GAMES: usize = 6;

fn scenario(name: &str) -> Arc<dyn Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(format!("{name}.toml"));
    let text = std::fs::read_to_string(path).unwrap();
    game(ScenarioText { name: format!("{name}.toml"), text }).unwrap()
}

/// Returns arrays with rubbish in them.
fn rubbish(game: &dyn Game, games: usize) -> OutputArrays {
    let mut arrays = OutputArrays::new(game.spaces(), games);
    let OutputArrays { planes, scalars, offers, draft, actions, side, returns, over } = &mut arrays;
    [planes, side, over].into_iter().for_each(|array| array.fill(7));
    [offers, draft, actions].into_iter().for_each(|array| array.fill(7));
    [scalars, returns].into_iter().for_each(|array| array.fill(7.0));
    arrays
}

/// Plays at random for a number of steps. Calls `look` after each.
fn play(
    name: &str,
    threads: usize,
    steps: usize,
    mut look: impl FnMut(&mut dyn Vector, &OutputArrays),
) -> OutputArrays {
    let game = scenario(name);
    let mut vector = game.vector(GAMES, 3, threads).unwrap();
    let mut arrays = rubbish(&*game, GAMES);
    vector.look(arrays.outputs()).unwrap();
    let mut dice = QuickDice::new(1);
    for _ in 0..steps {
        let actions: Vec<i64> = arrays.actions.iter().map(|actions| dice.below(*actions as usize) as i64).collect();
        vector.step(&actions, arrays.outputs()).unwrap();
        look(&mut *vector, &arrays);
    }
    arrays
}

/// The planes of one game of a vector, one plane after the other as in an observation of a state.
fn by_plane(planes: &[u8], game: &dyn Game) -> Vec<u8> {
    let width = game.spaces().planes.len();
    (0..width).flat_map(|plane| planes.iter().skip(plane).step_by(width).copied()).collect()
}

#[test]
fn a_vector_begins_as_a_state_does() {
    // Scenarios that begin without chance.
    for name in FIRST {
        let game = scenario(name);
        let state = game.begin().unwrap();
        let mut arrays = rubbish(&*game, 1);
        game.vector(1, 5, 1).unwrap().look(arrays.outputs()).unwrap();
        let Turn::Player(side) = state.turn() else { continue };
        let seen = state.observe(side).unwrap();
        assert_eq!(usize::from(arrays.side[0]), side.index(), "{name}");
        assert_eq!(by_plane(&arrays.planes, &*game), seen.planes, "{name}");
        assert_eq!(arrays.scalars, seen.scalars, "{name}");
        assert_eq!(arrays.actions[0] as usize, state.actions(), "{name}");
        let offers = seen.offers.as_flattened();
        assert_eq!(&arrays.offers[..offers.len()], offers, "{name}");
        assert!(arrays.offers[offers.len()..].iter().all(|number| *number == 0), "{name}");
    }
}

/// Plays a game of a vector and a state with the same dice and lots, and compares them. Returns the number of lots.
fn plays_alike(name: &str, seed: u64) -> usize {
    let game = scenario(name);
    let mut vector = game.vector(1, seed, 1).unwrap();
    let mut arrays = rubbish(&*game, 1);
    vector.look(arrays.outputs()).unwrap();
    let lane = StdRng::seed_from_u64(seed).next_u64();
    let (mut dice, mut lots) = (QuickDice::new(lane), QuickDice::new(!lane));
    let mut choices = QuickDice::new(29);
    let mut state = game.begin().unwrap();
    let (mut steps, mut drawn) = (0, 0);
    while steps < 2000 {
        if let Turn::Chance(of) = state.turn() {
            let is_lot = state.sentence(0).unwrap().starts_with("lot ");
            if is_lot {
                drawn += 1;
                // Also among lots a state is read as it was written.
                state = game.read(&state.written().unwrap()).unwrap();
            }
            state.act(if is_lot { lots.below(of) } else { dice.below(of) }).unwrap();
            continue;
        }
        assert_eq!(arrays.over[0] == 1, state.turn() == Turn::Over, "{name}, step {steps}");
        let Turn::Player(side) = state.turn() else { break };
        let seen = state.observe(side).unwrap();
        assert_eq!(usize::from(arrays.side[0]), side.index(), "{name}, step {steps}");
        assert_eq!(arrays.actions[0] as usize, state.actions(), "{name}, step {steps}");
        assert!(by_plane(&arrays.planes, &*game) == seen.planes, "{name}, step {steps}");
        assert!(arrays.scalars == seen.scalars, "{name}, step {steps}");
        let offers = seen.offers.as_flattened();
        assert_eq!(&arrays.offers[..offers.len()], offers, "{name}, step {steps}");
        assert_eq!(arrays.draft, seen.draft, "{name}, step {steps}");
        let action = choices.below(state.actions());
        vector.step(&[action as i64], arrays.outputs()).unwrap();
        state.act(action).unwrap();
        steps += 1;
    }
    assert!(steps > 50, "{name}: {steps} steps");
    assert_eq!(f64::from(arrays.returns[0]), state.returns()[0], "{name}");
    drawn
}

#[test]
fn a_game_of_a_vector_goes_as_a_state_does_with_the_same_dice_and_lots() {
    let drawn: usize = FIRST.iter().flat_map(|name| (5..8).map(|seed| plays_alike(name, seed))).sum();
    assert!(drawn > 0, "no lot was drawn");
}

#[test]
fn what_a_step_leaves_is_what_a_look_finds() {
    for name in FIRST {
        let game = scenario(name);
        let mut count = 0;
        play(name, 2, 300, |vector, arrays| {
            count += 1;
            if count % 50 > 0 {
                return;
            }
            let mut fresh = rubbish(&*game, GAMES);
            vector.look(fresh.outputs()).unwrap();
            // A look ends no game.
            (fresh.returns, fresh.over) = (arrays.returns.clone(), arrays.over.clone());
            assert!(fresh == *arrays, "{name}, after {count} steps");
            // The arrays of the next step must be those of the last look.
            let mut same = arrays.clone();
            vector.look(same.outputs()).unwrap();
        });
    }
}

#[test]
fn games_end_and_begin_again_whatever_the_number_of_threads() {
    let mut ends = 0;
    let one = play("tide/first", 1, 1500, |_, arrays| {
        for (over, returns) in arrays.over.iter().zip(&arrays.returns) {
            ends += usize::from(*over);
            assert!(*over == 1 || *returns == 0.0);
        }
    });
    assert!(ends >= GAMES, "{ends} games ended");
    assert!(play("tide/first", 3, 1500, |_, _| ()) == one);
}

#[test]
fn seeds_that_are_close_share_no_games() {
    let game = scenario("tide/first");
    let after = |seed: u64| {
        let mut vector = game.vector(GAMES, seed, 1).unwrap();
        let mut arrays = rubbish(&*game, GAMES);
        vector.look(arrays.outputs()).unwrap();
        for step in 0..200 {
            // The same choices in games with the same dice.
            let actions: Vec<i64> = arrays.actions.iter().map(|actions| step * 5 % i64::from(*actions)).collect();
            vector.step(&actions, arrays.outputs()).unwrap();
        }
        let width = arrays.planes.len() / GAMES;
        arrays.planes.chunks(width).map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let (one, other) = (after(1), after(2));
    let shared = one.iter().filter(|planes| other.contains(planes)).count();
    assert!(shared < GAMES / 2, "{shared} of {GAMES} games look alike");
}

#[test]
fn a_step_with_a_mistake_changes_nothing() {
    let game = scenario("tide/first");
    let mut vector = game.vector(2, 1, 1).unwrap();
    let mut arrays = rubbish(&*game, 2);
    vector.look(arrays.outputs()).unwrap();
    let before = arrays.clone();
    let of = i64::from(before.actions[1]);
    for (actions, why) in [
        (vec![0, of], format!("action {of} is not legal: there are {of} now, from 0")),
        (vec![0], "the actions taken: expected 2 numbers, found 1".to_owned()),
    ] {
        assert_eq!(vector.step(&actions, arrays.outputs()).unwrap_err().to_string(), why);
    }
    let mut short = arrays.clone();
    short.planes.pop();
    assert!(vector.step(&[0, 0], short.outputs()).unwrap_err().to_string().starts_with("planes: expected "));
    vector.look(arrays.outputs()).unwrap();
    assert!(arrays == before);
    assert_eq!(Side::from_index(usize::from(arrays.side[0])), Some(Side::A));
}
