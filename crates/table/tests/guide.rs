//! Guided games: how their files are checked, and how a learner is led and kept to the script.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::path::Path;

use referee::GameSetup;
use referee::ledger::{DiceTerms, ScenarioText};
use serde_json::{Value, json};
use table::case::Case;
use table::guide::{Guide, GuideError};
use table::{Table, TableError, system};

const HEAD: &str = r#"
title = "Below"
covers = ["TOI-S2"]
scenario = "first.toml"
[guide]
side = "soviet"
about = "Going below."
end = "That is all."
"#;

const LESSONS: &str = r#"
[[step]]
say = "Activate the Scouts."
by = "soviet"
order = { activate = { unit = "Scouts", action = "advance" } }
[[step]]
say = "Go below."
point = ["Scouts", "B4"]
instead = "Not over the street."
by = "soviet"
order = { enter = { card = "red" } }
[[step]]
say = "Now the officer."
by = "soviet"
order = { activate = { unit = "Lisitsyn", action = "advance" } }
"#;

fn case(text: &str) -> Result<Case, String> {
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/tide/first.toml");
    let scenario = ScenarioText { name: "tide/first".to_owned(), text: std::fs::read_to_string(scenario).unwrap() };
    Case::parse("guide.toml", text, |_| Ok(scenario)).map_err(|error| error.to_string())
}

fn guide(text: &str) -> Result<Guide, String> {
    let case = case(text)?;
    system(&case.system).unwrap().guide(&case).map_err(|failure| failure.to_string())
}

fn begun(guide: &Guide) -> Box<dyn Table> {
    let setup = GameSetup {
        scenario: guide.scenario.clone(),
        game: [7; 32].into(),
        nonce: [0; 32].into(),
        dice: DiceTerms::Given,
    };
    system("tide").unwrap().open(setup, Box::new(())).unwrap()
}

/// Gives the order at the end of the lesson's way.
fn follow(guide: &Guide, table: &mut dyn Table) -> Value {
    let lesson = guide.state(table).lesson.expect("a lesson");
    let order = lesson.path.last().and_then(|offer| offer.order.clone()).expect("an order");
    guide.submit(table, &order, None).unwrap();
    order
}

#[test]
fn a_learner_is_led_offer_by_offer() {
    let guide = guide(&format!("{HEAD}{LESSONS}")).unwrap();
    let mut table = begun(&guide);
    let state = guide.state(table.as_ref());
    assert_eq!((state.step, state.of, state.end), (1, 3, None));
    let lesson = state.lesson.unwrap();
    // Each part of the way is offered after the part before it.
    let mut draft: Option<Value> = None;
    for offer in &lesson.path {
        assert!(table.offers(guide.side, draft.as_ref()).unwrap().contains(offer));
        draft.clone_from(&offer.draft);
    }
    for step in 1..=3 {
        assert_eq!(guide.state(table.as_ref()).step, step);
        follow(&guide, table.as_mut());
    }
    let state = guide.state(table.as_ref());
    assert_eq!((state.step, state.lesson, state.end.as_deref()), (3, None, Some("That is all.")));
    assert!(!guide.leads(table.as_ref()));
}

#[test]
fn another_order_is_answered_and_changes_nothing() {
    let guide = guide(&format!("{HEAD}{LESSONS}")).unwrap();
    let mut table = begun(&guide);
    follow(&guide, table.as_mut());
    let entries = table.entries();
    // The rules allow a stop here.
    match guide.submit(table.as_mut(), &json!("stop"), None) {
        Err(GuideError::Another(why)) => assert_eq!(why, "Not over the street."),
        other => panic!("{other:?}"),
    }
    // They don't allow this: the rule is named.
    let far = table.scene(guide.side.seat()).unwrap()["pieces"][0]["piece"].clone();
    match guide.submit(table.as_mut(), &json!({ "activate": { "unit": far, "action": "advance" } }), None) {
        Err(GuideError::Table(TableError::Refused(refused))) => assert!(!refused.clause.is_empty()),
        other => panic!("{other:?}"),
    }
    assert_eq!(table.entries(), entries);
}

#[test]
fn the_script_plays_what_says_nothing() {
    let silent = LESSONS.replacen("say = \"Activate the Scouts.\"\n", "", 1);
    let guide = guide(&format!("{HEAD}{silent}")).unwrap();
    let mut table = begun(&guide);
    assert!(guide.plays(table.as_ref()));
    let waits = guide.state(table.as_ref());
    assert_eq!((waits.step, waits.of, waits.lesson), (1, 2, None));
    // The learner waits for the script.
    assert!(matches!(guide.submit(table.as_mut(), &json!("stop"), None), Err(GuideError::Another(_))));
    assert!(guide.play(table.as_mut()).unwrap().is_some());
    assert!(guide.play(table.as_mut()).unwrap().is_none());
    assert!(guide.state(table.as_ref()).lesson.is_some());
}

#[test]
fn a_stored_guide_is_the_same() {
    let guide = guide(&format!("{HEAD}{LESSONS}")).unwrap();
    let stored = serde_json::to_string(&guide).unwrap();
    assert_eq!(serde_json::from_str::<Guide>(&stored).unwrap(), guide);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let lesson = |step: &str| guide(&format!("{HEAD}{LESSONS}[[step]]\n{step}\n")).unwrap_err();
    let expect = |step: &str, why: &str| {
        let told = lesson(step);
        assert!(told.contains(why), "{step}\n{told}");
        assert!(told.contains("guide.toml:") || told.contains("line "), "{told}");
    };
    expect("by = \"soviet\"\nundo = true", "expected `order` or `pass_until`, found `undo`");
    expect("say = \"Pass.\"\nby = \"german\"\norder = \"pass\"", "expected `by = \"soviet\"`");
    expect("by = \"soviet\"\norder = \"stop\"\npoint = [\"B4\"]", "`point` has no lesson beside it");
    expect("say = \"Wait.\"\npass_until = \"act\"", "expected `by` and `order` beside `say`");
    expect("by = \"soviet\"\norder = \"stop\"\nrefused = \"TOI-S2\"", "no `refused` or `waits`");
    let pointing = LESSONS.replace("\"B4\"]", "\"Q9\"]");
    let told = guide(&format!("{HEAD}{pointing}")).unwrap_err();
    assert!(told.contains("`Q9` is neither a piece nor a Location"), "{told}");
    let hidden = LESSONS.replace("{ enter = { card = \"red\" } }", "{ emerge = { unit = \"Scouts\", at = \"B4\" } }");
    let told = guide(&format!("{HEAD}{hidden}")).unwrap_err();
    assert!(told.contains("the learner isn't offered this order"), "{told}");
    let nothing = guide(&format!("{HEAD}[[step]]\nby = \"soviet\"\norder = \"pass\"\n")).unwrap_err();
    assert!(nothing.contains("expected a step with `say`"), "{nothing}");
    let plain = case(&format!("{}{LESSONS}", HEAD.split("[guide]").next().unwrap())).unwrap_err();
    assert!(plain.contains("`say` belongs to a guided game"), "{plain}");
    let stranger = guide(&format!("{}{LESSONS}", HEAD.replace("soviet", "french"))).unwrap_err();
    assert!(
        stranger.contains("expected `by = \"french\"`") || stranger.contains("there is no side `french`"),
        "{stranger}"
    );
}
