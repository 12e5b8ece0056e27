//! A manhole played completely: what each seat may know about men below ground and plots, stated by hand from the
//! rules, without the system's eyes or sight sweep.
//!
//! A man is known to the other side while one of its men sees him; a dummy is removed as soon as it would be seen
//! (39.0, SNP-B18). All in the manhole's hex see one another (39.52A), as do all below in the one straight sewer
//! (39.51A) and all above on the open street. Otherwise there is no sight between sewer and street (39.52C). Plots and
//! readiness are known to their own side only (SNP-B2). All that happens in one movement point is one snapshot,
//! reported in this order: men going out of sight, movements, men coming into sight (SNP-B18). The movement point
//! itself is not reported.

mod nerves;
mod shot;

use std::collections::BTreeMap;

use board::LocationId;
use referee::Item;
use referee::ledger::ScenarioText;
use rules::{Piece, Seat, Side};
use suite::worlds::{Moment, World, play, played};

use crate::orders::Order;
use crate::printed::words::Posture;
use crate::setting::Setting;
use crate::setting::spot::Level;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::man::Man;
use crate::state::position::Position;

const TEXT: &str = include_str!("world.toml");
const ADAM: Piece = Piece(0);
const DUMMY: Piece = Piece(3);

/// Adam is anywhere but next to Anton; the others are anywhere below. With `ALL`, both men above can be plotted for, to
/// every place above. Otherwise only Adam can, to the manhole or down it.
struct Manhole<const ALL: bool>;

fn spot(setting: &Setting, at: LocationId) -> (bool, Level) {
    let spot = setting.spot(at).expect("a place of the board");
    (spot.manhole, spot.level)
}

fn sees(setting: &Setting, one: &Man, other: &Man) -> bool {
    let (Some(here), Some(there)) = (one.at, other.at) else { return false };
    let ((one_hole, one_level), (other_hole, other_level)) = (spot(setting, here), spot(setting, there));
    let above = |level, man: &Man| match level {
        Level::Surface(_) => true,
        Level::Middle => man.posture == Posture::Leaning,
        Level::Sewer => false,
    };
    let both_above = above(one_level, one) && above(other_level, other);
    (one_hole && other_hole) || (one_level == Level::Sewer && other_level == Level::Sewer) || both_above
}

/// Returns whether a man of the other side sees this one.
fn is_seen(setting: &Setting, position: &Position, man: &Man) -> bool {
    let able = |other: &Man| other.side != man.side && !other.dummy && !other.incapacitated;
    position.men.iter().any(|other| able(other) && sees(setting, other, man))
}

/// Places and postures of all men a seat knows of.
type Picture = BTreeMap<Piece, String>;

/// Returns the seat's picture of all men.
fn picture(setting: &Setting, position: &Position, seat: Seat) -> Picture {
    let known = |man: &Man| seat == man.side.seat() || (!man.dummy && is_seen(setting, position, man));
    let men = position.all().filter(|(_, man)| man.at.is_some() && known(man));
    men.map(|(piece, man)| (piece, format!("{:?} {:?}", man.at, man.posture))).collect()
}

/// Lists the changes from picture to picture: men out of sight go, visible men move, others come.
fn developed(film: &[Picture]) -> Vec<Picture> {
    let of = |picture: &Picture, other: &Picture| {
        let both = picture.iter().filter(|(piece, _)| other.contains_key(piece));
        both.map(|(piece, how)| (*piece, how.clone())).collect()
    };
    let mut pictures: Vec<Picture> = film.first().cloned().into_iter().collect();
    for next in film.windows(2) {
        pictures.extend([of(&next[0], &next[1]), of(&next[1], &next[0]), next[1].clone()]);
    }
    pictures.dedup();
    pictures
}

/// Returns everything a seat learns while the plots are carried out.
fn carried_out(setting: &Setting, moment: &Moment<'_, Sniper>, seat: Seat) -> Vec<String> {
    // The removal of a dummy is reported to all at once.
    let shown = |position: &Position, gone: &Option<String>| {
        let gone = gone.iter().map(|gone| (Piece(u16::MAX), gone.clone()));
        picture(setting, position, seat).into_iter().chain(gone).collect::<Picture>()
    };
    let mut gone = None;
    let mut film = vec![shown(moment.before, &gone)];
    let mut said = Vec::new();
    // Men of both sides bound for one ladder all stay off it (39.41): each side is shown this of its own men.
    let bound = |man: &Man| man.plot.path.steps().iter().any(|at| spot(setting, *at).1 == Level::Middle);
    let both =
        Side::BOTH.iter().all(|side| moment.before.men.iter().any(|man| man.side == *side && !man.dummy && bound(man)));
    let barred = moment.before.all().filter(|(_, man)| both && bound(man) && seat == man.side.seat());
    said.extend(barred.map(|(piece, _)| format!("{piece:?} is barred")));
    let mut before = moment.before;
    for (item, position) in moment.course {
        let place = |position: &Position| position.man(DUMMY).and_then(|man| man.at);
        if let (Some(at), None) = (place(before), place(position)) {
            let dummy = before.man(DUMMY).expect("the dummy");
            assert!(is_seen(setting, position, &Man { at: Some(at), ..*dummy }), "nobody sees it: {moment:?}");
            gone = Some(format!("a dummy is gone at {at:?}"));
        }
        before = position;
        if matches!(item, Item::Change { change: Change::Look, .. }) {
            film.push(shown(position, &gone));
        }
    }
    film.push(shown(moment.after, &gone));
    said.extend(developed(&film).iter().map(|picture| format!("{picture:?}")));
    said.push(format!("turn {}", moment.after.turn));
    said
}

