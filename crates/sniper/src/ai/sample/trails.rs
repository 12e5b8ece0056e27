//! The enemy's men as a side has observed them, and where their trails end.

use board::LocationId;
use rules::{Knowledge, Observation, Piece, Side};

use crate::printed::words::{Grenade, Hit};
use crate::setting::Setting;
use crate::setting::goal::{Goal, is_far_edge};
use crate::setting::path::STEPS;
use crate::state::Sniper;
use crate::state::report::Report;
use crate::view::fact::Fact;

/// One observation of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    pub weapon: u8,
    /// Whether he was wounded.
    pub wounded: bool,
    /// Whether he was incapacitated: then he lies there still.
    pub incapacitated: bool,
    pub at: LocationId,
    /// Turn of the observation, from 1.
    pub turn: u8,
}

/// An observed change about an enemy. His handle is valid while he is in sight.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// He came into sight.
    Came(Piece, Sighting),
    /// He went out of sight.
    Went(Piece, Sighting),
    /// The handle is about to be reused: its man is out of the game, or his trail has begun.
    HandleReused(Piece),
    /// He was seen at the far edge of a patrol when a turn ended.
    Fulfilled(Piece),
    /// An unseen enemy has left the board.
    Left,
}

/// A side's observations of the enemy.
#[derive(Clone, Debug, Default)]
pub struct Trails {
    /// Observed events about his men, oldest first.
    pub events: Vec<Event>,
    /// Number of his dummies that were found out.
    pub dummies: usize,
    /// Grenades he has thrown, by kind.
    pub thrown: [usize; 2],
    /// Number of his men's wounds and losses that were seen.
    pub losses: usize,
    /// Whether he has seen one of this side's men at any time.
    pub alerted: bool,
}

/// A man or dummy of the seat's own side, as last observed.
struct Own {
    piece: Piece,
    grenades: [u8; 2],
}

/// State of a pass over the observations.
struct Reading<'a> {
    setting: &'a Setting,
    side: Side,
    turn: u8,
    trails: Trails,
    own: Vec<Own>,
    /// Visible enemies with their last observation.
    seen: Vec<(Piece, Sighting)>,
    /// Men reported out of the game who may still be in view until the event ends.
    lost: Vec<Piece>,
    /// Dummies found out on either side, and how many of them belong to the seat.
    vanished: usize,
    own_dummies: usize,
    bursts: [usize; 2],
    own_throws: [usize; 2],
}

/// Collects all that a side has observed of the enemy.
pub fn trails(known: &Knowledge<Sniper>, side: Side) -> Trails {
    let mut reading = Reading {
        setting: known.setting(),
        side,
        turn: 1,
        trails: Trails::default(),
        own: Vec::new(),
        seen: Vec::new(),
        lost: Vec::new(),
        vanished: 0,
        own_dummies: 0,
        bursts: [0; 2],
        own_throws: [0; 2],
    };
    for observation in known.observations() {
        match observation {
            Observation::ViewChanged { gone, new } => reading.saw(gone, new),
            Observation::Report(report) => reading.told(report),
            Observation::HandleReused(piece) => {
                reading.lost.retain(|other| other != piece);
                reading.trails.events.push(Event::HandleReused(*piece));
            }
            Observation::Ordered(_) | Observation::Rolled(_) | Observation::Undone { .. } => {}
        }
    }
    let Reading { mut trails, vanished, own_dummies, bursts, own_throws, .. } = reading;
    trails.dummies = vanished.saturating_sub(own_dummies);
    trails.alerted |= own_dummies > 0;
    trails.thrown = [0, 1].map(|n: usize| bursts[n].saturating_sub(own_throws[n]));
    trails
}

