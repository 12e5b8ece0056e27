//! Reports that a seat has of the enemy's tunnels and Fortified Locations.

use std::collections::BTreeMap;

use board::LocationId;
use rules::{Observation, Piece, Side};

use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::{Column, Effect, FORTIFIED};
use crate::printed::words::Cover;
use crate::setting::tunnel_edges::other_ends;
use crate::setting::{Place, Setting};
use crate::state::Asl;
use crate::state::report::Report;
use crate::state::report::below::BelowReport;
use crate::state::report::fights::{FightReport, Occasion};
use crate::view::fact::Fact;

/// The known facts of a move through a tunnel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trip {
    /// The entrance where it began, if that was seen or follows from the units that disappeared.
    pub from: Option<LocationId>,
    /// A Location in the hex of the exit.
    pub near: LocationId,
    /// The exit, once a unit came out there.
    pub to: Option<LocationId>,
}

impl Trip {
    /// Returns whether it could have been through a tunnel with these ends.
    pub fn fits(&self, setting: &Setting, [a, b]: [LocationId; 2]) -> bool {
        let leads = |from: LocationId, to: LocationId| {
            let ends =
                self.from.is_none_or(|known| setting.are_one(known, from)) && self.to.is_none_or(|known| known == to);
            ends && setting.same_hex(to, self.near)
        };
        leads(a, b) || leads(b, a)
    }

    /// Returns whether it began or ended in a Location.
    fn touches(&self, setting: &Setting, at: LocationId) -> bool {
        self.from.is_some_and(|from| setting.are_one(from, at))
            || self.to.map_or_else(|| setting.same_hex(self.near, at), |to| to == at)
    }
}

/// Reported facts of a side's tunnels and Fortified Locations.
#[derive(Debug, Default)]
pub struct Told {
    /// Moves through tunnels that are not destroyed; of those with equal reports, the best known first.
    pub trips: Vec<Trip>,
    /// Number of tunnels destroyed.
    pub destroyed: usize,
    /// Locations that are not fortified.
    pub plain: Vec<LocationId>,
    /// The ground of hexes with fallen rubble: what was fortified there protects no unit.
    fallen: Vec<LocationId>,
}

/// The units of a side in sight that could bar a Fortified Location, by their Locations.
type Holders = BTreeMap<Piece, (LocationId, Class)>;

/// Returns whether they bar a Location: a squad, or two half-squads.
fn bars(holders: &Holders, at: LocationId) -> bool {
    let of = |class: Class| holders.values().filter(|held| **held == (at, class)).count();
    of(Class::Squad) > 0 || of(Class::HalfSquad) > 1
}

/// Returns whether an attack would have had another result that shows against a Fortified Location.
fn would_show(report: &FightReport) -> bool {
    let FightReport::Attack { occasion, fp, fp_unknown, drm, dr, effect, effect_unknown, .. } = report else {
        return false;
    };
    let differs = |fp: u8| {
        let column = Column::of(u16::from(fp));
        let result = |more: i16| column.map_or(Effect::None, |column| column.effect(i16::from(*dr) + drm.sum() + more));
        result(0) != result(i16::from(FORTIFIED))
    };
    // A charge also has a result where nobody is.
    let seen = effect.is_some() && !occasion.is_charge();
    let counts = !matches!(occasion, Occasion::SetCharge | Occasion::ThrownBack);
    counts && drm.hexside == 0 && ((seen && differs(*fp)) || (effect_unknown.is_some() && differs(*fp_unknown)))
}

impl Told {
    /// Returns what these observations reveal of a side's works.
    pub fn of(setting: &Setting, side: Side, observations: &[Observation<Asl>], forts: bool) -> Told {
        let mut told = Told::default();
        let mut holders = BTreeMap::new();
        // An entrance that was just seen used; whether units have just gone below, unseen.
        let (mut entrance, mut leaves) = (None, false);
        for observation in observations {
            match observation {
                Observation::Report(report) => {
                    let seen = entrance.take();
                    leaves = false;
                    match report {
                        Report::Below(BelowReport::SeesEntrance { at, .. }) => entrance = Some(*at),
                        Report::Below(report) => leaves = told.below(setting, side, report, seen),
                        _ if forts => told.above(setting, side, report, &holders),
                        _ => {}
                    }
                }
                Observation::ViewChanged { gone, new } | Observation::Undone { gone, new } => {
                    if leaves && let Some(from) = gone.iter().find_map(|fact| stood(setting, side, fact)) {
                        leaves = false;
                        told.left(setting, side, from);
                    }
                    if forts {
                        hold(side, gone, new, &mut holders);
                        let fell =
                            new.iter().filter_map(|fact| if let Fact::Rubble { at } = fact { Some(*at) } else { None });
                        told.fallen.extend(fell);
                    }
                }
                Observation::Ordered(_) | Observation::Rolled(_) | Observation::HandleReused(_) => {}
            }
        }
        told.trips.sort_by_key(|trip| u8::from(trip.from.is_none()) + u8::from(trip.to.is_none()));
        told.trips.dedup();
        told
    }

