//! Truths that a seat's knowledge allows.
//!
//! What a seat sees is as it is, its pieces numbered anew. Enemies out of sight are those of the scenario's list that
//! are neither seen nor reported out; they are put wherever none of the seat's men sees them.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use board::LocationId;
use rand::Rng;
use rules::agenda::Agenda;
use rules::{BySide, Guess, Heard, Knowledge, Piece, Seat, Side, number_below};

use crate::Sniper;
use crate::change::{Hit, Report};
use crate::fact::Fact;
use crate::order::Posture;
use crate::placing;
use crate::plot::Plot;
use crate::position::{Cloud, Man, Phase, Position};
use crate::setting::{Level, Setting};
use crate::sight::{self, Eye};
use crate::turn::Step;
use crate::underground;

/// How often a place for somebody is drawn before the guess is given up.
const TRIES: usize = 200;

/// Some truth that the knowledge allows; `None` if none was found.
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
    draw.hide(reported_out(known, own), rng)?;
    // What was lost on either side is out of the game: pieces that nobody sees and nothing can bring back.
    Some(Guess::new(draw.position, draw.handles))
}

/// How many enemies were reported out of the game.
fn reported_out(known: &Knowledge<Sniper>, own: Side) -> usize {
    let mut own_pieces: Vec<Piece> = Vec::new();
    let mut out = 0;
    for heard in known.heard() {
        match heard {
            Heard::Saw { new, .. } => own_pieces.extend(new.iter().filter_map(|fact| match fact {
                Fact::Kit { piece, .. } => Some(*piece),
                _ => None,
            })),
            Heard::Report(report) => {
                let lost = |target: &Piece, hit: &Hit| *hit >= Hit::Incapacitated && !own_pieces.contains(target);
                out += usize::from(match report {
                    Report::Shot { target, result, .. } => lost(target, result),
                    Report::Struck { man, result, .. } => lost(man, result),
                    Report::Fought { loser: Some(loser), result, .. } => lost(loser, result),
                    Report::Gone { side } => *side != own,
                    _ => false,
                });
            }
            _ => {}
        }
    }
    out
}

/// A position being put together from facts.
struct Draw<'a> {
    setting: &'a Setting,
    own: Side,
    position: Position,
    handles: Vec<Option<u16>>,
    pieces: BTreeMap<u16, Piece>,
    names: BTreeMap<u16, String>,
}

impl<'a> Draw<'a> {
    fn new(setting: &'a Setting, own: Side) -> Self {
        let position = Position {
            men: ArrayVec::new(),
            ready: BySide::default(),
            turn: 1,
            phase: Phase::Plot,
            pulse: 0,
            alerted: BySide::default(),
            left: BySide::default(),
            clouds: ArrayVec::new(),
            over: None,
            agenda: Agenda::default(),
        };
        // A guess lists the men in the scenario's order, for their names, routes and areas are found by it.
        let mut draw =
            Draw { setting, own, position, handles: Vec::new(), pieces: BTreeMap::new(), names: BTreeMap::new() };
        for man in &setting.roster {
            let gone = Man { at: None, seen: false, plot: Plot::default(), mission: false, on_route: false, ..*man };
            let _ = draw.position.men.try_push(gone);
            draw.handles.push(None);
        }
        draw
    }

    fn side_is_own(&self, side: Side) -> bool {
        side == self.own
    }

    /// The place in the list for a man with these traits: by name for one's own, else the first fitting stranger.
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

    fn enter(&mut self, handle: Piece, side: Side, dummy: bool, weapon: u8) -> Option<&mut Man> {
        let n = self.slot(handle, side, dummy, weapon)?;
        *self.handles.get_mut(n)? = Some(handle.0);
        self.pieces.insert(handle.0, Piece(n as u16));
        self.position.men.get_mut(n)
    }

    fn own_man(&mut self, handle: Piece) -> Option<&mut Man> {
        let piece = *self.pieces.get(&handle.0)?;
        self.position.man_mut(piece)
    }

    fn note(&mut self, fact: &Fact) -> Option<()> {
        match fact {
            Fact::Man { piece, side, at, posture, weapon, wounded, stunned } => {
                let key = self.setting.tables.weapons.iter().position(|(key, _)| key == weapon)?;
                let enemy = !self.side_is_own(*side);
                let man = self.enter(*piece, *side, false, u8::try_from(key).ok()?)?;
                man.at = Some(*at);
                man.posture = *posture;
                man.wounded = *wounded;
                man.stunned = u8::from(*stunned);
                man.seen = enemy;
            }
            Fact::Dummy { piece, at, posture } => {
                let side = self.own;
                let man = self.enter(*piece, side, true, 0)?;
                man.at = Some(*at);
                man.posture = *posture;
            }
            Fact::Kit { .. } | Fact::Plot { .. } | Fact::Mission { .. } | Fact::OnRoute { .. } => {}
            Fact::Turn { now, .. } => self.position.turn = *now,
            Fact::Phase(phase) => self.position.phase = *phase,
            Fact::Ready { side } => self.position.ready[*side] = true,
            Fact::Alerted { side } => self.position.alerted[*side] = true,
            Fact::Smoke { at, turns, by } => {
                let by = by.unwrap_or(self.own.other());
                self.position.clouds.try_push(Cloud { at: *at, by, turns: *turns }).ok()?;
            }
            Fact::Left { side, men } => self.position.left[*side] = *men,
            Fact::Outcome { winner } => self.position.over = Some(*winner),
        }
        Some(())
    }

