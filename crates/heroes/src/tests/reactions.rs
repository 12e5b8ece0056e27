//! Enemies that could react to a movement, as its odds list them.

use board::naming::naming;
use referee::odds::{Effort, Odds, odds};
use rules::prelude::*;
use rules::{Piece, PieceSet, Side};
use suite::Game;

use crate::orders::Order;
use crate::printed::words::{Pace, With};
use crate::state::Heroes;
use crate::tests::scenarios::scenario;

/// A squad in a street, an enemy squad that looks down it, and one behind a house that doesn't.
const STREET: &str = r#"
title = "Street"
summary = "A street."
system = "heroes"
[board]
labels = "letters"
rows = [". . s . . .", ". . . . . .", ". . s s s ."]
legend = { "." = "clear", s = "stone building" }
[play]
turns = 3
initiative = "soviet"
city = true
[[unit]]
id = "1st"
side = "soviet"
kind = "squad"
at = "A2"
[[unit]]
id = "2nd"
side = "german"
kind = "squad"
at = "E2"
[[unit]]
id = "3rd"
side = "german"
kind = "squad"
state = "shaken"
at = "F2"
[[objective]]
at = "E2"
points = 1
[victory]
side = "soviet"
points = 1
"#;

const EFFORT: Effort = Effort { guesses: 40, branches: 20_000, plays: 4000, reactions: 4000 };

/// Begins the movement of the first squad.
fn moving(text: &str) -> Game<Heroes> {
    let mut game = Game::<Heroes>::new(&scenario("street.toml", text), 3);
    let units = PieceSet::EMPTY.with(Piece(0));
    while let Some(side) = Side::BOTH.into_iter().find(|side| game.referee.pending_question(*side).is_some()) {
        let go = Order::Move { units, pace: Pace::Normal };
        if Heroes::check(game.referee.eyes(side.seat()), &go).is_ok() {
            game.referee.submit(side, go, None).expect("an order that checks");
            return game;
        }
        game.referee.submit(side, Order::Done, None).expect("no unit is placed");
    }
    panic!("the squad can't move");
}

fn odds_of(game: &mut Game<Heroes>, side: Side, order: Order, effort: Effort) -> Odds {
    let known = game.referee.knowledge(side.seat()).expect("names");
    let order = naming(game.referee.seat(side.seat()).names(), || serde_json::to_value(order)).expect("names");
    odds::<Heroes>(&known, &order, effort, &mut game.rng).expect("odds").expect("a guess")
}

fn step(game: &Game<Heroes>, to: &str) -> Order {
    Order::Step { to: game.referee.setting().board.location_named(to).expect("a place") }
}

/// The one enemy that sees the step and can fire is listed, with the odds that its own side has for its fire.
#[test]
pub(super) fn who_sees_a_step_could_fire_at_it() {
    let mut game = moving(STREET);
    let order = step(&game, "B2");
    let found = odds_of(&mut game, Side::A, order, EFFORT);
    assert_eq!(found.outcomes.len(), 1, "the step itself rolls nothing: {:?}", found.outcomes);
    let [reaction] = found.reactions.as_slice() else { panic!("one enemy could fire: {:?}", found.reactions) };
    assert!((reaction.probability - 1.0).abs() < 1e-9, "{reaction:?}");
    let handle = |game: &Game<Heroes>, side: Side, piece| {
        naming(game.referee.seat(side.seat()).names(), || serde_json::to_value(piece)).expect("a name")
    };
    assert_eq!(reaction.piece.map(serde_json::Value::from), Some(handle(&game, Side::A, Piece(1))));
    let target = game.referee.setting().board.location_named("B2").expect("a place");
    game.referee.submit(Side::A, order, None).expect("a step");
    let fire = Order::Fire { units: PieceSet::EMPTY.with(Piece(1)), target, with: With::All };
    let theirs = odds_of(&mut game, Side::B, fire, EFFORT);
    let mut sums = std::collections::BTreeMap::<&str, f64>::new();
    for way in &theirs.outcomes {
        *sums.entry(&way.summary).or_default() += way.probability;
    }
    assert!(sums.len() > 1, "{sums:?}");
    for outcome in &reaction.outcomes {
        // Its own side calls it by its name.
        let text = outcome.text.replace("1st (B2)", "squad (B2)");
        let same = sums.get(text.as_str()).copied().unwrap_or_default();
        assert!((outcome.probability - same).abs() < 1e-9, "{outcome:?}, but {sums:?}");
    }
}

/// Without effort for their results, reactions are listed with their chances alone.
#[test]
pub(super) fn reactions_cost_what_they_may() {
    let mut game = moving(STREET);
    let order = step(&game, "B2");
    let found = odds_of(&mut game, Side::A, order, Effort { reactions: 0, ..EFFORT });
    let [reaction] = found.reactions.as_slice() else { panic!("{:?}", found.reactions) };
    assert!((reaction.probability - 1.0).abs() < 1e-9 && reaction.outcomes.is_empty(), "{reaction:?}");
    // A stop gives the enemy nothing to react to.
    assert!(odds_of(&mut game, Side::A, Order::Stop, EFFORT).reactions.is_empty());
}

/// Hidden units are one entry without a piece, and its chance is that one of them may be where it can fire.
#[test]
pub(super) fn hidden_enemies_are_one_entry() {
    let hidden = "kind = \"squad\"\nhidden = true\nat = \"C3\"\n";
    let text = STREET.replace("kind = \"squad\"\nstate = \"shaken\"\nat = \"F2\"\n", hidden);
    let mut game = moving(&text);
    let order = step(&game, "B2");
    let found = odds_of(&mut game, Side::A, order, EFFORT);
    let unseen: Vec<_> = found.reactions.iter().filter(|reaction| reaction.piece.is_none()).collect();
    let [unseen] = unseen.as_slice() else { panic!("{:?}", found.reactions) };
    assert!(unseen.probability > 0.0 && unseen.probability < 1.0 && !unseen.outcomes.is_empty(), "{unseen:?}");
    assert!(found.guesses > 1);
    // Elsewhere it would be guessed alike.
    let mut other = moving(&text.replace("hidden = true\nat = \"C3\"", "hidden = true\nat = \"E3\""));
    assert_eq!(odds_of(&mut other, Side::A, order, EFFORT), found);
}
