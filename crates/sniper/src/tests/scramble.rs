//! A second position that a seat may not be able to tell from the given one, written from the rules.
//!
//! Only one moment counts, not what the seat saw before. A man it saw wounded may be unhurt in the second position once
//! he is out of sight, or farther away than he can have moved. A seat's events must not distinguish even such
//! positions.

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use rules::prelude::*;
use rules::{Piece, Seat, Side};

use crate::mechanics::planned::Planned;
use crate::orders::Order;
use crate::printed::words::{Grenade, Hand, Phase, Posture};
use crate::setting::entering::arriving;
use crate::setting::goal::Goal;
use crate::setting::spot::Level;
use crate::setting::{Setting, sight};
use crate::state::Sniper;
use crate::state::man::Man;
use crate::state::plot::{Act, Plot};
use crate::state::position::Position;
use crate::tests::kept::{self, Kept};
use crate::tests::plotting;
use crate::tests::secret::Secret;

/// Number of tries for a position that fits the shared secrets.
const TRIES: usize = 4;
/// Number of tries for a place.
const PLACES: usize = 12;

/// Changes what a seat can't know: the other side's plots, its men's equipment, and everything about men out of sight.
pub fn scramble(
    setting: &Setting,
    truth: &Position,
    seat: Seat,
    kept: &[Secret],
    rng: &mut StdRng,
) -> Option<Position> {
    let kept = Kept::new(setting, truth, kept);
    (0..TRIES).find_map(|_| {
        let mut other = truth.clone();
        // A side that is ready can then be asked for the plots it could have.
        other.ready = rules::BySide::default();
        let mut scramble = Scramble { setting, truth, kept: &kept, seat, other, rng: &mut *rng };
        let found = if truth.phase == Phase::SetUp { scramble.set_up() } else { scramble.plotted() };
        found?;
        scramble.other.ready = truth.ready;
        Some(scramble.other)
    })
}

struct Scramble<'a> {
    setting: &'a Setting,
    truth: &'a Position,
    kept: &'a Kept,
    seat: Seat,
    other: Position,
    rng: &'a mut StdRng,
}

