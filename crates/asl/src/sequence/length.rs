//! The longest game, phase by phase.
//!
//! The argument counts markers. No piece comes back into play, and no more than [`PIECES`] ever come into it
//! (`state/pieces.rs`). In a phase, an order gives a piece a marker that it keeps until the phase is over, or spends
//! movement factors, or removes a piece, or lays down a weapon. A reaction answers one such order. So each phase ends.
//!
//! Two things are without end, and are excepted:
//!
//! - In the set-up and in the recording before it, sides change what they have placed and recorded as often as they
//!   like (ASL-SC1, B8.6a, ASL-A22). These orders are free.
//! - A machine gun that keeps its rate of fire fires again (ASL-A37). [`Size::kept`] is the number of such shots that a
//!   gun exceeds in any phase of the game with a probability below 2^-64.

use rules::{BySide, LengthBound, Side};

use crate::mechanics::movement::{HASTE, ROAD};
use crate::printed::kind::Class;
use crate::printed::terrain::MF;
#[cfg(test)]
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::position::{CLEARINGS, Position, TUNNELS};
use crate::state::unit::{PIECES, Unit};

/// Pieces of a game.
const ALL: u64 = PIECES as u64;
/// Phases of a Player Turn in which units fire and may keep their rate of fire.
const FIRE_PHASES: u64 = 3;
/// Half movement factors of any move: a single man in Double Time, or a charge (ASL-A4, ASL-A46).
const FACTORS: u64 = (6 * MF + HASTE) as u64;
/// Steps of a unit in a Movement Phase. A step costs at least 1 MF. The road bonus pays one step of a move and one of a
/// charge that continues it; a Minimum Move is one step (ASL-A4, ASL-A21).
const STEPS: u64 = FACTORS / MF as u64 + 2 + 1;
/// Expenditures of movement factors by a unit that draw fire: steps, the recovery of a weapon, a charge that it Places, a
/// search, and a phase of toil. It does each of the last four once (ASL-A29, ASL-A66, ASL-A57, ASL-A68, ASL-A71).
const EXPENDITURES: u64 = STEPS + 4;
/// Half movement factors of the hardest step, a Minimum Move of Encircled units uphill across a hedge (A7.7, ASL-A21).
const HARDEST: u64 = 2 * (2 * 3 + 1 + 1) * MF as u64;
/// Movement factors at which a unit is fired at: one for each expenditure, and one for each factor it spends (ASL-A10).
const ROUNDS: u64 = EXPENDITURES + (FACTORS + 2 * ROAD as u64 + HARDEST) / MF as u64;
/// Steps of a rout (ASL-A14): 6 MF, and one more for a step that costs the rest.
const ROUT: u64 = 6 + 1;
/// Dice of one unit in an attack: a Morale Check, the heat of battle, two wounds, and two Random Selections (ASL-A11,
/// ASL-A12, ASL-A44).
const CHECKS: u64 = 2 + 2 + 2 + 2;
/// Dice of each unit beside a leader who breaks or goes berserk by his check (A10.2, A15.41).
const BESIDE_LEADER: u64 = 2 + 2;
/// Dice of an order, besides those of attacks: its own, and those of rubble (ASL-A72).
const OWN: u64 = 8;

/// What the bounds depend on.
#[derive(Clone, Copy, Debug)]
struct Size {
    player_turns: u64,
    /// Pieces that can still come into play: half-squads and heroes (ASL-A44, ASL-A48, ASL-A65).
    created: u64,
    /// Units and dummies of each side at the start.
    units: BySide<u64>,
    /// Leaders of each side. None comes into play later.
    leaders: BySide<u64>,
    /// Machine guns with a rate of fire, and the highest of these rates.
    guns: u64,
    rate: u8,
    charges: u64,
    /// Most destinations of a move below from a Location; 0 without sewers (B8.41a).
    ways: u64,
}

