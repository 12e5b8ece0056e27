//! The invariants of the suite, kept by this system.

mod world;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::ledger::ScenarioText;
use rules::{Piece, Seat, Side, System};
use suite::{Game, Tested};

use crate::Tide;
use crate::muster::Muster;
use crate::order::Order;
use crate::position::{Action, Card, Place, Position, SOVIET, Sheet, Token};
use crate::setting::Setting;

const FIRST: &str = include_str!("../../../scenarios/tide/first.toml");

fn scenario(name: &str, text: String) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text }
}

impl Tested for Tide {
    /// Who saw a squad go below knows where its marker lies and how far it can have come; a scramble puts both anywhere.
    const SPREAD: f64 = 0.2;

    fn scenarios() -> Vec<ScenarioText> {
        vec![
            scenario("hidden.toml", format!("{FIRST}hidden_sewers = true\n")),
            scenario("first.toml", FIRST.to_owned()),
        ]
    }

    /// Whoever may not look below cannot tell on which card a squad is, where its marker lies and how far it has come,
    /// nor which of two squads below has acted.
    fn scramble(setting: &Setting, position: &Position, seat: Seat, rng: &mut StdRng) -> Option<Position> {
        if !setting.options.hidden_sewers || seat == Seat::Side(SOVIET) {
            return None;
        }
        let shown =
            position.active.filter(|active| active.action == Action::SewerAssault).map(|active| active.piece.index());
        let mut other = position.clone();
        let hidden: Vec<usize> = (0..other.squads.len())
            .filter(|n| Some(*n) != shown && matches!(other.squads[*n].place, Place::Below(_)))
            .collect();
        if hidden.is_empty() {
            return None;
        }
        let mut sheets = Vec::new();
        for n in &hidden {
            let Place::Below(card) = other.squads[*n].place else { return None };
            sheets.push(other.cards[card.index()].take()?);
        }
        let shift = rng.random_range(0..sheets.len());
        let flags: Vec<bool> = sheets.iter().map(|sheet| sheet.fatigued).collect();
        for (n, sheet) in sheets.iter_mut().enumerate() {
            sheet.fatigued = flags[(n + shift) % flags.len()];
            sheet.covered = rng.random_range(1..=setting.options.track.len() as u8);
            sheet.entrance = setting.tokens[rng.random_range(0..setting.tokens.len())];
        }
        let mut free: Vec<Card> = setting.cards().filter(|card| other.cards[card.index()].is_none()).collect();
        for (n, sheet) in hidden.into_iter().zip(sheets) {
            let card = free.swap_remove(rng.random_range(0..free.len()));
            other.cards[card.index()] = Some(sheet);
            other.squads[n].place = Place::Below(card);
        }
        other.muster = Muster::of(&other.squads);
        Some(other)
    }
}

suite::invariants!(Tide);

/// What is hidden is guessed in many ways, not always in the same.
#[test]
fn guesses_spread() {
    suite::samples_spread::<Tide>();
}

/// A whole stretch of play as a spectator hears it: any change of behaviour shows in review.
#[test]
fn a_playthrough_reads_as_before() {
    insta::assert_snapshot!(suite::golden_playthrough::<Tide>(40));
}

/// Two squads below in the second round, of which one advances, takes that back so many times, and advances.
fn heard_twice(taken_back: usize) -> Game<Tide> {
    let text = format!("{FIRST}hidden_sewers = true\n").replace("at = \"A4\"", "at = \"E4\"");
    let mut game = Game::<Tide>::new(&scenario("hidden.toml", text), 5);
    let give = |game: &mut Game<Tide>, order: Order| {
        let side =
            Side::BOTH.into_iter().find(|side| game.referee.awaited(*side).is_some()).expect("somebody is asked");
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
    while game.referee.truth().round == 1 || game.referee.truth().turn != SOVIET {
        let fresh = game.referee.truth().squads.iter().position(|squad| {
            squad.side == game.referee.truth().turn && squad.token == Token::Fresh && squad.on().is_some()
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

/// A squad below that acts, takes that back and acts again has acted once, for all that the other side can tell.
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

/// Whoever is not there any more is lost; who is below is not.
#[test]
fn losses_are_squads_that_are_gone() {
    let (mut lost, mut below) = (0, 0);
    suite::explore::<Tide>(3, 10, |game| {
        let (setting, position) = (game.referee.setting(), game.referee.truth());
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

/// An order that comes again under the id of another is told apart from it whatever its handles: a set of pieces holds
/// none above 63, and handles go on from there in a long game.
#[test]
fn what_comes_again_is_read_with_any_handle() {
    let mut game = Game::<Tide>::new(&scenario("first.toml", FIRST.to_owned()), 1);
    let (side, order) = game.choose().expect("an order");
    game.referee.submit(side, order, Some("one".to_owned())).expect("what is offered is done");
    for with in [vec![9], vec![63, 64], vec![70], vec![300, 5]] {
        let other = serde_json::json!({ "fire": { "unit": 4, "target": 7, "mode": "normal", "with": with } });
        let refusal = game.referee.repeated(side, "one", &other).expect_err("another order");
        assert_eq!(refusal.clause, rules::house::REPEATED, "{}", refusal.why);
    }
}
