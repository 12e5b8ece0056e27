//! Line of sight and range between two Locations, with what blocks and hinders it (ASL-A6, B8.2b).

use board::HexId;
use rules::speech::counted;
use rules::tools::{SightAnswer, SightInput};
use rules::{CalculatorOutput, Refusal};

use crate::calculators::inputs::wrong;
use crate::mechanics::shot::line;
use crate::printed::clause::{A6, A25, A69, B8_2B, B8_2C, B8_6F};
use crate::printed::tables::{HINDRANCE_BLOCKS, OUT_OF_BLAZE};
use crate::printed::terrain::Terrain;
use crate::setting::below::{is_sewer, is_tunnel};
use crate::setting::sight::Line;
use crate::setting::trace::{Eye, Obstacle, Survey, WALLS, is_built_up, met_between, parts, sum, survey};
use crate::view::AslEyes;

/// Returns the line between two Locations as the board is now. All of it is public.
///
/// # Errors
///
/// - A Location is not on this board.
/// - A Location is beside the map.
pub fn answer(eyes: AslEyes<'_>, input: &SightInput) -> Result<CalculatorOutput, Refusal> {
    let SightInput { from, to } = *input;
    let setting = eyes.setting();
    for at in [from, to] {
        eyes.spot(at)?;
        if setting.board.hex_of(at).is_none() {
            return Err(wrong(format!("{}: expected a Location on the map", setting.label(at))));
        }
    }
    let seen = line(eyes, from, to);
    let mut answer = SightAnswer::new(*input, Some(setting.distance(from, to)));
    if setting.is_below(from) || setting.is_below(to) {
        below(eyes, &mut answer, seen.is_some());
    } else {
        above(eyes, &mut answer, seen);
    }
    answer.output()
}

/// Says whether there is a line into, out of or in a sewer or a tunnel.
fn below(eyes: AslEyes<'_>, answer: &mut SightAnswer, seen: bool) {
    let (setting, from, to) = (eyes.setting(), answer.from, answer.to);
    let (down, under) = (is_sewer(setting, from), is_sewer(setting, to));
    match () {
        () if is_tunnel(setting, from) || is_tunnel(setting, to) => {
            answer.block(B8_6F, "Units in a tunnel see no enemy, and no enemy sees them.");
        }
        () if seen && down && under => {
            answer.say(B8_2B, "Clear: units in a sewer see into their own Sewer Location and the adjacent ones.");
        }
        () if seen => {
            let words =
                "Clear: the stack in the sewer is discovered, so it and the Manhole Location above see each other.";
            answer.say(B8_2C, words);
        }
        () if down && under => {
            let words = "Blocked: units in a sewer see only into their own Sewer Location and the adjacent ones.";
            answer.block(B8_2B, words);
        }
        () => {
            let words = "Blocked: only a Manhole Location and a discovered stack in the sewer under it see each other.";
            answer.block(B8_2B, words);
        }
    }
}

/// Says whether there is a line above ground, and why.
fn above(eyes: AslEyes<'_>, answer: &mut SightAnswer, seen: Option<Line>) {
    let (setting, from, to) = (eyes.setting(), answer.from, answer.to);
    let (Some(one), Some(other)) = (Eye::of(&setting.board, from), Eye::of(&setting.board, to)) else {
        return answer.block(A6, "Blocked: there is no line between these Locations.");
    };
    let survey = survey(&setting.board, &setting.covers, one, other);
    let range = counted(setting.distance(from, to), "hex", "hexes");
    if seen.is_none() {
        answer.block(A6, format!("Blocked, at a range of {range}."));
        blocked(eyes, answer, [one, other], &survey);
    } else {
        answer.say(A6, format!("Clear, at a range of {range}."));
    }
    if seen.is_some() || sum(&survey.met, eyes.covered()) >= HINDRANCE_BLOCKS {
        hindrances(eyes, answer, &survey);
    }
    in_order(eyes, answer);
    let Some(line) = seen else { return };
    let firers = setting.hex(from).filter(|hex| eyes.burns(*hex) && !setting.same_hex(from, to));
    if firers.is_some() {
        answer.say(A6, format!("Fire out of the Blaze in {} has {OUT_OF_BLAZE:+} more.", setting.words(from)));
    }
    if line.hexside > 0 {
        let words = format!(
            "A wall or hedge in front of {} gives {:+} against fire, if that is more than its own cover.",
            setting.words(to),
            line.hexside
        );
        answer.say(A25, words);
    }
}

