//! How far those who are on the move have gone, as whoever sees it knows who is not told what they have left.
//!
//! A step is seen with what it costs, but for crowding. So who they are tells what they have left; and where it is only
//! a "?" that moves, what it has spent tells who can be under it.

use board::LocationId;
use rules::{Knowledge, Observation, Side};

use crate::mechanics::movement::{self, ROAD};
use crate::printed::clause::A21;
use crate::printed::kind::Kind;
use crate::printed::words::Pace;
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::report::Report;
use crate::view::fact::Fact;

/// A move under way, as it was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Whose it is.
    pub(super) side: Side,
    /// Where they are.
    pub(super) at: LocationId,
    /// Whether it is only a "?" that moves.
    pub(super) unseen: bool,
    /// Whether no other "?" was where they have come to.
    pub(super) lone: bool,
    pace: Pace,
    /// Half movement factors spent in all steps, but for crowding.
    spent: u8,
    steps: u8,
    /// Whether it went along roads only.
    roads: bool,
}

impl Run {
    /// The move that is under way, if this seat is not told what is left of it.
    pub(super) fn of(known: &Knowledge<Asl>) -> Option<Run> {
        let facts = known.facts();
        let attacker = facts.iter().find_map(|fact| match fact {
            Fact::Attacker { side } => Some(*side),
            _ => None,
        });
        let moving = facts.iter().find_map(|fact| match fact {
            Fact::Moving { units, at, pace, mf_left: None, .. } => Some((units.is_empty(), *at, *pace)),
            _ => None,
        });
        let (side, (unseen, at, pace)) = (attacker?, moving?);
        let seen = watch(known.setting(), side, known.observations()).unwrap_or(Watched::begun(at));
        let Watched { lone, spent, steps, roads, .. } = seen;
        Some(Run { side, at, unseen, lone, pace, spent, steps, roads })
    }

    /// Half movement factors that they had at least.
    fn needed(&self) -> u8 {
        match self.pace {
            // Whoever has not enough for one step may take it all the same, as a Minimum Move.
            Pace::Normal if self.steps <= 1 => 0,
            // It is not made with all movement factors.
            Pace::Assault if self.steps > 0 => self.spent.saturating_add(1),
            _ if self.roads && A21.is_in_force() => self.spent.saturating_sub(ROAD),
            _ => self.spent,
        }
    }

    /// Whether it tells anything of who is under the "?" that moves.
    pub(super) fn tells(&self) -> bool {
        self.unseen && self.needed() > 0
    }

    /// Whether such counters, unhurt, can have gone so far together.
    pub(super) fn is_for(&self, kinds: impl Iterator<Item = Kind> + Clone) -> bool {
        movement::factors_of_kinds(kinds, self.pace) >= self.needed()
    }

    /// Half movement factors left to those who had so many, and whether the bonus of the road is still theirs.
    pub(super) fn left(&self, factors: u8) -> (u8, bool) {
        (factors.saturating_sub(self.spent), self.roads && self.spent <= factors)
    }
}

/// What is seen of a move.
#[derive(Clone, Copy, Debug)]
struct Watched {
    at: LocationId,
    /// Half movement factors of the last step that is told of.
    last: u8,
    /// The Location of the last step.
    from: LocationId,
    /// Whether the last step, into a Location that is barred, is still to be counted: it is told of before what it
    /// costs.
    owed: bool,
    spent: u8,
    steps: u8,
    roads: bool,
    /// Whether no "?" was where they have come to.
    lone: bool,
}

impl Watched {
    fn begun(at: LocationId) -> Watched {
        Watched { at, last: 0, from: at, owed: false, spent: 0, steps: 0, roads: true, lone: false }
    }

    fn count(&mut self) {
        self.spent = self.spent.saturating_add(self.last);
        self.owed = false;
    }

    fn step(&mut self, setting: &Setting, to: LocationId) {
        self.steps = self.steps.saturating_add(1);
        self.roads &= setting.spot(self.from).and_then(|spot| spot.way(to)).is_some_and(|way| way.road);
    }
}

