//! Calculator of an Ambush (A11.4).

use rules::forecast::{ForkDice, every_fall};
use rules::resolution::step_once;
use rules::{BySide, CalculatorOutput, Chance, Chart, Refusal, Side};
use serde::{Deserialize, Serialize};

use crate::calculators::inputs::{cite, ours, wrong};
use crate::calculators::stage::{Man, Stage, read_men, read_place};
use crate::calculators::trip_text::percent;
use crate::mechanics::ambush::{self, Parts};
use crate::printed::clause::{A60, B8_44D};
use crate::printed::flags::Flag;
use crate::printed::words::Phase;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::Position;
use crate::state::step::Step;
use crate::view::AslEyes;

/// The side that is the ATTACKER in the calculators of Close Combat.
pub const ATTACKER: Side = Side::A;
/// The names of both sides in results.
pub const NAMES: BySide<&str> = BySide { a: "the ATTACKER", b: "the DEFENDER" };

/// Inputs of the calculator.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmbushInput {
    attacker: String,
    defender: String,
    terrain: String,
}

/// Probabilities that a side ambushes the other.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct AmbushOdds {
    /// The ATTACKER ambushes.
    pub attacker: f64,
    /// The DEFENDER ambushes.
    pub defender: f64,
    /// Neither side does.
    pub neither: f64,
}

/// Reads the units of both sides; each has at least one.
///
/// # Errors
///
/// - A unit or its state is unknown.
/// - A side has no unit.
pub fn read_sides(attacker: &str, defender: &str) -> Result<BySide<Vec<Man>>, Refusal> {
    let men = BySide { a: read_men("attacker", attacker)?, b: read_men("defender", defender)? };
    for (side, field) in [(Side::A, "attacker"), (Side::B, "defender")] {
        if men[side].is_empty() {
            return Err(wrong(format!("{field}: expected at least one unit, such as 4-6-7")));
        }
    }
    Ok(men)
}

/// Builds the position in which the ATTACKER has advanced into Close Combat.
///
/// # Errors
///
/// - The terrain is unknown, or a unit can't be in its state.
pub fn close_combat(men: &BySide<Vec<Man>>, terrain: &str) -> Result<Stage, Refusal> {
    let mut stage = Stage::build(read_place(terrain)?, BySide { a: &men.a, b: &men.b }, None)?;
    for unit in stage.men[ATTACKER].clone() {
        stage.change(Change::Flag { unit, flag: Flag::Advanced, on: true });
    }
    stage.begin(ATTACKER, Phase::CloseCombat, Step::Fight(Fight::CloseCombats { from: 0 }));
    Ok(stage)
}

/// Begins the Close Combat with each result of the Ambush drs. Returns the side that ambushes, and the position.
#[must_use]
pub fn begun(stage: &Stage) -> Vec<((Option<Side>, Position), f64)> {
    every_fall(|dice: &mut ForkDice<'_>| {
        let mut position = stage.position.clone();
        step_once::<Asl>(&stage.setting, &mut position, dice, &mut ());
        let by = AslEyes::open(&stage.setting, &position).close_combat().and_then(|(_, by)| by);
        (by, position)
    })
}

/// Returns the probabilities of an Ambush.
#[must_use]
pub fn odds(begun: &[((Option<Side>, Position), f64)]) -> AmbushOdds {
    let chance = |who: Option<Side>| {
        let such = begun.iter().filter(|((by, _), _)| *by == who);
        such.fold(0.0, |sum, (_, weight)| sum + weight)
    };
    AmbushOdds { attacker: chance(Some(ATTACKER)), defender: chance(Some(ATTACKER.other())), neither: chance(None) }
}

/// Returns the probabilities of an Ambush as a chart.
#[must_use]
pub fn chart(odds: AmbushOdds) -> Chart {
    let chance = |probability, text: &str| Chance { probability, text: text.to_owned() };
    Chart {
        title: "Ambush".to_owned(),
        chances: vec![
            chance(odds.attacker, "the ATTACKER ambushes"),
            chance(odds.defender, "the DEFENDER ambushes"),
            chance(odds.neither, "neither"),
        ],
    }
}

/// Returns the modifiers of a side as text.
fn listed(parts: &Parts) -> String {
    let all: Vec<String> = parts.iter().map(|(drm, why)| format!("{drm:+} {why}")).collect();
    let sum = ambush::sum(parts);
    match all.len() {
        0 => "no modifier".to_owned(),
        _ => format!("{sum:+} ({})", all.join(", ")),
    }
}

/// Returns the probabilities of an Ambush by either side.
///
/// # Errors
///
/// - A unit, its state or the terrain is unknown.
pub fn answer(input: &AmbushInput) -> Result<CalculatorOutput, Refusal> {
    let men = read_sides(&input.attacker, &input.defender)?;
    let stage = close_combat(&men, &input.terrain)?;
    let eyes = stage.eyes();
    let parts = BySide::new(|side| ambush::parts(eyes, eyes, side, stage.at));
    let odds = odds(&begun(&stage));
    let clause = if stage.setting.is_below(stage.at) { B8_44D } else { A60 };
    let possible = ambush::can_happen(eyes, stage.at);
    #[derive(Serialize)]
    struct Data {
        possible: bool,
        drm: [i16; 2],
        #[serde(flatten)]
        odds: AmbushOdds,
    }
    let mut answer =
        CalculatorOutput::of(&Data { possible, drm: [ambush::sum(&parts.a), ambush::sum(&parts.b)], odds })?;
    if !possible {
        let why =
            "No side can ambush the other: the Location is neither woods nor a building, and no unit is concealed";
        answer.say(format!("{why} {}.", cite(clause)));
        answer.say_all(ours(&[clause]));
        return Ok(answer);
    }
    for side in Side::BOTH {
        let name = if side == ATTACKER { "ATTACKER" } else { "DEFENDER" };
        answer.say(format!("Ambush dr of the {name}: {} {}.", listed(&parts[side]), cite(clause)));
    }
    answer.say(format!(
        "The ATTACKER ambushes with probability {}, the DEFENDER with {}: by a Final dr at least 3 lower {}.",
        percent(odds.attacker),
        percent(odds.defender),
        cite(A60)
    ));
    answer.say_all(ours(&[clause]));
    answer.charts.push(chart(odds));
    Ok(answer)
}
