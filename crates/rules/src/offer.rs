//! Offers: what a seat may do now.

use std::collections::HashSet;

use crate::{GamePlay, QuickDice, Side};

/// One thing that may be chosen: a whole order, or a first part of one (a draft) that leads to further choices.
///
/// Choices that would multiply (the members of a fire group, the supporters of an assault) are made one at a time.
/// A draft is the player's private scribble: the referee keeps nothing of it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Choice<S: GamePlay> {
    /// A whole order, legal now.
    Order(S::Order),
    /// A draft from which at least one legal order can be reached.
    Draft(S::Draft),
}

impl<S: GamePlay> Clone for Choice<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: GamePlay> Copy for Choice<S> {}

/// Takes offers one by one.
pub trait OfferSink<S: GamePlay> {
    /// A whole order.
    fn order(&mut self, order: impl Into<S::Order>);
    /// A first part of orders.
    fn draft(&mut self, draft: impl Into<S::Draft>);
    /// An order for each of these, such as all places where a piece can go: who wants only one of them need not have
    /// all of them made. They are offers, not candidates only.
    #[inline]
    fn each<T: Copy, O: Into<S::Order>>(&mut self, of: &[T], order: impl Fn(T) -> O) {
        of.iter().for_each(|one| self.order(order(*one)));
    }
    /// A draft for each of these, in the same way.
    #[inline]
    fn drafts<T, D: Into<S::Draft>>(&mut self, of: impl ExactSizeIterator<Item = T>, draft: impl Fn(T) -> D) {
        of.for_each(|one| self.draft(draft(one)));
    }
}

impl<S: GamePlay> OfferSink<S> for Vec<Choice<S>> {
    #[inline]
    fn order(&mut self, order: impl Into<S::Order>) {
        self.push(Choice::Order(order.into()));
    }
    #[inline]
    fn draft(&mut self, draft: impl Into<S::Draft>) {
        self.push(Choice::Draft(draft.into()));
    }
}

/// Every order that can be reached from the offers, through all drafts. `look` is shown each list on the way, with the
/// draft that led to it.
pub fn reachable<S: GamePlay>(
    eyes: S::Eyes<'_>,
    mut look: impl FnMut(Option<&S::Draft>, &[Choice<S>]),
) -> HashSet<S::Order> {
    let mut orders = HashSet::new();
    let mut seen = HashSet::new();
    let mut drafts: Vec<Option<S::Draft>> = vec![None];
    let mut choices: Vec<Choice<S>> = Vec::new();
    while let Some(draft) = drafts.pop() {
        choices.clear();
        offers::<S>(eyes, draft.as_ref(), &mut choices);
        look(draft.as_ref(), &choices);
        for choice in &choices {
            match *choice {
                Choice::Order(order) => {
                    orders.insert(order);
                }
                Choice::Draft(next) => {
                    if seen.insert(next) {
                        drafts.push(Some(next));
                    }
                }
            }
        }
    }
    orders
}

/// A side that is asked; one of them where both are.
#[inline]
#[must_use]
pub fn side_to_move<S: GamePlay>(setting: &S::Setting, position: &S::Position, dice: &mut QuickDice) -> Option<Side> {
    let is_asked = |side: Side| S::pending_question(S::eyes(setting, position, side.seat())).is_some();
    match (is_asked(Side::A), is_asked(Side::B)) {
        (true, false) => Some(Side::A),
        (false, true) => Some(Side::B),
        (true, true) => Some(Side::BOTH[dice.below(2)]),
        (false, false) => None,
    }
}

/// Everything a seat may order now, or from a draft everything it may choose next: those candidates that are offers.
#[inline]
pub fn offers<S: GamePlay>(eyes: S::Eyes<'_>, draft: Option<&S::Draft>, sink: &mut impl OfferSink<S>) {
    S::candidates(eyes, draft, &mut OfferFilter { eyes, sink });
}

/// Passes offers on, and keeps other candidates back.
struct OfferFilter<'a, 'e, S: GamePlay, K> {
    eyes: S::Eyes<'e>,
    sink: &'a mut K,
}

