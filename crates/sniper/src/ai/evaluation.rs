//! Evaluation of a position for computer players. Plots count as far as they can be foreseen: an order changes nothing
//! else.

use rules::evaluation::{EvalTerms, nearness};
use rules::{BySide, Side};

use crate::mechanics::aim::Aim;
use crate::mechanics::{grenades, line_of_fire};
use crate::printed::words::{Grenade, Hand};
use crate::setting::entering::arriving;
use crate::setting::goal::Goal;
use crate::setting::sight::{Eye, Stand};
use crate::setting::{Setting, underground};
use crate::state::man::{MEN, Man};
use crate::state::plot::Act;
use crate::state::position::Position;

/// Fighting value of an incapacitated man: only as much as to finish a game.
const LYING: f64 = 0.02;
/// Weight of the harm from a shot that an enemy could fire but is not known to plan.
const COULD_FIRE: f64 = 0.12;
/// Weight of the harm from a prepared grenade that an enemy could throw next turn.
const COULD_THROW: f64 = 0.2;
/// Weight of that harm where the enemy is plotted to watch.
const WATCHES: f64 = 0.5;
/// Movement points that a man on his way covers in a turn.
const PACE: f64 = 7.0;
/// Turns that a game is expected to last if its scenario sets no limit.
const UNLIMITED: f64 = 30.0;
/// The most that such a game counts as over, 0.0 to 1.0.
const LATEST: f64 = 0.97;
/// The fewest turns that are expected to be left in it.
const AHEAD: f64 = 6.0;
/// Bonus for ending the plot, to stop computer players from plotting without gain.
const DONE: f64 = 0.002;

/// A man as he will be when his plot is carried out.
struct Planned<'a> {
    man: &'a Man,
    eye: Eye,
    stand: Stand<'a>,
    /// Estimated probability of coming through the turn unharmed, 0.0 to 1.0.
    unharmed: f64,
}

/// Lists all men in the game as plotted, without dummies.
fn planned<'a>(setting: &'a Setting, position: &'a Position) -> arrayvec::ArrayVec<Planned<'a>, MEN> {
    let men = position.here().filter(|(_, man, _)| !man.dummy).filter_map(|(_, man, at)| {
        let posture = man.plot.posture.unwrap_or(man.posture);
        let end = man.plot.path.end().unwrap_or(at);
        let posture = if end == at { posture } else { arriving(setting, posture, end) };
        let eye = Eye { at: end, posture };
        Some(Planned { man, eye, stand: Stand::of(setting, eye)?, unharmed: 1.0 })
    });
    men.collect()
}

/// Returns the fighting value of a man.
fn strength_of(setting: &Setting, man: &Man) -> f64 {
    let attack = setting.tables.weapon(man.weapon).and_then(|weapon| weapon.attack_at(8)).unwrap_or(0);
    let armed = 1.0 + 0.04 * f64::from(attack) + 0.06 * f64::from(man.frag) + 0.02 * f64::from(man.smoke);
    let reloads = man.plot.act == Some(Act::Reload);
    let loaded = if man.shots > 0 || reloads { 1.0 } else { 0.8 };
    let loaded = loaded * readiness(hand_then(man));
    if man.incapacitated {
        return LYING;
    }
    let whole = if man.wounded { 0.6 } else { 1.0 };
    let awake = if man.stunned > 0 { 0.9 } else { 1.0 };
    armed * loaded * whole * awake
}

/// Returns what a man will have in hand when his plot is carried out (SNP-B33).
fn hand_then(man: &Man) -> Hand {
    match (man.plot.act, man.plot.prepare) {
        (Some(Act::Throw { .. }), _) => Hand::Empty,
        (Some(Act::Rearm), _) => Hand::Weapon,
        (_, Some(grenade)) => grenade.into(),
        _ => man.hand,
    }
}

/// Returns the share of his value that a man has with this in hand: without his weapon he can't fire.
const fn readiness(hand: Hand) -> f64 {
    match hand {
        Hand::Weapon => 1.0,
        Hand::Frag => 0.96,
        Hand::Smoke => 0.92,
        Hand::Empty => 0.93,
    }
}

