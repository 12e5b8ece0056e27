//! A list of hexes around one, in order of preference.

use std::borrow::Cow;

use board::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::setting::AROUND;

/// Number of hexes around one.
pub const SIX: usize = AROUND;

/// At most six Locations, in order. Written as a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Around {
    list: [LocationId; SIX],
    len: u8,
}

impl Around {
    /// Returns the list of the first six of some Locations.
    #[must_use]
    pub fn of(places: impl Iterator<Item = LocationId>) -> Around {
        let mut around = Around { list: [LocationId(0); SIX], len: 0 };
        for (slot, at) in around.list.iter_mut().zip(places) {
            *slot = at;
            around.len += 1;
        }
        around
    }

    /// Returns the Locations in order.
    #[must_use]
    pub fn places(&self) -> &[LocationId] {
        self.list.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl Serialize for Around {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.places().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Around {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let places = Vec::<LocationId>::deserialize(deserializer)?;
        if places.len() > SIX {
            return Err(de::Error::custom("more than six Locations"));
        }
        Ok(Around::of(places.into_iter()))
    }
}

impl JsonSchema for Around {
    fn schema_name() -> Cow<'static, str> {
        "Around".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<LocationId>::json_schema(generator)
    }
}
