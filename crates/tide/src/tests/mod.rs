//! The suite's invariant tests for this system.

mod crowd;
mod drain;
mod invariants;
mod tools;
mod world;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::Item;
use referee::ledger::ScenarioText;
use rules::prelude::*;
use rules::scene::Scene;
use rules::{InvariantViolation, Piece, Seat, Side};
use suite::{Game, SystemUnderTest, Wins};

use crate::orders::Order;
use crate::printed::words::{Action, Card, Figure, Phase, SOVIET, Token};
use crate::setting::Setting;
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::position::{Position, Sheet};
use crate::state::squad::Place;
use crate::state::unit_index::UnitIndex;
use crate::view::fact::Fact;

const FIRST: &str = include_str!("../../../../scenarios/tide/first.toml");

/// Squads at sewer tokens, so that most go below.
const BELOW: &str = include_str!("below.toml");

fn scenario(name: &str, text: String) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text }
}

impl SystemUnderTest for Tide {
    const VERBS: usize = 17;
    const SHIPPED_GAMES: u64 = 150;
    const WINS: Wins = Wins::EitherInAll;

    fn rare() -> Vec<(ScenarioText, u64)> {
        let hidden = |text: &str| format!("{text}hidden_sewers = true\n");
        let crowd = crowd::crowd();
        let crowds = [scenario("crowd", crowd.clone()), scenario("hidden crowd", hidden(&crowd))];
        let first = scenario("hidden", hidden(FIRST));
        crowds.map(|crowd| (crowd, 12)).into_iter().chain([(first, 150)]).collect()
    }

    fn check_invariants(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
        invariants::check_invariants(setting, position)
    }

    fn check_scene(_: Seat, facts: &[Fact], scene: &Scene) {
        let seen = facts.iter().filter(|fact| matches!(fact, Fact::Unit { .. })).count();
        assert_eq!(scene.pieces.len(), seen);
    }

    const OWN_DICE: [usize; 2] = [20, 0];

    /// A seat that saw a squad go below knows its marker and how far it can have come. A scramble changes both freely.
    const SPREAD: f64 = 0.2;

    fn scenarios() -> Vec<ScenarioText> {
        vec![
            scenario("hidden.toml", format!("{FIRST}hidden_sewers = true\n")),
            scenario("first.toml", FIRST.to_owned()),
            scenario("below.toml", BELOW.to_owned()),
        ]
    }

    /// All hidden information of a squad below: its card, squares and figures, and whether it has acted.
    type Secret = Piece;

