//! The luck of a finished game as text and JSON.

use referee::luck::LuckyRoll;
use referee::{Referee, RefereeError};
use rules::evaluation::score;
use rules::{Side, System};
use schemars::JsonSchema;
use serde::Serialize;

/// The luck of a finished game: the effect of each roll compared with average dice.
///
/// It uses the system's own rough evaluation of a position, from 0 (lost) to 1 (won). The difference between a roll's
/// result and its expectation is luck. The average effect of an order is not.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Luck {
    /// Luck of each side, side A first.
    pub sides: Vec<SideLuck>,
    /// All rolls of the game, in order.
    pub rolls: Vec<RollLuck>,
    /// Evaluation for side A after each entry of the ledger, 0 to 1. The last value is the result: 1 won, 0 lost, 0.5 a
    /// draw.
    pub course: Vec<f64>,
}

/// The luck of one side over the whole game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SideLuck {
    /// Name of the side, such as `german`.
    pub side: String,
    /// Sum of the effects of all dice for this side, in games: 0.1 is a tenth of a game. The other side has the
    /// opposite value.
    pub luck: f64,
    /// The part of `luck` from rolls of this side's own actions. The rest is from the other side's actions and the
    /// start of play.
    pub own: f64,
    /// Number of rolls of its own actions, with the other side's rolls in answer to them. Rolls of both sides together,
    /// and rolls that no side ordered, count for the side whose units they are about.
    pub rolls: usize,
    /// Number of dice in these rolls.
    pub dice: usize,
    /// Index in `rolls` of the roll that helped this side most; null if no roll did.
    pub best: Option<usize>,
    /// Index in `rolls` of the roll that harmed this side most; null if no roll did.
    pub worst: Option<usize>,
}

/// One roll of a finished game, with its effect.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RollLuck {
    /// Side whose action it was; null at the start of play.
    pub by: Option<String>,
    /// Dice, label and effect of the roll.
    #[serde(flatten)]
    pub roll: LuckyRoll,
}

/// Computes the luck of a finished game.
pub(crate) fn luck<S: System>(
    referee: &Referee<S>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Luck, RefereeError> {
    let rolls = referee.luck(progress)?;
    let sides = Side::BOTH.into_iter().map(|side| side_luck::<S>(&rolls, side)).collect();
    let mut course: Vec<f64> = referee.course().map(|position| score::<S>(referee.setting(), &position)).collect();
    if let (Some(last), Some(outcome)) = (course.last_mut(), referee.outcome()) {
        // A side that resigned has lost, whatever the evaluation.
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
