//! Truths that a seat's knowledge allows.
//!
//! What a seat sees is as it is, its pieces numbered anew. Under each "?" lies at least one of the counters out of its
//! sight; the others lie there too, hide, or have fallen unseen below ground.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrayvec::ArrayVec;
use board::LocationId;
use rand::Rng;
use rules::agenda::Agenda;
use rules::{BySide, Group, Guess, Knowledge, Piece, Seat, Side, number_below};

use crate::Asl;
use crate::below::Below;
use crate::eyes::{AslEyes, Unseen};
use crate::fact::{self, Fact};
use crate::flags::{Flag, Flags};
use crate::kind::{Class, Kind};
use crate::position::{
    Cover, Fate, Fort, Moving, NAMELESS, NO_AREA, NO_TUNNEL, Phase, Position, Residual, Tunnel, Unit,
};
use crate::setting::{Place, Setting};
use crate::stack;
use crate::turn::Step;

/// Half movement factors of movers whose own side does not say.
const MF_LEFT: u8 = 4 * crate::terrain::MF;

/// Some truth that the knowledge allows; `None` if none was found.
pub fn sample(known: &Knowledge<Asl>, rng: &mut impl Rng) -> Option<Guess<Asl>> {
    let mut draw = Draw::new(known);
    for fact in known.facts() {
        draw.note_unit(fact)?;
    }
    draw.arm();
    for fact in known.facts() {
        draw.note(fact)?;
    }
    for side in Side::BOTH {
        draw.fill(known.facts(), side, rng)?;
    }
    draw.mark(known.facts());
    draw.plan(known.facts())?;
    Some(Guess::new(draw.position, draw.handles))
}

/// A position being put together from facts.
struct Draw<'a> {
    setting: &'a Setting,
    seat: Seat,
    position: Position,
    handles: Vec<Option<u16>>,
    pieces: BTreeMap<u16, Piece>,
    /// Who holds a weapon, by the seat's handles.
    held: Vec<(Piece, Piece)>,
}

impl<'a> Draw<'a> {
    fn new(known: &'a Knowledge<Asl>) -> Self {
        let setting: &Setting = known.setting();
        let position = Position {
            units: ArrayVec::new(),
            sides: BySide::default(),
            turn: 1,
            phase: Phase::SetUp,
            attacker: setting.first,
            moving: None,
            held: setting.objectives.iter().map(|_| None).collect(),
            tunnels: BySide::default(),
            forts: ArrayVec::new(),
            tunnels_left: BySide::default(),
            forts_left: BySide::default(),
            recorded: BySide::default(),
            residual: ArrayVec::new(),
            covered: 0,
            rubble: ArrayVec::new(),
            buried: ArrayVec::new(),
            barred: ArrayVec::new(),
            entered: ArrayVec::new(),
            agenda: Agenda::default(),
        };
        let (handles, pieces) = (Vec::new(), BTreeMap::new());
        Draw { setting, seat: known.seat(), position, handles, pieces, held: Vec::new() }
    }

    fn note_unit(&mut self, fact: &Fact) -> Option<()> {
        let Fact::Unit { piece, side, kind, at, cover, flags, holder, granted, known_as, area, tunnel, name } = fact
        else {
            return Some(());
        };
        let known = |name: &Arc<str>| self.setting.names.iter().position(|other| other == name);
        let name = name.as_ref().and_then(known).and_then(|n| u8::try_from(n).ok()).unwrap_or(NAMELESS);
        let unit = Unit {
            side: *side,
            kind: *kind,
            known_as: known_as.unwrap_or(*kind),
            fate: if at.is_some() { Fate::InPlay } else { Fate::Waiting },
            cover: *cover,
            at: *at,
            flags: fact::flags(flags),
            holder: None,
            tunnel: tunnel.unwrap_or(NO_TUNNEL),
            granted: *granted,
            area: area.unwrap_or(NO_AREA),
            name,
        };
        self.held.extend(holder.map(|holder| (*piece, holder)));
        self.add(unit, Some(*piece)).map(drop)
    }

    fn add(&mut self, unit: Unit, handle: Option<Piece>) -> Option<Piece> {
        let piece = Piece(self.position.units.len() as u16);
        if unit.at.is_some() {
            self.position.sides[unit.side] = self.position.sides[unit.side].with(piece);
        }
        self.position.units.try_push(unit).ok()?;
        self.handles.push(handle.map(|handle| handle.0));
        if let Some(handle) = handle {
            self.pieces.insert(handle.0, piece);
        }
        Some(piece)
    }

    /// Gives the weapons to those who hold them.
    fn arm(&mut self) {
        for (weapon, holder) in std::mem::take(&mut self.held) {
            let holder = self.piece(holder);
            if let Some(weapon) = self.piece(weapon).and_then(|weapon| self.position.unit_mut(weapon)) {
                weapon.holder = holder;
            }
        }
    }

