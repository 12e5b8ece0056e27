//! Sides and seats.

use board::naming::{self, Named};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the two sides of a game. Which army each one is, the system says ([`crate::GameBook::SIDES`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side named first.
    A,
    /// The side named second.
    B,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// 0 or 1.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with this index, if there is one.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Side> {
        Side::BOTH.get(index).copied()
    }

    /// The seat of this side.
    #[inline]
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::Side(self)
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        naming::serialize(Named::Side, *self as u16, serializer)
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = naming::deserialize(Named::Side, deserializer)?;
        Ok(if id == 0 { Side::A } else { Side::B })
    }
}

impl JsonSchema for Side {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Side".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// A place at the table: one of the sides, or a spectator who sees only what is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The player of a side.
    Side(Side),
    /// Someone who sees what both sides may see.
    Spectator,
}

impl Seat {
    /// All three seats.
    pub const ALL: [Seat; 3] = [Seat::Side(Side::A), Seat::Side(Side::B), Seat::Spectator];

    /// The side that sits here, if any.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Seat::Side(side) => Some(side),
            Seat::Spectator => None,
        }
    }

    /// 0, 1 or, for the spectator, 2.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Seat::Side(side) => side.index(),
            Seat::Spectator => 2,
        }
    }
}

/// One thing for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct BySide<T> {
    /// Of [`Side::A`].
    pub a: T,
    /// Of [`Side::B`].
    pub b: T,
}

impl<T> BySide<T> {
    /// The same thing made for each side.
    pub fn new(mut make: impl FnMut(Side) -> T) -> Self {
        BySide { a: make(Side::A), b: make(Side::B) }
    }
}

impl<T> std::ops::Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}

impl<T> std::ops::IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::A => &mut self.a,
            Side::B => &mut self.b,
        }
    }
}

/// Who gets to know something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Every seat, spectators too.
    All,
    /// The seat of one side.
    Only(Side),
    /// Every seat but that of one side, spectators too: who is told the same thing in other words. Only of reports.
    AllBut(Side),
}

/// [`Audience::AllBut`] as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AllBut {
    all_but: Side,
}

impl Audience {
    /// Whether the seat belongs to the audience.
    #[must_use]
    pub fn includes(self, seat: Seat) -> bool {
        match self {
            Audience::All => true,
            Audience::Only(side) => seat == Seat::Side(side),
            Audience::AllBut(side) => seat != Seat::Side(side),
        }
    }
}

impl Serialize for Audience {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Audience::All => serializer.serialize_str("all"),
            Audience::Only(side) => side.serialize(serializer),
            Audience::AllBut(side) => AllBut { all_but: *side }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Audience {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Name(naming::Name),
            But(AllBut),
        }
        let name = match Written::deserialize(deserializer)? {
            Written::Name(name) => name,
            Written::But(AllBut { all_but }) => return Ok(Audience::AllBut(all_but)),
        };
        if name == naming::Name::Text("all".into()) {
            return Ok(Audience::All);
        }
        let side = naming::id_of(Named::Side, &name)
            .ok_or_else(|| serde::de::Error::custom("expected `all` or the name of a side"))?;
        Ok(Audience::Only(if side == 0 { Side::A } else { Side::B }))
    }
}