    const SECRETS: &'static [(&'static str, u64)] =
        &[("card", 100), ("entrance", 200), ("distance", 100), ("figures", 100), ("who has acted", 20)];

    fn disclosed(_: &Setting, _: &Position, item: &Item<Self>, sink: &mut impl FnMut(Piece)) {
        if let Item::Change { change: Change::Placed { unit, .. } | Change::Activated { unit, .. }, .. } = item {
            sink(*unit);
        }
    }

    fn varied(_: &Setting, one: &Position, two: &Position, seat: Seat, sink: &mut impl FnMut(&'static str)) {
        if seat == Seat::Side(SOVIET) {
            return;
        }
        let places = |position: &Position| position.squads.iter().map(|squad| squad.place).collect::<Vec<_>>();
        if places(one) != places(two) {
            sink("card");
        }
        let figures = |position: &Position| {
            let below = position.squads.iter().filter(|squad| squad.below().is_some());
            below.map(|squad| squad.figures).collect::<Vec<_>>()
        };
        if figures(one) != figures(two) {
            sink("figures");
        }
        let sheets = |position: &Position| {
            let sheet = |squad: &crate::state::squad::Squad| match squad.place {
                Place::Below(card) => position.cards[card.index()],
                _ => None,
            };
            position.squads.iter().map(sheet).collect::<Vec<_>>()
        };
        for (one, two) in sheets(one).into_iter().zip(sheets(two)) {
            let (Some(one), Some(two)) = (one, two) else { continue };
            if one.entrance != two.entrance {
                sink("entrance");
            }
            if one.covered != two.covered {
                sink("distance");
            }
            if one.fatigued != two.fatigued {
                sink("who has acted");
            }
        }
    }

    /// Sewers that are not hidden are open to both sides.
    fn is_public(setting: &Setting, _: &Fact) -> bool {
        !setting.options.hidden_sewers
    }

    /// Seats that can't see below can't know a squad's card, marker, squares or figures. Nor can they know which of two
    /// squads below has acted or assaulted.
    fn scramble(
        setting: &Setting,
        position: &Position,
        seat: Seat,
        kept: &[Piece],
        rng: &mut StdRng,
    ) -> Option<Position> {
        if !setting.options.hidden_sewers || seat == Seat::Side(SOVIET) {
            return None;
        }
        let fights =
            position.active.filter(|active| active.action == Action::UnseenAssault).map(|active| active.piece.index());
        let mut other = position.clone();
        let hidden: Vec<usize> = (0..other.squads.len())
            .filter(|n| !kept.contains(&Piece(*n as u16)))
            .filter(|n| matches!(other.squads[*n].place, Place::Below(_)))
            .collect();
        if hidden.is_empty() {
            return None;
        }
        let mut sheets = Vec::new();
        for n in &hidden {
            let Place::Below(card) = other.squads[*n].place else { return None };
            sheets.push(other.cards[card.index()].take()?);
        }
        // All seats know where the assaulting squad was and whether it has acted.
        let mut quiet: Vec<&mut Sheet> =
            hidden.iter().zip(&mut sheets).filter(|(n, _)| fights != Some(**n)).map(|(_, sheet)| sheet).collect();
        // The shift is at least 1. It has no effect with one squad, or if all or none have acted.
        let shift = if quiet.len() > 1 { rng.random_range(1..quiet.len()) } else { 0 };
        let flags: Vec<bool> = quiet.iter().map(|sheet| sheet.fatigued).collect();
        for (n, sheet) in quiet.iter_mut().enumerate() {
            sheet.fatigued = flags[(n + shift) % flags.len()];
            sheet.covered = rng.random_range(1..=setting.options.track.len() as u8);
            sheet.entrance = setting.tokens[rng.random_range(0..setting.tokens.len())];
        }
        for n in &hidden {
            let squad = &mut other.squads[*n];
            let falls = Figure::ALL.into_iter().find(|figure| squad.figures.count(*figure) > 0);
            if let Some(figure) = falls.filter(|_| squad.figures.total() > 1 && rng.random_bool(0.3)) {
                squad.figures = squad.figures.without(figure);
            }
        }
        let mut free: Vec<Card> = setting.cards().filter(|card| other.cards[card.index()].is_none()).collect();
        for (n, sheet) in hidden.into_iter().zip(sheets) {
            let card = free.swap_remove(rng.random_range(0..free.len()));
            other.cards[card.index()] = Some(sheet);
            other.squads[n].place = Place::Below(card);
        }
        other.unit_index = UnitIndex::of(&other.squads);
        Some(other)
    }
}

suite::invariants!(Tide);

suite::every_look_matters!(
    Tide:
    guesses_spread,
    what_is_taken_back_below_is_not_counted,
    drain::who_is_beaten_back_below_is_not_told,
    tools::a_hidden_squad_has_no_reach,
    tools::the_next_step_is_in_reach,
    losses_are_squads_that_are_gone,
    what_comes_again_is_read_with_any_handle,
    world::going_below_whole,
    world::below_whole,
);

/// Guesses of hidden squads vary.
#[test]
fn guesses_spread() {
    suite::samples_spread::<Tide>();
}

/// Number of events and offers of each seat, order by order: a snapshot that shows any change.
#[test]
fn verdicts_read_as_before() {
    insta::assert_snapshot!(suite::verdicts_of_playthroughs::<Tide>(120));
}

/// Events that a spectator receives in a long stretch of play: a snapshot that shows any change.
#[test]
fn a_playthrough_reads_as_before() {
    insta::assert_snapshot!(suite::golden_playthrough::<Tide>(40));
}

