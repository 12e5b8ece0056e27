//! The suite's invariants for this system.

mod explaining;
mod invariants;
mod kept;
mod odds;
mod onlookers;
mod patrols;
mod plots;
mod plotting;
mod scramble;
mod secret;
mod sight_filter;
mod sight_index;
mod told;
mod tools;
mod world;

use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::ledger::ScenarioText;
use referee::{Item, Referee};
use rules::prelude::*;
use rules::scene::Scene;
use rules::{InvariantViolation, Piece, Seat, Side};
use secret::Secret;
use suite::{Game, SystemUnderTest, Wins};

use crate::orders::Order;
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::Sniper;
use crate::state::apply::apply;
use crate::state::change::Change;
use crate::state::man::Man;
use crate::state::plot::Plot;
use crate::state::position::Position;
use crate::view::fact::Fact;

/// A block with sewers, men to be placed, and dummies on both sides.
const CLEAR: &str = include_str!("clear.toml");
/// A patrol with a route, and men waiting below ground.
const PATROL: &str = include_str!("patrol.toml");
/// A scenario without hidden movement.
const OPEN: &str = include_str!("open.toml");

fn scenario(name: &str, text: &str) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text: text.to_owned() }
}

impl SystemUnderTest for Sniper {
    const VERBS: usize = 13;
    const SHIPPED_GAMES: u64 = 6;
    const WINS: Wins = Wins::Anyone;

    fn rare() -> Vec<(ScenarioText, u64)> {
        Vec::new()
    }

    fn check_invariants(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
        invariants::check_invariants(setting, position)
    }

    fn check_scene(seat: Seat, facts: &[Fact], scene: &Scene) {
        let seen = facts.iter().filter(|fact| matches!(fact, Fact::Man { .. } | Fact::Dummy { .. })).count();
        assert_eq!(scene.pieces.len(), seen);
        let plots = facts.iter().filter(|fact| matches!(fact, Fact::Plot { .. })).count();
        assert!(scene.overlays.len() >= plots, "a plot is not drawn");
        assert!(seat != Seat::Spectator || plots == 0, "a spectator sees a plot");
    }

    const ROLLS_AT_ONCE: bool = false;
    const OWN_DICE: [usize; 2] = [2, 15];

    fn scenarios() -> Vec<ScenarioText> {
        vec![scenario("patrol.toml", PATROL), scenario("open.toml", OPEN), scenario("clear.toml", CLEAR)]
    }

    type Secret = Secret;

    const SECRETS: &'static [(&'static str, u64)] = secret::KINDS;

    fn disclosed(setting: &Setting, before: &Position, item: &Item<Self>, sink: &mut impl FnMut(Secret)) {
        secret::disclosed(setting, before, item, sink);
    }

    fn varied(_: &Setting, one: &Position, two: &Position, seat: Seat, sink: &mut impl FnMut(&'static str)) {
        secret::varied(one, two, seat, sink);
    }

    fn scramble(
        setting: &Setting,
        position: &Position,
        seat: Seat,
        kept: &[Secret],
        rng: &mut StdRng,
    ) -> Option<Position> {
        scramble::scramble(setting, position, seat, kept, rng)
    }

    const GAMES: u64 = 3;

    /// The board's derived data, calculated on first use, depends on the setting.
    const CIRCLE: usize = 9;
}

suite::invariants!(Sniper);

suite::every_look_matters!(
    Sniper:
    guesses_spread,
    luck_is_told_by_whose_man_it_was,
    what_the_unseen_do_is_not_heard,
    in_what_order_men_are_listed_is_not_heard,
    losses_are_men_who_were_hit,
    world::a_manhole_whole,
);

/// Sampled positions vary.
#[test]
fn guesses_spread() {
    suite::samples_spread::<Sniper>();
}

