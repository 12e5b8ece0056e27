//! What the enemy of a seat has dug and fortified in secret.
//!
//! The scenario tells everybody how much a side may record, and a side loses nothing by recording all of it: so all of it is
//! there, but for Fortified Locations that it has given up for tunnels, each one time in four (B8.6a). What was seen and told
//! of a tunnel holds in every guess, with as few tunnels as explain it. What is left open is drawn with these weights:
//!
//! * The unknown end of a tunnel that was used: each way from the known end alike, entrenchments too; an entrance that was
//!   seen used, and that no other tunnel explains, before all others.
//! * A tunnel nobody saw: it begins three times in four where the side may be placed, each Location alike, else anywhere that
//!   the rules let a tunnel begin; from there each way alike.
//! * The tunnel that a "?" in it is in: each one of its side that is known to lead there alike, else one dug for it.
//! * A Fortified Location that nobody knows of: each building Location where the side may record one alike, but for those that
//!   are known not to be fortified: they were attacked and no modifier counted, or entered and a holder did not bar them.

use std::collections::BTreeMap;

use board::LocationId;
use rand::Rng;
use rules::{Group, Heard, Knowledge, Piece, Seat, Side, number_below};

use super::Draw;
use crate::Asl;
use crate::below::BelowReport;
use crate::fact::Fact;
use crate::fight::FightReport;
use crate::flags::Flag;
use crate::position::{Cover, FORTS, Fort, TUNNELS, Tunnel};
use crate::report::Report;
use crate::setting::{Place, Setting};
use crate::tunnel::{inner, other_ends, starts};
use crate::turn::Step;

/// One time in so many a Fortified Location is given up for a tunnel.
const GIVEN_UP: usize = 4;
/// One time in so many a tunnel that nobody saw may begin anywhere.
const ANYWHERE: usize = 4;
/// How often a tunnel is drawn that is recorded already before it is left out.
const TRIES: usize = 8;

