//! Objectives: places worth points, the sides that hold them, and victory by points. Each game defines who takes an
//! objective and when.

use std::ops::Range;

use arrayvec::ArrayVec;
use board::LocationId;
use board::scenario::{Diagnostic, Item, Reader};

use crate::speech::counted;
use crate::{BySide, Clause, Outcome, Reason, ReasonOf, Side};

/// Maximum number of objectives in a scenario.
pub const OBJECTIVES: usize = 16;
/// Maximum value of [`Brings::most`] for one objective.
const MOST: u16 = 1000;

/// The value of an objective to the side that holds it.
pub trait Brings: Copy {
    /// Victory points scored at the end of the game, 0 to 1000.
    fn points(self) -> u16;

    /// The value as English text, such as `2 points`; `None` if it brings nothing. `unit` names one point and several.
    fn words(self, unit: [&str; 2]) -> Option<String> {
        let [one, many] = unit;
        (self.points() > 0).then(|| counted(self.points(), one, many))
    }

    /// The largest of all its numbers, which is checked against the limit of 1000.
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

/// A place that scores for the side that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective<B = u16> {
    /// The Location to hold; in games played by hexes, the ground level of the hex.
    pub at: LocationId,
    /// The value to the holder: points, or a type with further values.
    pub brings: B,
}

/// The objectives of a scenario, at most [`OBJECTIVES`].
pub type Objectives<B = u16> = ArrayVec<Objective<B>, OBJECTIVES>;
/// The holder of each objective, by index; `None` if neither side holds it.
pub type Held = ArrayVec<Option<Side>, OBJECTIVES>;

/// An objective read from a scenario file, with its place resolved.
#[derive(Debug)]
pub struct ObjectiveEntry<B> {
    /// The Location found on the board.
    pub at: LocationId,
    /// Byte range of the place in the file, for diagnostics.
    pub span: Range<usize>,
    /// The value to the holder.
    pub brings: B,
    /// The side that holds it at the start; `None` if neither does.
    pub held_by: Option<Side>,
}

/// Reads the objectives of a scenario file and their initial holders. Reports a second objective in one place, too many
/// points and too many objectives as breaches of `clause`. `place` is the word used in these messages: `hex` or
/// `Location`. `entry` converts one item, or returns `None` after reporting an error itself.
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

/// Returns the index of the objective in a Location; `None` if there is none.
#[must_use]
pub fn index_of<B>(objectives: &[Objective<B>], at: LocationId) -> Option<usize> {
    objectives.iter().position(|objective| objective.at == at)
}

/// Returns the sum of points of the objectives that `side` holds.
#[must_use]
pub fn points<B: Brings>(objectives: &[Objective<B>], held: &[Option<Side>], side: Side) -> u16 {
    let own = objectives.iter().zip(held).filter(|(_, held)| **held == Some(side));
    own.fold(0, |sum, (objective, _)| sum.saturating_add(objective.brings.points()))
}

/// Returns the sum of points of all objectives, held or not.
#[must_use]
pub fn all_points<B: Brings>(objectives: &[Objective<B>]) -> f64 {
    objectives.iter().map(|objective| f64::from(objective.brings.points())).sum()
}

/// The points that win a game at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The side that must reach `points`; if it doesn't, the other side wins. With `None`, the side with more points
    /// wins if it has at least `points`.
    pub side: Option<Side>,
    /// The number of points needed; 0 if any number is enough.
    pub points: u16,
}

