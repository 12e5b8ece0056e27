//! Recorded works are found again in guesses.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::ledger::ScenarioText;
use rules::Piece;
use rules::prelude::*;

use suite::Game;

use super::*;
use crate::printed::words::Phase;
use crate::state::position::Position;

const BELOW: &str = include_str!("../../../tests/below.toml");
const GALLERY: &str = include_str!("../../../tests/gallery.toml");
const BRICKWORKS: &str = include_str!("../../../../../../scenarios/asl/the-brickworks.toml");

fn game(text: &str, seed: u64) -> Game<Asl> {
    Game::new(&ScenarioText { name: "secret.toml".to_owned(), text: text.to_owned() }, seed)
}

/// Returns a game at the point where all recording is done.
fn recorded(text: &str, seed: u64) -> Game<Asl> {
    let mut game = game(text, seed);
    while game.referee.true_position().agenda.steps().contains(&Step::Record) {
        game.play(1);
    }
    game
}

fn knowledge(game: &mut Game<Asl>, side: Side) -> Knowledge<Asl> {
    game.referee.knowledge(side.seat()).expect("names")
}

fn guesses(known: &Knowledge<Asl>, number: u64) -> impl Iterator<Item = Position> {
    let guess = |seed| Asl::sample(known, &mut StdRng::seed_from_u64(seed)).expect("a guess").position().clone();
    (0..number).map(guess)
}

fn dug(position: &Position, side: Side) -> BTreeSet<[LocationId; 2]> {
    let usable = position.tunnels[side].iter().filter(|tunnel| !tunnel.gone);
    usable.map(|tunnel| [tunnel.ends[0].min(tunnel.ends[1]), tunnel.ends[0].max(tunnel.ends[1])]).collect()
}

fn secret_forts(position: &Position, side: Side) -> BTreeSet<LocationId> {
    position.forts.iter().filter(|fort| fort.side == side && !fort.known).map(|fort| fort.at).collect()
}

/// The recorded works are among the guesses, which are many; before the recording, there is nothing to guess.
#[test]
fn what_was_recorded_in_secret_is_feared() {
    let (mut tunnels, mut forts) = (0, 0);
    for (text, number) in [(BELOW, 600), (GALLERY, 200)] {
        for seed in 0..14 {
            let mut early = game(text, seed);
            for side in Side::BOTH {
                let known = knowledge(&mut early, side);
                let nothing = |guess: Position| guess.tunnels[side.other()].is_empty() && guess.forts.is_empty();
                assert!(guesses(&known, 4).all(nothing), "a guess of what is still to be recorded");
            }
            let mut game = recorded(text, seed);
            for side in Side::BOTH {
                let (known, enemy) = (knowledge(&mut game, side), side.other());
                let (mut ways, mut places) = (BTreeSet::new(), BTreeSet::new());
                for guess in guesses(&known, number) {
                    let most = known.setting().tunnels[enemy] + known.setting().forts[enemy];
                    assert!(guess.tunnels[enemy].len() + secret_forts(&guess, enemy).len() <= usize::from(most));
                    ways.extend(dug(&guess, enemy));
                    places.extend(secret_forts(&guess, enemy));
                }
                let truth = game.referee.true_position();
                let (dug, secret) = (dug(truth, enemy), secret_forts(truth, enemy));
                assert!(ways.len() > 4, "only {} tunnels are ever guessed", ways.len());
                assert!(dug.is_subset(&ways), "{dug:?} is in no guess");
                assert!(secret.is_subset(&places), "{secret:?} is in no guess");
                tunnels += dug.len();
                forts += secret.len();
            }
        }
    }
    assert!(tunnels > 8 && forts > 1, "{tunnels} tunnels and {forts} Fortified Locations were recorded");
}

/// On a large board the guesses have many tunnels and Locations, and always as many as the scenario allots.
#[test]
fn all_of_an_allotment_is_guessed() {
    let mut game = recorded(BRICKWORKS, 3);
    let forts = game.referee.setting().forts;
    let enemy = Side::BOTH.into_iter().find(|side| forts[*side] > 0).expect("something to fortify");
    let known = knowledge(&mut game, enemy.other());
    let setting = known.setting();
    let all = setting.tunnels[enemy] + setting.forts[enemy];
    let (mut ways, mut given_up) = (BTreeSet::new(), 0);
    for guess in guesses(&known, 60) {
        let (dug, secret) = (dug(&guess, enemy), secret_forts(&guess, enemy));
        assert_eq!(dug.len() + secret.len(), usize::from(all));
        given_up += usize::from(dug.len() > usize::from(setting.tunnels[enemy]));
        ways.extend(dug);
    }
    assert!(ways.len() > 30 && (10..50).contains(&given_up), "{} tunnels, {given_up} given up", ways.len());
}

