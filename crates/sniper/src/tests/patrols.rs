//! Missions and routes of a patrol are secret from the other side.

use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::Referee;
use rules::Side;
use rules::prelude::*;
use suite::Game;

use crate::orders::Order;
use crate::state::Sniper;
use crate::state::position::Position;
use crate::tests::scenario;

/// A patrol on a small open board, and men who wait for it.
fn patrol_of(men: &str) -> Referee<Sniper> {
    let text = format!(
        "title = \"To the far edge\"\nsystem = \"sniper\"\n[board]\nlabels = \"digits\"\nsize = [12, 5]\n\
         fill = \"street\"\n[[board.hex]]\nat = \"0603\"\nmanhole = true\n[[network]]\nkind = \"sewer\"\n\
         line = [\"0605\", \"0601\"]\n[play]\nturns = 12\nkind = \"patrol\"\n\
         [victory]\nmen = 1\nentry = \"west\"\nfar = \"east\"\n{men}"
    );
    Game::<Sniper>::new(&scenario("far-edge.toml", &text), 7).referee
}

/// Returns whether men of the patrol have fulfilled their mission, in the true position and in positions sampled for
/// the other side, by turn, without new plots.
fn missions(mut referee: Referee<Sniper>) -> Vec<(Vec<bool>, Vec<Vec<bool>>)> {
    let mut turns = Vec::new();
    let rng = &mut StdRng::seed_from_u64(3);
    while referee.outcome().is_none() {
        let of = |position: &Position| {
            let men = position.men.iter().filter(|man| man.side == Side::A);
            men.map(|man| man.mission).collect::<Vec<_>>()
        };
        let known = referee.knowledge(Side::B.seat()).expect("knowledge has names");
        let guesses = (0..40).map(|_| of(Sniper::sample(&known, rng).expect("a guess").position()));
        turns.push((of(referee.true_position()), guesses.collect()));
        for side in Side::BOTH {
            if referee.pending_question(side).is_some() {
                referee.submit(side, Order::Ready, None).expect("always legal");
            }
        }
    }
    turns
}

/// Returns for each man and turn whether he has been there, and in how many sampled positions.
fn truths(turns: &[(Vec<bool>, Vec<Vec<bool>>)]) -> Vec<(bool, usize)> {
    turns.iter().map(|(truth, guesses)| (truth[0], guesses.iter().filter(|guess| guess[0]).count())).collect()
}

/// A man out of sight may have been at the far edge once there was time, on a secret route or without one. A man seen
/// there when a turn ended has certainly been there.
#[test]
fn guesses_tell_who_has_been_at_the_far_edge() {
    let below = "[[man]]\nid = \"guard\"\nside = \"defender\"\nat = \"0605/sewer\"\n";
    let routed = "[[man]]\nid = \"first\"\nside = \"attacker\"\nat = \"0103\"\nroute = [\"1203\", \"0103\"]\n";
    let free = "[[man]]\nid = \"first\"\nside = \"attacker\"\nat = \"0103\"\n";
    for man in [routed, free] {
        let turns = missions(patrol_of(&format!("{man}{below}")));
        let share = |turn: usize| turns[turn].1.iter().filter(|guess| guess[0]).count();
        assert_eq!([share(0), share(1)], [0, 0], "nobody crosses the board in a turn");
        let last = share(turns.len() - 1);
        assert!((5..=35).contains(&last), "of 40 guesses {last} let him have been there");
        let was_there = turns.iter().any(|(truth, _)| truth[0]);
        assert_eq!(was_there, man == routed, "{:?}", truths(&turns));
    }
    let above = "[[man]]\nid = \"guard\"\nside = \"defender\"\nat = \"1003\"\n";
    let there = "[[man]]\nid = \"first\"\nside = \"attacker\"\nat = \"1203\"\n";
    let turns = missions(patrol_of(&format!("{there}{above}")));
    assert!(turns.len() > 2);
    for (turn, (truth, guesses)) in turns.iter().enumerate() {
        assert_eq!(truth[0], turn > 0);
        assert!(guesses.iter().all(|guess| guess == truth), "{:?}", truths(&turns));
    }
}

/// The side that waits for a patrol is shown its men and their starts but no routes: not in its view, and not in
/// sampled positions.
#[test]
fn routes_are_told_to_nobody() {
    let guard = "[[man]]\nid = \"guard\"\nside = \"defender\"\nat = \"0605/sewer\"\n";
    let patrol =
        |route: &str| format!("[[man]]\nid = \"first\"\nside = \"attacker\"\nat = \"0103\"\nfrag = 2\n{route}{guard}");
    let looks = |route: &str| {
        let mut referee = patrol_of(&patrol(route));
        for side in Side::BOTH {
            referee.submit(side, Order::Ready, None).expect("always legal");
        }
        let known = referee.knowledge(Side::B.seat()).expect("knowledge has names");
        let rng = &mut StdRng::seed_from_u64(3);
        let guesses: Vec<Position> =
            (0..8).map(|_| Sniper::sample(&known, rng).expect("a guess").position().clone()).collect();
        (Sniper::scene(referee.setting(), Side::B.seat(), known.facts()), guesses)
    };
    let [(scene, guesses), (other, others)] =
        ["route = [\"1203\", \"0103\"]\n", "route = [\"0101\", \"1201\", \"0103\"]\n"].map(looks);
    assert_eq!(scene, other);
    assert_eq!(guesses, others);
    let told: Vec<&str> = scene.status.iter().map(|line| line.value.as_str()).collect();
    assert!(told.contains(&"0103: 1 rifle with 2 grenades"), "{told:?}");
}
