//! Whole numbers whose diagnostics name the range that the scenario allows.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

/// A whole number that should be from `LEAST` to `MOST`. Every number from 0 to 255 is read, so that the reader can cite
/// the clause that one breaks; anything else is reported with the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole<const LEAST: u8, const MOST: u8>(pub u8);

impl<const LEAST: u8, const MOST: u8> Whole<LEAST, MOST> {
    /// Whether the number is in the range.
    #[must_use]
    pub fn fits(self) -> bool {
        (LEAST..=MOST).contains(&self.0)
    }
}

impl<'de, const LEAST: u8, const MOST: u8> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<const LEAST: u8, const MOST: u8>;
        impl<const LEAST: u8, const MOST: u8> Visitor<'_> for Number<LEAST, MOST> {
            type Value = u8;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from {LEAST} to {MOST}")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<u8, E> {
                u8::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<u8, E> {
                u8::try_from(number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
            }
        }
        deserializer.deserialize_any(Number::<LEAST, MOST>).map(Whole)
    }
}
