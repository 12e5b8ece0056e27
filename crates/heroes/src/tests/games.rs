//! Whole games, and the events that seats receive.

use referee::{Act, Item};
use rules::prelude::*;
use rules::{Seat, Side};
use suite::Game;

use crate::setting::UNSEEN;
use crate::state::Heroes;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::state::unit_index::UnitIndex;
use crate::tests::scenarios::{BARRED, HIDDEN, OPEN, scenario};

/// Rolls that both sides make together, in a melee or for the initiative, are credited to each side. So is a rally
/// roll, whichever side gave the last order.
#[test]
pub(super) fn luck_is_told_by_whose_units_roll() {
    let (mut ralliers, mut of_the_other) = (0, 0);
    for seed in 0..4 {
        let mut game = Game::<Heroes>::new(&scenario("open.toml", OPEN), seed);
        game.play(400);
        if game.referee.outcome().is_none() {
            game.referee.resign(Side::A).expect("a side may give up");
        }
        let luck = game.referee.luck(|_, _| {}).expect("the game is over");
        let rallies = game.referee.entries().iter().flat_map(|entry| &entry.items).filter_map(|item| match item {
            Item::Report { report: Report::Rally { unit, .. }, .. } => {
                game.referee.true_position().unit(*unit).map(|unit| unit.side)
            }
            _ => None,
        });
        let rallied: Vec<_> = luck.iter().filter(|roll| roll.label == "rally").map(|roll| roll.by).collect();
        assert_eq!(rallied, rallies.map(Some).collect::<Vec<_>>());
        ralliers += rallied.len();
        for roll in &luck {
            let side = match roll.label.split_once(' ') {
                Some(("soviet", _)) => Side::A,
                Some(("german", _)) => Side::B,
                _ => continue,
            };
            assert_eq!(roll.by, Some(side), "{roll:?}");
            let by = &game.referee.entries()[roll.entry].act;
            of_the_other += usize::from(matches!(by, Act::Order { by, .. } if *by != side));
        }
    }
    assert!(
        ralliers > 0 && of_the_other > 0,
        "{ralliers} rallies, {of_the_other} rolls after an order of the other side"
    );
}

/// Number of events and offers of each seat, order by order: a snapshot that shows any change.
#[test]
fn verdicts_read_as_before() {
    insta::assert_snapshot!(suite::verdicts_of_playthroughs::<Heroes>(120));
}

/// Events that a spectator receives in a long stretch of play: a snapshot that shows any change.
#[test]
fn a_playthrough_reads_as_before() {
    insta::assert_snapshot!(suite::golden_playthrough::<Heroes>(60));
}

/// The public status lines contain the side to act and the victory conditions.
#[test]
fn the_scene_says_what_wins() {
    let game = Game::<Heroes>::new(&scenario("hidden.toml", HIDDEN), 3);
    let mut facts = Vec::new();
    Heroes::view(game.referee.eyes(Seat::Spectator), &mut |fact| facts.push(fact));
    let scene = Heroes::scene(game.referee.setting(), Seat::Spectator, &facts);
    let said = |name: &str| scene.status.iter().find(|line| line.name == name).map(|line| line.value.as_str());
    assert_eq!(said("Phase"), Some("Set-up"));
    assert_eq!(said("To act"), Some("Soviet"));
    assert_eq!(said("Objectives"), Some("Soviet 0 of 3 points needed to win at the end; otherwise German wins"));
}

/// Connected networks: those with a link, those with a common entrance, or all.
#[test]
fn joined_networks_are_told() {
    let text = include_str!("../../../../scenarios/heroes/two-banks.toml");
    let links = |text: &str| {
        let game = Game::<Heroes>::new(&scenario("two-banks.toml", text), 3);
        Heroes::ground(game.referee.setting()).network_links.to_vec()
    };
    assert_eq!(links(text), [[0, 1], [1, 2]]);
    let all = text.replace("networks = \"declared\"", "networks = \"all\"");
    let all = all.replace("[[link]]\nbetween = [\"Town drain\", \"Elevator gallery\"]\n", "");
    assert_eq!(links(&all), [[0, 1], [0, 2], [1, 2]]);
}

/// The table of sight tells which hexes are adjacent, whatever is in them: they always see each other.
#[test]
fn adjacent_hexes_see_each_other() {
    for (name, text) in [("hidden.toml", HIDDEN), ("open.toml", OPEN)] {
        let game = Game::<Heroes>::new(&scenario(name, text), 3);
        let setting = game.referee.setting();
        for (a, b) in setting.board.grid().hexes().flat_map(|a| setting.board.grid().hexes().map(move |b| (a, b))) {
            let distance = setting.board.grid().distance(a, b);
            let seen = setting.sight_from(a)[b.index()];
            assert_eq!(distance <= 1, seen <= 1, "{a:?} and {b:?}");
            assert!(seen == UNSEEN || u16::from(seen) == distance, "{a:?} and {b:?}");
        }
    }
}

/// A side that can win without objectives is evaluated like any other.
#[test]
fn objectives_without_points_leave_something_to_play_for() {
    let text = HIDDEN.replace("points = 1\n", "points = 0\n").replace("points = 2\n", "points = 0\n");
    let game = Game::<Heroes>::new(&scenario("hidden.toml", &text), 3);
    let (setting, position) = (game.referee.setting(), game.referee.true_position());
    for side in Side::BOTH {
        let prospect = Heroes::evaluate(setting, position, side);
        assert!((0.0..=1.0).contains(&prospect), "{side:?} has {prospect}");
    }
}

/// A hero who appears doesn't make up for a loss.
#[test]
pub(super) fn losses_are_those_of_the_scenario() {
    let (mut lost, mut heroes) = (0, 0);
    for seed in 0..24 {
        let mut game = Game::<Heroes>::new(&scenario("open.toml", OPEN), seed);
        let began = game.referee.true_position().clone();
        game.play(2000);
        let (setting, position) = (game.referee.setting(), game.referee.true_position());
        let names = |position: &Position, side: Side| {
            let there = position.units.iter().filter(|unit| unit.side == side && unit.at.is_some());
            there.map(|unit| unit.name).collect::<std::collections::BTreeSet<_>>()
        };
        for side in Side::BOTH {
            let (before, after) = (names(&began, side), names(position, side));
            let gone = before.difference(&after).count();
            assert_eq!(Heroes::losses(setting, position, side), gone);
            lost += gone;
            heroes += after.difference(&before).count();
        }
    }
    assert!(lost > 10 && heroes > 0, "{lost} lost, {heroes} heroes");
}

/// Up to the last turn, a hex closer to an objective gets a higher evaluation.
#[test]
fn the_last_turn_is_not_over() {
    let game = Game::<Heroes>::new(&scenario("barred.toml", BARRED), 3);
    let (setting, mut far) = (game.referee.setting(), game.referee.true_position().clone());
    far.turn = setting.turns;
    let mut near = far.clone();
    for unit in &mut near.units[..2] {
        unit.at = setting.board.location_named("D2");
    }
    near.unit_index = UnitIndex::of(setting, &near.units);
    assert!(Heroes::evaluate(setting, &near, Side::A) > Heroes::evaluate(setting, &far, Side::A));
}