impl Scramble<'_> {
    /// Returns men and dummies in the game of whom the seat is shown no more than it sees.
    fn hidden(&self) -> Vec<Piece> {
        let hidden = self.truth.here().filter(|(_, man, _)| self.seat != Seat::Side(man.side));
        hidden.map(|(piece, ..)| piece).collect()
    }

    fn man(&self, piece: Piece) -> Man {
        self.other.men[piece.index()]
    }

    /// Returns whether nothing is known about a man's place.
    fn is_free(&self, piece: Piece) -> bool {
        !self.man(piece).seen && self.setting.options.hidden && self.kept.of(piece).until.is_none()
    }

    /// Returns whether nothing is known about a man's looks.
    fn is_veiled(&self, piece: Piece) -> bool {
        self.is_free(piece) && !self.kept.of(piece).looks && !self.man(piece).dummy
    }

    /// Before the first turn: moves men within their areas. Weapons and wounds are in the scenario.
    fn set_up(&mut self) -> Option<()> {
        for piece in self.hidden() {
            self.other_load(piece);
            let Some(area) = self.setting.area(piece).filter(|_| self.is_free(piece)) else { continue };
            let at = area[self.rng.random_range(0..area.len())];
            let eyes = Sniper::eyes(self.setting, &self.other, self.man(piece).side.seat());
            if self.rng.random_bool(0.5) && Sniper::check(eyes, &Order::Place { man: piece, at }).is_ok() {
                self.put(piece, at);
            }
        }
        Some(())
    }

    fn plotted(&mut self) -> Option<()> {
        let hidden = self.hidden();
        let exchanged = self.exchange_dummies(&hidden);
        for side in Side::BOTH.into_iter().filter(|side| self.seat != side.seat() && !self.kept.is_all()) {
            if let Some(level) = self.setting.preservation[side] {
                self.other.chits[side] = self.rng.random_range(0..level);
            }
        }
        for &piece in &hidden {
            if self.is_free(piece) && !exchanged.contains(&piece) {
                self.elsewhere(piece);
                self.other_posture(piece);
            }
            self.other_mission(piece);
            self.other_looks(piece);
            self.other_load(piece);
        }
        hidden.into_iter().try_for_each(|piece| self.other_plot(piece))
    }

    fn put(&mut self, piece: Piece, at: LocationId) {
        let posture = arriving(self.setting, self.man(piece).posture, at);
        self.other.men.change(piece, |man| (man.at, man.posture) = (Some(at), posture));
    }

    /// Exchanges men and dummies. Returns those exchanged.
    fn exchange_dummies(&mut self, hidden: &[Piece]) -> Vec<Piece> {
        let mut exchanged = Vec::new();
        let of = |scramble: &Self, dummy: bool| {
            let free = |piece: &Piece| {
                let man = scramble.man(*piece);
                let dice = scramble.kept.has_dice(scramble.setting, man.side);
                man.dummy == dummy && !man.on_route && !man.incapacitated && !dice && scramble.is_free(*piece)
            };
            hidden.iter().copied().filter(free).collect::<Vec<Piece>>()
        };
        for dummy in of(self, true) {
            let own: Vec<Piece> =
                of(self, false).into_iter().filter(|piece| self.man(*piece).side == self.man(dummy).side).collect();
            if own.is_empty() || self.rng.random_bool(0.5) {
                continue;
            }
            let man = own[self.rng.random_range(0..own.len())];
            let (one, two) = (self.man(dummy), self.man(man));
            let there = Man { at: one.at, posture: one.posture, ..two };
            let on_a_line = [one.at, two.at].iter().any(|at| self.kept.is_on_a_line(*at));
            if !on_a_line && !could_be_seen(self.setting, &self.other, &there) {
                self.other.men.change(dummy, |man| (man.at, man.posture) = (two.at, two.posture));
                self.other.men.change(man, |man| (man.at, man.posture) = (one.at, one.posture));
                exchanged.extend([dummy, man]);
            }
        }
        exchanged
    }

    /// Moves a man elsewhere; on a route, to another place of it.
    fn elsewhere(&mut self, piece: Piece) {
        if self.rng.random_bool(0.4) {
            return;
        }
        let route = self.setting.routes.get(piece.index()).filter(|_| self.man(piece).on_route);
        for _ in 0..PLACES {
            let man = self.man(piece);
            let (at, done) = match route {
                Some(route) => {
                    let done = self.rng.random_range(0..=route.len());
                    (done.checked_sub(1).map_or(self.setting.roster[piece.index()].at, |step| Some(route[step])), done)
                }
                None => {
                    let at = self.rng.random_range(0..self.setting.spots.len());
                    (Some(LocationId(at as u16)), usize::from(man.route_done))
                }
            };
            let Some(at) = at else { return };
            let there = Man { at: Some(at), posture: arriving(self.setting, man.posture, at), ..man };
            let others: Vec<Side> = self
                .other
                .here()
                .filter(|(other, _, here)| *other != piece && *here == at)
                .map(|(_, other, _)| other.side)
                .collect();
            // Where the number of dice is known, he panics on the same roll as before.
            let was = self.truth.men[piece.index()].at;
            let named = |at, die| crate::mechanics::morale::is_named(self.setting, at, die);
            let alike = was.is_some_and(|was| (1..=6).all(|die| named(was, die) == named(at, die)));
            if self.kept.has_dice(self.setting, man.side) && !man.dummy && !alike {
                continue;
            }
            if man.incapacitated && self.setting.is_middle(at) {
                continue;
            }
            let is_room = others.is_empty() || (others == [man.side] && !self.setting.is_middle(at));
            if is_room && !self.kept.is_in_the_way(man.side, at) && !could_be_seen(self.setting, &self.other, &there) {
                self.put(piece, at);
                self.other.men.change(piece, |man| man.route_done = done as u16);
                return;
            }
        }
    }

    fn other_posture(&mut self, piece: Piece) {
        let man = self.man(piece);
        let at =
            man.at.map(|at| (self.setting.is_middle(at), self.setting.spot(at).is_some_and(|spot| spot.apertures)));
        let posture = match man.posture {
            Posture::Standing if at == Some((false, true)) && self.rng.random_bool(0.5) => Posture::Leaning,
            Posture::Leaning if at.is_none_or(|(middle, _)| !middle) => Posture::Standing,
            Posture::Standing => Posture::Prone,
            Posture::Prone => Posture::Standing,
            Posture::Ducked => Posture::Leaning,
            Posture::Leaning => Posture::Ducked,
        };
        let shown = could_be_seen(self.setting, &self.other, &Man { posture, ..man });
        if self.rng.random_bool(0.3) && !shown && !man.incapacitated && !self.kept.is_on_a_line(man.at) {
            self.other.men.change(piece, |man| man.posture = posture);
        }
    }

    /// Changes whether a man of a patrol has been at the far edge.
    fn other_mission(&mut self, piece: Piece) {
        let man = self.man(piece);
        let runs = matches!(&self.setting.goal, Goal::GetOut { side, far: Some(_), .. } if *side == man.side);
        if runs && self.is_veiled(piece) && !self.kept.of(piece).mission && self.rng.random_bool(0.3) {
            self.other.men.change(piece, |man| man.mission = !man.mission);
        }
    }

    /// Changes his weapon to another of his side's, his wound or his stun.
    fn other_looks(&mut self, piece: Piece) {
        if !self.is_veiled(piece) || self.kept.has_dice(self.setting, self.man(piece).side) {
            return;
        }
        self.other_health(piece);
        let man = self.man(piece);
        let mates: Vec<u8> = {
            let of_his_side = self.setting.roster.iter().filter(|other| other.side == man.side && !other.dummy);
            of_his_side.map(|other| other.weapon).collect()
        };
        let weapon = mates[self.rng.random_range(0..mates.len())];
        let wounded = man.wounded ^ self.rng.random_bool(0.3);
        let wounded = wounded || man.incapacitated;
        // A stunned man may have another plot.
        let may_be_stunned = !man.incapacitated && self.fits(piece, &Plot::default());
        let stunned = if may_be_stunned && self.rng.random_bool(0.2) { 1 - man.stunned.min(1) } else { man.stunned };
        self.other.men.change(piece, |man| (man.weapon, man.wounded, man.stunned) = (weapon, wounded, stunned));
    }

    /// Changes whether he is incapacitated, unless his side would then be without men.
    fn other_health(&mut self, piece: Piece) {
        let man = self.man(piece);
        let on_ladder = man.at.is_some_and(|at| self.setting.is_middle(at));
        let may_lie = !man.on_route && !on_ladder && self.other.men.able(man.side).len() > 1;
        if !self.rng.random_bool(0.15) || !self.fits(piece, &Plot::default()) {
            return;
        }
        let lying = Man { posture: Posture::Prone, ..man };
        if man.incapacitated {
            self.other.men.change(piece, |man| man.incapacitated = false);
        } else if may_lie && !could_be_seen(self.setting, &self.other, &lying) {
            self.other.men.change(piece, |man| {
                (man.incapacitated, man.wounded, man.stunned, man.mission) = (true, true, 0, false);
                (man.posture, man.plot) = (Posture::Prone, Plot::default());
            });
        }
    }

    /// Changes his shots and grenades, but leaves enough for his next actions, which may be known.
    fn other_load(&mut self, piece: Piece) {
        let man = self.man(piece);
        if man.dummy {
            return;
        }
        let magazine = self.setting.tables.weapon(man.weapon).map_or(0, |weapon| weapon.magazine);
        let shots = match man.plot.act {
            Some(Act::Fire { .. } | Act::Watch { .. } | Act::WatchSide { .. }) => 1.min(man.shots)..=magazine,
            Some(Act::Reload) => 0..=magazine.saturating_sub(1),
            _ => 0..=magazine,
        };
        let shots = if self.truth.phase == Phase::SetUp { man.shots } else { self.rng.random_range(shots) };
        let throws = |kind| {
            let thrown = matches!(man.plot.act, Some(Act::Throw { grenade, .. }) if grenade == kind);
            u8::from(thrown || man.plot.prepare == Some(kind))
        };
        let [frag, smoke] = Grenade::ALL.map(|grenade| self.rng.random_range(throws(grenade)..3));
        self.other.men.change(piece, |man| (man.shots, man.frag, man.smoke) = (shots, frag, smoke));
        self.other_hand(piece);
    }

    /// Changes what he has in hand, as far as his next actions, which may be known, don't tell.
    fn other_hand(&mut self, piece: Piece) {
        let man = self.man(piece);
        let carries = [(Hand::Frag, man.frag), (Hand::Smoke, man.smoke)].into_iter().filter(|(_, left)| *left > 0);
        let mut hands: Vec<Hand> = carries.map(|(hand, _)| hand).chain([Hand::Weapon, Hand::Empty]).collect();
        let needs_weapon =
            matches!(man.plot.act, Some(Act::Fire { .. } | Act::Watch { .. } | Act::WatchSide { .. } | Act::Reload));
        let throws = matches!(man.plot.act, Some(Act::Throw { .. }));
        let prepares = man.plot.prepare.map(Hand::from);
        let fits = |hand: &Hand| match prepares {
            Some(prepared) => *hand != prepared,
            None if needs_weapon => *hand == Hand::Weapon,
            None if throws => *hand == man.hand,
            None => man.plot.act != Some(Act::Rearm) || *hand != Hand::Weapon,
        };
        hands.retain(fits);
        if self.truth.phase != Phase::SetUp && !hands.is_empty() {
            let hand = hands[self.rng.random_range(0..hands.len())];
            self.other.men.change(piece, |man| man.hand = hand);
        }
    }

    /// Changes his plot as far as it is unknown; `None` if no fitting plot is found.
    fn other_plot(&mut self, piece: Piece) -> Option<()> {
        let (man, was) = (self.man(piece), self.truth.men[piece.index()]);
        let stays = man.at == was.at
            && man.posture == was.posture
            && man.stunned == was.stunned
            && man.incapacitated == was.incapacitated;
        if man.incapacitated {
            self.other.men.change(piece, |man| man.plot = Plot::default());
            return self.fits(piece, &Plot::default()).then_some(());
        }
        if stays && self.rng.random_bool(0.2) && self.can_afford(piece) {
            return Some(());
        }
        let known = self.kept.of(piece).until.map(|until| kept::deeds(self.setting, &was, &was.plot, until));
        for _ in 0..8 {
            let plot = plotting::any_plot(self.setting, &mut self.other, piece, known.unwrap_or_default(), self.rng);
            if self.fits(piece, &plot) {
                self.other.men.change(piece, |man| man.plot = plot);
                return Some(());
            }
        }
        self.other.men.change(piece, |man| man.plot = if stays { was.plot } else { Plot::default() });
        if !self.can_afford(piece) {
            self.other.men.change(piece, |man| man.wounded = was.wounded);
        }
        self.fits(piece, &self.man(piece).plot).then_some(())
    }

    /// Returns whether a plot of a man fits what is known.
    fn fits(&self, piece: Piece, plot: &Plot) -> bool {
        self.kept.allows(self.setting, piece, &self.truth.men[piece.index()], self.man(piece).at, plot)
    }

    /// Returns whether a man has enough movement points for his plot: a wounded one has fewer.
    fn can_afford(&self, piece: Piece) -> bool {
        let man = self.man(piece);
        let planned = man.at.map(|at| Planned::of(self.setting, piece, &man, at));
        planned.is_none_or(|planned| planned.spent(self.setting) <= planned.points)
    }
}

