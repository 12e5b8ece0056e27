//! Values in requests, of which some have a narrower form than the type that holds them.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Number, Value};

use crate::problem::{Code, Problem};

/// The greatest whole number that every JSON parser keeps: 2⁵³ − 1.
pub const GREATEST: u64 = (1 << 53) - 1;

/// A whole number from 0 to [`GREATEST`]. JSON has one kind of number, and some programs write 2 as `2.0`.
struct Whole(u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?;
        let float = number.as_f64().filter(|float| float.fract() == 0.0 && *float >= 0.0);
        let whole = number.as_u64().or(float.map(|float| float as u64));
        let whole = whole.filter(|whole| *whole <= GREATEST);
        whole.map(Whole).ok_or_else(|| D::Error::custom(format!("expected a whole number from 0 to {GREATEST}")))
    }
}

/// Reads a whole number that may be null.
pub fn perhaps_whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    let whole = Option::<Whole>::deserialize(deserializer)?;
    Ok(whole.map(|Whole(whole)| usize::try_from(whole).unwrap_or(usize::MAX)))
}

/// Reads the faces of dice.
pub fn faces<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let face = |Whole(whole)| u8::try_from(whole).ok().filter(|face| (1..=6).contains(face));
    let faces = Vec::<Whole>::deserialize(deserializer)?.into_iter().map(face).collect::<Option<_>>();
    faces.ok_or_else(|| D::Error::custom("expected faces from 1 to 6"))
}

/// Reads an order or a draft that may be null: an object, or a string if it has no fields.
pub fn perhaps_written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    let written = Option::<Value>::deserialize(deserializer)?;
    let has_form = written.as_ref().is_none_or(|written| written.is_object() || written.is_string());
    has_form.then_some(written).ok_or_else(|| D::Error::custom("expected an order or draft as an offer contains it"))
}

/// Reads the object of a request. Serde would take a list of its fields too.
///
/// # Errors
/// The text isn't a JSON object of the expected form.
pub fn object<T: DeserializeOwned>(json: &[u8]) -> Result<T, Problem> {
    if !json.trim_ascii_start().starts_with(b"{") {
        return Err(Problem::new(Code::Malformed, "expected a JSON object"));
    }
    serde_json::from_slice(json).map_err(|error| Problem::new(Code::Malformed, error))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
        for (written, read) in [(json!(7), Some(7)), (json!(7.0), Some(7)), (json!(0), Some(0)), (Value::Null, None)] {
            assert_eq!(perhaps_whole(&written).unwrap(), read, "{written}");
        }
        assert_eq!(faces(&json!([1, 6.0])).unwrap(), [1, 6]);
    }

    #[test]
    fn other_numbers_are_refused() {
        for written in [json!(7.5), json!(-1), json!(-1.0), json!(GREATEST + 1), json!(1e300), json!("7"), json!([])] {
            assert!(perhaps_whole(&written).is_err(), "{written}");
        }
        for written in [json!([0]), json!([7]), json!([1.5]), json!([300]), Value::Null] {
            assert!(faces(&written).is_err(), "{written}");
        }
    }

    #[test]
    fn an_order_is_an_object_or_a_string() {
        for written in [json!({}), json!("stop")] {
            assert_eq!(perhaps_written(&written).unwrap(), Some(written));
        }
        assert_eq!(perhaps_written(&Value::Null).unwrap(), None);
        for written in [json!(true), json!([]), json!(1)] {
            assert!(perhaps_written(&written).is_err(), "{written}");
        }
    }
}
