//! Kinds of secrets in this game, the secrets an item discloses, and the differences of two positions.
//!
//! One order carries out a whole turn, so an item discloses a moment within it. A man's actions up to then become
//! known, the rest of his plot does not. A turn later this is only history.

use board::LocationId;
use referee::Item;
use rules::{Audience, Piece, Seat, Side};

use crate::mechanics::line_of_fire;
use crate::printed::words::{Grenade, Phase, Posture};
use crate::setting::Setting;
use crate::setting::path::STEPS;
use crate::setting::sight::{self, Eye};
use crate::setting::spot::Level;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::man::Man;
use crate::state::plot::Act;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::state::step::Step;

/// The last movement point of a turn.
pub const LAST: u8 = STEPS as u8;

/// A secret as small as one disclosure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// A man's or dummy's places and postures from the start of a turn to one of its movement points.
    Course {
        man: Piece,
        /// Turn of the disclosure; 0 for the set-up.
        turn: u8,
        /// Last movement point that is known; 0 before movement.
        until: u8,
    },
    /// A visible man's other traits: his weapon, whether he is wounded or stunned.
    Looks { man: Piece, turn: u8 },
    /// Whether he moves in the turn, even later: a moving man is harder to hit (SNP-B9).
    Bound { man: Piece, turn: u8 },
    /// His action in the turn besides movement.
    Act { man: Piece, turn: u8 },
    /// Whether he has been at the far edge of a patrol.
    Mission { man: Piece, turn: u8 },
    /// The line of a shot: no man out of sight stops it, or the same one does (SNP-B30).
    Line { from: LocationId, at: LocationId, turn: u8 },
    /// Smoke below ground.
    Smoke { at: LocationId, by: Side, turn: u8 },
    /// Places and health of all men, and the result: the game is over.
    Everything { turn: u8 },
    /// A side's secret rolls. No rule discloses them. But dice are rolled in sequence: a further roll before a known
    /// man's roll would give him other dice, which is not a difference of the positions.
    Dice { side: Side, turn: u8, rolls: Rolls },
}

/// Secret rolls of a side, earliest first; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rolls {
    /// Rolls for panic.
    Panic,
    /// Scatter of its grenades.
    Throws,
    /// Effects on unseen men, and all later rolls.
    Bursts,
}

/// Returns the turn, 0 for the set-up.
pub fn turn_of(position: &Position) -> u8 {
    if position.phase == Phase::SetUp { 0 } else { position.turn }
}

/// Lists the secrets that an item discloses.
pub fn disclosed(setting: &Setting, before: &Position, item: &Item<Sniper>, sink: &mut impl FnMut(Secret)) {
    let moves_are_over = !before.agenda.steps().contains(&Step::Grenades);
    let until = if moves_are_over { LAST } else { before.pulse };
    let mut telling = Telling { setting, before, turn: turn_of(before), until, sink };
    match item {
        Item::Change { change, .. } => telling.change(change),
        Item::Report { to, report, .. } => telling.report(*to, report),
        _ => {}
    }
}

struct Telling<'a, F> {
    setting: &'a Setting,
    before: &'a Position,
    turn: u8,
    /// Movement point at which the turn is.
    until: u8,
    sink: &'a mut F,
}

