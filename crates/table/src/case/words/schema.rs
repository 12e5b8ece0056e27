//! Readers of JSON Schemas: which words and types of values they allow.

use super::*;

pub(super) fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object)
}

/// Returns the words that a schema allows; `None` if it isn't an enumeration of words.
pub(super) fn words_of(schema: &Value) -> Option<Vec<&str>> {
    if let Some(word) = schema.get("const") {
        return Some(word.as_str().into_iter().collect());
    }
    Some(schema.get("enum")?.as_array()?.iter().filter_map(Value::as_str).collect())
}

pub(super) fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Returns whether a schema allows a JSON type.
pub fn is_of_type(schema: &Value, name: &str) -> bool {
    types(schema).contains(&name)
}

/// Returns whether a number, a text or a truth value has a type that the schema allows.
pub(super) fn fits(schema: &Value, value: &Value) -> bool {
    let types = types(schema);
    let within = |number: f64| {
        let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
        bound("minimum").is_none_or(|least| least <= number) && bound("maximum").is_none_or(|most| number <= most)
    };
    types.is_empty()
        || types.iter().any(|name| match (*name, value) {
            ("integer", Value::Number(number)) => !number.is_f64() && number.as_f64().is_some_and(within),
            ("number", Value::Number(number)) => number.as_f64().is_some_and(within),
            ("string", Value::String(_)) | ("boolean", Value::Bool(_)) | ("null", Value::Null) => true,
            _ => false,
        })
}

/// Returns a description of the values that a schema expects, for messages.
pub(super) fn expected(schema: &Value) -> String {
    if let Some(words) = words_of(schema) {
        return one_of(&words);
    }
    let plain = |name: &str| match name {
        "integer" => Some(match (schema.get("minimum"), schema.get("maximum")) {
            (Some(least), Some(most)) => format!("a whole number from {least} to {most}"),
            (Some(least), None) => format!("a whole number, {least} or more"),
            _ => "a whole number".to_owned(),
        }),
        "number" => Some("a number".to_owned()),
        "string" => Some("a text in quotes".to_owned()),
        "boolean" => Some("true or false".to_owned()),
        "array" => Some("a list".to_owned()),
        "object" => Some("a table".to_owned()),
        _ => None,
    };
    let all: Vec<String> = types(schema).into_iter().filter_map(plain).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(" or ") }
}
