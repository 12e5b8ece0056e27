//! Locations of known units that went under a "?", followed as the "?" moves.
//!
//! When a whole "?" moves, all units known to be under it move along. The rest is drawn with these weights:
//!
//! - If only some of a stack move: each of them with probability 1/2.
//! - The origin of a "?", if it was neither reported nor seen: each "?" one step away is equally likely.
//! - The unit followed elsewhere that has come into sight, if all remaining ones of its kind are followed: each is
//!   equally likely.

use std::collections::BTreeMap;

use board::LocationId;
use rand::Rng;
use rules::{Observation, Piece, Side, number_below};

use crate::printed::kind::Kind;
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::report::Report;
use crate::state::report::below::BelowReport;
use crate::view::counters::Unseen;
use crate::view::fact::Fact;

/// One in this many units goes along with a part of its stack.
const GOES_ALONG: usize = 2;

/// A counter that was seen to go under a "?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The counter, as last known.
    pub(crate) counter: Unseen,
    pub(crate) at: LocationId,
    moves: bool,
}

#[cfg(test)]
impl Followed {
    /// Returns a counter followed to a "?" that does not move.
    pub(super) fn to(counter: Unseen, at: LocationId) -> Followed {
        Followed { counter, at, moves: false }
    }
}

/// Returns the followed counters of a side with the present Locations of their "?".
pub fn follow(setting: &Setting, side: Side, observations: &[Observation<Asl>], rng: &mut impl Rng) -> Vec<Followed> {
    let (followed, unknown, unseen) = (Vec::new(), Vec::new(), Vec::new());
    let mut trails = Trails { setting, side, followed, unknown, unseen, moving: None, sent: None };
    for observation in observations {
        match observation {
            Observation::ViewChanged { gone, new } => trails.saw(gone, new, rng),
            Observation::Report(report) => trails.told(report, rng),
            Observation::Ordered(_)
            | Observation::Rolled(_)
            | Observation::HandleReused(_)
            | Observation::Undone { .. } => {}
        }
    }
    trails.arrive(None, rng);
    let Trails { mut followed, unknown, .. } = trails;
    followed.retain(|one| unknown.contains(&one.at));
    followed
}

struct Trails<'a> {
    setting: &'a Setting,
    side: Side,
    followed: Vec<Followed>,
    /// Locations with a "?" of the side.
    unknown: Vec<LocationId>,
    /// The counters out of sight.
    unseen: Vec<Unseen>,
    /// The moving "?": its Location, and whether the units that move were drawn.
    moving: Option<(LocationId, bool)>,
    /// A "?" that is moved: origin, if reported, and destination.
    sent: Option<(Option<LocationId>, LocationId)>,
}

