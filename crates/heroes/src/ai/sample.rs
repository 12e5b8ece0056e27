//! Sampling of positions that are consistent with what a seat knows (determinization).
//!
//! Facts that the seat sees are taken over with new piece numbers. Hidden enemy units are placed in their hideouts,
//! except where they would have been found, now or earlier. Hidden units don't move, so every hex from which a rout was
//! ever barred gets one.
//!
//! Weights: each remaining unit is equally likely to be the one that bars a way. The others are placed one after the
//! other, with equal chances for each of their free hideouts.
//! one after the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrayvec::ArrayVec;
use board::LocationId;
use rand::Rng;
use rules::agenda::Agenda;
use rules::objectives;
use rules::{Guess, Knowledge, Observation, Piece, PieceSet, Seat, Side, number_below};

use crate::mechanics::hidden;
use crate::mechanics::stack::load;
use crate::printed::counter::{Counter, Kind};
use crate::printed::words::{Activity, Phase, State};
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::impulse::hexes;
use crate::state::position::{Attempt, Impulse, Lying, Moving, Position};
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::{NAMELESS, Unit};
use crate::state::unit_index::UnitIndex;
use crate::view::HeroesEyes;
use crate::view::fact::Fact;

/// Number of attempts to place the hidden units before sampling fails.
const TRIES: usize = 8;

/// Returns a position that is consistent with the knowledge; `None` if none was found.
pub fn sample(known: &Knowledge<Heroes>, rng: &mut impl Rng) -> Option<Guess<Heroes>> {
    let mut draw = Draw::new(known.setting());
    for fact in known.facts() {
        draw.note_unit(fact)?;
    }
    for fact in known.facts() {
        draw.note(fact)?;
    }
    draw.mark(known.facts());
    for fact in known.facts() {
        if let Fact::Hidden { side, counters } = fact
            && known.seat() != Seat::Side(*side)
        {
            let searched = Searched::by(known.setting(), side.other(), known.observations());
            let barred = barred(known, *side);
            draw.hide(*side, counters, &barred, &searched, rng)?;
        }
    }
    for n in known.setting().listed..known.setting().names.len() {
        // Heroes still to appear, so that they can appear in a guess too. A crowd leaves fewer of them.
        let _ = draw.add(Unit::to_come(u8::try_from(n).unwrap_or(NAMELESS)), None);
    }
    Some(Guess::new(known, draw.position, draw.seen))
}

/// A position that is being built from facts.
struct Draw<'a> {
    setting: &'a Setting,
    position: Position,
    seen: Vec<Option<Piece>>,
    pieces: BTreeMap<u16, Piece>,
}

impl<'a> Draw<'a> {
    fn new(setting: &'a Setting) -> Self {
        let position = Position {
            units: ArrayVec::new(),
            unit_index: UnitIndex::default(),
            held: setting.objectives.iter().map(|_| None).collect(),
            turn: 1,
            phase: Phase::Rally,
            initiative: Side::A,
            to_act: Side::A,
            passes: 0,
            impulse: None,
            moving: None,
            burning: 0,
            lying: ArrayVec::new(),
            barred: ArrayVec::new(),
            attempt: None,
            locked: ArrayVec::new(),
            agenda: Agenda::default(),
        };
        Draw { setting, position, seen: Vec::new(), pieces: BTreeMap::new() }
    }

    fn note_unit(&mut self, fact: &Fact) -> Option<()> {
        let Fact::Unit {
            piece,
            side,
            counter,
            at,
            state,
            wounded,
            activity,
            fought,
            traded,
            moved,
            hidden,
            name,
            spotted: _,
        } = fact
        else {
            return Some(());
        };
        let known = |name: &Arc<str>| self.setting.names.iter().position(|other| other == name);
        let name = name.as_ref().and_then(known).and_then(|n| u8::try_from(n).ok()).unwrap_or(NAMELESS);
        let unit = Unit {
            side: *side,
            counter: *counter,
            at: Some(*at),
            state: *state,
            wounded: *wounded,
            activity: *activity,
            fought: *fought,
            traded: *traded,
            marked: false,
            moved: *moved,
            hidden: *hidden,
            name,
        };
        self.add(unit, Some(*piece))
    }

