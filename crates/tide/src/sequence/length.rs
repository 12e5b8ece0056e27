//! The longest game, clause by clause.

use rules::{BySide, LengthBound, Side};

use crate::printed::tables::{ELITE_COVER, MOVEMENT, OFFICER_COVER, OFFICER_MOVEMENT, STACK};
use crate::setting::Setting;
use crate::state::position::Position;

/// Most steps of an activation: a step costs at least 1 MP, and a squad has its MP once in an action (TOI-B6, TOI-B19).
const STEPS: u64 = (MOVEMENT + OFFICER_MOVEMENT) as u64;

/// Most orders from an answer to “which squad acts” to the next such question, except those that remove a figure:
///
/// - The answer itself, and after emerging the order for the action that follows (TOI-S12).
/// - The steps. Each can be answered once by Op Fire or by holding fire (TOI-B14); Op Fire doesn't ask again.
/// - One attack of Fire and Movement (TOI-B15).
/// - One order that ends the movement: stop, assault or go below. After an assault the squad moves no farther (TOI-B16).
/// - The retreats after this one assault. No more squads are in a Location than its stacking limit, and each retreat
///   leads out of it (TOI-B17, TOI-B18).
const ACTIVATION: u64 = 1 + 1 + 2 * STEPS + 1 + 1 + STACK as u64;

/// Returns the most orders of a round, except those that remove a figure.
///
/// - Squads are fresh again only in the Status Phase (TOI-B5). A squad that acts is not fresh afterwards: its activation
///   ends with a token or on a card with fatigue (TOI-B4, TOI-S6, TOI-S8, TOI-S16), or it is gone. So a side is asked for no
///   more actions than it has squads.
/// - Each side puts command points on the initiative card once (TOI-B34).
/// - Each squad is placed in Op Fire mode at most once, until its side is done (TOI-B32).
/// - Each squad transfers figures at most once, two by two, until its side is done (TOI-B33).
#[must_use]
pub const fn of_round(squads: u64) -> u64 {
    let sides = Side::BOTH.len() as u64;
    squads * ACTIVATION + sides + (squads + sides) + (squads / 2 + sides)
}

/// Returns the bounds of a game.
///
/// No squad and no figure comes into play, and transfers keep the number of figures (TOI-B33). Each choice of a loss
/// removes a figure (TOI-B24). The game ends with its last round (TOI-B1).
#[must_use]
pub fn length_bound(setting: &Setting, start: &Position) -> LengthBound {
    let of = |side: Side| start.squads.iter().filter(move |squad| squad.side == side);
    let squads = BySide::new(|side| of(side).count() as u64);
    let figures: u64 = start.squads.iter().map(|squad| u64::from(squad.figures.total())).sum();
    let power = BySide::new(|side| of(side).map(|squad| u64::from(squad.figures.firepower(side))).sum());
    let (rounds, cover) = (u64::from(setting.rounds), most_cover(setting));
    let dice: u64 = Side::BOTH.into_iter().map(|side| squads[side] * dice(power, side, cover)).sum();
    LengthBound {
        orders: rounds * of_round(squads.a + squads.b) + figures,
        dice: rounds * dice,
        free_questions: 0,
        certain: true,
    }
}

/// Returns the most dice of an activation.
///
/// - The attacker's dice are no more than the firepower of all figures of his side: half of a squad's firepower, rounded
///   up, is no more than all of it (TOI-B10, TOI-B16, TOI-B25).
/// - The defender has the dice of his cover, and in an assault no more than the firepower of his side (TOI-B11, TOI-B16).
/// - The squad attacks once, by fire or by assault (TOI-B3), and is fired at once for each step (TOI-B14).
fn dice(power: BySide<u64>, side: Side, cover: u64) -> u64 {
    (power[side] + power[side.other()] + cover) + STEPS * (power[side.other()] + cover)
}

/// Returns the most dice of a defence: the best cover of the board, with officer and elites (TOI-B21, TOI-B30).
fn most_cover(setting: &Setting) -> u64 {
    let best = setting.spots.iter().map(|spot| spot.cover).max().unwrap_or(0);
    u64::from(best) + u64::from(OFFICER_COVER) + u64::from(ELITE_COVER)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use referee::playout::Playout;
    use suite::SystemUnderTest;

    use super::*;
    use crate::orders::Order;
    use crate::state::Tide;

    /// The orders of each round are within its bound, and no game removes more figures than there are.
    #[test]
    fn rounds_are_bounded() {
        for scenario in Tide::scenarios() {
            let (setting, start) = referee::set_up::<Tide>(&scenario).expect("a scenario");
            for seed in 0..20 {
                let mut orders: BTreeMap<u8, u64> = BTreeMap::new();
                let mut position = start.clone();
                Playout::<Tide>::new(seed).watch(&setting, &mut position, 10_000, &mut (), |position, (_, order)| {
                    *orders.entry(position.round).or_default() += u64::from(!matches!(order, Order::Lose { .. }));
                });
                let most = of_round(start.squads.len() as u64);
                assert!(orders.values().all(|given| *given <= most), "{}: {orders:?}, {most}", scenario.name);
            }
        }
    }
}