impl Trails<'_> {
    fn told(&mut self, report: &Report, rng: &mut impl Rng) {
        self.arrive(None, rng);
        let (of, from, to) = match report {
            Report::UnknownGoes { side, from, .. } => {
                if *side == self.side {
                    self.moving = Some((*from, false));
                }
                return;
            }
            Report::UnknownAdvances { side, to }
            | Report::Below(BelowReport::UsesTunnel { side, to } | BelowReport::LeavesTunnel { side, to }) => {
                (*side, None, *to)
            }
            Report::Below(
                BelowReport::Moves { side, from, to, .. }
                | BelowReport::Emerges { side, from, to }
                | BelowReport::Closes { side, from, to },
            ) => (*side, Some(*from), *to),
            _ => return,
        };
        if of == self.side {
            self.sent = Some((from, to));
        }
    }

    fn saw(&mut self, gone: &[Fact], new: &[Fact], rng: &mut impl Rng) {
        // Most observations are about something else.
        let (mut places, mut counters, mut moves) = (false, false, false);
        for fact in gone.iter().chain(new) {
            places |= matches!(fact, Fact::Unknown { side, .. } if *side == self.side);
            counters |= matches!(fact, Fact::Unseen { side, .. } if *side == self.side);
            moves |= matches!(fact, Fact::Moving { .. });
        }
        let mut emptied = None;
        if places {
            let unknown = |fact: &Fact| match fact {
                Fact::Unknown { side, at, .. } if *side == self.side => Some(*at),
                _ => None,
            };
            let left: Vec<LocationId> = gone.iter().filter_map(unknown).collect();
            let come: Vec<LocationId> = new.iter().filter_map(unknown).collect();
            self.unknown.retain(|at| !left.contains(at));
            self.unknown.extend(&come);
            emptied = left.into_iter().find(|at| !come.contains(at));
            places = emptied.is_some() || !come.is_empty();
        }
        if counters {
            let (less, more) = changed(self.side, gone, new);
            self.hide(more, gone, new);
            self.show(less, gone, new, rng);
            self.recount(gone, new);
        }
        if places {
            self.arrive(emptied, rng);
        }
        if moves {
            self.step(gone, new, rng);
        }
    }

    /// Follows units that went out of sight: they are under a "?" in the Location where they were.
    fn hide(&mut self, mut more: Vec<Unseen>, gone: &[Fact], new: &[Fact]) {
        for (kind, at) in strangers(self.side, gone, new) {
            if let Some(n) = more.iter().position(|counter| counter.kind == kind) {
                self.followed.push(Followed { counter: more.swap_remove(n), at, moves: false });
            }
        }
    }

    /// Stops following units that came into sight: one followed there, otherwise one not followed. If all remaining
    /// ones of its kind are followed, one of them was followed to a wrong Location.
    fn show(&mut self, mut less: Vec<Unseen>, gone: &[Fact], new: &[Fact], rng: &mut impl Rng) {
        for (kind, at) in strangers(self.side, new, gone) {
            let Some(n) = less.iter().position(|counter| counter.kind == kind) else { continue };
            let counter = less.swap_remove(n);
            let fits = |one: &Followed| one.counter == counter;
            let there = self.followed.iter().position(|one| fits(one) && one.at == at);
            let followed = self.followed.iter().filter(|one| fits(one)).count();
            let all = self.unseen.iter().filter(|other| **other == counter).count();
            let drawn = || {
                let likely = self.followed.iter().enumerate().filter(|(_, one)| fits(one)).map(|(n, _)| n);
                (followed >= all).then(|| likely.collect::<Vec<_>>())
            };
            let other = |likely: Vec<usize>| likely.get(number_below(rng, likely.len().max(1))).copied();
            if let Some(n) = there.or_else(|| drawn().and_then(other)) {
                self.followed.remove(n);
            }
            self.unseen.iter().position(|other| *other == counter).map(|n| self.unseen.swap_remove(n));
        }
    }

    /// Updates the counters out of sight, including those that left the game.
    fn recount(&mut self, gone: &[Fact], new: &[Fact]) {
        match unseen(self.side, new) {
            Some(now) => self.unseen = now.to_vec(),
            None if unseen(self.side, gone).is_some() => self.unseen.clear(),
            None => {}
        }
    }

    /// Moves a "?" that was sent to its destination. `emptied` is a Location that a "?" has just left.
    fn arrive(&mut self, emptied: Option<LocationId>, rng: &mut impl Rng) {
        let Some((from, to)) = self.sent.take() else { return };
        if !self.unknown.contains(&to) {
            return;
        }
        let near = |at: &LocationId| self.setting.spot(*at).is_some_and(|spot| spot.way(to).is_some());
        let from = from.or(emptied).or_else(|| {
            let near: Vec<LocationId> = self.unknown.iter().copied().filter(near).collect();
            near.get(number_below(rng, near.len().max(1))).copied()
        });
        if let Some(from) = from {
            self.set_out(from, rng);
            self.take_along(to);
            self.followed.iter_mut().for_each(|one| one.moves = false);
        }
    }

    /// Follows a step of the moving "?", or its stop.
    fn step(&mut self, gone: &[Fact], new: &[Fact], rng: &mut impl Rng) {
        let Some((from, drawn)) = self.moving else { return };
        let moving = |facts: &[Fact]| {
            facts.iter().find_map(|fact| match fact {
                Fact::Moving { at, .. } => Some(*at),
                _ => None,
            })
        };
        match (moving(gone), moving(new)) {
            (_, Some(to)) if to != from => {
                if !drawn {
                    self.set_out(from, rng);
                }
                self.take_along(to);
                self.moving = Some((to, true));
            }
            (Some(_), None) => {
                self.followed.iter_mut().for_each(|one| one.moves = false);
                self.moving = None;
            }
            _ => {}
        }
    }

    /// Draws the followed units that leave a Location: all, if no "?" is left there.
    fn set_out(&mut self, from: LocationId, rng: &mut impl Rng) {
        let whole = !self.unknown.contains(&from);
        for one in self.followed.iter_mut().filter(|one| one.at == from) {
            one.moves = whole || number_below(rng, GOES_ALONG) == 0;
        }
    }

    fn take_along(&mut self, to: LocationId) {
        for one in self.followed.iter_mut().filter(|one| one.moves) {
            one.at = to;
        }
    }
}

