//! End of a game (TOI-B27, TOI-B38, TOI-B39).

use rules::objectives::Endings;
use rules::{BySide, Outcome, Reason, ReasonOf, Side};

use crate::printed::clause::{B27, B38, B39};
use crate::printed::words::Phase;
use crate::setting::{AtOnce, Setting};
use crate::state::position::{Position, has_squads};

const ENDINGS: Endings = Endings {
    clause: B27,
    nobody_left: "neither side has a squad left",
    wiped_out: ReasonOf {
        own: "you have no squad left",
        open: ["the Soviet side has no squad left", "the German side has no squad left"],
    },
    reached: ReasonOf {
        own: "you reached the victory points required",
        open: [
            "the Soviet side reached the victory points required",
            "the German side reached the victory points required",
        ],
    },
    missed: ReasonOf {
        own: "you did not reach the victory points required",
        open: [
            "the Soviet side did not reach the victory points required",
            "the German side did not reach the victory points required",
        ],
    },
    ahead: ReasonOf {
        own: "you have more victory points, and at least the number required",
        open: [
            "the Soviet side has more victory points, and at least the number required",
            "the German side has more victory points, and at least the number required",
        ],
    },
    level: "neither side has both the lead and the victory points required",
};

/// Text about the side that wins at the end of a round.
const AT_ONCE: ReasonOf = ReasonOf {
    own: "you have what wins at the end of any round",
    open: [
        "the Soviet side has what wins at the end of any round",
        "the German side has what wins at the end of any round",
    ],
};

/// Returns how the game ended (TOI-B27, TOI-B38, TOI-B39); `None` before its end.
#[inline]
#[must_use]
pub fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
    if position.phase != Phase::Over {
        return None;
    }
    Some(last_word(setting, position))
}

#[cold]
fn last_word(setting: &Setting, position: &Position) -> Outcome {
    let left = BySide::new(|side| has_squads(position, side));
    if !left.a || !left.b {
        return Outcome { clause: B39, ..ENDINGS.outcome(setting.goal, left, position.victory) };
    }
    let at_once = Side::BOTH.map(|side| wins_at_once(setting, position, side));
    match at_once {
        [true, true] => {
            return Outcome { winner: None, clause: B38, why: Reason::for_all("both sides have what wins at once") };
        }
        [false, false] => {}
        [first, _] => {
            let winner = Some(if first { Side::A } else { Side::B });
            return Outcome { winner, clause: B38, why: AT_ONCE.side(if first { Side::A } else { Side::B }) };
        }
    }
    let outcome = ENDINGS.outcome(setting.goal, left, position.victory);
    let short = setting.goal.side.map(|side| position.victory[side]).filter(|points| *points < setting.goal.points);
    match setting.draw {
        Some(draw) if B27.is_in_force() && short.is_some_and(|points| points >= draw) => {
            Outcome { winner: None, why: Reason::for_all("the victory points are enough for a draw only"), ..outcome }
        }
        _ => outcome,
    }
}

/// Whether a side has what wins at the end of any round (TOI-B38).
#[must_use]
pub fn wins_at_once(setting: &Setting, position: &Position, side: Side) -> bool {
    let holds = |objective: &u8| position.held.get(usize::from(*objective)) == Some(&Some(side));
    let has = |needed: &AtOnce| position.victory[side] >= needed.points && needed.holds.iter().all(holds);
    setting.at_once.iter().any(|needed| needed.side == side && has(needed))
}
