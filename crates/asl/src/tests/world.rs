//! Exhaustive play of a small sewer: what each seat may know of two "?" that go below, a hidden unit and a tunnel,
//! written by hand from the rules and not from the system's view.
//!
//! Only its side knows what is under a "?" (ASL-A15), also below (B8.41c). The other side sees a counter go below from
//! its manhole, the dr for its way and where it goes (B8.41d), and the emergence dr (B8.42a). A hidden unit does not
//! appear to the other side until it is shown (B8.42j, ASL-A27). What is recorded before the set-up stays secret
//! (B8.6b).

use referee::ledger::ScenarioText;
use rules::{Piece, Seat, Side};
use suite::worlds::{Moment, World, play, played};

use crate::orders::Order;
use crate::printed::words::{Cover, Phase};
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::position::Position;

const TEXT: &str = include_str!("world.toml");
const GERMAN: Side = Side::A;
const RUSSIAN: Side = Side::B;
const POST: Piece = Piece(0);
const LURKER: Piece = Piece(1);
const MEN: Piece = Piece(2);
const SHAM: Piece = Piece(3);

/// Setups with the men in A1 or B1 and a dummy in the other, the hidden unit in D1 or E1.
///
/// `TUNNEL`: a tunnel from C1 to any Location is recorded, or none. `BOTH`: both counters can go below, otherwise one.
struct Sewer<const TUNNEL: bool, const BOTH: bool>;

impl<const TUNNEL: bool, const BOTH: bool> World for Sewer<TUNNEL, BOTH> {
    type System = Asl;

    fn scenarios() -> Vec<ScenarioText> {
        let mut scenarios = Vec::new();
        for (men, sham) in [("A1", "B1"), ("B1", "A1")] {
            for lurker in ["D1", "E1"] {
                let places = [("MEN", men), ("SHAM", sham), ("LURKER", lurker)];
                let text = places.iter().fold(TEXT.to_owned(), |text, (who, at)| text.replace(who, at));
                scenarios.push(ScenarioText { name: "world.toml".to_owned(), text });
            }
        }
        scenarios
    }

    /// Returns the orders to try. The Russian side first records nothing; in the Movement Phase all orders about sewers
    /// are tried, in other phases none.
    fn tried(_: &Setting, position: &Position, side: Side, order: &Order) -> bool {
        let started = position.units.iter().any(|unit| unit.side == RUSSIAN && unit.below);
        match (position.phase, *order) {
            (Phase::SetUp, Order::Recorded) => side == RUSSIAN || position.recorded[RUSSIAN],
            (Phase::SetUp, Order::Tunnel { from, entrenchment, from_entrenchment, .. }) => {
                let plain = entrenchment.is_none() && from_entrenchment.is_none();
                TUNNEL
                    && position.recorded[RUSSIAN]
                    && plain
                    && position.unit(POST).is_some_and(|post| post.at == Some(from))
            }
            (Phase::SetUp, order) => order == Order::Ready,
            (Phase::Movement, Order::Sewer { leader, .. }) => leader.is_none() && (BOTH || !started),
            (Phase::Movement, Order::Go { .. } | Order::TunnelMove { .. }) => false,
            (Phase::Movement, _) => true,
            // Later orders reveal no more about the sewers.
            (Phase::Rally | Phase::PrepFire, order) => order == Order::Done,
            (_, order) => BOTH && order == Order::Done,
        }
    }

    fn at_first(_: &Setting, position: &Position, seat: Seat) -> Vec<String> {
        let own = |side: Side, piece| {
            position.unit(piece).filter(|_| seat == side.seat()).map(|unit| format!("{:?}", unit.at))
        };
        own(GERMAN, LURKER).into_iter().chain(own(RUSSIAN, MEN)).collect()
    }

    fn told(_: &Setting, moment: &Moment<'_, Asl>, _: Seat) -> Vec<String> {
        let place = |unit: Piece| moment.before.unit(unit).and_then(|unit| unit.at);
        let said = match *moment.order {
            Order::Tunnel { .. } => return Vec::new(),
            Order::Recorded if !moment.before.recorded[moment.by.other()] => return Vec::new(),
            Order::Sewer { units, .. } => format!("a stack goes below at {:?}", units.iter().map(place).next()),
            Order::Claim { .. } => "a friend above is claimed".to_owned(),
            Order::Show { unit } => {
                format!("{:?} is shown at {:?}", moment.before.unit(unit).map(|unit| unit.kind), place(unit))
            }
            order => format!("{order:?}"),
        };
        let dice = moment.rolls.iter().map(|(label, faces)| format!("{label} {faces:?}"));
        let now = moment.after;
        [said].into_iter().chain(dice).chain([format!("{:?} {:?} {}", now.phase, now.attacker, now.turn)]).collect()
    }

    fn secrets(_: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        let mut secrets = Vec::new();
        if seat != RUSSIAN.seat() {
            secrets.push((
                "what is under a counter",
                format!("{:?}", [MEN, SHAM].map(|piece| position.unit(piece).and_then(|unit| unit.at))),
            ));
        }
        if seat != GERMAN.seat() {
            let lurker = position.unit(LURKER).filter(|unit| unit.cover == Cover::Hidden);
            secrets.push(("a hidden unit", format!("{:?}", lurker.map(|unit| unit.at))));
            if TUNNEL {
                secrets.push(("a tunnel", format!("{:?}", position.tunnels[GERMAN])));
            }
        }
        secrets
    }
}

/// Plays the recording. By hand: first the Russian side ends its recording, which the other seats don't learn. The
/// German side knows where its hidden unit is, the Russian one where its men are and what it has done.
#[test]
pub fn recording_whole() {
    let first = play::<Sewer<true, false>>(0).expect("as said");
    assert_eq!((first.truths, first.histories, first.groups), (4, 4 * 2, [2, 2 * 2, 1]), "{first:?}");
    let census = played::<Sewer<true, false>>(2);
    println!("{census:?}");
    assert!(census.histories > 300 && census.varied.values().all(|groups| *groups > 15), "{census:?}");
}

/// Plays a move down, along, and the emergence dr.
#[test]
pub fn sewers_whole() {
    let census = played::<Sewer<false, false>>(3);
    println!("{census:?}");
    assert!(census.histories > 800 && census.varied.values().all(|groups| *groups > 20), "{census:?}");
}

/// Plays the move below to a greater depth.
#[test]
#[ignore = "long: `make secrets` runs it"]
fn sewers_whole_deep() {
    println!("{:?}", played::<Sewer<false, false>>(5));
    println!("{:?}", played::<Sewer<true, true>>(3));
}
