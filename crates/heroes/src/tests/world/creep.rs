//! Complete play-through of Shaken units that move next to hidden enemies.
//!
//! A hidden enemy doesn't keep Shaken units away, and they don't find it. If it is in the hex that they would enter,
//! they are barred and stop (HNL-B30). Only their own side is told of it: to all others they have stopped.

use referee::ledger::ScenarioText;
use rules::{Seat, Side};
use suite::worlds::{Moment, World, played};

use crate::orders::Order;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::position::Position;
use crate::tests::world::{is_barred, what_is_seen, whereabouts};

const TEXT: &str = r#"
title = "Creeping whole"
system = "heroes"
summary = "Six hexes in a row, a Shaken squad, and an enemy in hiding: small enough to be played in every way."

[board]
labels = "letters"
rows = ["t . . t t ."]
legend = { "." = "clear", t = "light woods" }

[play]
turns = 2
initiative = "soviet"

[[unit]]
id = "scouts"
side = "soviet"
kind = "squad"
at = "C1"
state = "shaken"

[[unit]]
id = "guard"
side = "soviet"
kind = "half_squad"
at = "SOVIET"
hidden = true

[[unit]]
id = "rifles"
side = "german"
kind = "squad"
at = "GERMAN"
hidden = true

[hidden]
soviet = ["A1", "B1"]
german = ["D1", "E1"]

[victory]
points = 1
"#;

/// Scouts that may meet hidden rifles in the hex next to them, or in the one behind it.
struct Creep;

impl World for Creep {
    type System = Heroes;

    fn scenarios() -> Vec<ScenarioText> {
        let places = ["A1", "B1"].into_iter().flat_map(|own| ["D1", "E1"].map(|theirs| (own, theirs)));
        let text = |(own, theirs)| TEXT.replace("SOVIET", own).replace("GERMAN", theirs);
        places.map(|places| ScenarioText { name: "creep.toml".to_owned(), text: text(places) }).collect()
    }

    /// Fire has a world of its own.
    fn tried(_: &Setting, _: &Position, _: Side, order: &Order) -> bool {
        !matches!(order, Order::Fire { .. })
    }

    fn at_first(_: &Setting, position: &Position, seat: Seat) -> Vec<String> {
        let own = position.units.iter().filter(|unit| unit.hidden && seat == unit.side.seat());
        own.map(|unit| format!("{:?}", unit.at)).collect()
    }

    fn told(setting: &Setting, moment: &Moment<'_, Heroes>, seat: Seat) -> Vec<String> {
        let own = seat == moment.by.seat();
        let mut said = vec![match *moment.order {
            Order::Step { to } if is_barred(moment.before, to) && own => format!("barred from {to:?}"),
            Order::Step { to } if is_barred(moment.before, to) => format!("{:?}", Order::Stop),
            order => format!("{order:?}"),
        }];
        said.extend(what_is_seen(setting, moment));
        said
    }

    fn secrets(_: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        whereabouts(position, seat, ["where the guard is", "where the rifles are"])
    }
}

/// By hand: the scouts go to D1, unless the rifles are there. Then they are barred, and the Germans hear what they
/// would hear if the scouts had stopped.
#[test]
pub(crate) fn creeping_whole() {
    let census = played::<Creep>(4);
    println!("{census:?}");
    assert!(census.histories > 100 && census.varied.values().all(|groups| *groups > 5), "{census:?}");
}
