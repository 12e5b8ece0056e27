//! Start of a world's games, and replay of histories.

use super::*;

/// A sink that discards everything.
pub(super) struct Nowhere;

impl Sink for Nowhere {
    fn append(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn opened<W: World>(scenario: usize) -> Referee<W::System> {
    let scenario = W::scenarios().swap_remove(scenario);
    let name = scenario.name.clone();
    let (game, nonce) = (GameId::from([7; 32]), Nonce::from([7; 32]));
    let setup = GameSetup { scenario, game, nonce, dice: DiceTerms::Given };
    Referee::open(setup, Box::new(Nowhere)).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

pub(super) fn begin<W: World>(scenario: usize, truth: usize) -> Node<W::System> {
    let mut referee = opened::<W>(scenario);
    let position = W::truths(referee.setting(), referee.true_position()).swap_remove(truth);
    W::System::check_invariants(referee.setting(), &position).unwrap_or_else(|flaw| panic!("not a position: {flaw}"));
    if position != *referee.true_position() {
        referee.pretend(position);
    }
    let seen = Seat::ALL.map(|seat| {
        let names = referee.seat(seat).names();
        let view = written_view::<W::System>(referee.setting(), referee.true_position(), seat, names);
        let known = Print::default().and(W::at_first(referee.setting(), referee.true_position(), seat));
        let told = Print::default().and(view.expect("names").facts);
        Seen { known, told, heard: 0 }
    });
    Node { referee, history: History { scenario, truth, orders: Vec::new() }, seen }
}