/// A roll is credited to the side whose man makes it, whichever side was ready last.
#[test]
fn luck_is_told_by_whose_man_it_was() {
    let mut of = rules::BySide { a: 0, b: 0 };
    for seed in 0..12 {
        let mut game = Game::<Sniper>::new(&scenario("patrol.toml", PATROL), seed);
        game.play(400);
        if game.referee.outcome().is_none() {
            game.referee.resign(Side::A).unwrap();
        }
        for roll in game.referee.luck(|_, _| {}).unwrap() {
            let side = roll.by.expect("somebody's doing");
            of[side] += 1;
            match roll.label.as_str() {
                "attacker panic" | "attacker melee" => assert_eq!(side, Side::A),
                "defender panic" | "defender melee" => assert_eq!(side, Side::B),
                _ => {}
            }
        }
    }
    assert!(of.a > 0 && of.b > 0, "{of:?}");
}

/// Number of events, offers and refusals for each seat after each order: shows any change in review.
#[test]
fn verdicts_read_as_before() {
    insta::assert_snapshot!(suite::verdicts_of_playthroughs::<Sniper>(120));
}

/// A long stretch of play as a spectator sees it: shows any change of behaviour.
#[test]
fn a_playthrough_reads_as_before() {
    insta::assert_snapshot!(suite::golden_playthrough::<Sniper>(40));
}

/// Returns a seat's events since `from`, without the seals, which have constant size.
fn heard(referee: &Referee<Sniper>, seat: Seat, from: usize) -> Vec<String> {
    let events = referee.seat(seat).events().iter().skip(from);
    events.filter(|event| !event.starts_with("{\"sealed\"")).cloned().collect()
}

/// Returns whether an entry disclosed nothing: no man came into sight, and no report went beyond one side.
fn is_quiet(referee: &Referee<Sniper>) -> bool {
    let items = referee.entries().last().map(|entry| entry.items.as_slice()).unwrap_or_default();
    !items.iter().any(|item| match item {
        Item::Change { change, .. } => matches!(
            change,
            Change::Seen { .. }
                | Change::Vanished { .. }
                | Change::Smoke { .. }
                | Change::Stunned { .. }
                | Change::Wounded { .. }
                | Change::Incapacitated { .. }
                | Change::Out { .. }
                | Change::Over { .. }
        ),
        Item::Report { .. } => true,
        _ => false,
    })
}

/// Unseen men get different plots, which are carried out in full: while none comes into sight and nothing bursts, the
/// seat's events stay identical.
#[test]
fn what_the_unseen_do_is_not_heard() {
    let mut compared = 0;
    for seed in 0..150 {
        let mut game = Game::<Sniper>::new(&scenario("clear.toml", CLEAR), seed);
        game.play(12 + (seed % 12) as usize);
        for side in Side::BOTH {
            let rebuild = || referee::replay::replay::<Sniper>(&game.ledger()).expect("its own ledger").referee;
            let (mut one, mut two) = (rebuild(), rebuild());
            let waits =
                |referee: &Referee<Sniper>| Side::BOTH.iter().all(|side| referee.pending_question(*side).is_some());
            if one.outcome().is_some() || !waits(&one) || one.true_position().phase != Phase::Plot {
                continue;
            }
            let mut truth = one.true_position().clone();
            // A man in sight stays where he is, since his plot would show.
            let stays = |man: &Man| man.side != side && man.seen;
            truth.men.change_all(|man| man.plot = if stays(man) { Plot::default() } else { man.plot });
            let mut rng = StdRng::seed_from_u64(seed);
            let Some(mut other) = Sniper::scramble(one.setting(), &truth, side.seat(), &[], &mut rng) else { continue };
            for (piece, was) in truth.all().filter(|(_, man)| stays(man)) {
                other.men.change(piece, |man| man.plot = was.plot);
            }
            one.pretend(truth);
            two.pretend(other);
            let from = one.seat(side.seat()).events().len();
            for referee in [&mut one, &mut two] {
                referee.submit(side.other(), Order::Ready, None).expect("always legal");
                referee.submit(side, Order::Ready, None).expect("always legal");
            }
            if is_quiet(&one) && is_quiet(&two) {
                compared += 1;
                assert_eq!(heard(&one, side.seat(), from), heard(&two, side.seat(), from), "seed {seed}, {side:?}");
            }
        }
    }
    assert!(compared >= 8, "only {compared} turns were quiet enough to be compared");
}

