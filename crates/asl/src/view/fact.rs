//! What a seat sees, written down.

use std::sync::Arc;

use board::LocationId;
use rules::{Piece, PieceSet, Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Pace, Phase};
use crate::setting::Place;
use crate::state::step::Step;
use crate::state::unit::{NO_AREA, NO_TUNNEL, Unit};
use crate::view::AslEyes;
use crate::view::counters::Unseen;

/// One thing that holds in a seat's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// A piece in sight: a unit, a dummy of one's own, a support weapon.
    Unit {
        /// The piece.
        piece: Piece,
        /// Whose it is.
        side: Side,
        /// What is printed on it.
        kind: Kind,
        /// Where it is; none while it has still to be placed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<LocationId>,
        /// Whether the enemy sees it.
        cover: Cover,
        /// Its markers.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(extend("uniqueItems" = true))]
        flags: Vec<Flag>,
        /// Who holds it, of a weapon.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holder: Option<Piece>,
        /// Whether it may use the sewers without a task check.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        granted: bool,
        /// What the enemy takes it for, for its own side, if that is something else.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        known_as: Option<Kind>,
        /// The area it is placed in, while its side sets up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        area: Option<u8>,
        /// The tunnel it is in, for its own side, counted as in the facts of tunnels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tunnel: Option<u8>,
        /// Its name, for its own side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Arc<str>>,
    },
    /// A "?" of a side in a Location, with whatever is under it.
    Unknown {
        /// Whose it is.
        side: Side,
        /// Where.
        at: LocationId,
        /// Whether it is a "Sewer ?".
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sewer: bool,
        /// Whether it is lost in the sewers.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lost: bool,
    },
    /// A stack in a sewer is discovered from above.
    Discovered {
        /// Whose it is.
        side: Side,
        /// Where.
        at: LocationId,
    },
    /// What a side has out of sight, wherever that is, as last known.
    Unseen {
        /// Which side.
        side: Side,
        /// The counters.
        #[schemars(extend("x-unordered" = true))]
        counters: Vec<Unseen>,
    },
    /// What a side has lost, as far as is known.
    Losses {
        /// Which side.
        side: Side,
        /// The counters.
        #[schemars(extend("x-unordered" = true))]
        kinds: Vec<Kind>,
    },
    /// The Game Turn.
    Turn {
        /// Its number.
        now: u8,
        /// How many there are.
        of: u8,
    },
    /// The phase.
    Phase(Phase),
    /// Whose Player Turn it is.
    Attacker {
        /// Whose.
        side: Side,
    },
    /// An objective.
    Objective {
        /// Where.
        at: LocationId,
        /// Who holds it.
        held_by: Option<Side>,
        /// Points for it at the end.
        points: u16,
    },
    /// Rubble or Blaze of the scenario.
    Covered {
        /// The ground of its hex.
        at: LocationId,
        /// Whether it burns.
        blaze: bool,
    },
    /// Rubble has fallen.
    Rubble {
        /// The ground of the hex.
        at: LocationId,
    },
    /// The sewer beneath is buried.
    Buried {
        /// The ground of the hex.
        at: LocationId,
    },
    /// Residual firepower.
    Residual {
        /// Where.
        at: LocationId,
        /// How much.
        fp: u8,
    },
    /// A Fortified Location that this seat knows of.
    Fort {
        /// Whose.
        side: Side,
        /// Where.
        at: LocationId,
        /// Whether the enemy knows of it.
        known: bool,
        /// Whether the scenario names it.
        fixed: bool,
    },
    /// An own tunnel.
    Tunnel {
        /// Its number.
        tunnel: u8,
        /// Whose.
        side: Side,
        /// Its entrance Locations.
        #[schemars(extend("uniqueItems" = true))]
        ends: [LocationId; 2],
        /// Whether it is destroyed.
        gone: bool,
    },
    /// A tunnel entrance of the enemy, that units saw used.
    Entrance {
        /// Where.
        at: LocationId,
        /// Who saw it used.
        saw: PieceSet,
        /// Who has found it.
        found: PieceSet,
    },
    /// What this side may still record.
    Allotted {
        /// Which side.
        side: Side,
        /// Tunnels.
        tunnels: u8,
        /// Fortified Locations.
        forts: u8,
    },
    /// Units on the move, or only a "?".
    Moving {
        /// Who, of those this seat sees.
        units: PieceSet,
        /// Where they are.
        at: LocationId,
        /// How they move.
        pace: Pace,
        /// Half movement factors left, for their own side: they tell who is among them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mf_left: Option<u8>,
        /// Half movement factors spent in the last step.
        spent: u8,
        /// Whether they have entered a Location.
        stepped: bool,
        /// Whether the bonus for moving along roads only is still theirs; told to their own side alone.
        on_road: bool,
    },
    /// The Manhole Locations from which a stack has entered the sewers in this Movement Phase.
    Entered(#[schemars(extend("uniqueItems" = true))] Vec<LocationId>),
    /// A Location this side's units are barred from for now.
    Barred {
        /// Where.
        at: LocationId,
    },
    /// What is still to do, the question that stands last.
    Pending(Vec<Step>),
    /// The game is over.
    Outcome {
        /// Who has won; nobody in a draw.
        winner: Option<Side>,
    },
}

