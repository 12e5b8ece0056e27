//! Checks of a step's expectations: items, events, facts, offers and outputs of calculators.

use super::*;

impl<S: System> Runner<S> {
    /// Compares the items recorded in this step with the expected ones.
    pub(super) fn look_at_items(&self, step: &Step, mark: &Mark<S>) -> Result<(), Mistake> {
        let entries = self.referee.entries().get(mark.entries()..).unwrap_or_default();
        let items: Vec<&Item<S>> = entries.iter().flat_map(|entry| &entry.items).collect();
        let rolls = items.iter().filter_map(|item| match item {
            Item::Roll { label, .. } => Some(label.as_str()),
            _ => None,
        });
        if let Some(label) = rolls.into_iter().find(|label| !S::ROLLS.contains(label)) {
            let place = step.acts().first().map_or(0, |(_, place)| *place);
            return Err((place, format!("the roll `{label}` is missing in the system's list of rolls")));
        }
        let written =
            naming(self.referee.true_names(), || items.iter().map(|item| plain(item)).collect::<Vec<Value>>());
        present(&step.expect, &written, 2, "recorded")?;
        missing(&step.expect_not, &written, 2, "recorded")?;
        match &step.clause {
            Some(clause) if !items.iter().any(|item| item.clause() == Some(clause.get_ref())) => {
                let cited: BTreeSet<_> = items.iter().filter_map(|item| item.clause()).collect();
                let clause = (clause.span().start, clause.get_ref());
                Err((clause.0, format!("expected an effect by {}, found effects by {cited:?}", clause.1)))
            }
            _ => Ok(()),
        }
    }

    /// Compares the events of a seat in this step with the expected ones.
    pub(super) fn listen(&self, seat: Seat, step: &Step, mark: &Mark<S>) -> Result<(), Mistake> {
        let Some((_, place)) = step.hearing().first().copied() else { return Ok(()) };
        let heard = Heard::since(&self.referee, mark, seat).map_err(|why| (place, why))?;
        present(&step.told, &heard.told, 1, "told")?;
        missing(&step.untold, &heard.told, 1, "told")?;
        present(&step.rolled, &heard.rolled, 1, "seen rolled")?;
        missing(&step.unrolled, &heard.rolled, 1, "seen rolled")?;
        present(&step.shown, &heard.shown, 2, "shown")?;
        missing(&step.unshown, &heard.shown, 2, "shown")?;
        let stood = |kind: &String| seat.side().is_some_and(|side| self.stood[side].contains(&kind.as_str()));
        let was_asked = |kind: &String| heard.asked.contains(kind) || stood(kind);
        match step.unasked.iter().find(|question| was_asked(question.get_ref())) {
            Some(question) => {
                let why = format!("expected no question `{}` in this step, and it was asked", question.get_ref());
                Err((question.span().start, why))
            }
            None => Ok(()),
        }
    }

    pub(super) fn look_through(&self, seat: Seat, step: &Step) -> Result<(), Mistake> {
        let referee = &self.referee;
        let names = referee.true_names();
        if let Some(place) = step.sees.place().or(step.not_sees.place()) {
            let view = written_view::<S>(referee.setting(), referee.true_position(), seat, names.clone())
                .map_err(|error| (place, error.to_string()))?;
            let facts: Vec<Value> = view.facts.iter().filter_map(|fact| serde_json::from_str(fact).ok()).collect();
            present(&step.sees, &facts, 1, "in the view")?;
            missing(&step.not_sees, &facts, 1, "in the view")?;
        }
        let asked = seat.side().and_then(|side| referee.pending_question(side)).map(rules::Question::word);
        if let Some(expected) = &step.asked
            && asked.unwrap_or_default() != expected.get_ref()
        {
            let asked = asked.unwrap_or_default();
            let why = format!("expected to be asked `{}`, is asked `{asked}`", expected.get_ref());
            return Err((expected.span().start, why));
        }
        if let Some(place) = step.offered.place().or(step.not_offered.place()) {
            if asked.is_none() {
                let why = "this seat is asked nothing now, so nothing is offered; expected `asked = \"\"` instead";
                return Err((place, why.to_owned()));
            }
            // A choice that leads nowhere could reveal something that only the referee knows.
            let mut idle = None;
            let orders = reachable::<S>(referee.eyes(seat), |draft, choices| {
                idle = idle.or(draft.copied().filter(|_| choices.is_empty()));
            });
            if let Some(draft) = idle {
                let draft = naming(names.clone(), || serde_json::to_value(draft)).unwrap_or_default();
                return Err((place, format!("{draft} is offered and leads to no order")));
            }
            let orders: Vec<Value> =
                naming(names.clone(), || orders.iter().filter_map(|order| serde_json::to_value(order).ok()).collect());
            present(&step.offered, &orders, 1, "offered")?;
            missing(&step.not_offered, &orders, 1, "offered")?;
        }
        if let (Some(tool), Some(wanted)) = (&step.tool, &step.answer) {
            let here = |why: String| (tool.span().start, why);
            let input = step.input.as_ref().map_or(Value::Null, |input| input.get_ref().clone());
            let answer = naming(names, || rules::calculate::<S>(Some(referee.eyes(seat)), tool.get_ref(), &input));
            let answer = answer.map_err(|refusal| here(format!("the tool refuses: {refusal}")))?;
            let answer = serde_json::to_value(answer).map_err(|error| here(error.to_string()))?;
            expect(wanted.get_ref(), &[answer], 0, "answered").map_err(|why| (wanted.span().start, why))?;
        }
        Ok(())
    }
}

/// Returns an item as a case writes it: `{ report = … }`, `{ change = … }` or `{ roll = … }`.
pub(super) fn plain<S: System>(item: &Item<S>) -> Value {
    match item {
        Item::Change { change, .. } => json!({ "change": change }),
        Item::Report { report, .. } => json!({ "report": report }),
        Item::Roll { label, faces, clause, .. } => {
            json!({ "roll": { "label": label, "faces": faces, "clause": clause } })
        }
        Item::Push(step) => json!({ "push": step }),
        Item::Pop => json!("pop"),
    }
}

/// Checks that each pattern matches a value. The outermost `kinds` keys of a value name its kind.
pub(super) fn present(patterns: &Patterns, found: &[Value], kinds: usize, how: &str) -> Result<(), Mistake> {
    patterns
        .iter()
        .try_for_each(|wanted| expect(wanted.get_ref(), found, kinds, how).map_err(|why| (wanted.span().start, why)))
}

pub(super) fn missing(patterns: &Patterns, found: &[Value], kinds: usize, how: &str) -> Result<(), Mistake> {
    for unwanted in patterns.iter() {
        if let Some(found) = found.iter().find(|found| unwanted.get_ref().matches(found, kinds)) {
            let why = format!("expected nothing like {} {how}, found {found}", unwanted.get_ref().written());
            return Err((unwanted.span().start, why));
        }
    }
    Ok(())
}

pub(super) fn expect(wanted: &Pattern, found: &[Value], kinds: usize, how: &str) -> Result<(), String> {
    if found.iter().any(|found| wanted.matches(found, kinds)) {
        return Ok(());
    }
    let nearest = found.iter().max_by_key(|found| likeness(wanted, found));
    let lines = differing_lines(&wanted.written(), nearest);
    Err(format!("expected this {how} (`-` is missing, `+` is there instead):\n{lines}"))
}
