//! The invariants of the suite, kept by this system.

mod told;

use board::LocationId;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::ledger::ScenarioText;
use referee::{Item, Referee};
use rules::{Choice, Piece, Seat, Side, System};
use suite::{Game, Tested};

use crate::Sniper;
use crate::change::{Change, Report};
use crate::fact::Fact;
use crate::order::{Order, Posture};
use crate::plot::{Act, Path, Plot};
use crate::position::{Man, Position};
use crate::setting::{Level, Setting};

/// A block with sewers, men to be placed, dummies on both sides.
const CLEAR: &str = include_str!("tested/clear.toml");
/// A patrol with a route, and men waiting below.
const PATROL: &str = include_str!("tested/patrol.toml");
/// No hidden movement.
const OPEN: &str = include_str!("tested/open.toml");

fn scenario(name: &str, text: &str) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text: text.to_owned() }
}

/// Whether a man of the seat's side could see a man elsewhere, by the rules: more generous than the rules, so that
/// a scrambled man is out of sight for certain. On the ground whoever is above, below whoever shares a sewer.
fn could_be_seen(setting: &Setting, position: &Position, man: &Man, at: LocationId) -> bool {
    let Some(place) = setting.spot(at) else { return true };
    position.men.iter().filter(|other| other.side != man.side).filter_map(|other| other.at).any(|here| {
        let Some(spot) = setting.spot(here) else { return true };
        let below = |level| level == Level::Sewer;
        let shared = place.lines.iter().any(|(line, _)| spot.lines.iter().any(|(other, _)| line == other));
        match (below(place.level), below(spot.level)) {
            (true, true) => shared,
            (false, false) => {
                let (here, there) = (setting.board.ground(spot.hex), setting.board.ground(place.hex));
                crate::sight::above(setting, here, there)
                    || matches!(spot.level, Level::Surface(1))
                    || matches!(place.level, Level::Surface(1))
            }
            _ => spot.hex == place.hex,
        }
    })
}

/// Somewhere else for a man out of sight.
fn elsewhere(setting: &Setting, position: &Position, n: usize, rng: &mut StdRng) -> Option<LocationId> {
    let man = &position.men[n];
    let at = LocationId(rng.random_range(0..setting.spots.len()) as u16);
    let level = setting.spot(at)?.level;
    let room = if level == Level::Middle { 0 } else { 1 };
    let there = position.men.iter().filter(|other| other.at == Some(at)).count();
    let seen = could_be_seen(setting, position, man, at);
    // Below, others of his side are in the manhole's hex too, and a seat could know what smoke is there.
    (there <= room && !seen && level != Level::Middle && !man.posture.is_on_ladder()).then_some(at)
}

/// Another plot for a man: none, or a step somewhere.
fn other_plot(setting: &Setting, man: &Man, rng: &mut StdRng) -> Plot {
    let Some(at) = man.at.filter(|_| !man.on_route && man.stunned == 0) else { return man.plot };
    let exits = &setting.spot(at).expect("a place of the board").exits;
    let upright: Vec<_> = exits.iter().filter(|exit| exit.cost <= 5 && man.posture != Posture::Prone).collect();
    match rng.random_range(0..3) {
        0 => Plot::default(),
        1 if !man.dummy && man.shots < 3 => Plot { act: Some(Act::Reload), ..Plot::default() },
        _ if upright.is_empty() => Plot::default(),
        _ => {
            let exit = upright[rng.random_range(0..upright.len())];
            Plot { path: Path::default().then(exit.to).expect("one step"), ..Plot::default() }
        }
    }
}

/// What one disclosure tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// Where a man is, and that he is no dummy.
    Whereabouts(Piece),
    /// What he does in this turn.
    Plot(Piece),
    /// How many grenades he has.
    Grenades(Piece),
}

impl Tested for Sniper {
    const ROLLS_AT_ONCE: bool = false;

    fn scenarios() -> Vec<ScenarioText> {
        vec![scenario("patrol.toml", PATROL), scenario("open.toml", OPEN), scenario("clear.toml", CLEAR)]
    }

    type Secret = Secret;

