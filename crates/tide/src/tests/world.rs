//! Complete play-through of a sewer. What each seat may know is computed by hand from the rules, not by the system's
//! views.
//!
//! With hidden sewers (TOI-S5), the German side and spectators see the board. They also see that a squad acts below
//! (TOI-S9) or assaults from the sewer (TOI-S13). Only the Soviet side knows card, marker, squares and squad, until a
//! squad is on the board again (TOI-S12, TOI-S15).

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

/// Leaves out fire, which doesn't depend on squads below and whose dice would make the test too large.
fn of_the_sewer(order: &Order) -> bool {
    match order {
        Order::Activate { action, .. } => *action == Action::Advance,
        Order::Prepare { .. } | Order::Fire { .. } | Order::Assault { .. } => false,
        _ => true,
    }
}

/// A squad as all seats see it. German squads never leave the board, so each keeps its name. Soviet squads of the same
/// kind differ only by Location, and below not at all.
fn looks(position: &Position, unit: Piece) -> String {
    let squad = &position.squads[unit.index()];
    let known = Some(squad.name).filter(|_| squad.side != SOVIET);
    format!("{known:?} {:?} {:?} {:?}", squad.figures, squad.state, squad.on())
}

/// Returns the events of an order for a seat that doesn't give it.
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
        // All other orders are public.
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
    // The dice of an assault are public (TOI-B16).
    said.extend(moment.rolls.iter().map(|(label, faces)| format!("{label} {faces:?}")));
    said.push(order);
    // Turn, actions, round and phase are public (TOI-B1, TOI-B2).
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

/// Two squads go below in public, one after the other, and then act freely.
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
            Order::Enter { .. } | Order::Done => true,
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
        // Entrances are public, because all seats saw the squads go below.
        secrets(position, seat).into_iter().filter(|(kind, _)| *kind != "entrance").collect()
    }
}

/// Two squads are below, and no seat has seen them go.
struct Below;

impl World for Below {
    type System = Tide;

    fn scenarios() -> Vec<ScenarioText> {
        scenario(TEXT.replace("elite = 1, regular = 1", "elite = 1"))
    }

    /// Each squad on either card, its marker at any token, with one or two squares covered.
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

/// By hand: either squad goes first, on either card. The German side can't see the card, so it knows two ways to go
/// below, each in public steps. In the Status Phase the German side is asked which squads it places in Op Fire mode.
#[test]
pub(super) fn going_below_whole() {
    let below = play::<GoingBelow>(2).expect("as said");
    assert_eq!(below.histories, 1 + 2 + 4 + 4 + 4 + 4 + 4 + 4, "{below:?}");
    assert_eq!(below.groups, [below.histories, 1 + 2 + 2 + 2 + 2 + 2 + 2 + 2, 15], "{below:?}");
    let census = played::<GoingBelow>(6);
    println!("{census:?}");
    assert!(census.histories > 550, "{census:?}");
    assert!(census.varied.values().all(|groups| *groups > 10), "{census:?}");
}

/// By hand: 36 pairs of places and squares on two pairs of cards. Each squad advances or only fatigues. From A1 and C1
/// both exits are in range; from D1 both with two squares covered, and only C1 with one. That makes 11 ways up for the
/// six places, with the other squad in any of six. In D1 a German squad can be assaulted from five of the six, one die
/// against two. The German side sees that a squad acted, which squad came up where, or the dice of an assault.
#[test]
pub(super) fn below_whole() {
    let census = played::<Below>(1);
    println!("{census:?}");
    let acted = 72 + 72 * 4 + 2 * 2 * 6 * 11;
    assert_eq!((census.truths, census.histories), (72, acted + 2 * 2 * 6 * 5 * (2 * 3)), "{census:?}");
    assert_eq!(census.groups, [census.histories, 4 + 2 * 3, 4 + 2 * 3], "{census:?}");
}

/// Runs the previous test to a greater depth.
#[test]
#[ignore = "long: `make secrets` runs it"]
fn sewers_whole_deep() {
    println!("{:?}", played::<GoingBelow>(8));
    println!("{:?}", played::<Below>(2));
}
