//! The channels of an observation: what each number in it means, from the schema of a system's facts.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};

use rules::System;
use schemars::schema_for;
use serde_json::Value;
use table::schemas::{name_of, tagged, ways, words};

/// Number of channels that a text without a list of its words is spread over, by its hash.
pub(crate) const BUCKETS: usize = 8;
/// Depth of parts below which nothing is told apart: a value may contain itself.
const DEEPEST: usize = 5;

/// A part of a fact, with the channels of what is in it.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub kind: Kind,
    /// First channel; its others follow.
    pub first: usize,
    /// Where its fields or variants are.
    pub known: Known,
}

/// Places of names in a list, by their numbers in the code. A schema has them in another order, and a search for each name
/// of each fact takes long.
#[derive(Debug)]
pub(crate) struct Known([AtomicU8; NUMBERED]);

/// Number of names remembered.
const NUMBERED: usize = 64;

impl Default for Known {
    fn default() -> Self {
        Known([const { AtomicU8::new(0) }; NUMBERED])
    }
}

impl Known {
    /// Finds a name with this number in a list. `of` returns the name of an element.
    pub(crate) fn find<'a, T>(
        &self,
        all: &'a [T],
        (name, number): (&str, usize),
        of: impl Fn(&T) -> &str,
    ) -> Option<(usize, &'a T)> {
        // What is remembered is tried first. It may be of another name: enums in enums have numbers of their own.
        let place = self.0.get(number);
        let tried = place.map(|place| usize::from(place.load(Ordering::Relaxed)));
        if let Some((tried, one)) = tried.and_then(|tried| Some((tried, all.get(tried)?)))
            && of(one) == name
        {
            return Some((tried, one));
        }
        let found = all.iter().position(|one| of(one) == name)?;
        if let (Some(place), Ok(found)) = (place, u8::try_from(found)) {
            place.store(found, Ordering::Relaxed);
        }
        Some((found, all.get(found)?))
    }
}

/// What a part is.
#[derive(Debug, Default)]
pub(crate) enum Kind {
    /// Nothing that is told apart.
    #[default]
    Ignored,
    /// A number, or 0 and 1.
    Number,
    /// One of these words: a channel for each, by its place.
    Words(HashMap<String, usize>),
    /// A text: [`BUCKETS`] channels.
    Text,
    /// A Location: a mark there.
    Place,
    /// Pieces: a mark where each is.
    Piece,
    /// A side: two channels, the seat's own and the other.
    Side,
    /// Fields by their names, in the order of declaration.
    Fields(Vec<(String, Node)>),
    /// One of several kinds, with fields or without. The channel of its word is the one before the first of its value.
    Variants(Vec<(String, Node)>),
    /// A list of alike elements.
    List(Box<Node>),
    /// A list whose elements have each their own meaning.
    Tuple(Vec<Node>),
}

/// The channels of all facts of one kind, such as units.
#[derive(Debug)]
pub(crate) struct FactKind {
    /// The word of the fact, such as `unit`.
    pub word: String,
    pub node: Node,
    /// Channel that counts the facts of this kind.
    pub count: usize,
    /// Number of channels, which are there twice if the fact has a side: first the seat's own, then the other's.
    pub width: usize,
    /// Whether it is about a place: its channels are planes, and else scalars.
    pub placed: bool,
}

/// All channels of a system's facts.
#[derive(Debug, Default)]
pub(crate) struct Channels {
    pub facts: Vec<FactKind>,
    /// Where the kinds of facts are in their list.
    pub known: Known,
    /// Names of the channels with a number for each place, such as `unit.own.kind=4-6-7`: kind of fact, side as seen from
    /// the seat, field and word.
    pub planes: Vec<String>,
    /// Names of the channels with one number.
    pub scalars: Vec<String>,
}

impl Channels {
    /// Reads the channels of a system from the schema of its facts.
    pub(crate) fn of<S: System>() -> Self {
        let root = schema_for!(S::Fact).to_value();
        let mut variants = Vec::new();
        Schema { root: &root }.variants(&root, &mut variants);
        let mut channels = Channels::default();
        for (word, schema) in variants {
            channels.add(&Schema { root: &root }, word, schema);
        }
        channels
    }

    fn add(&mut self, schema: &Schema<'_>, word: String, value: Option<&Value>) {
        // The first counts the facts of this kind.
        let mut made = vec![String::new()];
        let node = value.map_or_else(Node::default, |value| schema.node(value, "", 0, &mut made));
        let has = |wanted: fn(&Kind) -> bool| node.has(wanted);
        let (placed, sided) = (has(|kind| matches!(kind, Kind::Place | Kind::Piece)), node.is_sided());
        let into = if placed { &mut self.planes } else { &mut self.scalars };
        let count = into.len();
        let sides: &[&str] = if sided { &[".own", ".other"] } else { &[""] };
        for side in sides {
            into.extend(made.iter().map(|channel| {
                let dot = if channel.is_empty() || channel.starts_with('=') { "" } else { "." };
                format!("{word}{side}{dot}{channel}")
            }));
        }
        self.facts.push(FactKind { word, node, count, width: made.len(), placed });
    }
}

