//! The invariants of the suite, applied to this system.

mod calculators;
pub mod drafts;
mod invariants;
pub mod scramble;
pub mod told;
pub mod world;

use board::LocationId;
use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::ledger::ScenarioText;
use referee::{Act, Item};
use rules::prelude::*;
use rules::scene::Scene;
use rules::{Choice, InvariantViolation, Piece, PieceSet, Seat, Side};
use suite::{Game, SystemUnderTest, Wins};

use crate::ai::sample::trails;
use crate::mechanics::below::sewer_fire;
use crate::orders::Order;
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Fate, Phase};
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::state::report::close::CloseReport;
use crate::state::unit::Unit;
use crate::tests::scramble::kept::Secret;
use crate::tests::scramble::{counters, disclosed, varied};
use crate::view::AslEyes;
use crate::view::fact::Fact;

/// Sewers, tunnels, a fortified house, hidden units, dummies: everything that can be secret.
pub const BELOW: &str = include_str!("below.toml");
/// Tunnels on a minimal board, so that they are used and seen.
pub const GALLERY: &str = include_str!("gallery.toml");
/// Fortified houses, and tunnels that are the only way to the enemy.
const USED: &str = include_str!("used.toml");
/// No secrets: fire, rout and close combat above ground.
const OPEN: &str = include_str!("open.toml");

pub fn scenario(name: &str, text: &str) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text: text.to_owned() }
}

impl SystemUnderTest for Asl {
    const VERBS: usize = 58;
    const SHIPPED_GAMES: u64 = 20;
    const WINS: Wins = Wins::EitherInAll;

    fn rare() -> Vec<(ScenarioText, u64)> {
        vec![(scenario("below.toml", BELOW), 1500), (scenario("deep.toml", include_str!("deep.toml")), 300)]
    }

    fn check_invariants(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
        invariants::check_invariants(setting, position)
    }

    fn check_scene(_: Seat, facts: &[Fact], scene: &Scene) {
        let seen = facts.iter().filter(|fact| matches!(fact, Fact::Unit { .. })).count();
        assert_eq!(scene.pieces.len(), seen);
    }

    const OWN_DICE: [usize; 2] = [40, 3];

    // Its games are long.
    const GAMES: u64 = 6;

    // Few games use a tunnel, and then in sight.
    const MOMENTS: u64 = 3000;

    fn scenarios() -> Vec<ScenarioText> {
        vec![scenario("below.toml", BELOW), scenario("open.toml", OPEN), scenario("gallery.toml", GALLERY)]
    }

    fn secret_scenarios() -> Vec<ScenarioText> {
        [vec![scenario("used.toml", USED)], Self::scenarios()].concat()
    }

    /// Returns whether a fact follows from public facts: where a "?" is, and whether it is discovered, what a side has
    /// lost and not shown, and who of it is a prisoner.
    fn is_public(_: &Setting, fact: &Fact) -> bool {
        let counters = matches!(fact, Fact::Unknown { .. } | Fact::Discovered { .. } | Fact::Unseen { .. });
        counters || matches!(fact, Fact::Losses { .. } | Fact::Prisoner { .. })
    }

    /// Changes what only its owner can know: counters under a "?" and their number, hidden units, recorded works, and
    /// placements in a set-up that is not over.
    fn scramble(
        setting: &Setting,
        position: &Position,
        seat: Seat,
        kept: &[Secret],
        rng: &mut StdRng,
    ) -> Option<Position> {
        scramble::scramble(setting, position, seat, kept, rng)
    }

    type Secret = Secret;

    const SECRETS: &'static [(&'static str, u64)] = varied::SECRETS;

    fn disclosed(setting: &Setting, before: &Position, item: &Item<Self>, sink: &mut impl FnMut(Secret)) {
        disclosed::disclosed(setting, before, item, sink);
    }

    fn settles(secret: &Secret) -> bool {
        // Orders can name a unit as soon as it is seen, so both positions must mean the same unit.
        matches!(secret, Secret::SetUp(_) | Secret::Unit(_))
    }

    fn varied(_: &Setting, one: &Position, two: &Position, seat: Seat, sink: &mut impl FnMut(&'static str)) {
        varied::varied(one, two, seat, sink);
    }
}

suite::invariants!(Asl);
suite::every_look_matters!(
    Asl:
    guesses_spread,
    the_size_of_a_stack_is_secret,
    galleries_are_seen,
    luck_is_told_by_who_strikes,
    setting_up_is_not_heard,
    drafts::a_stack_begins_with_any_of_its_units,
    drafts::who_needs_a_leader_can_be_picked_first,
    sight_is_mutual,
    who_was_seen_to_go_under_a_counter_is_guessed_there,
    who_hides_is_guessed_where_he_can_be,
    losses_are_men,
    world::recording_whole,
    world::sewers_whole,
);

/// Hidden information is guessed in many ways, not always in the same.
#[test]
fn guesses_spread() {
    suite::samples_spread::<Asl>();
}

