//! Enemies out of sight: lost trails, matched with men who came into sight later, and the list entry assigned to each.

use rand::Rng;
use rules::{Piece, Side, number_below};

use crate::ai::sample::missions::Unseen;
use crate::ai::sample::starts::{shuffle, starts};
use crate::ai::sample::trails::{Event, Sighting, Trails};
use crate::setting::Setting;
use crate::setting::path::STEPS;

/// The enemies, as far as the seat knows them.
#[derive(Debug)]
pub struct Hidden {
    /// Enemies that have been seen, by first sighting.
    met: Vec<Met>,
    /// By weapon, how many have never been seen.
    unseen: Vec<usize>,
    /// Entries of the scenario's list that are not assigned yet.
    roles: Vec<usize>,
}

/// An enemy who has been seen.
#[derive(Clone, Copy, Debug)]
struct Met {
    first: Sighting,
    now: Whereabouts,
    role: Option<usize>,
    mission: Mission,
}

/// Patrol: knowledge about an enemy's mission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mission {
    /// He cannot have been at the far edge.
    #[default]
    Open,
    /// He may have been there while he was out of sight.
    InDoubt,
    /// He was seen there when a turn ended.
    Fulfilled,
}

#[derive(Clone, Copy, Debug)]
enum Whereabouts {
    /// In sight, unless he was lost there.
    Seen(Piece),
    /// Out of sight: where his trail ended.
    Lost(Sighting),
    /// Out of the game, or already placed.
    Settled,
}

/// An enemy out of sight.
#[derive(Clone, Copy, Debug)]
pub struct Stranger {
    /// Where his trail ended; `None` if he was never seen.
    pub trail: Option<Sighting>,
    /// His entry in the scenario's list; `None` if none is assigned.
    pub role: Option<usize>,
    /// His mission status when his trail ended.
    pub mission: Mission,
}

impl Met {
    fn trail(&self) -> Option<Sighting> {
        match self.now {
            Whereabouts::Lost(trail) => Some(trail),
            Whereabouts::Seen(_) | Whereabouts::Settled => None,
        }
    }

    /// Records that he came into sight again, having set out from where his trail ended.
    fn come(&mut self, setting: &Setting, side: Side, now: Whereabouts, coming: &Sighting) {
        if let Some(trail) = self.trail() {
            self.unseen(setting, side, Unseen::between((trail.at, trail.turn), (coming.at, coming.turn)));
        }
        self.now = now;
    }

    /// Updates the mission for a movement made out of sight.
    fn unseen(&mut self, setting: &Setting, side: Side, way: Unseen) {
        if self.mission == Mission::Open && way.can_fulfil(setting, side) {
            self.mission = Mission::InDoubt;
        }
    }
}

impl Hidden {
    /// Determines the enemies whom a side has lost sight of or never seen, from what it observed.
    ///
    /// A man who comes into sight is either one with his weapon whose trail is open and who can have come this far, or
    /// one not seen before. Each candidate is weighted by his probability of being in that very place. It falls with
    /// the number of places he can have reached, which grows with the square of his movement points.
    pub fn of(setting: &Setting, side: Side, trails: &Trails, rng: &mut impl Rng) -> Hidden {
        let mut unseen = vec![0; setting.tables.weapons.len()];
        let mut roles = Vec::new();
        for (n, man) in setting.roster.iter().enumerate().filter(|(_, man)| man.side == side && !man.dummy) {
            roles.push(n);
            if let Some(count) = unseen.get_mut(usize::from(man.weapon)) {
                *count += 1;
            }
        }
        shuffle(&mut roles, rng);
        let mut hidden = Hidden { met: Vec::new(), unseen, roles };
        for event in &trails.events {
            match *event {
                Event::Came(piece, coming) => hidden.came(setting, side, piece, &coming, rng),
                Event::Went(piece, trail) => hidden.went(piece, trail),
                Event::Fulfilled(piece) => hidden.fulfilled(piece),
                Event::HandleReused(piece) => hidden.reuse(piece),
                Event::Left => hidden.left(rng),
            }
        }
        hidden.cast(setting, side, rng);
        hidden
    }

