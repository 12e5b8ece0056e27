//! Names of pieces, Locations and sides for different readers.
//!
//! In memory a Location or a piece is a small number. That number is never serialized: it is meaningless to people, and
//! the number of a hidden piece is a secret. Serialization happens inside a *naming scope* ([`naming`]), which defines
//! the reader's names: labels of the board for Locations, and for pieces either the names of the scenario (in the
//! ledger, which contains everything hidden) or a seat's own handles.
//!
//! Outside every scope, and for anything that the scope has no name for, serialization fails. A position that is
//! included in a view by mistake is therefore an error, not a leak.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

/// A reader's name for a piece, Location or side: a number (a seat's handle) or a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Name {
    /// A seat's own handle, from 1.
    Number(u32),
    /// A label of the board, or a name in the scenario.
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

/// The kinds of things that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// A Location, by its index in the board's table.
    Location,
    /// A piece, by its index in the position's list of pieces.
    Piece,
    /// A side: 0 for A, 1 for B.
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

/// The names that one reader uses, in both directions.
pub trait Naming {
    /// The reader's name for the thing; `None` if the reader may not know of it.
    fn name(&self, kind: Named, id: u16) -> Option<Name>;
    /// The thing with this name; `None` if the reader knows none.
    fn id(&self, kind: Named, name: &Name) -> Option<u16>;
}

thread_local! {
    static SCOPES: RefCell<Vec<Arc<dyn Naming>>> = const { RefCell::new(Vec::new()) };
}

thread_local! {
    static UNKNOWN: Cell<bool> = const { Cell::new(false) };
}

/// Runs `body`, and returns its result and whether it read an unknown name.
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

/// Runs `body` inside a naming scope. Scopes nest; the innermost one applies.
pub fn naming<T>(names: Arc<dyn Naming>, body: impl FnOnce() -> T) -> T {
    SCOPES.with_borrow_mut(|scopes| scopes.push(names));
    let _scope = Scope;
    body()
}

/// Queries the innermost scope, if there is one. A [`Naming`] must not open a scope itself.
fn ask<T>(question: impl FnOnce(&dyn Naming) -> Option<T>) -> Option<T> {
    SCOPES.with_borrow(|scopes| question(scopes.last()?.as_ref()))
}

/// Returns the name of a thing in the current scope; `None` if there is no scope or it has no name for it.
pub fn name_of(kind: Named, id: u16) -> Option<Name> {
    ask(|names| names.name(kind, id))
}

/// Serializes an id as its name in the current scope.
///
/// # Errors
/// Fails if there is no scope, or it has no name for the thing.
pub fn serialize<S: Serializer>(kind: Named, id: u16, serializer: S) -> Result<S::Ok, S::Error> {
    match name_of(kind, id) {
        Some(name) => name.serialize(serializer),
        None => Err(ser::Error::custom(format!("a {} without a name for this reader", kind.noun()))),
    }
}

/// Deserializes an id from its name in the current scope.
///
/// # Errors
/// Fails if the input is not a name, there is no scope, or the reader knows nothing with that name.
pub fn deserialize<'de, D: Deserializer<'de>>(kind: Named, deserializer: D) -> Result<u16, D::Error> {
    let name = Name::deserialize(deserializer)
        .map_err(|_| de::Error::custom(format!("expected the name of a {}", kind.noun())))?;
    let id = id_of(kind, &name);
    if id.is_none() {
        UNKNOWN.set(true);
    }
    id.ok_or_else(|| de::Error::custom(format!("no {} is called {name} here", kind.noun())))
}

/// Declares an id type, a 16-bit number that serializes as its name in the current scope.
#[macro_export]
macro_rules! named_id {
    ($(#[$doc:meta])* $name:ident, $kind:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u16);

        impl $name {
            /// The id as an index into lists.
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

/// Returns the JSON Schema of names of this kind: a text for Locations and sides, a number or text for pieces.
pub fn schema_of(kind: Named, generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    use schemars::JsonSchema;
    match kind {
        Named::Location | Named::Side => String::json_schema(generator),
        Named::Piece => Name::json_schema(generator),
    }
}

named_id!(
    /// An index into the board's table of Locations; serialized as the Location's label.
    LocationId,
    Location
);

/// Returns the thing with this name in the current scope; `None` if there is no scope or no such name.
pub fn id_of(kind: Named, name: &Name) -> Option<u16> {
    ask(|names| names.id(kind, name))
}
