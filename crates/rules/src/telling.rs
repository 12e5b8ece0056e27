//! How facts are told: for each kind of fact and each of its fields what it says, and in which words.
//!
//! A table of a system is the same for every game and every seat, so it tells nothing of any. A client needs no list of
//! words of its own: it says what a table says of a fact that came, changed or went.

use schemars::JsonSchema;
use serde::Serialize;

/// How a kind of fact is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FactWords {
    /// The fact, as it is written.
    pub fact: &'static str,
    /// What it is about.
    pub about: Subject,
    /// What that is called, such as `squad`.
    pub words: &'static str,
    /// Words of a report, as they are written, by which its coming and going is told already; of a piece that the report
    /// names, where it goes.
    pub told_as: &'static [&'static str],
    /// Its fields. Those of an account are not listed.
    pub fields: &'static [FieldWords],
}

/// What a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// A piece.
    Piece,
    /// Something that lies in a place.
    Thing,
    /// Somebody of whom nothing is known: that he came or went is told by whatever is told of the same order.
    Somebody,
    /// An account of the play, of which a change is no news.
    Account,
}

/// How a field of a fact is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FieldWords {
    /// The field, as it is written; `of.a` is `a` inside of `of`.
    pub field: &'static str,
    /// What it is for.
    pub role: Role,
    /// What there is a number of, for [`Role::Amount`].
    pub words: &'static str,
    /// What is said of its values, for [`Role::State`].
    pub says: &'static [Says],
}

/// What a field of a fact is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The piece itself.
    Piece,
    /// Whose it is.
    Side,
    /// A name of its own.
    Name,
    /// Which one it is, in a word.
    Which,
    /// Where it is.
    Place,
    /// What is printed on it.
    Print,
    /// The side that holds it.
    Owner,
    /// The piece that holds it.
    Holder,
    /// How many of something.
    Amount,
    /// One word, several, or yes or no: what is said of each stands beside it.
    State,
    /// Nothing is told of it.
    Account,
}

/// What is said of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Says {
    /// The value, as it is written; `true` for a yes.
    pub value: &'static str,
    /// What is said when it begins to hold, such as `is pinned`; empty if that goes without saying.
    pub begins: &'static str,
    /// What is said when it holds no longer.
    pub ends: &'static str,
    /// Whether it is something done, as against something suffered.
    pub deed: bool,
    /// Words of a report of the same piece, as they are written, that tell it already, besides the value itself.
    pub told_as: &'static [&'static str],
}

impl FactWords {
    /// A fact about a piece.
    #[must_use]
    pub const fn piece(fact: &'static str, words: &'static str, fields: &'static [FieldWords]) -> Self {
        FactWords { fact, about: Subject::Piece, words, told_as: &[], fields }
    }

    /// A fact about something that lies in a place.
    #[must_use]
    pub const fn thing(fact: &'static str, words: &'static str, fields: &'static [FieldWords]) -> Self {
        FactWords { fact, about: Subject::Thing, words, told_as: &[], fields }
    }

    /// A fact about somebody of whom nothing is known.
    #[must_use]
    pub const fn somebody(fact: &'static str, words: &'static str, fields: &'static [FieldWords]) -> Self {
        FactWords { fact, about: Subject::Somebody, words, told_as: &[], fields }
    }

    /// An account of the play.
    #[must_use]
    pub const fn account(fact: &'static str) -> Self {
        FactWords { fact, about: Subject::Account, words: "", told_as: &[], fields: &[] }
    }

    /// The same, where a report with one of these words in it tells of it already.
    #[must_use]
    pub const fn told_as(self, told_as: &'static [&'static str]) -> Self {
        FactWords { told_as, ..self }
    }
}

impl FieldWords {
    /// A field with a role that needs no words.
    #[must_use]
    pub const fn of(field: &'static str, role: Role) -> Self {
        FieldWords { field, role, words: "", says: &[] }
    }

    /// A number of something, such as `regulars`.
    #[must_use]
    pub const fn amount(field: &'static str, words: &'static str) -> Self {
        FieldWords { field, role: Role::Amount, words, says: &[] }
    }

    /// Words, or yes and no.
    #[must_use]
    pub const fn state(field: &'static str, says: &'static [Says]) -> Self {
        FieldWords { field, role: Role::State, words: "", says }
    }
}

impl Says {
    /// What is so for a while.
    #[must_use]
    pub const fn is(value: &'static str, begins: &'static str, ends: &'static str) -> Self {
        Says { value, begins, ends, deed: false, told_as: &[] }
    }

    /// One of several values, of which always one holds: that another one ends goes without saying.
    #[must_use]
    pub const fn now(value: &'static str, begins: &'static str) -> Self {
        Says { value, begins, ends: "", deed: false, told_as: &[] }
    }

    /// What was done. That it may be done again goes without saying.
    #[must_use]
    pub const fn did(value: &'static str, begins: &'static str) -> Self {
        Says { value, begins, ends: "", deed: true, told_as: &[] }
    }

    /// A value that goes without saying.
    #[must_use]
    pub const fn nothing(value: &'static str) -> Self {
        Says { value, begins: "", ends: "", deed: false, told_as: &[] }
    }

    /// The same, where a report with one of these words in it tells of it already.
    #[must_use]
    pub const fn told_as(self, told_as: &'static [&'static str]) -> Self {
        Says { told_as, ..self }
    }
}
