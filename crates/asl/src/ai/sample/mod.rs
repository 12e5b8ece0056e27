//! Possible positions: sampled true positions that fit a seat's knowledge (determinization).
//!
//! Everything that a seat sees is kept, with the pieces renumbered. The rest is filled in:
//!
//! - A unit that was seen to go under a "?" is under it, wherever the "?" has gone since. If a stack has parted, the
//!   units that left are drawn.
//! - Under each other "?" is at least one of the unseen counters. The others are there too, hide where the scenario
//!   lets them and no enemy has been, or died unseen below ground.
//! - Where the way was barred, there is a unit that bars it ([`bars`]).
//! - A unit under a moving "?" has enough movement factors for its move ([`moves`]).
//! - Works recorded in secret are drawn from what the scenario allows ([`works`]).
//!
//! The weights are listed in [`unseen`], [`trails`] and [`works`].

pub mod bars;
pub mod known;
pub mod moves;
pub mod plan;
pub mod trails;
pub mod trips;
pub mod unseen;
pub mod works;

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use rand::Rng;
use rules::agenda::Agenda;
use rules::{BySide, Guess, Knowledge, Piece, PieceSet, Seat, Side};

use crate::ai::sample::moves::Run;
use crate::printed::words::{Cover, Fate, Phase};
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::lines::Lines;
use crate::state::pieces::Pieces;
use crate::state::position::Position;
use crate::state::unit::{NAMELESS, NO_AREA, NO_TUNNEL, Unit};
use crate::view::fact::Fact;

/// Returns a position that fits the knowledge; `None` if none was found.
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
        draw.build(known, side, rng)?;
        draw.fill(known, side, rng)?;
    }
    draw.mark(known.facts());
    draw.plan(known.facts())?;
    draw.position.look(draw.setting);
    Some(Guess::new(known, draw.position, draw.seen))
}

/// A position being built from facts.
pub struct Draw<'a> {
    setting: &'a Setting,
    seat: Seat,
    position: Position,
    seen: Vec<Option<Piece>>,
    pieces: BTreeMap<u16, Piece>,
    /// Pairs of a weapon and its holder, by the seat's handles.
    held: Vec<(Piece, Piece)>,
    /// The move under way, if the seat can't see its remaining movement factors.
    run: Option<Run>,
}

impl<'a> Draw<'a> {
    fn new(known: &'a Knowledge<Asl>) -> Self {
        let setting: &Setting = known.setting();
        let position = Position {
            units: Pieces::default(),
            lines: Lines::default(),
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
            placed: BySide::new(|_| true),
            residual: ArrayVec::new(),
            covered: 0,
            rubble: ArrayVec::new(),
            buried: ArrayVec::new(),
            barred: ArrayVec::new(),
            entered: ArrayVec::new(),
            fired_at: ArrayVec::new(),
            no_quarter: BySide::default(),
            fled_from: PieceSet::EMPTY,
            rout_from: None,
            prisoners: PieceSet::EMPTY,
            truly: setting.objectives.iter().map(|_| None).collect(),
            unseen_gains: BySide::default(),
            charges: ArrayVec::new(),
            breaches: ArrayVec::new(),
            cleared: ArrayVec::new(),
            clearings: ArrayVec::new(),
            ruined: ArrayVec::new(),
            agenda: Agenda::default(),
        };
        let (seen, pieces) = (Vec::new(), BTreeMap::new());
        Draw { setting, seat: known.seat(), position, seen, pieces, held: Vec::new(), run: Run::of(known) }
    }

    fn note_unit(&mut self, fact: &Fact) -> Option<()> {
        let Fact::Unit { piece, side, kind, at, cover, flags, holder, granted, known_as, area, tunnel, name } = fact
        else {
            return Some(());
        };
        let (name, born) = name.as_ref().and_then(|name| self.setting.named(name)).unwrap_or((NAMELESS, 0));
        let unit = Unit {
            side: *side,
            kind: *kind,
            known_as: known_as.unwrap_or(*kind),
            fate: if at.is_some() { Fate::InPlay } else { Fate::Waiting },
            cover: *cover,
            at: *at,
            below: false,
            flags: *flags,
            holder: None,
            tunnel: tunnel.unwrap_or(NO_TUNNEL),
            granted: *granted,
            set_up_hidden: *cover == Cover::Hidden,
            area: area.unwrap_or(NO_AREA),
            name,
            born,
        };
        self.held.extend(holder.map(|holder| (*piece, holder)));
        self.add(unit, Some(*piece)).map(drop)
    }

    fn add(&mut self, unit: Unit, handle: Option<Piece>) -> Option<Piece> {
        let below = unit.at.is_some_and(|at| self.setting.is_below(at));
        let piece = self.position.units.add(Unit { below, ..unit })?;
        self.seen.push(handle);
        if let Some(handle) = handle {
            self.pieces.insert(handle.0, piece);
        }
        Some(piece)
    }

    /// Gives the weapons to their holders.
    fn arm(&mut self) {
        for (weapon, holder) in std::mem::take(&mut self.held) {
            let holder = self.piece(holder);
            if let Some(weapon) = self.piece(weapon) {
                self.position.units.change(weapon, |weapon| weapon.holder = holder);
            }
        }
    }

    fn piece(&self, handle: Piece) -> Option<Piece> {
        self.pieces.get(&handle.0).copied()
    }

    fn group(&self, group: PieceSet) -> PieceSet {
        group.iter().filter_map(|piece| self.piece(piece)).collect()
    }
}
