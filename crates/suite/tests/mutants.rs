//! Copies of a toy system that leak on purpose: the suite catches each one.

// A test states what must hold by panicking where it does not.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use suite::find_leak;
use suite::toys::hide::{Hide, leak};

fn caught<const LEAK: u8>(channel: &str) {
    let (found, _) = find_leak::<Hide<LEAK>>(200);
    let found = found.unwrap_or_else(|| panic!("a leak by {channel} was not noticed"));
    assert!(found.what.starts_with(channel), "expected a leak by {channel}, noticed {}", found.what);
}

#[test]
fn the_honest_system_passes() {
    let (found, compared) = find_leak::<Hide<{ leak::NONE }>>(200);
    assert!(found.is_none(), "{found:?}");
    assert!(compared > 500);
}

#[test]
fn a_leak_by_id_is_caught() {
    caught::<{ leak::ID }>("view");
}

#[test]
fn a_leak_by_the_order_of_offers_is_caught() {
    caught::<{ leak::OFFER_ORDER }>("order of offers");
}

#[test]
fn a_leak_by_the_refusing_clause_is_caught() {
    caught::<{ leak::CLAUSE }>("refusals");
}

#[test]
fn a_leak_by_a_sequence_number_is_caught() {
    caught::<{ leak::SEQUENCE }>("view");
}

#[test]
fn a_leak_by_the_number_of_rolls_is_caught() {
    caught::<{ leak::ROLLS }>("transcript");
}

#[test]
fn a_leak_by_undo_is_caught() {
    caught::<{ leak::UNDO }>("undo");
}

#[test]
fn a_leak_by_a_prompt_is_caught() {
    caught::<{ leak::PROMPT }>("view");
}

#[test]
fn a_leak_by_the_words_of_a_refusal_is_caught() {
    caught::<{ leak::TEXT }>("refusals");
}