impl<const ALL: bool> World for Manhole<ALL> {
    type System = Sniper;

    fn scenarios() -> Vec<ScenarioText> {
        let mut scenarios = Vec::new();
        let below = |row: u8| format!("010{row}/sewer");
        for adam in ["0101", "0103"] {
            for doris in 1..=4 {
                for nobody in 1..=4 {
                    let places = [("ADAM", adam.to_owned()), ("DORIS", below(doris)), ("NOBODY", below(nobody))];
                    let text = places.iter().fold(TEXT.to_owned(), |text, (who, at)| text.replace(who, at));
                    scenarios.push(ScenarioText { name: "world.toml".to_owned(), text });
                }
            }
        }
        scenarios
    }

    /// At most one man a side moves. The attacker plots first, and no move leads to hand-to-hand combat.
    fn tried(setting: &Setting, position: &Position, side: Side, order: &Order) -> bool {
        let plotted = position.men.iter().any(|man| man.side == side && !man.plot.is_empty());
        let turn = side == Side::A || position.ready[Side::A];
        match *order {
            Order::Ready => turn,
            Order::March { man, to } if turn && !plotted => {
                let (hole, level) = spot(setting, to);
                match side {
                    Side::A => (ALL || (man == ADAM && hole)) && level != Level::Sewer,
                    Side::B => !matches!(level, Level::Surface(_)),
                }
            }
            _ => false,
        }
    }

    /// Only the dummy below the manhole can be removed before any movement.
    fn at_first(setting: &Setting, position: &Position, seat: Seat) -> Vec<String> {
        let gone = position.man(DUMMY).is_some_and(|man| man.at.is_none()).then(|| "a dummy is gone".to_owned());
        gone.into_iter().chain([format!("{:?}", picture(setting, position, seat))]).collect()
    }

    fn told(setting: &Setting, moment: &Moment<'_, Sniper>, seat: Seat) -> Vec<String> {
        let carried = *moment.order == Order::Ready && moment.before.ready[moment.by.other()];
        if carried { carried_out(setting, moment, seat) } else { Vec::new() }
    }

    fn secrets(setting: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        let of = |side: Side, tell: &dyn Fn(&Man) -> String| {
            let theirs = seat != side.seat();
            let all: Vec<_> = position.men.iter().filter(|man| theirs && man.side == side).map(tell).collect();
            format!("{all:?}")
        };
        let both = |tell: &dyn Fn(&Man) -> String| Side::BOTH.map(|side| of(side, tell)).concat();
        let unseen = |man: &Man| {
            if !man.dummy && !is_seen(setting, position, man) { format!("{:?}", man.at) } else { String::new() }
        };
        let dummy = |man: &Man| if man.dummy { format!("{:?}", man.at) } else { String::new() };
        let mut secrets = vec![("men", both(&unseen)), ("plots", both(&|man| format!("{:?}", man.plot)))];
        if seat != Side::B.seat() {
            secrets.push(("dummies", both(&dummy)));
        }
        // The defender is ready last here.
        if seat != Side::A.seat() {
            secrets.push(("ready", format!("{}", position.ready[Side::A])));
        }
        secrets
    }
}

/// By hand: Adam is in one of two places, the men below in 16. From the manhole he finds the man below it, the dummy,
/// both or neither; from elsewhere no one. The defender knows both of his own. If his man is below the manhole, or else
/// his dummy, he also knows whether Adam is above.
#[test]
pub(super) fn a_manhole_whole() {
    let first = play::<Manhole<false>>(0).expect("as said");
    assert_eq!((first.truths, first.histories), (32, 32), "{first:?}");
    assert_eq!(first.groups, [4 + 1, 4 * 2 + 3 * 2 + 9, 4], "{first:?}");
    let census = played::<Manhole<false>>(2);
    println!("{census:?}");
    assert!(census.histories > 1400 && census.varied.values().all(|groups| *groups > 3), "{census:?}");
}

/// The same world with more to plot.
#[test]
#[ignore = "long: `make secrets` runs it"]
fn a_manhole_whole_deep() {
    println!("{:?}", played::<Manhole<true>>(2));
}