/// Returns the attacker's events of a turn in which two defenders recover from a stun and leave, for a given order of
/// the list.
fn heard_of_two(listed: [&str; 2]) -> Vec<String> {
    let men: String =
        listed.iter().map(|at| format!("[[man]]\nid = \"at {at}\"\nside = \"defender\"\nat = \"{at}\"\n")).collect();
    let text = format!(
        "title = \"Two leave\"\nsystem = \"sniper\"\n[board]\nlabels = \"digits\"\nsize = [5, 5]\nfill = \"street\"\n\
         [play]\nturns = 4\nkind = \"cordon\"\n[victory]\nmen = 2\n\
         [[man]]\nid = \"ring\"\nside = \"attacker\"\nat = \"0303\"\n{men}"
    );
    let mut referee = Game::<Sniper>::new(&scenario("two-leave.toml", &text), 7).referee;
    let mut truth = referee.true_position().clone();
    truth.men.change_all(|man| man.stunned = u8::from(man.side == Side::B));
    referee.pretend(truth);
    let from = referee.seat(Side::A.seat()).events().len();
    for side in Side::BOTH {
        referee.submit(side, Order::Ready, None).expect("always legal");
    }
    assert!(referee.outcome().is_some(), "two have left");
    heard(&referee, Side::A.seat(), from)
}

#[test]
fn in_what_order_men_are_listed_is_not_heard() {
    let told = heard_of_two(["0501", "0105"]);
    assert!(told.iter().any(|event| event.contains("SNP-B13")), "{told:#?}");
    assert!(told.iter().any(|event| event.contains("gone")), "{told:#?}");
    assert_eq!(told, heard_of_two(["0105", "0501"]));
}

/// Men who were hit are losses; men who left and dummies that were found are not.
#[test]
fn losses_are_men_who_were_hit() {
    let (mut lost, mut vanished) = (0, 0);
    for seed in 0..60 {
        let (name, text) = if seed % 2 == 0 { ("clear.toml", CLEAR) } else { ("patrol.toml", PATROL) };
        let mut game = Game::<Sniper>::new(&scenario(name, text), seed);
        game.play(3000);
        let (setting, position) = (game.referee.setting(), game.referee.true_position());
        let changes = || {
            game.referee.entries().iter().flat_map(|entry| &entry.items).filter_map(|item| match item {
                Item::Change { change, .. } => Some(change),
                _ => None,
            })
        };
        for side in Side::BOTH {
            let his = |man: &Piece| position.men[man.index()].side == side;
            let hit: std::collections::BTreeSet<Piece> = changes()
                .filter_map(|change| match change {
                    Change::Out { man } | Change::Incapacitated { man } if his(man) => Some(*man),
                    _ => None,
                })
                .collect();
            let out = hit.len();
            assert_eq!(Sniper::losses(setting, position, side), out);
            lost += out;
        }
        let one_left = position.here().find(|(_, man, _)| !man.dummy && !man.incapacitated).map(|(man, ..)| {
            let mut position = position.clone();
            apply(&mut position, &Change::Left { man });
            position
        });
        if let Some(one_left) = one_left {
            for side in Side::BOTH {
                assert_eq!(Sniper::losses(setting, &one_left, side), Sniper::losses(setting, position, side));
            }
        }
        vanished += changes().filter(|change| matches!(change, Change::Vanished { .. })).count();
    }
    assert!(lost > 5 && vanished > 0, "{lost} lost, {vanished} vanished");
}
