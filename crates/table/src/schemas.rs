//! The parts of JSON Schemas, as they are derived from the types of a system.

use serde_json::Value;

/// Returns the name of the type that a schema refers to.
#[must_use]
pub fn name_of(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

/// Returns the schemas of which a value fits one.
#[must_use]
pub fn ways(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()
}

/// Returns the words of a schema that have no value.
#[must_use]
pub fn words(schema: &Value) -> Option<Vec<String>> {
    if let Some(word) = schema.get("const").and_then(Value::as_str) {
        return Some(vec![word.to_owned()]);
    }
    Some(schema.get("enum")?.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// Returns a word and the schema of its value, from an object schema with a single key.
#[must_use]
pub fn tagged(schema: &Value) -> Option<(&String, &Value)> {
    let required = schema.get("required")?.as_array()?;
    let properties = schema.get("properties")?.as_object()?;
    match (properties.iter().next(), required.as_slice()) {
        (Some((word, inner)), [Value::String(needed)]) if properties.len() == 1 && word == needed => {
            Some((word, inner))
        }
        _ => None,
    }
}