impl Draw<'_> {
    /// What a side has dug and fortified out of the seat's sight.
    pub(super) fn build(&mut self, known: &Knowledge<Asl>, side: Side, rng: &mut impl Rng) -> Option<()> {
        let (tunnels, forts) = (usize::from(self.setting.tunnels[side]), usize::from(self.setting.forts[side]));
        // While it is being recorded nothing need be there yet.
        if self.seat == Seat::Side(side) || tunnels + forts == 0 || is_recording(known.facts()) {
            return Some(());
        }
        let told = Told::of(self.setting, side, known.heard(), forts > 0);
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

    /// The tunnels of which something was seen or told; the side has no more than there is room for.
    fn dig_known(
        &mut self,
        side: Side,
        (trips, room): (&[Trip], usize),
        facts: &[Fact],
        rng: &mut impl Rng,
    ) -> Option<()> {
        let mut entrances: Vec<(LocationId, Group, Group)> = Vec::new();
        // Entrances in sight are those of the other side of whoever looks.
        for fact in facts.iter().filter(|_| self.seat == side.other().seat()) {
            if let Fact::Entrance { at, saw, found } = fact {
                entrances.push((*at, self.group(*saw), self.group(*found)));
            }
        }
        let wanted: Vec<LocationId> = entrances.iter().map(|(at, _, _)| *at).collect();
        // Of what is known least, a tunnel that something more is known of may be the explanation, where there is room for one.
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

    /// Digs a tunnel for a trip that none so far explains; where there is room for no other, one that all the trips can have
    /// gone through. There is no more room for it, or no way, only where what was told was read wrongly: then it is left out.
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

    /// The ends of some tunnel that a trip can have gone through, and the others as well if there is such a one.
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
        // Where both ends were seen used, it is likely to be one tunnel.
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

    /// Adds a tunnel, if there is room for it, and gives back its number.
    fn dig(&mut self, side: Side, ends: [LocationId; 2]) -> Option<u8> {
        let none = [Group::EMPTY; 2];
        let tunnels = &mut self.position.tunnels[side];
        tunnels.try_push(Tunnel { ends, gone: false, saw: none, found: none }).ok()?;
        u8::try_from(tunnels.len() - 1).ok()
    }

    /// A tunnel nobody saw.
    fn dig_anywhere(&mut self, side: Side, rng: &mut impl Rng) {
        if self.position.tunnels[side].len() >= TUNNELS {
            return;
        }
        let setting = self.setting;
        let begins = |at: &LocationId| setting.tunnel_ways.get(at.index()).is_some_and(|ways| !ways.is_empty());
        for _ in 0..TRIES {
            let areas = setting.areas.iter().filter(|area| area.side.is_none_or(|of| of == side));
            let near: Vec<LocationId> = if number_below(rng, ANYWHERE) > 0 {
                areas.flat_map(|area| &area.places).copied().filter(begins).collect()
            } else {
                Vec::new()
            };
            let from = if near.is_empty() { starts(&setting.tunnel_ways).collect() } else { near };
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

    /// So many Fortified Locations that nobody knows of, as far as there are places for them.
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

    /// A tunnel of a side that ends in this hex: any of them.
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

/// Whether what is secret is still being recorded.
fn is_recording(facts: &[Fact]) -> bool {
    facts.iter().any(|fact| matches!(fact, Fact::Pending(steps) if steps.contains(&Step::Record)))
}

/// What is known of a trip through a tunnel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Trip {
    /// The entrance it began in, if that was seen or could be told from who was gone.
    from: Option<LocationId>,
    /// Some Location in the hex of the end it led to.
    near: LocationId,
    /// The end it led to, once somebody came out there.
    to: Option<LocationId>,
}

impl Trip {
    fn fits(&self, setting: &Setting, [a, b]: [LocationId; 2]) -> bool {
        let leads = |from: LocationId, to: LocationId| {
            let ends =
                self.from.is_none_or(|known| setting.are_one(known, from)) && self.to.is_none_or(|known| known == to);
            ends && setting.same_hex(to, self.near)
        };
        leads(a, b) || leads(b, a)
    }

    fn touches(&self, setting: &Setting, at: LocationId) -> bool {
        self.from.is_some_and(|from| setting.are_one(from, at))
            || self.to.map_or_else(|| setting.same_hex(self.near, at), |to| to == at)
    }
}

/// What was told of a side's tunnels and Fortified Locations.
#[derive(Debug, Default)]
struct Told {
    /// Trips through tunnels that are not destroyed; of those that are told alike one, the best known first.
    trips: Vec<Trip>,
    /// How many tunnels are destroyed.
    destroyed: usize,
    /// Where nothing is fortified.
    plain: Vec<LocationId>,
}

impl Told {
    fn of(setting: &Setting, side: Side, heard: &[Heard<Asl>], forts: bool) -> Told {
        let mut told = Told::default();
        let mut holders = BTreeMap::new();
        // An entrance that was just seen used; whether somebody has just gone below, nobody saw where.
        let (mut entrance, mut leaves) = (None, false);
        for heard in heard {
            match heard {
                Heard::Report(report) => {
                    let seen = entrance.take();
                    leaves = false;
                    match report {
                        Report::Below(BelowReport::SeesEntrance { at, .. }) => entrance = Some(*at),
                        Report::Below(report) => leaves = told.below(setting, side, report, seen),
                        _ if forts => told.above(side, report, &holders),
                        _ => {}
                    }
                }
                Heard::Saw { gone, new } | Heard::Undone { gone, new } => {
                    if leaves && let Some(from) = gone.iter().find_map(|fact| stood(setting, side, fact)) {
                        leaves = false;
                        told.left(setting, side, from);
                    }
                    if forts {
                        hold(side, gone, new, &mut holders);
                    }
                }
                Heard::Ordered(_) | Heard::Rolled(_) | Heard::Anew(_) => {}
            }
        }
        told.trips.sort_by_key(|trip| u8::from(trip.from.is_none()) + u8::from(trip.to.is_none()));
        told.trips.dedup();
        told
    }

    /// Whether it is still to be seen from where somebody went below.
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

    /// The last trip began here, if a tunnel can lead from here to where it went.
    fn left(&mut self, setting: &Setting, side: Side, from: LocationId) {
        let leads = |trip: &&mut Trip| other_ends(setting, side, from).any(|to| setting.same_hex(to, trip.near));
        if let Some(trip) = self.trips.last_mut().filter(leads) {
            trip.from = Some(from);
        }
    }

    /// What an attack or an advance tells of a Location that might be fortified.
    fn above(&mut self, side: Side, report: &Report, holders: &BTreeMap<Piece, LocationId>) {
        let is_held = |at: LocationId| holders.values().any(|held| *held == at);
        let plain = match *report {
            // A modifier that counts is told with the attack, and the place is known from then on.
            Report::Fight(FightReport::Attack { side: by, at, drm, .. }) if by != side && drm.hexside == 0 => at,
            Report::UnknownAdvances { side: by, to } if by != side && is_held(to) => to,
            Report::Advances { units, to } if !units.iter().any(|unit| holders.contains_key(&unit)) && is_held(to) => {
                to
            }
            _ => return,
        };
        if !self.plain.contains(&plain) {
            self.plain.push(plain);
        }
    }
}

/// Where a piece or "?" of a side above ground was that is there no more.
fn stood(setting: &Setting, side: Side, fact: &Fact) -> Option<LocationId> {
    let at = match fact {
        Fact::Unit { side: of, kind, at: Some(at), .. } if *of == side && !kind.is_weapon() => *at,
        Fact::Unknown { side: of, at, .. } if *of == side => *at,
        _ => return None,
    };
    setting.place(at).is_some_and(|place: Place| !place.is_below()).then_some(at)
}

/// Keeps count of who of a side stands where in sight and could bar a Fortified Location to the enemy.
fn hold(side: Side, gone: &[Fact], new: &[Fact], holders: &mut BTreeMap<Piece, LocationId>) {
    for fact in gone {
        if let Fact::Unit { piece, .. } = fact {
            holders.remove(piece);
        }
    }
    for fact in new {
        let Fact::Unit { piece, side: of, kind, at: Some(at), cover: Cover::Open, flags, .. } = fact else { continue };
        let good = !flags.iter().any(|flag| matches!(flag, Flag::Broken | Flag::Berserk | Flag::Melee));
        if *of == side && kind.is_men() && good {
            holders.insert(*piece, *at);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use referee::ledger::ScenarioText;
    use rules::prelude::*;

    use suite::Game;

    use super::*;
    use crate::position::{Phase, Position};

    const BELOW: &str = include_str!("../tested/below.toml");
    const GALLERY: &str = include_str!("../tested/gallery.toml");
    const BRICKWORKS: &str = include_str!("../../../../scenarios/asl/the-brickworks.toml");

    fn game(text: &str, seed: u64) -> Game<Asl> {
        Game::new(&ScenarioText { name: "secret.toml".to_owned(), text: text.to_owned() }, seed)
    }

    /// A game in which all is recorded that will be.
    fn recorded(text: &str, seed: u64) -> Game<Asl> {
        let mut game = game(text, seed);
        while game.referee.truth().agenda.steps().contains(&Step::Record) {
            game.play(1);
        }
        game
    }

    fn knowledge(game: &mut Game<Asl>, side: Side) -> Knowledge<Asl> {
        game.referee.knowledge(side.seat()).expect("names")
    }

    fn guesses(known: &Knowledge<Asl>, number: u64) -> impl Iterator<Item = Position> {
        let guess = |seed| Asl::sample(known, &mut StdRng::seed_from_u64(seed)).expect("a guess").position().clone();
        (0..number).map(guess)
    }

    fn dug(position: &Position, side: Side) -> BTreeSet<[LocationId; 2]> {
        let usable = position.tunnels[side].iter().filter(|tunnel| !tunnel.gone);
        usable.map(|tunnel| [tunnel.ends[0].min(tunnel.ends[1]), tunnel.ends[0].max(tunnel.ends[1])]).collect()
    }

    fn secret_forts(position: &Position, side: Side) -> BTreeSet<LocationId> {
        position.forts.iter().filter(|fort| fort.side == side && !fort.known).map(|fort| fort.at).collect()
    }

    /// What was recorded is among the guesses, which are many; before it was, there is nothing to guess.
    #[test]
    fn what_was_recorded_in_secret_is_feared() {
        let (mut tunnels, mut forts) = (0, 0);
        for (text, number) in [(BELOW, 600), (GALLERY, 200)] {
            for seed in 0..14 {
                let mut early = game(text, seed);
                for side in Side::BOTH {
                    let known = knowledge(&mut early, side);
                    let nothing = |guess: Position| guess.tunnels[side.other()].is_empty() && guess.forts.is_empty();
                    assert!(guesses(&known, 4).all(nothing), "a guess of what is still to be recorded");
                }
                let mut game = recorded(text, seed);
                for side in Side::BOTH {
                    let (known, enemy) = (knowledge(&mut game, side), side.other());
                    let (mut ways, mut places) = (BTreeSet::new(), BTreeSet::new());
                    for guess in guesses(&known, number) {
                        let most = known.setting().tunnels[enemy] + known.setting().forts[enemy];
                        assert!(guess.tunnels[enemy].len() + secret_forts(&guess, enemy).len() <= usize::from(most));
                        ways.extend(dug(&guess, enemy));
                        places.extend(secret_forts(&guess, enemy));
                    }
                    let truth = game.referee.truth();
                    let (dug, secret) = (dug(truth, enemy), secret_forts(truth, enemy));
                    assert!(ways.len() > 4, "only {} tunnels are ever guessed", ways.len());
                    assert!(dug.is_subset(&ways), "{dug:?} is in no guess");
                    assert!(secret.is_subset(&places), "{secret:?} is in no guess");
                    tunnels += dug.len();
                    forts += secret.len();
                }
            }
        }
        assert!(tunnels > 8 && forts > 1, "{tunnels} tunnels and {forts} Fortified Locations were recorded");
    }

    /// On a large board the guesses are of many tunnels and places, and always of as many as the scenario gives.
    #[test]
    fn all_of_an_allotment_is_guessed() {
        let mut game = recorded(BRICKWORKS, 3);
        let forts = game.referee.setting().forts;
        let enemy = Side::BOTH.into_iter().find(|side| forts[*side] > 0).expect("something to fortify");
        let known = knowledge(&mut game, enemy.other());
        let setting = known.setting();
        let all = setting.tunnels[enemy] + setting.forts[enemy];
        let (mut ways, mut given_up) = (BTreeSet::new(), 0);
        for guess in guesses(&known, 60) {
            let (dug, secret) = (dug(&guess, enemy), secret_forts(&guess, enemy));
            assert_eq!(dug.len() + secret.len(), usize::from(all));
            given_up += usize::from(dug.len() > usize::from(setting.tunnels[enemy]));
            ways.extend(dug);
        }
        assert!(ways.len() > 30 && (10..50).contains(&given_up), "{} tunnels, {given_up} given up", ways.len());
    }

    /// Somebody saw an entrance used, and nothing was told of where it leads: the other end is any that the rules allow.
    #[test]
    fn the_other_end_is_any() {
        let mut game = recorded(GALLERY, 1);
        while game.referee.truth().phase == Phase::SetUp {
            game.play(1);
        }
        for side in Side::BOTH {
            let known = knowledge(&mut game, side);
            let setting = known.setting();
            let at = setting.board.location_named("A1").expect("a hex");
            let mut facts = known.facts().to_vec();
            let watcher = facts.iter().find_map(|fact| match fact {
                Fact::Unit { piece, side: of, at: Some(_), .. } if *of == side => Some(*piece),
                _ => None,
            });
            let saw = Group::EMPTY.with(watcher.expect("a unit of its own"));
            facts.push(Fact::Entrance { at, saw, found: Group::EMPTY });
            let handles: Vec<u16> = (0..).map_while(|n| known.handle(Piece(n))).collect();
            let known = Knowledge::new(Arc::clone(setting), side.seat(), facts, known.heard().to_vec(), handles);
            let mut ends = BTreeSet::new();
            for guess in guesses(&known, 120) {
                let seen = |tunnel: &&Tunnel| tunnel.saw != [Group::EMPTY; 2];
                let tunnel = guess.tunnels[side.other()].iter().find(seen).expect("the tunnel that was seen");
                ends.extend(tunnel.ends.into_iter().filter(|end| *end != at));
            }
            assert_eq!(ends, other_ends(setting, side.other(), at).collect());
        }
    }

    /// Whoever watches and listens can tell of most tunnels that are used where they lead; no guess contradicts it.
    #[test]
    fn tunnels_in_use_are_guessed_as_they_are() {
        let (mut trips, mut whole) = (0, 0);
        for seed in 0..16 {
            let mut game = game(GALLERY, seed);
            for _ in 0..40 {
                game.play(4);
                for side in Side::BOTH {
                    let (known, enemy) = (knowledge(&mut game, side), side.other());
                    let setting = known.setting();
                    let truth = &game.referee.truth().tunnels[enemy];
                    for trip in Told::of(setting, enemy, known.heard(), true).trips {
                        trips += 1;
                        assert!(truth.iter().any(|tunnel| trip.fits(setting, tunnel.ends)), "{trip:?} is untrue");
                        whole += usize::from(trip.from.is_some());
                        for guess in guesses(&known, 2) {
                            let mut tunnels = guess.tunnels[enemy].iter();
                            assert!(tunnels.any(|tunnel| trip.fits(setting, tunnel.ends)), "{trip:?} is not guessed");
                        }
                    }
                }
            }
        }
        assert!(trips > 20 && whole * 2 > trips, "{trips} trips, {whole} known from their beginning");
    }

    /// Where nothing is fortified for all that is known, nothing is.
    #[test]
    fn what_is_plain_is_not_fortified() {
        let (mut plain, mut listed) = (0, 0);
        for seed in 0..24 {
            let mut game = game(BELOW, seed);
            for _ in 0..30 {
                game.play(8);
                for side in Side::BOTH {
                    let (known, enemy) = (knowledge(&mut game, side), side.other());
                    let told = Told::of(known.setting(), enemy, known.heard(), true);
                    let open: Vec<_> =
                        told.plain.iter().filter(|at| known.setting().fortifiable[enemy].contains(at)).collect();
                    plain += open.len();
                    let secret = secret_forts(game.referee.truth(), enemy);
                    assert!(!secret.iter().any(|at| told.plain.contains(at)), "{secret:?} among {:?}", told.plain);
                    for guess in guesses(&known, 1) {
                        let secret = secret_forts(&guess, enemy);
                        listed += secret.len();
                        assert!(!secret.iter().any(|at| told.plain.contains(at)), "{secret:?} is known not to be");
                    }
                }
            }
        }
        assert!(plain > 10 && listed > 10, "{plain} plain places, {listed} guessed to be fortified");
    }
}
