//! When an order can be given at all: what is told of one that answers another question than the one that stands.

use rules::{Clause, Refusal};

use crate::orders::Order;
use crate::printed::clause::{A4, B8_4B, B8_41A, B8_41H, B8_42E, B8_42J, B8_44D, B8_61A, B8_63A};
use crate::state::step::Step;

/// Why an order is no answer to the question that stands: its own time is another.
#[cold]
pub fn out_of_time(_question: Step, order: &Order) -> Refusal {
    let (clause, why): (Clause, &'static str) = match order {
        Order::Sewer { .. } => (B8_4B, "one goes below at the start of the own Movement Phase"),
        Order::To { .. } => (B8_41A, "no stack is on its way through the sewers"),
        Order::TunnelMove { .. } => (B8_61A, "one goes into a tunnel at the start of the own Movement Phase"),
        Order::Claim { .. } | Order::ClaimNothing => (B8_42E, "no emergence dr of yours is being settled"),
        Order::Show { .. } | Order::ShowNothing => (B8_42J, "no emergence dr of the enemy's is being settled"),
        Order::Emerge { .. } => (B8_41H, "whoever is below comes up in the own Advance Phase"),
        Order::Close { .. } => (B8_44D, "one closes with an enemy below in the own Advance Phase"),
        Order::Destroy { .. } => (B8_63A, "a tunnel is destroyed at the end of the Close Combat Phase"),
        _ => (A4, "another order"),
    };
    Refusal::new(clause, why)
}
