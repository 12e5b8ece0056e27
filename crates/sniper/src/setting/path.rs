//! The way a man goes in a turn.

use board::LocationId;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The most steps of a turn: a step costs one movement point or more.
pub const STEPS: usize = 10;

/// The Locations a man will go through, in order. Written as a list.
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
    /// The path so far.
    #[inline]
    #[must_use]
    pub fn steps(&self) -> &[LocationId] {
        self.steps.get(..usize::from(self.len)).unwrap_or_default()
    }

    /// Whether there is no step.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many steps it has.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Where it ends.
    #[inline]
    #[must_use]
    pub fn end(&self) -> Option<LocationId> {
        self.steps().last().copied()
    }

    /// The path with one more step; `None` when it has as many as a turn allows.
    #[must_use]
    pub fn then(mut self, to: LocationId) -> Option<Path> {
        self.push(to)?;
        Some(self)
    }

    /// One more step; `None` when it has as many as a turn allows.
    #[inline]
    pub fn push(&mut self, to: LocationId) -> Option<()> {
        *self.steps.get_mut(usize::from(self.len))? = to;
        self.len += 1;
        Some(())
    }

    /// The first `len` steps.
    #[must_use]
    pub fn first(self, len: usize) -> Path {
        self.steps().iter().copied().take(len).collect()
    }
}

impl FromIterator<LocationId> for Path {
    /// Steps beyond those of a turn are left out.
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