    /// Marks the units that are spotted, where nothing else explains it. A mark that makes no difference now is lost.
    fn mark<'f>(&mut self, facts: impl IntoIterator<Item = &'f Fact>) {
        for fact in facts {
            let Fact::Unit { piece, spotted: true, .. } = fact else { continue };
            let Some(piece) = self.pieces.get(&piece.0).copied() else { continue };
            let eyes = HeroesEyes::open(self.setting, &self.position);
            if self.position.unit(piece).is_some_and(|unit| !eyes.is_spotted(unit)) {
                let unit = &mut self.position.units[piece.index()];
                unit.marked = true;
                self.position.unit_index.note_exposed(piece, unit);
            }
        }
    }

    fn add(&mut self, unit: Unit, handle: Option<Piece>) -> Option<()> {
        let piece = Piece(self.position.units.len() as u16);
        self.position.units.try_push(unit).ok()?;
        self.position.unit_index.enlist(piece, &unit);
        self.position.unit_index.meet(self.setting, &self.position.units, piece, None);
        self.seen.push(handle);
        if let Some(handle) = handle {
            self.pieces.insert(handle.0, piece);
        }
        Some(())
    }

    fn group(&self, group: PieceSet) -> PieceSet {
        group.iter().filter_map(|piece| self.pieces.get(&piece.0).copied()).collect()
    }

    fn bits(&self, impulse: Impulse, places: &[LocationId]) -> u8 {
        let bit = |bit: &u8| hexes(self.setting, impulse, *bit).any(|at| places.contains(&at));
        (0..7).map(|n| 1 << n).filter(bit).fold(0, |bits, bit| bits | bit)
    }

    fn note(&mut self, fact: &Fact) -> Option<()> {
        match fact {
            Fact::Unit { .. } | Fact::Hidden { .. } | Fact::Outcome { .. } => {}
            Fact::Objective { at, held_by, .. } => {
                let n = objectives::index_of(&self.setting.objectives, *at)?;
                *self.position.held.get_mut(n)? = *held_by;
            }
            Fact::Blaze { at } => {
                let n = self.setting.blazes.iter().position(|blaze| blaze.at == *at)?;
                self.position.burning |= 1 << n;
            }
            Fact::Weapons { at, weapons } => {
                for weapon in weapons {
                    self.position.lying.try_push(Lying { at: *at, weapon: *weapon }).ok()?;
                }
                // The facts list weapons in any order.
                self.position.lying.sort_unstable();
            }
            Fact::Turn { now, .. } => self.position.turn = *now,
            Fact::Phase(phase) => self.position.phase = *phase,
            Fact::ToAct { side } => self.position.to_act = *side,
            Fact::Passes(passes) => self.position.passes = *passes,
            Fact::Initiative { side } => self.position.initiative = *side,
            Fact::Attempt { unit, found } => {
                let unit = *self.pieces.get(&unit.0)?;
                self.position.attempt = Some(Attempt { unit, found: *found });
            }
            Fact::Impulse { at, leader, moved, fired, men, weapons, assaulted } => {
                let leader = leader.and_then(|leader| self.pieces.get(&leader.0).copied());
                let impulse = Impulse::new(*at, leader);
                let (moved, fired) = (self.bits(impulse, moved), self.bits(impulse, fired));
                let (men, weapons) = (self.group(*men), self.group(*weapons));
                let assaulted = self.group(*assaulted);
                self.position.impulse = Some(Impulse { moved, fired, men, weapons, assaulted, ..impulse });
            }
            Fact::Moving { units, pace, mf_left, stepped, shaken } => {
                let (units, shaken) = (self.group(*units), self.group(*shaken));
                let (pace, mf_left, stepped) = (*pace, *mf_left, *stepped);
                self.position.moving = Some(Moving { units, pace, mf_left, stepped, shaken });
            }
            Fact::Melee { at } => {
                self.position.locked.try_push(*at).ok()?;
                self.position.locked.sort_unstable();
            }
            Fact::Barred { at } => self.position.barred.try_push(*at).ok()?,
            Fact::Pending(steps) => {
                for step in steps {
                    let step = self.renamed(*step);
                    self.position.agenda.push(step);
                }
            }
        }
        Some(())
    }

    /// Returns a step with the piece numbers of this guess.
    fn renamed(&self, step: Step) -> Step {
        match step {
            Step::ChooseRout { side, done } => Step::ChooseRout { side, done: self.group(done) },
            Step::Hide { side, done } => Step::Hide { side, done: self.group(done) },
            Step::Routs { side, done } => Step::Routs { side, done: self.group(done) },
            Step::Check { units, margin } => Step::Check { units: self.group(units), margin },
            Step::Round { at, below, first, soviet_targets, german_targets } => {
                let (soviet_targets, german_targets) = (self.group(soviet_targets), self.group(german_targets));
                Step::Round { at, below, first, soviet_targets, german_targets }
            }
            plain => plain,
        }
    }

    /// Places the hidden units of a side. A unit that is placed early can take the only place of another: then all are
    /// placed again, up to [`TRIES`] times.
    fn hide(
        &mut self,
        side: Side,
        counters: &[Counter],
        barred: &[LocationId],
        searched: &Searched,
        rng: &mut impl Rng,
    ) -> Option<()> {
        let (before, known) = (self.position.clone(), self.seen.len());
        (0..TRIES).find_map(|_| {
            self.position.clone_from(&before);
            self.seen.truncate(known);
            self.hide_once(side, counters, barred, searched, rng)
        })
    }

    /// Places the hidden units of a side, if there is room for all. Units that bar a way come first.
    fn hide_once(
        &mut self,
        side: Side,
        counters: &[Counter],
        barred: &[LocationId],
        searched: &Searched,
        rng: &mut impl Rng,
    ) -> Option<()> {
        let mut left: Vec<Counter> = counters.to_vec();
        let mut bars = barred.iter().copied();
        while !left.is_empty() {
            let bar = bars.next();
            // Some counters can't be where a way is barred.
            let mut fits = None;
            for tried in 0..if bar.is_some() { left.len() } else { 1 } {
                let drawn = tried + number_below(rng, left.len() - tried);
                left.swap(tried, drawn);
                let free: Vec<LocationId> = (self.setting.hideouts[side].iter().copied())
                    .filter(|at| bar.is_none_or(|bar| self.setting.same_hex(*at, bar)))
                    .filter(|at| !searched.has(self.setting, *at) && self.may_hide(side, left[tried], *at))
                    .collect();
                if !free.is_empty() {
                    fits = Some((tried, free[number_below(rng, free.len())]));
                    break;
                }
            }
            let (n, at) = fits?;
            self.add(hider(side, left.swap_remove(n), at), None)?;
        }
        Some(())
    }

    /// Whether a unit could be hidden there: it could have started there, no enemy is in the hex, none in Good Order is
    /// adjacent, and there is room.
    fn may_hide(&self, side: Side, counter: Counter, at: LocationId) -> bool {
        let Some(spot) = self.setting.spot(at) else { return false };
        let kind = counter.kind;
        let eyes = HeroesEyes::open(self.setting, &self.position);
        let finds = |unit: &Unit, place: LocationId| {
            let distance = self.setting.distance(place, at);
            distance == 0 || (distance <= 1 && unit.is_good() && !unit.hidden)
        };
        let found = eyes.units_of(side.other()).any(|(_, unit, place)| finds(unit, place));
        // A blaze would have driven it out when it started.
        let burns = spot.inside.is_none() && eyes.burns(spot) && kind != Kind::Hero;
        let began = hidden::may_stand(eyes, side, None, counter, at, spot).is_ok();
        began && !found && !burns && !load(eyes, side, at, PieceSet::EMPTY).with(kind).is_too_much()
    }
}

