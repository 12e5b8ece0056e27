//! References to the schemas of the table's own types.

use serde_json::{Value, json};
use utoipa::openapi::schema::{Array, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema};

fn list_of(name: &str) -> Array {
    Array::new(Ref::from_schema_name(name))
}

fn perhaps(name: &str) -> OneOfBuilder {
    let null = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Null));
    OneOfBuilder::new().item(null).item(Ref::from_schema_name(name))
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

pub fn order() -> Ref {
    Ref::from_schema_name("Order")
}

pub fn perhaps_order() -> OneOfBuilder {
    perhaps("Order").description(Some("Answer to the question, as an order; null clears the standing order."))
}

pub fn perhaps_draft() -> OneOfBuilder {
    perhaps("Draft").description(Some("Draft of the chosen offer; if null or left out, the first offers are returned."))
}

pub fn perhaps_ack() -> OneOfBuilder {
    perhaps("Ack")
}

pub fn perhaps_roll() -> OneOfBuilder {
    perhaps("RollAsked")
}

/// Schema of the faces of dice.
pub fn faces() -> Array {
    let face = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(6));
    Array::new(face.description(Some("Face of a die.")))
}

/// Schema of an index in `sides`, which may be null.
pub fn perhaps_side() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::Integer, Type::Null])).enum_values(Some([
        json!(0),
        json!(1),
        Value::Null,
    ]))
}

pub fn perhaps_scene() -> OneOfBuilder {
    perhaps("Scene")
}

pub fn perhaps_guide() -> OneOfBuilder {
    perhaps("GuideState")
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
