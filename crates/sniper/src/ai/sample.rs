//! Sampling of positions that fit a seat's knowledge (determinization).
//!
//! Visible pieces stay as they are and get new numbers. Enemies out of sight are those of the scenario's list that are
//! neither seen nor known to be out. Lost trails are matched with men who came into sight later. A man whose trail is
//! still open is placed within the movement points he has had since. The others set out from where the scenario lets
//! them begin, which both sides may read in its list. Routes of an enemy patrol are never sampled, since its enemy
//! isn't shown them. Men with the same weapon are assigned to starts at random, weighted by where each was first seen.
//! No man is placed where the seat's men would see him. All other choices are random with the weights stated in the
//! code.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use board::LocationId;
use rand::Rng;
use rules::agenda::Agenda;
use rules::{BySide, Guess, Knowledge, Piece, Seat, Side, number_below};

use crate::ai::sample::hidden::{Hidden, Mission, Stranger};
use crate::ai::sample::hiding::{Overlooked, Start, hideout, posture_at};
use crate::ai::sample::missions::Unseen;
use crate::ai::sample::starts::{shuffle, starts};
use crate::ai::sample::trails::Trails;
use crate::printed::words::{Phase, Posture};
use crate::setting::path::STEPS;
use crate::setting::recruit::Recruit;
use crate::setting::sight::{Eye, Stand};
use crate::setting::smoke::Cloud;
use crate::setting::{Setting, entering};
use crate::state::man::Man;
use crate::state::position::Position;
use crate::state::step::Step;
use crate::state::{Sniper, below};
use crate::view::fact::Fact;

mod equipment;
mod hidden;
mod hiding;
mod missions;
mod starts;
mod trails;

/// Samples a position that the knowledge allows; `None` if none was found.
pub fn sample(known: &Knowledge<Sniper>, rng: &mut impl Rng) -> Option<Guess<Sniper>> {
    let Seat::Side(own) = known.seat() else { return None };
    let mut draw = Draw::new(known.setting(), own);
    for fact in known.facts() {
        draw.note_man(fact)?;
    }
    for fact in known.facts() {
        draw.note(fact)?;
    }
    for fact in known.facts() {
        draw.note_own(fact)?;
    }
    draw.question();
    let trails = trails::trails(known, own);
    draw.position.alerted[own.other()] = trails.alerted && known.setting().has_routes();
    draw.hide(&trails, rng)?;
    // Losses of either side are out of the game: pieces that no seat sees and that never return.
    Some(Guess::new(known, draw.position, draw.seen))
}

/// A position under construction from facts.
struct Draw<'a> {
    setting: &'a Setting,
    own: Side,
    position: Position,
    seen: Vec<Option<Piece>>,
    pieces: BTreeMap<u16, Piece>,
    names: BTreeMap<u16, String>,
}

impl<'a> Draw<'a> {
    fn new(setting: &'a Setting, own: Side) -> Self {
        let gone = |recruit: &Recruit| Man { at: None, on_route: false, ..Man::from(recruit) };
        // A sample lists the men in the scenario's order, because their names, routes and areas are found by it.
        let position = Position {
            men: setting.roster.iter().map(gone).collect(),
            ready: BySide::default(),
            turn: 1,
            phase: Phase::Plot,
            pulse: 0,
            alerted: BySide::default(),
            left: BySide::default(),
            chits: BySide::default(),
            clouds: ArrayVec::new(),
            dropped: ArrayVec::new(),
            over: None,
            agenda: Agenda::default(),
        };
        let seen = vec![None; position.men.len()];
        Draw { setting, own, position, seen, pieces: BTreeMap::new(), names: BTreeMap::new() }
    }

    fn side_is_own(&self, side: Side) -> bool {
        side == self.own
    }

    /// Returns the list index for a man with these traits: by name for the seat's own men, else the first fitting
    /// enemy.
    fn slot(&self, handle: Piece, side: Side, dummy: bool, weapon: u8) -> Option<usize> {
        let named = self.names.get(&handle.0);
        let fits = |n: usize, man: &Man| {
            man.side == side
                && man.dummy == dummy
                && man.at.is_none()
                && match named {
                    Some(name) => self.setting.names.get(n).is_some_and(|known| **known == **name),
                    None => man.weapon == weapon,
                }
        };
        self.position.men.iter().enumerate().position(|(n, man)| fits(n, man))
    }

    fn note_man(&mut self, fact: &Fact) -> Option<()> {
        if let Fact::Kit { piece, name, .. } = fact {
            self.names.insert(piece.0, name.clone());
        }
        Some(())
    }

    /// Adds the man a fact describes and returns his list index.
    fn enter(&mut self, handle: Piece, side: Side, dummy: bool, weapon: u8) -> Option<Piece> {
        let n = self.slot(handle, side, dummy, weapon)?;
        *self.seen.get_mut(n)? = Some(handle);
        self.pieces.insert(handle.0, Piece(n as u16));
        Some(Piece(n as u16))
    }

