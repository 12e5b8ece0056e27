//! The OpenAPI document, from the code.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::documented;

/// The OpenAPI document.
///
/// Addresses come from the handlers; the types of the table, which every client of the engine shares, come from the
/// same schemas as theirs.
#[must_use]
pub fn openapi() -> Value {
    let (_, api) = documented().split_for_parts();
    let mut document = serde_json::to_value(api).unwrap_or_default();
    document["info"] = json!({
        "title": "Undercity",
        "version": env!("CARGO_PKG_VERSION"),
        "x-http": super::HTTP,
        "description": "The table: seats by link, every order durable before its answer. A no is a problem+json \
            with a code that does not change.",
        "license": { "name": "MIT OR Apache-2.0" },
    });
    let mut schemas = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    schemas.extend(shared());
    document["components"]["schemas"] = schemas.into();
    document
}

/// The schemas of the table's own types.
fn shared() -> Map<String, Value> {
    // As it is written: what may be null is there all the same, what may be left out is not required.
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
    generator.subschema_for::<rules::Tool>();
    generator.subschema_for::<rules::Answer>();
    generator.subschema_for::<rules::rulebook::Entry>();
    generator.subschema_for::<rules::rulebook::OptionEntry>();
    generator.subschema_for::<referee::Ack>();
    generator.subschema_for::<referee::Event>();
    generator.subschema_for::<referee::RollAsked>();
    generator.take_definitions(true)
}
