//! Steps out of each Location, and their costs (SNP-B5, SNP-B6, 39.2).

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use board::{Board, Direction, HexId, LocationId, LocationKind};

use crate::printed::clause::{B6, S39_21A, S39_21B, S39_22A, S39_22B, S39_22C};
use crate::printed::sections::MovementTable;
use crate::printed::terrain::{Barrier, Terrain};
use crate::setting::Setting;
use crate::setting::exits::{EXITS, Exit, StepKind};
use crate::setting::options::Options;
use crate::setting::spot::Level;

/// Data from which steps are calculated.
pub struct Ground<'a> {
    /// The board, with sewers added.
    pub board: &'a Board,
    /// By sewer: its Locations in order.
    pub lines: &'a [Vec<LocationId>],
    pub movement: &'a MovementTable,
    pub options: &'a Options,
}

/// Direction of a step by a ladder below a manhole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Climb {
    /// Towards the sewer.
    Down,
    /// Towards the street.
    Up,
}

impl Climb {
    /// Returns the direction of a step between these places; `None` if it uses no ladder.
    #[must_use]
    pub fn between(setting: &Setting, from: LocationId, to: LocationId) -> Option<Climb> {
        let height = |at| setting.spot(at).map(|spot| spot.level.height());
        let (from, to) = (height(from)?, height(to)?);
        match from.cmp(&to) {
            Ordering::Greater if to < 0 => Some(Climb::Down),
            Ordering::Less if from < 0 => Some(Climb::Up),
            _ => None,
        }
    }
}

/// Returns the level of a Location (39.1).
#[must_use]
pub fn level(board: &Board, at: LocationId) -> Level {
    let location = board.location(at);
    match location.kind {
        LocationKind::Sewer => Level::Sewer,
        LocationKind::Ladder => Level::Middle,
        _ => Level::Surface(location.level.unsigned_abs()),
    }
}

impl Ground<'_> {
    fn terrain(&self, hex: HexId) -> Terrain {
        Terrain::nth(self.board.terrain(hex).0)
    }

    /// Lists the steps out of a Location.
    #[must_use]
    pub fn exits(&self, at: LocationId) -> ArrayVec<Exit, EXITS> {
        let mut exits = ArrayVec::new();
        let Some(hex) = self.board.hex_of(at) else { return exits };
        let mut add = |exit: Exit| {
            // Capacity is enough: a crowded crossing has six hexes around, up and down.
            let _ = exits.try_push(exit);
        };
        match level(self.board, at) {
            Level::Surface(floor) => {
                self.over_ground(hex, floor, &mut add);
                self.stairs(hex, floor, &mut add);
                if floor == 0
                    && let Some(ladder) = self.board.kind_at(hex, LocationKind::Ladder)
                {
                    add(self.upright(ladder, StepKind::Manhole));
                }
            }
            Level::Middle => {
                add(self.upright(self.board.ground(hex), StepKind::Manhole));
                if let Some(sewer) = self.board.kind_at(hex, LocationKind::Sewer) {
                    add(self.upright(sewer, StepKind::Ladder));
                }
            }
            Level::Sewer => {
                if let Some(ladder) = self.board.kind_at(hex, LocationKind::Ladder) {
                    add(self.upright(ladder, StepKind::Ladder));
                }
                if let (false, ground) = (S39_22A.is_in_force(), self.board.ground(hex)) {
                    add(self.upright(ground, StepKind::Manhole));
                }
                self.along(at, &mut add);
            }
        }
        exits
    }

    /// Returns a step that only an upright man can take.
    fn upright(&self, to: LocationId, way: StepKind) -> Exit {
        let cost = match way {
            StepKind::Ladder if S39_22B.is_in_force() => self.options.ladder_cost,
            StepKind::Manhole if S39_22C.is_in_force() => MANHOLE,
            _ => 1,
        };
        Exit { to, way, cost, crawl: None }
    }

    fn over_ground(&self, hex: HexId, floor: u8, add: &mut impl FnMut(Exit)) {
        for way in Direction::ALL {
            let Some(next) = self.board.grid().neighbour(hex, way) else { continue };
            let Some(to) = self.board.floor(next, floor) else { continue };
            let barrier = match Barrier::of(self.board.features(hex, way)) {
                Barrier::Wall if B6.is_in_force() => continue,
                other => other,
            };
            let step = self.into(next, to, floor);
            add(match barrier {
                Barrier::Window if B6.is_in_force() => {
                    Exit { way: StepKind::Window, cost: step.cost + self.movement.window, crawl: None, ..step }
                }
                _ => step,
            });
        }
    }

    fn into(&self, hex: HexId, to: LocationId, floor: u8) -> Exit {
        let movement = self.movement;
        let (way, cost, crawl) = match self.terrain(hex) {
            _ if floor == 0 && self.board.manhole(hex) && S39_21B.is_in_force() => {
                (StepKind::Hole, self.options.hole_cost, self.options.hole_cost + 1)
            }
            Terrain::Rubble | Terrain::Hole if floor == 0 => (StepKind::Ground, movement.rubble, movement.crawl_rubble),
            _ => (StepKind::Ground, movement.clear, movement.crawl),
        };
        Exit { to, way, cost, crawl: Some(crawl) }
    }

    fn stairs(&self, hex: HexId, floor: u8, add: &mut impl FnMut(Exit)) {
        if self.terrain(hex) != Terrain::Stairs {
            return;
        }
        let other = if floor == 0 { self.board.floor(hex, 1) } else { self.board.floor(hex, 0) };
        if let Some(to) = other {
            add(Exit { to, way: StepKind::Stairs, cost: self.movement.stairs, crawl: None });
        }
    }

    fn along(&self, at: LocationId, add: &mut impl FnMut(Exit)) {
        // One point per hex, upright or crawling: the rule makes no exception.
        let (cost, crawl) = if S39_21A.is_in_force() { (1, 1) } else { (2, 3) };
        for line in self.lines {
            let Some(place) = line.iter().position(|other| *other == at) else { continue };
            let before = place.checked_sub(1).and_then(|place| line.get(place));
            for &to in before.into_iter().chain(line.get(place + 1)) {
                add(Exit { to, way: StepKind::Sewer, cost, crawl: Some(crawl) });
            }
        }
    }
}

/// Returns the movement points that are enough for any of these steps, upright or crawling. `None` if a ladder is among
/// them, which has further conditions, or a step that can't be crawled.
#[must_use]
pub fn dearest(exits: &[Exit], prone: bool) -> Option<u8> {
    let costs = exits.iter().map(|exit| exit.cost_for(prone).filter(|_| !exit.way.is_ladder()));
    costs.collect::<Option<Vec<u8>>>()?.into_iter().max()
}

/// Movement points between middle level and ground (39.22C).
pub const MANHOLE: u8 = 5;
