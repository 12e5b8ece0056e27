//! Panic out of sight played completely: whom the die names, and where he runs, is known to his side only (SNP-B3).
//!
//! Doris is somewhere in a sewer without a manhole, and Adam in the street above: neither ever sees the other. The die is
//! rolled in every turn, wherever she is. She runs along the sewer only. Adam and the spectator learn that a turn has
//! passed. Her side learns its dice and where she goes.

use referee::Item;
use referee::ledger::ScenarioText;
use rules::{Piece, Seat, Side};
use suite::worlds::{Moment, World, play, played};

use crate::orders::Order;
use crate::setting::Setting;
use crate::setting::spot::Level;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::tests::world::{developed, picture, spot};

const TEXT: &str = include_str!("nerves.toml");
const DORIS: Piece = Piece(1);

struct Nerves;

impl World for Nerves {
    type System = Sniper;

    fn scenarios() -> Vec<ScenarioText> {
        let at = |row: u8| TEXT.replace("DORIS", &format!("010{row}/sewer"));
        (1..=4).map(|row| ScenarioText { name: "nerves.toml".to_owned(), text: at(row) }).collect()
    }

    /// Doris may be plotted to go anywhere in the sewer; Adam stays where he is. The attacker is ready first.
    fn tried(setting: &Setting, position: &Position, side: Side, order: &Order) -> bool {
        let turn = side == Side::A || position.ready[Side::A];
        let plotted = position.man(DORIS).is_some_and(|man| !man.plot.is_empty());
        match *order {
            Order::Ready => turn,
            Order::March { man, to } => turn && !plotted && man == DORIS && spot(setting, to).1 == Level::Sewer,
            _ => false,
        }
    }

    fn at_first(setting: &Setting, position: &Position, seat: Seat) -> Vec<String> {
        vec![format!("{:?}", picture(setting, position, seat))]
    }

    fn told(setting: &Setting, moment: &Moment<'_, Sniper>, seat: Seat) -> Vec<String> {
        if *moment.order != Order::Ready || !moment.before.ready[moment.by.other()] {
            return Vec::new();
        }
        let mut film = vec![picture(setting, moment.before, seat)];
        for (item, position) in moment.course {
            if matches!(item, Item::Change { change: Change::Look, .. }) {
                film.push(picture(setting, position, seat));
            }
        }
        film.push(picture(setting, moment.after, seat));
        let mut said: Vec<String> = developed(&film).iter().map(|picture| format!("{picture:?}")).collect();
        if seat == Side::B.seat() {
            said.push(format!("{:?}", moment.rolls));
        }
        said.push(format!("turn {}", moment.after.turn));
        said
    }

    fn secrets(_: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        let hers = position.man(DORIS).filter(|_| seat != Side::B.seat());
        let mut secrets = Vec::new();
        if let Some(man) = hers {
            secrets.extend([("men", format!("{:?}", man.at)), ("plots", format!("{:?}", man.plot))]);
        }
        if seat != Side::A.seat() {
            secrets.push(("ready", format!("{}", position.ready[Side::A])));
        }
        secrets
    }
}

/// By hand: the defender knows which of the four places is hers. The attacker knows only whether he is ready, which no other seat
/// is told; the spectator knows nothing.
#[test]
fn nerves_whole() {
    let first = play::<Nerves>(0).expect("as said");
    assert_eq!((first.truths, first.histories), (4, 8), "{first:?}");
    assert_eq!(first.groups, [2, 4, 1], "{first:?}");
    let census = played::<Nerves>(2);
    println!("{census:?}");
    assert!(census.histories > 100 && census.varied.values().all(|groups| *groups > 1), "{census:?}");
}