/// Returns for each Location whether a side has been there since the first turn began.
///
/// No enemy is hidden there: it would have come into sight, and hidden units stay where they were placed (ASL-A27). For
/// units that advanced, this holds only after the Player Turn: hidden enemies come into sight in its Close Combat
/// Phase.
pub fn trodden(setting: &Setting, side: Side, observations: &[Observation<Asl>]) -> Vec<bool> {
    let mut trodden = vec![false; setting.spots.len()];
    let mut mark = |at: LocationId| {
        for part in [Some(at), setting.other_part(at)].into_iter().flatten() {
            trodden.get_mut(part.index()).into_iter().for_each(|trodden| *trodden = true);
        }
    };
    let mut placed: BTreeMap<Piece, LocationId> = BTreeMap::new();
    let (mut begun, mut advances, mut advanced) = (false, false, Vec::new());
    for observation in observations {
        match observation {
            Observation::Report(Report::PlayerTurn { .. }) => {
                (begun, advances) = (true, false);
                std::mem::take(&mut placed).into_values().chain(advanced.drain(..)).for_each(&mut mark);
            }
            Observation::Report(Report::PhaseBegins(Phase::Advance)) => advances = true,
            Observation::ViewChanged { new, .. } => {
                for fact in new {
                    let Fact::Unit { piece, side: of, kind, at, .. } = fact else { continue };
                    if *of != side || kind.is_weapon() {
                        continue;
                    }
                    match at {
                        Some(at) if advances => advanced.push(*at),
                        Some(at) if begun => mark(*at),
                        Some(at) => drop(placed.insert(*piece, *at)),
                        None => drop(placed.remove(piece)),
                    }
                }
            }
            _ => {}
        }
    }
    trodden
}

/// Returns the counters of a side out of sight, if these facts list them.
fn unseen(of: Side, facts: &[Fact]) -> Option<&[Unseen]> {
    facts.iter().find_map(|fact| match fact {
        Fact::Unseen { side, counters } if *side == of => Some(counters.as_slice()),
        _ => None,
    })
}

/// Returns the counters of a side that are no longer out of sight, and those that are new.
pub fn changed(of: Side, gone: &[Fact], new: &[Fact]) -> (Vec<Unseen>, Vec<Unseen>) {
    let [mut before, mut now] = [gone, new].map(|facts| unseen(of, facts).unwrap_or_default().to_vec());
    before.retain(|counter| match now.iter().position(|other| other == counter) {
        Some(n) => {
            now.swap_remove(n);
            false
        }
        None => true,
    });
    (before, now)
}

