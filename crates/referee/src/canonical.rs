//! JSON in canonical form (RFC 8785: sorted keys, no spaces), in which anyone can reproduce and hash a line.

use serde::Serialize;
use serde_json::Value;

/// The largest whole number that RFC 8785 writes unchanged.
const EXACT: u64 = 1 << 53;

/// Serializes a value as canonical JSON.
///
/// # Errors
/// Fails if the value contains a piece or place that has no name for the reader, or cannot be represented in JSON.
pub fn canonical(value: &impl Serialize) -> Result<String, serde_json::Error> {
    canonical_value(&serde_json::to_value(value)?)
}

/// Serializes a JSON value in canonical form.
///
/// # Errors
/// Fails if a number in it is not finite.
pub fn canonical_value(value: &Value) -> Result<String, serde_json::Error> {
    // The general form sorts keys and formats numbers as JavaScript does, which takes several times as long. Game data
    // hardly ever needs it.
    if is_plain(value) { serde_json::to_string(value) } else { serde_json_canonicalizer::to_string(value) }
}

/// Whether ordinary serialization of the value is already canonical: sorted ASCII keys and numbers with a single form.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => true,
        Value::Number(number) => {
            number.as_u64().is_some_and(|n| n <= EXACT) || number.as_i64().is_some_and(|n| n.unsigned_abs() <= EXACT)
        }
        Value::Array(items) => items.iter().all(is_plain),
        Value::Object(fields) => {
            fields.keys().all(|key| key.is_ascii()) && fields.keys().is_sorted() && fields.values().all(is_plain)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_short_way_writes_what_the_general_one_does() {
        let plain = json!({"b": [1, -2, null, true], "a": {"z": "\u{1}\n\"\\/é\u{1f600}", "A": EXACT}});
        assert!(is_plain(&plain));
        assert_eq!(serde_json::to_string(&plain).unwrap(), serde_json_canonicalizer::to_string(&plain).unwrap());
        for other in [json!(1.0), json!({"é": 1}), json!([EXACT + 1])] {
            assert!(!is_plain(&other));
        }
        assert_eq!(canonical(&json!({"x": 1.0})).unwrap(), "{\"x\":1}");
    }
}