fn hider(side: Side, counter: Counter, at: LocationId) -> Unit {
    Unit {
        side,
        counter,
        at: Some(at),
        state: State::Good,
        wounded: false,
        activity: Activity::Fresh,
        fought: false,
        traded: false,
        marked: false,
        moved: false,
        hidden: true,
        name: NAMELESS,
    }
}

/// Returns a Location in each hex where a side must have a hidden unit: a rout was barred there, and no unit of the
/// side has been seen there since.
fn barred(known: &Knowledge<Heroes>, side: Side) -> Vec<LocationId> {
    let setting = known.setting();
    let mut barred: Vec<LocationId> = Vec::new();
    for observation in known.observations() {
        if let Observation::Report(Report::Barred { at, .. }) = observation
            && !barred.iter().any(|other| setting.same_hex(*other, *at))
        {
            barred.push(*at);
        }
        let Observation::ViewChanged { new, .. } = observation else { continue };
        let seen = new.iter().filter_map(|fact| match fact {
            Fact::Unit { side: of, at, hidden: false, .. } if *of == side => Some(*at),
            _ => None,
        });
        for at in seen {
            barred.retain(|other| !setting.same_hex(*other, at));
        }
    }
    barred
}

/// The hexes where a side can have no hidden unit, because an enemy has been in them or, in Good Order, adjacent to
/// them. Hidden units don't move until they are shown (HNL-B19).
#[derive(Debug)]
pub(crate) struct Searched(Vec<bool>);

impl Searched {
    /// Collects the hexes that units of a side have searched, from what a seat has observed.
    pub(crate) fn by(setting: &Setting, side: Side, observations: &[Observation<Heroes>]) -> Searched {
        let grid = setting.board.grid();
        let mut searched = vec![false; grid.len()];
        let saw = observations.iter().filter_map(|observation| match observation {
            Observation::ViewChanged { new, .. } => Some(new),
            _ => None,
        });
        let mut last = None;
        for fact in saw.flatten() {
            let Fact::Unit { side: of, at, state, hidden: false, .. } = fact else { continue };
            if *of != side || last.replace((*at, *state)) == Some((*at, *state)) {
                continue;
            }
            let Some(hex) = setting.hex(*at) else { continue };
            let next_to = if *state == State::Good { grid.neighbours(hex) } else { [None; 6] };
            for found in next_to.into_iter().flatten().chain([hex]) {
                if let Some(searched) = searched.get_mut(found.index()) {
                    *searched = true;
                }
            }
        }
        Searched(searched)
    }

    /// Whether no unit can be hidden there any longer.
    pub(crate) fn has(&self, setting: &Setting, at: LocationId) -> bool {
        setting.hex(at).and_then(|hex| self.0.get(hex.index())) == Some(&true)
    }
}