/// An entrance was seen used, and nothing is known of its exit: the other end is any that the rules allow.
#[test]
fn the_other_end_is_any() {
    let mut game = recorded(GALLERY, 1);
    while game.referee.true_position().phase == Phase::SetUp {
        game.play(1);
    }
    for side in Side::BOTH {
        let known = knowledge(&mut game, side);
        let setting = known.setting();
        let at = setting.board.location_named("A1").expect("a hex");
        let mut facts = known.facts().to_vec();
        let watcher = facts.iter().find_map(|fact| match fact {
            Fact::Unit { piece, side: of, at: Some(_), .. } if *of == side => Some(*piece),
            _ => None,
        });
        let saw = PieceSet::EMPTY.with(watcher.expect("a unit of its own"));
        facts.push(Fact::Entrance { at, saw, found: PieceSet::EMPTY });
        let handles: Vec<u16> = (0..).map_while(|n| known.handle(Piece(n))).collect();
        let known = Knowledge::new(Arc::clone(setting), side.seat(), facts, known.observations().to_vec(), handles);
        let mut ends = BTreeSet::new();
        for guess in guesses(&known, 120) {
            let seen = |tunnel: &&Tunnel| tunnel.saw != [PieceSet::EMPTY; 2];
            let tunnel = guess.tunnels[side.other()].iter().find(seen).expect("the tunnel that was seen");
            ends.extend(tunnel.ends.into_iter().filter(|end| *end != at));
        }
        assert_eq!(ends, other_ends(setting, side.other(), at).collect());
    }
}

/// For most tunnels, reports reveal where they lead; no guess contradicts them.
#[test]
fn tunnels_in_use_are_guessed_as_they_are() {
    let (mut trips, mut whole) = (0, 0);
    for seed in 0..16 {
        let mut game = game(GALLERY, seed);
        for _ in 0..40 {
            game.play(4);
            for side in Side::BOTH {
                let (known, enemy) = (knowledge(&mut game, side), side.other());
                let setting = known.setting();
                let truth = &game.referee.true_position().tunnels[enemy];
                for trip in Told::of(setting, enemy, known.observations(), true).trips {
                    trips += 1;
                    assert!(truth.iter().any(|tunnel| trip.fits(setting, tunnel.ends)), "{trip:?} is untrue");
                    whole += usize::from(trip.from.is_some());
                    for guess in guesses(&known, 2) {
                        let mut tunnels = guess.tunnels[enemy].iter();
                        assert!(tunnels.any(|tunnel| trip.fits(setting, tunnel.ends)), "{trip:?} is not guessed");
                    }
                }
            }
        }
    }
    assert!(trips > 20 && whole * 2 > trips, "{trips} trips, {whole} known from their beginning");
}

/// Locations known not to be fortified are never guessed to be.
#[test]
fn what_is_plain_is_not_fortified() {
    let (mut plain, mut listed) = (0, 0);
    for seed in 0..24 {
        let mut game = game(BELOW, seed);
        for _ in 0..30 {
            game.play(8);
            for side in Side::BOTH {
                let (known, enemy) = (knowledge(&mut game, side), side.other());
                let told = Told::of(known.setting(), enemy, known.observations(), true);
                let open: Vec<_> =
                    told.plain.iter().filter(|at| known.setting().fortifiable[enemy].contains(at)).collect();
                plain += open.len();
                let secret = secret_forts(game.referee.true_position(), enemy);
                assert!(!secret.iter().any(|at| told.plain.contains(at)), "{secret:?} among {:?}", told.plain);
                for guess in guesses(&known, 1) {
                    let secret = secret_forts(&guess, enemy);
                    listed += secret.len();
                    assert!(!secret.iter().any(|at| told.plain.contains(at)), "{secret:?} is known not to be");
                }
            }
        }
    }
    assert!(plain > 10 && listed > 10, "{plain} plain places, {listed} guessed to be fortified");
}
