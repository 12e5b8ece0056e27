//! Tests of internals of the table that clients don't call directly.

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::collections::BTreeSet;

use players::{Player, PlayerError};
use rules::{Knowledge, QuickDice, Side};
use serde_json::{Value, json};
use suite::toys::duel::Duel;
use suite::toys::hide::Hide;
use suite::{Game, SystemUnderTest};
use table::SYSTEMS;
use table::case::Case;
use table::parts::{Pattern, UNORDERED, is_of_type, play_one, read_out, schema, summary};

#[test]
fn hexes_are_sorted_as_they_are_read() {
    let mut places = ["C10", "D1", "C9, floor 1", "C9", "1053", "997"];
    places.sort_by_cached_key(|place| read_out(place));
    assert_eq!(places, ["997", "1053", "C9", "C9, floor 1", "C10", "D1"]);
}

#[test]
fn ways_without_a_gist_are_told_in_full() {
    let way = |probability: f64, told: &str, summary: &str| referee::odds::OddsOutcome {
        probability,
        reports: Value::Null,
        told: vec![told.to_owned()],
        summary: summary.to_owned(),
    };
    let texts = |ways: &[referee::odds::OddsOutcome]| {
        summary(ways).into_iter().map(|chance| (chance.text, chance.probability)).collect::<Vec<_>>()
    };
    let bursts = [way(0.25, "It bursts there.", ""), way(0.75, "It bursts here.", "")];
    assert_eq!(texts(&bursts), [("It bursts here.".to_owned(), 0.75), ("It bursts there.".to_owned(), 0.25)]);
    let strikes =
        [way(0.25, "It bursts there.", ""), way(0.5, "He falls.", "killed"), way(0.25, "So does he.", "killed")];
    assert_eq!(texts(&strikes), [("killed".to_owned(), 0.75), (String::new(), 0.25)]);
    // One way is no odds.
    assert_eq!(texts(&[way(1.0, "They go on.", "")]), [(String::new(), 1.0)]);
}

fn matches(wanted: &Value, found: &Value, kinds: usize) -> bool {
    Pattern::from(wanted).matches(found, kinds)
}

#[test]
fn entries_in_any_order_are_each_matched_by_a_pattern_of_their_own() {
    let found = json!([{ "kind": "squad", "hidden": true }, { "kind": "squad" }, { "kind": "gun" }]);
    let any_order = |wanted: Value| {
        let Pattern::List(entries) = Pattern::from(&wanted) else { panic!("{wanted} is no list") };
        Pattern::Unordered(entries).matches(&found, 0)
    };
    // The first pattern fits two entries and has to leave one of them to the second.
    assert!(any_order(json!([{ "kind": "squad" }, { "hidden": true }, { "kind": "gun" }])));
    assert!(any_order(json!([{}, { "kind": "gun" }, { "kind": "squad" }])));
    assert!(!any_order(json!([{ "kind": "gun" }, { "kind": "gun" }, {}])));
    assert!(!any_order(json!([{ "kind": "gun" }, { "kind": "squad" }])));
    assert!(!matches(&json!([{ "kind": "gun" }, {}, {}]), &found, 0));
}

#[test]
fn what_is_left_out_is_a_field_and_never_the_kind_of_a_thing() {
    let (round, unit) = (json!({ "round": { "now": 1 } }), json!({ "unit": { "at": "A1" } }));
    assert!(!matches(&json!({ "pending": [] }), &round, 1));
    assert!(matches(&json!({ "unit": { "hidden": false, "flags": [] } }), &unit, 1));
    assert!(!matches(&json!({ "change": { "entered": [] } }), &json!({ "change": round }), 2));
    assert!(matches(&json!({ "change": { "unit": { "hidden": false } } }), &json!({ "change": unit }), 2));
}

/// Schema lists whose order has a meaning.
const ORDERED: [&str; 5] = ["pending", "odds", "Path", "faces", "Around"];

/// Finds the lists of a schema that are neither unordered nor in [`ORDERED`]. `name` is that of the type or field.
fn undecided(schema: &Value, name: &str, found: &mut BTreeSet<String>) {
    let Value::Object(keys) = schema else {
        let entries = schema.as_array().into_iter().flatten();
        return entries.for_each(|schema| undecided(schema, name, found));
    };
    let is = |key: &str| schema.get(key).and_then(Value::as_bool) == Some(true);
    if is_of_type(schema, "array") && !is("uniqueItems") && !is(UNORDERED) && !ORDERED.contains(&name) {
        found.insert(name.to_owned());
    }
    for (key, value) in keys {
        match (key.as_str(), value.as_object()) {
            ("properties" | "$defs", Some(named)) => {
                named.iter().for_each(|(name, schema)| undecided(schema, name, found));
            }
            _ => undecided(value, name, found),
        }
    }
}

#[test]
fn of_every_list_it_is_known_whether_its_order_means_something() {
    for system in SYSTEMS {
        let mut found = BTreeSet::new();
        for schema in system.word_schemas().iter().chain([&schema::<rules::RollRecord>()]) {
            undecided(schema, "", &mut found);
        }
        let mark = "mark them with `#[schemars(extend(\"uniqueItems\" = true))]` or `\"x-unordered\"`, or name them in \
                    `ORDERED`";
        assert!(
            found.is_empty(),
            "does the order of these lists of {} mean anything? {found:?}: {mark}",
            system.name()
        );
    }
}

/// A player that never finds a possible position.
struct Puzzled;

impl Player<Hide<0>> for Puzzled {
    fn order(&mut self, _: &Knowledge<Hide<0>>) -> Result<serde_json::Value, PlayerError> {
        Err(PlayerError::NoGuess)
    }
}

#[test]
fn a_side_that_finds_no_guess_takes_any_offer() {
    for scenario in Hide::<0>::scenarios() {
        let mut game = Game::<Hide<0>>::new(&scenario, 1);
        let mut dice = QuickDice::new(1);
        while let Some(side) = Side::BOTH.into_iter().find(|side| game.referee.pending_question(*side).is_some()) {
            let given = play_one(&mut game.referee, side, &mut Puzzled, &mut dice);
            assert!(given.unwrap_or_else(|error| panic!("{}: {error}", scenario.name)).is_fallback);
        }
        assert!(game.referee.outcome().is_some());
    }
}

/// The case in `docs/write-a-system.md` passes.
#[test]
fn the_case_of_duel_holds() {
    const CASE: &str = include_str!("../../suite/src/toys/duel/tests/D-FIRE-all-shots-at-once.toml");
    let scenario = |_: &str| Ok(Duel::scenarios().remove(0));
    let case = Case::parse("D-FIRE-all-shots-at-once.toml", CASE, scenario).unwrap();
    table::case::run::<Duel>(&case).unwrap_or_else(|failure| panic!("{failure}"));
    let other = Case::parse("wrong.toml", &CASE.replace("[5]", "[4]"), scenario).unwrap();
    assert!(table::case::run::<Duel>(&other).is_err(), "4 does not hit");
}
