//! Evaluation of a position for a side.

use rules::evaluation::{self, EvalTerms, nearness};
use rules::objectives::{self, all_points};
use rules::{BySide, Side};

use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::words::Fate;
use crate::setting::Setting;
use crate::state::ending::casualties;
use crate::state::position::Position;
use crate::state::unit::Unit;

/// Returns the value of a unit in a fight, in about a tenth of a squad. Broken units without a leader may be lost for
/// good.
fn strength_of(unit: &Unit) -> f64 {
    let values = unit.kind.values();
    let whole = match unit.kind.class() {
        Class::Squad => 4.0 + f64::from(values.fp),
        Class::HalfSquad => 2.0 + f64::from(values.fp),
        Class::Leader => 3.0 - 2.0 * f64::from(values.leadership),
        Class::Hero => 3.0,
        Class::Lmg if unit.holder.is_some() && !unit.is(Flag::Malfunctioned) => f64::from(values.fp),
        // It may be repaired.
        Class::Lmg if unit.holder.is_some() => 0.3 * f64::from(values.fp),
        Class::Dc if unit.holder.is_some() => 2.0,
        _ => return 0.0,
    };
    // A broken unit that is Disrupted won't rally and surrenders to whoever comes beside it; under Desperation Morale it
    // hardly rallies, and a failed rout may still lose it.
    let nerve = if unit.is(Flag::Disrupted) {
        0.15
    } else if unit.is(Flag::Broken) && unit.is(Flag::Dm) {
        0.35
    } else if unit.is(Flag::Broken) {
        0.45
    } else if unit.is(Flag::Pinned) || unit.is(Flag::Wounded) {
        0.85
    } else {
        1.0
    };
    let zeal = if unit.is(Flag::Fanatic) { 1.1 } else { 1.0 };
    // A unit that the enemy has not seen yet is worth a little more.
    let unseen = if unit.is_open() { 1.0 } else { 1.08 };
    whole * nerve * zeal * unseen
}

/// Returns whether a unit could take an objective.
fn takes(unit: &Unit) -> bool {
    unit.fate == Fate::InPlay && unit.kind.is_mmc() && !unit.is(Flag::Broken) && !unit.is(Flag::Berserk)
}

/// Returns the evaluation terms of the position.
pub fn terms(setting: &Setting, position: &Position) -> EvalTerms {
    let mut strength = BySide { a: 0.0, b: 0.0 };
    for unit in position.units.iter().filter(|unit| matches!(unit.fate, Fate::InPlay | Fate::Waiting)) {
        strength[unit.side] += strength_of(unit);
    }
    let losses = |side: Side| {
        let lost = position.units.iter().filter(move |unit| unit.side == side);
        let times = |unit: &Unit| match unit.fate {
            Fate::Lost => 1,
            Fate::Captured => 1 + usize::from(unit.holder.is_some()),
            _ => 0,
        };
        lost.flat_map(move |unit| std::iter::repeat_n(unit.kind, times(unit)))
    };
    let points = BySide::new(|side| {
        let held = objectives::points(&setting.objectives, &position.held, side);
        f64::from(held.saturating_add(casualties(setting, losses(side.other()))))
    });
    let all = all_points(&setting.objectives);
    let needed = f64::from(setting.goal.points);
    EvalTerms {
        margin: setting.goal.margin(points) / all.max(needed).max(1.0),
        late: late(setting, position),
        strength,
        reach: reach(setting, position),
    }
}

/// Returns how much of the game is over, by Player Turns, 0 to 1.
fn late(setting: &Setting, position: &Position) -> f64 {
    let halves =
        2.0 * f64::from(position.turn.saturating_sub(1)) + f64::from(u8::from(position.attacker != setting.first));
    halves / (2.0 * f64::from(setting.turns.max(1)))
}

/// Weights of the nearest unit that could take an objective, and of the next.
const NEAREST: [f64; 2] = [0.7, 0.3];

/// Returns how near each side is to the objectives, by the units that could take them.
fn reach(setting: &Setting, position: &Position) -> BySide<f64> {
    evaluation::reach(&setting.objectives, NEAREST, |_, objective, near| {
        for unit in position.units.iter().filter(|unit| takes(unit)) {
            if let Some(at) = unit.at {
                near.add(unit.side, nearness(setting.distance(at, objective.at)));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use referee::ledger::ScenarioText;
    use rules::evaluation::EvalTerms;

    use super::*;
    use crate::printed::kind::Kind;
    use crate::state::Asl;

    const FIRST: &str = include_str!("../../../../scenarios/asl/first.toml");

    fn first() -> (Setting, Position) {
        let text = ScenarioText { name: "first".to_owned(), text: FIRST.to_owned() };
        referee::set_up::<Asl>(&text).unwrap()
    }

    fn for_german((setting, position): (&Setting, &Position)) -> f64 {
        terms(setting, position).evaluate(Side::A)
    }

    #[test]
    fn losing_a_squad_is_worse_than_losing_its_nerve() {
        let (setting, position) = first();
        let squad = |unit: &Unit| unit.side == Side::A && unit.kind.class() == Class::Squad;
        let (squad, _) = position.units.all().find(|(_, unit)| squad(unit)).unwrap();
        let whole = for_german((&setting, &position));
        let mut broken = position.clone();
        broken.units.mark(squad, Flag::Broken, true);
        let mut lost = position.clone();
        lost.units.change(squad, |unit| (unit.fate, unit.at) = (Fate::Lost, None));
        let (broken, lost) = (for_german((&setting, &broken)), for_german((&setting, &lost)));
        assert!(whole > broken && broken > lost, "{whole} {broken} {lost}");
    }

    #[test]
    fn a_disrupted_squad_is_worth_less_than_a_broken_one() {
        let (setting, position) = first();
        let squad = |unit: &Unit| unit.side == Side::A && unit.kind.class() == Class::Squad;
        let (squad, _) = position.units.all().find(|(_, unit)| squad(unit)).unwrap();
        let mut broken = position.clone();
        broken.units.mark(squad, Flag::Broken, true);
        let mut disrupted = broken.clone();
        disrupted.units.mark(squad, Flag::Disrupted, true);
        assert!(for_german((&setting, &broken)) > for_german((&setting, &disrupted)));
    }

    #[test]
    fn an_objective_taken_counts_and_counts_more_at_the_end() {
        let (setting, position) = first();
        let mut taken = position.clone();
        taken.held[0] = Some(Side::B);
        let gain =
            |position: &Position, taken: &Position| for_german((&setting, position)) - for_german((&setting, taken));
        let early = gain(&position, &taken);
        let (mut late, mut late_taken) = (position, taken);
        for position in [&mut late, &mut late_taken] {
            position.turn = setting.turns;
            position.attacker = setting.first.other();
        }
        assert!(early > 0.0 && gain(&late, &late_taken) > early);
    }

    #[test]
    fn a_dummy_is_worth_nothing() {
        let (setting, mut position) = first();
        let EvalTerms { strength, .. } = terms(&setting, &position);
        let dummy = Kind::named("dummy").unwrap();
        position.units = position.units.iter().copied().filter(|unit| unit.kind != dummy).collect();
        assert_eq!(terms(&setting, &position).strength, strength);
    }
}
