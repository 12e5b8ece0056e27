//! Works that the enemy of a seat has recorded in secret.
//!
//! The allotments of a scenario are public, and recording everything costs a side nothing. Therefore all of it is
//! placed, except Fortified Locations given up for tunnels, each with probability 1/4 (B8.6a). All reports of a tunnel
//! hold in every guess, with as few tunnels as explain them. The rest is drawn with these weights:
//!
//! - The unknown end of a used tunnel: each possible end is equally likely, entrenchments too. An entrance that was
//!   seen used, and that no other tunnel explains, comes first.
//! - A tunnel that was never seen: it begins with probability 3/4 in the areas of the side, otherwise anywhere that the
//!   rules allow; each Location, and from there each end, is equally likely.
//! - The tunnel of a "?" that is in one: each known one of its side that leads there is equally likely, otherwise a new
//!   one.
//! - An unknown Fortified Location: each building Location where the side may record one is equally likely. Those known
//!   not to be fortified are excluded: they were attacked without the modifier, or entered past a unit that would have
//!   barred them.

use board::LocationId;
use rand::Rng;
use rules::{Knowledge, PieceSet, Seat, Side, number_below};

use crate::ai::sample::Draw;
use crate::ai::sample::trips::{Told, Trip};
use crate::setting::tunnel_edges::{inner, other_ends, starts};
use crate::state::Asl;
use crate::state::position::{FORTS, Fort, TUNNELS, Tunnel};
use crate::state::step::Step;
use crate::view::fact::Fact;

/// One in this many Fortified Locations is given up for a tunnel.
const GIVEN_UP: usize = 4;
/// One in this many unseen tunnels may begin anywhere.
const ANYWHERE: usize = 4;
/// Number of draws that hit an existing tunnel before it is left out.
const TRIES: usize = 8;

