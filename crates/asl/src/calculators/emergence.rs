//! Calculator of the emergence dr (B8.42).

use rules::{CalculatorOutput, Chance, Chart, Refusal};
use serde::{Deserialize, Serialize};

use crate::calculators::inputs::number;
use crate::calculators::trip::solving::results;
use crate::calculators::trip_text::{lost_chance, percent};
use crate::printed::chart::{Conditions, Emergence};
use crate::printed::clause::{B8_41D, B8_42A};

/// Maximum number of enemy squads and half-squads above: more than any Location holds without overstacking.
const ENEMIES: i64 = 9;

/// Inputs of the calculator; the fields as in the chart.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmergenceInput {
    lost: bool,
    friend: bool,
    unwatched: bool,
    enemies: i64,
    neighbour: bool,
}

/// Returns the probabilities with the names of the results.
fn chances(results: [f64; 3]) -> Vec<Chance> {
    let chance = |(result, probability): (Emergence, f64)| Chance { probability, text: result.words().to_owned() };
    Emergence::ALL.into_iter().zip(results).map(chance).collect()
}

/// Returns the results of the chart.
///
/// # Errors
///
/// - There are more enemies than a Location holds.
pub fn answer(input: &EmergenceInput) -> Result<CalculatorOutput, Refusal> {
    let EmergenceInput { lost, friend, unwatched, neighbour, .. } = *input;
    let enemies = number("enemies", input.enemies, 0..=ENEMIES, 2)?;
    let conditions = Conditions { friend, unwatched, lost, enemies, neighbour };
    #[derive(Serialize)]
    struct Data {
        drm: i8,
        may_emerge: f64,
        stays: f64,
        discovered: f64,
        lost_next: f64,
    }
    let found = results(&conditions);
    let [may_emerge, stays, discovered] = found;
    let lost_next = lost_chance(lost);
    let mut answer = CalculatorOutput::of(&Data { drm: conditions.drm(), may_emerge, stays, discovered, lost_next })?;
    let modifiers = conditions.modifiers();
    let listed: Vec<String> =
        modifiers.iter().map(|one| format!("{:+} {} [{}]", one.drm, one.why, one.clause)).collect();
    let listed = if listed.is_empty() { "No modifier applies.".to_owned() } else { format!("{}.", listed.join("; ")) };
    answer.say(match conditions.drm() {
        0 => format!("Emergence dr modifier: 0 [{B8_42A}]. {listed}"),
        drm => format!("Emergence dr modifier: {drm:+} [{B8_42A}]: {listed}"),
    });
    answer.say(format!(
        "If the stack must move on, it is lost in its next Movement Phase with probability {} [{B8_41D}].",
        percent(lost_next)
    ));
    answer.charts.push(Chart { title: "The stack…".to_owned(), chances: chances(found) });
    Ok(answer)
}
