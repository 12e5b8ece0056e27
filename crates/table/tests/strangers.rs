//! A squad that went below and comes up again is unknown to the enemy. Whichever of two equal squads it is, the enemy
//! gets the same events and responses, and its standing orders refer to neither.
// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use fair::{GameId, Nonce};
use referee::GameSetup;
use referee::ledger::{DiceTerms, ScenarioText};
use rules::{Seat, Side};
use serde_json::{Value, json};
use table::{Table, TableError};

const SCENARIO: &str = r#"
title = "Two alike"
system = "tide"
[board]
labels = "letters"
rows = [". . . . . . .", ". . . . . . .", ". . . . . . .", ". . . . . . ."]
legend = { "." = "clear" }
[play]
rounds = 5
actions = 2
initiative = "soviet"
[victory]
side = "soviet"
points = 6
[[network]]
kind = "sewer"
entrances = ["A2", "C2", "B3"]
[options]
hidden_sewers = true
sewer_cards = 2
[[objective]]
at = "G4"
command = 1
victory = 1
[[unit]]
id = "Alpha"
side = "soviet"
figures = { regular = 4 }
at = "A2"
[[unit]]
id = "Mid"
side = "soviet"
figures = { elite = 2 }
at = "A4"
[[unit]]
id = "Beta"
side = "soviet"
figures = { regular = 4 }
at = "C2"
[[unit]]
id = "G1"
side = "german"
figures = { regular = 3 }
at = "G1"
[[unit]]
id = "G2"
side = "german"
figures = { regular = 3 }
at = "G3"
"#;

const SOVIET: Side = Side::A;
const GERMAN: Side = Side::B;

/// Gives an order; every requested die shows a 1.
fn order(table: &mut dyn Table, side: Side, order: &Value, id: Option<&str>) {
    let mut done = table.submit(side, order, id.map(str::to_owned)).map(Some);
    while let Err(TableError::Roll(asked)) = done {
        done = table.give_dice(&asked.label, vec![1; usize::from(asked.dice)], None);
    }
    done.unwrap_or_else(|error| panic!("{order}: {error}"));
}

fn hold_fire(table: &mut dyn Table) {
    while table.pending_question(GERMAN).is_some_and(|(kind, _)| kind == "op-fire") {
        order(table, GERMAN, &json!("hold_fire"), None);
    }
}

/// Fatigues every squad that can be, and passes the Status Phase, until the round is over.
fn end_round(table: &mut dyn Table) {
    let round = |table: &dyn Table| {
        let facts = table.view(Seat::Spectator).unwrap().facts;
        facts.into_iter().find(|fact| fact.get("round").is_some())
    };
    let now = round(table);
    while round(table) == now {
        let side =
            Side::BOTH.into_iter().find(|side| table.pending_question(*side).is_some()).expect("somebody is asked");
        let offers = table.offers(side, None).unwrap();
        // In the Status Phase, the side is done.
        let passive = |order: &Value| order.get("fatigue").is_some() || order == "done";
        let order_given = offers.into_iter().filter_map(|offer| offer.order).find(passive);
        order(table, side, &order_given.expect("a squad to fatigue"), None);
    }
}

/// Moves both squads below and one of them up in B3. Returns all events and responses of the German side.
fn heard_by_the_enemy(comes_up: u64) -> Vec<String> {
    let scenario = ScenarioText { name: "two.toml".to_owned(), text: SCENARIO.to_owned() };
    let (game, nonce) = (GameId::from([6; 32]), Nonce::from([7; 32]));
    let setup = GameSetup { scenario, game, nonce, dice: DiceTerms::Given };
    let mut table = table::system("tide").unwrap().open(setup, Box::new(())).unwrap();
    let table = table.as_mut();
    order(table, SOVIET, &json!({ "fatigue": { "unit": 2 } }), None);
    order(table, SOVIET, &json!({ "activate": { "unit": 3, "action": "advance" } }), None);
    order(table, SOVIET, &json!({ "enter": { "card": "blue" } }), None);
    order(table, GERMAN, &json!({ "prepare": { "unit": 5 } }), None);
    let shot = |target: u64| json!({ "fire": { "unit": 4, "target": target, "mode": "normal", "with": [] } });
    table.stand(GERMAN, "act", Some(&shot(1))).unwrap();
    order(table, GERMAN, &shot(1), Some("x"));
    order(table, SOVIET, &json!({ "activate": { "unit": 1, "action": "advance" } }), None);
    hold_fire(table);
    order(table, SOVIET, &json!({ "enter": { "card": "red" } }), None);
    end_round(table);
    while table.pending_question(GERMAN).is_some() {
        let offers = table.offers(GERMAN, None).unwrap();
        let prepare = offers.into_iter().filter_map(|offer| offer.order).find(|order| order.get("fatigue").is_some());
        order(table, GERMAN, &prepare.unwrap(), None);
    }
    let mut answers = Vec::new();
    order(table, SOVIET, &json!({ "emerge": { "unit": comes_up, "at": "B3" } }), None);
    hold_fire(table);
    // The old id, once with the same content and once with the new handle: the content decides, not the squad.
    for target in [1, 6] {
        answers.push(match table.submit(GERMAN, &shot(target), Some("x".to_owned())) {
            Ok(ack) => format!("answered again after {} events", ack.heard),
            Err(error) => error.to_string(),
        });
    }
    order(table, SOVIET, &json!("stop"), None);
    end_round(table);
    // A standing order about a squad that went out of sight has no effect.
    answers.push(format!("standing order: {:?}", table.answer_standing().ok()));
    answers.push(serde_json::to_string(&table.why_not(GERMAN).unwrap()).unwrap());
    let events = table.events(Seat::Side(GERMAN), 0);
    answers.extend(events.iter().filter(|event| !event.starts_with("{\"sealed\"")).cloned());
    answers
}

#[test]
fn which_of_two_like_squads_came_up_cannot_be_told() {
    let (alpha, beta) = (heard_by_the_enemy(1), heard_by_the_enemy(3));
    for (one, other) in alpha.iter().zip(&beta) {
        assert_eq!(one, other, "the enemy can tell which squad came up");
    }
    assert_eq!(alpha.len(), beta.len());
    assert!(alpha[0].starts_with("answered again"), "an honest retry is answered: {}", alpha[0]);
    assert!(alpha[1].contains("REF-6"), "another order under the same id is refused: {}", alpha[1]);
}