/// Writes down what the eyes see.
pub fn view(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
    let setting = eyes.setting();
    sink(Fact::Turn { now: eyes.turn(), of: setting.turns });
    sink(Fact::Phase(eyes.phase()));
    sink(Fact::Attacker { side: eyes.attacker() });
    for (n, objective) in setting.objectives.iter().enumerate() {
        sink(Fact::Objective { at: objective.at, held_by: eyes.held(n), points: objective.brings });
    }
    units(eyes, sink);
    for side in Side::BOTH {
        counters(eyes, side, sink);
    }
    ground(eyes, sink);
    works(eyes, sink);
    if let (Some(moving), Some(at)) = (eyes.moving(), eyes.moving_at()) {
        // Routing units lie open, whoever's they are.
        let own = eyes.knows(eyes.attacker()) || eyes.phase() == Phase::Rout;
        let mf_left = Some(moving.mf_left).filter(|_| own);
        // Whether the bonus of the road is left tells as much as the movement factors do.
        let on_road = own && moving.on_road;
        let (units, pace, spent) = (moving.units, moving.pace, moving.spent);
        sink(Fact::Moving { units, at, pace, mf_left, spent, stepped: moving.stepped, on_road });
    }
    if !eyes.entered().is_empty() {
        sink(Fact::Entered(eyes.entered().to_vec()));
    }
    for &at in eyes.barred() {
        sink(Fact::Barred { at });
    }
    let pending = eyes.pending();
    if !pending.is_empty() {
        sink(Fact::Pending(pending));
    }
    if let Some(outcome) = eyes.outcome() {
        sink(Fact::Outcome { winner: outcome.winner });
    }
}

fn units(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
    for (piece, unit) in eyes.all_seen() {
        sink(fact_of(eyes, piece, unit));
    }
}

/// What a seat sees of a piece it can name.
fn fact_of(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> Fact {
    let own = eyes.knows(unit.side);
    Fact::Unit {
        piece,
        side: unit.side,
        kind: unit.kind,
        at: unit.at,
        cover: unit.cover,
        flags: unit.flags.iter().collect(),
        holder: unit.holder,
        granted: unit.granted,
        known_as: Some(unit.known_as).filter(|kind| own && *kind != unit.kind),
        area: Some(unit.area).filter(|area| *area != NO_AREA && !eyes.is_set_up(unit.side)),
        tunnel: Some(unit.tunnel).filter(|tunnel| own && *tunnel != NO_TUNNEL),
        name: eyes.setting().names.get(usize::from(unit.name)).filter(|_| own).cloned(),
    }
}

/// The counters of a side that tell nothing but that they are there.
fn counters(eyes: AslEyes<'_>, side: Side, sink: &mut impl FnMut(Fact)) {
    for at in eyes.unknowns(side) {
        let sewer = eyes.setting().is_below(at);
        sink(Fact::Unknown { side, at, sewer, lost: sewer && eyes.is_lost_at(side, at) });
        if eyes.setting().place(at) == Some(Place::Sewer) && eyes.is_discovered_at(side, at) {
            sink(Fact::Discovered { side, at });
        }
    }
    let unseen = eyes.unseen(side);
    if !unseen.is_empty() {
        sink(Fact::Unseen { side, counters: unseen });
    }
    let mut kinds: Vec<Kind> = eyes.losses(side).collect();
    if !kinds.is_empty() {
        kinds.sort_unstable();
        sink(Fact::Losses { side, kinds });
    }
}

fn ground(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
    let setting = eyes.setting();
    for hex in setting.board.grid().hexes() {
        for cover in eyes.covers(hex) {
            sink(Fact::Covered { at: cover.at, blaze: cover.blaze });
        }
    }
    let (rubble, buried) = eyes.fallen();
    for hex in rubble {
        sink(Fact::Rubble { at: setting.board.ground(*hex) });
    }
    for hex in buried {
        sink(Fact::Buried { at: setting.board.ground(*hex) });
    }
    for residual in eyes.residual() {
        sink(Fact::Residual { at: residual.at, fp: residual.fp });
    }
}

fn works(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
    for fort in eyes.forts() {
        sink(Fact::Fort { side: fort.side, at: fort.at, known: fort.known, fixed: fort.fixed });
    }
    for side in Side::BOTH {
        for (n, tunnel) in eyes.tunnels(side) {
            sink(Fact::Tunnel { tunnel: n, side, ends: tunnel.ends, gone: tunnel.gone });
        }
        for entrance in eyes.entrances_seen(side) {
            let own = eyes.of(side).group();
            let (saw, found) = (entrance.saw & own, entrance.found & own);
            if !saw.is_empty() {
                sink(Fact::Entrance { at: entrance.at, saw, found });
            }
        }
        if let Some((tunnels, forts)) = eyes.allotments(side).filter(|left| *left != (0, 0)) {
            sink(Fact::Allotted { side, tunnels, forts });
        }
    }
}

/// Whether a fact of this seat's view tells of the other side.
#[must_use]
pub fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
    let Seat::Side(own) = seat else { return false };
    match fact {
        Fact::Unit { side, .. }
        | Fact::Unknown { side, .. }
        | Fact::Discovered { side, .. }
        | Fact::Unseen { side, .. }
        | Fact::Losses { side, .. }
        | Fact::Fort { side, .. } => *side != own,
        Fact::Entrance { .. } | Fact::Barred { .. } => true,
        _ => false,
    }
}

/// The markers as a set.
#[must_use]
pub fn flags(list: &[Flag]) -> Flags {
    list.iter().copied().collect()
}
