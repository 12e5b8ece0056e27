//! A seat's knowledge of the ground, of works, and of its own units.

use board::LocationId;
use rules::objectives;
use rules::{PieceSet, Side};

use crate::ai::sample::Draw;
use crate::printed::flags::Flag;
use crate::state::position::{Charge, Clearing, Fort, Residual, Tunnel};
use crate::view::fact::Fact;

impl Draw<'_> {
    pub(super) fn note(&mut self, fact: &Fact) -> Option<()> {
        let hex = |at: &LocationId| self.setting.hex(*at);
        match fact {
            Fact::Objective { at, held_by, .. } => {
                let n = objectives::index_of(&self.setting.objectives, *at)?;
                *self.position.held.get_mut(n)? = *held_by;
                if !Side::BOTH.into_iter().any(|side| self.position.unseen_gains[side].get(n) == Some(&true)) {
                    *self.position.truly.get_mut(n)? = *held_by;
                }
            }
            Fact::HeldUnseen { at, side } => {
                let n = objectives::index_of(&self.setting.objectives, *at)?;
                *self.position.truly.get_mut(n)? = Some(*side);
                *self.position.unseen_gains[*side].get_mut(n)? = true;
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
            Fact::Breach { from, to } => self.position.breaches.try_push((*from, *to)).ok()?,
            Fact::TrailBreak { at, way: [one, two], made: true } => {
                self.position.cleared.try_push((hex(at)?, [hex(one)?, hex(two)?])).ok()?;
            }
            Fact::Clearing { units, at, way } => {
                let clearing = Clearing { units: self.group(*units), at: *at, way: *way };
                self.position.clearings.try_push(clearing).ok()?;
            }
            Fact::Ruined { at } => self.position.ruined.try_push(*at).ok()?,
            Fact::Charge { sw, unit, at, toward, set, halved, exhausted, turn } => {
                let sw = self.piece(*sw)?;
                // Who placed it is gone, or out of sight: then only what he was counts.
                let unit = unit.and_then(|unit| self.piece(unit)).unwrap_or(sw);
                let (toward, set, halved, exhausted, turn) = (*toward, *set, *halved, *exhausted, *turn);
                let charge = Charge { sw, unit, at: *at, toward, set, halved, exhausted, turn };
                self.position.charges.try_push(charge).ok()?;
            }
            Fact::Fort { side, at, known, fixed } => {
                self.position.forts.try_push(Fort { side: *side, at: *at, known: *known, fixed: *fixed }).ok()?;
                self.position.forts.sort_unstable_by_key(|fort| (fort.side, fort.at));
            }
            Fact::Tunnel { tunnel, side, ends, gone } => {
                let none = [PieceSet::EMPTY; 2];
                let tunnels = &mut self.position.tunnels[*side];
                let known = Tunnel { ends: *ends, gone: *gone, saw: none, found: none };
                // Facts come in any order; the indexes are those of the list.
                while tunnels.len() <= usize::from(*tunnel) {
                    tunnels.try_push(known).ok()?;
                }
                *tunnels.get_mut(usize::from(*tunnel))? = known;
            }
            Fact::Allotted { side, tunnels, forts } => {
                self.position.tunnels_left[*side] = *tunnels;
                self.position.forts_left[*side] = *forts;
            }
            Fact::Entered(places) => self.position.entered.try_extend_from_slice(places).ok()?,
            Fact::FiredAt { from, at } => self.position.fired_at.try_push((*from, *at)).ok()?,
            Fact::Barred { at } => self.position.barred.try_push(*at).ok()?,
            _ => {}
        }
        Some(())
    }

    /// Adds what is known of a "?" without the units under it.
    pub(super) fn mark(&mut self, facts: &[Fact]) {
        let mut set = |side: Side, at: LocationId, flag| {
            let units = &mut self.position.units;
            for piece in units.at(at, units.of(side)).iter() {
                units.mark(piece, flag, true);
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
}