/// Returns whether an enemy could see the man, or he could see an enemy dummy. Smoke is ignored, so `false` is certain.
fn could_be_seen(setting: &Setting, position: &Position, man: &Man) -> bool {
    let others = position.men.iter().filter(|other| other.side != man.side && !(other.dummy && man.dummy));
    others.into_iter().any(|other| could_see(setting, man, other))
}

fn could_see(setting: &Setting, one: &Man, other: &Man) -> bool {
    let (Some(here), Some(there)) = (one.at, other.at) else { return false };
    let (Some(spot), Some(place)) = (setting.spot(here), setting.spot(there)) else { return true };
    // 39.52A; men at the stairs of a building or in one room are counted as seen.
    if spot.hex == place.hex {
        return spot.manhole || spot.level == place.level || spot.stairs;
    }
    // 39.52D: on the ladder only a man leaning out sees, and is seen, as on the ground.
    let above = |man: &Man, at: LocationId| match setting.spot(at).map(|spot| (spot.level, spot.hex)) {
        Some((Level::Surface(_), _)) => Some(at),
        Some((Level::Middle, hex)) if man.posture == Posture::Leaning => Some(setting.board.ground(hex)),
        _ => None,
    };
    if let (Some(here), Some(there)) = (above(one, here), above(other, there)) {
        return sight::above(setting, here, there);
    }
    // 39.51A
    let below = |at| setting.is_sewer(at);
    let mut lines = spot.lines.iter();
    below(here) && below(there) && lines.any(|(line, _)| place.lines.iter().any(|(other, _)| line == other))
}
