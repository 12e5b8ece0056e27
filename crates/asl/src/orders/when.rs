//! When an order can be given at all: what is told of one that answers another question than the one that stands.

use rules::{Clause, Refusal};

use crate::orders::Order;
use crate::printed::clause::{
    A4, A5, A7, A10, A13, A14, A16, A17, A20, A22, A29, B8_4B, B8_6A, B8_6B, B8_41A, B8_41H, B8_42E, B8_42J, B8_44D,
    B8_61A, B8_62A, B8_63A, SC1,
};
use crate::state::step::Step;

/// Why an order is no answer to the question that stands: its own time is another.
#[cold]
pub fn out_of_time(question: Step, order: &Order) -> Refusal {
    let (clause, why): (Clause, &'static str) = match order {
        Order::Recorded | Order::Tunnel { .. } | Order::Erase { .. } => {
            (B8_6B, "tunnels are recorded before anybody is placed, and not in play")
        }
        Order::Forfeit { .. } | Order::Keep => {
            (B8_6A, "a Fortified Location is given up for a tunnel before anybody is placed")
        }
        Order::Fortify { .. } | Order::Unfortify { .. } => {
            (A22, "Fortified Locations are recorded before anybody is placed")
        }
        Order::Place { .. } | Order::Deal | Order::Ready if question == Step::Record => {
            (B8_6B, "what is dug is recorded before anybody is placed")
        }
        Order::Place { .. } | Order::Deal | Order::Ready => (SC1, "units are placed before the first turn"),
        Order::Rally { .. } => (A13, "units rally in the Rally Phase"),
        Order::Recover { .. } => (A29, "weapons are taken up in the Rally Phase"),
        Order::Search { .. } => (B8_63A, "a tunnel entrance is looked for in the Rally Phase"),
        Order::Transfer { .. } => (A5, "weapons are handed over in the Rally Phase"),
        Order::Leave { .. } => {
            (A5, "weapons are left in one's own Movement and Advance Phases, and by broken units in the Rout Phase")
        }
        Order::Fire { .. } => (
            A7,
            "the ATTACKER fires in the Prep Fire and the Advancing Fire Phase, the DEFENDER at movers and in the Defensive Fire Phase",
        ),
        Order::Charge { .. } => (A20, "a demolition charge is placed in a fire phase"),
        Order::HoldFire => (A10, "nobody moves past you now"),
        Order::Go { .. } => (A4, "units move in their own Movement Phase"),
        Order::Step { .. } | Order::Stop => (A4, "nobody of yours is on the move"),
        Order::Sewer { .. } => (B8_4B, "one goes below at the start of the own Movement Phase"),
        Order::To { .. } => (B8_41A, "no stack is on its way through the sewers"),
        Order::TunnelMove { .. } => (B8_61A, "one goes into a tunnel at the start of the own Movement Phase"),
        Order::Claim { .. } | Order::ClaimNothing => (B8_42E, "no emergence dr of yours is being settled"),
        Order::Show { .. } | Order::ShowNothing => (B8_42J, "no emergence dr of the enemy's is being settled"),
        Order::Rout { .. } | Order::Stay { .. } => (A14, "broken units rout in the Rout Phase"),
        Order::RoutTunnel { .. } => (B8_62A, "broken units rout in the Rout Phase"),
        Order::Advance { .. } => (A16, "units advance in their own Advance Phase"),
        Order::Emerge { .. } => (B8_41H, "whoever is below comes up in the own Advance Phase"),
        Order::Close { .. } => (B8_44D, "one closes with an enemy below in the own Advance Phase"),
        Order::Attack { .. } | Order::AttackUnknown { .. } => (A17, "blows are struck in the Close Combat Phase"),
        Order::Destroy { .. } => (B8_63A, "a tunnel is destroyed at the end of the Close Combat Phase"),
        Order::Done => return done(question),
    };
    Refusal::new(clause, why)
}

/// What ends a question that "done" does not end.
fn done(question: Step) -> Refusal {
    let clause = question.question().map_or(A4, rules::Question::clause);
    let why = match question {
        Step::Record => "say that nothing more is recorded",
        Step::SetUp { .. } => "place your units, or have them dealt out",
        Step::StepOn => "the units on the move go on, or stop",
        _ => "this question has to be answered",
    };
    Refusal::new(clause, why)
}
