//! Placement of counters out of a seat's sight.
//!
//! Known facts are respected: units that bar the way, units followed to a "?", and units fast enough for a "?" that
//! moves. The rest is drawn with these weights:
//!
//! - Units that bar the way below: those followed there come first; those followed elsewhere or set up hidden come last. Where a way is overstacked, men are added until it is.
//! - A unit followed to a "?": above ground it is under it. Below, it has died with probability 1/8, and is then drawn
//!   like any other.
//! - A unit under a "?" that has moved farther than those followed there can: a leader who was with them, otherwise a
//!   unit that can have come so far alone; each is equally likely.
//! - The first under each other "?": each counter is equally likely, those set up hidden only if no others are left.
//! - Other units that were set up hidden: still hidden with probability 3/4, always if there is no "?".
//! - Where they hide: in cover with probability 7/8, if there is any, otherwise anywhere; each Location is equally
//!   likely. In areas that the scenario does not use, always in cover.
//! - All other units: under each "?" with room, equally likely. Men have died unseen with probability 1/8, once the
//!   game has begun.
//! - A weapon: with any unseen man of its side, each equally likely; if it was set up hidden, with one who was,
//!   otherwise with one who was not. Those under the "?" where it is followed to come first. Where the sewers are in
//!   use, a weapon that was not set up hidden is in some Sewer Location with probability 1/8, once the game has begun.

use board::LocationId;
use rand::Rng;
use rules::{Knowledge, Piece, PieceSet, Seat, Side, number_below};

use crate::ai::sample::Draw;
use crate::ai::sample::bars::{self, Bars};
use crate::ai::sample::moves::Run;
use crate::ai::sample::trails::{self, Followed};
use crate::mechanics::stack;
use crate::printed::flags::Flags;
use crate::printed::kind::{Class, Kind};
use crate::printed::stacking::Load;
use crate::printed::words::{Cover, Fate, Phase};
use crate::setting::Place;
use crate::state::Asl;
use crate::state::unit::{NAMELESS, NO_AREA, NO_TUNNEL, Unit};
use crate::view::AslEyes;
use crate::view::counters::Unseen;
use crate::view::fact::Fact;

/// One in this many unseen units has died, where that can be.
const FALLEN: usize = 8;
/// One in this many counters set up hidden has come under a "?".
const COME_OUT: usize = 4;
/// One in this many units hides outside cover, where it can.
const UNCOVERED: usize = 8;