/// Returns the inputs of the evaluation for this position.
pub fn terms(setting: &Setting, position: &Position) -> EvalTerms {
    let mut men = planned(setting, position);
    for n in 0..men.len() {
        if let Some(unharmed) = men.get(n).map(|man| comes_through(setting, position, &men, man))
            && let Some(man) = men.get_mut(n)
        {
            man.unharmed = unharmed;
        }
    }
    let mut strength = BySide { a: 0.0, b: 0.0 };
    for planned in &men {
        strength[planned.man.side] += strength_of(setting, planned.man) * (0.3 + 0.7 * planned.unharmed);
    }
    let turns = setting.limit.map_or(UNLIMITED, |turns| f64::from(turns.max(1)));
    let late = (f64::from(position.turn.saturating_sub(1)) / turns).min(LATEST);
    let left = (turns - f64::from(position.turn) + 1.0).max(if setting.limit.is_none() { AHEAD } else { 0.0 });
    let (mut margin, reach) = towards_goal(setting, position, &men, left);
    margin += worn(setting, position, Side::B) - worn(setting, position, Side::A);
    margin += if position.ready.a { DONE } else { 0.0 };
    margin -= if position.ready.b { DONE } else { 0.0 };
    EvalTerms { margin, late, strength, reach }
}

/// Returns what a side's chits mean for victory (SNP-B29): nothing at first, much near its level.
fn worn(setting: &Setting, position: &Position, side: Side) -> f64 {
    let level = setting.preservation[side].map_or(0.0, f64::from);
    let share = if level > 0.0 { f64::from(position.chits[side]) / level } else { 0.0 };
    0.25 * share * share
}

/// Estimates the probability that a man comes to no harm, from what all enemies are plotted to do or could do.
fn comes_through(setting: &Setting, position: &Position, men: &[Planned<'_>], target: &Planned<'_>) -> f64 {
    let mut unharmed = 1.0;
    for enemy in men {
        let man = enemy.man;
        if let Some(Act::Throw { at, grenade: Grenade::Frag }) = man.plot.act {
            let reached = grenades::reached(setting, target.eye, at);
            let column = reached.map(|landing| setting.tables.burst(landing));
            // A long throw goes farther astray (SNP-B32).
            let near = setting.tables.scatter.off(setting.distance(enemy.eye.at, at)) <= 1;
            let hits = if near { 0.7 } else { 0.66 };
            unharmed *= 1.0 - hits * column.map_or(0.0, |column| setting.tables.harm(column));
        }
        if man.side == target.man.side || man.incapacitated {
            continue;
        }
        if hand_then(man) == Hand::Frag && man.plot.act.is_none() {
            unharmed *= 1.0 - COULD_THROW * could_throw(setting, enemy.eye, target);
        }
        if man.shots == 0 || !man.hand.is_weapon() {
            continue;
        }
        // Plotted fire comes before all movement.
        let (at, share) = match man.plot.act {
            Some(Act::Fire { at }) if Some(at) == target.man.at => (at, 1.0),
            Some(Act::Watch { at }) if at == target.eye.at => (at, WATCHES),
            Some(Act::WatchSide { at, beyond }) if [at, beyond].contains(&target.eye.at) => (target.eye.at, WATCHES),
            Some(_) => continue,
            None => (target.eye.at, COULD_FIRE),
        };
        if share < 1.0 && enemy.stand.sees(setting, &position.clouds, &target.stand).is_none() {
            continue;
        }
        let then = |other: &Planned<'_>| match other.man.at {
            Some(at) if share >= 1.0 => Eye { at, posture: other.man.posture },
            _ => other.eye,
        };
        if line_of_fire::is_stopped(setting, enemy.eye.at, at, men.iter().map(then)) {
            continue;
        }
        let aim = Aim::new(setting, (man, enemy.eye.at), (target.man, at));
        let column = aim.and_then(|aim| aim.column);
        unharmed *= 1.0 - share * column.map_or(0.0, |column| setting.tables.shot_harm(column));
    }
    unharmed
}

