//! Checks of calculator inputs.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use rules::{Refusal, referee_clauses};

use crate::calculators::trip::TURNS;

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