impl Draw<'_> {
    /// Places the counters of a side that are out of sight.
    pub(super) fn fill(&mut self, known: &Knowledge<Asl>, side: Side, rng: &mut impl Rng) -> Option<()> {
        if self.seat == Seat::Side(side) {
            return Some(());
        }
        let facts = known.facts();
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
        let mut followed = trails::follow(self.setting, side, known.observations(), rng);
        let hides = left.iter().any(|counter| counter.hidden && !counter.kind.is_weapon());
        let trodden =
            if hides { trails::trodden(self.setting, side.other(), known.observations()) } else { Vec::new() };
        let bars = bars::told(AslEyes::open(self.setting, &self.position), side, known.observations());
        let laid = self.lay_bars(side, &bars, (&mut followed, &mut left), rng)?;
        let run = self.run.filter(|run| run.side == side && run.tells());
        let laid = match run {
            Some(run) => self.lay_movers(run, &mut followed, (&places, &mut left), laid, rng)?,
            None => laid,
        };
        let laid = self.lay_followed(side, &followed, (&places, &mut left), laid, rng)?;
        for &pair in &bars.crowded {
            let others = places.iter().filter(|at| !laid.contains(at) && !pair.contains(at)).count();
            self.crowd(side, pair, (&mut left, others), rng)?;
        }
        // One for each other "?": of those set up hidden only if no others are left.
        for &at in places.iter().filter(|at| !laid.contains(at)) {
            let fits = |hidden: bool| move |counter: &Unseen| counter.hidden == hidden && !counter.kind.is_weapon();
            let counter = take(&mut left, fits(false), rng).or_else(|| take(&mut left, fits(true), rng))?;
            self.lay(side, counter, at, rng)?;
        }
        let (weapons, mut units): (Vec<Unseen>, Vec<Unseen>) =
            left.into_iter().partition(|counter| counter.kind.is_weapon());
        if run.is_some() {
            // With a leader, units keep up that would not without one.
            units.sort_by_key(|counter| counter.kind.class() != Class::Leader);
        }
        for counter in units {
            self.put(side, counter, &places, &trodden, rng)?;
        }
        for counter in weapons {
            let with = followed.iter().find(|one| one.counter == counter).map(|one| one.at);
            self.hand(side, counter, with, rng)?;
        }
        Some(())
    }

    /// Places men who have barred the way below under a "?", those followed there if there are any. Returns the Locations of these "?".
    fn lay_bars(
        &mut self,
        side: Side,
        bars: &Bars,
        (followed, left): (&mut Vec<Followed>, &mut Vec<Unseen>),
        rng: &mut impl Rng,
    ) -> Option<Vec<LocationId>> {
        let mut laid: Vec<LocationId> = Vec::new();
        for places in &bars.below {
            if places.iter().any(|at| laid.contains(at)) {
                continue;
            }
            let is_there =
                |one: &Followed| places.contains(&one.at) && one.counter.kind.is_men() && left.contains(&one.counter);
            let (wanted, at) = match followed.iter().position(is_there) {
                Some(n) => {
                    let one = followed.swap_remove(n);
                    (Some(one.counter), one.at)
                }
                None => (None, *places.get(number_below(rng, places.len()))?),
            };
            let known = |counter: &Unseen| Some(*counter) == wanted;
            let men = |counter: &Unseen| counter.kind.is_men() && !counter.hidden;
            let other = |counter: &Unseen| men(counter) && !followed.iter().any(|one| one.counter == *counter);
            let counter = take(left, known, rng).or_else(|| take(left, other, rng)).or_else(|| take(left, men, rng));
            // Men who were hidden have come there only if no others are left.
            if let Some(counter) = counter.or_else(|| take(left, |counter| counter.kind.is_men(), rng)) {
                self.lay(side, counter, at, rng)?;
                laid.push(at);
            }
        }
        Some(laid)
    }

    /// Adds men under two "?", until they are too many for one Sewer Location: squads first. As many counters as are
    /// needed are left for the other "?".
    fn crowd(
        &mut self,
        side: Side,
        places: [LocationId; 2],
        (left, others): (&mut Vec<Unseen>, usize),
        rng: &mut impl Rng,
    ) -> Option<()> {
        loop {
            let open = AslEyes::open(self.setting, &self.position);
            let [here, there] = places.map(|at| stack::load(open, side, at, PieceSet::EMPTY));
            let both = Load { halves: here.halves + there.halves, singles: here.singles + there.singles };
            let spare = left.iter().filter(|counter| !counter.kind.is_weapon()).count() > others;
            if both.excess() > 0 || !spare {
                return Some(());
            }
            let room = |counter: &Unseen| [here, there].map(|load| load.with(counter.kind).excess() == 0);
            let fits = |counter: &Unseen| counter.kind.is_men() && !counter.hidden && room(counter) != [false; 2];
            let squad = |counter: &Unseen| counter.kind.class() == Class::Squad && fits(counter);
            let Some(counter) = take(left, squad, rng).or_else(|| take(left, fits, rng)) else { return Some(()) };
            let at = if room(&counter)[0] { places[0] } else { places[1] };
            self.lay(side, counter, at, rng)?;
        }
    }

    /// Places the counters known to be under a "?". As many as are needed are left for the other "?".
    fn lay_followed(
        &mut self,
        side: Side,
        followed: &[Followed],
        (places, left): (&[LocationId], &mut Vec<Unseen>),
        mut laid: Vec<LocationId>,
        rng: &mut impl Rng,
    ) -> Option<Vec<LocationId>> {
        for &Followed { counter, at, .. } in followed.iter().filter(|one| !one.counter.kind.is_weapon()) {
            let open = AslEyes::open(self.setting, &self.position);
            let room = stack::load(open, side, at, PieceSet::EMPTY).with(counter.kind).excess() == 0;
            // If some can have died unseen, it may be any of them.
            let lives = !self.setting.is_below(at) || number_below(rng, FALLEN) > 0;
            let others = places.iter().filter(|place| **place != at && !laid.contains(place)).count();
            let enough = left.iter().filter(|counter| !counter.kind.is_weapon()).count() > others;
            if let Some(n) = left.iter().position(|other| *other == counter).filter(|_| room && lives && enough) {
                left.swap_remove(n);
                self.lay(side, counter, at, rng)?;
                laid.push(at);
            }
        }
        Some(laid)
    }

    /// Places units under the moving "?" that can have come so far: those followed there, with a leader if they need
    /// one. If they are too slow even with one, it is a unit that is fast enough alone.
    fn lay_movers(
        &mut self,
        run: Run,
        followed: &mut Vec<Followed>,
        (places, left): (&[LocationId], &mut Vec<Unseen>),
        mut laid: Vec<LocationId>,
        rng: &mut impl Rng,
    ) -> Option<Vec<LocationId>> {
        let here = |one: &Followed| one.at == run.at && !one.counter.kind.is_weapon() && left.contains(&one.counter);
        let (mut there, others): (Vec<Followed>, Vec<Followed>) = followed.drain(..).partition(here);
        *followed = others;
        let fit = |kind: Kind| run.is_for(std::iter::once(kind));
        let kinds = there.iter().map(|one| one.counter.kind);
        // If there was another "?" before, one of them is enough.
        let fast = if run.lone { run.is_for(kinds.clone()) } else { kinds.clone().any(fit) };
        if there.is_empty() || !fast {
            let known = |counter: &Unseen| followed.iter().any(|one| one.counter == *counter);
            let enough = left.iter().filter(|counter| !counter.kind.is_weapon()).count() >= there.len() + places.len();
            let leads = |counter: &Unseen| {
                let leader = counter.kind.class() == Class::Leader && !counter.hidden && !known(counter);
                leader && enough && kinds.len() > 0 && run.is_for(kinds.clone().chain([counter.kind]))
            };
            let leader = take(left, leads, rng);
            let orders = [(false, false), (true, false), (false, true)];
            let goes = |(followed, hidden): (bool, bool)| {
                move |counter: &Unseen| {
                    !counter.kind.is_weapon()
                        && fit(counter.kind)
                        && known(counter) == followed
                        && counter.hidden == hidden
                }
            };
            let alone = || orders.into_iter().find_map(|which| take(left, goes(which), rng));
            let is_led = leader.is_some();
            if let Some(counter) = leader.or_else(alone) {
                self.lay(run.side, counter, run.at, rng)?;
                laid.push(run.at);
                if !is_led {
                    there.clear();
                }
            }
        }
        self.lay_followed(run.side, &there, (places, left), laid, rng)
    }

    /// Returns whether a counter of a side can be under the "?" of a Location, with the units already there: if it
    /// moves, they have all come so far.
    fn keeps_up(&self, side: Side, at: LocationId, kind: Kind) -> bool {
        let Some(run) = self.run.filter(|run| run.tells() && run.lone && run.side == side && run.at == at) else {
            return true;
        };
        let there = AslEyes::open(self.setting, &self.position).of(side).units().lying(Cover::Concealed).at(at);
        run.is_for(there.iter().map(|(_, unit, _)| unit.kind).chain([kind]))
    }

    /// Places a counter under a "?".
    fn lay(&mut self, side: Side, counter: Unseen, at: LocationId, rng: &mut impl Rng) -> Option<Piece> {
        let below = self.setting.place(at) == Some(Place::Tunnel);
        let tunnel = if below { self.tunnel_to(side, at, rng)? } else { NO_TUNNEL };
        self.add(Unit { at: Some(at), fate: Fate::InPlay, tunnel, ..bare(side, counter, Cover::Concealed) }, None)
    }

    /// Places a counter in any possible Location.
    fn put(
        &mut self,
        side: Side,
        counter: Unseen,
        places: &[LocationId],
        trodden: &[bool],
        rng: &mut impl Rng,
    ) -> Option<()> {
        // Most of those set up hidden still are.
        if counter.hidden && (places.is_empty() || number_below(rng, COME_OUT) > 0) {
            let at = self.hideout(side, trodden, rng);
            let fate = if at.is_some() { Fate::InPlay } else { Fate::Waiting };
            return self.add(Unit { at, fate, ..bare(side, counter, Cover::Hidden) }, None).map(drop);
        }
        let open = AslEyes::open(self.setting, &self.position);
        let room = |at: &LocationId| stack::load(open, side, *at, PieceSet::EMPTY).with(counter.kind).excess() == 0;
        let fits = |at: &LocationId| room(at) && self.keeps_up(side, *at, counter.kind);
        let free: Vec<LocationId> = places.iter().copied().filter(fits).collect();
        // Sometimes the unit has died, if that can be; always if there is no room.
        let fallen = self.can_have_fallen() && counter.kind.is_men() && number_below(rng, FALLEN) == 0;
        if let Some(&at) = free.get(number_below(rng, free.len().max(1))).filter(|_| !fallen) {
            return self.lay(side, counter, at, rng).map(drop);
        }
        let fate = if self.can_have_fallen() { Fate::LostUnseen } else { Fate::Waiting };
        self.add(Unit { fate, ..bare(side, counter, Cover::Concealed) }, None).map(drop)
    }

    /// Returns whether a unit can have died unseen: not before the first turn, nor after the end of the game.
    fn can_have_fallen(&self) -> bool {
        !matches!(self.position.phase, Phase::SetUp | Phase::Over)
    }

    /// Returns a Location above ground where the scenario lets a side be placed, mostly in cover, and where no enemy is
    /// or has been.
    fn hideout(&self, side: Side, trodden: &[bool], rng: &mut impl Rng) -> Option<LocationId> {
        let open = AslEyes::open(self.setting, &self.position);
        let areas = || self.setting.areas.iter().filter(|area| area.side.is_none_or(|of| of == side));
        let placed = self.setting.waiting[side].is_some();
        let could = |at: LocationId| !placed || areas().any(|area| area.places.contains(&at));
        let spots = self.setting.board.location_ids().zip(&self.setting.spots).zip(trodden);
        let free: Vec<(LocationId, bool)> = spots
            .filter(|((at, spot), trodden)| !**trodden && !spot.place.is_below() && could(*at) && !open.burns(spot.hex))
            .map(|((at, spot), _)| (at, spot.terrain.conceals()))
            .filter(|(at, _)| {
                !open.holds(side.other(), *at) && stack::load(open, side, *at, PieceSet::EMPTY).excess() == 0
            })
            .collect();
        let covered: Vec<LocationId> = free.iter().filter(|(_, covered)| *covered).map(|(at, _)| *at).collect();
        if !placed || !covered.is_empty() && number_below(rng, UNCOVERED) > 0 {
            return covered.get(number_below(rng, covered.len().max(1))).copied();
        }
        free.get(number_below(rng, free.len().max(1))).map(|(at, _)| *at)
    }

    /// Gives a weapon to an unseen unit: where it is known to be, or anywhere.
    fn hand(&mut self, side: Side, counter: Unseen, with: Option<LocationId>, rng: &mut impl Rng) -> Option<()> {
        let could = |(piece, unit): (Piece, &Unit)| {
            let unseen = self.seen.get(piece.index()).is_some_and(Option::is_none);
            let fits =
                unit.side == side && unit.is_men() && unit.fate == Fate::InPlay && unit.set_up_hidden == counter.hidden;
            (unseen && fits).then_some(piece)
        };
        let mut could: Vec<Piece> = self.position.units.all().filter_map(could).collect();
        let there = |piece: &Piece| self.position.unit(*piece).is_some_and(|unit| unit.at == with);
        if with.is_some() && could.iter().any(there) {
            could.retain(there);
        }
        let sewers: Vec<LocationId> = (self.setting.board.location_ids().zip(&self.setting.spots))
            .filter(|(_, spot)| spot.place == Place::Sewer && self.setting.options.sewers)
            .map(|(at, _)| at)
            .collect();
        let lost = self.can_have_fallen() && !counter.hidden && number_below(rng, FALLEN) == 0;
        if let Some(&at) = sewers.get(number_below(rng, sewers.len().max(1))).filter(|_| lost) {
            let lying = Unit { at: Some(at), fate: Fate::InPlay, ..bare(side, counter, Cover::Concealed) };
            return self.add(lying, None).map(drop);
        }
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
}

