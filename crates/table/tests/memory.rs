//! What games hold in memory: all games of a scenario share its board, its sight and its start.

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use allocation_counter::measure;
use board::scenario::guided_scenario;
use referee::ledger::ScenarioText;
use rules::Side;
use table::{AnySystem, Keyed, SYSTEMS, Table, any_order};

/// Most bytes of a game that has begun, beside what the games of its scenario share.
const BEGUN: i64 = 120_000;
/// Most bytes that each order adds.
const AN_ORDER: i64 = 6_000;
/// Most bytes of a game in play whose earlier entries and events are packed, after 250 orders.
const IN_PLAY: i64 = 300_000;

/// What the games of a scenario share is measured by one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn scenarios(system: &dyn AnySystem) -> Vec<ScenarioText> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(system.name());
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| guided_scenario(&file.to_string_lossy()).is_none());
    files.sort();
    let text = |file: std::path::PathBuf| ScenarioText {
        name: format!("{}/{}", system.name(), file.file_stem().unwrap().to_string_lossy()),
        text: std::fs::read_to_string(&file).unwrap(),
    };
    files.into_iter().map(text).collect()
}

fn begin(system: &dyn AnySystem, scenario: &ScenarioText) -> Box<dyn Table> {
    system.begin(Keyed::unplayed(scenario.clone()), Box::new(())).unwrap()
}

/// Gives some random orders, and looks at what a page shows after each.
fn play(table: &mut dyn Table, seed: u64, orders: u64) -> u64 {
    let mut given = 0;
    while table.outcome().is_none() && given < orders {
        let Some(side) = Side::BOTH.into_iter().find(|side| table.pending_question(*side).is_some()) else { break };
        let order = any_order(seed + given, |draft| table.offers(side, draft)).unwrap().unwrap();
        table.submit(side, &order, None).unwrap();
        for seat in rules::Seat::ALL {
            table.scene(seat).unwrap();
        }
        given += 1;
    }
    given
}

/// Gives the order that stands first under this number. Returns false if the game is over.
fn order(table: &mut dyn Table, number: u64) -> bool {
    let asked = Side::BOTH.into_iter().find(|side| table.pending_question(*side).is_some());
    let Some(side) = asked.filter(|_| table.outcome().is_none()) else { return false };
    let order = any_order(number, |draft| table.offers(side, draft)).unwrap().unwrap();
    table.submit(side, &order, None).unwrap();
    true
}

/// Returns the bytes that `act` leaves allocated.
fn left_by(act: impl FnOnce()) -> i64 {
    measure(act).bytes_current
}

#[test]
fn games_of_one_scenario_share_its_board() {
    let _alone = alone();
    for system in SYSTEMS {
        for scenario in scenarios(*system) {
            let mut first = None;
            // It also fills what is derived from the board on first use.
            let alone = left_by(|| {
                play(&mut **first.insert(begin(*system, &scenario)), 1, 64);
            });
            let first = first.unwrap();
            let mut second = None;
            let begun = left_by(|| second = Some(begin(*system, &scenario)));
            let mut second = second.unwrap();
            let mut orders = 0;
            let played = left_by(|| orders = play(&mut *second, 1, 64));
            let held = second.bytes() as i64;
            assert!(
                (held - begun - played).abs() < (begun + played) / 3,
                "{}: {held} bytes estimated of {}",
                scenario.name,
                begun + played
            );
            let an_order = played / orders.max(1) as i64;
            println!("{}: {begun} bytes, {an_order} more an order", scenario.name);
            let (shared, id) = first.shared_bytes();
            println!("{}: {} shared, {shared} estimated", scenario.name, alone - first.bytes() as i64);
            assert_eq!(second.shared_bytes(), (shared, id));
            assert!(begun < BEGUN, "{}: {begun} bytes", scenario.name);
            assert!(an_order < AN_ORDER, "{}: {an_order} bytes an order", scenario.name);
        }
    }
}

#[test]
fn a_game_that_is_packed_takes_little_and_is_played_as_it_would_be() {
    let _alone = alone();
    for system in SYSTEMS {
        for scenario in scenarios(*system) {
            // It also fills what is derived from the board on first use.
            let mut plain = begin(*system, &scenario);
            let given = (0..250).take_while(|number| order(&mut *plain, *number)).count() as u64;
            let mut packed = None;
            let (mut orders, mut most, mut thinking) = (0, 0, 0);
            let held = left_by(|| {
                let packed = packed.insert(begin(*system, &scenario));
                while orders < given && order(&mut **packed, orders) {
                    orders += 1;
                    if orders % 40 == 0 {
                        packed.pack();
                        // What is looked at is unpacked, and packed again.
                        assert!(!packed.events(rules::Seat::Spectator, 0).is_empty());
                        drop(packed.think(Side::A, 1).unwrap());
                        thinking = thinking.max(packed.bytes() as i64);
                        packed.forget();
                    }
                    while packed.pack() {}
                    let held = packed.bytes();
                    most = most.max(held as i64);
                    // What a seat is shown and asked needs nothing that is packed.
                    for seat in rules::Seat::ALL {
                        drop((packed.view(seat), packed.events(seat, packed.ack(seat).heard)));
                    }
                    for side in Side::BOTH {
                        drop((packed.offers(side, None), packed.orders_are_unseen(side)));
                    }
                    assert_eq!(packed.bytes(), held, "{}: something was unpacked", scenario.name);
                }
            });
            let mut packed = packed.unwrap();
            assert_eq!(orders, given);
            println!("{}: {held} bytes after {orders} orders, {} estimated", scenario.name, packed.bytes());
            assert!(held < IN_PLAY, "{}: {held} bytes after {orders} orders", scenario.name);
            assert!(most < IN_PLAY, "{}: {most} bytes at most", scenario.name);
            assert!(thinking < 2 * IN_PLAY, "{}: {thinking} bytes with a computer player", scenario.name);
            for side in Side::BOTH {
                assert_eq!(packed.undo(side).is_ok(), plain.undo(side).is_ok(), "{}", scenario.name);
            }
            for seat in rules::Seat::ALL {
                assert!(packed.events(seat, 0) == plain.events(seat, 0), "{}: {seat:?}", scenario.name);
                assert_eq!(packed.ack(seat).head, plain.ack(seat).head);
            }
        }
    }
}

#[test]
fn what_is_shared_goes_with_the_last_game() {
    let _alone = alone();
    let system = table::system("tide").unwrap();
    let scenario = &scenarios(system)[0];
    // What the program computes once, such as its rulebooks, stays.
    drop(begin(system, scenario));
    let left = left_by(|| {
        let one = begin(system, scenario);
        let other = begin(system, scenario);
        drop((one, other));
    });
    assert!(left < 4_096, "{left} bytes");
}
