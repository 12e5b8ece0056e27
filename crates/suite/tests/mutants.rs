//! Copies of a toy system that leak on purpose: the suite must detect each one.

// Tests state conditions and panic where they fail.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use suite::toys::hide::{Hide, leak};
use suite::{Dice, find_leak, find_leak_with, find_unlisted};

/// A leak is detected in the view or, if it shows later, in the log.
fn caught<const LEAK: u8>(channels: &[&str]) {
    let (found, _) = find_leak::<Hide<LEAK>>(5000);
    let found = found.unwrap_or_else(|| panic!("a leak by {channels:?} was not noticed"));
    let noticed = channels.iter().any(|channel| found.what.starts_with(channel));
    assert!(noticed, "expected a leak by {channels:?}, noticed {}", found.what);
}

#[test]
fn the_honest_system_passes() {
    let (found, compared) = find_leak::<Hide<{ leak::NONE }>>(5000);
    assert!(found.is_none(), "{found:?}");
    assert!(compared.moments > 500 && compared.disclosures > 20, "{compared}");
}

#[test]
fn a_leak_by_id_is_caught() {
    caught::<{ leak::ID }>(&["view", "transcript"]);
}

#[test]
fn a_leak_by_the_order_of_offers_is_caught() {
    caught::<{ leak::OFFER_ORDER }>(&["order of offers"]);
}

#[test]
fn a_leak_by_the_refusing_clause_is_caught() {
    caught::<{ leak::CLAUSE }>(&["refusals"]);
}

#[test]
fn a_leak_by_a_sequence_number_is_caught() {
    caught::<{ leak::SEQUENCE }>(&["view", "transcript"]);
}

#[test]
fn a_leak_by_the_number_of_rolls_is_caught() {
    caught::<{ leak::ROLLS }>(&["view", "transcript"]);
}

/// With any source of dice, players see whether an order waits for rolls and for which, before any event.
#[test]
fn a_leak_by_the_number_of_rolls_is_caught_with_any_dice() {
    for dice in Dice::ALL {
        let (found, _) = find_leak_with::<Hide<{ leak::ROLLS }>>(&[dice], 3000);
        let found = found.unwrap_or_else(|| panic!("{dice:?}: a leak by the number of rolls was not noticed"));
        let waits = found.what.contains("waits for");
        assert!(found.what.starts_with("transcript") && (dice == Dice::Referee) != waits, "{dice:?}: {}", found.what);
    }
}

#[test]
fn a_leak_by_undo_is_caught() {
    caught::<{ leak::UNDO }>(&["undo"]);
}

#[test]
fn a_leak_by_a_prompt_is_caught() {
    caught::<{ leak::PROMPT }>(&["view", "transcript"]);
}

#[test]
fn a_leak_by_the_words_of_a_refusal_is_caught() {
    caught::<{ leak::TEXT }>(&["refusals"]);
}

/// Returns the clauses without disclosure under which a seat learned something, with what it learned.
fn unlisted<const LEAK: u8>() -> Vec<(String, &'static str)> {
    let (found, disclosures) = find_unlisted::<Hide<LEAK>>(200);
    assert!(disclosures > 100, "only {disclosures} disclosures were looked at");
    found.into_keys().map(|unlisted| (unlisted.clause, unlisted.what)).collect()
}

#[test]
fn the_honest_system_tells_by_listed_clauses() {
    assert_eq!(unlisted::<{ leak::NONE }>(), []);
}

#[test]
fn a_disclosure_told_under_another_clause_is_caught() {
    assert_eq!(unlisted::<{ leak::CITED }>(), [("H-WALK".to_owned(), "a piece comes into sight")]);
}

#[test]
fn a_fact_that_grows_under_another_clause_is_caught() {
    assert_eq!(unlisted::<{ leak::VAGUE }>(), [("H-WALK".to_owned(), "more of a piece becomes known")]);
}