    fn piece(&self, handle: Piece) -> Option<Piece> {
        self.pieces.get(&handle.0).copied()
    }

    fn group(&self, group: Group) -> Group {
        group.iter().filter_map(|piece| self.piece(piece)).collect()
    }

    fn note(&mut self, fact: &Fact) -> Option<()> {
        let hex = |at: &LocationId| self.setting.hex(*at);
        match fact {
            Fact::Objective { at, held_by, .. } => {
                let n = self.setting.objectives.iter().position(|objective| objective.at == *at)?;
                *self.position.held.get_mut(n)? = *held_by;
            }
            Fact::Covered { at, blaze } => {
                let n = self.setting.covers.iter().position(|cover| cover.at == *at && cover.blaze == *blaze)?;
                self.position.covered |= 1 << n;
            }
            Fact::Turn { now, .. } => self.position.turn = *now,
            Fact::Phase(phase) => self.position.phase = *phase,
            Fact::Attacker { side } => self.position.attacker = *side,
            Fact::Rubble { at } => self.position.rubble.try_push(hex(at)?).ok()?,
            Fact::Buried { at } => self.position.buried.try_push(hex(at)?).ok()?,
            Fact::Residual { at, fp } => self.position.residual.try_push(Residual { at: *at, fp: *fp }).ok()?,
            Fact::Fort { side, at, known, fixed } => {
                self.position.forts.try_push(Fort { side: *side, at: *at, known: *known, fixed: *fixed }).ok()?;
                self.position.forts.sort_unstable_by_key(|fort| (fort.side, fort.at));
            }
            Fact::Tunnel { tunnel, side, ends, gone } => {
                let none = [Group::EMPTY; 2];
                let tunnels = &mut self.position.tunnels[*side];
                let known = Tunnel { ends: *ends, gone: *gone, saw: none, found: none };
                // Facts come in any order; the numbers are those of the list.
                while tunnels.len() <= usize::from(*tunnel) {
                    tunnels.try_push(known).ok()?;
                }
                *tunnels.get_mut(usize::from(*tunnel))? = known;
            }
            Fact::Allotted { side, tunnels, forts } => {
                self.position.tunnels_left[*side] = *tunnels;
                self.position.forts_left[*side] = *forts;
            }
            Fact::Entered { at } => self.position.entered.try_push(*at).ok()?,
            Fact::Barred { at } => self.position.barred.try_push(*at).ok()?,
            Fact::Entrance { at, saw, found } => self.note_entrance(*at, *saw, *found)?,
            _ => {}
        }
        Some(())
    }

    /// A tunnel of the enemy with an entrance that was seen used.
    fn note_entrance(&mut self, at: LocationId, saw: Group, found: Group) -> Option<()> {
        let owner = self.seat.side()?.other();
        let (saw, found) = (self.group(saw), self.group(found));
        let none = Group::EMPTY;
        let other = self.other_end(at)?;
        let tunnel = Tunnel { ends: [at, other], gone: false, saw: [saw, none], found: [found, none] };
        self.position.tunnels[owner].try_push(tunnel).ok()
    }

    /// Some place where a tunnel from here could end.
    fn other_end(&self, at: LocationId) -> Option<LocationId> {
        let spot = self.setting.spot(at)?;
        let dug = spot.place == Place::Entrenchment;
        let entrance = if dug { spot.pillbox.unwrap_or(spot.ground) } else { at };
        self.setting.tunnel_ways.get(entrance.index())?.first().copied()
    }

    /// Puts the counters of a side that are out of sight somewhere.
    fn fill(&mut self, facts: &[Fact], side: Side, rng: &mut impl Rng) -> Option<()> {
        if self.seat == Seat::Side(side) {
            return Some(());
        }
        let counters = facts.iter().find_map(|fact| match fact {
            Fact::Unseen { side: of, counters } if *of == side => Some(counters.clone()),
            _ => None,
        });
        let mut left: Vec<Unseen> = counters.unwrap_or_default();
        let places: Vec<LocationId> = (facts.iter())
            .filter_map(|fact| match fact {
                Fact::Unknown { side: of, at, .. } if *of == side => Some(*at),
                _ => None,
            })
            .collect();
        // One for each "?" first.
        for &at in &places {
            let fits = |counter: &Unseen| !counter.hidden && !counter.kind.is_weapon();
            let can: Vec<usize> = (0..left.len()).filter(|n| left.get(*n).is_some_and(fits)).collect();
            let n = *can.get(number_below(rng, can.len().max(1)))?;
            let counter = left.swap_remove(n);
            self.lay(side, counter, at)?;
        }
        let (weapons, units): (Vec<Unseen>, Vec<Unseen>) =
            left.into_iter().partition(|counter| counter.kind.is_weapon());
        for counter in units {
            self.put(side, counter, &places, rng)?;
        }
        for counter in weapons {
            self.hand(side, counter, rng)?;
        }
        Some(())
    }