/// The number of units under a "?" shows in nothing that the other side sees, may choose or is asked: removing all but
/// one of each changes nothing.
#[test]
fn the_size_of_a_stack_is_secret() {
    let mut thinner = 0;
    suite::explore::<Asl>(12, 4, |game| {
        let (setting, truth) = (game.referee.setting(), game.referee.true_position());
        if truth.phase == Phase::SetUp || game.referee.outcome().is_some() {
            return;
        }
        for side in Side::BOTH {
            let other = counters::thinned(setting, truth, side);
            thinner += usize::from(other != *truth);
            for seat in [side.other().seat(), Seat::Spectator] {
                let [one, two] = [truth, &other].map(|position| {
                    let eyes = AslEyes::new(setting, position, seat);
                    let mut facts = Vec::new();
                    Asl::view(eyes, &mut |fact| facts.push(fact));
                    let mut choices: Vec<Choice<Asl>> = Vec::new();
                    rules::offers::<Asl>(eyes, None, &mut choices);
                    (facts, choices, Asl::pending_question(eyes))
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
        let tunnels = &game.referee.true_position().tunnels;
        let mut all = Side::BOTH.into_iter().flat_map(|side| &tunnels[side]);
        seen += usize::from(all.any(|tunnel| tunnel.saw != [PieceSet::EMPTY; 2]));
    }
    assert!(seen > 2, "in only {seen} games");
}

/// Both sides declare their attacks before any is resolved: each is credited to the attackers, whichever order came
/// last. Automatic events at the end of a Player Turn are credited to its ATTACKER.
#[test]
fn luck_is_told_by_who_strikes() {
    let unit = |id: &str, side: &str, kind: &str, at: &str| {
        format!("[[unit]]\nid = \"{id}\"\nside = \"{side}\"\nkind = \"{kind}\"\nat = \"{at}\"\n")
    };
    let text = [
        "title = \"Hand to hand\"\nsystem = \"asl\"\n[board]\nlabels = \"letters\"\nrows = [\". .\"]".to_owned(),
        "legend = { \".\" = \"open\" }\n[play]\nturns = 2\nfirst = \"german\"".to_owned(),
        "[victory]\nside = \"german\"\npoints = 2".to_owned(),
        "[[objective]]\nat = \"A1\"\npoints = 2\nheld_by = \"russian\"".to_owned(),
        unit("g1", "german", "4-6-7", "A1"),
        unit("g2", "german", "4-6-7", "A1"),
        unit("r1", "russian", "4-4-7", "B1"),
        unit("r2", "russian", "leader 8-0", "B1"),
    ]
    .join("\n");
    let mut of = rules::BySide { a: 0, b: 0 };
    let mut returned = 0;
    for seed in 0..4 {
        let mut game = Game::<Asl>::new(&scenario("hand-to-hand.toml", &text), seed);
        game.play(400);
        let luck = game.referee.luck(|_, _| {}).expect("two turns are soon over");
        let mut told = luck.iter();
        let mut last = None;
        let side = |piece: Piece| game.referee.true_position().unit(piece).map(|unit| unit.side);
        for entry in game.referee.entries() {
            for item in &entry.items {
                let whose = match item {
                    Item::Roll { .. } => {
                        last = told.next();
                        continue;
                    }
                    Item::Report { report: Report::Close(CloseReport::Blow { units, .. }), .. } => {
                        units.iter().next().and_then(side)
                    }
                    Item::Report { report: Report::Conceals { unit, .. }, .. } => side(*unit),
                    _ => continue,
                };
                let roll = last.expect("it was told after its roll");
                assert_eq!(roll.by, whose, "{roll:?}");
                of[whose.expect("one of theirs")] += 1;
                returned += usize::from(matches!(entry.act, Act::Order { by, .. } if Some(by) != whose));
            }
        }
    }
    assert!(of.a > 0 && of.b > 0 && returned > 0, "{of:?}, {returned} of them after an order of the other side");
}

/// Other seats learn nothing of how a side records, places, moves and undoes during set-up.
#[test]
fn setting_up_is_not_heard() {
    let mut tried = 0;
    for seed in 0..6 {
        let mut game = Game::<Asl>::new(&scenario("below.toml", BELOW), seed);
        for n in 0..60 {
            if game.referee.true_position().phase != Phase::SetUp {
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

/// Sight is mutual, above ground and below, with any discovered stacks, Blazes and rubble (B8.2c, ASL-A6).
#[test]
fn sight_is_mutual() {
    suite::explore::<Asl>(9, 60, |game| {
        let eyes = AslEyes::open(game.referee.setting(), game.referee.true_position());
        let places: Vec<LocationId> = eyes.setting().board.location_ids().collect();
        let below = |at| eyes.setting().is_below(at);
        for (n, &a) in places.iter().enumerate() {
            for &b in &places[n..] {
                if below(a) || below(b) {
                    assert_eq!(sewer_fire::sees(eyes, a, b), sewer_fire::sees(eyes, b, a), "{a:?} {b:?}");
                } else {
                    let hindrance = |from, to| eyes.line(from, to).map(|line| line.hindrance);
                    assert_eq!(hindrance(a, b), hindrance(b, a), "{a:?} {b:?}");
                }
            }
        }
    });
}

/// How much each seat learns and what it may do, order by order: any change shows in review.
#[test]
fn verdicts_read_as_before() {
    insta::assert_snapshot!(suite::verdicts_of_playthroughs::<Asl>(120));
}

/// A stretch of play as a spectator's log: any change of behaviour shows in review.
#[test]
fn a_playthrough_reads_as_before() {
    insta::assert_snapshot!(suite::golden_playthrough::<Asl>(60));
}

/// Returns the counters of a position under the "?" of a Location.
fn under(position: &Position, side: Side, at: LocationId) -> Vec<Kind> {
    let lies = |unit: &&Unit| {
        unit.side == side && unit.at == Some(at) && unit.cover == Cover::Concealed && !unit.kind.is_weapon()
    };
    position.units.iter().filter(lies).map(|unit| unit.known_as).collect()
}

/// A unit that goes under a "?" in plain sight is followed to where that "?" goes.
#[test]
fn who_was_seen_to_go_under_a_counter_is_guessed_there() {
    let (mut followed, mut right, mut sure) = (0, 0, 0);
    suite::explore::<Asl>(19, 6, |game| {
        for side in Side::BOTH {
            let known = game.referee.knowledge(side.seat()).expect("names");
            let enemy = side.other();
            let follow = |seed| {
                let rng = &mut StdRng::seed_from_u64(seed);
                trails::follow(known.setting(), enemy, known.observations(), rng)
            };
            let all: Vec<_> = (0..6).map(follow).collect();
            for one in all[0].iter().filter(|one| !one.counter.kind.is_weapon()) {
                let is_there = |position: &Position| under(position, enemy, one.at).contains(&one.counter.kind);
                followed += 1;
                right += usize::from(is_there(game.referee.true_position()));
                // A stack that has not parted is followed alike in all guesses.
                if all.iter().any(|other| *other != all[0]) || known.setting().is_below(one.at) {
                    continue;
                }
                sure += 1;
                let guess = Asl::sample(&known, &mut game.rng).expect("a guess");
                assert!(is_there(guess.position()), "{one:?} is not guessed there");
            }
        }
    });
    assert!(sure > 100 && right * 10 >= followed * 9, "{right} of {followed} right, {sure} sure");
}

/// Units are not guessed hidden where the enemy has been, nor outside the areas of the scenario.
#[test]
fn who_hides_is_guessed_where_he_can_be() {
    let mut guessed = 0;
    suite::explore::<Asl>(29, 4, |game| {
        for side in Side::BOTH {
            let known = game.referee.knowledge(side.seat()).expect("names");
            let setting = known.setting();
            let trodden = trails::trodden(setting, side, known.observations());
            let hidden = |position: &Position| {
                let hides = |unit: &&Unit| unit.side != side && unit.cover == Cover::Hidden;
                position.units.iter().filter(hides).filter_map(|unit| unit.at).collect::<Vec<_>>()
            };
            let trodden = |at: &LocationId| trodden.get(at.index()) == Some(&true);
            let found = hidden(game.referee.true_position());
            assert!(!found.iter().any(trodden), "{found:?}: the enemy has been there");
            let areas = || setting.areas.iter().filter(|area| area.side.is_none_or(|of| of != side));
            for _ in 0..3 {
                let Some(guess) = Asl::sample(&known, &mut game.rng) else { continue };
                for at in hidden(guess.position()) {
                    guessed += 1;
                    assert!(!trodden(&at), "guessed where the enemy has been");
                    assert!(areas().any(|area| area.places.contains(&at)), "guessed outside of the areas");
                }
            }
        }
    });
    assert!(guessed > 100, "only {guessed} were ever guessed");
}

/// The losses reported to all at the end, without weapons; dummies and used pieces are not losses.
#[test]
fn losses_are_men() {
    let (mut lost, mut removed) = (0, 0);
    for (name, text) in [("below.toml", BELOW), ("open.toml", OPEN), ("gallery.toml", GALLERY)] {
        for seed in 0..4 {
            let mut game = Game::<Asl>::new(&scenario(name, text), seed);
            game.play(4000);
            let (setting, position) = (game.referee.setting(), game.referee.true_position());
            let mut facts = Vec::new();
            Asl::view(game.referee.eyes(Seat::Spectator), &mut |fact| facts.push(fact));
            for side in Side::BOTH {
                let told = facts.iter().find_map(|fact| match fact {
                    Fact::Losses { side: of, kinds } if *of == side => Some(kinds.as_slice()),
                    _ => None,
                });
                let men = told.unwrap_or_default().iter().filter(|kind| kind.is_men()).count();
                assert_eq!(Asl::losses(setting, position, side), men);
                lost += men;
            }
            removed += position.units.iter().filter(|unit| unit.fate == Fate::Removed).count();
        }
    }
    assert!(lost > 10 && removed > 0, "{lost} lost, {removed} removed");
}
