//! Facts: the view of a seat as data.

use std::sync::Arc;

use board::LocationId;
use rules::{Piece, PieceSet, Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::counter::{Counter, Weapon, is_not};
use crate::printed::words::{Activity, Pace, Phase, State};
use crate::state::impulse::hexes;
use crate::state::step::Step;
use crate::view::HeroesEyes;

/// A fact: one statement that is true in a seat's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// A unit that this seat sees.
    Unit {
        /// Handle of the unit in this seat's view.
        piece: Piece,
        /// The side of the unit.
        side: Side,
        /// The values of its counter.
        counter: Counter,
        /// The Location where it is.
        at: LocationId,
        /// Morale of the unit, `good` or `shaken`.
        state: State,
        /// Whether the leader or hero is wounded.
        wounded: bool,
        /// Its last action in this turn.
        activity: Activity,
        /// Whether it has fought a melee this turn.
        fought: bool,
        /// Whether it has received a weapon this turn.
        #[serde(default, skip_serializing_if = "is_not")]
        traded: bool,
        /// Whether the enemy can fire at it (HNL-B29). Public; hidden units are not spotted.
        #[serde(default)]
        spotted: bool,
        /// Whether it has a Moved or Assault Moved marker this turn (HNL-B33).
        #[serde(default)]
        moved: bool,
        /// Whether it is hidden from the enemy.
        hidden: bool,
        /// Name in the scenario, shown to its own side only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Arc<str>>,
    },
    /// The hidden units of a side, without their Locations. Public.
    Hidden {
        /// The side that hides them.
        side: Side,
        /// Counters of the hidden units, in any order.
        #[schemars(extend("x-unordered" = true))]
        counters: Vec<Counter>,
    },
    /// Weapons that lie in a Location.
    Weapons {
        /// The Location where they lie.
        at: LocationId,
        /// Kinds of weapons, in any order.
        #[schemars(extend("x-unordered" = true))]
        weapons: Vec<Weapon>,
    },
    /// An objective of the scenario (HNL-B18).
    Objective {
        /// The ground of its hex.
        at: LocationId,
        /// The side that holds it; left out while neither does.
        held_by: Option<Side>,
        /// Points for holding it at the end.
        points: u16,
    },
    /// A hex is on fire.
    Blaze {
        /// The ground of the hex.
        at: LocationId,
    },
    /// The turn of the game.
    Turn {
        /// Number of the current turn, from 1.
        now: u8,
        /// Number of turns in the game.
        of: u8,
    },
    /// The phase of the turn.
    Phase(Phase),
    /// The side that takes its impulse or its routs.
    ToAct {
        /// The side to act.
        side: Side,
    },
    /// Number of passes in a row.
    Passes(u8),
    /// The side with the initiative.
    Initiative {
        /// The side that has it.
        side: Side,
    },
    /// The impulse under way.
    Impulse {
        /// The ground of the impulse's hex; the Location of the leader if he opened it inside an entrance.
        at: LocationId,
        /// The leader who opened it; left out without one.
        leader: Option<Piece>,
        /// Grounds of the hexes from which units have moved.
        #[schemars(extend("uniqueItems" = true))]
        moved: Vec<LocationId>,
        /// Grounds of the hexes from which units have fired.
        #[schemars(extend("uniqueItems" = true))]
        fired: Vec<LocationId>,
        /// Units whose men alone have fired; their weapons can still fire.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        men: PieceSet,
        /// Units whose weapon alone has fired; their men can still fire.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        weapons: PieceSet,
        /// Units that have made an assault move in it and can fire where they are.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        assaulted: PieceSet,
    },
    /// The spotting attempt of the side to act (HNL-B29).
    Attempt {
        /// The spotter.
        unit: Piece,
        /// The Location where it has spotted units; left out if it failed.
        found: Option<LocationId>,
    },
    /// The units that are moving.
    Moving {
        /// The units that move together.
        units: PieceSet,
        /// Pace of the movement, such as `normal`.
        pace: Pace,
        /// Movement points that are left.
        mf_left: u8,
        /// Whether they have entered a Location in this movement.
        stepped: bool,
        /// Those that were Shaken when they began to move; left out if there are none.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        shaken: PieceSet,
    },
    /// A hex that this side's routing units can't enter (HNL-B14).
    Barred {
        /// The ground of the hex.
        at: LocationId,
    },
    /// A hex where all units are in one melee, above ground and inside (HNL-B38).
    Melee {
        /// The ground of the hex.
        at: LocationId,
    },
    /// The agenda in reverse order: the open question is last, later steps come first.
    Pending(Vec<Step>),
    /// The game has ended.
    Outcome {
        /// The side that won; left out in a draw.
        winner: Option<Side>,
    },
}

/// Lists the facts of a seat's view.
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
        let (men, weapons) = (left(eyes, impulse.men), left(eyes, impulse.weapons));
        let (moved, fired) = (list(impulse.moved), list(impulse.fired));
        let assaulted = left(eyes, impulse.assaulted);
        sink(Fact::Impulse { at: impulse.at, leader, moved, fired, men, weapons, assaulted });
    }
    if let Some(attempt) = eyes.attempt().filter(|attempt| eyes.unit(attempt.unit).is_some()) {
        sink(Fact::Attempt { unit: attempt.unit, found: attempt.found });
    }
    if let Some(moving) = eyes.moving() {
        let units = left(eyes, moving.units);
        let shaken = left(eyes, moving.shaken);
        sink(Fact::Moving { units, pace: moving.pace, mf_left: moving.mf_left, stepped: moving.stepped, shaken });
    }
    for &at in eyes.locked() {
        sink(Fact::Melee { at });
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

/// Returns the units of a group that are in the game and that this seat sees.
fn left(eyes: HeroesEyes<'_>, group: PieceSet) -> PieceSet {
    group.iter().filter(|piece| eyes.unit(*piece).is_some()).collect()
}

/// Returns a step without units that have left the game or that this seat doesn't see.
fn seen(eyes: HeroesEyes<'_>, step: Step) -> Step {
    match step {
        Step::ChooseRout { side, done } => Step::ChooseRout { side, done: left(eyes, done) },
        Step::Hide { side, done } => Step::Hide { side, done: left(eyes, done) },
        Step::Routs { side, done } => Step::Routs { side, done: left(eyes, done) },
        Step::Check { units, margin } => Step::Check { units: left(eyes, units), margin },
        Step::Round { at, below, first, soviet_targets, german_targets } => {
            let (soviet_targets, german_targets) = (left(eyes, soviet_targets), left(eyes, german_targets));
            Step::Round { at, below, first, soviet_targets, german_targets }
        }
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
            spotted: eyes.is_spotted(unit),
            moved: unit.moved,
            hidden: unit.hidden,
            name,
        });
    }
}

/// Whether a fact of this seat's view is about the other side.
#[must_use]
pub fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
    let Seat::Side(own) = seat else { return false };
    match fact {
        Fact::Unit { side, .. } | Fact::Hidden { side, .. } => *side != own,
        Fact::Barred { .. } => true,
        _ => false,
    }
}

/// Whether a fact is meaningful only after a whole entry is resolved.
#[must_use]
pub const fn settles_after_entry(fact: &Fact) -> bool {
    matches!(fact, Fact::Pending(_))
}