impl Goal {
    /// Returns the points by which side A leads what it needs. If one side must reach a number of points, the result is
    /// offset by half a point: reaching it exactly gives 0.5 in that side's favour.
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

/// Warns of a `[victory]` that can't be reached or asks for nothing. `most` is the number of points that each side can have
/// at the end. Does nothing after an error, since `most` may be wrong then.
pub fn check_goal(reader: &mut Reader<'_>, goal: Goal, most: BySide<u32>) {
    if reader.has_errors() {
        return;
    }
    let most = goal.side.map_or(most.a.max(most.b), |side| most[side]);
    let problem = if goal.side.is_some() && goal.points == 0 {
        Diagnostic::new("`[victory]` has a `side` but no `points`: this side wins at the end in any case")
            .help("write the points that this side needs, such as points = 3")
    } else if u32::from(goal.points) > most {
        let who = if goal.side.is_some() { "this side" } else { "a side" };
        Diagnostic::new(format!("`points = {}` can't be reached: {who} can have at most {most}", goal.points))
            .help("lower `points`, or add objectives with [[objective]]")
    } else {
        return;
    };
    let span = reader.place_of("victory");
    reader.warning(span, problem);
}

/// The texts by which a game reports how it ended, in its own terms.
#[derive(Debug)]
pub struct Endings {
    /// The clause that defines victory.
    pub clause: Clause,
    /// Text of the draw if neither side has units left.
    pub nobody_left: &'static str,
    /// Text about a side with no units left, whose opponent wins.
    pub wiped_out: ReasonOf,
    /// Text about the side that needs points, if it has reached them.
    pub reached: ReasonOf,
    /// Text about that side if it has not reached them, and the other side wins.
    pub missed: ReasonOf,
    /// Text about the side that has more points than the other, and enough.
    pub ahead: ReasonOf,
    /// Text of the draw if neither side has more points, or the leader has too few.
    pub level: &'static str,
}

impl Endings {
    /// Returns the outcome of a game that ends now. `left` says whether each side has units left; a side without any
    /// loses before points are compared.
    #[must_use]
    pub fn outcome(&self, goal: Goal, left: BySide<bool>, points: BySide<u16>) -> Outcome {
        let end = |winner, why| Outcome { winner, clause: self.clause, why };
        match (left.a, left.b) {
            (false, false) => return end(None, Reason::for_all(self.nobody_left)),
            (false, true) => return end(Some(Side::B), self.wiped_out.side(Side::A)),
            (true, false) => return end(Some(Side::A), self.wiped_out.side(Side::B)),
            (true, true) => {}
        }
        match goal.side {
            Some(side) if points[side] >= goal.points => end(Some(side), self.reached.side(side)),
            Some(side) => end(Some(side.other()), self.missed.side(side)),
            None => {
                let ahead = Side::BOTH.into_iter().find(|side| points[*side] > points[side.other()]);
                match ahead.filter(|side| points[*side] >= goal.points) {
                    Some(side) => end(Some(side), self.ahead.side(side)),
                    None => end(None, Reason::for_all(self.level)),
                }
            }
        }
    }
}

/// The words in which a game states its victory conditions before play.
#[derive(Debug)]
pub struct Terms {
    /// The adjective of a side, such as `Russian`; with an `s` it names its people.
    pub army: fn(Side) -> &'static str,
    /// The unit of game length, such as `turn`.
    pub turn: &'static str,
    /// The time at which objectives score, to follow `Hold C4`: `at the end`.
    pub when: &'static str,
    /// The units that a side must have left, such as `squads`.
    pub left: &'static str,
    /// The time at which a side that alone has units left wins, to follow `it wins`: `at once`.
    pub decided: &'static str,
    /// The name of one point and of several points that decide the game, such as `victory point`.
    pub unit: [&'static str; 2],
}

impl Terms {
    /// Returns the victory conditions of a game of `turns` turns, as English lines that match [`Endings::outcome`].
    /// `label` returns the label of a Location. `more` lists other sources of points.
    #[must_use]
    pub fn lines<'a, B: Brings>(
        &self,
        (goal, turns): (Goal, u8),
        objectives: &[Objective<B>],
        label: impl Fn(LocationId) -> &'a str,
        more: impl IntoIterator<Item = String>,
    ) -> Vec<String> {
        let [_, points] = self.unit;
        let more: Vec<String> = more.into_iter().collect();
        let scores = !more.is_empty() || objectives.iter().any(|objective| objective.brings.points() > 0);
        let held = objectives.iter().filter_map(|Objective { at, brings }| {
            brings.words(self.unit).map(|words| format!("Hold {} {}: {words}", label(*at), self.when))
        });
        let sources: Vec<String> = held.chain(more).collect();
        let end = format!("after {} {turns}", self.turn);
        let needed = goal.points;
        let first = match goal.side.map(|side| [side, side.other()].map(self.army)) {
            Some([own, _]) if needed == 0 => format!("{own}s win {end}, whatever the points"),
            Some([own, other]) => format!("{own}s win with {needed} or more {points} {end}; otherwise {other}s win"),
            None if !scores => format!("The game is a draw {end}"),
            None if needed > 1 => {
                format!("The side with more {points} {end} wins if it has {needed} or more; otherwise it is a draw")
            }
            None => format!("The side with more {points} {end} wins; equal points are a draw"),
        };
        let last = format!(
            "If only one side has {} left, it wins {}; if neither has, the game is a draw",
            self.left, self.decided
        );
        [vec![first], sources, vec![last]].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    const ENDINGS: Endings = Endings {
        clause: Clause::declare("TST-1"),
        nobody_left: "nobody",
        wiped_out: ReasonOf { own: "you are gone", open: ["a gone", "b gone"] },
        reached: ReasonOf { own: "you reached", open: ["a reached", "b reached"] },
        missed: ReasonOf { own: "you missed", open: ["a missed", "b missed"] },
        ahead: ReasonOf { own: "you lead", open: ["a leads", "b leads"] },
        level: "level",
    };

    fn end(side: Option<Side>, left: [bool; 2], points: [u16; 2]) -> (Option<Side>, &'static str) {
        let ([left_a, left_b], [a, b]) = (left, points);
        let goal = Goal { side, points: 3 };
        let Outcome { winner, why, .. } = ENDINGS.outcome(goal, BySide { a: left_a, b: left_b }, BySide { a, b });
        (winner, why.words(Seat::Side(Side::A)))
    }

    #[test]
    fn whoever_alone_is_left_wins_whatever_the_points() {
        assert_eq!(end(Some(Side::A), [false, true], [9, 0]), (Some(Side::B), "you are gone"));
        assert_eq!(end(None, [true, false], [0, 9]), (Some(Side::A), "b gone"));
        assert_eq!(end(None, [false, false], [9, 0]), (None, "nobody"));
    }

    #[test]
    fn the_side_with_the_task_needs_its_points_and_the_other_none() {
        assert_eq!(end(Some(Side::A), [true; 2], [3, 9]), (Some(Side::A), "you reached"));
        assert_eq!(end(Some(Side::A), [true; 2], [2, 0]), (Some(Side::B), "you missed"));
    }

    #[test]
    fn without_a_task_the_lead_wins_if_it_is_enough() {
        assert_eq!(end(None, [true; 2], [2, 3]), (Some(Side::B), "b leads"));
        assert_eq!(end(None, [true; 2], [2, 1]), (None, "level"));
        assert_eq!(end(None, [true; 2], [4, 4]), (None, "level"));
    }

    #[test]
    fn the_lines_before_a_game_say_how_it_ends() {
        let army = |side| if side == Side::A { "Red" } else { "Blue" };
        let unit = ["point", "points"];
        let terms = Terms { army, turn: "turn", when: "at the end", left: "men", decided: "at once", unit };
        let objectives: Objectives = (0..3).map(|n| Objective { at: LocationId(n), brings: n }).collect();
        let label = |at: LocationId| ["A1", "A2", "A3"][at.index()];
        let lines = |side, points| terms.lines((Goal { side, points }, 6), &objectives, label, ["More".to_owned()]);
        let last = "If only one side has men left, it wins at once; if neither has, the game is a draw";
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