/// Returns the harm to a man from a prepared grenade thrown at him next turn; 0.0 if he is out of reach.
fn could_throw(setting: &Setting, from: Eye, target: &Planned<'_>) -> f64 {
    let reaches = underground::may_throw(setting, from, target.eye.at).is_ok();
    if reaches { setting.tables.harm(setting.tables.burst(true)) } else { 0.0 }
}

/// Estimates the probability that a man, so many movement points from the block, is in it when the turn ends.
fn taking(setting: &Setting, points: u16, planned: &Planned<'_>) -> f64 {
    let chance = match points {
        0 => 1.0,
        // One who is not plotted for may still go.
        _ if planned.man.plot.is_empty() && points <= u16::from(setting.tables.movement.turn) => 0.5,
        _ => 0.0,
    };
    chance * planned.unharmed
}

/// Returns the first side's lead towards the scenario's goal, and for each side how near its men are to where they must
/// go.
fn towards_goal(setting: &Setting, position: &Position, men: &[Planned<'_>], left: f64) -> (f64, BySide<f64>) {
    let mut reach = BySide { a: 0.0, b: 0.0 };
    let paths = setting.goal_paths();
    // Probability that at least one man gets there in time and unharmed.
    let in_time = |planned: &Planned<'_>| {
        let needed = f64::from(paths.from(planned.eye.at, planned.man.mission)) / PACE;
        let chance = if needed <= 0.0 { 1.0 } else { (1.15 - needed / (left + 0.3)).clamp(0.0, 0.95) };
        chance * planned.unharmed
    };
    let near = |planned: &Planned<'_>| {
        nearness(paths.from(planned.eye.at, planned.man.mission) / 5) * (0.5 + 0.5 * planned.unharmed)
    };
    let of = |side: Side| men.iter().filter(move |planned| planned.man.side == side && !planned.man.incapacitated);
    let best = |side: Side, count: u8, value: &dyn Fn(&Planned<'_>) -> f64| {
        let mut values: arrayvec::ArrayVec<f64, MEN> = of(side).map(value).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        values.iter().take(usize::from(count.max(1))).sum::<f64>() / f64::from(count.max(1))
    };
    match &setting.goal {
        Goal::None => (0.0, reach),
        Goal::GetOut { side, men: needed, .. } => {
            let gone = position.left[*side];
            let missing = needed.saturating_sub(gone);
            let there = f64::from(gone) / f64::from((*needed).max(1));
            let others = (1.0 - there).max(0.0) * best(*side, missing, &in_time);
            reach[*side] = best(*side, missing, &near);
            let ahead = there + others - 0.5;
            (if *side == Side::A { ahead } else { -ahead }, reach)
        }
        Goal::Clear { men: needed, .. } => {
            let holding = of(Side::B).map(|planned| 0.7 * in_time(planned) + 0.3 * near(planned)).sum::<f64>();
            let all = of(Side::B).count().max(1) as f64;
            let (a, b) = (best(Side::A, *needed, &in_time), holding / all);
            reach = BySide { a: best(Side::A, *needed, &near), b };
            // One man of the second side who is left there is enough for it.
            let lead = 0.5 * a - 0.5 * (1.0 - libm::pow(1.0 - 0.3 * b, all));
            // The block is lost at once with the turn in which nobody holds it.
            let holds = of(Side::B).filter(|planned| paths.from(planned.eye.at, false) == 0);
            let nobody: f64 = holds.map(|planned| 1.0 - planned.unharmed).product();
            let takes = |planned: &Planned<'_>| taking(setting, paths.from(planned.eye.at, false), planned);
            let taken = nobody * best(Side::A, *needed, &takes);
            (lead + (1.0 - lead) * taken, reach)
        }
    }
}

#[cfg(test)]
mod tests {
    use board::scenario::Document;
    use rules::prelude::*;
    use rules::resolution::{resolve, settle};
    use rules::{Piece, QuickDice};

