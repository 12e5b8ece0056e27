//! Whole games at random.

mod common;

use std::collections::BTreeMap;

use common::{FIRST, hidden, offers, play, set_up};
use rules::prelude::*;
use rules::{Choice, Seat, Side};
use tide::{Draft, Fact, Order, Position, Setting, Tide};

#[test]
fn every_game_ends_and_every_position_is_sound() {
    for text in [FIRST.to_owned(), hidden(FIRST)] {
        let (setting, start) = set_up(&text);
        let mut verbs: BTreeMap<String, usize> = BTreeMap::new();
        let mut orders = 0;
        for seed in 0..300 {
            let (_, given) = play(&setting, &start, seed, &mut (), |position, side, order| {
                let verb = format!("{order:?}");
                let verb = verb.split_whitespace().next().unwrap_or_default().to_owned();
                *verbs.entry(verb).or_default() += 1;
                assert_eq!(Tide::check(Tide::eyes(&setting, position, side.seat()), order), Ok(()));
            });
            orders += given;
        }
        eprintln!("{orders} orders: {verbs:?}");
        assert!(verbs.len() >= 13, "some orders were never given: {verbs:?}");
    }
}

/// Twenty-four squads a side, six of them at sewer tokens, on open ground.
fn crowd() -> String {
    let mut text = String::from(
        "title = \"Crowd\"\nsystem = \"tide\"\n[board]\nlabels = \"letters\"\nsize = [20, 12]\nfill = \"clear\"\n\
         [play]\nrounds = 6\nactions = 4\ninitiative = \"soviet\"\n[victory]\npoints = 1\n\
         [[network]]\nkind = \"sewer\"\nentrances = [\"A4\", \"B4\", \"C4\", \"E5\", \"G5\", \"H6\", \"J7\", \"K8\"]\n\
         [[objective]]\nat = \"J6\"\ncommand = 1\nvictory = 1\n",
    );
    for n in 0..24 {
        let column = char::from(b'A' + n / 3);
        let figures =
            ["{ regular = 4 }", "{ elite = 2, officer = 1 }", "{ regular = 2, mg_crew = 1 }"][usize::from(n % 3)];
        for (side, row) in [("soviet", 4), ("german", 9)] {
            let unit = format!("id = \"{side} {n}\"\nside = \"{side}\"\nfigures = {figures}\nat = \"{column}{row}\"\n");
            text.push_str("[[unit]]\n");
            text.push_str(&unit);
        }
    }
    text.push_str("[options]\nsewer_cards = 6\n");
    text
}

#[test]
fn a_crowd_finds_its_way_too() {
    for text in [crowd(), hidden(&crowd())] {
        let (setting, start) = set_up(&text);
        for seed in 0..12 {
            play(&setting, &start, seed, &mut (), |position, side, order| {
                assert_eq!(Tide::check(Tide::eyes(&setting, position, side.seat()), order), Ok(()));
            });
        }
    }
}

#[test]
fn every_offer_can_be_said_and_every_view_drawn() {
    let (setting, start) = set_up(&hidden(FIRST));
    for seed in 0..20 {
        play(&setting, &start, seed, &mut (), |position, side, _| {
            for seat in Seat::ALL {
                let mut facts = Vec::new();
                Tide::view(Tide::eyes(&setting, position, seat), &mut |fact| facts.push(fact));
                let scene = Tide::scene(&setting, seat, &facts);
                let seen = facts.iter().filter(|fact| matches!(fact, Fact::Unit { .. })).count();
                assert_eq!(scene.pieces.len(), seen);
                assert_eq!(scene.sheets.len(), 2);
                let Some(question) = Tide::awaited(Tide::eyes(&setting, position, seat)) else { continue };
                assert!(!Tide::ask(&setting, question, &facts).is_empty());
                for choice in offers(&setting, position, side.seat(), None) {
                    let phrase = match choice {
                        Choice::Order(order) => Tide::phrase(&setting, seat, &facts, &order),
                        Choice::Draft(draft) => Tide::phrase_draft(&setting, seat, &facts, &draft),
                    };
                    assert!(phrase.sentence.ends_with('.') && !phrase.clauses.is_empty(), "{phrase:?}");
                }
            }
        });
    }
}

/// All orders that offers and drafts lead to.
fn reachable(setting: &Setting, position: &Position, side: Side) -> Vec<Order> {
    let (mut orders, mut drafts): (Vec<Order>, Vec<Option<Draft>>) = (Vec::new(), vec![None]);
    while let Some(draft) = drafts.pop() {
        let before = (orders.len(), drafts.len());
        for choice in offers(setting, position, side.seat(), draft.as_ref()) {
            match choice {
                Choice::Order(order) => orders.push(order),
                Choice::Draft(draft) => drafts.push(Some(draft)),
            }
        }
        assert!(draft.is_none() || before != (orders.len(), drafts.len()), "{draft:?} leads nowhere");
    }
    orders
}

#[test]
fn what_is_offered_is_what_is_legal() {
    for text in [FIRST.to_owned(), hidden(FIRST)] {
        let (setting, start) = set_up(&text);
        for seed in 0..12 {
            play(&setting, &start, seed, &mut (), |position, side, _| {
                let offered = reachable(&setting, position, side);
                let set: std::collections::HashSet<_> = offered.iter().copied().collect();
                assert_eq!(offered.len(), set.len(), "an order was offered twice");
                let eyes = Tide::eyes(&setting, position, side.seat());
                let mut legal = 0;
                Tide::every(eyes, rules::Every::Order, &mut |order| {
                    let allowed = Tide::check(eyes, &order);
                    legal += usize::from(allowed.is_ok());
                    assert_eq!(allowed.is_ok(), set.contains(&order), "{order:?}: {allowed:?}");
                });
                assert_eq!(legal, set.len());
                Tide::every(Tide::eyes(&setting, position, side.other().seat()), rules::Every::Order, &mut |order| {
                    assert!(Tide::check(Tide::eyes(&setting, position, side.other().seat()), &order).is_err());
                });
            });
        }
    }
}

#[test]
fn either_side_can_win() {
    let (setting, start) = set_up(FIRST);
    let mut won = [0, 0];
    for seed in 0..150 {
        let (end, _) = play(&setting, &start, seed, &mut (), |_, _, _| {});
        if let Some(winner) = Tide::outcome(&setting, &end).and_then(|outcome| outcome.winner) {
            won[winner.index()] += 1;
        }
    }
    assert!(won.iter().all(|games| *games > 0), "{won:?}");
}
