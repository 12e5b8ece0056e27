//! The vocabulary of a system: the words of its orders, ledgers and cases, from the schemas of its types.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rules::System;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::board_json::Mentions;
use crate::case::parts::schema;
use crate::schemas::{name_of, tagged, ways, words};

/// All words of one kind, such as a system's orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WordList {
    /// Kind of the words, such as `orders`.
    pub kind: &'static str,
    /// Places where these words are used.
    pub about: &'static str,
    /// All words of the kind, in the order of the code.
    pub words: Vec<WordRow>,
}

/// One word of the vocabulary, such as an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WordRow {
    /// Spelling of the word in JSON and TOML.
    pub word: String,
    /// Fields of the word; a single field without a name if it has one value.
    pub fields: Vec<FieldRow>,
    /// Meaning of the word, as Markdown.
    pub about: String,
    /// For an order: ids of the clauses that refused it in the cases and in random games. There may be others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<String>,
}

/// One field of a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldRow {
    /// Name of the field; empty if the value follows the word directly.
    pub name: String,
    /// Values that the field accepts, such as “a number from 0 to 6”.
    pub takes: String,
    /// Whether the field may be left out.
    pub optional: bool,
    /// Meaning of the field, as Markdown.
    pub about: String,
}

/// Returns the vocabulary of a system, by kind.
pub(crate) fn vocabulary<S: System>() -> Vec<WordList> {
    let rolls = S::ROLLS.iter().map(|roll| WordRow {
        word: (*roll).to_owned(),
        fields: Vec::new(),
        about: "The label of a roll.".to_owned(),
        refused: Vec::new(),
    });
    let mut orders = list::<S::Order>(
        "orders",
        "What a side gives: `order` of a case, `submit` of the engine, an entry of the ledger. The last column lists the clauses \
         that refused the order in the conformance cases and in random games of the built-in scenarios; there may be others. \
         The referee's own clauses (`undercity rules referee`) can refuse any order.",
    );
    for row in &mut orders.words {
        row.refused = refusals().get(S::NAME).and_then(|orders| orders.get(&row.word)).cloned().unwrap_or_default();
    }
    vec![
        orders,
        list::<S::Fact>("facts", "What a seat sees: `sees` of a case, what is `new` in a `saw` event."),
        list::<S::Change>("changes", "What becomes of the position: `change` in a case and in the ledger."),
        list::<S::Report>("reports", "What a seat is told: `report` in a case and in the ledger, a `told` event."),
        list::<S::Step>("steps", "What is still to do: `push` in a case and in the ledger."),
        WordList {
            kind: "rolls",
            about: "What dice are rolled for: `dice` of a case, a `rolled` event.",
            words: rolls.collect(),
        },
    ]
}

/// Returns the clauses that refused orders, by system and order (written by `tests/refusals.rs`).
fn refusals() -> &'static BTreeMap<String, BTreeMap<String, Vec<String>>> {
    static REFUSALS: OnceLock<BTreeMap<String, BTreeMap<String, Vec<String>>>> = OnceLock::new();
    // A file that can't be parsed is a defect, which its own test reports.
    REFUSALS.get_or_init(|| toml::from_str(include_str!("refusals.toml")).unwrap_or_default())
}

/// Returns the JSON Schemas of a system's orders, facts, changes, reports and steps.
pub(crate) fn word_schemas<S: System>() -> [Arc<Value>; 5] {
    [schema::<S::Order>(), schema::<S::Fact>(), schema::<S::Change>(), schema::<S::Report>(), schema::<S::Step>()]
}

/// Returns all words of a type, from its schema.
pub fn list<T: JsonSchema + 'static>(kind: &'static str, about: &'static str) -> WordList {
    let root = schema::<T>();
    let mut words = Vec::new();
    Reader { root: &root }.words(&root, &mut words);
    WordList { kind, about, words }
}

/// Returns the fields of a type that name pieces and Locations.
pub fn mentions<T: JsonSchema + 'static>() -> Mentions {
    let root = schema::<T>();
    let mut found = Mentions::default();
    Reader { root: &root }.mentions(&root, &mut Vec::new(), &mut found);
    found
}

/// Maximum depth of fields that are searched for names: a type may contain itself.
const DEEPEST: usize = 6;

struct Reader<'a> {
    root: &'a Value,
}

