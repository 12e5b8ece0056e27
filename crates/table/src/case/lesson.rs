//! The keys that make a case a guided game.

use serde::Deserialize;

use super::form::Mistake;
use super::step::{Step, Word};

/// The table `[guide]` of a case file, which makes the case a guided game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuideHead {
    /// Name of the side that the learner plays.
    pub side: Word,
    /// What the game teaches, in one sentence.
    pub about: Word,
    /// What the learner is told at the end.
    pub end: Word,
}

/// Acts that a guided game is made of. It has no undo, no resignation and no dice entered by hand.
const ACTS: [&str; 2] = ["order", "pass_until"];

/// Maximum number of steps of a guided game. A server plays guides that anyone sends.
const STEPS: usize = 400;

/// Checks the keys of a guided game, and that no other case has any of them. `players_roll` is the place of that key.
///
/// # Errors
/// A key of a lesson where there is no lesson.
/// An act that a guided game can't have.
/// A guided game without a lesson, with too many steps, or with a calculator.
pub fn check<'a>(
    guide: Option<&GuideHead>,
    players_roll: Option<usize>,
    steps: impl Iterator<Item = (usize, &'a Step)> + Clone,
) -> Result<(), Mistake> {
    for (start, step) in steps.clone() {
        check_step(guide, start, step)?;
    }
    let Some(guide) = guide else { return Ok(()) };
    if let Some(place) = players_roll {
        return Err((place, "the dice of a guided game are laid down beforehand; expected no `players_roll`".into()));
    }
    if let Some((start, _)) = steps.clone().nth(STEPS) {
        return Err((start, format!("a guided game has at most {STEPS} steps")));
    }
    if let Some(tool) = steps.clone().find_map(|(_, step)| step.tool.as_ref()) {
        return Err((tool.span().start, "a guided game is made of orders; expected no `tool`".into()));
    }
    if !{ steps }.any(|(_, step)| step.say.is_some()) {
        return Err((guide.about.span().start, "a guided game teaches something; expected a step with `say`".into()));
    }
    Ok(())
}

fn check_step(guide: Option<&GuideHead>, start: usize, step: &Step) -> Result<(), Mistake> {
    let say = step.say.as_ref().map(|say| say.span().start);
    let instead = step.instead.as_ref().map(|instead| instead.span().start);
    let lesson = [("say", say), ("point", step.point.place()), ("instead", instead)];
    let lesson = lesson.into_iter().find_map(|(key, place)| Some((key, place?)));
    let Some(guide) = guide else {
        let why = |key| format!("`{key}` belongs to a guided game; expected a table `[guide]` at the top of the file");
        return lesson.map_or(Ok(()), |(key, place)| Err((place, why(key))));
    };
    if let Some((key, place)) = lesson.filter(|_| step.say.is_none()) {
        return Err((place, format!("`{key}` has no lesson beside it; expected `say`")));
    }
    let acts = step.acts();
    if let Some((act, place)) = acts.iter().find(|(act, _)| !ACTS.contains(act)) {
        return Err((
            *place,
            format!("a guided game is made of orders; expected `order` or `pass_until`, found `{act}`"),
        ));
    }
    if let Some(refused) = step.refused.as_ref().or(step.waits.as_ref()) {
        return Err((
            refused.span().start,
            "each order of a guided game is carried out; expected no `refused` or `waits`".into(),
        ));
    }
    if step.say.is_none() {
        return Ok(());
    }
    match (&step.by, step.order.is_some()) {
        (Some(by), true) if by.get_ref() == guide.side.get_ref() => Ok(()),
        (Some(by), true) => {
            let why = format!("a lesson is an order of the learner; expected `by = \"{}\"`", guide.side.get_ref());
            Err((by.span().start, why))
        }
        _ => Err((start, "a lesson is an order of the learner; expected `by` and `order` beside `say`".into())),
    }
}
