//! Everything a seat can see, query and be refused; and the message about two histories at fault.

use std::collections::BTreeSet;

use board::naming::naming;
use referee::Referee;
use rules::{Choice, Enumeration, Seat, System};

use super::{History, World, begin, replayed};

/// Returns what a seat sees, is offered and is refused, as text.
pub(super) fn outside<S: System>(referee: &Referee<S>, seat: Seat) -> Vec<String> {
    let log = referee.seat(seat);
    let mut lines: Vec<String> = log.facts().map(str::to_owned).collect();
    lines.push(format!("asked {:?}", log.asked()));
    let Some(side) = seat.side() else { return lines };
    lines.push(format!("undo {}", referee.undoable(side).is_some()));
    if referee.pending_question(side).is_none() {
        // After the end, every order is refused without a check.
        return lines;
    }
    let eyes = referee.eyes(seat);
    naming(log.names(), || {
        let mut drafts = vec![None];
        while let Some(draft) = drafts.pop() {
            let mut choices: Vec<Choice<S>> = Vec::new();
            rules::offers::<S>(eyes, draft.as_ref(), &mut choices);
            for (n, choice) in choices.into_iter().enumerate() {
                let written = match choice {
                    Choice::Order(order) => serde_json::to_string(&order),
                    Choice::Draft(draft) => {
                        drafts.push(Some(draft));
                        serde_json::to_string(&draft)
                    }
                };
                lines.push(format!("offer {n} {}", written.expect("a name")));
            }
        }
        // Sorted: a list of well-formed orders is never shown to clients, and its order doesn't matter.
        let mut answers = BTreeSet::new();
        S::wellformed_orders(eyes, Enumeration::All, &mut |order| {
            let answer = referee.check(side, &order).map_err(|refusal| refusal.to_string());
            answers.insert(format!("{} {answer:?}", serde_json::to_string(&order).expect("a name")));
        });
        lines.extend(answers);
    });
    lines
}

/// Returns both histories, with the differences in the seat's logs and queries.
pub(super) fn difference<W: World>(
    what: &str,
    seat: Seat,
    one: &History<W::System>,
    two: &History<W::System>,
) -> String {
    let tell = |history: &History<W::System>| {
        let truth = begin::<W>(history.scenario, history.truth).referee;
        let truth: String = format!("{:?}", truth.true_position()).chars().take(2000).collect();
        let mut lines = vec![format!("truth {}.{} {truth}", history.scenario, history.truth)];
        lines.extend(history.orders.iter().map(|given| format!("{given:?}")));
        let referee = replayed::<W>(history);
        let events = referee.seat(seat).events().iter().filter(|event| !event.starts_with("{\"sealed\""));
        let seen: Vec<String> = events.cloned().chain(outside(&referee, seat)).collect();
        (lines.join("\n  "), seen)
    };
    let ((one, seen_one), (two, seen_two)) = (tell(one), tell(two));
    let only = |here: &[String], there: &[String]| {
        here.iter().filter(|line| !there.contains(line)).cloned().collect::<Vec<_>>().join("\n  ")
    };
    format!(
        "{seat:?} {what}:\n{one}\nand\n{two}\nonly in the first:\n  {}\nonly in the second:\n  {}",
        only(&seen_one, &seen_two),
        only(&seen_two, &seen_one)
    )
}