impl Size {
    fn of(setting: &Setting, start: &Position) -> Size {
        let count = |such: &dyn Fn(&Unit) -> bool| start.units.iter().filter(|unit| such(unit)).count() as u64;
        let rate = |unit: &Unit| unit.kind.values().rof;
        Size {
            player_turns: u64::from(setting.turns) * Side::BOTH.len() as u64,
            created: ALL - start.units.len() as u64,
            units: BySide::new(|side| count(&|unit| unit.side == side && !unit.kind.is_weapon())),
            leaders: BySide::new(|side| count(&|unit| unit.side == side && unit.kind.class() == Class::Leader)),
            guns: count(&|unit| rate(unit) > 0),
            rate: start.units.iter().map(rate).max().unwrap_or(0),
            charges: count(&|unit| unit.kind.class() == Class::Dc),
            ways: if setting.options.sewers { most_ways(setting) } else { 0 },
        }
    }

    /// Shots that rates of fire add to a fire phase, for all guns. A gun keeps its rate with a probability of `rate` in
    /// 6, whatever it did before and whichever guns fire with it, so it does so `n` times in a row with the `n`th power.
    fn kept(self) -> u64 {
        if self.guns == 0 {
            return 0;
        }
        let phases = (self.guns * FIRE_PHASES * self.player_turns) as f64;
        let rarity = 64.0 + libm::log2(phases);
        self.guns * (rarity / libm::log2(6.0 / f64::from(self.rate))).ceil() as u64
    }

    /// The largest number of pairs of a unit that moves and one that fires at it, for either ATTACKER. The pieces that come
    /// into play can be on either side.
    fn pairs(self) -> u64 {
        let split = |more: u64| (self.units.a + more) * (self.units.b + self.created - more);
        (0..=self.created).map(split).max().unwrap_or(0)
    }

    /// Orders of a Rally Phase, by both sides.
    ///
    /// - To rally, Deploy, Recombine, recover or transfer a weapon and search marks a unit that was not marked (ASL-A13,
    ///   ASL-A29, ASL-A48, B8.63a).
    /// - A unit keeps DM once, and again if the heat of battle breaks it in this phase (ASL-A43, ASL-A44).
    /// - A weapon is repaired, marked or removed (ASL-A38).
    /// - Each order may be answered by one challenge (ASL-A55). Each side ends its part.
    const fn rally() -> u64 {
        2 * (ALL + 2 * ALL + ALL) + 2
    }

    /// Orders of the Prep Fire, Defensive Fire and Advancing Fire Phases.
    ///
    /// - A shot gives a unit or gun a marker of fire, or the marker that a unit has used its own firepower; only shots of
    ///   guns that have kept their rate don't (ASL-A7, ASL-A19, ASL-A37).
    /// - A unit that Mops Up uses Prep Fire (ASL-A58). One that detonates a charge is marked, or the charge explodes
    ///   (ASL-A66, ASL-A68). A charge that is thrown is gone (ASL-A67).
    /// - A shot is challenged once in each Location of firers under a "?", who get such a marker each; guns there can't keep
    ///   their rate, but a leader can direct one that did (ASL-A55, A7.53).
    fn fire(self) -> u64 {
        let shots = 2 * ALL + self.kept();
        FIRE_PHASES * (2 * shots + 2 * ALL + 1) + ALL + self.charges
    }

    /// Shots at moving units in a Movement Phase. At one movement factor a unit of the DEFENDER fires once, also with a gun
    /// that keeps its rate (ASL-A10): it is noted in the question, and fires again only at the next factor.
    fn first_fire(self) -> u64 {
        self.pairs() * ROUNDS
    }

