//! The invariants of the suite, kept by this system.

use board::LocationId;
use rand::rngs::StdRng;
use referee::ledger::ScenarioText;
use rules::{Choice, Group, Piece, Seat, Side, System};
use suite::{Game, Tested};

use crate::Asl;
use crate::eyes::AslEyes;
use crate::order::{Draft, Order};
use crate::position::Position;
use crate::setting::Setting;

mod scramble;

/// Sewers, tunnels, a fortified house, hidden units, dummies: all that can be secret.
const BELOW: &str = include_str!("tested/below.toml");
/// Tunnels on the smallest of boards, so that they are used and seen.
const GALLERY: &str = include_str!("tested/gallery.toml");
/// No secrets: fire, rout and close combat above ground.
const OPEN: &str = include_str!("tested/open.toml");

fn scenario(name: &str, text: &str) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text: text.to_owned() }
}

impl Tested for Asl {
    // Its games are long.
    const GAMES: u64 = 6;

    fn scenarios() -> Vec<ScenarioText> {
        vec![scenario("below.toml", BELOW), scenario("open.toml", OPEN), scenario("gallery.toml", GALLERY)]
    }

    /// Nobody but its owner can tell which counter lies under which "?", how many do, where a hidden unit is, what was
    /// recorded, and what was placed in a set-up that is not over.
    fn scramble(setting: &Setting, position: &Position, seat: Seat, rng: &mut StdRng) -> Option<Position> {
        scramble::scramble(setting, position, seat, rng)
    }
}

suite::invariants!(Asl);

/// What is hidden is guessed in many ways, not always in the same.
#[test]
fn guesses_spread() {
    suite::samples_spread::<Asl>();
}

/// How many lie under a "?" shows in nothing that the other side sees, may choose or is asked: with all but one of each
/// taken away, all is as it was.
#[test]
fn the_size_of_a_stack_is_secret() {
    let mut thinner = 0;
    suite::explore::<Asl>(12, 4, |game| {
        let (setting, truth) = (game.referee.setting(), game.referee.truth());
        if truth.phase == crate::position::Phase::SetUp || game.referee.outcome().is_some() {
            return;
        }
        for side in Side::BOTH {
            let other = scramble::thinned(setting, truth, side);
            thinner += usize::from(other != *truth);
            for seat in [side.other().seat(), Seat::Spectator] {
                let [one, two] = [truth, &other].map(|position| {
                    let eyes = AslEyes::new(setting, position, seat);
                    let mut facts = Vec::new();
                    Asl::view(eyes, &mut |fact| facts.push(fact));
                    let mut choices: Vec<Choice<Asl>> = Vec::new();
                    Asl::offers(eyes, None, &mut choices);
                    (facts, choices, Asl::awaited(eyes))
                });
                assert_eq!(one, two);
            }
        }
    });
    assert!(thinner > 20, "only {thinner} times more than one lay under a \"?\"");
}

/// On the small board tunnels are used in sight of the enemy: there is something to leak.
#[test]
fn galleries_are_seen() {
    let mut seen = 0;
    for seed in 0..24 {
        let mut game = Game::<Asl>::new(&scenario("gallery.toml", GALLERY), seed);
        game.play(100);
        let tunnels = &game.referee.truth().tunnels;
        let mut all = Side::BOTH.into_iter().flat_map(|side| &tunnels[side]);
        seen += usize::from(all.any(|tunnel| tunnel.saw != [Group::EMPTY; 2]));
    }
    assert!(seen > 2, "in only {seen} games");
}

