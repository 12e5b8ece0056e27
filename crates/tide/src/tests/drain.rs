//! A squad that assaults from a hidden sewer and is beaten back is not revealed.
use rand::SeedableRng;
use rand::rngs::StdRng;
use rules::prelude::*;
use rules::{Piece, Seat, Side};
use suite::Game;

use crate::orders::Order;
use crate::printed::figures::Figures;
use crate::printed::words::{Action, Card, SOVIET};
use crate::state::Tide;
use crate::state::step::Question;
use crate::tests::{DRAIN, scenario};

/// Result of an assault from the drain.
struct Drain {
    /// Events that the German side and the spectators received.
    heard: [Vec<String>; 2],
    /// Number of figures that the assaulting squad has left.
    left: u8,
    /// Whether a question about the assault is open.
    open: bool,
    /// The squads below in guesses of the German side.
    guesses: Vec<Vec<Figures>>,
}

/// Plays two squads below with equal dice. `who` assaults in the second round; the others only fatigue until the third.
fn drain(seed: u64, who: &str, other: &str) -> Drain {
    let mut game = Game::<Tide>::new(&scenario("drain.toml", DRAIN.to_owned()), seed);
    let names = game.referee.setting().names.clone();
    let squad =
        |name: &str| Piece(names.iter().position(|other| **other == *name).expect("a squad of this name") as u16);
    let (there, card) = (game.referee.setting().board.location_named("A1").expect("a place"), [Card::Red, Card::Blue]);
    let give = |game: &mut Game<Tide>, side: Side, order: Order| {
        game.referee.submit(side, order, None).unwrap_or_else(|error| panic!("{order:?}: {error}"));
    };
    let german = SOVIET.other();
    for (n, (name, above)) in [("many", "post"), ("few", "far")].into_iter().enumerate() {
        give(&mut game, SOVIET, Order::Activate { unit: squad(name), action: Action::Advance });
        give(&mut game, SOVIET, Order::Enter { card: card[n] });
        give(&mut game, german, Order::Fatigue { unit: squad(above) });
    }
    status_phase(&mut game);
    let with = rules::PieceSet::EMPTY;
    give(&mut game, SOVIET, Order::AssaultFromSewer { unit: squad(who), at: there, with });
    let fought = game.referee.true_position().squads[squad(who).index()];
    let left = if fought.is_alive() { fought.figures.total() } else { 0 };
    let asked =
        |game: &Game<Tide>, side| game.referee.pending_question(side).is_some_and(|question| question == Question::Act);
    let open = !asked(&game, german) && !asked(&game, SOVIET);
    let known = game.referee.knowledge(german.seat()).expect("names");
    let rng = &mut StdRng::seed_from_u64(seed);
    let guesses = (0..20).filter_map(|_| Tide::sample(&known, rng)).map(|guess| {
        let below = guess.position().squads.iter().filter(|squad| squad.below().is_some());
        below.map(|squad| squad.figures).collect()
    });
    let guesses = guesses.collect();
    for name in ["post", other, "far"] {
        let squad = squad(name);
        let side = if name == other { SOVIET } else { german };
        if !open && game.referee.true_position().squads[squad.index()].is_alive() && asked(&game, side) {
            give(&mut game, side, Order::Fatigue { unit: squad });
        }
    }
    if !open {
        status_phase(&mut game);
    }
    let heard = [german.seat(), Seat::Spectator].map(|seat| {
        let seals = |event: &&String| !event.starts_with("{\"sealed\"");
        game.referee.seat(seat).events().iter().filter(seals).cloned().collect()
    });
    Drain { heard, left, open, guesses }
}

/// Ends the steps of the Status Phase.
fn status_phase(game: &mut Game<Tide>) {
    let asked = |game: &Game<Tide>, side: &Side| {
        let question = game.referee.pending_question(*side);
        question.is_some_and(|question| [Question::Ready, Question::Transfer].contains(&question))
    };
    while let Some(side) = Side::BOTH.into_iter().find(|side| asked(game, side)) {
        game.referee.submit(side, Order::Done, None).expect("nothing more in this step");
    }
}

/// Of an assault from the hidden sewer that is beaten back, other seats can't tell which of two squads made it. Nor can
/// they tell that it died, until the next round begins.
#[test]
pub fn who_is_beaten_back_below_is_not_told() {
    let (mut deaths, mut wounds, mut alike) = (0, 0, 0);
    for seed in 0..60 {
        let (many, few) = (drain(seed, "many", "few"), drain(seed, "few", "many"));
        // A squad that wins comes up.
        let won = many.heard.iter().chain(&few.heard).flatten().any(|event| event.contains("\"won\":true"));
        if won || many.open {
            continue;
        }
        assert_eq!(many.heard, few.heard, "seed {seed}");
        assert_eq!(many.guesses, few.guesses, "seed {seed}");
        alike += 1;
        let (regulars, elites) =
            (Figures { regular: many.left, ..Figures::default() }, Figures { elite: few.left, ..Figures::default() });
        let has = |figures: Figures| move |guess: &Vec<Figures>| figures.total() == 0 || guess.contains(&figures);
        if many.left > 0 && few.left == 0 {
            deaths += 1;
            let dead = |guess: &&Vec<Figures>| guess.len() == 1;
            let told = many.guesses.iter().filter(dead).count();
            assert!((1..20).contains(&told), "{told} of 20 guesses know of a death");
        } else if many.left < 4 && few.left > 0 {
            wounds += 1;
            assert!(many.guesses.iter().any(has(regulars)) && many.guesses.iter().any(has(elites)), "seed {seed}");
        }
    }
    assert!(alike > 10 && deaths > 2 && wounds > 2, "{alike} alike, {deaths} deaths, {wounds} wounds");
}
