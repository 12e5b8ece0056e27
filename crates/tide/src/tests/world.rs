//! A sewer played whole: what each seat may know of it, said by hand from the rules and not by the system's eyes.
//!
//! With hidden sewers (TOI-S5) the German side and spectators see what stands on the board and hear that somebody acts
//! below (TOI-S9) or assaults out of the sewer (TOI-S13); on which card, from which marker, how far and which squad, only
//! the Soviet side knows, until a squad stands on the board again (TOI-S12, TOI-S15).

use referee::ledger::ScenarioText;
use rules::{Piece, Seat, Side};
use suite::worlds::{Moment, World, play, played};

use crate::orders::Order;
use crate::printed::words::{Action, Card, SOVIET, Token};
use crate::setting::Setting;
use crate::state::Tide;
use crate::state::position::{Position, Sheet};
use crate::state::squad::Place;
use crate::state::unit_index::UnitIndex;

const TEXT: &str = include_str!("world.toml");

fn scenario(text: String) -> Vec<ScenarioText> {
    vec![ScenarioText { name: "world.toml".to_owned(), text }]
}

/// Fire has nothing to do with who is below, and its dice would make the world too large.
fn of_the_sewer(order: &Order) -> bool {
    match order {
        Order::Activate { action, .. } => *action == Action::Advance,
        Order::Prepare { .. } | Order::Fire { .. } | Order::Assault { .. } => false,
        _ => true,
    }
}

/// A squad as everybody sees it. The German ones never leave the board, so each is known throughout; Soviet ones that look
/// alike are told apart by where they stand, and below by nothing.
fn looks(position: &Position, unit: Piece) -> String {
    let squad = &position.squads[unit.index()];
    let known = Some(squad.name).filter(|_| squad.side != SOVIET);
    format!("{known:?} {:?} {:?} {:?}", squad.figures, squad.state, squad.on())
}

/// What is told of an order, to whom it is not.
fn told(moment: &Moment<'_, Tide>, seat: Seat) -> Vec<String> {
    let (before, after) = (moment.before, moment.after);
    let who = |unit: Piece| looks(before, unit);
    let active = || before.active.map(|active| who(active.piece));
    let below = |unit: Piece| before.squads[unit.index()].below().is_some();
    let order = match *moment.order {
        order if seat == SOVIET.seat() => format!("{order:?}"),
        Order::AdvanceBelow { .. } => "somebody acts below".to_owned(),
        Order::Fatigue { unit } if below(unit) => "somebody acts below".to_owned(),
        Order::Enter { .. } => format!("{:?} goes below", active()),
        Order::Emerge { unit, at } => format!("{} comes up at {at:?}", who(unit)),
        Order::AssaultFromSewer { at, with, .. } => {
            format!("an assault out of the sewer at {at:?} with {:?}", with.iter().map(who).collect::<Vec<_>>())
        }
        // The rest is done in the open.
        Order::Activate { unit, action } => format!("{} is activated: {action:?}", who(unit)),
        Order::Fatigue { unit } => format!("{} is fatigued", who(unit)),
        Order::Lose { unit, figure } => format!("{} loses {figure:?}", who(unit)),
        Order::Retreat { unit, to } => format!("{} retreats to {to:?}", who(unit)),
        order => format!("{:?} {order:?}", active()),
    };
    let mut said: Vec<String> = after
        .squads
        .iter()
        .filter_map(|squad| {
            let at = squad.on()?;
            Some(format!("{:?} {at:?} {:?} {:?} {:?}", squad.side, squad.figures, squad.state, squad.token))
        })
        .collect();
    said.sort();
    // Dice of an assault are thrown in the open (TOI-B16).
    said.extend(moment.rolls.iter().map(|(label, faces)| format!("{label} {faces:?}")));
    said.push(order);
    // Whose turn it is and which round are to be seen by all (TOI-B1, TOI-B2).
    said.push(format!("{:?} {} {} {:?}", after.turn, after.actions_left, after.round, after.phase));
    said
}

fn secrets(position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
    if seat == SOVIET.seat() {
        return Vec::new();
    }
    let sheets = || position.squads.iter().filter_map(|squad| position.cards[squad.below()?.index()]);
    let of = |tell: fn(&Sheet) -> String| format!("{:?}", sheets().map(|sheet| tell(&sheet)).collect::<Vec<_>>());
    vec![
        ("card", format!("{:?}", position.squads.iter().map(|squad| squad.below()).collect::<Vec<_>>())),
        ("entrance", of(|sheet| format!("{:?}", sheet.entrance))),
        ("squares", of(|sheet| sheet.covered.to_string())),
        ("who acted", of(|sheet| sheet.fatigued.to_string())),
    ]
}

/// Two squads go below in sight of all, one after the other, and then whatever they like.
struct GoingBelow;