    /// A counter under a "?".
    fn lay(&mut self, side: Side, counter: Unseen, at: LocationId) -> Option<Piece> {
        let tunnel = if self.setting.place(at) == Some(Place::Tunnel) { self.tunnel_to(side, at)? } else { NO_TUNNEL };
        self.add(Unit { at: Some(at), fate: Fate::InPlay, tunnel, ..bare(side, counter, Cover::Concealed) }, None)
    }

    /// A tunnel of a side that ends in this hex.
    fn tunnel_to(&mut self, side: Side, at: LocationId) -> Option<u8> {
        let hex = self.setting.hex(at);
        let ends = |tunnel: &Tunnel| !tunnel.gone && tunnel.ends.iter().any(|end| self.setting.hex(*end) == hex);
        if let Some(n) = self.position.tunnels[side].iter().position(ends) {
            return u8::try_from(n).ok();
        }
        let end = self.setting.spot(at)?.pillbox.unwrap_or(self.setting.spot(at)?.ground);
        let none = [Group::EMPTY; 2];
        let tunnel = Tunnel { ends: [end, self.other_end(end)?], gone: false, saw: none, found: none };
        self.position.tunnels[side].try_push(tunnel).ok()?;
        u8::try_from(self.position.tunnels[side].len() - 1).ok()
    }

    /// A counter wherever it could be.
    fn put(&mut self, side: Side, counter: Unseen, places: &[LocationId], rng: &mut impl Rng) -> Option<()> {
        if counter.hidden {
            let at = self.hideout(side, rng);
            let fate = if at.is_some() { Fate::InPlay } else { Fate::Waiting };
            return self.add(Unit { at, fate, ..bare(side, counter, Cover::Hidden) }, None).map(drop);
        }
        let open = AslEyes::open(self.setting, &self.position);
        let room = |at: &LocationId| stack::load(open, side, *at, Group::EMPTY).with(counter.kind).excess() == 0;
        let free: Vec<LocationId> = places.iter().copied().filter(room).collect();
        // Now and then nobody is left of it, if that can be; always if there is no room.
        let fallen = self.can_have_fallen() && counter.kind.is_men() && number_below(rng, 8) == 0;
        if let Some(&at) = free.get(number_below(rng, free.len().max(1))).filter(|_| !fallen) {
            return self.lay(side, counter, at).map(drop);
        }
        let fate = if self.can_have_fallen() { Fate::LostUnseen } else { Fate::Waiting };
        self.add(Unit { fate, ..bare(side, counter, Cover::Concealed) }, None).map(drop)
    }

    /// Whether somebody can be dead and nobody know of it: not before the first turn, and not when all is over.
    fn can_have_fallen(&self) -> bool {
        !matches!(self.position.phase, Phase::SetUp | Phase::Over)
    }

    /// Somewhere above ground in cover, where nobody is in sight.
    fn hideout(&self, side: Side, rng: &mut impl Rng) -> Option<LocationId> {
        let open = AslEyes::open(self.setting, &self.position);
        let spots = self.setting.board.location_ids().zip(&self.setting.spots);
        let free: Vec<LocationId> = spots
            .filter(|(_, spot)| !spot.place.is_below() && spot.terrain.conceals())
            .map(|(at, _)| at)
            .filter(|at| !open.holds(side.other(), *at) && stack::load(open, side, *at, Group::EMPTY).excess() == 0)
            .collect();
        free.get(number_below(rng, free.len().max(1))).copied()
    }

    /// A weapon for somebody out of sight.
    fn hand(&mut self, side: Side, counter: Unseen, rng: &mut impl Rng) -> Option<()> {
        let hidden = |unit: &Unit| unit.cover == Cover::Hidden;
        let could = |(piece, unit): (Piece, &Unit)| {
            let unseen = self.handles.get(piece.index()).is_some_and(Option::is_none);
            let fits =
                unit.side == side && unit.is_men() && unit.fate == Fate::InPlay && hidden(unit) == counter.hidden;
            (unseen && fits).then_some(piece)
        };
        let could: Vec<Piece> = self.position.all().filter_map(could).collect();
        let weapon = match could.get(number_below(rng, could.len().max(1))) {
            Some(&holder) => {
                let with = *self.position.unit(holder)?;
                Unit { at: with.at, fate: with.fate, holder: Some(holder), ..bare(side, counter, with.cover) }
            }
            None if counter.hidden => Unit { fate: Fate::Waiting, ..bare(side, counter, Cover::Hidden) },
            None if self.can_have_fallen() => bare(side, counter, Cover::Concealed),
            None => Unit { fate: Fate::Waiting, ..bare(side, counter, Cover::Concealed) },
        };
        self.add(weapon, None).map(drop)
    }

