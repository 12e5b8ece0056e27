//! What a seat sees, written down.

use std::sync::Arc;

use board::LocationId;
use rules::{Piece, PieceSet, Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::counter::{Counter, Weapon};
use crate::printed::words::{Activity, Pace, Phase, State};
use crate::state::impulse::hexes;
use crate::state::step::Step;
use crate::view::HeroesEyes;

/// One thing that holds in a seat's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// A unit in sight.
    Unit {
        /// The unit.
        piece: Piece,
        /// Whose it is.
        side: Side,
        /// Its counter.
        counter: Counter,
        /// Where it is.
        at: LocationId,
        /// Its morale.
        state: State,
        /// Whether it is wounded.
        wounded: bool,
        /// What it has done this turn.
        activity: Activity,
        /// Whether it has fought a melee this turn.
        fought: bool,
        /// Whether it has received a weapon this turn.
        #[serde(default, skip_serializing_if = "is_not")]
        traded: bool,
        /// Whether the enemy does not see it.
        hidden: bool,
        /// Its name, for its own side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Arc<str>>,
    },
    /// What a side has hidden, wherever that is.
    Hidden {
        /// Which side.
        side: Side,
        /// The counters.
        #[schemars(extend("x-unordered" = true))]
        counters: Vec<Counter>,
    },
    /// Weapons that lie in a Location.
    Weapons {
        /// Where.
        at: LocationId,
        /// Which, in the order of their list.
        #[schemars(extend("x-unordered" = true))]
        weapons: Vec<Weapon>,
    },
    /// An objective.
    Objective {
        /// The ground of its hex.
        at: LocationId,
        /// Who holds it.
        held_by: Option<Side>,
        /// Points for it at the end.
        points: u16,
    },
    /// A hex burns.
    Blaze {
        /// Its ground.
        at: LocationId,
    },
    /// The turn.
    Turn {
        /// Its number.
        now: u8,
        /// How many there are.
        of: u8,
    },
    /// The phase.
    Phase(Phase),
    /// Whose impulse it is, or whose units rout.
    ToAct {
        /// Whose.
        side: Side,
    },
    /// Passes in a row.
    Passes(u8),
    /// Who has the initiative.
    Initiative {
        /// Who.
        side: Side,
    },
    /// The impulse under way.
    Impulse {
        /// The ground of its hex.
        at: LocationId,
        /// The leader who has opened it.
        leader: Option<Piece>,
        /// The hexes from which units have moved.
        #[schemars(extend("uniqueItems" = true))]
        moved: Vec<LocationId>,
        /// The hexes from which units have fired.
        #[schemars(extend("uniqueItems" = true))]
        fired: Vec<LocationId>,
    },
    /// Units on the move.
    Moving {
        /// Who.
        units: PieceSet,
        /// How.
        pace: Pace,
        /// Movement points left.
        mf_left: u8,
        /// Whether they have entered a hex.
        stepped: bool,
    },
    /// A hex this side's units are barred from.
    Barred {
        /// Its ground.
        at: LocationId,
    },
    /// The question that stands, last, and what follows when it is answered, the next thing right before it.
    Pending(Vec<Step>),
    /// The game is over.
    Outcome {
        /// Who has won; nobody in a draw.
        winner: Option<Side>,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
const fn is_not(holds: &bool) -> bool {
    !*holds
}

/// Writes down what the eyes see.
pub fn view(eyes: HeroesEyes<'_>, sink: &mut impl FnMut(Fact)) {
    let setting = eyes.setting();
    sink(Fact::Turn { now: eyes.turn(), of: setting.turns });
    sink(Fact::Phase(eyes.phase()));
    sink(Fact::ToAct { side: eyes.to_act() });
    sink(Fact::Passes(eyes.passes()));
    sink(Fact::Initiative { side: eyes.initiative() });
    for (n, objective) in setting.objectives.iter().enumerate() {
        sink(Fact::Objective { at: objective.at, held_by: eyes.held(n), points: objective.brings });
    }
    for (n, blaze) in setting.blazes.iter().enumerate() {
        if eyes.blaze_burns(n) {
            sink(Fact::Blaze { at: blaze.at });
        }
    }
    units(eyes, sink);
    for side in Side::BOTH {
        let counters = eyes.hidden(side);
        if !counters.is_empty() {
            sink(Fact::Hidden { side, counters });
        }
    }
    for here in eyes.lying().chunk_by(|one, next| one.at == next.at) {
        if let [first, ..] = here {
            sink(Fact::Weapons { at: first.at, weapons: here.iter().map(|lying| lying.weapon).collect() });
        }
    }
    if let Some(impulse) = eyes.impulse() {
        let list = |bits| hexes(setting, impulse, bits).collect();
        let leader = impulse.leader.filter(|leader| eyes.unit(*leader).is_some());
        sink(Fact::Impulse { at: impulse.at, leader, moved: list(impulse.moved), fired: list(impulse.fired) });
    }
    if let Some(moving) = eyes.moving() {
        let units = left(eyes, moving.units);
        sink(Fact::Moving { units, pace: moving.pace, mf_left: moving.mf_left, stepped: moving.stepped });
    }
    for &at in eyes.barred() {
        sink(Fact::Barred { at });
    }
    let pending: Vec<Step> = eyes.pending().iter().map(|step| seen(eyes, *step)).collect();
    if !pending.is_empty() {
        sink(Fact::Pending(pending));
    }
    if let Some(outcome) = eyes.outcome() {
        sink(Fact::Outcome { winner: outcome.winner });
    }
}

/// Those of a group that are still in the game and in sight.
fn left(eyes: HeroesEyes<'_>, group: PieceSet) -> PieceSet {
    group.iter().filter(|piece| eyes.unit(*piece).is_some()).collect()
}

/// A step without the units that have left the game, which matter to it no more, and without those out of sight.
fn seen(eyes: HeroesEyes<'_>, step: Step) -> Step {
    match step {
        Step::ChooseRout { side, done } => Step::ChooseRout { side, done: left(eyes, done) },
        Step::Hide { side, done } => Step::Hide { side, done: left(eyes, done) },
        Step::Routs { side, done } => Step::Routs { side, done: left(eyes, done) },
        Step::Check { units, margin } => Step::Check { units: left(eyes, units), margin },
        other => other,
    }
}

fn units(eyes: HeroesEyes<'_>, sink: &mut impl FnMut(Fact)) {
    for (piece, unit, at) in eyes.units() {
        let own = eyes.knows(unit.side);
        let name = eyes.setting().names.get(usize::from(unit.name)).filter(|_| own).cloned();
        sink(Fact::Unit {
            piece,
            side: unit.side,
            counter: unit.counter,
            at,
            state: unit.state,
            wounded: unit.wounded,
            activity: unit.activity,
            fought: unit.fought,
            traded: unit.traded,
            hidden: unit.hidden,
            name,
        });
    }
}

/// Whether a fact of this seat's view tells of the other side.
#[must_use]
pub fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
    let Seat::Side(own) = seat else { return false };
    match fact {
        Fact::Unit { side, .. } | Fact::Hidden { side, .. } => *side != own,
        Fact::Barred { .. } => true,
        _ => false,
    }
}

/// Whether a fact holds only while a question stands.
#[must_use]
pub const fn settles_after_entry(fact: &Fact) -> bool {
    matches!(fact, Fact::Pending(_))
}
