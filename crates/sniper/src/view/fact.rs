//! Facts of a seat's view.

use board::LocationId;
use rules::{Piece, Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::words::{Hand, Phase, Posture};
use crate::state::man::Man;
use crate::state::plot::Plot;
use crate::view::SniperEyes;

/// One fact of a seat's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// The turn being played.
    Turn {
        /// Number of the turn, from 1.
        now: u8,
        /// The scenario's own limit: number of the last turn; left out if it sets none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<u8>,
    },
    /// The phase of the game.
    Phase(Phase),
    /// A man in play: one of your own, or an enemy in sight.
    Man {
        /// The man in view.
        piece: Piece,
        /// Side he belongs to.
        side: Side,
        /// Location he is in.
        at: LocationId,
        /// His posture at the moment.
        posture: Posture,
        /// Key of his weapon, such as `machine_gun`.
        weapon: String,
        /// Whether he is wounded.
        wounded: bool,
        /// Whether he is incapacitated; left out if not.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        incapacitated: bool,
        /// Whether he is stunned, now or in the next turn.
        stunned: bool,
    },
    /// A dummy of the seat's own side.
    Dummy {
        /// The dummy in view.
        piece: Piece,
        /// Location it is in.
        at: LocationId,
        /// Its posture, standing or prone; on a ladder ducked or leaning.
        posture: Posture,
    },
    /// Name and equipment of a man or dummy of the seat's own side.
    Kit {
        /// The man or dummy described.
        piece: Piece,
        /// His name in the scenario.
        name: String,
        /// Shots left in the magazine.
        shots: u8,
        /// Fragmentation grenades he has left.
        frag: u8,
        /// Smoke grenades he has left.
        smoke: u8,
        /// What he has in hand; left out if it is his weapon.
        #[serde(default, skip_serializing_if = "Hand::is_weapon")]
        hand: Hand,
        /// Stun: 0 none, 1 in this turn, 2 in the next turn only, 3 in both.
        stunned: u8,
        /// Whether an enemy sees him now. An incapacitated man doesn't notice it.
        seen: bool,
    },
    /// The plot of a man or dummy of the seat's own side.
    Plot {
        /// The man or dummy plotted for.
        piece: Piece,
        /// The whole plot for this turn.
        plot: Plot,
        /// Number of its steps already taken.
        done: u8,
    },
    /// The seat's own side is ready.
    Ready {
        /// Side of this seat.
        side: Side,
    },
    /// A man of the seat's own side has been at the far edge.
    Mission {
        /// The man of the patrol.
        piece: Piece,
    },
    /// A man of the seat's own side follows his route.
    OnRoute {
        /// The man on his route.
        piece: Piece,
        /// Number of its steps already taken.
        done: u16,
    },
    /// The seat's own side has seen an enemy.
    Alerted {
        /// Side of this seat.
        side: Side,
    },
    /// Smoke on the board or in a sewer.
    Smoke {
        /// Location where it was thrown.
        at: LocationId,
        /// Turns it still lasts.
        turns: u8,
        /// The side that threw it; known only to that side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
    },
    /// Number of men who have left the map and count for their side's victory.
    Left {
        /// Side they belong to.
        side: Side,
        /// Number of men who left.
        men: u8,
    },
    /// Chits that the seat's own side has drawn for its losses, if they are worth anything.
    Chits {
        /// Side of this seat.
        side: Side,
        /// Total of the chits.
        total: u8,
        /// Total at which the side gives up.
        level: u8,
    },
    /// The game has ended.
    Outcome {
        /// The winner; `null` for a draw.
        winner: Option<Side>,
    },
}

/// Writes all facts of a seat's view.
pub fn view(eyes: SniperEyes<'_>, sink: &mut impl FnMut(Fact)) {
    let setting = eyes.setting();
    sink(Fact::Turn { now: eyes.turn(), of: setting.limit });
    sink(Fact::Phase(eyes.phase()));
    for (piece, man, at) in eyes.men() {
        let own = eyes.knows(man.side);
        if man.dummy {
            sink(Fact::Dummy { piece, at, posture: man.posture });
        } else {
            let weapon = setting.tables.weapon_key(man.weapon).to_owned();
            let &Man { side, posture, wounded, incapacitated, .. } = man;
            let stunned = man.stunned > 0;
            sink(Fact::Man { piece, side, at, posture, weapon, wounded, incapacitated, stunned });
        }
        if own {
            let name = setting.names.get(piece.index()).map_or(String::new(), |name| (**name).to_owned());
            let (shots, frag, smoke) = (man.shots, man.frag, man.smoke);
            sink(Fact::Kit {
                piece,
                name,
                shots,
                frag,
                smoke,
                hand: man.hand,
                stunned: man.stunned,
                seen: man.seen && !man.incapacitated,
            });
            private(piece, man, sink);
        }
    }
    eyes.ready().into_iter().for_each(|side| sink(Fact::Ready { side }));
    eyes.alerted().into_iter().for_each(|side| sink(Fact::Alerted { side }));
    for cloud in eyes.clouds() {
        let by = Some(cloud.by).filter(|side| eyes.knows(*side));
        sink(Fact::Smoke { at: cloud.at, turns: cloud.turns, by });
    }
    for side in Side::BOTH {
        let men = eyes.left(side);
        if men > 0 {
            sink(Fact::Left { side, men });
        }
    }
    if let Some((side, total)) = eyes.chits().filter(|(_, total)| *total > 0)
        && let Some(level) = setting.preservation[side]
    {
        sink(Fact::Chits { side, total, level });
    }
    if let Some(outcome) = eyes.outcome() {
        sink(Fact::Outcome { winner: outcome.winner });
    }
}

/// Writes the facts about a man that only his own side knows.
fn private(piece: Piece, man: &Man, sink: &mut impl FnMut(Fact)) {
    if !man.plot.is_empty() {
        sink(Fact::Plot { piece, plot: man.plot, done: man.walked });
    }
    if man.mission {
        sink(Fact::Mission { piece });
    }
    if man.on_route {
        sink(Fact::OnRoute { piece, done: man.route_done });
    }
}

/// Returns whether a fact of this seat's view is about the other side.
#[must_use]
pub fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
    let Seat::Side(own) = seat else { return false };
    match fact {
        Fact::Man { side, .. } | Fact::Left { side, .. } => *side != own,
        Fact::Smoke { by, .. } => by.is_none(),
        _ => false,
    }
}
