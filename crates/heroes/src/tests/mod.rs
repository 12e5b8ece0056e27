//! The invariants of the suite, kept by this system.

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use referee::ledger::ScenarioText;
use referee::{Act, Item};
use rules::prelude::*;
use rules::{Piece, Seat, Side};
use suite::{Game, Tested};

use crate::ai::sample::Searched;
use crate::orders::Order;
use crate::printed::words::State;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::muster::Muster;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::view::fact::Fact;

mod told;
mod world;

/// Two blocks, sewers between them, a bunker and a fortress joined by a tunnel, and hidden units on both sides.
const HIDDEN: &str = include_str!("tested/hidden.toml");
/// No secrets: a few leaders, a river, a blaze, works.
const OPEN: &str = include_str!("tested/open.toml");

fn scenario(name: &str, text: &str) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text: text.to_owned() }
}

/// Whether a hidden unit of a side could be there by the rules: nobody of the enemy in the hex, nobody of them in Good
/// Order and in sight next to it, and no more than three squads and two single men together.
fn could_hide(setting: &Setting, position: &Position, n: usize, at: LocationId) -> bool {
    let unit = &position.units[n];
    let alone = position.units.iter().filter(|enemy| enemy.side != unit.side).all(|enemy| {
        enemy.at.is_none_or(|place| match setting.distance(place, at) {
            0 => false,
            1 => enemy.hidden || enemy.state == State::Shaken,
            _ => true,
        })
    });
    let mates: Vec<_> = position
        .units
        .iter()
        .enumerate()
        .filter(|(m, mate)| *m != n && mate.side == unit.side && mate.at == Some(at))
        .map(|(_, mate)| mate.counter.kind)
        .chain([unit.counter.kind])
        .collect();
    // Nobody is below with more than he can carry: squads three points, single men one.
    let below = !matches!(setting.board.location(at).kind, board::LocationKind::Street);
    let load = [0, 2, 4, 6, u8::MAX][unit.counter.weapon as usize];
    if below && load > if unit.counter.kind.is_single() { 1 } else { 3 } {
        return false;
    }
    let halves: u8 = mates.iter().map(|kind| [2, 1, 0, 0][*kind as usize]).sum();
    alone && halves <= 6 && mates.iter().filter(|kind| kind.is_single()).count() <= 2
}

impl Tested for Heroes {
    const OWN_DICE: [usize; 2] = [30, 0];

    fn scenarios() -> Vec<ScenarioText> {
        vec![scenario("hidden.toml", HIDDEN), scenario("open.toml", OPEN)]
    }

    /// Where a hidden unit is.
    type Secret = Piece;

    const SECRETS: &'static [(&'static str, u64)] = &[("where a unit hides", 200), ("which of them hides there", 20)];

    fn disclosed(setting: &Setting, before: &Position, item: &Item<Self>, sink: &mut impl FnMut(Piece)) {
        match item {
            Item::Change { change: Change::Shown { unit }, .. } => sink(*unit),
            Item::Change { change: Change::Barred { at }, .. } => {
                for (n, unit) in (0u16..).zip(&before.units) {
                    if unit.hidden && unit.at.is_some_and(|place| setting.same_hex(place, *at)) {
                        sink(Piece(n));
                    }
                }
            }
            _ => {}
        }
    }

    fn varied(_: &Setting, one: &Position, two: &Position, _: Seat, sink: &mut impl FnMut(&'static str)) {
        let hides = |position: &Position| {
            let hidden = |unit: &crate::state::unit::Unit| if unit.hidden { unit.at } else { None };
            position.units.iter().map(hidden).collect::<Vec<_>>()
        };
        let (one, two) = (hides(one), hides(two));
        if one != two {
            sink("where a unit hides");
        }
        // Somebody hides in a place in both, and it is not the same unit.
        let other = |n: usize| one[n].is_some() && one[n] != two[n] && two.contains(&one[n]);
        if (0..one.len()).any(other) {
            sink("which of them hides there");
        }
    }

    /// What a side has hidden, wherever that is, is known from the start and ends with what is seen.
    fn is_public(_: &Setting, fact: &Fact) -> bool {
        matches!(fact, Fact::Hidden { .. })
    }

    /// Nobody but its owner can tell where a hidden unit is.
    fn scramble(
        setting: &Setting,
        position: &Position,
        seat: Seat,
        kept: &[Piece],
        rng: &mut StdRng,
    ) -> Option<Position> {
        let mut other = position.clone();
        let secret = |side: Side| seat != Seat::Side(side);
        let hidden: Vec<usize> = (0..other.units.len())
            .filter(|n| !kept.contains(&Piece(*n as u16)))
            .filter(|n| other.units[*n].hidden && other.units[*n].at.is_some() && secret(other.units[*n].side))
            .collect();
        if hidden.is_empty() {
            return None;
        }
        for n in hidden {
            let places = &setting.hideouts[other.units[n].side];
            for _ in 0..8 {
                let at = places[rng.random_range(0..places.len())];
                if could_hide(setting, &other, n, at) {
                    other.units[n].at = Some(at);
                    break;
                }
            }
        }
        // Where a rout has been barred, somebody stays.
        let barred = |at: &LocationId| {
            let held = |unit: &crate::state::unit::Unit| {
                unit.side != other.to_act && unit.at.is_some_and(|place| setting.same_hex(place, *at))
            };
            other.units.iter().any(held)
        };
        let kept = other.barred.iter().all(barred);
        other.muster = Muster::of(setting, &other.units);
        kept.then_some(other)
    }
}

