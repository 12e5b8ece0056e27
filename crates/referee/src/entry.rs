//! Entries of a ledger: an act and its results.

use fair::Stream;
use rules::resolution::apply;
use rules::{Audience, Clause, Effect, EffectObserver, Pool, Side, System};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dice::stream;

/// An act of a side, or the beginning of play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "", deny_unknown_fields)]
pub enum Act<S: System> {
    /// Play begins: the steps before the first question are resolved.
    Begin,
    /// A side gave an order.
    Order {
        /// The side that gave the order.
        by: Side,
        /// The order in the names of the scenario.
        order: S::Order,
        /// The client's own id of the order, for detecting repetitions. Omitted from JSON if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether a standing order gave it. Omitted from JSON if false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        standing: bool,
    },
    /// A side set, changed or cleared a standing order.
    Standing {
        /// The side whose standing order it is.
        by: Side,
        /// The kind of question that it answers, such as `act`.
        question: String,
        /// The answer in the side's own names, which refer only to pieces it knew by those names then; `None` clears
        /// the standing order.
        answer: Option<Value>,
    },
    /// A side undid its last order: the position returns to that before entry `entry`.
    Undo {
        /// The side that undid its order.
        by: Side,
        /// The number of the undone entry, lower than that of this one.
        entry: usize,
    },
    /// A side resigned, and the other side wins.
    Resign {
        /// The side that resigned.
        by: Side,
    },
}

/// One result of an act. Results are listed in the order in which they happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "", deny_unknown_fields)]
pub enum Item<S: System> {
    /// A change of the position.
    Change {
        /// Identifier of the clause that caused it.
        clause: String,
        /// The change in the system's own form.
        change: S::Change,
    },
    /// A step put on top of the agenda.
    Push(S::Step),
    /// Removal of the top step of the agenda.
    Pop,
    /// A report sent to some or all seats.
    Report {
        /// Identifier of the clause that requires the report.
        clause: String,
        /// The seats that received it.
        to: Audience,
        /// The report in the system's own form.
        report: S::Report,
    },
    /// A roll of dice.
    Roll {
        /// Label of the roll, such as `attack`.
        label: String,
        /// Identifier of the clause that required it.
        clause: String,
        /// The seats that saw the dice.
        to: Audience,
        /// The dice stream that it belongs to.
        stream: Stream,
        /// Index of the roll in its stream, from 0.
        ordinal: u64,
        /// The faces shown, each 1 to 6, in order.
        faces: Vec<u8>,
        /// The side that entered the dice, where players roll their own. Omitted from JSON if the referee or a script
        /// rolled them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entered_by: Option<Side>,
    },
}

impl<S: System> Item<S> {
    /// Applies the item to a position, without consulting any rule. Reports and rolls change nothing.
    pub fn apply(&self, setting: &S::Setting, position: &mut S::Position) {
        match self {
            Item::Change { change, .. } => S::apply(setting, position, change),
            Item::Push(step) => apply::<S>(setting, position, &Effect::Push(*step)),
            Item::Pop => apply::<S>(setting, position, &Effect::Pop),
            Item::Report { .. } | Item::Roll { .. } => {}
        }
    }

    /// The clause that the item cites; `None` for pushes and pops.
    #[must_use]
    pub fn clause(&self) -> Option<&str> {
        match self {
            Item::Change { clause, .. } | Item::Report { clause, .. } | Item::Roll { clause, .. } => Some(clause),
            Item::Push(_) | Item::Pop => None,
        }
    }
}

/// One act of a game with everything that resulted from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Entry<S: System> {
    /// Number of the entry in its ledger, from 0.
    pub n: usize,
    /// The act that began the entry.
    pub act: Act<S>,
    /// The results, in the order in which they happened.
    pub items: Vec<Item<S>>,
}

/// An observer that records the results of an act as items.
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
