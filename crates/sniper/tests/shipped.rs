//! The scenarios that come with the program, and their map.
#![allow(clippy::panic, reason = "a test says what must hold by panicking where it does not")]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use board::scenario::Document;
use board::{LocationId, crossings};
use rules::prelude::*;
use rules::{Choice, QuickDice, Seat, Side, turn};
use sniper::sight::{self, Eye};
use sniper::{Draft, Fact, Order, Position, Posture, Setting, Sniper};

const SHIPPED: [&str; 4] = [
    include_str!("../../../scenarios/sniper/patrol.toml"),
    include_str!("../../../scenarios/sniper/block-clearing.toml"),
    include_str!("../../../scenarios/sniper/ambush.toml"),
    include_str!("../../../scenarios/sniper/cordon.toml"),
];

/// All of them set up: what is worked out of the map is worked out once.
static SET_UP: LazyLock<Vec<(Setting, Position)>> = LazyLock::new(|| SHIPPED.map(set_up).into());

fn set_up(text: &str) -> (Setting, Position) {
    let document = Document::parse("test.toml", text).unwrap_or_else(|problems| panic!("{problems}"));
    let set_up = Sniper::set_up(&document).unwrap_or_else(|problems| {
        let all: Vec<_> = problems.iter().map(ToString::to_string).collect();
        panic!("{all:#?}")
    });
    (set_up.setting, set_up.position)
}

/// The geometry that the suggested sewers ask for: the eight manholes are exactly where the first three sewers cross the last three.
#[test]
fn the_manholes_are_where_the_sewers_cross() {
    for (setting, _) in SET_UP.iter() {
        let grid = setting.board.grid();
        assert_eq!((setting.networks.len(), grid.shape().columns, grid.shape().rows), (6, 39, 53));
        let named = |hexes: Vec<board::HexId>| {
            let mut labels: Vec<&str> = hexes.into_iter().map(|hex| grid.label(hex)).collect();
            labels.sort_unstable();
            labels
        };
        let eight = ["1023", "1037", "1050", "2317", "2331", "3610", "3624", "3637"];
        assert_eq!(named(crossings(&setting.networks)), eight);
        assert_eq!(named(setting.board.manholes().collect()), eight);
        let vertical = |n: usize| {
            setting.networks.get(n).is_some_and(|sewer| {
                let column = |hex: &board::HexId| grid.label_parts(*hex).column;
                sewer.hexes.first().map(column) == sewer.hexes.last().map(column)
            })
        };
        assert_eq!((0..6).filter(|n| vertical(*n)).count(), 3, "three sewers run down the map, three across");
    }
}

/// All four are played in one quarter: whoever mends the map in one file mends it in all.
#[test]
fn the_four_have_one_map() {
    const HEADING: &str = "-- The quarter\n";
    let maps = SHIPPED.map(|text| text.split_once(HEADING).map(|(_, map)| map));
    for map in maps {
        assert!(
            map.is_some_and(|map| map.contains("[board]") && map.contains("[[network]]")),
            "no map under `{HEADING}`"
        );
        assert!(map == maps[0], "two scenarios have different maps");
    }
}

/// Whoever sees is seen: above ground, in the sewers, and at manholes, in every posture.
#[test]
fn sight_is_mutual() {
    let Some((setting, _)) = SET_UP.first() else { return };
    let mut dice = QuickDice::new(7);
    let locations = setting.spots.len();
    let mut seen = 0;
    for n in 0..20_000 {
        // Half of the pairs close together, where walls and corners matter.
        let a = LocationId(dice.below(locations) as u16);
        let b = LocationId(dice.below(locations) as u16);
        let b = if n % 2 == 0 {
            let hex = setting.board.hex_of(a).map(|hex| setting.board.grid().within(hex, 6).collect::<Vec<_>>());
            let hexes = hex.unwrap_or_default();
            hexes.get(dice.below(hexes.len().max(1))).map_or(b, |hex| setting.board.ground(*hex))
        } else {
            b
        };
        for postures in
            [[Posture::Leaning; 2], [Posture::Ducked, Posture::Leaning], [Posture::Standing, Posture::Prone]]
        {
            let [x, y] = [Eye { at: a, posture: postures[0] }, Eye { at: b, posture: postures[1] }];
            let (there, back) = (sight::sees(setting, &[], x, y), sight::sees(setting, &[], y, x));
            assert_eq!(there.is_some(), back.is_some(), "{a:?} and {b:?} in {postures:?}");
            seen += usize::from(there.is_some());
        }
    }
    assert!(seen > 500, "{seen} of the pairs see each other");
}