/// Removes and returns a counter that satisfies `such`.
fn take(left: &mut Vec<Unseen>, such: impl Fn(&Unseen) -> bool, rng: &mut impl Rng) -> Option<Unseen> {
    let can: Vec<usize> = left.iter().enumerate().filter(|(_, counter)| such(counter)).map(|(n, _)| n).collect();
    let n = if can.is_empty() { None } else { can.get(number_below(rng, can.len())) };
    n.map(|n| left.swap_remove(*n))
}

/// Returns a counter out of sight, before it is placed.
pub fn bare(side: Side, counter: Unseen, cover: Cover) -> Unit {
    Unit {
        side,
        kind: counter.kind,
        known_as: counter.kind,
        fate: Fate::LostUnseen,
        cover: if counter.kind.class() == Class::Dummy { Cover::Concealed } else { cover },
        at: None,
        below: false,
        flags: Flags::NONE,
        holder: None,
        tunnel: NO_TUNNEL,
        granted: counter.granted,
        set_up_hidden: counter.hidden,
        area: NO_AREA,
        name: NAMELESS,
        born: 0,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use referee::ledger::ScenarioText;
    use suite::Game;

    use super::*;

    /// Two counters were followed to one "?". There is another "?", and no other unit is left for it.
    #[test]
    fn as_many_are_left_as_other_counters_need() {
        let text = include_str!("../../tests/gallery.toml").to_owned();
        let game = Game::<Asl>::new(&ScenarioText { name: "gallery.toml".to_owned(), text }, 1);
        let known = game.referee.knowledge(Seat::Side(Side::B)).expect("knowledge");
        let at = |label: &str| known.setting().board.location_named(label).expect("a hex");
        let places = [at("A1"), at("B1")];
        let counter = Unseen { kind: Kind::named("4-6-7").expect("a squad"), granted: false, hidden: false };
        let followed = [Followed::to(counter, places[0]); 2];
        for (counters, laid_there) in [(2, 1), (3, 2)] {
            let mut left = vec![counter; counters];
            let mut rng = StdRng::seed_from_u64(1);
            let laid = Draw::new(&known).lay_followed(Side::A, &followed, (&places, &mut left), Vec::new(), &mut rng);
            assert_eq!((laid, left.len()), (Some(vec![places[0]; laid_there]), 1));
        }
    }
}
