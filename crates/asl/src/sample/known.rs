//! What a seat knows of the ground, of what is built, and of its own.

use board::LocationId;
use rules::{Group, Side};

use super::Draw;
use crate::fact::Fact;
use crate::flags::Flag;
use crate::position::{Fort, Residual, Tunnel};
use crate::setting::Place;

impl Draw<'_> {
    pub(super) fn note(&mut self, fact: &Fact) -> Option<()> {
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
            Fact::Entered(places) => self.position.entered.try_extend_from_slice(places).ok()?,
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
    pub(super) fn other_end(&self, at: LocationId) -> Option<LocationId> {
        let spot = self.setting.spot(at)?;
        let dug = spot.place == Place::Entrenchment;
        let entrance = if dug { spot.pillbox.unwrap_or(spot.ground) } else { at };
        self.setting.tunnel_ways.get(entrance.index())?.first().copied()
    }

    /// What is known of a "?" without what is under it.
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