impl Node {
    /// Whether a field of the fact itself, or an element of its list, is of this kind.
    fn has(&self, wanted: fn(&Kind) -> bool) -> bool {
        match &self.kind {
            Kind::Fields(fields) => fields.iter().any(|(_, node)| node.has(wanted)),
            Kind::List(of) => wanted(&of.kind),
            Kind::Tuple(all) => all.iter().any(|node| wanted(&node.kind)),
            kind => wanted(kind),
        }
    }

    /// Whether the fact says whose it is, by a field `side`.
    fn is_sided(&self) -> bool {
        let Kind::Fields(fields) = &self.kind else { return false };
        fields.iter().any(|(name, node)| name == "side" && matches!(node.kind, Kind::Side))
    }
}

struct Schema<'a> {
    root: &'a Value,
}

impl<'a> Schema<'a> {
    fn resolved(&self, schema: &'a Value) -> (Option<&'a str>, &'a Value) {
        let name = name_of(schema);
        let found = name.and_then(|name| self.root.get("$defs")?.get(name));
        (name, found.unwrap_or(schema))
    }

    /// Lists the variants of an enum with the schemas of their values.
    fn variants(&self, schema: &'a Value, into: &mut Vec<(String, Option<&'a Value>)>) {
        let (_, schema) = self.resolved(schema);
        if let Some(ways) = ways(schema) {
            ways.iter().for_each(|way| self.variants(way, into));
        } else if let Some(words) = words(schema) {
            into.extend(words.into_iter().map(|word| (word, None)));
        } else if let Some((word, inner)) = tagged(schema) {
            into.push((word.clone(), Some(inner)));
        }
    }

    fn node(&self, schema: &'a Value, path: &str, depth: usize, made: &mut Vec<String>) -> Node {
        let first = made.len();
        let (name, schema) = self.resolved(schema);
        let named = |suffix: &str| format!("{path}{suffix}");
        // What belongs to no field.
        let value = if path.is_empty() { "value" } else { path };
        let kind = match name {
            _ if depth > DEEPEST => Kind::Ignored,
            Some("LocationId") => {
                made.push(value.to_owned());
                Kind::Place
            }
            Some("Piece" | "PieceSet") => {
                made.push(value.to_owned());
                Kind::Piece
            }
            Some("Side") => {
                made.extend([named("=own"), named("=other")]);
                Kind::Side
            }
            _ => self.kind(schema, path, depth, made),
        };
        Node { kind, first, known: Known::default() }
    }

    fn kind(&self, schema: &'a Value, path: &str, depth: usize, made: &mut Vec<String>) -> Kind {
        if let Some(ways) = ways(schema) {
            let real: Vec<&Value> = ways.iter().filter(|way| !is_null(way)).collect();
            if let [only] = real.as_slice() {
                // A value that may be left out.
                return self.node(only, path, depth, made).kind;
            }
            let mut variants = Vec::new();
            self.variants(schema, &mut variants);
            if variants.iter().all(|(_, inner)| inner.is_none()) {
                return one_of(variants.into_iter().map(|(word, _)| word).collect(), path, made);
            }
            let node = |(word, inner): (String, Option<&'a Value>)| {
                let first = made.len();
                made.push(format!("{path}={word}"));
                let inner = inner.map(|inner| self.node(inner, &joined(path, &word), depth + 1, made));
                // The channel of the word is the one before those of its value.
                let kind = inner.map_or(Kind::Ignored, |inner| inner.kind);
                (word, Node { kind, first: first + 1, known: Known::default() })
            };
            return Kind::Variants(variants.into_iter().map(node).collect());
        }
        if let Some(words) = words(schema) {
            return one_of(words, path, made);
        }
        if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
            let field = |(name, inner): (&String, &'a Value)| {
                (name.clone(), self.node(inner, &joined(path, name), depth + 1, made))
            };
            return Kind::Fields(fields.iter().map(field).collect());
        }
        if let Some(all) = schema.get("prefixItems").and_then(Value::as_array) {
            let element = |(number, inner): (usize, &'a Value)| {
                self.node(inner, &joined(path, &number.to_string()), depth + 1, made)
            };
            return Kind::Tuple(all.iter().enumerate().map(element).collect());
        }
        if let Some(of) = schema.get("items") {
            return Kind::List(Box::new(self.node(of, path, depth + 1, made)));
        }
        match type_of(schema) {
            "integer" | "number" | "boolean" => {
                made.push(if path.is_empty() { "value" } else { path }.to_owned());
                Kind::Number
            }
            // Names of pieces are for people.
            "string" if !path.ends_with("name") => {
                made.extend((0..BUCKETS).map(|n| format!("{path}#{n}")));
                Kind::Text
            }
            _ => Kind::Ignored,
        }
    }
}

fn one_of(words: Vec<String>, path: &str, made: &mut Vec<String>) -> Kind {
    made.extend(words.iter().map(|word| format!("{path}={word}")));
    Kind::Words(words.into_iter().zip(0..).collect())
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

/// Returns the type of a schema, without the null of a value that may be left out.
fn type_of(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(one)) => one,
        Some(Value::Array(several)) => {
            several.iter().filter_map(Value::as_str).find(|one| *one != "null").unwrap_or("")
        }
        _ => "",
    }
}
