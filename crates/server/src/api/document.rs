//! The OpenAPI document, generated from the code.

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, ReplaceBoolSchemas};
use schemars::{Schema, json_schema};
use serde_json::{Map, Value, json};
use utoipa::PartialSchema;

use super::{documented, errors};
use game::Problem;

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
    errors::describe(&mut document);
    let mut schemas = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    schemas.extend(shared());
    schemas.insert("Problem".to_owned(), json!(Problem::schema()));
    let sent = sent(&document["paths"], &schemas);
    let answers = schemas.iter_mut().filter(|(name, _)| !sent.contains(*name));
    answers.for_each(|(_, schema)| never_null_where_left_out(schema));
    document["components"]["schemas"] = schemas.into();
    document
}

/// Returns the schemas of the table's own types.
fn shared() -> Map<String, Value> {
    // Schemas of serialized values: a nullable field is still required, a field that may be left out is not.
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    // Many generators of clients can't read a schema that is `true`, nor a choice of constants.
    let mut anything = ReplaceBoolSchemas::default();
    anything.skip_additional_properties = true;
    settings = settings.with_transform(anything).with_transform(RecursiveTransform(list_constants));
    settings.definitions_path = "/components/schemas".into();
    let mut generator = settings.into_generator();
    generator.subschema_for::<table::Offer>();
    generator.subschema_for::<table::WhyNot>();
    generator.subschema_for::<table::View>();
    generator.subschema_for::<table::BoardJson>();
    generator.subschema_for::<rules::scene::Scene>();
    generator.subschema_for::<table::guide::GuideState>();
    generator.subschema_for::<table::explained::Explained>();
    generator.subschema_for::<table::Luck>();
    generator.subschema_for::<table::Walk>();
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
    name_contents(generator.take_definitions(true))
}

/// Gives the content of each kind of a choice a name, such as `EventTold` for `{"told": …}` of an event. Programs need a
/// type for it, and many generators of clients can't find a name themselves.
fn name_contents(mut schemas: Map<String, Value>) -> Map<String, Value> {
    let mut named = Map::new();
    for (choice, schema) in &mut schemas {
        for way in schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten() {
            let about = way["description"].clone();
            let Some(properties) = way.get_mut("properties").and_then(Value::as_object_mut) else { continue };
            for (kind, content) in properties.iter_mut().filter(|(_, content)| content["properties"].is_object()) {
                let name = format!("{choice}{}{}", kind[..1].to_ascii_uppercase(), &kind[1..]);
                let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
                let mut content = std::mem::replace(content, reference);
                content["description"] = about.clone();
                named.insert(name, content);
            }
        }
    }
    schemas.extend(named);
    schemas
}

/// Replaces a constant by a list with one entry, and a choice of described constants by a list of them, with the
/// descriptions in its own.
fn list_constants(schema: &mut Schema) {
    if let Some(constant) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([constant]));
    }
    let Some(ways) = schema.get("oneOf").and_then(Value::as_array) else { return };
    let Some(constants) = ways.iter().map(|way| way.get("const")?.as_str()).collect::<Option<Vec<_>>>() else { return };
    let about = |way: &Value| Some(format!("- `{}`: {}", way["const"].as_str()?, way["description"].as_str()?));
    let mut lines: Vec<_> = schema.get("description").and_then(Value::as_str).map(str::to_owned).into_iter().collect();
    lines.extend(ways.iter().filter_map(about));
    let listed = json_schema!({ "type": "string", "description": lines.join("\n"), "enum": constants });
    *schema = listed;
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
