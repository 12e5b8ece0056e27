//! Objectives: what there is to hold, who holds it, and who wins by it. Who takes an objective, and when, is each game's
//! own.

use std::ops::Range;

use arrayvec::ArrayVec;
use board::LocationId;
use board::scenario::{Diagnostic, Item, Reader};

use crate::speech::counted;
use crate::{BySide, Clause, Outcome, Side};

/// The most objectives of a scenario.
pub const OBJECTIVES: usize = 16;
/// The most points that an objective brings.
const MOST: u16 = 1000;

/// What holding an objective brings.
pub trait Brings: Copy {
    /// Points that count at the end of the game.
    fn points(self) -> u16;

    /// The largest number of any kind that it brings.
    fn most(self) -> u16 {
        self.points()
    }
}

impl Brings for u16 {
    #[inline]
    fn points(self) -> u16 {
        self
    }
}

/// A place that a side wants to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective<B = u16> {
    /// Where it is.
    pub at: LocationId,
    /// What it brings to the side that holds it.
    pub brings: B,
}

/// The objectives of a scenario.
pub type Objectives<B = u16> = ArrayVec<Objective<B>, OBJECTIVES>;
/// Who holds each objective.
pub type Held = ArrayVec<Option<Side>, OBJECTIVES>;

/// An objective as a scenario file writes it, its place looked up.
#[derive(Debug)]
pub struct ObjectiveEntry<B> {
    /// Where it is.
    pub at: LocationId,
    /// Where the file says so.
    pub span: Range<usize>,
    /// What it brings.
    pub brings: B,
    /// Who holds it at the start.
    pub held_by: Option<Side>,
}

/// Reads the objectives of a scenario file, and who holds each at the start. What a scenario must not say breaks
/// `clause`; `place` is what an objective is: a hex or a Location.
pub fn read<M, B: Brings>(
    reader: &mut Reader<'_>,
    clause: Clause,
    place: &str,
    marks: &[Item<M>],
    mut entry: impl FnMut(&mut Reader<'_>, &M) -> Option<ObjectiveEntry<B>>,
) -> (Objectives<B>, Held) {
    let (mut objectives, mut held) = (Objectives::new(), Held::new());
    for mark in marks {
        let Some(ObjectiveEntry { at, span, brings, held_by }) = entry(reader, mark) else { continue };
        if index_of(&objectives, at).is_some() {
            let twice = format!("there is an objective in this {place} already");
            clause.broken_by(reader, span, Diagnostic::new(twice));
        }
        if brings.most() > MOST {
            let problem = Diagnostic::new(format!("an objective brings at most {MOST} points"));
            clause.broken_by(reader, mark.span.clone(), problem);
        }
        if objectives.try_push(Objective { at, brings }).is_err() || held.try_push(held_by).is_err() {
            let problem = Diagnostic::new(format!("a scenario has at most {OBJECTIVES} objectives"));
            clause.broken_by(reader, mark.span.clone(), problem);
        }
    }
    (objectives, held)
}

/// Which objective is in a Location.
#[must_use]
pub fn index_of<B>(objectives: &[Objective<B>], at: LocationId) -> Option<usize> {
    objectives.iter().position(|objective| objective.at == at)
}

/// Points of the objectives that a side holds.
#[must_use]
pub fn points<B: Brings>(objectives: &[Objective<B>], held: &[Option<Side>], side: Side) -> u16 {
    let own = objectives.iter().zip(held).filter(|(_, held)| **held == Some(side));
    own.fold(0, |sum, (objective, _)| sum.saturating_add(objective.brings.points()))
}

/// Points of all objectives together.
#[must_use]
pub fn all_points<B: Brings>(objectives: &[Objective<B>]) -> f64 {
    objectives.iter().map(|objective| f64::from(objective.brings.points())).sum()
}

/// What wins at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The side that must reach `points`; if it doesn't, the other side wins. With `None` the side with more points wins, if it
    /// has at least `points`.
    pub side: Option<Side>,
    /// Points.
    pub points: u16,
}

