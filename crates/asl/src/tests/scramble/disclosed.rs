//! Information that an item under a disclosing clause reveals, and no more.

use board::LocationId;
use referee::Item;
use rules::{Piece, PieceSet, Side};

use crate::printed::flags::Flag;
use crate::printed::kind::{Class, Kind};
use crate::printed::words::{Cover, Fate, Phase};
use crate::setting::{Place, Setting};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::state::report::below::BelowReport;
use crate::state::report::close::CloseReport;
use crate::state::report::fights::FightReport;
use crate::state::report::routs::RoutReport;
use crate::state::unit::{NO_TUNNEL, Unit};
use crate::tests::scramble::kept::Secret;

/// Lists what an item under a disclosing clause reveals; `before` is the true position before it.
pub fn disclosed(setting: &Setting, before: &Position, item: &Item<Asl>, sink: &mut impl FnMut(Secret)) {
    let tells = Tells { setting, before };
    match item {
        Item::Change { change, .. } => tells.change(change, sink),
        Item::Report { report, .. } => tells.report(report, sink),
        _ => {}
    }
}

/// The true position before an item.
struct Tells<'a> {
    setting: &'a Setting,
    before: &'a Position,
}

impl Tells<'_> {
    fn change(&self, change: &Change, sink: &mut impl FnMut(Secret)) {
        match *change {
            Change::Phase { now: Phase::Over } => sink(Secret::All),
            // At the end, it is known who has gained an objective unseen (ASL-A59).
            Change::Holds { objective, side } if self.is_gained_unseen(objective, side) => sink(Secret::All),
            Change::SetUpOver { side } => sink(Secret::SetUp(side)),
            // If it is put under a "?", only its Location is seen.
            Change::Cover { unit, now: Cover::Concealed } => sink(Secret::There(unit)),
            // A unit that leaves others under its "?" shows that they are several (ASL-A15).
            Change::Placed { unit, .. } | Change::Gone { unit, fate: Fate::LostUnseen } => self.leaves(unit, sink),
            Change::Cover { unit, .. } | Change::Gone { unit, .. } => {
                sink(Secret::Unit(unit));
                self.leaves(unit, sink);
            }
            // The modifier of a Recovery reveals that the unit is counter-exhausted (ASL-A29).
            Change::Flag { unit, flag: Flag::Used, .. } => sink(Secret::Markers(unit)),
            Change::SawTunnel { side, tunnel, end, .. } => sink(Secret::Entrance(side, tunnel, end)),
            Change::FoundTunnel { side, tunnel, .. } | Change::TunnelGone { side, tunnel } => {
                sink(Secret::Tunnel(side, tunnel));
            }
            // A unit that comes out of a tunnel reveals the tunnel's end.
            Change::InTunnel { unit, tunnel } => {
                let Some(inside) = self.before.unit(unit) else { return };
                let tunnel = tunnel.or(Some(inside.tunnel)).filter(|tunnel| *tunnel != NO_TUNNEL);
                tunnel.into_iter().for_each(|tunnel| sink(Secret::Tunnel(inside.side, tunnel)));
            }
            Change::FortKnown { side, at } => sink(Secret::Fort(side, at)),
            _ => {}
        }
    }

    fn report(&self, report: &Report, sink: &mut impl FnMut(Secret)) {
        match report {
            Report::Shown { unit, .. } => sink(Secret::Unit(*unit)),
            Report::SearchesAround { at, searched, .. } => {
                let hexes = std::iter::once(at).chain(searched).filter_map(|at| self.setting.hex(*at));
                hexes.for_each(|hex| self.searched(hex, sink));
            }
            Report::MopsUp { units, .. } => {
                let at = units.iter().find_map(|unit| self.before.unit(unit)?.at);
                let hex = at.and_then(|at| self.setting.hex(at));
                let building = hex.and_then(|hex| self.setting.board.building(hex));
                let hexes = building.into_iter().flat_map(|building| self.setting.board.building_hexes(building));
                hexes.for_each(|hex| self.searched(hex, sink));
            }
            Report::Challenges { at, side, kind } => self.shown_for(*side, *kind, *at, sink),
            // The fire reveals the strength of what is under the "?" (ASL-A15).
            Report::FiresUnseen { side, at } => sink(Secret::Stack(*side, *at)),
            Report::DummiesOnly { side, at } => sink(Secret::Stack(*side, *at)),
            // Whether they overstack it tells how many they are.
            Report::Crowding { side, at, .. } => sink(Secret::Stack(*side, *at)),
            Report::Barred { side, at } => self.bars(*side, *at, sink),
            Report::Below(report) => self.below(report, sink),
            Report::Fight(report) => self.fight(report, sink),
            Report::Rout(report) => self.rout(report, sink),
            Report::Close(report) => self.close(report, sink),
            _ => {}
        }
    }

    fn below(&self, report: &BelowReport, sink: &mut impl FnMut(Secret)) {
        match *report {
            BelowReport::ShownFor { side, kind, at } => self.shown_for(side, kind, at, sink),
            // The result reveals the Morale of a leader there, but not which one (B8.4c).
            BelowReport::Task { side, from, .. } => {
                for (n, unit) in (0u16..).zip(&self.before.units) {
                    if unit.side == side && unit.at == Some(from) && unit.kind.class() == Class::Leader {
                        sink(Secret::Unit(Piece(n)));
                    }
                }
            }
            BelowReport::NobodyLeft { side, at } => sink(Secret::Stack(side, at)),
            // The result reveals which side holds the pillbox at the exit, or how full it is.
            BelowReport::TunnelShut { at, .. } => {
                let pillbox = self.setting.spot(at).and_then(|spot| spot.pillbox);
                for (at, side) in pillbox.into_iter().flat_map(|at| Side::BOTH.map(|side| (at, side))) {
                    sink(Secret::Stack(side, at));
                }
            }
            _ => {}
        }
    }

    fn fight(&self, report: &FightReport, sink: &mut impl FnMut(Secret)) {
        match *report {
            // The attack reveals the strength of the fire from below, and its modifiers (B8.43, B8.44c).
            FightReport::Attack { side, below: Some(from), .. } => sink(Secret::Stack(side, from)),
            // All units of a side count for the overstacking of its own attacks (ASL-A3).
            FightReport::Attack { side, units, .. } => self.crowds(side, units, sink),
            _ => {}
        }
    }

    fn rout(&self, report: &RoutReport, sink: &mut impl FnMut(Secret)) {
        match *report {
            // A leader out of sight helps (ASL-A15).
            RoutReport::RallyRolled { unit, .. } => {
                let broken = self.before.unit(unit).and_then(|unit| Some((unit.side, unit.at?)));
                broken.into_iter().for_each(|(side, at)| sink(Secret::Stack(side, at)));
            }
            RoutReport::RoutBarred { unit, at } => {
                let side = self.before.unit(unit).map(|unit| unit.side);
                side.into_iter().for_each(|side| self.bars(side, at, sink));
            }
            _ => {}
        }
    }

    fn close(&self, report: &CloseReport, sink: &mut impl FnMut(Secret)) {
        match *report {
            // An ambusher may attack from under its "?" (ASL-A60): its odds reveal its strength.
            CloseReport::Blow { against, .. } => {
                let side = against.iter().find_map(|unit| self.before.unit(unit)).map(|unit| unit.side);
                for side in side.into_iter().flat_map(|side| [side, side.other()]) {
                    self.crowds(side, against, sink);
                }
            }
            // What is under a "?" in Close Combat is reported (ASL-A61).
            CloseReport::Strength { side, at, .. } => sink(Secret::Stack(side, at)),
            // The result reveals the strength of the attackers, and that there is a target (B8.44e).
            CloseReport::BlowBelow { side, at, .. } => {
                sink(Secret::Stack(side, at));
                let men = |unit: &Unit| unit.side != side && unit.at == Some(at) && unit.is_men();
                self.first(men).into_iter().for_each(|unit| sink(Secret::Unit(unit)));
            }
            // All units under a "?" are attacked together (ASL-A17).
            CloseReport::BlowUnknown { units, at, .. } => {
                let side = units.iter().find_map(|unit| self.before.unit(unit)).map(|unit| unit.side);
                side.into_iter().for_each(|side| {
                    Side::BOTH.into_iter().for_each(|side| sink(Secret::Stack(side, at)));
                    self.crowds(side, units, sink);
                });
            }
            // Units under a "?" count for the ambush (ASL-A17).
            CloseReport::Ambush { at, .. } => Side::BOTH.into_iter().for_each(|side| sink(Secret::Stack(side, at))),
            _ => {}
        }
    }

    /// Lists all that a search of a hex tells of both sides above ground.
    fn searched(&self, hex: board::HexId, sink: &mut impl FnMut(Secret)) {
        for at in self.setting.board.at(hex).iter().filter(|at| !self.setting.is_below(**at)) {
            for side in Side::BOTH {
                sink(Secret::Stack(side, *at));
                sink(Secret::Fort(side, *at));
            }
        }
    }

    fn is_gained_unseen(&self, objective: u8, side: Side) -> bool {
        self.before.unseen_gains[side].get(usize::from(objective)).copied().unwrap_or(false)
    }

    fn first(&self, such: impl Fn(&Unit) -> bool) -> Option<Piece> {
        (0u16..).zip(&self.before.units).find(|(_, unit)| such(unit)).map(|(n, _)| Piece(n))
    }

    /// Lists the counters in the Location that a counter leaves, including that counter.
    fn leaves(&self, unit: Piece, sink: &mut impl FnMut(Secret)) {
        sink(Secret::There(unit));
        let Some(goes) = self.before.unit(unit) else { return };
        for (n, mate) in (0u16..).zip(&self.before.units) {
            if mate.side == goes.side && mate.at == goes.at && mate.is_under_counter() {
                sink(Secret::There(Piece(n)));
            }
        }
    }

    /// Lists what a bar reveals: whether an enemy bars a side from a Location. Above ground the enemy is also shown; a
    /// unit that bars a way below stays unseen, so all units that could do so are the same.
    fn bars(&self, side: Side, at: LocationId, sink: &mut impl FnMut(Secret)) {
        if self.setting.place(at) != Some(Place::Sewer) {
            return sink(Secret::Stack(side.other(), at));
        }
        // Units in adjacent Locations bar it too (B8.44b).
        let near = |there: &LocationId| {
            self.setting.place(*there) == Some(Place::Sewer) && self.setting.distance(at, *there) <= 1
        };
        let all = (0..self.setting.spots.len() as u16).map(LocationId);
        all.filter(near).for_each(|there| sink(Secret::Stack(side.other(), there)));
    }

    /// Lists what a temporary showing reveals: a unit of that kind, but not which one (B8.42j).
    fn shown_for(&self, side: Side, kind: Kind, at: LocationId, sink: &mut impl FnMut(Secret)) {
        for (n, unit) in (0u16..).zip(&self.before.units) {
            if unit.side == side && unit.kind == kind && unit.at == Some(at) {
                sink(Secret::Unit(Piece(n)));
            }
        }
    }

    /// Lists all units of a side in the Locations of some units.
    fn crowds(&self, side: Side, units: PieceSet, sink: &mut impl FnMut(Secret)) {
        let at = units.iter().filter_map(|unit| self.before.unit(unit)?.at);
        at.for_each(|at| sink(Secret::Stack(side, at)));
    }
}