/// What was seen of the move of a side that is under way.
fn watch(setting: &Setting, side: Side, observations: &[Observation<Asl>]) -> Option<Watched> {
    let mut unknown: Vec<LocationId> = Vec::new();
    let mut watched: Option<Watched> = None;
    for observation in observations {
        match observation {
            Observation::Report(Report::Goes { .. } | Report::UnknownGoes { .. }) => watched = None,
            Observation::Report(Report::Enters { to, .. }) => {
                if let Some(watched) = &mut watched {
                    watched.step(setting, *to);
                    watched.count();
                    watched.from = *to;
                }
            }
            Observation::Report(Report::Barred { at, .. }) => {
                if let Some(watched) = &mut watched {
                    if watched.owed {
                        watched.count();
                    }
                    watched.step(setting, *at);
                    watched.owed = true;
                }
            }
            Observation::ViewChanged { gone, new } => {
                let moving = |fact: &Fact| match fact {
                    Fact::Moving { at, spent, .. } => Some((*at, *spent)),
                    _ => None,
                };
                match (new.iter().find_map(moving), &mut watched) {
                    (Some((at, spent)), Some(watched)) => {
                        if at != watched.at {
                            if watched.owed {
                                watched.count();
                            }
                            watched.lone = !unknown.contains(&at);
                        }
                        (watched.at, watched.last) = (at, spent);
                    }
                    (Some((at, _)), None) => watched = Some(Watched::begun(at)),
                    (None, _) if gone.iter().any(|fact| moving(fact).is_some()) => watched = None,
                    (None, _) => {}
                }
                let place = |fact: &Fact| match fact {
                    Fact::Unknown { side: of, at, .. } if *of == side => Some(*at),
                    _ => None,
                };
                for at in gone.iter().filter_map(place) {
                    unknown.retain(|other| *other != at);
                }
                unknown.extend(new.iter().filter_map(place));
            }
            Observation::Ordered(_)
            | Observation::Rolled(_)
            | Observation::HandleReused(_)
            | Observation::Undone { .. }
            | Observation::Report(_) => {}
        }
    }
    if let Some(watched) = watched.as_mut().filter(|watched| watched.owed) {
        watched.count();
    }
    watched
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use referee::ledger::ScenarioText;
    use rules::prelude::*;

    use suite::Game;

    use super::*;
    use crate::printed::terrain::MF;
    use crate::state::position::Moving;
    use crate::state::position::Position;
    use crate::view::AslEyes;

    /// Somebody moves out of the enemy's sight, along roads and across the fields.
    const LANE: &str = include_str!("../../tests/lane.toml");

    fn movers(position: &Position) -> (Moving, Vec<Kind>) {
        let moving = position.moving.expect("somebody moves");
        (moving, moving.units.iter().filter_map(|piece| position.unit(piece)).map(|unit| unit.kind).collect())
    }

    /// What a "?" has spent is what it has: nobody is guessed to have more left than his counter gives him, and no "?"
    /// is taken for somebody who cannot have come so far.
    #[test]
    fn what_is_spent_is_not_left() {
        let (mut exact, mut far, mut led, mut hurried) = (0, 0, 0, 0);
        let mut left = BTreeSet::new();
        for seed in 0..60 {
            let text = ScenarioText { name: "lane.toml".to_owned(), text: LANE.to_owned() };
            let mut game = Game::<Asl>::new(&text, seed);
            while game.play_one() {
                for side in Side::BOTH {
                    let known = game.referee.knowledge(side.seat()).expect("names");
                    let Some(run) = Run::of(&known) else { continue };
                    let (setting, truth) = (known.setting(), game.referee.true_position());
                    let (moving, kinds) = movers(truth);
                    let open = AslEyes::open(setting, truth);
                    // Shots tell who a "?" is, and hurt him.
                    let hurt = !moving.units.iter().all(|piece| truth.unit(piece).is_some_and(|unit| !unit.is_open()));
                    if hurt {
                        continue;
                    }
                    assert!(run.is_for(kinds.iter().copied()), "{kinds:?} cannot have moved as {run:?}");
                    let factors = movement::factors_of(open, moving.units, run.pace);
                    assert_eq!(run.left(factors).0, moving.mf_left, "{kinds:?} after {run:?}");
                    exact += usize::from(run.steps > 1);
                    for seed in 0..4 {
                        let guess = Asl::sample(&known, &mut StdRng::seed_from_u64(seed)).expect("a guess");
                        let guess = guess.position();
                        let (guessed, kinds) = movers(guess);
                        assert!(run.is_for(kinds.iter().copied()), "{kinds:?} are guessed to be {run:?}");
                        let factors = movement::factors_of(AslEyes::open(setting, guess), guessed.units, run.pace);
                        assert_eq!(guessed.mf_left, factors.saturating_sub(run.spent));
                        left.insert(guessed.mf_left);
                        if run.needed() > 4 * MF && run.pace == Pace::Normal {
                            far += 1;
                            led += usize::from(kinds.iter().any(|kind| kind.is_mmc()));
                        }
                        hurried += usize::from(run.pace == Pace::Double && run.steps > 1);
                    }
                }
            }
        }
        assert!(exact > 100 && hurried > 40, "{exact} moves, {hurried} in double time");
        assert!(far > 20 && led > 0, "{far} times somebody fast was guessed, {led} times with men who are led");
        assert!(left.len() > 8, "they have {left:?} left");
    }
}
