//! Checks whether the words of a pattern exist. Variants, fields and values come from the JSON Schemas of the system's
//! types, units and Locations from the scenario.
//!
//! A pattern is only a part of a value, so it can't be deserialized as the whole type. A misspelt pattern would match
//! nothing, and a step with a negative expectation would pass. A list in another order than the referee's has the same
//! effect, if the order has no meaning. The schemas mark such lists: sets have `uniqueItems`, other lists have
//! [`UNORDERED`].

mod schema;

use std::any::TypeId;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use board::naming::{Name, Named, Naming};
use board::scenario::{nearest, one_of};
use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value};

use super::matching::Pattern;
pub use schema::is_of_type;
use schema::{expected, fits, properties, words_of};

/// Key of a JSON Schema that marks a list whose order has no meaning, although two entries may be equal.
pub const UNORDERED: &str = "x-unordered";

/// Maximum number of known words in a message. If there are more, it names only the nearest.
const LISTED: usize = 24;

/// An unknown word, with its depth in the pattern.
#[derive(Debug)]
pub struct Unknown {
    depth: usize,
    why: String,
}

impl Unknown {
    /// Returns the message: the error, the known words and the nearest one.
    pub fn why(self) -> String {
        self.why
    }
}

/// Texts that the fields of a fact can hold if its schema allows any, by field: names of units, weapons.
pub type Texts = BTreeMap<&'static str, BTreeSet<String>>;

/// The names of pieces, Locations and sides in a scenario.
pub struct Names {
    naming: Arc<dyn Naming>,
    sides: [&'static str; 2],
    counts: [u16; 2],
    texts: Texts,
}

impl Names {
    /// Returns the names of the true position, with this many pieces and Locations.
    pub fn new(
        naming: Arc<dyn Naming>,
        sides: [&'static str; 2],
        pieces: usize,
        locations: usize,
        texts: Texts,
    ) -> Self {
        let count = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        Names { naming, sides, counts: [count(pieces), count(locations)], texts }
    }

    /// Returns the scope in which these names are read.
    pub fn naming(&self) -> Arc<dyn Naming> {
        Arc::clone(&self.naming)
    }

    /// Checks whether a field can hold a free text. A field without a list of texts can hold any.
    ///
    /// # Errors
    /// The text is unknown: the message names the nearest one.
    fn check_text(&self, field: &str, text: &str) -> Result<(), String> {
        match self.texts.get(field) {
            Some(texts) if !texts.contains(text) => {
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                Err(format!("there is no {field} `{text}` in this scenario{}", advice(text, &texts)))
            }
            _ => Ok(()),
        }
    }

    /// Checks whether a piece or Location has this name.
    ///
    /// # Errors
    /// The name is unknown: the message names the nearest one.
    fn check(&self, kind: Named, name: &str) -> Result<(), String> {
        let noun = match kind {
            Named::Piece => "unit",
            Named::Location => "Location",
            Named::Side => return known("side", name, self.sides),
        };
        if self.naming.id(kind, &Name::Text(name.to_owned())).is_some() {
            return Ok(());
        }
        let count = self.counts[usize::from(kind == Named::Location)];
        let names: Vec<String> = (0..count)
            .filter_map(|id| match self.naming.name(kind, id)? {
                Name::Text(text) => Some(text),
                Name::Number(_) => None,
            })
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Err(format!("there is no {noun} `{name}` in this scenario{}", advice(name, &names)))
    }
}

/// Checks whether a word is among the known ones.
///
/// # Errors
/// The word is unknown: the message lists the known words and the nearest one.
pub fn known<'a>(noun: &str, word: &str, words: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
    let words: Vec<&str> = words.into_iter().collect();
    if words.contains(&word) { Ok(()) } else { Err(format!("there is no {noun} `{word}`{}", advice(word, &words))) }
}

/// Returns the end of a message: the word nearest to a wrong one, and the known words.
fn advice(word: &str, words: &[&str]) -> String {
    let near = nearest(word, words.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
    let listed = (!words.is_empty() && words.len() <= LISTED).then(|| one_of(words));
    match (near, listed) {
        (Some(near), Some(listed)) => format!("{near} expected {listed}"),
        (Some(near), None) => near,
        (None, Some(listed)) => format!("; expected {listed}"),
        (None, None) => String::new(),
    }
}

/// Returns the JSON Schema of a type. It is cached, since many cases need it.
pub fn schema<T: JsonSchema + 'static>() -> Arc<Value> {
    static MADE: Mutex<Option<HashMap<TypeId, Arc<Value>>>> = Mutex::new(None);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let made = made.get_or_insert_with(HashMap::new);
    Arc::clone(made.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(schema_for!(T).to_value())))
}