    fn note_own(&mut self, fact: &Fact) -> Option<()> {
        match fact {
            Fact::Kit { piece, shots, frag, smoke, stunned, seen, .. } => {
                let man = self.own_man(*piece)?;
                (man.shots, man.frag, man.smoke) = (*shots, *frag, *smoke);
                (man.stunned, man.seen) = (*stunned, *seen);
            }
            Fact::Plot { piece, plot, done } => {
                let man = self.own_man(*piece)?;
                (man.plot, man.walked) = (*plot, *done);
            }
            Fact::Mission { piece } => self.own_man(*piece)?.mission = true,
            Fact::OnRoute { piece, done } => {
                let man = self.own_man(*piece)?;
                (man.on_route, man.route_done) = (true, *done);
            }
            _ => {}
        }
        Some(())
    }

    fn question(&mut self) {
        match self.position.phase {
            Phase::SetUp => self.position.agenda.push(Step::SetUp),
            Phase::Plot => self.position.agenda.push(Step::Plot),
            Phase::Resolution | Phase::Over => {}
        }
    }

    /// Puts the enemies who are left somewhere out of sight.
    fn hide(&mut self, out: usize, rng: &mut impl Rng) -> Option<()> {
        let enemy = self.own.other();
        let waiting = |man: &Man| man.side == enemy && man.at.is_none();
        let mut left: Vec<usize> =
            (0..self.position.men.len()).filter(|n| self.position.men.get(*n).is_some_and(waiting)).collect();
        let men = left.iter().filter(|n| self.position.men.get(**n).is_some_and(|man| !man.dummy)).count();
        let mut gone = out.min(men);
        let setting_up = self.position.phase == Phase::SetUp;
        while !left.is_empty() {
            let n = left.swap_remove(number_below(rng, left.len()));
            let dummy = self.position.men.get(n)?.dummy;
            // Of dummies nobody knows how many are left.
            let is_gone = if dummy { !setting_up && number_below(rng, 2) == 0 } else { gone > 0 };
            if is_gone {
                gone -= usize::from(!dummy);
                continue;
            }
            let at = (0..TRIES).find_map(|_| self.hideout(n, setting_up, rng))?;
            let middle = self.setting.is_middle(at);
            let on_route =
                !self.position.alerted[enemy] && self.setting.routes.get(n).is_some_and(|route| !route.is_empty());
            let man = self.position.men.get_mut(n)?;
            man.at = Some(at);
            man.posture = if middle { Posture::Ducked } else { Posture::Standing };
            // Where on it he is nobody else knows; off it he goes as he likes.
            man.on_route = on_route && setting_up;
        }
        Some(())
    }

    /// A place where a hidden enemy could be; `None` if the one drawn is none.
    fn hideout(&self, n: usize, setting_up: bool, rng: &mut impl Rng) -> Option<LocationId> {
        let setting = self.setting;
        let man = self.position.men.get(n)?;
        let start = setting.roster.get(n)?;
        let area = setting.area_of.get(n).copied().flatten().and_then(|area| setting.areas.get(area));
        let at = match (setting_up, area) {
            (true, None) => start.at?,
            (true, Some(area)) => *area.get(number_below(rng, area.len()))?,
            (false, _) => LocationId(number_below(rng, setting.spots.len()) as u16),
        };
        let level = setting.spot(at)?.level;
        if setting_up && area.is_some() {
            let men = self.position.all().filter(|(_, other)| other.side == man.side);
            let already = placing::below(setting, men, Piece(n as u16));
            if underground::barred_start(setting.kind, man.side, man.dummy, level, already).is_some() {
                return None;
            }
        }
        let posture = if level == Level::Middle { Posture::Ducked } else { Posture::Standing };
        let eye = Eye { at, posture };
        let full = {
            let there = self
                .position
                .here()
                .filter(|(_, other, place)| *place == at && (other.side == man.side || level == Level::Middle));
            there.count() >= placing::room(setting, at)
        };
        let seen = !setting_up
            && self.position.here().any(|(_, other, place)| {
                let look = Eye { at: place, posture: other.posture };
                // A dummy of one's own must not come into the sight of a guessed enemy either.
                other.side != man.side
                    && !(other.dummy && man.dummy)
                    && sight::sees(setting, &self.position.clouds, look, eye).is_some()
            });
        (!full && !seen).then_some(at)
    }
}
