//! The longest game, clause by clause.
//!
//! Sides give orders only in two questions, set-up and plot, which both answer at once. Each ends with “Ready”. All other
//! orders write the plot or the place of one man, who can be given another as long as his side is not ready (SNP-B2,
//! SNP-B19). These are free.

use rules::{BySide, LengthBound, Side};

use crate::printed::tables::STOP;
use crate::setting::Setting;
use crate::state::man::MEN;
use crate::state::position::Position;

/// Dice for a man who is hit: his chit, and if he falls off a ladder the jump, which may bring another chit (SNP-B29,
/// 39.63a).
const HIT: u64 = 1 + 1 + 1;
/// Dice for a shot: the shot, a lot among firers in one place, a lot among targets, and one among those who come into
/// sight together (SNP-B8, SNP-B16). It hits one man.
const SHOT: u64 = 2 + 1 + 1 + 1 + HIT;
/// Dice for a man reached by a burst: the burst and a lot (SNP-B11).
const STRUCK: u64 = 2 + 1 + HIT;
/// Dice for a grenade: scatter, direction, and whether it rolls down a manhole (SNP-B32, 39.62C).
const GRENADE: u64 = 2 + 1 + 1;
/// Dice for a pair in hand-to-hand combat: two for each man, and a lot of each side (SNP-B15).
const PAIR: u64 = 2 * (2 + 1) + HIT;

/// Returns the number of turns after which a game is over at the latest (SNP-B24, SNP-B27).
#[must_use]
pub fn most_turns(setting: &Setting) -> u64 {
    u64::from(setting.limit.map_or(STOP, |limit| limit.min(STOP)))
}

/// Returns the most dice of a turn, except those of grenades.
///
/// - Each side rolls for panic, and twice for each man who panics (SNP-B3).
/// - Each man fires once: a plotted shot is fired once a turn at all enemies in its place, and a watch ends with its shot
///   at one man (SNP-B8, SNP-B16). All plotted shots are one volley.
/// - Each man fights at most one enemy hand to hand (SNP-B15).
#[must_use]
pub fn dice_of_turn(men: BySide<u64>) -> u64 {
    let (sides, all) = (Side::BOTH.len() as u64, men.a + men.b);
    let plotted = (sides * men.a * men.b).min(2 * MEN as u64);
    sides + 2 * all + (plotted + all) * SHOT + men.a.min(men.b) * PAIR
}

/// Returns the bounds of a game.
///
/// Each grenade is thrown or let fall once (SNP-B33). A burst reaches each man at most once.
#[must_use]
pub fn length_bound(setting: &Setting, start: &Position) -> LengthBound {
    let real = || start.men.iter().filter(|man| !man.dummy);
    let men = BySide::new(|side| real().filter(|man| man.side == side).count() as u64);
    let (frag, smoke) =
        real().fold((0, 0), |(frag, smoke), man| (frag + u64::from(man.frag), smoke + u64::from(man.smoke)));
    let turns = most_turns(setting);
    // The set-up is a question like the plot of a turn.
    let questions = Side::BOTH.len() as u64 * (turns + 1);
    let grenades = (frag + smoke) * GRENADE + frag * (men.a + men.b) * STRUCK;
    let dice = turns * dice_of_turn(men) + grenades;
    LengthBound { orders: questions, dice, free_questions: questions, certain: true }
}
