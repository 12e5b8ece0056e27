//! The luck of a finished game, for people.

use referee::luck::LuckyRoll;
use referee::{Referee, RefereeError};
use rules::evaluation::score;
use rules::{Side, System};
use schemars::JsonSchema;
use serde::Serialize;

/// The luck of a finished game: what each roll did, against what was to be expected of it.
///
/// How well a side stands is a rough figure of the system's own, from 0 (as good as lost) to 1 (as good as won). What a
/// roll did to it beyond its expectation is luck; what an order did to it on average is not.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Luck {
    /// The luck of each side, the first side's first.
    pub sides: Vec<SideLuck>,
    /// Every roll, in order.
    pub rolls: Vec<RollLuck>,
    /// How well the first side stood after each entry of the ledger, 0 to 1; 1, 0 or 0.5 (a draw) at the end.
    pub course: Vec<f64>,
}

/// The luck of one side.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SideLuck {
    /// The side.
    pub side: String,
    /// All that dice did for it in the game, by the rough figure of how well it stood: 0.1 is a tenth of a game. What one
    /// side gains, the other loses.
    pub luck: f64,
    /// How much of it came of its own doing; the rest came of the other side's and of the start of play.
    pub own: f64,
    /// How many rolls were its own doing, with those of the other side in answer. What both sides roll together, or what comes
    /// of itself, is counted for the side whose men it is about.
    pub rolls: usize,
    /// How many dice those were.
    pub dice: usize,
    /// The roll that did most for it, by its place in `rolls`.
    pub best: Option<usize>,
    /// The roll that did most against it.
    pub worst: Option<usize>,
}

/// One roll.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RollLuck {
    /// The side whose doing it was; none at the start of play.
    pub by: Option<String>,
    /// What it was and did.
    #[serde(flatten)]
    pub roll: LuckyRoll,
}

/// Computes the luck of a game that is over.
pub(crate) fn luck<S: System>(
    referee: &Referee<S>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Luck, RefereeError> {
    let rolls = referee.luck(progress)?;
    let sides = Side::BOTH.into_iter().map(|side| side_luck::<S>(&rolls, side)).collect();
    let mut course: Vec<f64> = referee.course().map(|position| score::<S>(referee.setting(), &position)).collect();
    if let (Some(last), Some(outcome)) = (course.last_mut(), referee.outcome()) {
        // A side that gave up has lost, however it stood.
        *last = outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::A)));
    }
    let named = |roll: LuckyRoll| RollLuck { by: roll.by.map(|side| S::SIDES[side.index()].to_owned()), roll };
    Ok(Luck { sides, rolls: rolls.into_iter().map(named).collect(), course })
}

fn side_luck<S: System>(rolls: &[LuckyRoll], side: Side) -> SideLuck {
    let sign = if side == Side::A { 1.0 } else { -1.0 };
    let own = || rolls.iter().filter(|roll| roll.by == Some(side));
    let swings = || rolls.iter().map(|roll| sign * roll.swing).enumerate();
    let most = |swing: Option<(usize, f64)>| swing.filter(|(_, swing)| *swing > 0.0).map(|(place, _)| place);
    SideLuck {
        side: S::SIDES[side.index()].to_owned(),
        luck: swings().map(|(_, swing)| swing).sum(),
        own: own().map(|roll| sign * roll.swing).sum(),
        rolls: own().count(),
        dice: own().map(|roll| roll.faces.len()).sum(),
        best: most(swings().max_by(|(_, one), (_, other)| one.total_cmp(other))),
        worst: most(swings().map(|(place, swing)| (place, -swing)).max_by(|(_, one), (_, other)| one.total_cmp(other))),
    }
}