/// Returns units of a side in `facts` that the other facts don't contain, and their Locations.
pub fn strangers<'a>(of: Side, facts: &'a [Fact], others: &'a [Fact]) -> impl Iterator<Item = (Kind, LocationId)> + 'a {
    let speaks = |wanted: Piece| others.iter().any(|fact| matches!(fact, Fact::Unit { piece, .. } if *piece == wanted));
    facts.iter().filter_map(move |fact| match fact {
        Fact::Unit { piece, side, kind, at: Some(at), .. } if *side == of && !speaks(*piece) => Some((*kind, *at)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use referee::ledger::ScenarioText;
    use rules::PieceSet;
    use suite::Game;

    use super::*;
    use crate::printed::flags::Flags;
    use crate::printed::words::Cover;
    use crate::printed::words::Pace;

    const OURS: Side = Side::A;

    fn unit(n: u16, at: LocationId) -> Fact {
        let kind = Kind::named("4-6-7").expect("a squad");
        let (cover, flags) = (Cover::Open, Flags::NONE);
        let (holder, known_as, area, tunnel, name) = (None, None, None, None, None);
        let (piece, side, at) = (Piece(n), OURS, Some(at));
        Fact::Unit { piece, side, kind, at, cover, flags, holder, granted: false, known_as, area, tunnel, name }
    }

    fn unknown(at: LocationId) -> Fact {
        Fact::Unknown { side: OURS, at, sewer: false, lost: false }
    }

    fn unseen(squads: usize) -> Fact {
        let counter = Unseen { kind: Kind::named("4-6-7").expect("a squad"), granted: false, hidden: false };
        Fact::Unseen { side: OURS, counters: vec![counter; squads] }
    }

    fn moving(at: LocationId) -> Fact {
        let (units, pace) = (PieceSet::EMPTY, Pace::Normal);
        Fact::Moving {
            units,
            at,
            pace,
            mf_left: None,
            spent: 0,
            stepped: false,
            on_road: false,
            began: None,
            fled: PieceSet::EMPTY,
            residual: 0,
            careful: false,
        }
    }

    fn saw<const N: usize, const M: usize>(gone: [Fact; N], new: [Fact; M]) -> Observation<Asl> {
        Observation::ViewChanged { gone: gone.to_vec(), new: new.to_vec() }
    }

    #[test]
    fn a_counter_takes_along_who_is_under_it() {
        let text = include_str!("../../tests/gallery.toml").to_owned();
        let game = Game::<Asl>::new(&ScenarioText { name: "gallery.toml".to_owned(), text }, 1);
        let setting = game.referee.setting();
        let at = |label: &str| setting.board.location_named(label).expect("a hex");
        let [from, to, on] = ["A1", "B1", "C1"].map(at);
        let mut observations = vec![
            saw([], [unit(1, from)]),
            saw([unit(1, from)], [unknown(from), unseen(1)]),
            Observation::Report(Report::UnknownGoes { side: OURS, from, pace: Pace::Normal }),
            saw([], [moving(from)]),
            saw([unknown(from), moving(from)], [unknown(to), moving(to)]),
            Observation::Report(Report::Enters { side: OURS, to }),
            saw([moving(to)], []),
        ];
        let places = |observations: &[Observation<Asl>], seed: u64| {
            let all = follow(setting, OURS, observations, &mut StdRng::seed_from_u64(seed));
            all.iter().map(|one| one.at).collect::<Vec<_>>()
        };
        assert_eq!(places(&observations, 1), [to]);
        // Another unit goes under the same counter; then a part of the stack advances, unknown which.
        observations.push(saw([], [unit(2, to)]));
        observations.push(saw([unit(2, to), unseen(1)], [unseen(2)]));
        observations.push(Observation::Report(Report::UnknownAdvances { side: OURS, to: on }));
        observations.push(saw([], [unknown(on)]));
        let drawn: BTreeSet<_> = (0..40).map(|seed| places(&observations, seed)).collect();
        assert!(drawn.contains(&vec![to, on]) && drawn.contains(&vec![on, to]), "{drawn:?}");
        // A unit that comes into sight is no longer followed. If both were drawn to move, the other is not followed
        // either.
        observations.push(saw([unknown(on), unseen(2)], [unit(3, on), unseen(1)]));
        let drawn: BTreeSet<_> = (0..40).map(|seed| places(&observations, seed)).collect();
        assert_eq!(drawn, BTreeSet::from([vec![], vec![to]]));
    }
}
