//! Who calls things by which name.
//!
//! Inside the program a Location or a piece is a small number. That number is never written down: it would mean
//! nothing to a person, and the number of a hidden piece is a secret. Writing and reading happen inside a *naming
//! scope* ([`naming`]), which knows what the reader calls things: labels of the board for Locations, and for pieces
//! either the names of the scenario (in the ledger, which holds everything hidden) or a seat's own handles.
//!
//! Outside every scope, and for anything the scope has no name for, writing fails. A position that slipped into a view
//! is therefore an error, never a leak.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

/// What a reader calls a piece or a Location: a number (a seat's handle) or a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Name {
    /// A seat's own handle.
    Number(u32),
    /// A label of the board, or a name of the scenario.
    Text(String),
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Name::Number(n) => write!(f, "{n}"),
            Name::Text(t) => f.write_str(t),
        }
    }
}

/// The kinds of thing that carry a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// An index into the scenario's table of Locations.
    Location,
    /// An index into the scenario's list of pieces.
    Piece,
    /// One of the two sides.
    Side,
}

impl Named {
    fn noun(self) -> &'static str {
        match self {
            Named::Location => "Location",
            Named::Piece => "piece",
            Named::Side => "side",
        }
    }
}

/// Names for ids and ids for names, as one reader knows them.
pub trait Naming {
    /// What this reader calls the thing, or `None` if it may not know of it.
    fn name(&self, kind: Named, id: u16) -> Option<Name>;
    /// The thing that this reader calls so.
    fn id(&self, kind: Named, name: &Name) -> Option<u16>;
}

thread_local! {
    static SCOPES: RefCell<Vec<Arc<dyn Naming>>> = const { RefCell::new(Vec::new()) };
}

thread_local! {
    static UNKNOWN: Cell<bool> = const { Cell::new(false) };
}

/// Runs `body` and tells whether it read a name that nothing has.
pub fn noting_unknown<T>(body: impl FnOnce() -> T) -> (T, bool) {
    UNKNOWN.set(false);
    let done = body();
    (done, UNKNOWN.replace(false))
}

struct Scope;

impl Drop for Scope {
    fn drop(&mut self) {
        SCOPES.with_borrow_mut(|scopes| scopes.pop());
    }
}

/// Runs `body` inside a naming scope; scopes nest, the innermost counts.
pub fn naming<T>(names: Arc<dyn Naming>, body: impl FnOnce() -> T) -> T {
    SCOPES.with_borrow_mut(|scopes| scopes.push(names));
    let _scope = Scope;
    body()
}

/// Asks the innermost scope, if there is one. Whoever names things opens no scope of his own meanwhile.
fn ask<T>(question: impl FnOnce(&dyn Naming) -> Option<T>) -> Option<T> {
    SCOPES.with_borrow(|scopes| question(scopes.last()?.as_ref()))
}

/// The name the current scope has for a thing, if there is a scope and it has one.
pub fn name_of(kind: Named, id: u16) -> Option<Name> {
    ask(|names| names.name(kind, id))
}

/// Writes an id as the current scope names it.
///
/// # Errors
/// When there is no scope, or it has no name for the thing.
pub fn serialize<S: Serializer>(kind: Named, id: u16, serializer: S) -> Result<S::Ok, S::Error> {
    match name_of(kind, id) {
        Some(name) => name.serialize(serializer),
        None => Err(ser::Error::custom(format!("a {} without a name for this reader", kind.noun()))),
    }
}

/// Reads an id by the name the current scope has for it.
///
/// # Errors
/// When there is no scope, or nothing of that name is known to the reader.
pub fn deserialize<'de, D: Deserializer<'de>>(kind: Named, deserializer: D) -> Result<u16, D::Error> {
    let name = Name::deserialize(deserializer)
        .map_err(|_| de::Error::custom(format!("expected the name of a {}", kind.noun())))?;
    let id = id_of(kind, &name);
    if id.is_none() {
        UNKNOWN.set(true);
    }
    id.ok_or_else(|| de::Error::custom(format!("no {} is called {name} here", kind.noun())))
}

/// Makes a small-number id type whose written form is its name in the current scope.
#[macro_export]
macro_rules! named_id {
    ($(#[$doc:meta])* $name:ident, $kind:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u16);

        impl $name {
            /// The id as an index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::naming::serialize($crate::naming::Named::$kind, self.0, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::naming::deserialize($crate::naming::Named::$kind, deserializer).map($name)
            }
        }

        impl ::schemars::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(stringify!($name))
            }
            fn json_schema(generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                $crate::naming::schema_of($crate::naming::Named::$kind, generator)
            }
        }
    };
}

/// The schema of what a thing of this kind is called: Locations have labels, pieces numbers in most seats and texts in some.
pub fn schema_of(kind: Named, generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    use schemars::JsonSchema;
    match kind {
        Named::Location | Named::Side => String::json_schema(generator),
        Named::Piece => Name::json_schema(generator),
    }
}

named_id!(
    /// An index into the scenario's table of Locations; written as the Location's label.
    LocationId,
    Location
);

/// The thing that the current scope calls so.
pub fn id_of(kind: Named, name: &Name) -> Option<u16> {
    ask(|names| names.id(kind, name))
}