impl World for GoingBelow {
    type System = Tide;

    fn scenarios() -> Vec<ScenarioText> {
        scenario(TEXT.to_owned())
    }

    fn tried(_: &Setting, position: &Position, side: Side, order: &Order) -> bool {
        let mut waiting = position.squads.iter().filter(|squad| squad.side != SOVIET && squad.token == Token::Fresh);
        let first = waiting.next().map(|squad| squad.name);
        match order {
            Order::Enter { .. } => true,
            Order::Activate { action: Action::Advance, .. } if position.round == 1 => side == SOVIET,
            Order::Fatigue { unit } if position.round == 1 => first == Some(position.squads[unit.index()].name),
            _ => position.round > 1 && of_the_sewer(order),
        }
    }

    fn at_first(_: &Setting, _: &Position, _: Seat) -> Vec<String> {
        Vec::new()
    }

    fn told(_: &Setting, moment: &Moment<'_, Tide>, seat: Seat) -> Vec<String> {
        told(moment, seat)
    }

    fn secrets(_: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        // Where each went below, everybody has seen.
        secrets(position, seat).into_iter().filter(|(kind, _)| *kind != "entrance").collect()
    }
}

/// Two squads are below somewhere, and nobody has seen them go.
struct Below;

impl World for Below {
    type System = Tide;

    fn scenarios() -> Vec<ScenarioText> {
        scenario(TEXT.replace("elite = 1, regular = 1", "elite = 1"))
    }

    /// Each squad on either card, its marker at any token, one or two squares covered.
    fn truths(setting: &Setting, position: &Position) -> Vec<Position> {
        let sheets = || {
            let covered = |entrance| [1, 2].map(|covered| Sheet { entrance, covered, fatigued: false });
            setting.tokens.iter().flat_map(move |token| covered(*token))
        };
        let mut truths = Vec::new();
        for cards in [[Card::Red, Card::Blue], [Card::Blue, Card::Red]] {
            for one in sheets() {
                for other in sheets() {
                    let mut truth = position.clone();
                    for (n, (card, sheet)) in cards.into_iter().zip([one, other]).enumerate() {
                        truth.squads[n].place = Place::Below(card);
                        truth.cards[card.index()] = Some(sheet);
                    }
                    truth.unit_index = UnitIndex::of(&truth.squads);
                    truths.push(truth);
                }
            }
        }
        truths
    }

    fn tried(_: &Setting, _: &Position, _: Side, order: &Order) -> bool {
        of_the_sewer(order)
    }

    fn at_first(_: &Setting, position: &Position, seat: Seat) -> Vec<String> {
        if seat == SOVIET.seat() { vec![format!("{:?} {:?}", position.squads, position.cards)] } else { Vec::new() }
    }

    fn told(_: &Setting, moment: &Moment<'_, Tide>, seat: Seat) -> Vec<String> {
        told(moment, seat)
    }

    fn secrets(_: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        secrets(position, seat)
    }
}

/// By hand: either squad first, on either card; the German side cannot tell the card and so knows of two ways to go below,
/// each in steps that all see.
#[test]
pub(super) fn going_below_whole() {
    let below = play::<GoingBelow>(2).expect("as said");
    assert_eq!(below.histories, 1 + 2 + 4 + 4 + 4 + 4 + 4, "{below:?}");
    assert_eq!(below.groups, [below.histories, 1 + 2 + 2 + 2 + 2 + 2 + 2, 13], "{below:?}");
    let census = played::<GoingBelow>(5);
    println!("{census:?}");
    assert!(census.histories > 550, "{census:?}");
    assert!(census.varied.values().all(|groups| *groups > 10), "{census:?}");
}

/// By hand: 36 pairs of places and squares on two pairs of cards. Each squad advances or only fatigues; from A1 and C1 both
/// ways out are in reach, from D1 too with two squares covered and only C1 with one: 11 ways up for the six places, and the
/// other squad in any of six. In D1 a German squad can be assaulted from five of the six, one die against two. The German side
/// knows that somebody acted, or who came up where, or how the dice of an assault fell.
#[test]
pub(super) fn below_whole() {
    let census = played::<Below>(1);
    println!("{census:?}");
    let acted = 72 + 72 * 4 + 2 * 2 * 6 * 11;
    assert_eq!((census.truths, census.histories), (72, acted + 2 * 2 * 6 * 5 * (2 * 3)), "{census:?}");
    assert_eq!(census.groups, [census.histories, 4 + 2 * 3, 4 + 2 * 3], "{census:?}");
}

/// The same, deeper.
#[test]
#[ignore = "long: `make secrets` runs it"]
fn sewers_whole_deep() {
    println!("{:?}", played::<GoingBelow>(7));
    println!("{:?}", played::<Below>(2));
}
