//! Checks of calculator inputs.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use rules::rulebook::Confidence;
use rules::{Clause, GameBook, Refusal, referee_clauses};

use crate::calculators::trip::TURNS;
use crate::state::Asl;

/// Returns the refusal of an input.
pub fn wrong(why: impl Into<Cow<'static, str>>) -> Refusal {
    Refusal::new(referee_clauses::COMPLETE, why)
}

/// Returns a number, if it is in the range of this field.
pub fn number<T: TryFrom<i64>>(name: &str, given: i64, range: RangeInclusive<i64>, such_as: i64) -> Result<T, Refusal> {
    let (least, most) = (*range.start(), *range.end());
    let fits = T::try_from(given).ok().filter(|_| range.contains(&given));
    fits.ok_or_else(|| {
        wrong(format!("{name}: expected a whole number from {least} to {most}, for example {name}={such_as}"))
    })
}

/// Returns the number of turns of a trip, if it is in range.
pub fn turns(given: i64) -> Result<u8, Refusal> {
    number("turns", given, 1..=i64::from(TURNS), 6)
}

/// Returns the Morale of the leader who makes a check first; `None` if there is none.
pub fn task(morale: i64) -> Result<Option<i16>, Refusal> {
    match morale {
        0 => Ok(None),
        given if (2..=10).contains(&given) => number("morale", given, 2..=10, 8).map(Some),
        _ => Err(wrong("morale: expected a whole number from 2 to 10, for example morale=8, or 0 for no check")),
    }
}

/// Returns a clause as results cite it. A ruling of our own is marked `default`.
#[must_use]
pub fn cite(clause: Clause) -> String {
    let entry = Asl::rulebook().book().entry(clause.id());
    let default = entry.is_some_and(|entry| entry.confidence == Confidence::Default);
    format!("[{clause}{}]", if default { ", default" } else { "" })
}

/// Returns a sentence about the clauses that have a source, and details of our own.
#[must_use]
pub fn ours(clauses: &[Clause]) -> Option<String> {
    let book = Asl::rulebook().book();
    let with = |clause: &&Clause| book.entry(clause.id()).is_some_and(|entry| entry.has_details_of_ours());
    let ids: Vec<&str> = clauses.iter().filter(with).map(|clause| clause.id()).collect();
    (!ids.is_empty()).then(|| format!("Details that are default, our own reading, are named in: {}.", ids.join(", ")))
}