    /// Reads a report from below ground. Returns whether units entered a tunnel by an entrance still to be found.
    fn below(&mut self, setting: &Setting, side: Side, report: &BelowReport, seen: Option<LocationId>) -> bool {
        match *report {
            BelowReport::UsesTunnel { side: of, to } if of == side => {
                self.trips.push(Trip { from: seen, near: to, to: None });
                return seen.is_none();
            }
            BelowReport::LeavesTunnel { side: of, to } if of == side => {
                let comes = |trip: &&mut Trip| trip.to.is_none() && setting.same_hex(trip.near, to);
                match self.trips.iter_mut().rev().find(comes) {
                    Some(trip) => trip.to = Some(to),
                    None => self.trips.push(Trip { from: None, near: to, to: Some(to) }),
                }
            }
            BelowReport::RoutsThrough { side: of, from, to } if of == side => {
                self.trips.push(Trip { from: Some(from), near: to, to: Some(to) });
            }
            BelowReport::TunnelDestroyed { side: by, at } if by != side => {
                self.destroyed += 1;
                self.trips.retain(|trip| !trip.touches(setting, at));
            }
            _ => {}
        }
        false
    }

    /// Sets the origin of the last move, if a tunnel can lead from `from` to its exit.
    fn left(&mut self, setting: &Setting, side: Side, from: LocationId) {
        let leads = |trip: &&mut Trip| other_ends(setting, side, from).any(|to| setting.same_hex(to, trip.near));
        if let Some(trip) = self.trips.last_mut().filter(leads) {
            trip.from = Some(from);
        }
    }

    /// Reads an attack or an advance, which may show that a Location is not fortified.
    fn above(&mut self, setting: &Setting, side: Side, report: &Report, holders: &Holders) {
        let plain = match report {
            // A Fortified Location that makes a difference is known from then on.
            Report::Fight(fight @ FightReport::Attack { side: by, at, .. }) if *by != side && would_show(fight) => *at,
            Report::UnknownAdvances { side: by, to } if *by != side && bars(holders, *to) => *to,
            Report::Advances { units, to } if !units.iter().any(|unit| holders.contains_key(&unit)) => {
                if !bars(holders, *to) {
                    return;
                }
                *to
            }
            _ => return,
        };
        if self.fallen.iter().any(|at| setting.same_hex(*at, plain)) {
            return;
        }
        if !self.plain.contains(&plain) {
            self.plain.push(plain);
        }
    }
}

/// Returns the Location of a piece or "?" of a side above ground that is no longer there.
fn stood(setting: &Setting, side: Side, fact: &Fact) -> Option<LocationId> {
    let at = match fact {
        Fact::Unit { side: of, kind, at: Some(at), .. } if *of == side && !kind.is_weapon() => *at,
        Fact::Unknown { side: of, at, .. } if *of == side => *at,
        _ => return None,
    };
    setting.place(at).is_some_and(|place: Place| !place.is_below()).then_some(at)
}

/// Updates the units of a side in sight that could bar a Fortified Location to the enemy.
fn hold(side: Side, gone: &[Fact], new: &[Fact], holders: &mut Holders) {
    for fact in gone {
        if let Fact::Unit { piece, .. } = fact {
            holders.remove(piece);
        }
    }
    for fact in new {
        let Fact::Unit { piece, side: of, kind, at: Some(at), cover: Cover::Open, flags, .. } = fact else { continue };
        let good = !flags.iter().any(|flag| matches!(flag, Flag::Broken | Flag::Berserk | Flag::Melee | Flag::Pinned));
        if *of == side && kind.is_men() && good {
            holders.insert(*piece, (*at, kind.class()));
        }
    }
}
