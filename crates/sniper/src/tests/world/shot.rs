//! Shots at a manhole played completely: what each seat may know about men who fire, watch, lean out or lie down.
//!
//! A man who fires at an enemy sees him and so is seen by him: everything about a shot is public, the dice included
//! (SNP-B8). That a man was to fire or watch and found no target is known to his side only (SNP-B2, SNP-B16), as for a
//! man who is barred (39.41). The removal of a dummy is reported to all (SNP-B18). A man who falls among the enemy
//! fights, and that is public too, since they are in one place (SNP-B15). Otherwise the pictures are as in the world of
//! the manhole. A man on the ladder is seen from the street while he leans out, and in the manhole's hex always
//! (39.52A, 39.52D).

use referee::Item;
use referee::ledger::ScenarioText;
use rules::{Piece, Seat, Side};
use suite::worlds::{Moment, World, play, played};

use crate::orders::Order;
use crate::setting::Setting;
use crate::setting::spot::Level;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::man::Man;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::tests::world::{Picture, developed, is_seen, picture, sees, spot};

const TEXT: &str = include_str!("shot.toml");
const ADAM: Piece = Piece(0);
const DORIS: Piece = Piece(1);

/// Adam is on the street or above the manhole, Doris on its ladder, below it or elsewhere in the sewer. With `ALL`, the
/// dummy can be in two places and move.
struct Shots<const ALL: bool>;

/// Returns what a seat sees, with the removed dummies, which are reported to all.
fn shown(setting: &Setting, position: &Position, seat: Seat, gone: &[String]) -> Picture {
    let gone = (0..u16::MAX).rev().map(Piece).zip(gone.iter().cloned());
    picture(setting, position, seat).into_iter().chain(gone).collect()
}

/// Returns everything a seat learns while the plots are carried out.
fn carried_out(setting: &Setting, moment: &Moment<'_, Sniper>, seat: Seat) -> Vec<String> {
    let (mut said, mut gone) = (Vec::new(), Vec::new());
    let mut film = vec![shown(setting, moment.before, seat, &gone)];
    let mut before = moment.before;
    let man = |piece: Piece| moment.before.man(piece).expect("a man");
    for (item, position) in moment.course {
        for (piece, dummy) in before.all().filter(|(_, man)| man.dummy) {
            if let (Some(at), None) = (dummy.at, position.man(piece).and_then(|man| man.at)) {
                assert!(is_seen(setting, position, dummy), "nobody sees it: {moment:?}");
                // Its side has seen it move there.
                film.push(shown(setting, before, seat, &gone));
                gone.push(format!("a dummy is gone at {at:?}"));
            }
        }
        before = position;
        let own = |piece: Piece| seat == man(piece).side.seat();
        let told = match item {
            // All changes since the last one are one picture.
            Item::Change { change: Change::Pulse { .. }, .. } => {
                film.push(shown(setting, position, seat, &gone));
                continue;
            }
            Item::Report { report: Report::Shot { by, target, .. }, .. } => {
                let [firer, target] =
                    [by.expect("he is seen"), *target].map(|piece| position.man(piece).expect("a man"));
                assert!(sees(setting, firer, target), "he fires at whom he does not see: {moment:?}");
                true
            }
            Item::Report { report: Report::Fought { at, attacker, defender, .. }, .. } => {
                let there = |piece: &Piece| position.man(*piece).is_some_and(|man| man.at == Some(*at));
                assert!(there(attacker) && there(defender), "they are not in one place: {moment:?}");
                true
            }
            Item::Report { report: Report::Missed { by: man, .. } | Report::Barred { man, .. }, .. } => own(*man),
            _ => false,
        };
        if told {
            film.push(shown(setting, position, seat, &gone));
            said.extend(developed(&film).iter().map(|picture| format!("{picture:?}")));
            said.push(format!("{item:?}"));
            film.drain(..film.len() - 1);
        }
    }
    film.push(shown(setting, moment.after, seat, &gone));
    said.extend(developed(&film).iter().map(|picture| format!("{picture:?}")));
    said.push(format!("turn {}", moment.after.turn));
    said
}

