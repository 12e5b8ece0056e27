//! Events about units that come out of hiding, and warnings of the scenario checker.

use rules::prelude::*;
use rules::{Choice, Piece, PieceSet, SetUp, Side, offers};
use suite::Game;

use crate::orders::Order;
use crate::printed::words::With;
use crate::state::Heroes;
use crate::state::step::Step;
use crate::tests::scenarios::{BARRED, scenario};

/// A seat learns what a hidden enemy unit has done only after the unit is shown by HNL-B19. This reads the log of the
/// seat, not the items of the entry.
#[test]
fn whoever_comes_out_of_hiding_is_told_by_the_clause_that_shows_him() {
    let heard = |game: &Game<Heroes>, from: usize| {
        let events = game.referee.seat(Side::A.seat()).events()[from..].iter();
        events.map(|line| serde_json::from_str::<serde_json::Value>(line).expect("an event")).collect::<Vec<_>>()
    };
    for (answers, clause) in [(false, "HNL-B8"), (true, "HNL-B7")] {
        let mut game = Game::<Heroes>::new(&scenario("barred.toml", BARRED), 3);
        let gun = rules::PieceSet::EMPTY.with(rules::Piece(4));
        let target = if answers { "D2" } else { "C2" };
        let target = game.referee.setting().board.location_named(target).expect("a place");
        if answers {
            let units = rules::PieceSet::EMPTY.with(rules::Piece(0));
            let pace = crate::printed::words::Pace::Normal;
            game.referee.submit(Side::A, Order::Move { units, pace }, None).expect("he moves");
            game.referee.submit(Side::A, Order::Step { to: target }, None).expect("a step");
        } else {
            game.referee.submit(Side::A, Order::Pass, None).expect("a pass");
        }
        let from = game.referee.seat(Side::A.seat()).events().len();
        game.referee.submit(Side::B, Order::Fire { units: gun, target, with: With::All }, None).expect("the gun fires");
        let told = heard(&game, from);
        let comes = |event: &serde_json::Value| event["saw"]["new"].to_string().contains("\"side\":\"german\"");
        let shown = told.iter().position(comes).expect("the gun comes into sight");
        assert_eq!(told[shown]["saw"]["clause"], "HNL-B19", "{told:#?}");
        // The only earlier event is the reset of passes in a row.
        assert!(told[..shown].iter().all(|event| event["saw"]["clause"] == "HNL-B3"), "{told:#?}");
        let later = told[shown + 1..].iter().filter(|event| event["saw"]["clause"] == clause).count();
        assert!(later > 0, "what it has done is told by {clause}, after it was shown: {told:#?}");
    }
}

/// In whole games, an enemy unit appears in a seat's log only by a clause that may disclose it.
#[test]
fn newcomers_are_told_by_clauses_that_disclose() {
    let mut newcomers = 0;
    suite::explore::<Heroes>(7, 2000, |game| {
        for side in Side::BOTH {
            let (mut known, mut begun) = (std::collections::BTreeSet::new(), false);
            for line in game.referee.seat(side.seat()).events() {
                let event: serde_json::Value = serde_json::from_str(line).expect("an event");
                let Some(saw) = event.get("saw") else { continue };
                for fact in saw["new"].as_array().into_iter().flatten() {
                    let unit = &fact["unit"];
                    if unit["side"] == Heroes::SIDES[side.other().index()]
                        && known.insert(unit["piece"].to_string())
                        && begun
                    {
                        let clause = saw["clause"].as_str().unwrap_or_default();
                        let taken_back = clause == "REF-2";
                        assert!(taken_back || referee::discloses::<Heroes>(clause), "{clause} shows a unit: {line}");
                        newcomers += 1;
                    }
                }
                begun = true;
            }
        }
    });
    assert!(newcomers > 20, "only {newcomers} units came out of hiding");
}

