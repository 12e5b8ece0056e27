//! The longest game, clause by clause.
//!
//! A *life* is a unit during one turn, from the start of the turn or from its arrival as a hero. What a unit does uses up
//! its life: it can act again only after the Administrative Phase (HNL-B1, HNL-B4).
//!
//! Heroes have no certain bound. The counter of a hero who has fallen can come again, in the same turn and ready to act
//! (HNL-B10). Units could bring forth heroes by each other's fire without end, although each brings forth at most half
//! a hero on average. [`arrivals`] is the number of heroes that is exceeded with a probability below 2^-64.

use rules::{LengthBound, Side};

use crate::printed::counter::{Kind, Weapon};
use crate::printed::tables::{DOUBLE_TIME, SINGLES, STACK};
use crate::setting::Setting;
use crate::state::position::Position;
use crate::state::unit::Unit;

/// Passes that end the Operations Phase; the last ones of a turn (HNL-B3).
const PASSES: u64 = 3;
/// Impulses that a life can begin: with a leader, with a move above or below ground, with fire (HNL-B3, HNL-B23). Each
/// uses up what it begins with: the leader is Ops Complete at the end of his impulse.
const IMPULSES: u64 = 3;
/// Shots that a life can take part in: it fires once in a turn, in its impulse or as Opportunity Fire (HNL-B4, HNL-B7),
/// or in two parts, the men and the weapon (HNL-B34).
const SHOTS: u64 = 2;
/// Rounds of melee for a life: one where its move ends, and one at the end of the turn (HNL-B11, HNL-B38). The enemies in
/// a hex fight once in a turn, or again when other units come.
const MELEES: u64 = 2;
/// Most units of a side in a Location that can bring forth a hero: half-squads up to the stacking limit (HNL-B5, HNL-B10).
const CREATORS: u64 = STACK as u64;
/// Most units of a side in a Location (HNL-B5).
const STACKED: u64 = STACK as u64 + SINGLES as u64;
/// Dice of an attack: attack and defence, and for each unit in its target a damage check, a hero and his skill (HNL-B8,
/// HNL-B9, HNL-B10, HNL-B37).
const ATTACK: u64 = 2 + 3 * STACKED;
/// Dice of a melee: two for each side (HNL-B11).
const MELEE: u64 = 2 * 2;

/// What the bounds depend on.
#[derive(Clone, Copy, Debug)]
struct Size {
    turns: u64,
    /// Units of the scenario and counters of heroes.
    units: u64,
    /// Units to place before the first turn.
    hidden: u64,
    /// Weapons that units carry. There are no others in the game (HNL-B28).
    weapons: u64,
    /// Most steps of a movement.
    steps: u64,
    /// Whether there are mines on the board.
    mined: bool,
}

impl Size {
    /// Measures a scenario.
    ///
    /// A step costs at least 1 MP, and without any left the movement is over (HNL-B6). Loads and wounds never add to the
    /// MP, double time does (HNL-B20, HNL-B25).
    fn of(setting: &Setting, start: &Position) -> Size {
        let listed = || start.units.iter().filter(|unit| unit.at.is_some());
        let fastest = listed().map(|unit| unit.counter.mf).max().unwrap_or(0).max(Kind::Hero.usual().2);
        Size {
            turns: setting.turns.into(),
            units: start.units.len() as u64,
            hidden: listed().filter(|unit| unit.hidden).count() as u64,
            weapons: listed().filter(|unit: &&Unit| unit.counter.weapon != Weapon::None).count() as u64,
            steps: u64::from(fastest) + u64::from(DOUBLE_TIME),
            mined: setting.spots.iter().any(|spot| spot.mines),
        }
    }

    /// Most orders for a life:
    ///
    /// - It leads an impulse (HNL-B23), moves or goes below (HNL-B6, SEW-13), tries to spot (HNL-B29), and fires.
    /// - The impulses that it begins are ended by an order. Before each, the sides pass at most twice (HNL-B3).
    /// - Its movement has steps, and an order that stops it. Each step can be answered by holding fire (HNL-B7); fire counts
    ///   for the firers.
    /// - In each melee both sides choose their targets (HNL-B35).
    /// - It routs or stays (HNL-B14).
    /// - It receives a weapon once in a turn, by hand or from the ground, and drops what it has and what it received
    ///   (HNL-B28).
    const fn orders(self) -> u64 {
        (1 + 1 + 1 + SHOTS) + (1 + 2) * IMPULSES + (2 * self.steps + 1) + 2 * MELEES + 1 + (1 + 2)
    }

    /// Most dice for a life: its shots, the mines on its way (HNL-B22), a spotting attempt, its melees, a rally (HNL-B2).
    const fn dice(self) -> u64 {
        let mines = if self.mined { self.steps * ATTACK } else { 0 };
        SHOTS * ATTACK + mines + 1 + MELEES * MELEE + 2
    }

    /// Lives of all turns, without those of heroes who arrive during a turn.
    const fn lives(self) -> u64 {
        self.turns * self.units
    }

    /// Damage checks that can bring forth heroes, except those in shots of heroes of this turn alone.
    ///
    /// Each life fires once, and again in parts if it carries a weapon; no weapon is fired in parts twice in a turn. Mines
    /// bring forth heroes only where squads or half-squads step on them.
    const fn checks(self) -> u64 {
        let mines = if self.mined { self.steps * self.lives() } else { 0 };
        CREATORS * (self.lives() + self.turns * self.weapons + mines)
    }
}

/// Returns the number of heroes who arrive in a game, exceeded with a probability below 2^-64.
///
/// A check brings forth a hero with a probability of 1/12: a natural 1, then an even number (HNL-B10). A hero adds one
/// shot to his turn, and so at most six checks. For `n` heroes there are no more than `c + 6n` checks, of which `n`
/// succeed; with `n = c/3 + 300` the expected number is `m = c/4 + 150`. By Chernoff's bound the probability is at most
/// exp(-(n - m)² / (n + m)), which is below exp(-48) for every `c`.
#[must_use]
const fn arrivals(checks: u64) -> u64 {
    checks / 3 + 300
}

/// Returns the bounds of a game. The units to be placed are placed once each, until their side is done (HNL-B19).
#[must_use]
pub fn length_bound(setting: &Setting, start: &Position) -> LengthBound {
    let size = Size::of(setting, start);
    let lives = size.lives() + arrivals(size.checks());
    LengthBound {
        orders: size.hidden + Side::BOTH.len() as u64 + size.turns * PASSES + lives * size.orders(),
        // Two for the initiative of each turn (HNL-B2).
        dice: size.turns * 2 + lives * size.dice(),
        free_questions: 0,
        certain: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exponent of the bound on [`arrivals`] is above 64 ln 2, whatever the number of checks.
    #[test]
    fn heroes_are_that_rare() {
        for checks in (0..2_000).chain((2_000..2_000_000).step_by(997)) {
            let n = arrivals(checks) as f64;
            let mean = (checks as f64 + 6.0 * n) / 12.0;
            let exponent = (n - mean) * (n - mean) / (n + mean);
            assert!(exponent > 64.0 * std::f64::consts::LN_2, "{checks} checks: {exponent}");
        }
    }
}