    /// Orders of a Movement Phase, except shots.
    ///
    /// - A unit begins to move, to toil, or to go through a tunnel once (ASL-A4, B8.61a). It goes below once, and its leader
    ///   fails his check once (B8.4c). The stack goes to one Sewer Location; each that bars its way is tried once
    ///   (B8.44a).
    /// - Each expenditure may be challenged, and ends in an order to hold fire; the move ends with an order (ASL-A10, ASL-A55).
    /// - A weapon is left once, and again by each unit that recovered one (ASL-A5, ASL-A29).
    /// - For each stack below, the ATTACKER claims a unit or none, and the DEFENDER shows each unit once (B8.42e, B8.42j).
    fn movement(self) -> u64 {
        let below = if self.ways == 0 { 0 } else { ALL * (2 + self.ways + 1) + self.pairs() + 2 * ALL };
        ALL * (1 + 3 * EXPENDITURES + 1) + below + 2 * ALL + 1
    }

    /// Orders of a Rout Phase, by both sides.
    ///
    /// - A unit routs once; each step may be Interdicted, and the rout ends by an order (ASL-A14, ASL-A51). A weapon is left
    ///   once (ASL-A5).
    /// - A unit flees a Blaze once; before, each unseen enemy may bar its way once (ASL-A23, ASL-A56). It may be challenged.
    /// - Each side ends its part.
    const fn rout() -> u64 {
        ALL * (2 * ROUT + 1 + 1) + 2 * (ALL + ALL) + 2
    }

    /// Orders of an Advance Phase: each unit advances, comes up or closes in once, and gets a weapon once (ASL-A16, ASL-A29,
    /// B8.41h, B8.44d). Each of these may be challenged. A weapon is left once, and again by the unit that got it.
    const fn advance() -> u64 {
        2 * (ALL + ALL) + 2 * ALL + 1
    }

    /// Orders of a Close Combat Phase.
    ///
    /// - A unit attacks once (ASL-A17). It is in one Close Combat: no unit withdraws to a Location with enemies and lives
    ///   (ASL-A60, ASL-A63, ASL-A64). There it declares that it withdraws once, and leaves once, which may be challenged; it
    ///   chooses once to fight alone (ASL-A62). A weapon is left once.
    /// - Of a Close Combat, which has a unit of each side, six questions are ended by an order; so is the one after each
    ///   attack (ASL-A64).
    /// - Each side ends the destruction of tunnels (B8.63a).
    const fn close_combat() -> u64 {
        ALL + (2 * ALL + 2 * ALL) + ALL + ALL + (6 * ALL / 2 + ALL) + 2
    }

    /// Orders of a Player Turn, except shots at moving units and the challenges of these shots.
    fn player_turn(self) -> u64 {
        Size::rally() + self.fire() + self.movement() + Size::rout() + Size::advance() + Size::close_combat()
    }

    /// Orders of a phase of a Player Turn, with those shots and challenges, and with surrenders; 0 for other phases.
    #[cfg(test)]
    fn phase(self, phase: Phase) -> u64 {
        let own = match phase {
            Phase::SetUp | Phase::Over => return 0,
            Phase::Rally => Size::rally(),
            Phase::PrepFire | Phase::DefensiveFire | Phase::AdvancingFire => self.fire(),
            Phase::Movement => self.movement() + 2 * self.first_fire(),
            Phase::Rout => Size::rout(),
            Phase::Advance => Size::advance(),
            Phase::CloseCombat => Size::close_combat(),
        };
        own + ALL
    }

    /// Dice of an attack, if each unit makes one check because of it, and each leader brings checks to those beside him. The
    /// loss of a leader is counted by [`Size::losses`].
    fn attack(self) -> u64 {
        let of = |units: u64, leaders: u64| units * (CHECKS + BESIDE_LEADER * leaders);
        let most = self.leaders.a.max(self.leaders.b);
        2 + of(self.units.a, self.leaders.a) + of(self.units.b, self.leaders.b) + of(self.created, most) + self.guns
    }

    /// Dice of all checks for leaders who are eliminated (A10.2). Each is so once in the game.
    fn losses(self) -> u64 {
        (self.leaders.a + self.leaders.b) * self.attack()
    }

