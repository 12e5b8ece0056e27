//! Secrets that a second position must share with the first: those disclosed in this turn, and their consequences.

use arrayvec::ArrayVec;
use board::LocationId;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rules::{BySide, Piece, Side};
use suite::Game;

use crate::mechanics::{line_of_fire, morale};
use crate::printed::words::{Phase, Posture};
use crate::setting::Setting;
use crate::setting::entering::{self, arriving};
use crate::setting::path::Path;
use crate::setting::sight::Eye;
use crate::state::Sniper;
use crate::state::man::{MEN, Man};
use crate::state::plot::{Act, Plot};
use crate::state::position::Position;
use crate::tests::secret::{LAST, Rolls, Secret, turn_of};
use crate::tests::{CLEAR, scenario, scramble};

/// Known secrets of a man.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// Movement point of the turn up to which his actions are known.
    pub until: Option<u8>,
    /// Whether his weapon, wound and stun are known.
    pub looks: bool,
    /// Whether it is known if he moves in the turn.
    pub bound: bool,
    /// Whether his action besides movement is known.
    pub act: bool,
    /// Whether it is known if he has been at the far edge.
    pub mission: bool,
}

impl Known {
    const ALL: Known = Known { until: Some(LAST), looks: true, bound: true, act: true, mission: true };

    fn course(&mut self, until: u8) {
        self.until = self.until.max(Some(until));
    }
}

/// Secrets that two positions share.
pub struct Kept {
    men: ArrayVec<Known, MEN>,
    rolls: BySide<Option<Rolls>>,
    /// Whether everything is known.
    all: bool,
    /// By side: places on the known ways of its men, where others could bar them.
    corridors: BySide<Vec<LocationId>>,
    /// Places on the lines of known shots, where an upright man would stop them (SNP-B30).
    lines: Vec<LocationId>,
    /// By side: middle levels its known men are bound for. An enemy bound for one would stop them (39.41).
    ladders: BySide<Vec<LocationId>>,
}

impl Kept {
    /// Collects the consequences of these secrets for a position. Those of another turn no longer matter.
    pub fn new(setting: &Setting, truth: &Position, secrets: &[Secret]) -> Kept {
        let mut men: ArrayVec<Known, MEN> = truth.men.iter().map(|_| Known::default()).collect();
        let mut rolls = BySide { a: None, b: None };
        let mut lines = Vec::new();
        let now = turn_of(truth);
        let all = secrets.iter().any(|secret| matches!(secret, Secret::Everything { turn } if *turn == now));
        for secret in secrets {
            match *secret {
                Secret::Course { man, turn, until } if turn == now => men[man.index()].course(until),
                Secret::Looks { man, turn } if turn == now => men[man.index()].looks = true,
                Secret::Bound { man, turn } if turn == now => men[man.index()].bound = true,
                Secret::Act { man, turn } if turn == now => men[man.index()].act = true,
                Secret::Mission { man, turn } if turn == now => men[man.index()].mission = true,
                Secret::Line { from, at, turn } if turn == now => {
                    let on = |there: &LocationId| {
                        let eye = Eye { at: *there, posture: Posture::Standing };
                        line_of_fire::is_stopped(setting, from, at, std::iter::once(eye))
                    };
                    lines.extend(setting.board.location_ids().filter(on));
                }
                Secret::Everything { turn } if turn == now => men.iter_mut().for_each(|known| *known = Known::ALL),
                Secret::Dice { side, turn, rolls: fell } if turn == now => rolls[side] = rolls[side].max(Some(fell)),
                _ => {}
            }
        }
        for (piece, man) in truth.all() {
            let known = &mut men[piece.index()];
            let throws = matches!(man.plot.act, Some(Act::Throw { .. }));
            match rolls[man.side] {
                // A man who throws before a known man would take his dice.
                Some(Rolls::Throws | Rolls::Bursts) if throws => {
                    *known = Known { mission: known.mission, ..Known::ALL }
                }
                Some(Rolls::Bursts) => (known.until, known.looks) = (Some(LAST), true),
                _ => {}
            }
        }
        let mut kept = Kept { men, rolls, corridors: BySide::default(), lines, ladders: BySide::default(), all };
        kept.keep_company(setting, truth);
        for (_, man, _) in truth.here().filter(|(piece, ..)| kept.men[piece.index()].until.is_some()) {
            kept.ladders[man.side].extend(man.plot.path.steps().iter().filter(|at| setting.is_middle(**at)));
        }
        kept
    }

