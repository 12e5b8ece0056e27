//! The calculators: values worked out by hand from the printed tables, and the odds of the game itself.

use board::LocationId;
use board::naming::naming;
use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::odds::{Effort, odds};
use rules::{Piece, PieceSet, Side, calculate};
use serde_json::{Value, json};
use suite::Game;

use crate::orders::Order;
use crate::state::Asl;
use crate::tests::scenario;

fn ask(tool: &str, input: Value) -> Value {
    serde_json::to_value(calculate::<Asl>(None, tool, &input).unwrap()).unwrap()
}

fn refused(tool: &str, input: Value) -> String {
    calculate::<Asl>(None, tool, &input).unwrap_err().why.into_owned()
}

#[test]
fn the_chart_with_a_friend_above_and_one_enemy() {
    let answer = ask("emergence", json!({ "friend": true, "enemies": 2 }));
    assert_eq!(answer["drm"], 1);
    assert_eq!(answer["may_emerge"], 0.5);
    assert!((answer["discovered"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-12);
}

#[test]
fn a_trip_by_hexes() {
    let answer = ask("sewer", json!({ "manholes": "C4, E5:friend F4", "from": "C4", "to": "E5", "turns": 1 }));
    // With one of two destinations, a DEFENDER who knows the goal sends a lost stack to the other one.
    let chance = |defender: &str| answer["by_turn"][defender][0].as_f64().unwrap();
    assert!((chance("knows") - 5.0 / 6.0 * 5.0 / 6.0).abs() < 1e-12);
    assert!((chance("at_random") - (5.0 / 6.0 * 5.0 / 6.0 + 1.0 / 12.0 * 4.0 / 6.0)).abs() < 1e-12);
    assert_eq!(answer["moves"], 1);
    assert_eq!(answer["tables"][0]["rows"].as_array().unwrap().len(), 1);
}

#[test]
fn hexes_lie_as_on_a_board() {
    let near = |to: &str| {
        let input = json!({ "manholes": format!("Y9 {to}"), "from": "Y9", "to": to, "turns": 1 });
        ask("sewer", input)["moves"] == 1
    };
    assert!(near("BB8") && near("Y6") && near("V10") && near("AA10"));
    assert!(!near("CC9") && !near("Y5") && !near("BB5"));
}

#[test]
fn hexes_may_be_typed_in_small_letters() {
    let asked = |manholes: &str, from: &str, to: &str| json!({ "manholes": manholes, "from": from, "to": to });
    let (small, capital) =
        (ask("sewer", asked("c4 e5:Friend", "c4", "e5")), ask("sewer", asked("C4 E5:friend", "C4", "E5")));
    assert_eq!(small, capital);
}

#[test]
fn tables_say_nothing_that_is_nowhere() {
    let answer = ask("sewer", json!({ "manholes": "C4 E5 G4", "from": "C4", "to": "G4", "turns": 4 }));
    let tables = answer["tables"].as_array().unwrap();
    let first: Vec<&str> = tables[0]["rows"].as_array().unwrap().iter().filter_map(|row| row[0].as_str()).collect();
    assert_eq!(first, ["2", "3", "4"], "it cannot be there in turn 1");
    let columns: Vec<&str> = tables[1]["columns"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(columns.contains(&"lost") && !columns.contains(&"eliminated"), "{columns:?}");
    let none = ask("sewer", json!({ "manholes": "C4 E5 M4", "from": "C4", "to": "M4" }));
    assert_eq!((none["tables"].as_array().map(Vec::len), none["charts"].as_array().map(Vec::len)), (Some(0), Some(0)));
    assert!(none["text"][0]["words"].as_str().is_some_and(|text| text.contains("can't reach")), "{none}");
}

#[test]
fn what_makes_no_sense_is_refused_with_words() {
    let asked = |manholes: &str| json!({ "manholes": manholes, "from": "C4", "to": "E5" });
    assert!(refused("sewer", asked("C4 E5:fiend")).contains("fiend"));
    assert!(refused("sewer", asked("C4 E")).contains('E'));
    assert!(refused("sewer", asked("C4 C4 E5")).contains("twice"));
    assert!(refused("sewer", asked("C4 1E5")).contains("board"));
    for manhole in ["E5:200%", "E5:-1%", "E5:many%", "E5:99enemies", "E5:xenemies", "E5:enemies"] {
        let why = refused("sewer", asked(&format!("C4 {manhole}")));
        assert!(why.contains("expected a whole number"), "{manhole}: {why}");
    }
    assert!(refused("sewer", asked("C4")).contains("E5"));
    assert!(refused("sewer", asked("")).contains("manholes"));
    let with = |name: &str, value: i64| {
        let mut input = asked("C4 E5");
        input[name] = value.into();
        refused("sewer", input)
    };
    assert_eq!(with("turns", 300), "turns: expected a whole number from 1 to 24, for example turns=6");
    assert_eq!(with("turns", -1), with("turns", 25));
    assert!(with("morale", 99).contains("from 2 to 10"));
    let why = refused("emergence", json!({ "enemies": 300 }));
    assert_eq!(why, "enemies: expected a whole number from 0 to 9, for example enemies=2");
    assert!(refused("flood", json!({})).contains("flood"));
}

const ONE: f64 = 1.0 / 36.0;

fn near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap_or(0.0);
    assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
}

#[test]
fn ambush_by_the_printed_modifiers() {
    let ask = |attacker: &str, defender: &str, terrain: &str| {
        ask("ambush", json!({ "attacker": attacker, "defender": defender, "terrain": terrain }))
    };
    let told = |attacker: &str, defender: &str, drm: [i16; 2], ways: [f64; 2]| {
        let answer = ask(attacker, defender, "stone");
        assert_eq!(answer["drm"], json!(drm), "{attacker} against {defender}");
        near(&answer["attacker"], ways[0] * ONE);
        near(&answer["defender"], ways[1] * ONE);
        near(&answer["neither"], 1.0 - (ways[0] + ways[1]) * ONE);
    };
    // Of 36 pairs, 6 differ by 3 or more in one direction, 15 by 1, 10 by 2, 21 are level or better, 3 by 4, 1 by 5.
    told("4-6-7", "4-4-7", [0, 0], [6.0, 6.0]);
    told("4-6-7:concealed", "4-4-7", [-2, 0], [15.0, 1.0]);
    told("4-6-7:concealed", "4-4-7:concealed", [-2, -2], [6.0, 6.0]);
    told("4-6-7 9-2", "4-4-7", [-2, 0], [15.0, 1.0]);
    told("9-2", "4-4-7", [0, 0], [6.0, 6.0]);
    told("4-6-7 9-2:pinned", "4-4-7", [1, 0], [3.0, 10.0]);
    told("4-6-7:berserk 9-2", "4-4-7", [1, 0], [3.0, 10.0]);
    told("4-6-7 hero", "4-2-6:pinned", [-1, 2], [21.0, 0.0]);
    told("4-6-7:cx 4-6-7:cx", "4-4-7 4-4-7:broken", [1, 1], [6.0, 6.0]);
    told("4-6-7 6+1", "4-4-7", [1, 0], [3.0, 10.0]);
    assert_eq!(ask("4-6-7", "4-4-7", "open")["possible"], false);
    assert_eq!(ask("4-6-7", "4-4-7", "rubble")["possible"], false);
    near(&ask("4-6-7", "4-4-7", "woods")["attacker"], 6.0 * ONE);
    near(&ask("4-6-7", "4-4-7:concealed", "open")["defender"], 15.0 * ONE);
    assert_eq!(ask("4-6-7", "4-4-7", "sewer")["drm"], json!([-2, -2]));
}

#[test]
fn one_attack_in_close_combat() {
    let ask = |attacker: &str, defender: &str, more: Value| {
        let mut input = json!({ "attacker": attacker, "defender": defender, "ambush": "no", "strikes": "attacker" });
        for (key, value) in more.as_object().unwrap() {
            input[key] = value.clone();
        }
        ask("close_combat", input)
    };
    let told = |attacker: &str, defender: &str, more: Value, [kill, drm]: [i64; 2], [one, other]: [(&str, f64); 2]| {
        let answer = ask(attacker, defender, more);
        assert_eq!((&answer["attacks"][0]["kill"], &answer["attacks"][0]["drm"][0]), (&json!(kill), &json!(drm)));
        near(&answer["defender"][0][one.0], one.1 * ONE);
        near(&answer["defender"][0][other.0], other.1 * ONE);
        near(&answer["attacker"][0]["unharmed"], 1.0);
    };
    let plain = || json!({});
    // 1-1 is a Kill Number of 5: 6 ways below, 4 equal.
    told("4-6-7", "4-4-7", plain(), [5, 0], [("eliminated", 6.0), ("reduced", 4.0)]);
    // A leader adds 1 FP and his modifier: 7 to 4 is 3-2.
    told("6-2-8 9-1", "4-4-7", plain(), [6, -1], [("eliminated", 15.0), ("reduced", 6.0)]);
    told("4-6-7:cx", "4-4-7:broken", plain(), [5, -1], [("eliminated", 10.0), ("reduced", 5.0)]);
    // Pinned attackers have half their firepower; a pinned target keeps all of it.
    told("4-6-7:pinned", "4-4-7:pinned", plain(), [4, 0], [("eliminated", 3.0), ("reduced", 3.0)]);
    // 2-1 is 7: 15 below, and the 6 that are equal eliminate a half-squad too.
    told("4-6-7", "2-3-7", plain(), [7, 0], [("eliminated", 21.0), ("reduced", 0.0)]);
    // To capture: +1, or -1 against Inexperienced men.
    let capture = || json!({ "capture": "attacker" });
    told("4-6-7", "4-4-7", capture(), [5, 1], [("captured", 3.0), ("half captured", 3.0)]);
    told("4-6-7", "4-2-6", capture(), [5, -1], [("captured", 10.0), ("half captured", 5.0)]);
    // Half the firepower against a "?": 1-2.
    told("4-6-7", "4-4-7:concealed", plain(), [4, 0], [("eliminated", 3.0), ("reduced", 3.0)]);
    told("4-6-7", "4-4-7", json!({ "terrain": "sewer" }), [4, 0], [("eliminated", 3.0), ("reduced", 3.0)]);
    // After an Ambush: -1.
    let ambush = json!({ "ambush": "attacker" });
    told("4-6-7", "4-4-7", ambush, [5, -1], [("eliminated", 10.0), ("reduced", 5.0)]);
    // One of two, by Random Selection: the higher die, both if they are level.
    let answer = ask("4-6-7 4-6-7", "4-4-7 4-4-7", plain());
    near(&answer["defender"][0]["reduced"], 4.0 * ONE * 21.0 * ONE);
    // A leader who dies of his wound: the squad beside him checks Morale, and may even surrender.
    let answer = ask("4-6-7 8-1", "4-4-7 8-0", capture());
    assert!(answer["defender"][1]["captured"].as_f64().is_some_and(|chance| chance > 0.0));
    // A wounded single man: 1 to 4 of 6.
    let answer = ask("4-6-7", "8-0", plain());
    assert_eq!(answer["attacks"][0]["kill"], 9);
    near(&answer["defender"][0]["wounded"], 4.0 * ONE * 4.0 / 6.0);
    near(&answer["defender"][0]["eliminated"], 26.0 * ONE + 4.0 * ONE * 2.0 / 6.0);
}

#[test]
fn a_round_of_close_combat() {
    let ask = |ambush: &str| ask("close_combat", json!({ "attacker": "4-6-7", "defender": "4-4-7", "ambush": ambush }));
    let answer = ask("no");
    near(&answer["left"]["neither"], 1.0 / 36.0);
    near(&answer["left"]["attacker"], 5.0 / 36.0);
    near(&answer["left"]["both"], 25.0 / 36.0);
    // The ambushed attack with what is left: 21 of 36 as before, 5 as a half-squad, at 1-2.
    let ambushed = (21.0 * 3.0 + 5.0) * ONE * ONE;
    near(&ask("attacker")["attacker"][0]["eliminated"], ambushed);
    near(&ask("attacker")["defender"][0]["eliminated"], 10.0 * ONE);
    // By the dr: one of six each.
    let mixed = ambushed / 6.0 + 10.0 * ONE / 6.0 + 6.0 * ONE * 4.0 / 6.0;
    near(&ask("roll")["attacker"][0]["eliminated"], mixed);
    near(&ask("roll")["ambush"]["attacker"], 1.0 / 6.0);
}

#[test]
fn a_placed_charge_in_a_stone_building() {
    let answer = ask("charge", json!({ "targets": "4-4-7" }));
    assert_eq!((&answer["fp"], &answer["fp_unknown"], &answer["drm"]), (&json!(30), &json!(30), &json!(3)));
    let results = &answer["results"];
    near(&results["dud"], ONE);
    // An Original 4KIA, 3KIA, 2KIA makes rubble on a dr of 3, 2, 1.
    near(&results["rubble: all there are eliminated"], (3.0 + 2.0 * 2.0 + 3.0) / 6.0 * ONE);
    for (result, ways) in [
        ("1KIA", 0.5),
        ("K/4", 2.0 * 4.0 / 6.0),
        ("4MC", 3.0 * 5.0 / 6.0),
        ("3MC", 4.0),
        ("2MC", 11.0),
        ("1MC", 9.0),
        ("NMC", 3.0),
        ("PTC", 2.0),
    ] {
        near(&results[result], ways * ONE);
    }
    let sum: f64 = answer["targets"][0].as_object().unwrap().values().filter_map(Value::as_f64).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    // Half of it, if no enemy was in sight: 15 FP in the 12 column, without effect from a Final 11.
    let halved = ask("charge", json!({ "targets": "4-4-7:concealed", "halved": true }));
    assert_eq!((&halved["fp"], &halved["fp_unknown"]), (&json!(12), &json!(12)));
    near(&halved["results"]["no effect"], 14.0 * ONE);
    near(&halved["results"]["PTC"], 6.0 * ONE);
}

#[test]
fn a_thrown_charge_and_one_that_is_set() {
    let answer = ask("charge", json!({ "way": "thrown", "user": "4-4-7", "terrain": "open", "advancing": true }));
    assert_eq!(answer["drm"], 3);
    // Not Elite: a dud with 10 or more.
    near(&answer["results"]["dud"], 6.0 * ONE);
    near(&answer["results"]["1KIA"], ONE);
    // In the open, its own Location is attacked with +4, and an Original 12 is no dud.
    near(&answer["thrower"]["K/4"], ONE * 30.0 / 36.0);
    near(&answer["thrower"]["no effect"], 3.0 * ONE * 30.0 / 36.0);
    near(&answer["thrower"]["PTC"], 3.0 * ONE * 30.0 / 36.0);
    let unseen = json!({ "way": "thrown", "user": "4-6-8:cx", "terrain": "woods", "targets": "4-4-7:concealed" });
    let answer = ask("charge", unseen);
    assert_eq!((&answer["fp_unknown"], &answer["drm"]), (&json!(12), &json!(4)));
    let answer = ask("charge", json!({ "way": "set", "targets": "4-4-7" }));
    assert_eq!((&answer["fp"], &answer["drm"]), (&json!(36), &json!(-3)));
    near(&answer["set"], 0.5);
    // A 4-6-8 passes its task check with 8 or less. One enemy there: a dud with 11 or more.
    near(&answer["results"]["not detonated"], 10.0 * ONE);
    near(&answer["results"]["dud"], 26.0 * ONE * 3.0 * ONE);
    near(&answer["results"]["7KIA"], 26.0 * ONE * 3.0 * ONE);
}

#[test]
fn rules_and_inputs_refuse_charges_and_combats() {
    let charge = |input: Value| refused("charge", input);
    assert!(charge(json!({ "way": "dropped" })).contains("placed, thrown or set"));
    // Below ground, a stack is always under its "?".
    let below = json!({ "way": "thrown", "user": "4-6-8", "terrain": "sewer", "targets": "4-4-7" });
    let answer = ask("charge", below);
    assert_eq!(answer["drm"], 0);
    near(&answer["results"]["K/4"], 5.0 * ONE);
    let higher = charge(json!({ "way": "thrown", "level": 1 }));
    assert!(higher.contains("higher level"), "{higher}");
    assert!(charge(json!({ "level": 2 })).contains("level"));
    assert!(charge(json!({ "user": "4-6-9" })).contains("4-6-9"));
    assert!(charge(json!({ "way": "thrown", "user": "4-6-8:pinned" })).contains("pinned"));
    assert!(charge(json!({ "targets": "4-4-7 4-4-7 4-4-7" })).contains("at most 2"));
    let combat = |attacker: &str, more: &str| {
        refused("close_combat", json!({ "attacker": attacker, "defender": "4-4-7", "capture": more }))
    };
    assert!(combat("4-6-7:drunk", "no").contains("drunk"));
    assert!(combat("", "no").contains("attacker"));
    assert!(combat("4-6-7:berserk", "attacker").contains("berserk"));
    assert!(combat("hero:broken", "no").contains("hero"));
    assert!(combat("4-6-7", "perhaps").contains("capture"));
    let open = json!({ "attacker": "4-6-7", "defender": "4-4-7", "terrain": "open", "ambush": "attacker" });
    assert!(refused("close_combat", open).contains("can't ambush"));
}

/// Returns the odds of an order in a game.
fn in_game(game: &Game<Asl>, side: Side, order: &Order) -> Vec<(f64, Value)> {
    let names = game.referee.seat(side.seat()).names();
    let order = &naming(names, || serde_json::to_value(order)).unwrap();
    let known = game.referee.knowledge(side.seat()).unwrap();
    let effort = Effort { guesses: 1, branches: 1_000_000, plays: 0, reactions: 0 };
    let odds = odds(&known, order, effort, &mut StdRng::seed_from_u64(1)).unwrap().unwrap();
    odds.outcomes.into_iter().map(|outcome| (outcome.probability, outcome.reports)).collect()
}

/// Returns the probability that a report is as `such` says.
fn share(odds: &[(f64, Value)], such: impl Fn(&Value) -> bool) -> f64 {
    let is = |reports: &Value| reports.as_array().is_some_and(|all| all.iter().any(&such));
    odds.iter().filter(|(_, reports)| is(reports)).map(|(chance, _)| chance).sum()
}

/// A German squad with a charge beside a Russian one, both in the open.
const STREET: &str = r#"
title = "A street"
system = "asl"
[board]
labels = "letters"
rows = [". . . . .", ". . . . .", ". . . . .", ". . . . ."]
[board.legend]
"." = "open"
[play]
turns = 4
first = "german"
[[unit]]
id = "gs1"
side = "german"
kind = "4-6-7"
at = "B3"
[[unit]]
id = "gc1"
side = "german"
kind = "dc"
held_by = "gs1"
[[unit]]
id = "rs1"
side = "russian"
kind = "4-4-7"
at = "C3"
[victory]
points = 1
"#;

const GERMAN: Piece = Piece(0);
const RUSSIAN: Piece = Piece(2);

fn c3(game: &Game<Asl>) -> LocationId {
    game.referee.setting().board.location_named("C3").unwrap()
}

/// Passes the questions up to the Advancing Fire Phase.
fn at_advancing_fire() -> Game<Asl> {
    let mut game = Game::<Asl>::new(&scenario("street", STREET), 1);
    for side in [Side::A, Side::A, Side::B] {
        game.referee.submit(side, Order::Done, None).unwrap();
    }
    game
}

#[test]
fn a_charge_in_a_game_has_the_same_odds() {
    let game = at_advancing_fire();
    let odds = in_game(&game, Side::A, &Order::Charge { unit: GERMAN, at: c3(&game) });
    let input = json!({ "way": "thrown", "user": "4-6-7", "terrain": "open", "advancing": true, "targets": "4-4-7" });
    let answer = ask("charge", input);
    let attack = |effect: Value, occasion: &'static str| {
        move |report: &Value| report["attack"]["effect"] == effect && report["attack"]["occasion"] == json!(occasion)
    };
    near(&answer["results"]["dud"], share(&odds, |report| report.get("dud").is_some()));
    near(&answer["results"]["3MC"], share(&odds, attack(json!({ "check": 3 }), "charge")));
    near(&answer["results"]["1KIA"], share(&odds, attack(json!({ "kill": 1 }), "charge")));
    near(&answer["thrower"]["2MC"], share(&odds, attack(json!({ "check": 2 }), "thrown_back")));
    near(&answer["thrower"]["PTC"], share(&odds, attack(json!("pin"), "thrown_back")));
}

#[test]
fn an_attack_in_a_game_has_the_same_odds() {
    let mut game = at_advancing_fire();
    let [german, russian] = [GERMAN, RUSSIAN].map(|unit| PieceSet::EMPTY.with(unit));
    let advance = Order::Advance { units: german, to: c3(&game) };
    for order in [Order::Done, advance, Order::Done, Order::Done] {
        game.referee.submit(Side::A, order, None).unwrap();
    }
    let attack = Order::Attack { units: russian, against: german, capture: false };
    let odds = in_game(&game, Side::B, &attack);
    let input = json!({ "attacker": "4-6-7", "defender": "4-4-7", "terrain": "open", "strikes": "defender" });
    let answer = ask("close_combat", input);
    // After an Original 2 the game asks whether the attackers leave, before losses are removed.
    let leaves = share(&odds, |report| report["blow"]["dr"] == 2);
    let gone = share(&odds, |report| report.get("eliminated").is_some());
    near(&answer["attacker"][0]["eliminated"], leaves + gone);
    near(&answer["attacker"][0]["reduced"], share(&odds, |report| report.get("reduced").is_some()));
}