impl Reading<'_> {
    fn enemy(&self, fact: &Fact) -> Option<(Piece, Sighting)> {
        let Fact::Man { piece, side, at, weapon, wounded, incapacitated, .. } = fact else { return None };
        let weapon = self.setting.tables.weapons.iter().position(|(key, _)| key == weapon)?;
        let (weapon, at, turn) = (u8::try_from(weapon).ok()?, *at, self.turn);
        let sighting = Sighting { weapon, wounded: *wounded, incapacitated: *incapacitated, at, turn };
        (*side != self.side).then_some((*piece, sighting))
    }

    fn saw(&mut self, gone: &[Fact], new: &[Fact]) {
        for fact in new {
            match fact {
                Fact::Turn { now, .. } => self.turn = *now,
                Fact::Kit { piece, frag, smoke, seen, .. } => {
                    self.trails.alerted |= *seen;
                    self.carries(*piece, [*frag, *smoke]);
                }
                _ => {}
            }
        }
        let dummies = |facts: &[Fact]| facts.iter().filter(|fact| matches!(fact, Fact::Dummy { .. })).count();
        self.own_dummies += dummies(gone).saturating_sub(dummies(new));
        let now: Vec<(Piece, Sighting)> = new.iter().filter_map(|fact| self.enemy(fact)).collect();
        for fact in gone {
            let Some((handle, last)) = self.enemy(fact) else { continue };
            if now.iter().any(|(other, _)| *other == handle) {
                continue;
            }
            self.seen.retain(|(other, _)| *other != handle);
            // A man who is out of the game leaves no trail.
            if !self.lost.contains(&handle) {
                self.trails.events.push(Event::Went(handle, last));
            }
        }
        for (handle, sighting) in now {
            match self.seen.iter_mut().find(|(other, _)| *other == handle) {
                Some((_, last)) => *last = sighting,
                None => {
                    self.trails.events.push(Event::Came(handle, sighting));
                    self.seen.push((handle, sighting));
                }
            }
        }
        // There is no movement between the end of a turn and the next turn's beginning.
        if new.iter().any(|fact| matches!(fact, Fact::Turn { now, .. } if *now > 1)) {
            let there = |at| is_far_edge(self.setting, self.side.other(), at);
            let there = self.seen.iter().filter(|(_, last)| there(last.at));
            self.trails.events.extend(there.map(|(handle, _)| Event::Fulfilled(*handle)));
        }
    }

    /// Records what a man of the seat's side carries: missing grenades were thrown.
    fn carries(&mut self, piece: Piece, grenades: [u8; 2]) {
        match self.own.iter_mut().find(|own| own.piece == piece) {
            Some(own) => {
                let before_and_now = own.grenades.into_iter().zip(grenades);
                for (thrown, (before, now)) in self.own_throws.iter_mut().zip(before_and_now) {
                    *thrown += usize::from(before.saturating_sub(now));
                }
                own.grenades = grenades;
            }
            None => self.own.push(Own { piece, grenades }),
        }
    }

    fn told(&mut self, report: &Report) {
        let mut lost = |man: &Piece, result: Hit| {
            let enemy = self.seen.iter().any(|(seen, _)| seen == man);
            self.trails.losses += usize::from(enemy && result >= Hit::Wounded);
            if result == Hit::Killed {
                self.lost.push(*man);
            }
        };
        match report {
            Report::Shot { target, result, .. } => lost(target, *result),
            Report::Struck { man, result, .. } => lost(man, *result),
            Report::Fought { loser: Some(loser), result, .. } => lost(loser, *result),
            Report::Vanished { .. } => self.vanished += 1,
            Report::Burst { grenade, .. } => self.bursts[usize::from(*grenade == Grenade::Smoke)] += 1,
            Report::Gone { side } if *side != self.side => self.left(),
            _ => {}
        }
    }

    /// Records that an enemy left: the one who just went out of sight at an exit, else an unseen one.
    fn left(&mut self) {
        let Goal::GetOut { exits, .. } = &self.setting.goal else { return };
        let on = |at: LocationId| self.setting.spot(at).and_then(|spot| exits.get(spot.hex.index())) == Some(&true);
        let turn = self.turn;
        let went = |event: &Event| matches!(event, Event::Went(_, last) if last.turn == turn && on(last.at));
        match self.trails.events.iter().rposition(went) {
            Some(n) => {
                self.trails.events.remove(n);
            }
            None => self.trails.events.push(Event::Left),
        }
    }
}

impl Sighting {
    /// Returns whether a man who comes into sight can be the one whose trail ended here, `steps` movement points away.
    #[must_use]
    pub fn leads_to(&self, coming: &Sighting, steps: u16) -> bool {
        if self.incapacitated {
            return coming.incapacitated && steps == 0 && self.weapon == coming.weapon;
        }
        let points = STEPS as u16 * (u16::from(coming.turn.saturating_sub(self.turn)) + 1);
        self.weapon == coming.weapon && (coming.wounded || !self.wounded) && steps <= points
    }
}
