//! The invariants of the suite, kept by this system.

mod invariants;
mod kept;
mod odds;
mod patrols;
mod plots;
mod plotting;
mod scramble;
mod secret;
mod sight_filter;
mod sight_index;
mod told;
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

/// A block with sewers, men to be placed, dummies on both sides.
const CLEAR: &str = include_str!("clear.toml");
/// A patrol with a route, and men waiting below.
const PATROL: &str = include_str!("patrol.toml");
/// No hidden movement.
const OPEN: &str = include_str!("open.toml");

fn scenario(name: &str, text: &str) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text: text.to_owned() }
}

impl SystemUnderTest for Sniper {
    const VERBS: usize = 11;
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
    const OWN_DICE: [usize; 2] = [5, 15];

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

    /// What the setting reckons of the board when it is first asked rests on the setting.
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

/// What is hidden is guessed in many ways, not always in the same.
#[test]
fn guesses_spread() {
    suite::samples_spread::<Sniper>();
}

/// A roll is the doing of the side whose man makes it, whichever side was ready last.
#[test]
fn luck_is_told_by_whose_man_it_was() {
    let mut of = rules::BySide { a: 0, b: 0 };
    for seed in 0..4 {
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

/// How much each seat hears and what it may do, order by order: any change shows in review.
#[test]
fn verdicts_read_as_before() {
    insta::assert_snapshot!(suite::verdicts_of_playthroughs::<Sniper>(120));
}

/// A whole stretch of play as a spectator hears it: any change of behaviour shows in review.
#[test]
fn a_playthrough_reads_as_before() {
    insta::assert_snapshot!(suite::golden_playthrough::<Sniper>(40));
}

/// What a seat has heard since, the seals of constant size left out.
fn heard(referee: &Referee<Sniper>, seat: Seat, from: usize) -> Vec<String> {
    let events = referee.seat(seat).events().iter().skip(from);
    events.filter(|event| !event.starts_with("{\"sealed\"")).cloned().collect()
}

/// Whether an entry brought anything to anybody's notice: somebody was seen, or a report went out beyond one side.
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
                | Change::Out { .. }
                | Change::Over { .. }
        ),
        Item::Report { .. } => true,
        _ => false,
    })
}

/// Men whom a seat does not see do this or that, carried out in full: as long as nobody comes into sight and nothing
/// bursts, the seat hears the same to the letter.
#[test]
fn what_the_unseen_do_is_not_heard() {
    let mut compared = 0;
    for seed in 0..60 {
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
            // Who is seen stays where he is: carrying out his plot would show it.
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

/// What the attacker hears of a turn in which two defenders recover from a stun and leave, listed one way or the other.
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

/// Who was hit is lost; who got out is not, nor is a dummy that was found out.
#[test]
fn losses_are_men_who_were_hit() {
    let (mut lost, mut vanished) = (0, 0);
    for seed in 0..30 {
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
            let out = changes().filter(|change| matches!(change, Change::Out { man } if his(man))).count();
            assert_eq!(Sniper::losses(setting, position, side), out);
            lost += out;
        }
        let one_left = position.here().find(|(_, man, _)| !man.dummy).map(|(man, ..)| {
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