impl Goal {
    /// By how many points side A is ahead of what it needs; half a point, where one side has to reach them, tells having
    /// them from missing them.
    #[must_use]
    pub fn margin(self, points: BySide<f64>) -> f64 {
        let needed = f64::from(self.points);
        match self.side {
            Some(Side::A) => points.a - needed + 0.5,
            Some(Side::B) => needed - points.b - 0.5,
            None => points.a - points.b,
        }
    }
}

/// How a game says that it ended, in its own words.
#[derive(Debug)]
pub struct Endings {
    /// The clause that says who wins.
    pub clause: Clause,
    /// Neither side has anybody left.
    pub nobody_left: &'static str,
    /// A side has nobody left, so that the other one wins.
    pub wiped_out: [&'static str; 2],
    /// The side that has to reach the points has done so.
    pub reached: &'static str,
    /// It has not, so that the other one wins.
    pub missed: &'static str,
    /// A side has more than the other, and enough.
    pub ahead: &'static str,
    /// Neither has.
    pub level: &'static str,
}

impl Endings {
    /// How a game ends in which `left` says who has anybody left.
    #[must_use]
    pub fn outcome(&self, goal: Goal, left: BySide<bool>, points: BySide<u16>) -> Outcome {
        let end = |winner, why| Outcome { winner, clause: self.clause, why };
        let [a, b] = self.wiped_out;
        match (left.a, left.b) {
            (false, false) => return end(None, self.nobody_left),
            (false, true) => return end(Some(Side::B), a),
            (true, false) => return end(Some(Side::A), b),
            (true, true) => {}
        }
        match goal.side {
            Some(side) if points[side] >= goal.points => end(Some(side), self.reached),
            Some(side) => end(Some(side.other()), self.missed),
            None => {
                let ahead = Side::BOTH.into_iter().find(|side| points[*side] > points[side.other()]);
                match ahead.filter(|side| points[*side] >= goal.points) {
                    Some(side) => end(Some(side), self.ahead),
                    None => end(None, self.level),
                }
            }
        }
    }
}

/// How a game says before its beginning who wins for what, in its own words.
#[derive(Debug)]
pub struct Terms {
    /// A side as an adjective: `Russian`, of which `s` makes its people.
    pub army: fn(Side) -> &'static str,
    /// What the game counts: `turn`.
    pub turn: &'static str,
    /// When an objective brings its points, to follow `Hold C4`: `at the end`.
    pub when: &'static str,
    /// What a side must have left: `squads`.
    pub left: &'static str,
}

impl Terms {
    /// Who wins for what in a game of `turns` turns, by the rules of [`Endings::outcome`]. `label` says what a Location is called,
    /// `more` what else brings points.
    #[must_use]
    pub fn lines<'a, B: Brings>(
        &self,
        (goal, turns): (Goal, u8),
        objectives: &[Objective<B>],
        label: impl Fn(LocationId) -> &'a str,
        more: impl IntoIterator<Item = String>,
    ) -> Vec<String> {
        let brings = objectives.iter().filter(|objective| objective.brings.points() > 0);
        let held = brings.map(|Objective { at, brings }| {
            let points = counted(brings.points(), "point", "points");
            format!("Hold {} {}: {points}", label(*at), self.when)
        });
        let sources: Vec<String> = held.chain(more).collect();
        let end = format!("after {} {turns}", self.turn);
        let needed = goal.points;
        let first = match goal.side.map(|side| [side, side.other()].map(self.army)) {
            Some([own, _]) if needed == 0 => format!("{own}s win {end}, whatever the points"),
            Some([own, other]) => format!("{own}s win with {needed} or more points {end}; otherwise {other}s win"),
            None if sources.is_empty() => format!("The game is a draw {end}"),
            None if needed > 1 => {
                format!("The side with more points {end} wins if it has {needed} or more; otherwise it is a draw")
            }
            None => format!("The side with more points {end} wins; equal points are a draw"),
        };
        let last = format!("If only one side has {} left, it wins; if neither has, the game is a draw", self.left);
        [vec![first], sources, vec![last]].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDINGS: Endings = Endings {
        clause: Clause::declare("TST-1"),
        nobody_left: "nobody",
        wiped_out: ["a gone", "b gone"],
        reached: "reached",
        missed: "missed",
        ahead: "ahead",
        level: "level",
    };

    fn end(side: Option<Side>, left: [bool; 2], points: [u16; 2]) -> (Option<Side>, &'static str) {
        let ([left_a, left_b], [a, b]) = (left, points);
        let goal = Goal { side, points: 3 };
        let Outcome { winner, why, .. } = ENDINGS.outcome(goal, BySide { a: left_a, b: left_b }, BySide { a, b });
        (winner, why)
    }

    #[test]
    fn whoever_alone_is_left_wins_whatever_the_points() {
        assert_eq!(end(Some(Side::A), [false, true], [9, 0]), (Some(Side::B), "a gone"));
        assert_eq!(end(None, [true, false], [0, 9]), (Some(Side::A), "b gone"));
        assert_eq!(end(None, [false, false], [9, 0]), (None, "nobody"));
    }

    #[test]
    fn the_side_with_the_task_needs_its_points_and_the_other_none() {
        assert_eq!(end(Some(Side::A), [true; 2], [3, 9]), (Some(Side::A), "reached"));
        assert_eq!(end(Some(Side::A), [true; 2], [2, 0]), (Some(Side::B), "missed"));
    }

    #[test]
    fn without_a_task_the_lead_wins_if_it_is_enough() {
        assert_eq!(end(None, [true; 2], [2, 3]), (Some(Side::B), "ahead"));
        assert_eq!(end(None, [true; 2], [2, 1]), (None, "level"));
        assert_eq!(end(None, [true; 2], [4, 4]), (None, "level"));
    }

    #[test]
    fn the_lines_before_a_game_say_how_it_ends() {
        let army = |side| if side == Side::A { "Red" } else { "Blue" };
        let terms = Terms { army, turn: "turn", when: "at the end", left: "men" };
        let objectives: Objectives = (0..3).map(|n| Objective { at: LocationId(n), brings: n }).collect();
        let label = |at: LocationId| ["A1", "A2", "A3"][at.index()];
        let lines = |side, points| terms.lines((Goal { side, points }, 6), &objectives, label, ["More".to_owned()]);
        let last = "If only one side has men left, it wins; if neither has, the game is a draw";
        let first = "Blues win with 3 or more points after turn 6; otherwise Reds win";
        let held = ["Hold A2 at the end: 1 point", "Hold A3 at the end: 2 points"];
        assert_eq!(lines(Some(Side::B), 3), [first, held[0], held[1], "More", last]);
        assert_eq!(lines(Some(Side::A), 0)[0], "Reds win after turn 6, whatever the points");
        assert_eq!(lines(None, 1)[0], "The side with more points after turn 6 wins; equal points are a draw");
        let enough = "The side with more points after turn 6 wins if it has 5 or more; otherwise it is a draw";
        assert_eq!(lines(None, 5)[0], enough);
        let none: Objectives = Objectives::new();
        assert_eq!(
            terms.lines((Goal { side: None, points: 0 }, 6), &none, label, None)[0],
            "The game is a draw after turn 6"
        );
    }

    #[test]
    fn points_are_those_of_what_is_held() {
        let objectives: Objectives = (0..3).map(|n| Objective { at: LocationId(n), brings: n + 1 }).collect();
        let held = [Some(Side::A), None, Some(Side::A)];
        assert_eq!([points(&objectives, &held, Side::A), points(&objectives, &held, Side::B)], [4, 0]);
        assert_eq!(index_of(&objectives, LocationId(2)), Some(2));
        let goal = Goal { side: Some(Side::B), points: 2 };
        assert!((goal.margin(BySide { a: 4.0, b: 1.0 }) - 0.5).abs() < 1e-9);
    }
}
