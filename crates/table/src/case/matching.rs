//! Whether a recorded thing is as a case says: by subset.

use serde_json::Value;

/// Whether `found` has everything that `wanted` says: objects by the keys they share, lists element by element,
/// scalars by value. An empty object matches anything. What is `false` or an empty list may have been left out, but not
/// under the outermost `kinds` keys: those say of what kind a thing is.
pub fn matches(wanted: &Value, found: &Value, kinds: usize) -> bool {
    let inner = kinds.saturating_sub(1);
    match (wanted, found) {
        (Value::Object(wanted), _) if wanted.is_empty() => true,
        (Value::Object(wanted), Value::Object(found)) => wanted.iter().all(|(key, value)| match found.get(key) {
            Some(found) => matches(value, found, inner),
            None => kinds == 0 && is_left_out(value),
        }),
        (Value::Array(wanted), Value::Array(found)) => {
            wanted.len() == found.len() && wanted.iter().zip(found).all(|(wanted, found)| matches(wanted, found, inner))
        }
        _ => wanted == found,
    }
}

/// Whether a field of this value is not written in facts, changes and reports.
fn is_left_out(value: &Value) -> bool {
    *value == Value::Bool(false) || value.as_array().is_some_and(Vec::is_empty)
}

/// How much of `wanted` is in `found`: to show the nearest of many.
pub fn likeness(wanted: &Value, found: &Value) -> usize {
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => {
            wanted.iter().filter_map(|(key, value)| Some(4 + likeness(value, found.get(key)?))).sum()
        }
        _ => usize::from(matches(wanted, found, 0)) * 4,
    }
}

/// The lines of both, those that differ marked `-` (as the case says) and `+` (as it was).
pub fn differing_lines(wanted: &Value, found: Option<&Value>) -> String {
    let lines = |value: &Value| -> Vec<String> {
        let text = serde_json::to_string_pretty(value).unwrap_or_default();
        text.lines().map(|line| line.trim_end_matches(',').to_owned()).collect()
    };
    let wanted = lines(wanted);
    let found = found.map(lines).unwrap_or_default();
    let mut out = String::new();
    for line in &wanted {
        let mark = if found.contains(line) { ' ' } else { '-' };
        out.push_str(&format!("    {mark} {line}\n"));
    }
    for line in found.iter().filter(|line| !wanted.contains(line)) {
        out.push_str(&format!("    + {line}\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_left_out_is_a_field_and_never_the_kind_of_a_thing() {
        let (round, unit) = (json!({ "round": { "now": 1 } }), json!({ "unit": { "at": "A1" } }));
        assert!(!matches(&json!({ "pending": [] }), &round, 1));
        assert!(matches(&json!({ "unit": { "hidden": false, "flags": [] } }), &unit, 1));
        assert!(!matches(&json!({ "change": { "entered": [] } }), &json!({ "change": round }), 2));
        assert!(matches(&json!({ "change": { "unit": { "hidden": false } } }), &json!({ "change": unit }), 2));
    }
}