impl<F: FnMut(Secret)> Telling<'_, F> {
    fn man(&self, man: Piece) -> &Man {
        &self.before.men[man.index()]
    }

    fn change(&mut self, change: &Change) {
        match *change {
            // A man who goes out of sight is known to have done so, together with his last step.
            Change::Seen { man, now: false } => self.seen(man),
            // Accepted only where the rules let an enemy see him.
            Change::Seen { man, now: true } if !self.setting.options.hidden || self.watchers(man).next().is_some() => {
                self.seen(man);
            }
            // Leaning out tells that he fires or throws through a door or window (SNP-B34).
            Change::Posture { man, now: Posture::Leaning } if self.man(man).seen => {
                self.seen(man);
                (self.sink)(Secret::Act { man, turn: self.turn });
            }
            Change::Moved { man, .. }
            | Change::Posture { man, .. }
            | Change::Fell { man, .. }
            | Change::Stunned { man, .. }
            | Change::Wounded { man }
            | Change::Incapacitated { man }
            | Change::Out { man } => self.seen_if_in_sight(man),
            Change::Vanished { man } => self.vanished(man),
            Change::Left { man } => {
                self.course(man, LAST);
                (self.sink)(Secret::Mission { man, turn: self.turn });
            }
            Change::Smoke { at, by, .. } | Change::Unnoticed { at, by, now: false } if self.could_notice(at, by) => {
                (self.sink)(Secret::Smoke { at, by, turn: self.turn });
            }
            Change::Over { .. } => {
                (self.sink)(Secret::Everything { turn: self.turn });
                Side::BOTH.into_iter().for_each(|side| self.dice(side, Rolls::Bursts));
            }
            _ => {}
        }
    }

    fn report(&mut self, to: Audience, report: &Report) {
        match *report {
            Report::Shot { by: Some(by), target, at, .. } => {
                // An unseen firer is not named, but his shot is reported, and whether his target moves.
                self.seen(by);
                (self.sink)(Secret::Act { man: by, turn: self.turn });
                self.seen(target);
                (self.sink)(Secret::Bound { man: target, turn: self.turn });
                self.line(by, at);
                // His rolls are secret, and so is the lot that decides the target or the order of shots.
                Side::BOTH.into_iter().for_each(|side| self.dice_by_now(side));
            }
            Report::Missed { by, at } => self.line(by, at),
            Report::Burst { at, grenade } => self.burst(to, at, grenade),
            Report::Struck { man, .. } => {
                self.struck(man);
                // The order of results among visible men in one place is decided by lot.
                if self.beside(man, |other| other.seen) {
                    self.dice_by_now(self.man(man).side);
                }
            }
            Report::Fell { man, .. } => self.seen_if_in_sight(man),
            Report::Fought { attacker, defender, .. } => {
                for man in [attacker, defender] {
                    self.seen(man);
                    if self.beside(man, |other| !other.dummy) {
                        self.dice_by_now(self.man(man).side);
                    }
                }
            }
            Report::Barred { man, at } => self.barred(man, at),
            _ => {}
        }
    }

    /// Adds the line of a shot, with the enemies who stop it.
    fn line(&mut self, by: Piece, at: LocationId) {
        let &Man { side, at: Some(from), .. } = self.man(by) else { return };
        (self.sink)(Secret::Line { from, at, turn: self.turn });
        for (piece, man, here) in self.before.here().filter(|(_, man, _)| man.side != side && !man.dummy) {
            let eye = Eye { at: here, posture: man.posture };
            if line_of_fire::is_stopped(self.setting, from, at, std::iter::once(eye)) {
                self.course(piece, self.until);
            }
        }
    }

    /// Adds what is visible of a man now.
    fn seen(&mut self, man: Piece) {
        if !self.man(man).dummy {
            self.course(man, self.until);
            (self.sink)(Secret::Looks { man, turn: self.turn });
        }
    }

    /// Events about an unseen man are reported only to his own side.
    fn seen_if_in_sight(&mut self, man: Piece) {
        if self.man(man).seen {
            self.seen(man);
        }
    }

    fn course(&mut self, man: Piece, until: u8) {
        (self.sink)(Secret::Course { man, turn: self.turn, until });
        self.dice(self.man(man).side, Rolls::Panic);
    }

    /// Adds a side's secret rolls so far.
    fn dice_by_now(&mut self, side: Side) {
        self.dice(side, if self.until == LAST { Rolls::Bursts } else { Rolls::Panic });
    }

    fn dice(&mut self, side: Side, rolls: Rolls) {
        if rolls > Rolls::Panic || self.setting.panics[side] {
            (self.sink)(Secret::Dice { side, turn: self.turn, rolls });
        }
    }

    /// Returns whether a man of the same side is in the same place.
    fn beside(&self, man: Piece, is: fn(&Man) -> bool) -> bool {
        let own = self.man(man);
        let mut others = self.before.here().filter(|(other, ..)| *other != man);
        others.any(|(_, other, at)| other.side == own.side && own.at == Some(at) && is(other))
    }

    /// Lists the enemies who see a man or dummy by the rules; dummies see no one.
    fn watchers(&self, of: Piece) -> impl Iterator<Item = Piece> {
        let &Man { at, posture, side, .. } = self.man(of);
        let enemies = self.before.here().filter(move |(_, man, _)| man.side != side && !man.dummy);
        let sees = move |(_, man, here): &(Piece, &Man, LocationId)| {
            let (eye, there) = (Eye { at: *here, posture: man.posture }, at.map(|at| Eye { at, posture }));
            there.is_some_and(|there| sight::sees(self.setting, &self.before.clouds, eye, there).is_some())
        };
        enemies.filter(sees).map(|(piece, ..)| piece)
    }

    /// A dummy is removed because an enemy sees it, who may be out of sight himself.
    fn vanished(&mut self, dummy: Piece) {
        let watchers: Vec<Piece> = self.watchers(dummy).collect();
        for piece in watchers {
            self.course(dummy, self.until);
            self.course(piece, self.until);
        }
    }

    /// A burst discloses to the other side that a grenade was thrown. Below ground it is noticed in the sewers through
    /// the place and in the manhole's hex (SNP-B11), smoke also where it spreads (39.71).
    fn burst(&mut self, to: Audience, at: LocationId, grenade: Grenade) {
        let dropped = self.before.dropped.iter().filter(|dropped| dropped.at == at && dropped.grenade == grenade);
        let dropped: Vec<Piece> = dropped.map(|dropped| dropped.man).collect();
        for man in dropped {
            self.thrown(man);
        }
        for (man, side) in self.throwers(at, 0, grenade) {
            if to.includes(side.other().seat()) && self.could_notice(at, side) {
                self.thrown(man);
            }
        }
    }

    /// A side that sees a man struck learns of a burst there even without a report: a burst reaches the next hex.
    fn struck(&mut self, man: Piece) {
        self.seen_if_in_sight(man);
        let there = self.man(man).at.filter(|_| self.man(man).seen);
        for (thrower, _) in there.map_or_else(Vec::new, |at| self.throwers(at, 1, Grenade::Frag)) {
            self.thrown(thrower);
        }
    }

    /// Lists the men whose grenade may land within `near` hexes of a place.
    fn throwers(&self, at: LocationId, near: u16, grenade: Grenade) -> Vec<(Piece, Side)> {
        // The farthest throw goes farthest astray.
        let within = |from: LocationId, goal: LocationId| {
            near + u16::from(self.setting.tables.scatter.off(self.setting.distance(from, goal)))
        };
        let throws = |man: &Man| match (man.plot.act, man.at) {
            (Some(Act::Throw { at: goal, grenade: thrown }), Some(from)) => {
                let close = self.setting.distance(goal, at) <= within(from, goal);
                thrown == grenade && close && man.next_step().is_none()
            }
            _ => false,
        };
        let throwers = self.before.here().filter(|(_, man, _)| throws(man));
        throwers.map(|(piece, man, _)| (piece, man.side)).collect()
    }

    fn thrown(&mut self, man: Piece) {
        self.course(man, LAST);
        (self.sink)(Secret::Looks { man, turn: self.turn });
        (self.sink)(Secret::Act { man, turn: self.turn });
        self.dice(self.man(man).side, Rolls::Throws);
    }

    /// A side whose man is barred learns that a man is in the place or bound for it in this turn (39.41), or has met
    /// him (SNP-B15).
    fn barred(&mut self, man: Piece, at: LocationId) {
        let &Man { side, at: own, .. } = self.man(man);
        for (piece, enemy, here) in self.before.here().filter(|(_, enemy, _)| enemy.side != side) {
            if enemy.plot.path.steps().contains(&at) {
                self.course(piece, LAST);
            } else if here == at || Some(here) == own {
                self.course(piece, self.until);
            }
        }
    }

    /// Returns whether the other side may notice a grenade there: always above ground, otherwise if it has men below
    /// too or in that hex.
    fn could_notice(&self, at: LocationId, by: Side) -> bool {
        let level = |at: LocationId| self.setting.spot(at).map(|spot| spot.level);
        let below = |at| matches!(level(at), Some(Level::Sewer | Level::Middle));
        let near = |here| below(here) || self.setting.distance(here, at) == 0;
        !below(at) || self.before.here().any(|(_, man, here)| man.side != by && !man.dummy && near(here))
    }
}