    /// What is known of a "?" without what is under it.
    fn mark(&mut self, facts: &[Fact]) {
        let mut set = |side: Side, at: LocationId, flag| {
            for unit in self.position.units.iter_mut().filter(|unit| unit.side == side && unit.at == Some(at)) {
                unit.flags = unit.flags.set(flag, true);
            }
        };
        let own = self.seat.side();
        for fact in facts {
            match fact {
                Fact::Unknown { side, at, lost: true, .. } if own != Some(*side) => set(*side, *at, Flag::Lost),
                Fact::Discovered { side, at } if own != Some(*side) => set(*side, *at, Flag::Discovered),
                _ => {}
            }
        }
    }

    /// Who is on the move, and what is still to do.
    fn plan(&mut self, facts: &[Fact]) -> Option<()> {
        let others: Vec<Losses> = facts.iter().filter_map(losses).collect();
        for Losses { side, kinds } in others {
            for kind in kinds {
                let counter = Unseen { kind, granted: false, hidden: false };
                // Those it sees no more, so that they count for victory. A crowd leaves no room for all.
                let _ = self.add(Unit { fate: Fate::Lost, ..bare(side, counter, Cover::Open) }, None);
            }
        }
        for fact in facts {
            match fact {
                Fact::Moving { units, at, pace, mf_left, spent, stepped, on_road } => {
                    let units = self.movers(*units, *at);
                    self.position.moving = Some(Moving {
                        units,
                        pace: *pace,
                        mf_left: mf_left.unwrap_or(MF_LEFT),
                        spent: *spent,
                        stepped: *stepped,
                        on_road: *on_road,
                    });
                }
                Fact::Pending(steps) => {
                    for step in steps {
                        let step = self.renamed(*step);
                        self.position.agenda.push(step);
                    }
                }
                _ => {}
            }
        }
        Some(())
    }

    /// The movers that the seat sees, or whoever is under the "?" that moves.
    fn movers(&self, units: Group, at: LocationId) -> Group {
        let seen = self.group(units);
        if seen.is_empty() { self.unseen_at(self.position.attacker, at) } else { seen }
    }

    /// Whoever is under the "?" of a side in a Location.
    fn unseen_at(&self, side: Side, at: LocationId) -> Group {
        let lies = |unit: &Unit| unit.side == side && unit.at == Some(at) && unit.cover == Cover::Concealed;
        let unarmed = |unit: &Unit| !unit.kind.is_weapon();
        self.position.all().filter(|(_, unit)| lies(unit) && unarmed(unit)).map(|(piece, _)| piece).collect()
    }

    /// A step with the guess's own pieces.
    fn renamed(&self, step: Step) -> Step {
        let (group, piece) = (|units| self.group(units), |unit| self.piece(unit));
        match step {
            Step::Fight(step) => Step::Fight(step.renamed(group, piece)),
            Step::Below(Below::Direct { from, units }) if self.seat != Seat::Side(self.position.attacker) => {
                let units =
                    if units.is_empty() { self.unseen_at(self.position.attacker, from) } else { self.group(units) };
                Step::Below(Below::Direct { from, units })
            }
            Step::Below(Below::Choose { from, units }) if self.seat != Seat::Side(self.position.attacker) => {
                let units =
                    if units.is_empty() { self.unseen_at(self.position.attacker, from) } else { self.group(units) };
                Step::Below(Below::Choose { from, units })
            }
            Step::Below(step) => Step::Below(step.renamed(group, piece)),
            plain => plain,
        }
    }
}

struct Losses {
    side: Side,
    kinds: Vec<Kind>,
}

fn losses(fact: &Fact) -> Option<Losses> {
    match fact {
        Fact::Losses { side, kinds } => Some(Losses { side: *side, kinds: kinds.clone() }),
        _ => None,
    }
}

/// A counter out of sight, before it is put anywhere.
fn bare(side: Side, counter: Unseen, cover: Cover) -> Unit {
    Unit {
        side,
        kind: counter.kind,
        known_as: counter.kind,
        fate: Fate::LostUnseen,
        cover: if counter.kind.class() == Class::Dummy { Cover::Concealed } else { cover },
        at: None,
        flags: Flags::NONE,
        holder: None,
        tunnel: NO_TUNNEL,
        granted: counter.granted,
        area: NO_AREA,
        name: NAMELESS,
    }
}
