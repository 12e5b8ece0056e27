//! The movement factors that moving units have spent, for a seat that can't see what they have left.
//!
//! A step is seen with its cost, except that of overstacking, and so is 1 MF spent by a search or a Recovery. If the units
//! are seen, that gives what they have left. If only a "?" moves, its cost limits the units that can be under it.

use board::LocationId;
use rules::{Knowledge, Observation, Side};

use crate::mechanics::movement::{self, ROAD};
use crate::printed::clause::A21;
use crate::printed::kind::Kind;
use crate::printed::terrain::MF;
use crate::printed::words::Pace;
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::report::Report;
use crate::state::report::fights::FightReport;
use crate::view::fact::Fact;

/// A move under way, as it was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub(super) side: Side,
    pub(super) at: LocationId,
    /// Whether only a "?" moves.
    pub(super) unseen: bool,
    /// Whether no other "?" was in the Location they have entered.
    pub(super) lone: bool,
    pace: Pace,
    /// Half movement factors spent in all, without overstacking.
    spent: u8,
    /// Half movement factors of those that were not spent by steps.
    paused: u8,
    steps: u8,
    /// Whether it used only roads.
    roads: bool,
}

impl Run {
    /// Returns the move under way, if this seat can't see its remaining movement factors.
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
        let Watched { lone, spent, paused, steps, roads, .. } = seen;
        Some(Run { side, at, unseen, lone, pace, spent, paused, steps, roads })
    }

    /// Returns the minimum of half movement factors that the units had.
    fn needed(&self) -> u8 {
        match self.pace {
            // Units that can't pay for one step may take it all the same, as a Minimum Move.
            Pace::Normal if self.steps <= 1 => self.paused,
            // An Assault Movement does not use all movement factors.
            Pace::Assault if self.steps > 0 => self.spent.saturating_add(1),
            _ if self.roads && A21.is_in_force() => self.spent.saturating_sub(ROAD),
            _ => self.spent,
        }
    }

    /// Returns whether it limits the units that can be under the moving "?".
    pub(super) fn tells(&self) -> bool {
        self.unseen && self.needed() > 0
    }

    /// Returns whether unhurt counters of these kinds can have moved so far together.
    pub(super) fn is_for(&self, kinds: impl Iterator<Item = Kind> + Clone) -> bool {
        movement::factors_of_kinds(kinds, self.pace) >= self.needed()
    }

    /// Returns the half movement factors left of `factors`, and whether the bonus of the road is left.
    pub(super) fn left(&self, factors: u8) -> (u8, bool) {
        (factors.saturating_sub(self.spent), self.roads && self.spent <= factors)
    }
}

/// State while the observations of a move are read.
#[derive(Clone, Copy, Debug)]
struct Watched {
    at: LocationId,
    /// Half movement factors of the last reported step.
    last: u8,
    /// The Location of the last step.
    from: LocationId,
    /// Whether the last step, into a Location that is barred, is still to be counted: it is reported before its cost.
    owed: bool,
    spent: u8,
    paused: u8,
    steps: u8,
    roads: bool,
    /// Whether no "?" was in the Location they have entered.
    lone: bool,
}

impl Watched {
    fn begun(at: LocationId) -> Watched {
        Watched { at, last: 0, from: at, owed: false, spent: 0, paused: 0, steps: 0, roads: true, lone: false }
    }

    fn count(&mut self) {
        self.spent = self.spent.saturating_add(self.last);
        self.owed = false;
    }

    fn pause(&mut self) {
        self.spent = self.spent.saturating_add(MF);
        self.paused = self.paused.saturating_add(MF);
    }

    fn step(&mut self, setting: &Setting, to: LocationId) {
        self.steps = self.steps.saturating_add(1);
        self.roads &= setting.spot(self.from).and_then(|spot| spot.way(to)).is_some_and(|way| way.road);
    }
}

/// Returns what was seen of the move of a side that is under way.
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
            Observation::Report(Report::Pauses { .. } | Report::SearchesAround { .. }) => {
                if let Some(watched) = &mut watched {
                    watched.pause();
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
            // Placing a charge costs what the next step reports, and leaves no bonus for the road.
            Observation::Report(Report::Fight(FightReport::Placing { .. })) => {
                if let Some(watched) = &mut watched {
                    if watched.owed {
                        watched.count();
                    }
                    (watched.owed, watched.roads) = (true, false);
                    watched.steps = watched.steps.saturating_add(1);
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
    use crate::state::position::Moving;
    use crate::state::position::Position;
    use crate::view::AslEyes;

    /// A unit moves out of the enemy's sight, along roads and across the fields.
    const LANE: &str = include_str!("../../tests/lane.toml");

    fn movers(position: &Position) -> (Moving, Vec<Kind>) {
        let moving = position.moving.expect("somebody moves");
        (moving, moving.units.iter().filter_map(|piece| position.unit(piece)).map(|unit| unit.kind).collect())
    }

    /// Movement factors spent by a "?" are gone: no unit is guessed to have more left than its counter gives, and no
    /// "?" holds a unit that could not have moved so far.
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
                    // Shots reveal and hurt the units under a "?".
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