/// Kinds of secrets, and in how many compared moments of a short run each must have differed.
pub const KINDS: &[(&str, u64)] = &[
    ("where a man is", 500),
    ("which are dummies", 30),
    ("posture", 350),
    ("weapons", 250),
    ("wounds", 300),
    ("stun", 100),
    ("incapacitated", 20),
    ("chits", 100),
    ("shots left", 800),
    ("grenades", 800),
    ("what is in hand", 500),
    ("grenades prepared", 20),
    ("how far on a route", 25),
    ("steps on a route", 30),
    ("a way of several steps", 250),
    ("acts", 200),
    ("a mission fulfilled", 20),
];

/// Lists the kinds of secrets unknown to a seat in which two positions differ.
pub fn varied(one: &Position, two: &Position, seat: Seat, sink: &mut impl FnMut(&'static str)) {
    let hidden = |man: &Man| seat != Seat::Side(man.side);
    let pairs =
        || one.men.iter().zip(&two.men).filter(|(one, two)| hidden(one) && one.at.is_some() && two.at.is_some());
    let mut differ = |kind: &'static str, differs: fn(&Man, &Man) -> bool| {
        if pairs().any(|(one, two)| differs(one, two)) {
            sink(kind);
        }
    };
    differ("where a man is", |one, two| one.at != two.at);
    differ("posture", |one, two| one.posture != two.posture);
    differ("weapons", |one, two| one.weapon != two.weapon);
    differ("wounds", |one, two| one.wounded != two.wounded);
    differ("stun", |one, two| one.stunned != two.stunned);
    differ("incapacitated", |one, two| one.incapacitated != two.incapacitated);
    if Side::BOTH.iter().any(|side| seat != side.seat() && one.chits[*side] != two.chits[*side]) {
        sink("chits");
    }
    let mut differ = |kind: &'static str, differs: fn(&Man, &Man) -> bool| {
        if pairs().any(|(one, two)| differs(one, two)) {
            sink(kind);
        }
    };
    differ("shots left", |one, two| one.shots != two.shots);
    differ("grenades", |one, two| (one.frag, one.smoke) != (two.frag, two.smoke));
    differ("what is in hand", |one, two| one.hand != two.hand);
    differ("grenades prepared", |one, two| one.plot.prepare != two.plot.prepare);
    differ("how far on a route", |one, two| one.on_route && two.on_route && one.route_done != two.route_done);
    differ("steps on a route", |one, two| one.on_route && two.on_route && one.plot.path != two.plot.path);
    differ("a way of several steps", |one, two| {
        one.plot.path != two.plot.path && one.plot.path.len().max(two.plot.path.len()) > 1
    });
    differ("acts", |one, two| one.plot.act != two.plot.act);
    differ("a mission fulfilled", |one, two| one.mission != two.mission);
    // Counters look alike to the enemy: only whether a place has a dummy in one position and a man in the other counts.
    let of = |position: &Position, at, dummy: bool| {
        position.here().any(|(_, man, here)| hidden(man) && here == at && man.dummy == dummy)
    };
    let other_kind = |one: &Position, two: &Position| {
        one.here().any(|(_, man, at)| {
            hidden(man) && man.dummy && !of(one, at, false) && of(two, at, false) && !of(two, at, true)
        })
    };
    if other_kind(one, two) || other_kind(two, one) {
        sink("which are dummies");
    }
}
