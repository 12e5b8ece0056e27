//! The JSON Schema of scenario files, for editors.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::about::About;
use super::board_section::BoardSection;
use super::document::FORMAT;
use super::network::NetworkEntry;

/// A section that a rule system adds to the schema.
#[derive(Clone, Copy)]
pub struct Part {
    /// Top-level key of the section, such as `unit`.
    pub key: &'static str,
    /// Whether it is a list of tables (`[[unit]]`).
    pub list: bool,
    /// Whether every scenario must have it.
    pub required: bool,
    /// Description for the schema; empty to use that of its type.
    pub about: &'static str,
    /// Whether the system's scenarios can't have this generic section.
    pub left_out: bool,
    /// Function that generates the schema of one table.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Part {
    /// Creates a part for an optional single table.
    pub fn section<T: JsonSchema>(key: &'static str) -> Part {
        Part {
            key,
            list: false,
            required: false,
            about: "",
            left_out: false,
            schema: SchemaGenerator::subschema_for::<T>,
        }
    }

    /// Creates a part for an optional list of tables.
    pub fn items<T: JsonSchema>(key: &'static str) -> Part {
        Part { list: true, ..Part::section::<T>(key) }
    }

    /// Creates a part that leaves a generic section out of the schema, for a system that doesn't read it.
    #[must_use]
    pub fn left_out(key: &'static str) -> Part {
        Part { left_out: true, ..Part::section::<bool>(key) }
    }

    /// Returns this part as one that a scenario must have.
    #[must_use]
    pub const fn required(self) -> Part {
        Part { required: true, ..self }
    }

    /// Returns this part with a description, for a type that several sections share.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Part {
        Part { about, ..self }
    }
}

/// Returns the JSON Schema of a scenario: its generic part and the parts of a rule system.
pub fn schema(parts: &[Part]) -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut properties = Map::new();
    let mut required = vec!["title", "system", "board"];
    for (key, about) in [
        ("title", "The scenario's title."),
        ("system", "The rule system it is for."),
        ("summary", "What it is about, in a sentence or two."),
        ("author", "Who made it."),
        ("source", "What it is taken from."),
    ] {
        properties.insert(key.to_owned(), json!({ "type": "string", "description": about }));
    }
    let about = "The version of the format of scenario files; none means 1.";
    properties.insert("format".to_owned(), json!({ "type": "integer", "const": FORMAT, "description": about }));
    let generic = [
        Part::section::<About>("about"),
        Part::section::<BoardSection>("board"),
        Part::items::<NetworkEntry>("network"),
    ];
    let left_out: Vec<&str> = parts.iter().filter(|part| part.left_out).map(|part| part.key).collect();
    for part in generic.iter().chain(parts).filter(|part| !left_out.contains(&part.key)) {
        let schema = (part.schema)(&mut generator).to_value();
        let schema = if part.list { json!({ "type": "array", "items": schema }) } else { schema };
        let mut schema = schema;
        if !part.about.is_empty() {
            schema["description"] = part.about.into();
        }
        properties.insert(part.key.to_owned(), schema);
        if part.required {
            required.push(part.key);
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scenario",
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
        "$defs": generator.take_definitions(true),
    })
}