    fn came(&mut self, setting: &Setting, side: Side, piece: Piece, coming: &Sighting, rng: &mut impl Rng) {
        let density = |turns: u8| {
            let points = STEPS * (usize::from(turns) + 1);
            1_000_000 / (points * points)
        };
        let fits = |trail: &Sighting| {
            let steps = setting.steps(trail.at).and_then(|steps| steps.get(coming.at.index()));
            trail.leads_to(coming, u16::from(steps.copied().unwrap_or(u8::MAX)))
        };
        let mut weights: Vec<usize> = Vec::with_capacity(self.met.len());
        for met in &self.met {
            let trail = met.trail().filter(&fits);
            weights.push(trail.map_or(0, |trail| density(coming.turn.saturating_sub(trail.turn)).max(1)));
        }
        let unseen = self.unseen.get(usize::from(coming.weapon)).copied().unwrap_or(0);
        let first_time = if coming.wounded { 0 } else { unseen * density(coming.turn).max(1) };
        let total = weights.iter().sum::<usize>() + first_time;
        let now = Whereabouts::Seen(piece);
        if let Some(met) = drawn(&weights, total, rng).and_then(|n| self.met.get_mut(n)) {
            met.come(setting, side, now, coming);
            return;
        }
        // No trail leads here: he was never seen before, or else any trail with his weapon is accepted.
        match self.unseen.get_mut(usize::from(coming.weapon)).filter(|unseen| **unseen > 0) {
            Some(unseen) => {
                *unseen -= 1;
                self.met.push(Met { first: *coming, now, role: None, mission: Mission::Open });
            }
            None => {
                let alike = |met: &&mut Met| met.trail().is_some_and(|trail| trail.weapon == coming.weapon);
                if let Some(met) = self.met.iter_mut().rfind(alike) {
                    met.come(setting, side, now, coming);
                }
            }
        }
    }

    fn seen(&mut self, piece: Piece) -> Option<&mut Met> {
        self.met.iter_mut().find(|met| matches!(met.now, Whereabouts::Seen(other) if other == piece))
    }

    fn reuse(&mut self, piece: Piece) {
        if let Some(met) = self.seen(piece) {
            met.now = Whereabouts::Settled;
        }
    }

    fn went(&mut self, piece: Piece, trail: Sighting) {
        match self.seen(piece) {
            Some(met) => met.now = Whereabouts::Lost(trail),
            None => {
                let now = Whereabouts::Lost(trail);
                self.met.push(Met { first: trail, now, role: None, mission: Mission::Open });
            }
        }
    }

    fn fulfilled(&mut self, piece: Piece) {
        if let Some(met) = self.seen(piece) {
            met.mission = Mission::Fulfilled;
        }
    }

    /// Removes one of them, chosen evenly, who has left the board.
    fn left(&mut self, rng: &mut impl Rng) {
        let lost = self.met.iter().filter(|met| met.trail().is_some()).count();
        let mut drawn = number_below(rng, (lost + self.unseen.iter().sum::<usize>()).max(1));
        if let Some(met) = self.met.iter_mut().filter(|met| met.trail().is_some()).nth(drawn) {
            met.now = Whereabouts::Settled;
            return;
        }
        drawn -= lost;
        for count in &mut self.unseen {
            if drawn < *count {
                *count -= 1;
                return;
            }
            drawn -= *count;
        }
    }

    /// Assigns list entries to the enemies who were seen, among those with their weapon, weighted by nearness to the
    /// first sighting. Earlier sightings are assigned first, because those men had the least time to come from
    /// elsewhere.
    fn cast(&mut self, setting: &Setting, side: Side, rng: &mut impl Rng) {
        for met in &mut self.met {
            let armed = |n: &usize| setting.roster.get(*n).is_some_and(|man| man.weapon == met.first.weapon);
            let nearness = |n: &usize| if armed(n) { nearness(setting, *n, &met.first) } else { 0 };
            let weights: Vec<usize> = self.roles.iter().map(nearness).collect();
            let role = drawn(&weights, weights.iter().sum(), rng).or_else(|| self.roles.iter().position(armed));
            met.role = role.map(|n| self.roles.remove(n));
            let first = (met.first.at, met.first.turn);
            for from in met.role.map(|role| starts(setting, role)).unwrap_or_default() {
                met.unseen(setting, side, Unseen::between((*from, 1), first));
            }
        }
    }

    /// Returns the list entry of a visible enemy.
    pub fn role_of(&self, handle: Piece) -> Option<usize> {
        self.in_sight(handle)?.role
    }

    pub fn mission_of(&self, handle: Piece) -> Mission {
        self.in_sight(handle).map(|met| met.mission).unwrap_or_default()
    }

    fn in_sight(&self, handle: Piece) -> Option<&Met> {
        self.met.iter().find(|met| matches!(met.now, Whereabouts::Seen(other) if other == handle))
    }