    /// Adds details to one of the seat's own men who is already placed.
    fn change_own(&mut self, handle: Piece, change: impl FnOnce(&mut Man)) -> Option<()> {
        let piece = *self.pieces.get(&handle.0)?;
        self.position.men.change(piece, change);
        Some(())
    }

    fn note(&mut self, fact: &Fact) -> Option<()> {
        match fact {
            Fact::Man { piece, side, at, posture, weapon, wounded, incapacitated, stunned } => {
                let key = self.setting.tables.weapons.iter().position(|(key, _)| key == weapon)?;
                let enemy = !self.side_is_own(*side);
                let entered = self.enter(*piece, *side, false, u8::try_from(key).ok()?)?;
                self.position.men.change(entered, |man| {
                    man.at = Some(*at);
                    man.posture = *posture;
                    (man.wounded, man.incapacitated) = (*wounded, *incapacitated);
                    man.stunned = u8::from(*stunned);
                    man.seen = enemy;
                });
            }
            Fact::Dummy { piece, at, posture } => {
                let side = self.own;
                let entered = self.enter(*piece, side, true, 0)?;
                self.position.men.change(entered, |man| (man.at, man.posture) = (Some(*at), *posture));
            }
            Fact::Kit { .. } | Fact::Plot { .. } | Fact::Mission { .. } | Fact::OnRoute { .. } => {}
            Fact::Turn { now, .. } => self.position.turn = *now,
            Fact::Phase(phase) => self.position.phase = *phase,
            Fact::Ready { side } => self.position.ready[*side] = true,
            Fact::Alerted { side } => self.position.alerted[*side] = true,
            Fact::Smoke { at, turns, by } => {
                let by = by.unwrap_or(self.own.other());
                self.position.clouds.try_push(Cloud { at: *at, by, turns: *turns, unnoticed: false }).ok()?;
            }
            Fact::Left { side, men } => self.position.left[*side] = *men,
            Fact::Chits { side, total, .. } => self.position.chits[*side] = *total,
            Fact::Outcome { winner } => self.position.over = Some(*winner),
        }
        Some(())
    }

    fn note_own(&mut self, fact: &Fact) -> Option<()> {
        match fact {
            Fact::Kit { piece, shots, frag, smoke, hand, stunned, seen, .. } => self.change_own(*piece, |man| {
                (man.shots, man.frag, man.smoke, man.hand) = (*shots, *frag, *smoke, *hand);
                (man.stunned, man.seen) = (*stunned, *seen);
            }),
            Fact::Plot { piece, plot, done } => self.change_own(*piece, |man| (man.plot, man.walked) = (*plot, *done)),
            Fact::Mission { piece } => self.change_own(*piece, |man| man.mission = true),
            Fact::OnRoute { piece, done } => {
                self.change_own(*piece, |man| (man.on_route, man.route_done) = (true, *done))
            }
            _ => Some(()),
        }
    }

    fn question(&mut self) {
        match self.position.phase {
            Phase::SetUp => self.position.agenda.push(Step::SetUp),
            Phase::Plot => self.position.agenda.push(Step::Plot),
            Phase::Resolution | Phase::Over => {}
        }
    }

