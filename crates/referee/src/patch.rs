//! JSON Merge Patch (RFC 7396) between two facts.

use std::cmp::Ordering;

use serde_json::{Map, Value};

/// Returns the patch that turns `old` into `new`; `None` if a merge patch cannot express it, because `new` contains a
/// null.
#[must_use]
pub fn patch(old: &Value, new: &Value) -> Option<Value> {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return (!holds_null(new)).then(|| new.clone());
    };
    let mut patch = Map::new();
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        patch.insert(key.clone(), Value::Null);
    }
    for (key, value) in new {
        match old.get(key) {
            Some(same) if same == value => {}
            Some(other) => {
                patch.insert(key.clone(), self::patch(other, value)?);
            }
            None if holds_null(value) => return None,
            None => {
                patch.insert(key.clone(), value.clone());
            }
        }
    }
    Some(Value::Object(patch))
}

/// Returns the length in bytes of the serialized patch, counting escaped characters as one. `None` if there is no patch
/// (see [`patch`]), or it is not shorter than `most`.
#[must_use]
pub fn patch_length(old: &Value, new: &Value, most: usize) -> Option<usize> {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return Some(length(new)).filter(|length| !holds_null(new) && *length < most);
    };
    let mut sum = "{}".len();
    // Both maps have sorted keys.
    let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
    while sum < most {
        let order = match (old.peek(), new.peek()) {
            (None, None) => return Some(sum),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((key, _)), Some((other, _))) => key.cmp(other),
        };
        let was = if order.is_le() { old.next() } else { None };
        let is = if order.is_ge() { new.next() } else { None };
        sum += match (was, is) {
            (Some((key, _)), None) => field(key) + "null".len(),
            (Some((_, was)), Some((_, is))) if was == is => 0,
            (Some((key, was)), Some((_, is))) => field(key) + patch_length(was, is, most)?,
            (_, Some((_, is))) if holds_null(is) => return None,
            (_, Some((key, is))) => field(key) + length(is),
            (None, None) => 0,
        };
    }
    None
}

/// Length of a serialized key with its quotes, colon and comma.
fn field(key: &str) -> usize {
    key.len() + "\"\":,".len()
}

/// Length of a serialized value in bytes.
fn length(value: &Value) -> usize {
    match value {
        Value::Null => "null".len(),
        Value::Bool(value) => {
            if *value {
                "true".len()
            } else {
                "false".len()
            }
        }
        Value::Number(number) => match number.as_u64() {
            Some(number) => number.checked_ilog10().unwrap_or(0) as usize + 1,
            None => number.to_string().len(),
        },
        Value::String(text) => text.len() + "\"\"".len(),
        Value::Array(items) => "[]".len() + items.iter().map(|item| length(item) + ",".len()).sum::<usize>(),
        Value::Object(fields) => {
            "{}".len() + fields.iter().map(|(key, value)| field(key) + length(value)).sum::<usize>()
        }
    }
}

/// Whether the value contains a null, which merging would drop.
fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(fields) => fields.values().any(holds_null),
        _ => false,
    }
}

/// Applies a merge patch to `value`. Inverse of [`patch`].
pub fn merge(value: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *value = patch.clone();
        return;
    };
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    let Value::Object(fields) = value else { return };
    for (key, patch) in patch {
        if patch.is_null() {
            fields.remove(key);
        } else {
            merge(fields.entry(key.clone()).or_insert(Value::Null), patch);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_length_is_that_of_the_patch_but_for_a_comma_an_object() {
        let values = [
            json!({"unit": {"at": "A1", "state": "steady", "men": 2}}),
            json!({"unit": {"at": "B2", "state": "steady", "men": 10}}),
            json!({"unit": {"at": "B2", "name": "1st", "flags": ["a", 3, true]}}),
            json!({"unit": {}}),
            json!({"unit": {"at": null}}),
            json!({"pending": [-4, false]}),
            json!("night"),
        ];
        let commas = |patch: &Value| patch.to_string().matches(['{', '[']).count();
        for (old, new) in values.iter().flat_map(|old| values.iter().map(move |new| (old, new))) {
            let length = patch_length(old, new, usize::MAX);
            let patch = patch(old, new);
            assert_eq!(length.is_some(), patch.is_some(), "{old} {new}");
            if let (Some(length), Some(patch)) = (length, patch) {
                let written = patch.to_string().len();
                assert!((written..=written + commas(&patch)).contains(&length), "{length} of {patch}");
                assert_eq!(patch_length(old, new, length + 1), Some(length));
                assert_eq!(patch_length(old, new, length), None, "it is no shorter than that");
            }
        }
    }
}
