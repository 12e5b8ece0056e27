//! The OpenAPI document, generated from the code.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::documented;

/// Returns the OpenAPI document.
///
/// Paths come from the handlers. Types of the table, which clients of the engine also use, come from the engine's
/// schemas.
#[must_use]
pub fn openapi() -> Value {
    let (_, api) = documented().split_for_parts();
    let mut document = serde_json::to_value(api).unwrap_or_default();
    document["info"] = json!({
        "title": "Undercity",
        "version": env!("CARGO_PKG_VERSION"),
        "x-http": super::HTTP,
        "description": "The table: seats by link, every order durable before its answer. Errors are problem+json \
            with a stable code.",
        "license": { "name": "MIT OR Apache-2.0" },
    });
    document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut).for_each(every_error_is_a_problem);
    document["components"]["responses"] = json!({ "Problem": problem_response() });
    let mut schemas = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    schemas.extend(shared());
    let sent = sent(&document["paths"], &schemas);
    let answers = schemas.iter_mut().filter(|(name, _)| !sent.contains(*name));
    answers.for_each(|(_, schema)| never_null_where_left_out(schema));
    document["components"]["schemas"] = schemas.into();
    document
}

/// Returns the response of an error.
fn problem_response() -> Value {
    json!({
        "description": "An error. `code` says which; the response may have any status of 400 or above.",
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
    })
}

/// Completes the responses of all operations of an address: errors have the media type of a problem, every operation
/// has a default response for the errors that it doesn't list, and every response has a description.
fn every_error_is_a_problem(address: &mut Value) {
    for operation in address.as_object_mut().into_iter().flat_map(Map::values_mut) {
        let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { continue };
        for (status, response) in responses.iter_mut() {
            let status = status.parse::<StatusCode>().ok();
            if status.is_some_and(|status| status.as_u16() >= 400) {
                *response = problem_response();
            }
            if let Some(reason) = status.and_then(|status| status.canonical_reason()) {
                response["description"] = reason.into();
            }
        }
        responses.insert("default".to_owned(), json!({ "$ref": "#/components/responses/Problem" }));
    }
}

/// Returns the schemas of the table's own types.
fn shared() -> Map<String, Value> {
    // Schemas of serialized values: a nullable field is still required, a field that may be left out is not.
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = settings.into_generator();
    generator.subschema_for::<table::Offer>();
    generator.subschema_for::<table::WhyNot>();
    generator.subschema_for::<table::View>();
    generator.subschema_for::<table::BoardJson>();
    generator.subschema_for::<rules::scene::Scene>();
    generator.subschema_for::<table::Luck>();
    generator.subschema_for::<table::Odds>();
    generator.subschema_for::<rules::CalculatorInfo>();
    generator.subschema_for::<rules::CalculatorOutput>();
    generator.subschema_for::<rules::rulebook::ClauseEntry>();
    generator.subschema_for::<rules::rulebook::OptionEntry>();
    generator.subschema_for::<rules::rulebook::Reference>();
    generator.subschema_for::<rules::rulebook::LeftOut>();
    generator.subschema_for::<referee::Ack>();
    generator.subschema_for::<referee::Event>();
    generator.subschema_for::<referee::RollAsked>();
    generator.take_definitions(true)
}

/// Adds the names of the schemas that a part of the document refers to, directly or indirectly.
fn referred<'a>(part: &'a Value, schemas: &'a Map<String, Value>, found: &mut BTreeSet<&'a str>) {
    match part {
        Value::Array(inner) => inner.iter().for_each(|one| referred(one, schemas, found)),
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str).and_then(|way| way.rsplit('/').next());
            if let Some((name, schema)) = name.and_then(|name| schemas.get_key_value(name))
                && found.insert(name)
            {
                referred(schema, schemas, found);
            }
            fields.values().for_each(|one| referred(one, schemas, found));
        }
        _ => {}
    }
}

/// Returns the names of schemas that clients send. In these, null is allowed for a field that may be left out.
fn sent(paths: &Value, schemas: &Map<String, Value>) -> BTreeSet<String> {
    let methods = paths.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_object);
    let bodies = methods.flat_map(Map::values).filter_map(|method| method.get("requestBody"));
    let mut found = BTreeSet::new();
    bodies.for_each(|body| referred(body, schemas, &mut found));
    found.into_iter().map(str::to_owned).collect()
}

/// Removes null from fields that are not required: the server leaves such a field out and never writes null.
fn never_null_where_left_out(schema: &mut Value) {
    match schema {
        Value::Array(inner) => inner.iter_mut().for_each(never_null_where_left_out),
        Value::Object(fields) => {
            let required = fields.get("required").cloned().unwrap_or_default();
            let is_required = |name: &String| required.as_array().is_some_and(|all| all.iter().any(|one| one == name));
            if let Some(Value::Object(properties)) = fields.get_mut("properties") {
                let left_out = properties.iter_mut().filter(|(name, _)| !is_required(name));
                left_out.for_each(|(_, property)| without_null(property));
            }
            fields.values_mut().for_each(never_null_where_left_out);
        }
        _ => {}
    }
}

/// Removes null from the allowed values of a schema.
fn without_null(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|one| one != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            fields.insert("type".to_owned(), only);
        }
    }
    for ways in ["anyOf", "oneOf"] {
        let Some(Value::Array(all)) = fields.get_mut(ways) else { continue };
        all.retain(|one| one.get("type").is_none_or(|kind| kind != "null"));
        if let [Value::Object(only)] = all.as_slice() {
            let only = only.clone();
            fields.remove(ways);
            for (key, value) in only {
                fields.entry(key).or_insert(value);
            }
        }
    }
}