suite::invariants!(Heroes);
suite::every_look_matters!(
    Heroes:
    guesses_spread,
    luck_is_told_by_whose_units_roll,
    placing_is_not_heard,
    who_was_walked_past_is_not_guessed,
    losses_are_those_of_the_scenario,
    who_bars_the_way_stays_there,
    whoever_may_be_met_is_told_apart,
    world::hideouts_whole,
    world::hideouts_at_the_exit_whole,
);

/// What is hidden is guessed in many ways, not always in the same.
#[test]
fn guesses_spread() {
    suite::samples_spread::<Heroes>();
}

/// What both sides roll for together, in a melee or for the initiative, and a rally that comes of itself are the doing of
/// the side whose it is, whoever gave the last order.
#[test]
fn luck_is_told_by_whose_units_roll() {
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
                game.referee.truth().unit(*unit).map(|unit| unit.side)
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

/// How much each seat hears and what it may do, order by order: any change shows in review.
#[test]
fn verdicts_read_as_before() {
    insta::assert_snapshot!(suite::verdicts_of_playthroughs::<Heroes>(120));
}

/// A whole stretch of play as a spectator hears it: any change of behaviour shows in review.
#[test]
fn a_playthrough_reads_as_before() {
    insta::assert_snapshot!(suite::golden_playthrough::<Heroes>(60));
}

/// However a side places its hidden units, and however many, the other seats hear the same.
#[test]
fn placing_is_not_heard() {
    let heard = |orders: usize| {
        let mut game = Game::<Heroes>::new(&scenario("hidden.toml", HIDDEN), 3);
        game.referee.submit(Side::A, Order::Done, None).expect("the Soviet side leaves its own");
        let before = [Seat::Side(Side::A), Seat::Spectator].map(|seat| game.referee.seat(seat).events().len());
        for _ in 0..orders {
            let eyes = game.referee.eyes(Side::B.seat());
            let mut places = Vec::new();
            Heroes::every(eyes, rules::Every::Order, &mut |order| {
                if matches!(order, Order::Hide { .. }) && Heroes::check(eyes, &order).is_ok() {
                    places.push(order);
                }
            });
            game.referee
                .submit(Side::B, *places.last().expect("somewhere to hide"), None)
                .expect("an order that checks");
        }
        let after = [Seat::Side(Side::A), Seat::Spectator].map(|seat| game.referee.seat(seat).events().len());
        assert_eq!(before, after, "after {orders} units placed");
        game.referee.awaited(Side::B)
    };
    assert!(heard(0).is_some() && heard(1).is_some());
}

/// The state of play as anybody sees it says who is about to act, and what wins.
#[test]
fn the_scene_says_what_wins() {
    let game = Game::<Heroes>::new(&scenario("hidden.toml", HIDDEN), 3);
    let mut facts = Vec::new();
    Heroes::view(game.referee.eyes(Seat::Spectator), &mut |fact| facts.push(fact));
    let scene = Heroes::scene(game.referee.setting(), Seat::Spectator, &facts);
    let said = |name: &str| scene.status.iter().find(|line| line.name == name).map(|line| line.value.as_str());
    assert_eq!(said("Phase"), Some("Set-up"));
    assert_eq!(said("To act"), Some("Soviet"));
    assert_eq!(said("Objectives"), Some("Soviet 0 of 3 points needed at the end, or German wins"));
}

/// Which networks are one: those with a link, those that share an entrance, or all.
#[test]
fn joined_networks_are_told() {
    let text = include_str!("../../../../scenarios/heroes/two-banks.toml");
    let joined = |text: &str| {
        let game = Game::<Heroes>::new(&scenario("two-banks.toml", text), 3);
        Heroes::ground(game.referee.setting()).joined.to_vec()
    };
    assert_eq!(joined(text), [[0, 1], [1, 2]]);
    let all = text.replace("networks = \"declared\"", "networks = \"all\"");
    let all = all.replace("[[link]]\nbetween = [\"Town drain\", \"Elevator gallery\"]\n", "");
    assert_eq!(joined(&all), [[0, 1], [0, 2], [1, 2]]);
}

/// Who can win without an objective that counts is weighed like anybody else.
#[test]
fn objectives_without_points_leave_a_prospect() {
    let text = HIDDEN.replace("points = 1\n", "points = 0\n").replace("points = 2\n", "points = 0\n");
    let game = Game::<Heroes>::new(&scenario("hidden.toml", &text), 3);
    let (setting, position) = (game.referee.setting(), game.referee.truth());
    for side in Side::BOTH {
        let prospect = Heroes::prospect(setting, position, side);
        assert!((0.0..=1.0).contains(&prospect), "{side:?} has {prospect}");
    }
}

/// No guess puts a hidden unit where the seat's own have walked past, and no true one is there.
#[test]
fn who_was_walked_past_is_not_guessed() {
    let mut barred = 0;
    suite::explore::<Heroes>(11, 12, |game| {
        for side in Side::BOTH {
            let known = game.referee.knowledge(side.seat()).expect("names");
            let searched = Searched::by(known.setting(), side, known.heard());
            let hidden = |position: &Position| {
                let hides = |unit: &&crate::state::unit::Unit| unit.side != side && unit.hidden;
                position.units.iter().filter(hides).filter_map(|unit| unit.at).collect::<Vec<_>>()
            };
            let found: Vec<_> = hidden(game.referee.truth());
            assert!(!found.iter().any(|at| searched.has(known.setting(), *at)), "{found:?} would have been found");
            for _ in 0..4 {
                let Some(guess) = Heroes::sample(&known, &mut game.rng) else { continue };
                assert!(!hidden(guess.position()).iter().any(|at| searched.has(known.setting(), *at)));
            }
            let hideouts = &known.setting().hideouts[side.other()];
            barred += hideouts.iter().filter(|at| searched.has(known.setting(), **at)).count();
        }
    });
    assert!(barred > 1000, "only {barred} hideouts were ever searched");
}

/// A hero who comes up makes good no loss.
#[test]
fn losses_are_those_of_the_scenario() {
    let (mut lost, mut heroes) = (0, 0);
    for seed in 0..16 {
        let mut game = Game::<Heroes>::new(&scenario("open.toml", OPEN), seed);
        let began = game.referee.truth().clone();
        game.play(2000);
        let (setting, position) = (game.referee.setting(), game.referee.truth());
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

/// A half-squad in the open, a sewer to rout into, and two hidden units, one a Gun: one of them is in the sewer.
const BARRED: &str = r#"
title = "Barred"
summary = "Somebody is down there."
system = "heroes"
[board]
labels = "letters"
rows = [". . . . . . . s", ". . . . . . . s", ". . . . . . . s"]
legend = { "." = "clear", s = "stone building" }
[[network]]
kind = "sewer"
name = "drain"
entrances = ["C2", "E2"]
[play]
turns = 3
initiative = "soviet"
city = true
[[unit]]
id = "Lt"
side = "soviet"
kind = "leader"
at = "C2"
sewer_rat = true
[[unit]]
id = "1st"
side = "soviet"
kind = "half_squad"
state = "shaken"
at = "C2"
[[unit]]
id = "2nd"
side = "german"
kind = "squad"
at = "A2"
[[unit]]
id = "watch"
side = "german"
kind = "half_squad"
hidden = true
at = "E2/sewer"
[[unit]]
id = "gun"
side = "german"
kind = "half_squad"
weapon = "gun"
hidden = true
at = "H1"
[[objective]]
at = "E2"
points = 1
[victory]
side = "soviet"
points = 1
"#;

/// Who has barred a way is there in every guess, also when the routs are long over; and no guess puts a Gun below (HNL-B14,
/// HNL-B19, HNL-S2).
#[test]
fn who_bars_the_way_stays_there() {
    let mut game = Game::<Heroes>::new(&scenario("barred.toml", BARRED), 3);
    let place = |game: &Game<Heroes>, label: &str| game.referee.setting().board.location_named(label).expect("a place");
    let down = place(&game, "E2/sewer");
    let (unit, mut barred) = (rules::Piece(1), false);
    while game.referee.truth().turn < 3 {
        let side = Side::BOTH.into_iter().find(|side| game.referee.awaited(*side).is_some()).expect("a question");
        let to = if barred { place(&game, "D2") } else { down };
        let wanted = [Order::Rout { unit, to }, Order::Stay { unit }, Order::HoldFire, Order::Done, Order::Pass];
        let order = wanted.into_iter().find(|order| Heroes::check(game.referee.eyes(side.seat()), order).is_ok());
        barred |= order == Some(wanted[0]);
        match order {
            Some(order) => drop(game.referee.submit(side, order, None).expect("an order that checks")),
            None => assert!(game.play_one()),
        }
        let known = game.referee.knowledge(Side::A.seat()).expect("names");
        let mut below = 0;
        for _ in 0..20 {
            let guess = Heroes::sample(&known, &mut game.rng).expect("a guess");
            Heroes::audit(known.setting(), guess.position()).expect("a position that can be");
            below += usize::from(guess.position().units.iter().any(|unit| unit.hidden && unit.at == Some(down)));
        }
        if barred {
            assert_eq!(below, 20, "in turn {}", game.referee.truth().turn);
        } else {
            assert!(below < 20, "nobody has learnt of it yet");
        }
    }
    assert!(barred);
}

/// A hex nearer to what is to be taken looks better to the last turn.
#[test]
fn the_last_turn_is_not_over() {
    let game = Game::<Heroes>::new(&scenario("barred.toml", BARRED), 3);
    let (setting, mut far) = (game.referee.setting(), game.referee.truth().clone());
    far.turn = setting.turns;
    let mut near = far.clone();
    near.units[0].at = setting.board.location_named("D2");
    assert!(Heroes::prospect(setting, &near, Side::A) > Heroes::prospect(setting, &far, Side::A));
}

/// Odds tell a way in which a squad is met apart from one in which a half-squad is, and call each what it is before the
/// fight, whatever becomes of it.
#[test]
fn whoever_may_be_met_is_told_apart() {
    let text = BARRED.replace("weapon = \"gun\"\n", "").replacen(
        "kind = \"half_squad\"\nhidden",
        "kind = \"squad\"\nhidden",
        1,
    );
    let mut game = Game::<Heroes>::new(&scenario("barred.toml", &text), 3);
    let seat = Side::A.seat();
    while game.referee.awaited(Side::A).is_none_or(|question| question != crate::state::step::Question::Act) {
        assert!(game.play_one());
    }
    let known = game.referee.knowledge(seat).expect("names");
    let to = known.setting().board.location_named("E2/sewer").expect("a place");
    let order = Order::Underground { leader: rules::Piece(0), to };
    let order = board::naming::naming(game.referee.seat(seat).names(), || serde_json::to_value(order)).expect("a name");
    let effort = referee::odds::Effort { guesses: 60, branches: 20_000, plays: 4000 };
    let found = referee::odds::odds::<Heroes>(&known, &order, effort, &mut game.rng).expect("odds").expect("a guess");
    let (mut squads, mut halves) = (0, 0);
    for way in &found.ways {
        let told = way.told.join(" ");
        let lost = |words: &str| usize::from(told.contains(words) && told.contains("is eliminated"));
        match told.split("against ").nth(1).and_then(|rest| rest.chars().next()) {
            // A half-squad fights as one, a squad as two.
            Some('1') => {
                assert!(!told.contains(" squad (E2, in the sewer)"), "{told}");
                halves += lost("half-squad (E2, in the sewer)");
            }
            Some('2') => {
                assert!(!told.contains("half-squad (E2, in the sewer)"), "{told}");
                squads += lost(" squad (E2, in the sewer)");
            }
            _ => {}
        }
        assert!(!told.contains(" unit "), "{told}");
    }
    assert!(squads > 0 && halves > 0, "{squads} ways with a squad lost, {halves} with a half-squad");
}
