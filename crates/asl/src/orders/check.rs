//! Whether a seat may give an order now: here each question meets its orders.

use board::LocationId;
use rules::{Group, Refusal, Side};

use crate::mechanics::below::way::{self, Stack};
use crate::orders::Order;
use crate::orders::below::{claim, close, come_out, destroy, emerge, sewer, show, tunnel_move};
use crate::orders::when::out_of_time;
use crate::printed::clause::{B8_44A, B8_61A, B8_61B};
use crate::setting::below;
use crate::state::below::Below;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Whether a side may give the order in answer to the question that it is asked.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn answers(eyes: AslEyes<'_>, side: Side, question: &Step, order: &Order) -> Result<(), Refusal> {
    match (question, order) {
        (Step::Move, Order::Sewer { .. } | Order::TunnelMove { .. }) => may_begin(eyes, side, order),
        (Step::Advance, Order::Emerge { .. } | Order::Close { .. }) => may_advance(eyes, side, order),
        (&Step::Below(question), _) => below(eyes, side, question, order),
        _ => Err(out_of_time(*question, order)),
    }
}

/// The stack that a side is asked about, as its eyes see it.
pub fn stack(eyes: AslEyes<'_>, from: LocationId, units: Group) -> Stack {
    Stack { side: eyes.attacker(), from, units: eyes.seen(units) }
}

/// Whether the side may give the order in answer to a question of sewers and tunnels.
///
/// # Errors
/// The refusal with its clause.
#[inline]
fn below(eyes: AslEyes<'_>, side: Side, question: Below, order: &Order) -> Result<(), Refusal> {
    match (question, *order) {
        (Below::Choose { from, units, .. } | Below::Direct { from, units, .. }, Order::To { to }) => {
            way::may_go(eyes, stack(eyes, from, units), to)?;
            B8_44A.forbids(eyes.barred().contains(&to), "the way there is barred")
        }
        (Below::Claim(cast), Order::Claim { unit }) => claim::may_claim(eyes, side, &cast, unit),
        (Below::Show(cast), Order::Show { unit }) => show::may_show(eyes, side, &cast, unit),
        (Below::Destroy { .. }, Order::Destroy { unit, entrance }) => destroy::may_destroy(eyes, side, unit, entrance),
        (Below::Claim(_), Order::ClaimNothing) | (Below::Show(_), Order::ShowNothing) => Ok(()),
        _ => Err(out_of_time(question.into(), order)),
    }
}

/// Whether the ATTACKER may begin Sewer Movement (`sewer`) or go through a tunnel (`tunnel_move`) in his Movement Phase.
///
/// # Errors
/// The refusal with its clause.
pub fn may_begin(eyes: AslEyes<'_>, side: Side, order: &Order) -> Result<(), Refusal> {
    match *order {
        Order::Sewer { units, leader } => sewer::may_begin(eyes, side, units, leader).map(drop),
        Order::TunnelMove { units, to } => tunnel_move::may_move(eyes, side, units, to),
        _ => Err(Refusal::new(B8_61A, "move units, or end the phase")),
    }
}

/// Whether the ATTACKER may come up (`emerge`) or close with the enemy below (`close`) in his Advance Phase.
///
/// # Errors
/// The refusal with its clause.
pub fn may_advance(eyes: AslEyes<'_>, side: Side, order: &Order) -> Result<(), Refusal> {
    match *order {
        Order::Emerge { units } if is_in_tunnel(eyes, units) => come_out::may_come_out(eyes, side, units),
        Order::Emerge { units } => emerge::may_emerge(eyes, side, units),
        Order::Close { units, to } => close::may_close(eyes, side, units, to),
        _ => Err(Refusal::new(B8_61B, "advance units, or end the phase")),
    }
}

/// Whether the first of the units is in a tunnel: its rules then speak of all.
pub fn is_in_tunnel(eyes: AslEyes<'_>, units: Group) -> bool {
    let first = units.iter().find_map(|piece| eyes.unit(piece)?.at);
    first.is_some_and(|at| below::is_tunnel(eyes.setting(), at))
}