/// However a side records, places, moves and takes back in the set-up, the other seats hear nothing of it.
#[test]
fn setting_up_is_not_heard() {
    let mut tried = 0;
    for seed in 0..6 {
        let mut game = Game::<Asl>::new(&scenario("below.toml", BELOW), seed);
        for n in 0..60 {
            if game.referee.truth().phase != crate::position::Phase::SetUp {
                break;
            }
            let (side, order) = game.choose().expect("somebody is asked");
            let heard = |game: &Game<Asl>| {
                [side.other().seat(), Seat::Spectator].map(|seat| game.referee.seat(seat).events().len())
            };
            let before = heard(&game);
            game.referee.submit(side, order, None).expect("an offered order");
            if matches!(order, Order::Recorded | Order::Ready | Order::Deal) {
                continue;
            }
            tried += 1;
            assert_eq!(before, heard(&game), "{order:?} was heard");
            if matches!(order, Order::Place { .. }) {
                assert!(game.referee.undoable(side).is_some(), "{order:?} cannot be taken back");
                if n % 2 == 0 {
                    game.referee.undo(side).expect("it can be taken back");
                    assert_eq!(before, heard(&game), "the taking back of {order:?} was heard");
                }
            }
        }
    }
    assert!(tried > 60, "only {tried} orders");
}

/// A pair of units that go together: the order's first parts with one and with both of them.
fn pair(order: &Order, one: Piece) -> Option<[Draft; 2]> {
    let drafts = |units: Group, draft: fn(Group) -> Draft| {
        (units.len() == 2 && units.has(one)).then(|| [draft(Group::EMPTY.with(one)), draft(units)])
    };
    match *order {
        Order::Go { units, .. } => drafts(units, |units| Draft::Go { units }),
        Order::Sewer { units, .. } => drafts(units, |units| Draft::Sewer { units }),
        Order::TunnelMove { units, .. } => drafts(units, |units| Draft::TunnelMove { units }),
        Order::Advance { units, .. } => drafts(units, |units| Draft::Advance { units }),
        Order::Emerge { units } => drafts(units, |units| Draft::Emerge { units }),
        Order::Close { units, .. } => drafts(units, |units| Draft::Close { units }),
        _ => None,
    }
}

/// Whoever is picked first, the others can join.
#[test]
fn a_stack_begins_with_any_of_its_units() {
    let mut pairs = 0;
    suite::explore::<Asl>(5, 3, |game| {
        for side in Side::BOTH {
            let eyes = game.referee.eyes(side.seat());
            let offers = |draft: Option<&Draft>| {
                let mut choices: Vec<Choice<Asl>> = Vec::new();
                Asl::offers(eyes, draft, &mut choices);
                choices
            };
            let top = offers(None);
            let orders = rules::reachable::<Asl>(eyes, |_, _| {});
            for (order, one) in orders.iter().flat_map(|order| (0..64).map(move |n| (order, Piece(n)))) {
                let Some([first, both]) = pair(order, one) else { continue };
                if top.contains(&Choice::Draft(first)) {
                    pairs += 1;
                    assert!(
                        offers(Some(&first)).contains(&Choice::Draft(both)),
                        "{first:?} does not lead to {order:?}"
                    );
                }
            }
        }
    });
    assert!(pairs > 50, "only {pairs} pairs");
}

/// Sight is mutual, above ground and below, whatever is discovered, burns or lies in rubble (B8.2c, ASL-A6).
#[test]
fn sight_is_mutual() {
    suite::explore::<Asl>(9, 60, |game| {
        let eyes = AslEyes::open(game.referee.setting(), game.referee.truth());
        let places: Vec<LocationId> = eyes.setting().board.location_ids().collect();
        let below = |at| eyes.setting().is_below(at);
        for (n, &a) in places.iter().enumerate() {
            for &b in &places[n..] {
                if below(a) || below(b) {
                    assert_eq!(crate::sewer::sees(eyes, a, b), crate::sewer::sees(eyes, b, a), "{a:?} {b:?}");
                } else {
                    let hindrance = |from, to| eyes.line(from, to).map(|line| line.hindrance);
                    assert_eq!(hindrance(a, b), hindrance(b, a), "{a:?} {b:?}");
                }
            }
        }
    });
}

/// A whole stretch of play as a spectator hears it: any change of behaviour shows in review.
#[test]
fn a_playthrough_reads_as_before() {
    insta::assert_snapshot!(suite::golden_playthrough::<Asl>(60));
}