fn offers(setting: &Setting, position: &Position, seat: Seat, draft: Option<&Draft>) -> Vec<Choice<Sniper>> {
    let mut choices: Vec<Choice<Sniper>> = Vec::new();
    rules::offers::<Sniper>(Sniper::eyes(setting, position, seat), draft, &mut choices);
    assert!(choices.len() <= 500, "{} offers from {draft:?}", choices.len());
    choices
}

/// Plays a game at random; `each` looks at every position with a question, and at the order given to it.
fn play(setting: &Setting, start: &Position, seed: u64, mut each: impl FnMut(&Position, Side, &Order)) -> Position {
    let mut position = start.clone();
    let (mut dice, mut choices) = (QuickDice::new(seed), QuickDice::new(seed ^ 0xABCD));
    turn::settle::<Sniper>(setting, &mut position, &mut dice, &mut ());
    for n in 0..50_000 {
        if Sniper::outcome(setting, &position).is_some() {
            return position;
        }
        let asked = |side: &Side| Sniper::awaited(Sniper::eyes(setting, &position, side.seat())).is_some();
        let sides: Vec<Side> = Side::BOTH.into_iter().filter(asked).collect();
        let side = *sides.get(n % sides.len().max(1)).unwrap_or_else(|| panic!("nobody is asked"));
        let mut draft = None;
        let order = loop {
            let choices_now = offers(setting, &position, side.seat(), draft.as_ref());
            match choices_now.get(choices.below(choices_now.len().max(1))) {
                Some(Choice::Order(order)) => break *order,
                Some(Choice::Draft(next)) => draft = Some(*next),
                None => panic!("nothing to choose from {draft:?}"),
            }
        };
        each(&position, side, &order);
        turn::resolve::<Sniper>(setting, &mut position, side, &order, &mut dice, &mut ());
        if let Err(flaw) = Sniper::audit(setting, &position) {
            panic!("{flaw} after {order:?}");
        }
    }
    panic!("no end");
}

#[test]
fn the_shipped_scenarios_come_to_an_end() {
    let mut verbs: BTreeMap<String, usize> = BTreeMap::new();
    for (setting, start) in SET_UP.iter() {
        let mut ends: BTreeMap<String, usize> = BTreeMap::new();
        for seed in 0..6 {
            let end = play(setting, start, seed, |position, side, order| {
                let verb = format!("{order:?}");
                *verbs.entry(verb.split_whitespace().next().unwrap_or_default().to_owned()).or_default() += 1;
                assert_eq!(Sniper::check(Sniper::eyes(setting, position, side.seat()), order), Ok(()));
            });
            let winner = Sniper::outcome(setting, &end).and_then(|outcome| outcome.winner);
            *ends.entry(format!("{winner:?}")).or_default() += 1;
        }
        eprintln!("{:?}: {ends:?}", setting.kind);
    }
    eprintln!("{verbs:?}");
    for verb in ["Step", "March", "Watch", "Throw", "Posture", "Clear", "Ready"] {
        assert!(verbs.contains_key(verb), "{verb} was never ordered: {verbs:?}");
    }
}

#[test]
fn every_offer_can_be_said_and_every_view_drawn() {
    for (setting, start) in SET_UP.iter() {
        let mut looked = 0;
        play(setting, start, 3, |position, side, _| {
            looked += 1;
            if looked % 9 != 0 {
                return;
            }
            for seat in Seat::ALL {
                let mut facts = Vec::new();
                Sniper::view(Sniper::eyes(setting, position, seat), &mut |fact| facts.push(fact));
                let scene = Sniper::scene(setting, seat, &facts);
                let seen = facts.iter().filter(|fact| matches!(fact, Fact::Man { .. } | Fact::Dummy { .. })).count();
                assert_eq!(scene.pieces.len(), seen);
                let plots = facts.iter().filter(|fact| matches!(fact, Fact::Plot { .. })).count();
                assert!(scene.overlays.len() >= plots, "a plot is not drawn");
                if seat == Seat::Spectator {
                    assert_eq!(plots, 0);
                }
                let Some(question) = Sniper::awaited(Sniper::eyes(setting, position, seat)) else { continue };
                assert!(!Sniper::ask(setting, question, &facts).is_empty());
                for choice in offers(setting, position, side.seat(), None) {
                    let phrase = match choice {
                        Choice::Order(order) => Sniper::phrase(setting, seat, &facts, &order),
                        Choice::Draft(draft) => Sniper::phrase_draft(setting, seat, &facts, &draft),
                    };
                    assert!(phrase.sentence.ends_with('.') && !phrase.clauses.is_empty(), "{phrase:?}");
                }
            }
        });
    }
}