/// The checker warns of a network that units can't travel through as a whole, but not of one that is buried, short or
/// bridged.
#[test]
fn a_network_in_parts_is_warned_of() {
    let warned = |rows: &str, networks: &str, options: &str| {
        let text = format!(
            "title = \"Parts\"\nsystem = \"heroes\"\n[board]\nlabels = \"letters\"\nrows = [\"{rows}\"]\n\
             legend = {{ \".\" = \"clear\", x = \"rubble\", \"~\" = \"water\", F = \"fortress\" }}\n{networks}\n\
             [play]\nturns = 1\ninitiative = \"soviet\"\ncity = true\n\
             [[unit]]\nid = \"a\"\nside = \"soviet\"\nkind = \"squad\"\nat = \"A1\"\n\
             [[unit]]\nid = \"b\"\nside = \"german\"\nkind = \"squad\"\nat = \"T1\"\n{options}"
        );
        let document = board::scenario::Document::parse("parts.toml", &text).expect("a document");
        let set_up = Heroes::set_up(&document).unwrap_or_else(|problems| panic!("{problems:?}"));
        format!("{:?}", set_up.warnings).contains("parts with no way between them")
    };
    let clear = ". . . . . . . . . . . . . . . . . . . .";
    let drain = |entrances: &str| format!("[[network]]\nkind = \"sewer\"\nname = \"drain\"\nentrances = [{entrances}]");
    let halves = drain("\"B1\", \"D1\", \"P1\", \"R1\"");
    assert!(warned(clear, &halves, ""));
    // Seven hexes between the halves, then six.
    assert!(warned(clear, &drain("\"B1\", \"D1\", \"K1\", \"M1\""), ""));
    assert!(!warned(clear, &drain("\"B1\", \"D1\", \"J1\", \"L1\""), ""));
    assert!(!warned(clear, &drain("\"B1\", \"D1\", \"K1\", \"M1\""), "[options]\nrange = 7\n"));
    // Another network bridges the gap if it is connected.
    let bridge = format!(
        "{}\n[[network]]\nkind = \"sewer\"\nname = \"bridge\"\nentrances = [\"G1\", \"I1\"]",
        drain("\"B1\", \"D1\", \"L1\", \"N1\"")
    );
    assert!(!warned(clear, &bridge, ""));
    assert!(warned(clear, &bridge, "[options]\nnetworks = \"declared\"\n"));
    // A buried entrance joins nothing and is not missed.
    assert!(warned(". . . . . . x . . . . . . . . . . . . .", &drain("\"B1\", \"D1\", \"G1\", \"L1\", \"N1\""), ""));
    assert!(!warned(". . . . . . x . . . . . . . . . . . . .", &drain("\"B1\", \"D1\", \"G1\""), ""));
    // Water between two entrances; only a wider board has a way round.
    assert!(warned(". . . ~ . . . . . . . . . . . . . . . .", &drain("\"B1\", \"F1\""), ""));
}

/// A game of an earlier version can wait for routs over the ground, which are no more. Its Shaken units stay, also those
/// without a way below ground.
#[test]
fn a_side_that_waits_for_routs_over_the_ground_can_go_on() {
    let text = BARRED.replace("state = \"shaken\"\nat = \"C2\"", "state = \"shaken\"\nat = \"B1\"");
    let document = board::scenario::Document::parse("barred.toml", &text).expect("a document");
    let SetUp { setting, mut position, .. } = Heroes::set_up(&document).expect("a scenario");
    let (side, done) = (Side::A, PieceSet::EMPTY);
    for step in [Step::Routs { side, done }, Step::ChooseRout { side, done }] {
        position.agenda.push(step);
    }
    let eyes = Heroes::eyes(&setting, &position, side.seat());
    let stay = Order::Stay { unit: Piece(1) };
    assert_eq!(Heroes::check(eyes, &stay), Ok(()));
    assert!(Heroes::check(eyes, &Order::Stay { unit: Piece(0) }).is_err(), "the leader is in Good Order");
    let mut offered = Vec::new();
    offers::<Heroes>(eyes, None, &mut offered);
    assert_eq!(offered, [Choice::Order(stay)]);
}