    /// Dice of a Player Turn that no order brings with it.
    ///
    /// - An attack in Close Combat has a DR and two Random Selections; units are reduced twice at most, and each may meet
    ///   enemies where it goes (ASL-A17, ASL-A60, ASL-A63).
    /// - Ambushes, emergence drs, concealment and the clearance of rubble (ASL-A54, ASL-A60, ASL-A71, B8.42a).
    const fn player_turn_dice() -> u64 {
        ALL * (2 + 2 * ALL) + 2 * ALL + 2 * ALL * ALL + 3 * ALL + 2 * CLEARINGS as u64
    }
}

/// Returns the most destinations of a move below from a Location, and the Location under the manhole where it begins.
fn most_ways(setting: &Setting) -> u64 {
    setting.sewer_edges.iter().map(|ways| ways.len() as u64 + 1).max().unwrap_or(0)
}

/// Returns the bounds of a game.
///
/// Each answer to a surrender removes a unit (ASL-A52), and each destruction a tunnel (B8.63a). Recording and set-up end
/// with an order of each side, and only the set-up may roll, to deal the rest (ASL-SC1).
#[must_use]
pub fn length_bound(setting: &Setting, start: &Position) -> LengthBound {
    let size = Size::of(setting, start);
    let questions = 2 * Side::BOTH.len() as u64;
    let others = size.player_turns * size.player_turn() + ALL + 2 * TUNNELS as u64 + questions;
    let shots = size.player_turns * size.first_fire();
    // Two attacks at most: a thrown charge attacks the thrower too, and units check after a search and for residual
    // firepower, or after their own Final Protective Fire (ASL-A34, ASL-A35, ASL-A57, ASL-A67).
    let attack = size.attack();
    let deal = ALL * u64::from(usize::BITS);
    let dice = others * (2 * attack + OWN)
        + shots * attack
        + size.losses()
        + size.player_turns * Size::player_turn_dice()
        + deal;
    // A shot is challenged in each Location of firers under a "?": once for each unit that fires.
    LengthBound { orders: others + 2 * shots, dice, free_questions: questions, certain: size.guns == 0 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use referee::playout::Playout;
    use suite::SystemUnderTest;

    use super::*;
    use crate::state::Asl;

    /// The orders of each phase of each Player Turn are within the bound of that phase.
    #[test]
    fn phases_are_bounded() {
        for scenario in Asl::scenarios() {
            let (setting, start) = referee::set_up::<Asl>(&scenario).expect("a scenario");
            let size = Size::of(&setting, &start);
            for seed in 0..4 {
                let mut orders: BTreeMap<(u8, usize, String), (u64, u64)> = BTreeMap::new();
                let mut position = start.clone();
                Playout::<Asl>::new(seed).watch(&setting, &mut position, 100_000, &mut (), |position, _| {
                    let phase = position.phase;
                    let key = (position.turn, position.attacker.index(), format!("{phase:?}"));
                    orders.entry(key).or_insert((0, size.phase(phase))).0 += 1;
                });
                for ((turn, _, phase), (given, most)) in orders {
                    let free = phase == "SetUp";
                    assert!(free || given <= most, "{}, turn {turn}, {phase}: {given} orders", scenario.name);
                }
            }
        }
    }

    /// A gun whose rate of fire is 1 keeps it more often in a row than the bound allows with a probability below 2^-64, for
    /// all guns and phases together.
    #[test]
    fn rates_of_fire_end() {
        for (guns, player_turns, rate) in [(1, 2, 1), (10, 16, 1), (10, 40, 3)] {
            let units = BySide { a: 10, b: 10 };
            let (created, leaders, charges, ways) = (0, units, 0, 0);
            let size = Size { player_turns, created, units, leaders, guns, rate, charges, ways };
            let each = size.kept() / guns;
            let chance = (guns * FIRE_PHASES * player_turns) as f64 * libm::pow(f64::from(rate) / 6.0, each as f64);
            assert!(chance <= libm::exp2(-64.0), "{each} shots: {chance}");
            assert_eq!(Size { guns: 0, ..size }.kept(), 0);
        }
    }
}