impl Draw<'_> {
    /// Adds a side's works that the seat doesn't see.
    pub(super) fn build(&mut self, known: &Knowledge<Asl>, side: Side, rng: &mut impl Rng) -> Option<()> {
        let (tunnels, forts) = (usize::from(self.setting.tunnels[side]), usize::from(self.setting.forts[side]));
        // During recording, none need be there yet.
        if self.seat == Seat::Side(side) || tunnels + forts == 0 || is_recording(known.facts()) {
            return Some(());
        }
        let told = Told::of(self.setting, side, known.observations(), forts > 0);
        let room = (tunnels + forts).saturating_sub(told.destroyed);
        self.dig_known(side, (&told.trips, room), known.facts(), rng)?;
        let dug = self.position.tunnels[side].len() + told.destroyed;
        let found = self.position.forts.iter().filter(|fort| fort.side == side && !fort.fixed).count();
        let most = forts.saturating_sub(found);
        let least = dug.saturating_sub(tunnels).min(most);
        let given_up = least + (least..most).filter(|_| number_below(rng, GIVEN_UP) == 0).count();
        for _ in dug..tunnels + given_up {
            self.dig_anywhere(side, rng);
        }
        self.fortify(side, most - given_up, &told.plain, rng);
        Some(())
    }

    /// Adds the tunnels that were seen or reported; the side has no more than its allotment.
    fn dig_known(
        &mut self,
        side: Side,
        (trips, room): (&[Trip], usize),
        facts: &[Fact],
        rng: &mut impl Rng,
    ) -> Option<()> {
        let mut entrances: Vec<(LocationId, PieceSet, PieceSet)> = Vec::new();
        // Visible entrances belong to the seat's enemy.
        for fact in facts.iter().filter(|_| self.seat == side.other().seat()) {
            if let Fact::Entrance { at, saw, found } = fact {
                entrances.push((*at, self.group(*saw), self.group(*found)));
            }
        }
        let wanted: Vec<LocationId> = entrances.iter().map(|(at, _, _)| *at).collect();
        // The least known moves come last: a better known tunnel may explain them, where there is room for only one.
        let mut trips: Vec<&Trip> = trips.iter().collect();
        trips.sort_by_key(|trip| usize::from(trip.from.is_none()) + usize::from(trip.to.is_none()));
        let is_seen = |trip: &&Trip| [trip.from, trip.to].into_iter().flatten().any(|end| wanted.contains(&end));
        for trip in trips.iter().copied().filter(is_seen) {
            self.explain(side, trip, &trips, (&wanted, room), rng);
        }
        for (at, saw, found) in entrances {
            let unseen = |tunnel: &Tunnel, end: usize| {
                tunnel.ends.get(end) == Some(&at) && tunnel.saw.get(end).is_some_and(|saw| saw.is_empty())
            };
            let fit = |tunnels: &[Tunnel]| {
                let ends = tunnels.iter().enumerate().flat_map(|(n, tunnel)| [(n, 0, tunnel), (n, 1, tunnel)]);
                ends.filter(|(_, end, tunnel)| unseen(tunnel, *end)).map(|(n, end, _)| (n, end)).next()
            };
            if fit(&self.position.tunnels[side]).is_none() {
                let ends = self.between(side, &Trip { from: None, near: at, to: Some(at) }, &[], &wanted, rng)?;
                self.dig(side, ends)?;
            }
            let (n, end) = fit(&self.position.tunnels[side])?;
            let tunnel = self.position.tunnels[side].get_mut(n)?;
            *tunnel.saw.get_mut(end)? = saw;
            *tunnel.found.get_mut(end)? = found;
        }
        for trip in trips.iter().copied().filter(|trip| !is_seen(trip)) {
            self.explain(side, trip, &trips, (&[], room), rng);
        }
        Some(())
    }

    /// Adds a tunnel for a move that none so far explains, if there is room. The last one explains all such moves, if
    /// one tunnel can. Without room, or without a possible tunnel, the reports were misread: the move is left out.
    fn explain(
        &mut self,
        side: Side,
        trip: &Trip,
        trips: &[&Trip],
        (wanted, room): (&[LocationId], usize),
        rng: &mut impl Rng,
    ) {
        let tunnels = &self.position.tunnels[side];
        let explained = |trip: &Trip| tunnels.iter().any(|tunnel| trip.fits(self.setting, tunnel.ends));
        if tunnels.len() >= room || explained(trip) {
            return;
        }
        let last = tunnels.len() + 1 == room;
        let others: Vec<&Trip> = trips.iter().copied().filter(|other| last && !explained(other)).collect();
        if let Some(ends) = self.between(side, trip, &others, wanted, rng) {
            let _ = self.dig(side, ends);
        }
    }

    /// Returns the ends of a tunnel that a move can have used, and preferably `others` as well.
    fn between(
        &self,
        side: Side,
        trip: &Trip,
        others: &[&Trip],
        wanted: &[LocationId],
        rng: &mut impl Rng,
    ) -> Option<[LocationId; 2]> {
        let spot = self.setting.spot(trip.near)?;
        let entrance = spot.pillbox.unwrap_or(spot.ground);
        let exits = match trip.to {
            Some(to) => [Some(to), None],
            None => [Some(entrance), spot.entrenchment],
        };
        let ways: Vec<[LocationId; 2]> = (exits.into_iter().flatten())
            .flat_map(|to| other_ends(self.setting, side, to).map(move |from| [from, to]))
            .filter(|ends| {
                trip.from.is_none_or(|from| self.setting.are_one(ends[0], from)) && !self.is_dug(side, *ends)
            })
            .collect();
        // If both ends were seen used, it is probably one tunnel.
        let open = |at: LocationId| {
            let taken = |tunnel: &Tunnel| tunnel.ends.contains(&at);
            wanted.contains(&at) && !self.position.tunnels[side].iter().any(taken)
        };
        let preferred = |ways: Vec<[LocationId; 2]>, is: &dyn Fn(&[LocationId; 2]) -> bool| {
            let some: Vec<[LocationId; 2]> = ways.iter().copied().filter(is).collect();
            if some.is_empty() { ways } else { some }
        };
        let ways = preferred(ways, &|ends| others.iter().all(|other| other.fits(self.setting, *ends)));
        let ways = preferred(ways, &|ends| open(ends[0]));
        ways.get(number_below(rng, ways.len().max(1))).copied()
    }

    fn is_dug(&self, side: Side, [a, b]: [LocationId; 2]) -> bool {
        self.position.tunnels[side].iter().any(|tunnel| tunnel.ends == [a, b] || tunnel.ends == [b, a])
    }

    /// Adds a tunnel, if there is room for it, and returns its index.
    fn dig(&mut self, side: Side, ends: [LocationId; 2]) -> Option<u8> {
        let none = [PieceSet::EMPTY; 2];
        let tunnels = &mut self.position.tunnels[side];
        tunnels.try_push(Tunnel { ends, gone: false, saw: none, found: none }).ok()?;
        u8::try_from(tunnels.len() - 1).ok()
    }

    /// Adds a tunnel that was never seen.
    fn dig_anywhere(&mut self, side: Side, rng: &mut impl Rng) {
        if self.position.tunnels[side].len() >= TUNNELS {
            return;
        }
        let setting = self.setting;
        let begins = |at: &LocationId| setting.tunnel_edges.get(at.index()).is_some_and(|ways| !ways.is_empty());
        for _ in 0..TRIES {
            let areas = setting.areas.iter().filter(|area| area.side.is_none_or(|of| of == side));
            let near: Vec<LocationId> = if number_below(rng, ANYWHERE) > 0 {
                areas.flat_map(|area| &area.places).copied().filter(begins).collect()
            } else {
                Vec::new()
            };
            let from = if near.is_empty() { starts(&setting.tunnel_edges).collect() } else { near };
            let Some(&from) = from.get(number_below(rng, from.len().max(1))) else { return };
            let ends: Vec<LocationId> = other_ends(setting, side, from).collect();
            let fronts: Vec<LocationId> = inner(setting, side, from).map(|inner| inner.unwrap_or(from)).collect();
            let from = fronts.get(number_below(rng, fronts.len())).copied().unwrap_or(from);
            let Some(&to) = ends.get(number_below(rng, ends.len().max(1))) else { return };
            if !self.is_dug(side, [from, to]) {
                let _ = self.dig(side, [from, to]);
                return;
            }
        }
    }

    /// Adds this many unknown Fortified Locations, as far as there are Locations for them.
    fn fortify(&mut self, side: Side, number: usize, plain: &[LocationId], rng: &mut impl Rng) {
        if number == 0 {
            return;
        }
        let own = |position: &[Fort]| position.iter().filter(|fort| fort.side == side).count();
        let is_own = |at: &LocationId| self.position.forts.iter().any(|fort| fort.side == side && fort.at == *at);
        let places = self.setting.fortifiable[side].iter().copied();
        let mut places: Vec<LocationId> = places.filter(|at| !plain.contains(at) && !is_own(at)).collect();
        for _ in 0..number {
            if places.is_empty() || own(&self.position.forts) >= FORTS / 2 {
                break;
            }
            let at = places.swap_remove(number_below(rng, places.len()));
            if self.position.forts.try_push(Fort { side, at, known: false, fixed: false }).is_err() {
                break;
            }
        }
        self.position.forts.sort_unstable_by_key(|fort| (fort.side, fort.at));
    }

    /// Returns a tunnel of a side that ends in this hex, chosen at random.
    pub(super) fn tunnel_to(&mut self, side: Side, at: LocationId, rng: &mut impl Rng) -> Option<u8> {
        let ends = |tunnel: &Tunnel| !tunnel.gone && tunnel.ends.iter().any(|end| self.setting.same_hex(*end, at));
        let tunnels = (0u8..).zip(&self.position.tunnels[side]);
        let numbers: Vec<u8> = tunnels.filter(|(_, tunnel)| ends(tunnel)).map(|(n, _)| n).collect();
        if numbers.is_empty() {
            let ends = self.between(side, &Trip { from: None, near: at, to: None }, &[], &[], rng)?;
            return self.dig(side, ends);
        }
        numbers.get(number_below(rng, numbers.len())).copied()
    }
}

/// Returns whether recording is under way.
fn is_recording(facts: &[Fact]) -> bool {
    facts.iter().any(|fact| matches!(fact, Fact::Pending(steps) if steps.contains(&Step::Record)))
}

#[cfg(test)]
mod tests;