    /// Returns whether the number of a side's secret dice is known. Where its men panic decides it (SNP-B3).
    pub fn has_dice(&self, setting: &Setting, side: Side) -> bool {
        self.rolls[side].is_some() && setting.panics[side]
    }

    /// Returns whether all secrets of the turn are known, because the game ends with it.
    pub const fn is_all(&self) -> bool {
        self.all
    }

    /// Returns the known secrets of a man.
    pub fn of(&self, man: Piece) -> Known {
        self.men[man.index()]
    }

    /// Returns whether a man at this place could bar one whose way is known, or stop a known shot.
    pub fn is_in_the_way(&self, side: Side, at: LocationId) -> bool {
        self.corridors[side].contains(&at) || self.lines.contains(&at)
    }

    /// Returns whether a man at this place could stop a known shot.
    pub fn is_on_a_line(&self, at: Option<LocationId>) -> bool {
        at.is_some_and(|at| self.lines.contains(&at))
    }

    /// Extends knowledge to men who share crowded places: where a place is too small for all of a side, one bars
    /// another, so ways through it become known together.
    fn keep_company(&mut self, setting: &Setting, truth: &Position) {
        loop {
            for side in Side::BOTH {
                let known = truth.here().filter(|(_, man, _)| man.side == side);
                let known = known.filter_map(|(piece, man, at)| Some((man, at, self.of(piece).until?)));
                let places = known.flat_map(|(man, at, until)| {
                    let path = deeds(setting, man, &man.plot, until).path;
                    // In a panic he may run anywhere near (SNP-B3).
                    let ways = 1..=(if setting.panics[side] { 6 } else { 0 });
                    let runs = ways.flat_map(move |way| morale::run(setting, man, at, way, LAST).steps().to_vec());
                    [at].into_iter().chain(path.steps().to_vec()).chain(runs)
                });
                self.corridors[side] = places.collect();
            }
            let mut again = false;
            for (piece, man, at) in truth.here() {
                let goes =
                    |man: &Man, here: LocationId, at: LocationId| here == at || man.plot.path.steps().contains(&at);
                let crowded = |at: &LocationId| {
                    let all = truth.here().filter(|(_, other, here)| other.side == man.side && goes(other, *here, *at));
                    self.corridors[man.side].contains(at) && all.count() > entering::room(setting, *at)
                };
                let meets = [at].iter().chain(man.plot.path.steps()).any(crowded);
                if meets && self.of(piece).until != Some(LAST) {
                    let known = &mut self.men[piece.index()];
                    (known.until, known.looks) = (Some(LAST), true);
                    again = true;
                }
            }
            if !again {
                return;
            }
        }
    }

