//! The path of a man in one turn.

use board::LocationId;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The most steps in a turn: every step costs at least one movement point.
pub const STEPS: usize = 10;

/// Locations a man will move through, in order. Written as a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    steps: [LocationId; STEPS],
    len: u8,
}

impl Default for Path {
    fn default() -> Self {
        Path { steps: [LocationId(0); STEPS], len: 0 }
    }
}

impl Path {
    /// The steps plotted so far.
    #[inline]
    #[must_use]
    pub fn steps(&self) -> &[LocationId] {
        self.steps.get(..usize::from(self.len)).unwrap_or_default()
    }

    /// Returns whether there are no steps.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of steps.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Returns the last step; `None` for an empty path.
    #[inline]
    #[must_use]
    pub fn end(&self) -> Option<LocationId> {
        self.steps().last().copied()
    }

    /// Returns the path with one more step; `None` if it already has as many as a turn allows.
    #[must_use]
    pub fn then(mut self, to: LocationId) -> Option<Path> {
        self.push(to)?;
        Some(self)
    }

    /// Adds one more step; `None` if there are already as many as a turn allows.
    #[inline]
    pub fn push(&mut self, to: LocationId) -> Option<()> {
        *self.steps.get_mut(usize::from(self.len))? = to;
        self.len += 1;
        Some(())
    }

    /// Returns the path's first `len` steps.
    #[must_use]
    pub fn first(self, len: usize) -> Path {
        self.steps().iter().copied().take(len).collect()
    }
}

impl FromIterator<LocationId> for Path {
    /// Drops steps beyond those of a turn.
    #[inline]
    fn from_iter<I: IntoIterator<Item = LocationId>>(steps: I) -> Self {
        let mut path = Path::default();
        steps.into_iter().map_while(|to| path.push(to)).for_each(drop);
        path
    }
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.steps().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Path {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut path = Path::default();
        for step in Vec::<LocationId>::deserialize(deserializer)? {
            path = path.then(step).ok_or_else(|| de::Error::custom(format!("a path has at most {STEPS} steps")))?;
        }
        Ok(path)
    }
}

impl JsonSchema for Path {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Path".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let to = generator.subschema_for::<LocationId>();
        schemars::json_schema!({ "type": "array", "items": to, "maxItems": STEPS })
    }
}
