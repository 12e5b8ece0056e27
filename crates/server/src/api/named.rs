//! References to the schemas of the table's own types (see [`super::document`]).

use serde_json::{Value, json};
use utoipa::openapi::schema::{Array, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema};

fn list_of(name: &str) -> Array {
    Array::new(Ref::from_schema_name(name))
}

fn perhaps(name: &str) -> Schema {
    let null = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Null));
    OneOfBuilder::new().item(null).item(Ref::from_schema_name(name)).into()
}

pub fn clauses() -> Array {
    list_of("ClauseEntry")
}

pub fn references() -> Array {
    list_of("Reference")
}

pub fn left_out() -> Array {
    list_of("LeftOut")
}

pub fn events() -> Array {
    list_of("Event")
}

pub fn offers() -> Array {
    list_of("Offer")
}

pub fn options() -> Array {
    list_of("OptionEntry")
}

/// Schema of an order: an object, or a string if the order has no fields, such as `"stop"`.
pub fn order() -> Schema {
    written().description(Some("An order as an offer contains it; a string if it has no fields.")).into()
}

/// Schema of an order that may be null.
pub fn perhaps_order() -> Schema {
    let null = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Null));
    written().item(null).description(Some("An order as an offer contains it; null clears the standing order.")).into()
}

/// Schema of a draft that may be null.
pub fn perhaps_draft() -> Schema {
    let null = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Null));
    written().item(null).description(Some("A draft as an offer contains it; null returns the first offers.")).into()
}

/// Schemas of an order or draft with fields, and without.
fn written() -> OneOfBuilder {
    let of = |kind| ObjectBuilder::new().schema_type(SchemaType::Type(kind));
    OneOfBuilder::new().item(of(Type::Object)).item(of(Type::String))
}

pub fn perhaps_ack() -> Schema {
    perhaps("Ack")
}

pub fn perhaps_roll() -> Schema {
    perhaps("RollAsked")
}

/// Schema of an index in `sides`, which may be null.
pub fn perhaps_side() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::Integer, Type::Null])).enum_values(Some([
        json!(0),
        json!(1),
        Value::Null,
    ]))
}

pub fn perhaps_scene() -> Schema {
    perhaps("Scene")
}

pub fn scene() -> Ref {
    Ref::from_schema_name("Scene")
}

pub fn tools() -> Array {
    list_of("CalculatorInfo")
}

pub fn why_nots() -> Array {
    list_of("WhyNot")
}

/// A response body that is a list of events.
pub struct Events;

/// A response body that is a list of refused verbs with reasons.
pub struct WhyNots;

impl utoipa::PartialSchema for Events {
    fn schema() -> RefOr<Schema> {
        events().into()
    }
}

impl utoipa::ToSchema for Events {}

impl utoipa::PartialSchema for WhyNots {
    fn schema() -> RefOr<Schema> {
        why_nots().into()
    }
}

impl utoipa::ToSchema for WhyNots {}
