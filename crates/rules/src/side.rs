//! Sides, seats and audiences.

use board::naming::{self, Named};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the two sides of a game. Each system names them ([`crate::GameBook::SIDES`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first side that the system names.
    A,
    /// The second side that the system names.
    B,
}

impl Side {
    /// Both sides, A first.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// Returns the opposing side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// Index for arrays: 0 for A, 1 for B.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the side with this index; `None` if it is neither 0 nor 1.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Side> {
        Side::BOTH.get(index).copied()
    }

    /// The seat of the player of this side.
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

/// A participant in a game: the player of a side, or a spectator who sees only public information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The player of one side.
    Side(Side),
    /// A spectator, who sees what both sides may see.
    Spectator,
}

impl Seat {
    /// All three seats, in order of their indices.
    pub const ALL: [Seat; 3] = [Seat::Side(Side::A), Seat::Side(Side::B), Seat::Spectator];

    /// The side of this seat; `None` for the spectator.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Seat::Side(side) => Some(side),
            Seat::Spectator => None,
        }
    }

    /// Index for arrays: 0 for side A, 1 for side B, 2 for the spectator.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Seat::Side(side) => side.index(),
            Seat::Spectator => 2,
        }
    }
}

/// A pair of values, one for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct BySide<T> {
    /// The value of [`Side::A`].
    pub a: T,
    /// The value of [`Side::B`].
    pub b: T,
}

impl<T> BySide<T> {
    /// Creates a pair by calling `make` for A, then for B.
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

/// The seats that receive a report or see a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Every seat, including spectators.
    All,
    /// The seat of this side only.
    Only(Side),
    /// Every seat except that of this side, including spectators. Used only for reports, where the excluded side
    /// receives another version.
    AllBut(Side),
}

/// The JSON form of [`Audience::AllBut`].
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
