//! Descriptions of facts: the meaning of each kind of fact and its fields, and the words for them.
//!
//! The tables are the same for every game and seat and therefore reveal nothing. Clients use them to describe a fact
//! that came, changed or went, and need no words of their own.

use schemars::JsonSchema;
use serde::Serialize;

/// The description of one kind of fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FactWords {
    /// Name of the fact in JSON, such as `squad`.
    pub fact: &'static str,
    /// The category of thing that the fact describes.
    pub about: Subject,
    /// English noun for it, such as `squad`.
    pub words: &'static str,
    /// Names of reports, as in JSON, that already announce its appearance and disappearance. For a piece, the report
    /// must name it, and only the disappearance is covered.
    pub told_as: &'static [&'static str],
    /// Descriptions of its fields. Empty for [`Subject::Account`].
    pub fields: &'static [FieldWords],
}

/// The category of thing that a fact describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// A piece that the seat can name.
    Piece,
    /// A thing that lies in a place, such as a marker.
    Thing,
    /// An unidentified unit. Its appearance or disappearance is described by other lines of the same order.
    Somebody,
    /// Bookkeeping of the game, whose changes are not news.
    Account,
}

/// The description of one field of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FieldWords {
    /// Name of the field in JSON; `of.a` means the field `a` inside `of`.
    pub field: &'static str,
    /// The meaning of the field, which determines its wording.
    pub role: Role,
    /// Noun for one of what is counted, for [`Role::Amount`]; else empty.
    pub words: &'static str,
    /// Noun for several of it, or for none; else empty.
    pub many: &'static str,
    /// Wording for each value, for [`Role::State`]; else empty.
    pub says: &'static [Says],
}

/// The meaning of a field of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The piece that the fact describes.
    Piece,
    /// The side that owns it.
    Side,
    /// A proper name of the piece or thing.
    Name,
    /// A word that distinguishes it from others of its kind.
    Which,
    /// The Location it is in.
    Place,
    /// Text printed on the counter or marker.
    Print,
    /// The side that holds it, as with an objective.
    Owner,
    /// The piece that carries or holds it.
    Holder,
    /// The number of something, named by [`FieldWords::words`].
    Amount,
    /// One word, several words or a boolean, with wordings in [`FieldWords::says`].
    State,
    /// Bookkeeping that is not described.
    Account,
}

/// The wording for one value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Says {
    /// The value in JSON; `true` for a boolean.
    pub value: &'static str,
    /// Text when the value begins to hold, such as `is pinned`. Empty if that needs no mention.
    pub begins: &'static str,
    /// Text when the value ceases to hold. Empty if that needs no mention.
    pub ends: &'static str,
    /// Whether it is an action of the piece, as opposed to something done to it.
    pub deed: bool,
    /// Names of further reports about the same piece, as in JSON, that already announce it. A report named like the
    /// value always does.
    pub told_as: &'static [&'static str],
}

impl FactWords {
    /// Describes a fact about a piece that the seat can name.
    #[must_use]
    pub const fn piece(fact: &'static str, words: &'static str, fields: &'static [FieldWords]) -> Self {
        FactWords { fact, about: Subject::Piece, words, told_as: &[], fields }
    }

    /// Describes a fact about a thing in a place.
    #[must_use]
    pub const fn thing(fact: &'static str, words: &'static str, fields: &'static [FieldWords]) -> Self {
        FactWords { fact, about: Subject::Thing, words, told_as: &[], fields }
    }

    /// Describes a fact about an unidentified unit.
    #[must_use]
    pub const fn somebody(fact: &'static str, words: &'static str, fields: &'static [FieldWords]) -> Self {
        FactWords { fact, about: Subject::Somebody, words, told_as: &[], fields }
    }

    /// Describes a fact that is bookkeeping of the game.
    #[must_use]
    pub const fn account(fact: &'static str) -> Self {
        FactWords { fact, about: Subject::Account, words: "", told_as: &[], fields: &[] }
    }

    /// Adds the reports that already announce this fact.
    #[must_use]
    pub const fn told_as(self, told_as: &'static [&'static str]) -> Self {
        FactWords { told_as, ..self }
    }
}

impl FieldWords {
    /// Describes a field whose role needs no wording.
    #[must_use]
    pub const fn of(field: &'static str, role: Role) -> Self {
        FieldWords { field, role, words: "", many: "", says: &[] }
    }

    /// Describes a field that counts something, with the nouns for one and for several: `regular`, `regulars`.
    #[must_use]
    pub const fn amount(field: &'static str, [words, many]: [&'static str; 2]) -> Self {
        FieldWords { field, role: Role::Amount, words, many, says: &[] }
    }

    /// Describes a field of one or several words or a boolean.
    #[must_use]
    pub const fn state(field: &'static str, says: &'static [Says]) -> Self {
        FieldWords { field, role: Role::State, words: "", many: "", says }
    }
}

impl Says {
    /// Describes a lasting state, with texts for its beginning and its end.
    #[must_use]
    pub const fn is(value: &'static str, begins: &'static str, ends: &'static str) -> Self {
        Says { value, begins, ends, deed: false, told_as: &[] }
    }

    /// Describes one of several alternative values. The end of one is not mentioned, because another begins.
    #[must_use]
    pub const fn now(value: &'static str, begins: &'static str) -> Self {
        Says { value, begins, ends: "", deed: false, told_as: &[] }
    }

    /// Describes an action. The end of the value, when the action becomes available again, is not mentioned.
    #[must_use]
    pub const fn did(value: &'static str, begins: &'static str) -> Self {
        Says { value, begins, ends: "", deed: true, told_as: &[] }
    }

    /// Describes a value that is never mentioned.
    #[must_use]
    pub const fn nothing(value: &'static str) -> Self {
        Says { value, begins: "", ends: "", deed: false, told_as: &[] }
    }

    /// Adds the reports that already announce this value.
    #[must_use]
    pub const fn told_as(self, told_as: &'static [&'static str]) -> Self {
        Says { told_as, ..self }
    }
}