    use crate::orders::Order;
    use crate::state::Sniper;

    use super::*;

    const STREET: &str = r#"
title = "A street"
system = "sniper"
[board]
labels = "digits"
rows = [". . . . . . . . . . . .", ". . . . . . . . . . . .", ". . . . . . . . . . . ."]
legend = { "." = "street" }
[play]
turns = 4
kind = "ambush"
[victory]
men = 1
edge = "east"
[[man]]
id = "runner"
side = "attacker"
at = "0201"
[[man]]
id = "waiting"
side = "defender"
at = "0903"
frag = 2
"#;

    fn street() -> (Setting, Position) {
        set_up(STREET)
    }

    fn set_up(text: &str) -> (Setting, Position) {
        let document = Document::parse("street.toml", text).expect("TOML");
        let set_up = Sniper::set_up(&document).expect("a sound scenario");
        let (setting, mut position) = (set_up.setting, set_up.position);
        settle::<Sniper>(&setting, &mut position, &mut QuickDice::new(1), &mut ());
        (setting, position)
    }

    /// Evaluates the position for `side` after it gave these orders.
    fn after(side: Side, orders: &[Order]) -> f64 {
        after_in(STREET, side, orders)
    }

    fn after_in(text: &str, side: Side, orders: &[Order]) -> f64 {
        let (setting, mut position) = set_up(text);
        for order in orders {
            let eyes = Sniper::eyes(&setting, &position, side.seat());
            assert_eq!(Sniper::check(eyes, order), Ok(()), "{order:?}");
            resolve::<Sniper>(&setting, &mut position, side, order, &mut QuickDice::new(1), &mut ());
        }
        Sniper::evaluate(&setting, &position, side)
    }

    fn at(label: &str) -> board::LocationId {
        street().0.board.location_named(label).expect("a place")
    }

    #[test]
    fn going_where_one_wants_to_be_looks_better_than_staying_and_than_going_elsewhere() {
        let march = |label| after(Side::A, &[Order::March { man: Piece(0), to: at(label) }]);
        assert!(march("0701") > after(Side::A, &[]));
        assert!(march("0701") > march("0101") && march("0701") > march("0301"));
    }

    #[test]
    fn a_shot_plotted_looks_better_than_none_and_being_ready_a_little_better_than_not() {
        let fire = Order::Fire { man: Piece(1), at: at("0201") };
        assert!(after(Side::B, &[fire]) > after(Side::B, &[]));
        let ready = after(Side::B, &[fire, Order::Ready]);
        assert!(ready > after(Side::B, &[fire]) && ready < after(Side::B, &[fire]) + 0.01);
    }

    #[test]
    fn a_grenade_thrown_at_an_enemy_or_else_a_weapon_in_hand_again_looks_better_than_nothing() {
        let nothing = after(Side::B, &[]);
        let throw = |label| after(Side::B, &[Order::Throw { man: Piece(1), at: at(label), grenade: Grenade::Frag }]);
        assert!(throw("0201") > nothing && throw("1203") < nothing, "{nothing} {}", throw("1203"));
        let in_hand = STREET.replace("frag = 2", "smoke = 1\nhand = \"smoke\"");
        let then = |orders: &[Order]| after_in(&in_hand, Side::B, orders);
        assert!(then(&[Order::Rearm { man: Piece(1) }]) > then(&[]));
    }

    #[test]
    fn the_last_man_who_leaves_a_block_gives_it_up() {
        let block = STREET.replace("ambush", "block clearing").replace("edge = \"east\"", "area = \"block\"")
            + "[[area]]\nname = \"block\"\nhexes = [\"0302\", \"0902\", \"0903\"]\n";
        let to = |label| after_in(&block, Side::B, &[Order::March { man: Piece(1), to: at(label) }]);
        assert!(to("0902") > to("1003") + 0.1, "{} {}", to("0902"), to("1003"));
        let takes = |label| after_in(&block, Side::A, &[Order::March { man: Piece(0), to: at(label) }]);
        assert!(takes("0302") > takes("0402"));
    }
}
