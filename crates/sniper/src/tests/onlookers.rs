//! The enemies in sight that see where a plot leads.

use board::naming::naming;
use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::odds::{Effort, odds};
use rules::{Piece, Side};
use suite::Game;

use crate::orders::Order;
use crate::printed::words::Posture;
use crate::state::Sniper;
use crate::tests::scenario;

/// A house between the attackers in the west and a man who looks along the street south of it. A window looks west.
const HOUSE: &str = include_str!("../../../../cases/sniper/boards/decoy-behind-a-wall.toml");
const EFFORT: Effort = Effort { guesses: 8, branches: 1000, plays: 100, reactions: 0 };

/// Returns the onlookers of an order of the attacker’s first man, who begins in 0207: each with its handle and the
/// labels of the places. The defender’s men begin in the given places.
fn seen(defenders: &[&str], order: impl Fn(&dyn Fn(&str) -> board::LocationId) -> Order) -> Option<Vec<(u16, String)>> {
    let (board, _) = HOUSE.split_once("[[man]]").expect("men");
    let man =
        |n: usize, side: &str, at: &str| format!("[[man]]\nid = \"{side}{n}\"\nside = \"{side}\"\nat = \"{at}\"\n");
    let men = defenders.iter().enumerate().map(|(n, at)| man(n, "defender", at));
    let men: String = [man(0, "attacker", "0207")].into_iter().chain(men).collect();
    let game = Game::<Sniper>::new(&scenario("house.toml", &format!("{board}{men}")), 1);
    let seat = Side::A.seat();
    let known = game.referee.knowledge(seat).unwrap();
    let board = &known.setting().board;
    let order = order(&|label| board.location_named(label).unwrap());
    let order = naming(game.referee.seat(seat).names(), || serde_json::to_value(order)).unwrap();
    let found = odds::<Sniper>(&known, &order, EFFORT, &mut StdRng::seed_from_u64(1)).unwrap().unwrap();
    let labels = |places: &[board::LocationId]| {
        places.iter().map(|at| board.location(*at).label.as_str()).collect::<Vec<_>>().join(" ")
    };
    Some(found.onlookers?.seen.iter().map(|one| (one.piece, labels(&one.places))).collect())
}

fn to(label: &str) -> impl Fn(&dyn Fn(&str) -> board::LocationId) -> Order {
    move |place| Order::March { man: Piece(0), to: place(label) }
}

/// The man in the street sees where he stands and the first step, and then the house is between them.
#[test]
fn a_path_is_seen_as_far_as_the_line_is_clear() {
    assert_eq!(seen(&["1007"], to("0203")), Some(vec![(2, "0207 0206".to_owned())]));
    assert_eq!(
        seen(&["1007"], |_| Order::Posture { man: Piece(0), to: Posture::Prone }),
        Some(vec![(2, "0207".to_owned())])
    );
}

/// A man at the window would see the end of the path. He is out of sight, so the list is as without him.
#[test]
fn an_enemy_out_of_sight_is_not_listed_wherever_he_is() {
    for hidden in ["0403", "0704"] {
        assert_eq!(seen(&["1007", hidden], to("0203")), seen(&["1007"], to("0203")), "{hidden}");
        assert_eq!(seen(&[hidden], to("0203")), Some(Vec::new()), "{hidden}");
    }
    // In sight in the same street he sees the whole path.
    assert_eq!(seen(&["0203"], to("0203")), Some(vec![(2, "0207 0206 0205 0204 0203".to_owned())]));
}

#[test]
fn an_order_that_plots_nothing_has_none() {
    assert_eq!(seen(&["1007"], |_| Order::Clear { man: Piece(0) }), None);
    assert_eq!(seen(&["1007"], |_| Order::Ready), None);
}
