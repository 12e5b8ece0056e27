//! Sight calculator: line of sight and range bands between two Locations (TOI-B8, TOI-B22, TOI-B35).

use board::LocationId;
use rules::tools::{SIGHT as INFO, SightAnswer, SightInput};
use rules::{Calculate, Calculator, Refusal, referee_clauses};

use crate::mechanics::range::{band_of, fires_down};
use crate::printed::clause::{B8, B22, B35, S9};
use crate::printed::tables::Terrain;
use crate::printed::words::Figure;
use crate::setting::sight::{Cause, blockers};
use crate::setting::{Setting, Spot};
use crate::state::Tide;
use crate::view::eyes::TideEyes;

pub const SIGHT: Calculator<Tide> = Calculator {
    info: INFO,
    calculate: Calculate::InGame(|eyes, info, input| sight(eyes, info.read(input)?)?.output()),
};

/// Returns the line of sight between two Locations. Squads don't block it, so it is public.
///
/// # Errors
/// If a Location is not on the board and not a sewer card.
pub fn sight(eyes: TideEyes<'_>, input: SightInput) -> Result<SightAnswer, Refusal> {
    let setting = eyes.setting();
    let card = |at: LocationId| setting.card_places.contains(&at);
    if card(input.from) || card(input.to) {
        let mut answer = SightAnswer::new(input, None);
        answer.block(S9, "No line of sight leads into the sewer or out of it.");
        return Ok(answer);
    }
    let unknown = || Refusal::new(referee_clauses::NAMES, "this Location is not on the board");
    let (from, to) = (setting.spot(input.from).ok_or_else(unknown)?, setting.spot(input.to).ok_or_else(unknown)?);
    let distance = setting.board.grid().distance(from.hex, to.hex);
    let mut answer = SightAnswer::new(input, Some(distance));
    for (hex, cause) in blockers(&setting.board, from, to) {
        let label = setting.board.grid().label(hex).to_owned();
        let what = obstacle(setting, hex);
        let (clause, words) = match cause {
            Cause::Hill => (B35, format!("The hill in {label} is higher than both ends and blocks the line.")),
            Cause::Height => (B22, format!("The {what} in {label} block{} the line.", s(what))),
            Cause::Shadow => (B35, format!("The {what} in {label} hide{} the lower end, close behind.", s(what))),
        };
        answer.block_at(label, clause, words);
    }
    if answer.clear == Some(true) {
        answer.say(B22, "The line of sight is clear. Squads never block it.");
        ranges(setting, &mut answer, from, to, distance);
    }
    Ok(answer)
}

/// Names the obstacle in a hex: `building` or `woods`.
fn obstacle(setting: &Setting, hex: board::HexId) -> &'static str {
    match Terrain::nth(setting.board.terrain(hex).0) {
        Terrain::Woods => "woods",
        _ => "building",
    }
}

/// Returns the ending of a verb after the name of an obstacle.
fn s(obstacle: &str) -> &'static str {
    if obstacle == "woods" { "" } else { "s" }
}

/// Adds the range bands for fire from the first place at the second (TOI-B8). Within one Location there is no fire.
fn ranges(setting: &Setting, answer: &mut SightAnswer, from: &Spot, to: &Spot, distance: u16) {
    if answer.from == answer.to {
        return;
    }
    let words = |figure: Figure| match band_of(setting, from, to, figure.range()) {
        (_, false) => "out of range".to_owned(),
        (band, true) => format!("{} range", band.words()),
    };
    let (most, crews) = (words(Figure::Regular), words(Figure::MgCrew));
    let only = if crews == most { String::new() } else { format!("; {crews} if only machine-gun crews fire") };
    let hexes = rules::speech::counted(distance, "hex", "hexes");
    answer.say(B8, format!("{}: {most}{only}.", if distance == 0 { "In the same hex".to_owned() } else { hexes }));
    if fires_down(from, to) && distance > 1 {
        answer.say(B8, "Fire from a higher elevation reaches 1 hex farther.");
    }
}
