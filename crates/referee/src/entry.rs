//! Entries of a ledger: an act, and what came of it.

use fair::Stream;
use rules::resolution::apply;
use rules::{Audience, Clause, Effect, EffectObserver, Pool, Side, System};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dice::stream;

/// What someone did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "", deny_unknown_fields)]
pub enum Act<S: System> {
    /// Play starts: the steps before the first question.
    Begin,
    /// A side ordered.
    Order {
        /// Which side.
        by: Side,
        /// The order.
        order: S::Order,
        /// The client's own id of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether a standing order gave it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        standing: bool,
    },
    /// A side left, changed or withdrew a standing order.
    Standing {
        /// Which side.
        by: Side,
        /// The kind of question it answers.
        question: String,
        /// The answer in the side's own words, so that it is about the pieces it knew by those names and about no
        /// other; none clears it.
        answer: Option<Value>,
    },
    /// A side took back its last order: the position is again what it was before entry `entry`.
    Undo {
        /// Which side.
        by: Side,
        /// The entry taken back.
        entry: usize,
    },
    /// A side gave the game up.
    Resign {
        /// Which side.
        by: Side,
    },
}

/// One thing that came of an act, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "", deny_unknown_fields)]
pub enum Item<S: System> {
    /// The position changed.
    Change {
        /// By which clause.
        clause: String,
        /// How.
        change: S::Change,
    },
    /// A step was put on the agenda.
    Push(S::Step),
    /// The top step was taken off the agenda.
    Pop,
    /// Someone was told something.
    Report {
        /// By which clause.
        clause: String,
        /// Who.
        to: Audience,
        /// What.
        report: S::Report,
    },
    /// Dice fell.
    Roll {
        /// What for.
        label: String,
        /// By which clause.
        clause: String,
        /// Who saw them.
        to: Audience,
        /// From which stream.
        stream: Stream,
        /// The how-manieth roll of that stream, from 0.
        ordinal: u64,
        /// What they showed.
        faces: Vec<u8>,
        /// Which side entered them, where players roll their own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entered_by: Option<Side>,
    },
}

impl<S: System> Item<S> {
    /// Does to a position what the item records; looks up no rule.
    pub fn apply(&self, setting: &S::Setting, position: &mut S::Position) {
        match self {
            Item::Change { change, .. } => S::apply(setting, position, change),
            Item::Push(step) => apply::<S>(setting, position, &Effect::Push(*step)),
            Item::Pop => apply::<S>(setting, position, &Effect::Pop),
            Item::Report { .. } | Item::Roll { .. } => {}
        }
    }

    /// The clause the item cites; pushes and pops cite none.
    #[must_use]
    pub fn clause(&self) -> Option<&str> {
        match self {
            Item::Change { clause, .. } | Item::Report { clause, .. } | Item::Roll { clause, .. } => Some(clause),
            Item::Push(_) | Item::Pop => None,
        }
    }
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Entry<S: System> {
    /// Its number, from 0.
    pub n: usize,
    /// What was done.
    pub act: Act<S>,
    /// What came of it.
    pub items: Vec<Item<S>>,
}

/// Records what comes of an act.
#[derive(Debug)]
pub(crate) struct Recorder<S: System> {
    pub items: Vec<Item<S>>,
    pub ordinals: fair::Ordinals,
}

impl<S: System> Recorder<S> {
    pub fn new(ordinals: fair::Ordinals) -> Self {
        Recorder { items: Vec::new(), ordinals }
    }
}

impl<S: System> EffectObserver<S> for Recorder<S> {
    fn changed(&mut self, _: &S::Setting, _: &S::Position, effect: &Effect<S>) {
        self.items.push(match *effect {
            Effect::Change(clause, change) => Item::Change { clause: clause.id().to_owned(), change },
            Effect::Push(step) => Item::Push(step),
            Effect::Pop => Item::Pop,
        });
    }

    fn reported(&mut self, clause: Clause, to: Audience, report: &S::Report) {
        self.items.push(Item::Report { clause: clause.id().to_owned(), to, report: report.clone() });
    }

    fn rolled(&mut self, pool: &Pool, faces: &[u8]) {
        let stream = stream(pool.seen_by);
        self.items.push(Item::Roll {
            label: pool.label.to_owned(),
            clause: pool.clause.id().to_owned(),
            to: pool.seen_by,
            stream,
            ordinal: self.ordinals.take(stream),
            faces: faces.to_vec(),
            entered_by: None,
        });
    }
}
