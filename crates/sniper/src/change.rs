//! Changes of the position, and what leaves no trace in it.

use board::LocationId;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::order::{Grenade, Posture};
use crate::plot::Plot;
use crate::position::{Cloud, Man, Phase, Position};
use crate::tables::Odds;

/// A change of the position: a result, not a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A turn begins: nobody has plotted, nobody is ready.
    Turn {
        /// Its number, from 1.
        now: u8,
    },
    /// The game is at something else.
    Phase {
        /// At what.
        now: Phase,
    },
    /// A side is ready, or no more.
    Ready {
        /// Which.
        side: Side,
        /// Whether.
        now: bool,
    },
    /// A man or dummy begins somewhere; only his side hears of it.
    Place {
        /// Who.
        man: Piece,
        /// Where.
        at: LocationId,
        /// How he holds himself there.
        posture: Posture,
    },
    /// What a man will do; only his side hears of it.
    Plot {
        /// Who.
        man: Piece,
        /// His whole plot.
        plot: Plot,
    },
    /// Whether the other side sees him.
    Seen {
        /// Whom.
        man: Piece,
        /// Whether.
        now: bool,
    },
    /// A man holds himself otherwise.
    Posture {
        /// Who.
        man: Piece,
        /// How.
        now: Posture,
    },
    /// A movement point of the turn begins.
    Pulse {
        /// Which, from 1; 0 before movement.
        now: u8,
    },
    /// A man takes a step of his path.
    Moved {
        /// Who.
        man: Piece,
        /// Where to.
        to: LocationId,
    },
    /// A man falls off the ladder.
    Fell {
        /// Who.
        man: Piece,
        /// Where to.
        to: LocationId,
    },
    /// Shots left in a magazine.
    Shots {
        /// Whose.
        man: Piece,
        /// How many.
        left: u8,
    },
    /// Grenades left.
    Grenades {
        /// Whose.
        man: Piece,
        /// Which.
        grenade: Grenade,
        /// How many.
        left: u8,
    },
    /// For how many turns a man is stunned, this one included.
    Stunned {
        /// Who.
        man: Piece,
        /// How many.
        turns: u8,
    },
    /// A man is wounded.
    Wounded {
        /// Who.
        man: Piece,
    },
    /// A man is incapacitated or killed.
    Out {
        /// Who.
        man: Piece,
    },
    /// A dummy has been seen and is gone.
    Vanished {
        /// Which.
        man: Piece,
    },
    /// A man has left by an edge and counts for his side.
    Left {
        /// Who.
        man: Piece,
    },
    /// A man of the patrol has been at the far edge.
    Mission {
        /// Who.
        man: Piece,
    },
    /// A side has seen an enemy: its men are on their routes no more.
    Alerted {
        /// Which.
        side: Side,
    },
    /// Smoke, for so many turns more; 0 when it is gone.
    Smoke {
        /// Where it was thrown.
        at: LocationId,
        /// Turns left.
        turns: u8,
        /// Whose.
        by: Side,
    },
    /// Whether the other side, one of whose men comes upon smoke below, is still to be told of it.
    Unnoticed {
        /// Where the smoke was thrown.
        at: LocationId,
        /// Whose it is.
        by: Side,
        /// Whether.
        now: bool,
    },
    /// Everybody looks: the moves before this have happened at once.
    Look,
    /// The game is over.
    Over {
        /// Who has won; nobody in a draw.
        winner: Option<Side>,
    },
}

impl Change {
    /// Whether it is part of what all men do at once, so that the order in which it is written tells nothing.
    #[inline]
    #[must_use]
    pub const fn is_of_a_sweep(&self) -> bool {
        matches!(
            self,
            Change::Seen { .. }
                | Change::Posture { .. }
                | Change::Moved { .. }
                | Change::Fell { .. }
                | Change::Vanished { .. }
                | Change::Left { .. }
                // Recovery, not a hit.
                | Change::Stunned { turns: 0 | 1, .. }
        )
    }
}

/// Changes the position; looks up no rule.
// Where a rule makes a change it is known which: inlined, applying it comes down to a few stores.
#[inline(always)]
pub fn apply(position: &mut Position, change: &Change) {
    match *change {
        Change::Turn { now } => {
            position.turn = now;
            position.pulse = 0;
            position.ready = rules::BySide::default();
            position.men.begin_turn();
        }
        Change::Phase { now } => position.phase = now,
        Change::Ready { side, now } => position.ready[side] = now,
        Change::Place { man, at, posture } => with(position, man, |man| {
            man.at = Some(at);
            man.posture = posture;
        }),
        Change::Plot { man, plot } => with(position, man, |man| man.plot = plot),
        Change::Seen { man, now } => with(position, man, |man| man.seen = now),
        Change::Posture { man, now } => {
            let pulse = position.pulse;
            with(position, man, |man| {
                man.posture = now;
                man.clock = pulse;
            });
        }
        Change::Pulse { now } => position.pulse = now,
        Change::Moved { man, to } => {
            let pulse = position.pulse;
            with(position, man, |man| {
                man.at = Some(to);
                man.clock = pulse;
                man.walked += 1;
                man.route_done += u16::from(man.on_route);
            });
        }
        Change::Fell { man, to } => with(position, man, |man| man.at = Some(to)),
        Change::Shots { man, left } => with(position, man, |man| man.shots = left),
        Change::Grenades { man, grenade, left } => with(position, man, |man| match grenade {
            Grenade::Frag => man.frag = left,
            Grenade::Smoke => man.smoke = left,
        }),
        Change::Stunned { man, turns } => with(position, man, |man| man.stunned = turns),
        Change::Wounded { man } => with(position, man, |man| man.wounded = true),
        Change::Out { man } | Change::Vanished { man } => with(position, man, leave),
        Change::Left { man } => {
            if let Some(side) = position.man(man).map(|man| man.side) {
                position.left[side] += 1;
            }
            with(position, man, leave);
        }
        Change::Mission { man } => with(position, man, |man| man.mission = true),
        Change::Alerted { side } => {
            position.alerted[side] = true;
            position.men.change_all(|man| man.on_route &= man.side != side);
        }
        Change::Smoke { at, turns, by } => smoke(position, Cloud { at, turns, by, unnoticed: false }),
        Change::Unnoticed { at, by, now } => {
            let there = position.clouds.iter_mut().find(|cloud| cloud.at == at && cloud.by == by);
            there.into_iter().for_each(|cloud| cloud.unnoticed = now);
        }
        Change::Look => {}
        Change::Over { winner } => position.over = Some(winner),
    }
}