    /// Returns whether a man, now at `at`, may have this plot in the second position instead of the one he has in the
    /// first.
    pub fn allows(&self, setting: &Setting, piece: Piece, was: &Man, at: Option<LocationId>, plot: &Plot) -> bool {
        let known = self.of(piece);
        let rolls = self.rolls[was.side];
        // On his known way he bars only men whose ways are known together with his.
        let own = known.until.map_or(0, |until| deeds(setting, was, &was.plot, until).path.len());
        let beyond = plot.path.steps().get(own..).unwrap_or_default();
        let throws = |plot: &Plot| plot.act.filter(|act| matches!(act, Act::Throw { .. }));
        let same_course = |until| deeds(setting, was, &was.plot, until) == deeds(setting, was, plot, until);
        known.until.is_none_or(same_course)
            && (!known.bound || was.plot.path.is_empty() == plot.path.is_empty())
            && (!known.act || was.plot.act == plot.act)
            && (rolls < Some(Rolls::Throws) || throws(&was.plot) == throws(plot))
            && self.ladders[was.side.other()]
                .iter()
                .all(|at| was.plot.path.steps().contains(at) == plot.path.steps().contains(at))
            && (plot.posture.is_none() || was.plot.posture == plot.posture || !self.is_on_a_line(at))
            && (was.plot.path == plot.path
                || !beyond.iter().any(|to| at != Some(*to) && self.is_in_the_way(was.side, *to)))
    }
}

/// Returns the part of a plot carried out up to a movement point of the turn, if nothing prevents it.
pub fn deeds(setting: &Setting, man: &Man, plot: &Plot, until: u8) -> Plot {
    let (mut posture, mut clock) = (man.posture, 0);
    let mut done = Plot::default();
    if let Some(to) = plot.posture {
        clock = entering::posture_cost(setting, posture, to);
        if clock > until {
            return done;
        }
        (posture, done.posture) = (to, Some(to));
    }
    if plot.prepare.is_some() {
        clock += setting.tables.movement.prepare;
        if clock > until {
            return done;
        }
        done.prepare = plot.prepare;
    }
    let Some(mut from) = man.at else { return done };
    let mut path = Path::default();
    for &to in plot.path.steps() {
        let cost = entering::cost(setting, from, to, posture == Posture::Prone);
        clock += cost.map_or(LAST, |cost| cost.max(1));
        if clock > until || path.push(to).is_none() {
            break;
        }
        (from, posture) = (to, arriving(setting, posture, to));
    }
    done.path = path;
    done
}

/// Of a man seen on his way, only the way up to there is shared: neither his later steps nor the places and plots of
/// others. A turn later nothing is.
#[test]
fn what_was_seen_of_a_man_is_kept_and_no_more() {
    let (mut seen, mut further, mut others, mut forgotten) = (0, 0, 0, 0);
    for seed in 0..56 {
        let mut game = Game::<Sniper>::new(&scenario("clear.toml", CLEAR), seed);
        game.play(12 + 2 * (seed % 12) as usize);
        let (setting, truth) = (game.referee.setting(), game.referee.true_position());
        if truth.phase != Phase::Plot {
            continue;
        }
        let rng = &mut StdRng::seed_from_u64(seed);
        for (man, was, _) in truth.here().filter(|(_, man, _)| !man.seen && man.plot.path.len() > 1) {
            let seat = was.side.other().seat();
            let first = Plot { path: was.plot.path.first(1), ..was.plot };
            let until = (0..=LAST).find(|until| deeds(setting, was, &was.plot, *until).path == first.path);
            let course = |turn| [Secret::Course { man, turn, until: until.expect("he goes one step") }];
            let two = |kept: &[Secret], rng: &mut StdRng| scramble::scramble(setting, truth, seat, kept, rng);
            for other in (0..20).filter_map(|_| two(&course(truth.turn), rng)) {
                let now = &other.men[man.index()];
                seen += 1;
                assert_eq!((now.at, now.posture), (was.at, was.posture));
                assert_eq!(now.plot.path.first(1), first.path);
                further += usize::from(now.plot.path != was.plot.path);
                let elsewhere = |(other, one): (&Man, &Man)| other.at != one.at;
                others += usize::from(other.men.iter().zip(&truth.men).any(elsewhere));
            }
            for other in (0..20).filter_map(|_| two(&course(truth.turn - 1), rng)) {
                forgotten += usize::from(other.men[man.index()].at != was.at);
            }
        }
    }
    assert!(
        seen > 100 && further > seen / 3 && others > seen / 3 && forgotten > seen / 3,
        "{seen}, {further}, {others}, {forgotten}"
    );
}