    /// Takes an enemy out of sight with this weapon for list entry `place`, which he gets if it is unassigned; `None` when
    /// there are no more.
    pub fn take(&mut self, setting: &Setting, weapon: u8, place: usize) -> Option<Stranger> {
        let alike = |met: &&mut Met| met.trail().is_some_and(|trail| trail.weapon == weapon);
        if let Some(met) = self.met.iter_mut().find(alike) {
            let stranger = Stranger { trail: met.trail(), role: met.role, mission: met.mission };
            met.now = Whereabouts::Settled;
            return Some(stranger);
        }
        let unseen = self.unseen.get_mut(usize::from(weapon)).filter(|unseen| **unseen > 0)?;
        *unseen -= 1;
        let armed = |n: &usize| setting.roster.get(*n).is_some_and(|man| man.weapon == weapon);
        let free = self.roles.iter().position(|n| *n == place).or_else(|| self.roles.iter().position(armed));
        let role = free.map(|n| self.roles.swap_remove(n));
        Some(Stranger { trail: None, role, mission: Mission::Open })
    }
}

/// Picks an index by weight; `None` for the share of `total` beyond the weights.
fn drawn(weights: &[usize], total: usize, rng: &mut impl Rng) -> Option<usize> {
    let mut drawn = number_below(rng, total.max(1));
    for (n, weight) in weights.iter().enumerate() {
        if drawn < *weight {
            return Some(n);
        }
        drawn -= weight;
    }
    None
}

/// Returns how easily entry `n` can have come to where a man was first seen: movement points to spare, 0 if it is too
/// far.
fn nearness(setting: &Setting, n: usize, first: &Sighting) -> usize {
    let points = STEPS * (usize::from(first.turn) + 1);
    let way = |from| setting.steps(from).and_then(|steps| steps.get(first.at.index()).copied());
    let steps = starts(setting, n).iter().filter_map(|from| way(*from)).min().unwrap_or(u8::MAX);
    (points + 1).saturating_sub(usize::from(steps))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use referee::ledger::ScenarioText;
    use suite::Game;

    use super::*;
    use crate::state::Sniper;

    /// Two machine gunners began in two streets: one seen early in a street is the one who began there.
    #[test]
    fn who_is_seen_leaves_the_other_his_start() {
        let text = include_str!("../../../../../scenarios/sniper/cordon.toml");
        // The built-in scenario has one machine gun.
        let text = text.replacen("id = \"Beck\"", "id = \"Beck\"\nweapon = \"machine_gun\"", 1);
        let game = Game::<Sniper>::new(&ScenarioText { name: "cordon.toml".to_owned(), text }, 1);
        let setting = game.referee.setting();
        let place = |name: &str| setting.names.iter().position(|known| **known == *name).expect("a man of this name");
        let man = |name: &str| setting.roster[place(name)];
        let rng = &mut StdRng::seed_from_u64(1);
        let (weapon, side) = (man("Beck").weapon, man("Beck").side);
        for (seen, other) in [("Beck", "Lang"), ("Lang", "Beck")] {
            for _ in 0..20 {
                let at = starts(setting, place(seen))[0];
                let coming = Sighting { weapon, wounded: false, incapacitated: false, at, turn: 1 };
                let trails = Trails { events: vec![Event::Came(Piece(0), coming)], ..Trails::default() };
                let mut hidden = Hidden::of(setting, side, &trails, rng);
                assert_eq!(hidden.role_of(Piece(0)), Some(place(seen)));
                let slot = place("Lang").max(place("Beck"));
                let stranger = hidden.take(setting, weapon, slot).expect("the other");
                assert!(stranger.trail.is_none());
                assert_eq!(stranger.role, Some(place(other)));
                assert!(hidden.take(setting, weapon, slot).is_none());
            }
        }
    }

    /// A handle that is reused for another man gets that man's list entry.
    #[test]
    fn who_has_a_dead_mans_number_is_not_he() {
        let text = include_str!("../../../../../scenarios/sniper/cordon.toml").to_owned();
        let game = Game::<Sniper>::new(&ScenarioText { name: "cordon.toml".to_owned(), text }, 1);
        let setting = game.referee.setting();
        let one = setting.roster.iter().position(|man| man.side == Side::A).expect("a man");
        let weapon = |n: usize| setting.roster[n].weapon;
        let other = |n: &usize| setting.roster[*n].side == Side::A && weapon(*n) != weapon(one);
        let other = (0..setting.roster.len()).find(other).expect("a man with another weapon");
        let came = |n: usize| {
            let sighting = Sighting {
                weapon: weapon(n),
                wounded: false,
                incapacitated: false,
                at: starts(setting, n)[0],
                turn: 1,
            };
            Event::Came(Piece(0), sighting)
        };
        let events = vec![came(one), Event::HandleReused(Piece(0)), came(other)];
        let trails = Trails { events, ..Trails::default() };
        let hidden = Hidden::of(setting, Side::A, &trails, &mut StdRng::seed_from_u64(1));
        let role = hidden.role_of(Piece(0)).expect("a place in the list");
        assert_eq!(weapon(role), weapon(other));
    }
}