#[inline(always)]
fn with(position: &mut Position, man: Piece, change: impl FnOnce(&mut Man)) {
    position.men.change(man, change);
}

/// Out of the game, with nothing left that could tell one who is out from another.
fn leave(man: &mut Man) {
    man.at = None;
    man.seen = false;
    man.plot = Plot::default();
    man.stunned = 0;
    man.mission = false;
    man.on_route = false;
}

fn smoke(position: &mut Position, cloud: Cloud) {
    let old = position.clouds.iter().position(|other| other.at == cloud.at && other.by == cloud.by);
    match (old, cloud.turns) {
        (Some(n), 0) => {
            position.clouds.remove(n);
        }
        (Some(n), _) => {
            if let Some(slot) = position.clouds.get_mut(n) {
                *slot = cloud;
            }
        }
        (None, 0) => {}
        (None, _) => {
            if position.clouds.is_full() {
                position.clouds.remove(0);
            }
            position.clouds.push(cloud);
        }
    }
}

rules::words! {
    /// What a hit does (SNP-B10), worst last.
    Hit {
        /// Nothing.
        None = "nothing",
        /// He is stunned.
        Stunned = "stunned",
        /// He is wounded.
        Wounded = "wounded",
        /// He is incapacitated.
        Incapacitated = "incapacitated",
        /// He is killed.
        Killed = "killed",
    }
}

rules::words! {
    /// What a man does who panics (SNP-B3).
    Panic {
        /// Nothing.
        Nothing = "does nothing",
        /// He takes cover.
        Cover = "takes cover",
    }
}

/// What a seat is told that leaves no trace.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// A man was shot at.
    Shot {
        /// By whom; left out for who does not see him, as is what would tell of him.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Piece>,
        /// Where.
        at: LocationId,
        /// Who.
        target: Piece,
        /// Attack strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attack: Option<u16>,
        /// Defence Strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defence: Option<u16>,
        /// The column of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        odds: Option<Odds>,
        /// The dice; none where the odds are below the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 2, max = 12))]
        roll: Option<u8>,
        /// What it did.
        result: Hit,
    },
    /// A man fired where nobody was to be seen any more, or at a dummy; his side hears it.
    Missed {
        /// Who.
        by: Piece,
        /// Where.
        at: LocationId,
    },
    /// A grenade came down.
    Burst {
        /// Where.
        at: LocationId,
        /// Which.
        grenade: Grenade,
    },
    /// A man was struck by a grenade.
    Struck {
        /// Who.
        man: Piece,
        /// The column of the table.
        odds: Odds,
        /// The dice and what is added.
        roll: u8,
        /// What it did.
        result: Hit,
    },
    /// A man fell off the ladder.
    Fell {
        /// Who.
        man: Piece,
        /// Where to.
        at: LocationId,
    },
    /// A man panicked; his side hears it.
    Panicked {
        /// Who.
        man: Piece,
        /// The dice.
        #[schemars(range(min = 2, max = 12))]
        roll: u8,
        /// What he does.
        does: Panic,
    },
    /// A man stops before a place he cannot enter; his side hears it, and no more.
    Barred {
        /// Who.
        man: Piece,
        /// Where.
        at: LocationId,
    },
    /// A man does not throw after all; his side hears it.
    Dropped {
        /// Who.
        man: Piece,
    },
    /// Two men fought hand to hand.
    Fought {
        /// Where.
        at: LocationId,
        /// The first side's man.
        attacker: Piece,
        /// The second side's man.
        defender: Piece,
        /// His dice and modifiers.
        attacker_total: i8,
        /// And his.
        defender_total: i8,
        /// Who lost, if anybody.
        loser: Option<Piece>,
        /// What befell him.
        result: Hit,
    },
    /// A man found somebody in a sewer or a manhole hex; his side hears it.
    Found {
        /// Who.
        by: Piece,
        /// Where.
        at: LocationId,
    },
    /// A dummy was seen and is gone.
    Vanished {
        /// Where it was.
        at: LocationId,
    },
    /// A man has left and counts for his side.
    Gone {
        /// Whose he was.
        side: Side,
    },
    /// A man of the patrol is at the far edge, but below ground: that does not count. His side hears it.
    NoMission {
        /// Who.
        man: Piece,
    },
}
