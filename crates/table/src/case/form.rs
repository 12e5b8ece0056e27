//! Checks of which keys a step may combine. A key that would be ignored is an error.

use serde_json::Value;

use super::matching::Pattern;
use super::step::Step;

/// The byte offset of an error in the file, and its message.
pub type Mistake = (usize, String);

/// Keys that end an order early: such an order records nothing, and reports nothing.
const ENDS: [&str; 2] = ["refused", "waits"];

/// Acts that record no items.
const UNRECORDED: [&str; 3] = ["undo", "resign", "standing"];

/// Checks the keys of a step that begins at `start`.
///
/// # Errors
/// The first key that would be ignored or contradicts another.
/// The first key that is missing beside another.
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
    if act.is_none() && step.seat.is_none() && step.outcome.is_none() && step.panel.is_none() {
        return fail(
            start,
            "this step has no act and tests nothing; expected `order`, `seat` or `outcome`, among others",
        );
    }
    check_patterns(step)
}

/// Checks that `by` is present with an act of a side, and only with one.
fn check_by(step: &Step, act: Option<&'static str>, place: usize) -> Result<(), Mistake> {
    match (act, &step.by) {
        (Some(act @ ("answer_standing" | "pass_until")), Some(by)) => {
            fail(by.span().start, format!("`{act}` is not an act of one side: remove `by`"))
        }
        (Some("answer_standing" | "pass_until"), None) | (None, None) => Ok(()),
        (Some(act), None) => fail(place, format!("`{act}` needs `by`, the side that acts")),
        (None, Some(by)) => fail(
            by.span().start,
            "`by` has no act beside it; expected `order`, `raw_order`, `enter`, `undo`, `resign` or `standing`",
        ),
        (Some(_), Some(_)) => Ok(()),
    }
}

/// Checks that expected effects have an act that can cause them.
fn check_effects(step: &Step, act: Option<&'static str>) -> Result<(), Mistake> {
    let orders = matches!(act, Some("order" | "raw_order"));
    let dice = step.dice.place().map(|place| ("dice", place));
    if let Some(id) = step.id.as_ref().filter(|_| !orders) {
        return fail(id.span().start, "`id` belongs to an order; expected `order` or `raw_order` beside it");
    }
    if let Some(waits) = step.waits.as_ref().filter(|_| !orders && act != Some("enter")) {
        return fail(
            waits.span().start,
            "`waits` belongs to an order; expected `order`, `raw_order` or `enter` beside it",
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
    // An order may wait for a later roll than those listed.
    needs_act.extend(dice.filter(|_| ended != Some("waits")));
    if let Some(act) = act
        && let Some((key, place)) = unrecorded(step, act)
    {
        return fail(place, format!("nothing is recorded or heard beside `{act}`, so `{key}` tests nothing"));
    }
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

/// Returns a key whose effect such an act can't have. An undo can still bring facts into view, and a standing order can
/// still change who is asked.
fn unrecorded(step: &Step, act: &str) -> Option<(&'static str, usize)> {
    let can_be_told = |key: &str| match act {
        "undo" => matches!(key, "shown" | "unshown" | "unasked"),
        "standing" => key == "unasked",
        _ => !UNRECORDED.contains(&act),
    };
    let mut keys = step.effects().into_iter().chain(step.hearing());
    keys.find(|(key, _)| !can_be_told(key))
}

/// Checks patterns that match everything or nothing.
fn check_patterns(step: &Step) -> Result<(), Mistake> {
    let some = [("sees", &step.sees), ("offered", &step.offered), ("expect", &step.expect)];
    let some = some.into_iter().flat_map(|(key, list)| list.iter().map(move |pattern| (key, pattern)));
    let some = some.chain(step.answer.iter().map(|answer| ("answer", answer)));
    if let Some((key, pattern)) = some.into_iter().find(|(_, pattern)| *pattern.get_ref() == Pattern::Anything) {
        return fail(pattern.span().start, format!("`{{}}` matches anything, so this `{key}` tests nothing"));
    }
    let lists = [
        &step.sees,
        &step.not_sees,
        &step.offered,
        &step.not_offered,
        &step.expect,
        &step.expect_not,
        &step.told,
        &step.untold,
        &step.rolled,
        &step.unrolled,
        &step.shown,
        &step.unshown,
    ];
    let patterns = lists.into_iter().flat_map(|list| list.iter()).chain(&step.answer);
    let patterns = patterns.map(|pattern| (pattern.span().start, pattern.get_ref().written()));
    let words = [&step.order, &step.raw_order, &step.input].into_iter().flatten();
    let words = words.map(|word| (word.span().start, word.get_ref().clone()));
    match patterns.chain(words).find(|(_, value)| has_no_value(value)) {
        Some((place, _)) => fail(place, "`nan` and `inf` equal nothing; expected a number"),
        None => Ok(()),
    }
}

/// Returns whether a value inside the pattern is null. In TOML only `nan` and `inf` are read so.
fn has_no_value(pattern: &Value) -> bool {
    match pattern {
        Value::Null => true,
        Value::Array(entries) => entries.iter().any(has_no_value),
        Value::Object(fields) => fields.values().any(has_no_value),
        _ => false,
    }
}

/// Checks that `seat` is present exactly when the step looks at a seat's view.
fn check_seat(step: &Step, act: Option<&'static str>) -> Result<(), Mistake> {
    let mut looks = step.looks();
    looks.extend(step.hearing());
    match (&step.seat, looks.first()) {
        (None, Some((key, place))) => fail(*place, format!("`{key}` needs `seat`, whose eyes it looks through")),
        (Some(seat), None) => {
            let beside = if act.is_some() { " beside the act" } else { "" };
            fail(
                seat.span().start,
                format!("`seat` looks at nothing{beside}; expected `sees`, `not_sees`, `asked`, `offered` or the like"),
            )
        }
        (Some(seat), Some(_)) if seat.get_ref() == "spectator" => {
            let asks = |key: &str| matches!(key, "asked" | "offered" | "not_offered" | "unasked");
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
