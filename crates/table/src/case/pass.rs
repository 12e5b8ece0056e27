//! `pass_until`: continues the game until a question is asked. Each side that is asked gives its most passive order.

use board::naming::naming;
use referee::Referee;
use rules::{Choice, Side, System, reachable};
use serde_json::Value;

/// Maximum number of orders before the question must be asked.
pub const MOST_ORDERS: usize = 500;

/// Returns the most passive order of a side: the first verb of [`System::PASSIVE`] that is offered, or the only order
/// there is.
///
/// # Errors
/// Every offered order is a decision: the message lists the offers.
pub fn passive<S: System>(referee: &Referee<S>, side: Side) -> Result<S::Order, String> {
    let eyes = referee.eyes(side.seat());
    let mut choices: Vec<Choice<S>> = Vec::new();
    rules::offers::<S>(eyes, None, &mut choices);
    let first = choices.iter().filter_map(|choice| match choice {
        Choice::Order(order) => Some(*order),
        Choice::Draft(_) => None,
    });
    if let Some(order) = most_passive(referee, first) {
        return Ok(order);
    }
    let all = reachable::<S>(eyes, |_, _| {});
    if let Some(order) = most_passive(referee, all.iter().copied()) {
        return Ok(order);
    }
    let mut all = all.into_iter();
    match (all.next(), all.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err("nothing is offered".to_owned()),
        (Some(one), Some(two)) => {
            let verbs = [one, two].into_iter().chain(all).map(|order| verb(&written(referee, &order)));
            let verbs: std::collections::BTreeSet<String> = verbs.collect();
            let verbs: Vec<String> = verbs.into_iter().map(|verb| format!("`{verb}`")).collect();
            Err(format!("no passive order is offered, only {}: give one as an order of its own", verbs.join(", ")))
        }
    }
}

fn most_passive<S: System>(referee: &Referee<S>, orders: impl Iterator<Item = S::Order>) -> Option<S::Order> {
    let ranked = orders.filter_map(|order| {
        let written = written(referee, &order);
        let verb = verb(&written);
        let rank = S::PASSIVE.iter().position(|passive| *passive == verb)?;
        Some(((rank, written.to_string()), order))
    });
    ranked.min_by(|(one, _), (two, _)| one.cmp(two)).map(|(_, order)| order)
}

/// Returns an order as JSON in the scenario's names.
pub fn written<S: System>(referee: &Referee<S>, order: &S::Order) -> Value {
    naming(referee.true_names(), || serde_json::to_value(order)).unwrap_or_default()
}

/// Returns the verb of an order in JSON.
fn verb(written: &Value) -> String {
    let key = written.as_object().and_then(|order| order.keys().next()).map(String::as_str);
    key.or(written.as_str()).unwrap_or_default().to_owned()
}