impl<S: GamePlay, K: OfferSink<S>> OfferSink<S> for OfferFilter<'_, '_, S, K> {
    #[inline]
    fn order(&mut self, order: impl Into<S::Order>) {
        let order = order.into();
        if S::is_offer(self.eyes, &Choice::Order(order)) {
            self.sink.order(order);
        }
    }

    #[inline]
    fn draft(&mut self, draft: impl Into<S::Draft>) {
        let draft = draft.into();
        if S::is_offer(self.eyes, &Choice::Draft(draft)) {
            self.sink.draft(draft);
        }
    }

    #[inline]
    fn each<T: Copy, O: Into<S::Order>>(&mut self, of: &[T], order: impl Fn(T) -> O) {
        self.sink.each(of, order);
    }

    #[inline]
    fn drafts<T, D: Into<S::Draft>>(&mut self, of: impl ExactSizeIterator<Item = T>, draft: impl Fn(T) -> D) {
        self.sink.drafts(of, draft);
    }
}

/// Takes candidates to choose an offer by chance: of those offered together only one is made.
struct RandomPick<'a, S: GamePlay> {
    listed: &'a mut Vec<Choice<S>>,
    dice: &'a mut QuickDice,
    /// How many were offered together.
    unlisted: usize,
    /// One of these, each as likely as the other.
    one: Option<Choice<S>>,
}

impl<S: GamePlay> OfferSink<S> for RandomPick<'_, S> {
    #[inline]
    fn order(&mut self, order: impl Into<S::Order>) {
        self.listed.order(order);
    }

    #[inline]
    fn draft(&mut self, draft: impl Into<S::Draft>) {
        self.listed.draft(draft);
    }

    #[inline]
    fn each<T: Copy, O: Into<S::Order>>(&mut self, of: &[T], order: impl Fn(T) -> O) {
        self.one_of(of.iter(), |one| Choice::Order(order(*one).into()));
    }

    #[inline]
    fn drafts<T, D: Into<S::Draft>>(&mut self, of: impl ExactSizeIterator<Item = T>, draft: impl Fn(T) -> D) {
        self.one_of(of, |one| Choice::Draft(draft(one).into()));
    }
}

impl<S: GamePlay> RandomPick<'_, S> {
    /// Draws one of what is offered together, as likely as any other that is.
    #[inline]
    fn one_of<T>(&mut self, mut of: impl ExactSizeIterator<Item = T>, choice: impl Fn(T) -> Choice<S>) {
        let more = of.len();
        if more == 0 {
            return;
        }
        self.unlisted += more;
        let drawn = self.dice.below(self.unlisted);
        if drawn < more {
            self.one = of.nth(drawn).map(choice);
        }
    }

    /// Draws candidates until one is an offer: so each offer is as likely as any other.
    #[inline]
    fn choice(&mut self, eyes: S::Eyes<'_>) -> Option<Choice<S>> {
        loop {
            let all = self.listed.len() + self.unlisted;
            if all == 0 {
                return None;
            }
            let drawn = self.dice.below(all);
            let Some(candidate) = self.listed.get(drawn) else { return self.one };
            if S::is_offer(eyes, candidate) {
                return Some(*candidate);
            }
            self.listed.swap_remove(drawn);
        }
    }
}

/// One of a side's orders, by random choices: of the offers each is as likely as any other, and so again from a draft.
#[inline]
pub fn any_order<S: GamePlay>(
    setting: &S::Setting,
    position: &S::Position,
    side: Side,
    dice: &mut QuickDice,
    choices: &mut Vec<Choice<S>>,
) -> Option<S::Order> {
    let eyes = S::eyes(setting, position, side.seat());
    let mut draft = None;
    loop {
        choices.clear();
        let mut pick = RandomPick { listed: choices, dice, unlisted: 0, one: None };
        S::candidates(eyes, draft.as_ref(), &mut pick);
        match pick.choice(eyes)? {
            Choice::Order(order) => return Some(order),
            Choice::Draft(next) => draft = Some(next),
        }
    }
}
