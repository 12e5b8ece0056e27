//! The form of a case: which keys a step may have together. A key that would be ignored is an error.

use super::step::Step;

/// A mistake: where in the file, and what is wrong.
pub type Mistake = (usize, String);

/// Keys that end an order early: nothing is recorded or heard by it.
const ENDS: [&str; 2] = ["refused", "waits"];

/// Checks the form of a step that begins at `start`.
///
/// # Errors
/// The first key that would be ignored or contradicts another, and what is missing beside it.
pub fn check(step: &Step, start: usize) -> Result<(), Mistake> {
    let acts = step.acts();
    if let [(first, _), (second, place), ..] = acts.as_slice() {
        return fail(*place, format!("`{first}` and `{second}` are two acts; each needs a step of its own"));
    }
    let act = acts.first().map(|(key, _)| *key);
    check_by(step, act, acts.first().map_or(start, |(_, place)| *place))?;
    check_effects(step, act)?;
    check_seat(step, act)?;
    if let Some(place) = place(&step.input).or(place(&step.answer))
        && step.tool.is_none()
    {
        return fail(place, "`input` and `answer` belong to a calculator; expected `tool = …` beside them");
    }
    if let (Some(tool), None) = (&step.tool, &step.answer) {
        return fail(tool.span().start, "`tool` tests nothing without `answer`");
    }
    if act.is_none() && step.seat.is_none() && step.outcome.is_none() {
        return fail(
            start,
            "this step has no act and tests nothing; expected `order`, `seat` or `outcome`, among others",
        );
    }
    Ok(())
}

/// `by` stands beside what a side does, and nowhere else.
fn check_by(step: &Step, act: Option<&'static str>, place: usize) -> Result<(), Mistake> {
    match (act, &step.by) {
        (Some(act @ ("answer_standing" | "pass_until")), Some(by)) => {
            fail(by.span().start, format!("`{act}` is no act of one side; expected no `by` beside it"))
        }
        (Some("answer_standing" | "pass_until"), None) | (None, None) => Ok(()),
        (Some(act), None) => fail(place, format!("`{act}` needs `by`, the side that acts")),
        (None, Some(by)) => fail(
            by.span().start,
            "`by` has no act beside it; expected `order`, `written`, `enter`, `undo`, `resign` or `standing`",
        ),
        (Some(_), Some(_)) => Ok(()),
    }
}

/// What must come of an act needs an act that does something.
fn check_effects(step: &Step, act: Option<&'static str>) -> Result<(), Mistake> {
    let orders = matches!(act, Some("order" | "written"));
    let dice = step.dice.values().map(|faces| ("dice", faces.span().start)).min_by_key(|(_, place)| *place);
    if let Some(id) = step.id.as_ref().filter(|_| !orders) {
        return fail(id.span().start, "`id` belongs to an order; expected `order` or `written` beside it");
    }
    if let Some(waits) = step.waits.as_ref().filter(|_| !orders && act != Some("enter")) {
        return fail(
            waits.span().start,
            "`waits` belongs to an order; expected `order`, `written` or `enter` beside it",
        );
    }
    if let Some(refused) = step.refused.as_ref().filter(|_| step.by.is_none()) {
        return fail(refused.span().start, "`refused` needs an act of a side that is refused");
    }
    if let (Some(refused), Some(_)) = (&step.refused, &step.waits) {
        return fail(refused.span().start, "an order is refused or waits for a roll; `refused` and `waits` contradict");
    }
    let ended =
        [&step.refused, &step.waits].into_iter().zip(ENDS).find_map(|(key, name)| key.is_some().then_some(name));
    let mut needs_act = step.effects();
    needs_act.extend(step.hearing());
    // An order may wait for a later roll than those given.
    needs_act.extend(dice.filter(|_| ended != Some("waits")));
    match (needs_act.first(), act, ended) {
        (Some((key, place)), None, _) => {
            fail(*place, format!("`{key}` needs an act beside it, such as `order`; there is none in this step"))
        }
        (Some((key, place)), _, Some(ended)) => {
            fail(*place, format!("nothing is recorded, heard or rolled beside `{ended}`, so `{key}` tests nothing"))
        }
        _ => Ok(()),
    }
}

/// Looking needs eyes, and eyes must look at something.
fn check_seat(step: &Step, act: Option<&'static str>) -> Result<(), Mistake> {
    let mut looks = step.looks();
    looks.extend(step.hearing());
    match (&step.seat, looks.first()) {
        (None, Some((key, place))) => fail(*place, format!("`{key}` needs `seat`, whose eyes it looks through")),
        (Some(seat), None) => {
            let beside = if act.is_some() { " beside the act" } else { "" };
            fail(
                seat.span().start,
                format!("`seat` looks at nothing{beside}; expected `sees`, `hides`, `asked`, `offered` or the like"),
            )
        }
        (Some(seat), Some(_)) if seat.get_ref() == "spectator" => {
            let asks = |key: &str| matches!(key, "asked" | "offered" | "unoffered" | "unasked");
            match looks.iter().find(|(key, _)| asks(key)) {
                Some((key, place)) => {
                    fail(*place, format!("a spectator is asked and offered nothing, so `{key}` tests nothing"))
                }
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

fn place<T>(value: &Option<board::scenario::Spanned<T>>) -> Option<usize> {
    value.as_ref().map(|value| value.span().start)
}

fn fail(place: usize, why: impl Into<String>) -> Result<(), Mistake> {
    Err((place, why.into()))
}