impl<'a> Reader<'a> {
    fn resolved(&self, schema: &'a Value) -> &'a Value {
        name_of(schema).and_then(|name| self.root.get("$defs")?.get(name)).unwrap_or(schema)
    }

    /// Adds all words that a schema allows to `into`.
    fn words(&self, schema: &'a Value, into: &mut Vec<WordRow>) {
        let schema = self.resolved(schema);
        let about = text(schema, "description");
        if let Some(ways) = ways(schema) {
            ways.iter().for_each(|way| self.words(way, into));
        } else if let Some(words) = words(schema) {
            into.extend(words.into_iter().map(|word| WordRow {
                word,
                fields: Vec::new(),
                about: about.clone(),
                refused: Vec::new(),
            }));
        } else if let Some((word, inner)) = tagged(schema) {
            into.push(WordRow { word: word.clone(), fields: self.fields(inner), about, refused: Vec::new() });
        }
    }

    /// Adds the fields below the path `way` that name pieces and Locations to `found`.
    fn mentions(&self, schema: &'a Value, way: &mut Vec<&'a str>, found: &mut Mentions) {
        let into = match name_of(schema) {
            Some("Piece") => Some(&mut found.pieces),
            Some("LocationId") => Some(&mut found.places),
            _ => None,
        };
        if let Some(into) = into {
            let way = way.join(".");
            if !into.contains(&way) {
                into.push(way);
            }
            return;
        }
        if way.len() > DEEPEST {
            return;
        }
        let schema = self.resolved(schema);
        for inner in ways(schema).into_iter().flatten().chain(schema.get("items")) {
            self.mentions(inner, way, found);
        }
        for inner in schema.get("prefixItems").and_then(Value::as_array).into_iter().flatten() {
            self.mentions(inner, way, found);
        }
        for (name, inner) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            way.push(name);
            self.mentions(inner, way, found);
            way.pop();
        }
    }

    /// Returns the fields of a word from the schema of its value.
    fn fields(&self, inner: &'a Value) -> Vec<FieldRow> {
        let Some(properties) = self.resolved(inner).get("properties").and_then(Value::as_object) else {
            let takes = self.takes(inner);
            return vec![FieldRow { name: String::new(), takes, optional: false, about: String::new() }];
        };
        let required = self.resolved(inner).get("required").and_then(Value::as_array);
        let field = |(name, schema): (&String, &'a Value)| FieldRow {
            name: name.clone(),
            takes: self.takes(schema),
            optional: required.is_none_or(|required| !required.iter().any(|one| one == name)),
            about: text(schema, "description"),
        };
        properties.iter().map(field).collect()
    }

    /// Returns a description of the values that a schema accepts.
    fn takes(&self, schema: &'a Value) -> String {
        match name_of(schema) {
            Some("Piece") => return "a piece".to_owned(),
            Some("LocationId") => return "a Location".to_owned(),
            Some("Side") => return "a side".to_owned(),
            _ => {}
        }
        let schema = self.resolved(schema);
        if let Some(ways) = ways(schema) {
            let ways = ways.iter().filter(|way| text(way, "type") != "null").map(|way| self.takes(way));
            return ways.collect::<Vec<_>>().join(" or ");
        }
        if let Some(words) = words(schema) {
            return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
        }
        if let Some((word, inner)) = tagged(schema) {
            let fields = self.fields(inner);
            let inner: Vec<String> = fields.iter().map(|field| format!("{} {}", field.name, field.takes)).collect();
            return format!("`{word}` with {}", inner.join(", ").trim());
        }
        let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
        let kind = schema.get("type").map(|kind| match kind {
            Value::Array(kinds) => {
                kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or_default()
            }
            kind => kind.as_str().unwrap_or_default(),
        });
        match kind {
            Some("integer" | "number") => match (bound("minimum"), bound("maximum")) {
                (Some(least), Some(most)) => format!("a number from {least} to {most}"),
                _ => "a number".to_owned(),
            },
            Some("boolean") => "`true` or `false`".to_owned(),
            Some("string") => "a text".to_owned(),
            Some("array") => match schema.get("items") {
                Some(items) => format!("a list, each {}", self.takes(items)),
                None => "a list".to_owned(),
            },
            Some("object") => {
                let names = schema.get("properties").and_then(Value::as_object).map(Map::keys);
                let names: Vec<String> = names.into_iter().flatten().map(|name| format!("`{name}`")).collect();
                if names.is_empty() { "a table".to_owned() } else { format!("a table of {}", names.join(", ")) }
            }
            _ => "anything".to_owned(),
        }
    }
}

fn text(schema: &Value, key: &str) -> String {
    schema.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}