/// Plays two squads below in the second round. One advances, undoes that `taken_back` times, and advances again.
fn heard_twice(taken_back: usize) -> Game<Tide> {
    let text = format!("{FIRST}hidden_sewers = true\n").replace("at = \"A4\"", "at = \"E4\"");
    let mut game = Game::<Tide>::new(&scenario("hidden.toml", text), 5);
    let give = |game: &mut Game<Tide>, order: Order| {
        let side = Side::BOTH
            .into_iter()
            .find(|side| game.referee.pending_question(*side).is_some())
            .expect("somebody is asked");
        game.referee.submit(side, order, None).unwrap_or_else(|error| panic!("{order:?}: {error}"));
    };
    let squad = |game: &Game<Tide>, name: &str| {
        let names = &game.referee.setting().names;
        Piece(names.iter().position(|other| **other == *name).expect("a squad of this name") as u16)
    };
    for (name, card) in [("2nd Rifle", Card::Red), ("Scouts", Card::Blue)] {
        let unit = squad(&game, name);
        give(&mut game, Order::Activate { unit, action: Action::Advance });
        give(&mut game, Order::Enter { card });
    }
    while game.referee.true_position().round == 1 || game.referee.true_position().turn != SOVIET {
        if game.referee.true_position().phase != Phase::Action {
            let spends = game.referee.true_position().phase == Phase::Command;
            give(&mut game, if spends { Order::Spend { points: 0 } } else { Order::Done });
            continue;
        }
        let fresh = game.referee.true_position().squads.iter().position(|squad| {
            squad.side == game.referee.true_position().turn && squad.token == Token::Fresh && squad.on().is_some()
        });
        give(&mut game, Order::Fatigue { unit: Piece(fresh.expect("somebody who may act") as u16) });
    }
    let unit = squad(&game, "Scouts");
    for _ in 0..taken_back {
        give(&mut game, Order::AdvanceBelow { unit });
        game.referee.undo(SOVIET).expect("nobody rolled and nobody saw");
    }
    give(&mut game, Order::AdvanceBelow { unit });
    game
}

/// For the other side, a squad below that acts, undoes it and acts again has acted once.
#[test]
fn what_is_taken_back_below_is_not_counted() {
    for taken_back in [0, 1, 2] {
        let game = heard_twice(taken_back);
        let known = game.referee.knowledge(Side::B.seat()).expect("names");
        let rng = &mut StdRng::seed_from_u64(7);
        for _ in 0..20 {
            let guess = Tide::sample(&known, rng).expect("a guess");
            let sheets: Vec<&Sheet> = guess.position().cards.iter().flatten().collect();
            let fatigued = sheets.iter().filter(|sheet| sheet.fatigued).count();
            assert_eq!((sheets.len(), fatigued), (2, 1), "taken back {taken_back} times: {sheets:?}");
        }
    }
}

const DRAIN: &str = r#"
title = "The drain"
system = "tide"
[board]
labels = "letters"
rows = [". . . . . .", ". . . . . .", ". . . . . ."]
legend = { "." = "clear" }
[[network]]
kind = "sewer"
entrances = ["A1", "E1", "C3"]
[play]
rounds = 6
actions = 1
initiative = "soviet"
[options]
sewer_cards = 2
hidden_sewers = true
[victory]
points = 1
[[unit]]
id = "many"
side = "soviet"
figures = { regular = 4 }
at = "E1"
[[unit]]
id = "few"
side = "soviet"
figures = { elite = 2 }
at = "E1"
[[unit]]
id = "post"
side = "german"
figures = { regular = 3 }
at = "A1"
[[unit]]
id = "far"
side = "german"
figures = { regular = 2, elite = 1 }
at = "F3"
"#;

/// Only squads out of the game count as lost, not squads below.
#[test]
fn losses_are_squads_that_are_gone() {
    let (mut lost, mut below) = (0, 0);
    suite::explore::<Tide>(3, 10, |game| {
        let (setting, position) = (game.referee.setting(), game.referee.true_position());
        for side in Side::BOTH {
            let of = || position.squads.iter().filter(move |squad| squad.side == side);
            let on = of().filter(|squad| squad.on().is_some()).count();
            let beneath = of().filter(|squad| squad.below().is_some()).count();
            let losses = Tide::losses(setting, position, side);
            assert_eq!(losses + on + beneath, of().count());
            lost += losses;
            below += beneath;
        }
    });
    assert!(lost > 10 && below > 10, "{lost} lost, {below} below");
}

/// Reused order ids don't hide a different order, whatever its handles. Sets of pieces hold none above 63, but handles
/// continue from there in a long game.
#[test]
fn what_comes_again_is_read_with_any_handle() {
    let mut game = Game::<Tide>::new(&scenario("first.toml", FIRST.to_owned()), 1);
    let (side, order) = game.choose().expect("an order");
    game.referee.submit(side, order, Some("one".to_owned())).expect("what is offered is done");
    for with in [vec![9], vec![63, 64], vec![70], vec![300, 5]] {
        let other = serde_json::json!({ "fire": { "unit": 4, "target": 7, "mode": "normal", "with": with } });
        let refusal = game.referee.repeated(side, "one", &other).expect_err("another order");
        assert_eq!(refusal.clause, rules::referee_clauses::REPEATED, "{}", refusal.why);
    }
}
