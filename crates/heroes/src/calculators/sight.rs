//! Sight calculator: line of sight and range between two Locations (HNL-B17, HNL-B21, HNL-B32).

use board::{HexId, Step};
use rules::speech::counted;
use rules::tools::{SIGHT as INFO, SightAnswer, SightInput, hexside_label};
use rules::{Calculate, Calculator, Clause, Refusal};

use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B8, B17, B21, B29, B32, B33, B38};
use crate::printed::tables::{ADJACENT, DEGRADED, MOST_DEGRADED, Terrain};
use crate::setting::sight::{blockers, degrading, fires};
use crate::setting::{Setting, Spot};
use crate::state::Heroes;
use crate::view::HeroesEyes;

pub const SIGHT: Calculator<Heroes> = Calculator {
    info: INFO,
    calculate: Calculate::InGame(|eyes, info, input| sight(eyes, info.read(input)?)?.output()),
};

/// A place that blocks the line: its hex nearest to the start, its label, and why it blocks.
type Block = (HexId, String, Clause, String);

/// Returns the line of sight between two Locations. Units don't block it and fires are public, so it is public.
///
/// # Errors
/// If a Location is not on this board.
pub fn sight(eyes: HeroesEyes<'_>, input: SightInput) -> Result<SightAnswer, Refusal> {
    let (from, to) = (eyes.spot(input.from)?, eyes.spot(input.to)?);
    let grid = eyes.setting().board.grid();
    let distance = grid.distance(from.hex, to.hex);
    let mut answer = SightAnswer::new(input, Some(distance));
    let mut blocks = blocks(eyes, from, to);
    blocks.sort_by_key(|(hex, ..)| grid.distance(from.hex, *hex));
    for (_, label, clause, words) in blocks {
        answer.block_at(label, clause, words);
    }
    if answer.clear == Some(true) {
        answer.say(B17, "The line of sight is clear. Units never block it.");
        ranges(eyes, &mut answer, from, to, distance);
    }
    if let Some(kind) = from.inside.or(to.inside) {
        answer.say(Catalogue::of(kind).level(), "Inside an entrance, units see and are seen as in its hex.");
    }
    Ok(answer)
}

/// Lists what blocks the line: obstacles, fires, and too many hexes of brush.
fn blocks(eyes: HeroesEyes<'_>, from: &Spot, to: &Spot) -> Vec<Block> {
    let setting = eyes.setting();
    let board = &setting.board;
    let label = |hex: HexId| board.grid().label(hex).to_owned();
    let mut blocks: Vec<Block> = Vec::new();
    for step in blockers(board, from.hex, to.hex) {
        let Some((hex, place)) = named(setting, step) else { continue };
        blocks.push((hex, place, B17, obstacle(setting, step)));
    }
    for hex in fires(board, &setting.blazes, from.hex, to.hex).into_iter().filter(|blaze| eyes.blaze_burns(*blaze)) {
        let Some(hex) = setting.blazes.get(hex).and_then(|blaze| setting.hex(blaze.at)) else { continue };
        blocks.push((hex, label(hex), B21, format!("The fire in {} blocks the line.", label(hex))));
    }
    let brush = if B32.is_in_force() { degrading(board, from.hex, to.hex) } else { Vec::new() };
    if brush.len() > usize::from(MOST_DEGRADED) {
        for (hex, place) in brush.into_iter().filter_map(|step| named(setting, step)) {
            let words = format!("The brush in {place} counts: more than {MOST_DEGRADED} such hexes block the line.");
            blocks.push((hex, place, B32, words));
        }
    }
    blocks
}

/// Returns the first hex and the label of a step of the line; `None` for a step that has no obstacle.
fn named(setting: &Setting, step: Step) -> Option<(HexId, String)> {
    let grid = setting.board.grid();
    match step {
        Step::Hex(hex) => Some((hex, grid.label(hex).to_owned())),
        Step::Along(side) => Some((side.hex(), hexside_label(grid, side))),
        Step::Cross(_) | Step::Corner(_) => None,
    }
}

/// Returns the sentence that the obstacle at a step blocks the line.
fn obstacle(setting: &Setting, step: Step) -> String {
    let board = &setting.board;
    let name = |hex: HexId| format!("the {} in {}", board.terrain_name(hex), board.grid().label(hex));
    let sentence = match step {
        Step::Along(side) => match board.grid().hexes_of(side) {
            (one, Some(other)) => format!("{} and {} block the line between them", name(one), name(other)),
            (one, None) => format!("{} blocks the line", name(one)),
        },
        Step::Hex(hex) if Terrain::nth(board.terrain(hex).0) == Terrain::Woods => {
            format!("{} block the line", name(hex))
        }
        Step::Hex(hex) => format!("{} blocks the line", name(hex)),
        Step::Cross(_) | Step::Corner(_) => String::new(),
    };
    format!("{}.", rules::speech::capitalized(&sentence))
}

/// Adds the range of a clear line, and its effects on fire (HNL-B8, HNL-B32, HNL-B33, HNL-B38).
fn ranges(eyes: HeroesEyes<'_>, answer: &mut SightAnswer, from: &Spot, to: &Spot, distance: u16) {
    match distance {
        0 => answer.say(B8, "Both are in the same hex."),
        _ => answer.say(B8, format!("The range is {}.", counted(distance, "hex", "hexes"))),
    }
    if from.hex == to.hex && from.inside != to.inside {
        answer.say(B38, "Units above and inside fire at each other as if adjacent.");
    }
    // Above and inside an entrance, units of one hex count as adjacent.
    if (distance == 1 || (distance == 0 && from.inside != to.inside)) && B33.is_in_force() {
        answer.say(B33, format!("Fire at an adjacent target gets {ADJACENT} more."));
    }
    let brush = eyes.degraded(from.hex, to.hex);
    if brush > 0 {
        let (hexes, less) = (counted(brush, "hex", "hexes"), -DEGRADED * i16::from(brush));
        answer.say(B32, format!("It crosses {hexes} of brush: fire loses {less}."));
    }
    if distance > 1 {
        answer.say(B29, "Only units that are spotted can be fired at.");
    }
}