    const SECRETS: &'static [(&'static str, u64)] =
        &[("where a man is", 100), ("what he does", 100), ("his grenades", 100)];

    fn disclosed(_: &Setting, _: &Position, item: &Item<Self>, sink: &mut impl FnMut(Secret)) {
        let men: Vec<Piece> = match item {
            Item::Change { change, .. } => match *change {
                Change::Grenades { man, .. } => {
                    sink(Secret::Grenades(man));
                    vec![man]
                }
                Change::Seen { man, .. }
                | Change::Posture { man, .. }
                | Change::Moved { man, .. }
                | Change::Fell { man, .. }
                | Change::Shots { man, .. }
                | Change::Stunned { man, .. }
                | Change::Wounded { man }
                | Change::Out { man }
                | Change::Vanished { man }
                | Change::Left { man }
                | Change::Mission { man } => vec![man],
                _ => Vec::new(),
            },
            Item::Report { report, .. } => match report {
                Report::Shot { by, target, .. } => by.iter().copied().chain([*target]).collect(),
                Report::Struck { man, .. } | Report::Panicked { man, .. } | Report::Barred { man, .. } => vec![*man],
                Report::Fell { man, .. } | Report::Dropped { man, .. } => vec![*man],
                Report::Fought { attacker, defender, .. } => vec![*attacker, *defender],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        for man in men {
            sink(Secret::Whereabouts(man));
            sink(Secret::Plot(man));
        }
    }

    fn varied(_: &Setting, one: &Position, two: &Position, _: Seat, sink: &mut impl FnMut(&'static str)) {
        let differ = |what: fn(&Man) -> Vec<u16>| one.men.iter().zip(&two.men).any(|(one, two)| what(one) != what(two));
        if differ(|man| man.at.iter().map(|at| at.0).collect()) {
            sink("where a man is");
        }
        if one.men.iter().zip(&two.men).any(|(one, two)| one.plot != two.plot) {
            sink("what he does");
        }
        if differ(|man| vec![u16::from(man.frag), u16::from(man.smoke)]) {
            sink("his grenades");
        }
    }

    /// A seat can tell nothing of the other side's plots, of what its men carry, and of where the unseen are.
    fn scramble(
        setting: &Setting,
        position: &Position,
        seat: Seat,
        kept: &[Secret],
        rng: &mut StdRng,
    ) -> Option<Position> {
        // What else follows from a man who is seen (what he saw, whom he bars) is not told apart yet: a pair ends there.
        if !kept.is_empty() {
            return None;
        }
        let mut other = position.clone();
        let setting_up = position.agenda.top() == Some(crate::Step::SetUp);
        for n in 0..other.men.len() {
            let (whereabouts, plot, grenades) = {
                let man = Piece(n as u16);
                let agreed = |secret: Secret| kept.contains(&secret);
                (agreed(Secret::Whereabouts(man)), agreed(Secret::Plot(man)), agreed(Secret::Grenades(man)))
            };
            if seat == Seat::Side(other.men[n].side) || other.men[n].at.is_none() {
                continue;
            }
            let hidden = !whereabouts
                && !plot
                && !other.men[n].seen
                && setting.options.hidden
                && !setting_up
                && seat != Seat::Spectator;
            if let Some(at) = Some(n).filter(|_| hidden).and_then(|n| elsewhere(setting, &other, n, rng)) {
                other.men.change(Piece(n as u16), |man| (man.at, man.plot) = (Some(at), Plot::default()));
            }
            if !setting_up && !plot {
                let plot = other_plot(setting, &other.men[n], rng);
                other.men.change(Piece(n as u16), |man| man.plot = plot);
            }
            if !other.men[n].dummy && !grenades {
                let carried = [rng.random_range(0..3), rng.random_range(0..3)];
                other.men.change(Piece(n as u16), |man| [man.frag, man.smoke] = carried);
            }
        }
        Some(other)
    }

    const GAMES: u64 = 3;
}

mod world;

suite::invariants!(Sniper);

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

/// The other side plots as much as it likes, and is ready: the seat hears, is offered and may take back the same.
#[test]
fn neither_hears_of_plots_or_that_the_other_is_ready() {
    for (name, text) in [("clear.toml", CLEAR), ("patrol.toml", PATROL)] {
        for seed in 0..4 {
            let mut game = Game::<Sniper>::new(&scenario(name, text), seed);
            game.play(3 * seed as usize);
            for side in Side::BOTH {
                if game.referee.outcome().is_some()
                    || Side::BOTH.iter().any(|side| game.referee.awaited(*side).is_none())
                {
                    continue;
                }
                let mut referee = referee::replay::replay::<Sniper>(&game.ledger()).expect("its own ledger").referee;
                let others = [side.seat(), Seat::Spectator];
                let outside = |referee: &Referee<Sniper>| {
                    let mut offers: Vec<Choice<Sniper>> = Vec::new();
                    Sniper::offers(referee.eyes(side.seat()), None, &mut offers);
                    let heard = others.map(|seat| referee.seat(seat).events().len());
                    let undo = referee.undoable(side).is_some();
                    (heard, referee.awaited(side).map(|question| question.kind), format!("{offers:?}"), undo)
                };
                let before = outside(&referee);
                let mut rng = StdRng::seed_from_u64(seed);
                for _ in 0..6 {
                    let eyes = referee.eyes(side.other().seat());
                    let mut orders = Vec::new();
                    Sniper::universe(eyes, &mut |order| {
                        if order != Order::Ready && Sniper::check(eyes, &order).is_ok() {
                            orders.push(order);
                        }
                    });
                    let order = orders[rng.random_range(0..orders.len())];
                    referee.submit(side.other(), order, None).expect("an order that checks");
                    assert_eq!(before, outside(&referee), "{order:?} was noticed");
                    // And the side itself goes on as before, with nothing to take back.
                    assert!(referee.undoable(side.other()).is_none());
                }
                referee.submit(side.other(), Order::Ready, None).expect("always legal");
                assert_eq!(before, outside(&referee), "that the other is ready was noticed");
            }
        }
    }
}

/// What a side has planned is taken back whole and nothing else, so that guesses at plans can be made apart.
#[test]
fn what_a_side_has_planned_is_taken_back() {
    let (mut taken_back, mut on_routes) = (0, 0);
    for (name, text) in [("clear.toml", CLEAR), ("patrol.toml", PATROL)] {
        for seed in 0..4 {
            let mut game = Game::<Sniper>::new(&scenario(name, text), seed);
            game.play(5 * seed as usize);
            let waits = |side: &Side| game.referee.awaited(*side).is_some();
            for side in Side::BOTH.into_iter().filter(|_| Side::BOTH.iter().all(waits)) {
                let mut referee = referee::replay::replay::<Sniper>(&game.ledger()).expect("its own ledger").referee;
                let without = |truth: &Position| {
                    let mut position = truth.clone();
                    Sniper::unplan(game.referee.setting(), &mut position, side);
                    position
                };
                let nothing = without(referee.truth());
                any_plots(&mut referee, side, 4, &mut StdRng::seed_from_u64(seed));
                assert!(*referee.truth() != nothing, "seed {seed}: nothing was planned");
                referee.submit(side, Order::Ready, None).expect("always legal");
                assert!(without(referee.truth()) == nothing, "seed {seed}: something of {side:?}'s plans is left");
                assert!(without(&nothing) == nothing);
                let routes = |position: &Position| {
                    let men = position.men.iter().filter(|man| man.on_route);
                    men.map(|man| man.plot).collect::<Vec<_>>()
                };
                assert_eq!(routes(&nothing), routes(referee.truth()), "a route is no plan");
                on_routes += routes(&nothing).iter().filter(|plot| !plot.is_empty()).count();
                let seen = |position: &Position, side: Side| {
                    let eyes = Sniper::eyes(game.referee.setting(), position, side.seat());
                    let (mut facts, mut offers): (Vec<Fact>, Vec<Choice<Sniper>>) = (Vec::new(), Vec::new());
                    Sniper::view(eyes, &mut |fact| facts.push(fact));
                    Sniper::offers(eyes, None, &mut offers);
                    (Sniper::awaited(eyes).map(|question| question.kind), format!("{facts:?} {offers:?}"))
                };
                assert_eq!(seen(&nothing, side.other()), seen(referee.truth(), side.other()), "the other side noticed");
                assert!(seen(&nothing, side).0.is_some(), "it plans again");
                taken_back += 1;
            }
        }
    }
    assert!(taken_back >= 8 && on_routes > 0, "{taken_back}, {on_routes}");
}

/// Orders of a side, one after the other, each random among those that are legal then.
fn any_plots(referee: &mut Referee<Sniper>, side: Side, count: usize, rng: &mut StdRng) {
    for _ in 0..count {
        let mut orders = Vec::new();
        let eyes = referee.eyes(side.seat());
        Sniper::universe(eyes, &mut |order| {
            if order != Order::Ready && Sniper::check(eyes, &order).is_ok() {
                orders.push(order);
            }
        });
        let order = orders[rng.random_range(0..orders.len())];
        referee.submit(side, order, None).expect("an order that checks");
    }
}

/// A side changes its plots as often as it likes, and then takes all of it back and plots something else: from then on
/// the turn goes, for everybody else and to the letter, as if it had plotted that at once.
#[test]
fn plots_are_changed_until_the_side_is_ready_and_nobody_hears_of_it() {
    let mut compared = 0;
    for seed in 0..24 {
        let mut game = Game::<Sniper>::new(&scenario("clear.toml", CLEAR), seed);
        game.play(14 + 3 * (seed % 8) as usize);
        let waits = |referee: &Referee<Sniper>| Side::BOTH.iter().all(|side| referee.awaited(*side).is_some());
        if game.referee.outcome().is_some()
            || !waits(&game.referee)
            || game.referee.truth().phase != crate::position::Phase::Plot
        {
            continue;
        }
        for side in Side::BOTH {
            let rebuild = || referee::replay::replay::<Sniper>(&game.ledger()).expect("its own ledger").referee;
            let (mut straight, mut changed) = (rebuild(), rebuild());
            let from = straight.seat(side.other().seat()).events().len();
            let spectator = straight.seat(Seat::Spectator).events().len();
            any_plots(&mut changed, side, 12, &mut StdRng::seed_from_u64(seed));
            for referee in [&mut straight, &mut changed] {
                let plotted: Vec<_> = referee.truth().here().filter(|(_, man, _)| man.side == side).collect();
                let clears: Vec<Order> = plotted
                    .into_iter()
                    .filter(|(_, man, _)| !man.plot.is_empty() && !man.on_route && man.stunned == 0)
                    .map(|(man, ..)| Order::Clear { man })
                    .collect();
                for clear in clears {
                    referee.submit(side, clear, None).expect("a plot can be taken back until the side is ready");
                }
                any_plots(referee, side, 5, &mut StdRng::seed_from_u64(seed ^ 99));
                let plot =
                    |referee: &Referee<Sniper>| referee.truth().men.iter().map(|man| man.plot).collect::<Vec<_>>();
                let settled = plot(referee);
                referee.submit(side, Order::Ready, None).expect("always legal");
                let late = Order::Clear { man: Piece(0) };
                assert!(referee.submit(side, late, None).is_err(), "a side that is ready plots no more");
                assert_eq!(settled, plot(referee));
                referee.submit(side.other(), Order::Ready, None).expect("always legal");
            }
            assert!(straight.truth() == changed.truth(), "seed {seed}: what was plotted before makes a difference");
            for (seat, from) in [(side.other().seat(), from), (Seat::Spectator, spectator)] {
                assert_eq!(heard(&straight, seat, from), heard(&changed, seat, from), "seed {seed}, {seat:?}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 12, "only {compared} turns were compared");
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
            let waits = |referee: &Referee<Sniper>| Side::BOTH.iter().all(|side| referee.awaited(*side).is_some());
            if one.outcome().is_some() || !waits(&one) || one.truth().phase != crate::position::Phase::Plot {
                continue;
            }
            let mut truth = one.truth().clone();
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
    let mut truth = referee.truth().clone();
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
        let (setting, position) = (game.referee.setting(), game.referee.truth());
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
            crate::change::apply(&mut position, &Change::Left { man });
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

/// A patrol on a small open board, and who waits for it.
fn patrol_of(men: &str) -> Referee<Sniper> {
    let text = format!(
        "title = \"To the far edge\"\nsystem = \"sniper\"\n[board]\nlabels = \"digits\"\nsize = [12, 5]\n\
         fill = \"street\"\n[[board.hex]]\nat = \"0603\"\nmanhole = true\n[[network]]\nkind = \"sewer\"\n\
         line = [\"0605\", \"0601\"]\n[play]\nturns = 12\nkind = \"patrol\"\n\
         [victory]\nmen = 1\nentry = \"west\"\nfar = \"east\"\n{men}"
    );
    Game::<Sniper>::new(&scenario("far-edge.toml", &text), 7).referee
}

/// Whether men of the patrol have fulfilled their mission, in the truth and in guesses of who waits for it, turn by turn in
/// which nobody plots anything.
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
        turns.push((of(referee.truth()), guesses.collect()));
        for side in Side::BOTH {
            if referee.awaited(side).is_some() {
                referee.submit(side, Order::Ready, None).expect("always legal");
            }
        }
    }
    turns
}

/// In how many guesses each man has been there, by turn, and whether he has.
fn truths(turns: &[(Vec<bool>, Vec<Vec<bool>>)]) -> Vec<(bool, usize)> {
    turns.iter().map(|(truth, guesses)| (truth[0], guesses.iter().filter(|guess| guess[0]).count())).collect()
}

/// Whoever is out of sight may have been at the far edge once there was time for it, on a route of which nobody tells or not;
/// who was seen there when a turn ended has been there for certain.
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

/// Who waits for a patrol is told who is in it and where it begins, and nothing of its routes: neither by what he sees nor by
/// what is guessed for him.
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