/// Sorts the places that block a line by their distance from its start; a hexside is between its hexes.
fn in_order(eyes: AslEyes<'_>, answer: &mut SightAnswer) {
    let grid = eyes.setting().board.grid();
    let Some(start) = eyes.setting().board.hex_of(answer.from) else { return };
    answer.blocked_at.sort_by_key(|place| {
        let (one, other) = place.split_once('-').unwrap_or((place, place));
        [one, other].into_iter().filter_map(|label| grid.hex(label)).map(|hex| grid.distance(start, hex)).sum::<u16>()
    });
    answer.blocked_at.dedup();
}

/// Names what blocks a line.
fn blocked(eyes: AslEyes<'_>, answer: &mut SightAnswer, [from, to]: [Eye; 2], survey: &Survey) {
    let (setting, covered) = (eyes.setting(), eyes.covered());
    let label = |hex: HexId| setting.board.grid().label(hex);
    for obstacle in &survey.obstacles {
        match *obstacle {
            Obstacle::Hex { hex, overlooked } => {
                let (thing, verb) = thing(eyes, hex);
                let words = if overlooked {
                    let low = if from.is_below(to) { answer.from } else { answer.to };
                    format!("{} is in the blind hexes behind the {thing} in {}.", setting.words(low), label(hex))
                } else {
                    format!("The {thing} in {} {verb} it.", label(hex))
                };
                answer.block_at(label(hex), A6, words);
            }
            Obstacle::Barrier([one, other]) => {
                let wall = setting.board.features_between(one, other).contains(WALLS);
                let thing = if wall { "wall" } else { "hedge" };
                let words = format!("The {thing} between {} and {} blocks it.", label(one), label(other));
                answer.block_at(format!("{}-{}", label(one), label(other)), A6, words);
            }
        }
    }
    let rubble = met_between(&setting.board, &setting.covers, from, to) & covered;
    for (n, cover) in setting.covers.iter().enumerate() {
        if let Some(hex) = setting.hex(cover.at).filter(|_| rubble >> n & 1 == 1) {
            answer.block_at(label(hex), A6, format!("The rubble in {} blocks it.", label(hex)));
        }
    }
    if sum(&survey.met, covered) >= HINDRANCE_BLOCKS {
        answer.blocked_at.extend(parts(&survey.met, covered).map(|(hex, _)| label(hex.hex).to_owned()));
        answer.block(A6, format!("Hindrances of {HINDRANCE_BLOCKS:+} or more block it."));
    }
    if setting.is_walled(answer.from, answer.to) && !setting.same_hex(answer.from, answer.to) {
        answer.block(A69, "Units inside a pillbox see, and are seen, only through its Covered Arc.");
    }
    if setting.same_hex(answer.from, answer.to) {
        answer.block(A6, "Levels of one hex see each other only if they are next to each other.");
    }
}

/// Names the Hindrances that count, and their sum.
fn hindrances(eyes: AslEyes<'_>, answer: &mut SightAnswer, survey: &Survey) {
    let (setting, covered) = (eyes.setting(), eyes.covered());
    let parts: Vec<_> = parts(&survey.met, covered).collect();
    for (hindering, more) in &parts {
        let hex = hindering.hex;
        let thing = if hindering.burns(covered) { "Blaze" } else { Terrain::nth(setting.board.terrain(hex).0).words() };
        answer.say(A6, format!("The {thing} in {} hinders it: {more:+}.", setting.board.grid().label(hex)));
    }
    if parts.len() < survey.met.iter().filter(|hex| hex.with(covered) > 0).count() {
        answer.say(A6, "Of Hindrances at the same range, only the worst counts.");
    }
}

/// Returns the name of an obstacle, with its verb.
fn thing(eyes: AslEyes<'_>, hex: HexId) -> (String, &'static str) {
    let board = &eyes.setting().board;
    if !is_built_up(board, hex) {
        return ("hill".to_owned(), "blocks");
    }
    let terrain = Terrain::nth(board.terrain(hex).0);
    let shell = if eyes.has_fallen(hex) { "shell of the " } else { "" };
    (format!("{shell}{}", terrain.words()), if terrain == Terrain::Woods { "block" } else { "blocks" })
}
