//! What to merge into one fact to get another: JSON Merge Patch (RFC 7396).

use serde_json::{Map, Value};

/// The patch that makes `new` of `old`; `None` where merging cannot say it (a value that is null).
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

/// Merging drops nulls wherever they stand.
fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(fields) => fields.values().any(holds_null),
        _ => false,
    }
}

/// Merges a patch into a value.
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
