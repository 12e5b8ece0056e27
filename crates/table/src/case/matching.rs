//! Whether a recorded thing is as a case says: by subset.

use serde_json::Value;

/// Whether `found` has everything that `wanted` says: objects by the keys they share, lists element by element,
/// scalars by value. An empty object matches anything. What is `false` or an empty list may have been left out.
pub fn matches(wanted: &Value, found: &Value) -> bool {
    match (wanted, found) {
        (Value::Object(wanted), _) if wanted.is_empty() => true,
        (Value::Object(wanted), Value::Object(found)) => {
            wanted.iter().all(|(key, value)| found.get(key).map_or(is_left_out(value), |found| matches(value, found)))
        }
        (Value::Array(wanted), Value::Array(found)) => {
            wanted.len() == found.len() && wanted.iter().zip(found).all(|(wanted, found)| matches(wanted, found))
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
        _ => usize::from(matches(wanted, found)) * 4,
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