    /// Places the remaining enemies out of sight.
    fn hide(&mut self, trails: &Trails, rng: &mut impl Rng) -> Option<()> {
        let enemy = self.own.other();
        let waiting = |man: &Man| man.side == enemy && man.at.is_none();
        let mut slots: Vec<usize> =
            (0..self.position.men.len()).filter(|n| self.position.men.get(*n).is_some_and(waiting)).collect();
        if self.position.phase == Phase::SetUp {
            return slots.into_iter().try_for_each(|n| self.set_up(n, rng));
        }
        shuffle(&mut slots, rng);
        let mut hidden = Hidden::of(self.setting, enemy, trails, rng);
        for n in 0..self.seen.len() {
            let Some(seen) = self.seen.get(n).copied().flatten() else { continue };
            if let Some(role) = hidden.role_of(seen) {
                self.equip(n, role);
            }
            self.draw_mission(n, hidden.mission_of(seen), rng);
        }
        let mut found_out = trails.dummies;
        let clouds = self.position.clouds.clone();
        let own: Vec<Man> = self.position.men.iter().filter(|man| man.side == self.own).copied().collect();
        let by = |dummies: bool| own.iter().filter(move |man| man.dummy == dummies).copied();
        let by_men = Overlooked::by(self.setting, &clouds, by(false));
        // A dummy of the seat's side that an enemy sees would have been removed.
        let by_dummies = Overlooked::by(self.setting, &clouds, by(true));
        for n in slots {
            let man = *self.position.men.get(n)?;
            let everybody = [&by_men, &by_dummies];
            let (overlooked, trail, role, mission) = if man.dummy {
                if found_out > 0 {
                    found_out -= 1;
                    continue;
                }
                (everybody.get(..1)?, None, n, Mission::Open)
            } else {
                match hidden.take(self.setting, man.weapon, n) {
                    Some(Stranger { trail, role, mission }) => (&everybody[..], trail, role.unwrap_or(n), mission),
                    None => continue,
                }
            };
            self.equip(n, role);
            let turns = |since: u8| u16::from(self.position.turn.saturating_sub(since)) * STEPS as u16;
            let start = match trail {
                Some(trail) if trail.incapacitated => Start { at: trail.at, points: 0 },
                Some(trail) => Start { at: trail.at, points: turns(trail.turn).max(STEPS as u16) },
                None => Start { at: self.start_of(role, rng)?, points: turns(1) },
            };
            let hideout =
                |start: Start, rng: &mut _| hideout(self.setting, &self.position, enemy, start, overlooked, rng);
            // If no reachable place fits, he may be anywhere.
            let (at, posture) = hideout(start, rng).or_else(|| hideout(Start { points: u16::MAX, ..start }, rng))?;
            let on_ladder = self.setting.is_middle(at);
            self.position.men.change(Piece(n as u16), |man| {
                (man.at, man.posture) = (Some(at), posture);
                man.wounded |= trail.is_some_and(|trail| trail.wounded);
                if trail.is_some_and(|trail| trail.incapacitated) {
                    (man.incapacitated, man.posture) = (true, if on_ladder { posture } else { Posture::Prone });
                }
            });
            let since = trail.map_or(1, |trail| trail.turn);
            let way = Unseen::between((start.at, since), (at, self.position.turn));
            // In a turn that is still being plotted there was no movement yet.
            let points = if self.position.phase == Phase::Plot { way.ended } else { way.points };
            let way = Unseen { points, ..way };
            let can = !man.dummy && way.can_fulfil(self.setting, enemy);
            self.draw_mission(n, if can { mission.max(Mission::InDoubt) } else { mission }, rng);
        }
        self.spend(trails, rng);
        self.take_in_hand(trails, rng);
        self.draw_chits(trails, rng);
        self.look_at_lying();
        Some(())
    }

    /// Finds out which of the seat's incapacitated men the enemy sees: they don't notice it themselves.
    fn look_at_lying(&mut self) {
        let (men, clouds) = (self.position.men.clone(), self.position.clouds.clone());
        let stand = |(_, man, at): (Piece, &Man, LocationId)| Stand::of(self.setting, Eye { at, posture: man.posture });
        let watchers: Vec<Stand<'_>> = men.placed(men.able(self.own.other())).filter_map(stand).collect();
        for lying in men.placed(men.real(self.own) - men.able(self.own)) {
            let Some(there) = stand(lying) else { continue };
            let seen = watchers.iter().any(|watcher| watcher.sees(self.setting, &clouds, &there).is_some());
            self.position.men.change(lying.0, |man| man.seen = seen || !self.setting.options.hidden);
        }
    }

    /// Sets a patrol member's mission flag, sampled where it is in doubt.
    fn draw_mission(&mut self, n: usize, mission: Mission, rng: &mut impl Rng) {
        let fulfilled = match mission {
            Mission::Open => false,
            Mission::InDoubt => missions::drawn(rng),
            Mission::Fulfilled => true,
        };
        if fulfilled {
            self.position.men.change(Piece(n as u16), |man| man.mission = true);
        }
    }

    /// Samples a start of entry `role`, among those the scenario allows.
    fn start_of(&self, role: usize, rng: &mut impl Rng) -> Option<LocationId> {
        let starts = starts(self.setting, role);
        starts.get(number_below(rng, starts.len().max(1))).copied()
    }

    /// Places man `n` where the scenario lets him begin.
    fn set_up(&mut self, n: usize, rng: &mut impl Rng) -> Option<()> {
        let setting = self.setting;
        let man = *self.position.men.get(n)?;
        let listed = setting.area(Piece(n as u16));
        let men = self.position.all().filter(|(_, other)| other.side == man.side);
        let already = below::below(setting, men, Piece(n as u16));
        let fits = |at: &LocationId| {
            let there = self.position.here().filter(|(_, other, place)| place == at && other.side == man.side);
            let barred = |level| below::barred_start(setting.kind, man.side, man.dummy, level, already).is_some();
            there.count() < entering::room(setting, *at) && !setting.spot(*at).is_none_or(|spot| barred(spot.level))
        };
        let at = match listed {
            Some(area) => {
                let free: Vec<LocationId> = area.iter().copied().filter(fits).collect();
                *free.get(number_below(rng, free.len().max(1)))?
            }
            None => setting.roster.get(n)?.at?,
        };
        let posture = posture_at(setting, at);
        self.position.men.change(Piece(n as u16), |man| (man.at, man.posture) = (Some(at), posture));
        Some(())
    }
}