/// Reads a pattern against a schema, and finds which of its lists match in any order. Also returns whether the pattern
/// is complete, with every field that the schema requires.
///
/// # Errors
/// The first word that could not match anything.
pub fn read(root: &Value, pattern: &Value, noun: &str, names: &Names) -> Result<(Pattern, bool), Unknown> {
    let walk = Walk { root, names, is_whole: Cell::new(true) };
    let read = walk.read(root, pattern, noun, 0)?;
    Ok((read, walk.is_whole.get()))
}

struct Walk<'a> {
    root: &'a Value,
    names: &'a Names,
    /// Whether no required field has been left out so far.
    is_whole: Cell<bool>,
}

impl<'a> Walk<'a> {
    /// Reads a pattern against one schema. `noun` names the pattern in messages.
    fn read(&self, schema: &'a Value, pattern: &Value, noun: &str, depth: usize) -> Result<Pattern, Unknown> {
        if pattern.as_object().is_some_and(Map::is_empty) {
            self.is_whole.set(false);
            return Ok(Pattern::Anything);
        }
        let fail = |why: String| Err(Unknown { depth, why });
        if let Some(name) = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next()) {
            let kind = match name {
                "Piece" => Some(Named::Piece),
                "LocationId" => Some(Named::Location),
                "Side" => Some(Named::Side),
                _ => None,
            };
            return match (kind, pattern) {
                (Some(kind), Value::String(text)) => match self.names.check(kind, text) {
                    Ok(()) => Ok(pattern.into()),
                    Err(why) => Err(Unknown { depth: depth + 2, why }),
                },
                (Some(kind), other) => fail(format!("expected the name of {}, found `{other}`", a(kind))),
                (None, _) => match self.root.get("$defs").and_then(|defs| defs.get(name)) {
                    Some(schema) => self.read(schema, pattern, noun, depth),
                    None => Ok(pattern.into()),
                },
            };
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(schemas) = schema.get(key).and_then(Value::as_array) {
                return self.any(schemas, pattern, noun, depth);
            }
        }
        if let Some(schemas) = schema.get("allOf").and_then(Value::as_array) {
            return schemas.iter().try_fold(pattern.into(), |_, schema| self.read(schema, pattern, noun, depth));
        }
        if let Some(words) = words_of(schema) {
            return match pattern {
                Value::String(word) => match known("word", word, words) {
                    Ok(()) => Ok(pattern.into()),
                    Err(why) => Err(Unknown { depth: depth + 1, why }),
                },
                other if schema.get("const") == Some(other) => Ok(pattern.into()),
                other => fail(format!("expected {}, found `{other}`", one_of(&words))),
            };
        }
        match pattern {
            Value::Object(fields) => self.fields(schema, fields, depth),
            Value::Array(entries) => self.entries(schema, entries, noun, depth),
            scalar if fits(schema, scalar) => Ok(pattern.into()),
            scalar => fail(format!("expected {}, found `{scalar}`", expected(schema))),
        }
    }

    /// Reads a pattern that may match any of several schemas.
    fn any(&self, schemas: &'a [Value], pattern: &Value, noun: &str, depth: usize) -> Result<Pattern, Unknown> {
        let mut deepest: Option<Unknown> = None;
        let was_whole = self.is_whole.get();
        for schema in schemas {
            self.is_whole.set(was_whole);
            match self.read(schema, pattern, noun, depth) {
                Ok(read) => return Ok(read),
                Err(unknown) if deepest.as_ref().is_none_or(|deepest| deepest.depth < unknown.depth) => {
                    deepest = Some(unknown);
                }
                Err(_) => {}
            }
        }
        // An error inside one alternative is more helpful than “none of the alternatives”.
        if let Some(unknown) = deepest.filter(|unknown| unknown.depth > depth + 1) {
            return Err(unknown);
        }
        let schemas: Vec<&Value> = schemas.iter().map(|schema| self.resolved(schema)).collect();
        let variants = || schemas.iter().filter_map(|schema| properties(schema)).flat_map(|fields| fields.keys());
        let plain = || schemas.iter().filter_map(|schema| words_of(schema)).flatten();
        let none_of_them = |words: Vec<&str>, word: &str| {
            known(noun, word, words).err().unwrap_or_else(|| format!("`{word}` has another form as {noun}"))
        };
        let (more, why) = match pattern {
            Value::Object(fields) => match fields.keys().find(|key| !variants().any(|variant| variant == *key)) {
                Some(word) if plain().any(|plain| plain == word) => {
                    (0, format!("`{word}` has no fields; expected \"{word}\" alone"))
                }
                Some(_) if variants().next().is_none() => {
                    (0, format!("expected {}, found a table", self.expected_any(&schemas)))
                }
                Some(word) => (0, none_of_them(variants().map(String::as_str).chain(plain()).collect(), word)),
                None => {
                    let keys: Vec<&str> = fields.keys().map(String::as_str).collect();
                    (0, format!("{} never stand in one {noun}", one_of(&keys).replace(" or ", " and ")))
                }
            },
            Value::String(word) if variants().any(|variant| variant == word) => {
                (0, format!("`{word}` has fields; expected {{ {word} = {{ … }} }}"))
            }
            Value::String(word) if variants().next().is_some() || plain().next().is_some() => {
                (1, none_of_them(plain().chain(variants().map(String::as_str)).collect(), word))
            }
            other => (0, format!("expected {}, found `{other}`", self.expected_any(&schemas))),
        };
        Err(Unknown { depth: depth + more, why })
    }

    fn expected_any(&self, schemas: &[&Value]) -> String {
        let all: BTreeSet<String> =
            schemas.iter().map(|schema| expected(schema)).filter(|all| all != "nothing").collect();
        all.into_iter().collect::<Vec<String>>().join(" or ")
    }

    /// Reads a table, in which each key is a field.
    fn fields(&self, schema: &'a Value, wanted: &Map<String, Value>, depth: usize) -> Result<Pattern, Unknown> {
        let Some(fields) = properties(schema) else {
            let open = schema.as_bool() == Some(true) || schema.as_object().is_some_and(Map::is_empty);
            let table = schema.get("type").and_then(Value::as_str) == Some("object");
            return if open || table {
                Ok(Pattern::from(&Value::Object(wanted.clone())))
            } else {
                Err(Unknown { depth, why: format!("expected {}, found a table", expected(schema)) })
            };
        };
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        if required.filter_map(Value::as_str).any(|key| !wanted.contains_key(key)) {
            self.is_whole.set(false);
        }
        let mut read = BTreeMap::new();
        for (key, value) in wanted {
            let Some(field) = fields.get(key) else {
                let names = fields.keys().map(String::as_str);
                let why = known("field", key, names).err().unwrap_or_default();
                return Err(Unknown { depth, why });
            };
            let pattern = self.read(field, value, "word", depth + 2).map_err(|unknown| unknown.at(key))?;
            if let Value::String(text) = value
                && is_of_type(field, "string")
                && words_of(field).is_none()
            {
                self.names.check_text(key, text).map_err(|why| Unknown { depth: depth + 2, why }.at(key))?;
            }
            read.insert(key.clone(), pattern);
        }
        Ok(Pattern::Table(read))
    }

    /// Reads a list, which is matched as a whole: entry by entry or, if its schema says so, in any order.
    fn entries(&self, schema: &'a Value, wanted: &[Value], noun: &str, depth: usize) -> Result<Pattern, Unknown> {
        let first = schema.get("prefixItems").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let rest = schema.get("items").filter(|items| items.is_object() || items.as_bool() == Some(true));
        if first.is_empty() && rest.is_none() && !is_of_type(schema, "array") {
            return Err(Unknown { depth, why: format!("expected {}, found a list", expected(schema)) });
        }
        let bound = |key: &str| schema.get(key).and_then(Value::as_u64);
        let long = wanted.len() as u64;
        if bound("maxItems").is_some_and(|most| long > most) || bound("minItems").is_some_and(|least| long < least) {
            let why = format!("a list of {long} entries matches nothing: it is compared as a whole");
            return Err(Unknown { depth, why });
        }
        let entries = wanted.iter().enumerate().map(|(place, value)| match first.get(place).or(rest) {
            Some(schema) => self.read(schema, value, noun, depth + 1),
            None => Ok(value.into()),
        });
        let read: Vec<Pattern> = entries.collect::<Result<_, _>>()?;
        let is = |key: &str| schema.get(key).and_then(Value::as_bool) == Some(true);
        if is("uniqueItems")
            && let Some(twice) = wanted.iter().enumerate().find_map(|(place, name)| {
                let name = name.as_str()?;
                wanted[..place].iter().any(|before| before == name).then_some(name)
            })
        {
            return Err(Unknown { depth: depth + 2, why: format!("`{twice}` is named twice in one set") });
        }
        let unordered = is("uniqueItems") || is(UNORDERED);
        Ok(if unordered { Pattern::Unordered(read) } else { Pattern::List(read) })
    }

    fn resolved(&self, schema: &'a Value) -> &'a Value {
        let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
        name.and_then(|name| self.root.get("$defs")?.get(name)).unwrap_or(schema)
    }
}

impl Unknown {
    /// Returns this error with the key of its field, unless it names one already.
    fn at(self, key: &str) -> Unknown {
        // The innermost key is enough to find the place.
        if self.why.contains("(in `") { self } else { Unknown { why: format!("{} (in `{key}`)", self.why), ..self } }
    }
}

fn a(kind: Named) -> &'static str {
    match kind {
        Named::Piece => "a unit",
        Named::Location => "a Location",
        Named::Side => "a side",
    }
}
