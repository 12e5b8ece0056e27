//! Plays a game of Tide of Iron from Rust: both sides choose at random, the dice are fair, and the ledger is verified.
//! Prints every order, and at the end what a spectator sees.
//!
//! `cargo run --example referee -p referee`

use std::error::Error;

use fair::{Binding, GameId, Nonce};
use rand::RngExt;
use rand::seq::IndexedRandom;
use referee::ledger::{DiceTerms, FileSink, ScenarioText};
use referee::replay::verify;
use referee::{GameSetup, Referee, outcome_name};
use rules::{Choice, Seat, Side};
use tide::Tide;

fn main() -> Result<(), Box<dyn Error>> {
    let text = include_str!("../../../scenarios/tide/first.toml").to_owned();
    let scenario = ScenarioText { name: "first.toml".to_owned(), text };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("game.jsonl");

    // The dice are computed from three nonces. Each player draws one, and publishes a commitment to it before any is
    // revealed.
    let mut rng = rand::rng();
    let game = GameId::from(rng.random::<[u8; 32]>());
    let nonces @ [own, soviet, german] = [(); 3].map(|()| Nonce::from(rng.random::<[u8; 32]>()));
    let dice = DiceTerms::Fair(Binding::Game(game).commitments(&nonces));
    let setup = GameSetup { scenario, game, nonce: own, dice };
    let mut referee = Referee::<Tide>::open(setup, Box::new(FileSink::create(&path)?))?;
    referee.reveal(soviet, german)?;

    while referee.outcome().is_none() {
        let side =
            Side::BOTH.into_iter().find(|side| referee.pending_question(*side).is_some()).ok_or("nobody is asked")?;
        // A draft is the first part of an order: choices from it continue until the order is complete.
        let mut draft = None;
        let order = loop {
            match referee.offers(side, draft.as_ref())?.choose(&mut rng).ok_or("nothing is offered")?.choice {
                Choice::Order(order) => break order,
                Choice::Draft(next) => draft = Some(next),
            }
        };
        println!("{}: {}", referee.side_name(side), referee.describe(side, &Choice::Order(order)).sentence);
        referee.submit(side, order, None)?;
    }

    let winner = referee.outcome().map(|outcome| outcome_name::<Tide>(&outcome));
    referee.seat(Seat::Spectator).facts().for_each(|fact| println!("{fact}"));
    println!("{} entries, won by {}", referee.entries().len(), winner.unwrap_or_default());
    drop(referee);
    println!("{:#?}", verify::<Tide>(&std::fs::read_to_string(&path)?, None)?);
    Ok(())
}