impl<const ALL: bool> World for Shots<ALL> {
    type System = Sniper;

    fn scenarios() -> Vec<ScenarioText> {
        let mut scenarios = Vec::new();
        let nobodies: &[&str] = if ALL { &["0101/sewer", "0103/sewer"] } else { &["0103/sewer"] };
        for adam in ["0101", "0102"] {
            for doris in ["0101/sewer", "0102/ladder", "0102/sewer"] {
                for nobody in nobodies {
                    let places = [("ADAM", adam), ("DORIS", doris), ("NOBODY", nobody)];
                    let text = places.iter().fold(TEXT.to_owned(), |text, (who, at)| text.replace(who, at));
                    scenarios.push(ScenarioText { name: "shot.toml".to_owned(), text });
                }
            }
        }
        scenarios
    }

    /// One turn in which at most one man a side does one thing. The attacker plots first, a step is a march to the next
    /// place, and no move leads to hand-to-hand combat.
    fn tried(setting: &Setting, position: &Position, side: Side, order: &Order) -> bool {
        let plotted = position.men.iter().any(|man| man.side == side && !man.plot.is_empty());
        let turn = side == Side::A || position.ready[Side::A];
        match *order {
            _ if position.turn > 1 => false,
            Order::Ready => turn,
            Order::Step { .. } => false,
            Order::March { to, .. } if !Self::may_come(setting, side, to) => false,
            // A dummy can do nothing else.
            Order::March { man, .. } | Order::Posture { man, .. } if !ALL && ![ADAM, DORIS].contains(&man) => false,
            _ => turn && !plotted,
        }
    }

    fn at_first(setting: &Setting, position: &Position, seat: Seat) -> Vec<String> {
        vec![format!("{:?}", picture(setting, position, seat))]
    }

    fn told(setting: &Setting, moment: &Moment<'_, Sniper>, seat: Seat) -> Vec<String> {
        let carried = *moment.order == Order::Ready && moment.before.ready[moment.by.other()];
        if carried { carried_out(setting, moment, seat) } else { Vec::new() }
    }

    fn secrets(setting: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        let theirs = |man: &&Man| seat != man.side.seat();
        let men = || position.men.iter().filter(theirs);
        let unseen = men().filter(|man| !man.dummy && !is_seen(setting, position, man)).map(|man| man.at);
        let mut secrets = vec![
            ("men", format!("{:?}", unseen.collect::<Vec<_>>())),
            ("plots", format!("{:?}", men().map(|man| man.plot).collect::<Vec<_>>())),
        ];
        if ALL && seat != Side::B.seat() {
            let dummies = men().filter(|man| man.dummy).map(|man| man.at);
            secrets.push(("dummies", format!("{:?}", dummies.collect::<Vec<_>>())));
        }
        secrets
    }
}

impl<const ALL: bool> Shots<ALL> {
    fn may_come(setting: &Setting, side: Side, to: board::LocationId) -> bool {
        match (side, spot(setting, to).1) {
            (Side::A, level) => level != Level::Sewer,
            (Side::B, level) => !matches!(level, Level::Surface(_)),
        }
    }
}

/// By hand: from the street Adam sees no one; from above the manhole the man on its ladder, the one below it, or no
/// one. From there Doris sees him too; she knows which of the three places is hers.
#[test]
fn shots_whole() {
    let first = play::<Shots<false>>(0).expect("as said");
    assert_eq!((first.truths, first.histories), (6, 6), "{first:?}");
    assert_eq!(first.groups, [1 + 3, 3 + 2, 3], "{first:?}");
    let census = played::<Shots<false>>(3);
    println!("{census:?}");
    assert!(census.histories > 2000 && census.varied.values().all(|groups| *groups > 5), "{census:?}");
}

/// The same world with more to plot.
#[test]
#[ignore = "long: `make secrets` runs it"]
fn shots_whole_deep() {
    println!("{:?}", played::<Shots<true>>(3));
}
