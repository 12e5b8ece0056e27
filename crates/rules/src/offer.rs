//! Offers: what a seat may do now.

use std::collections::HashSet;

use crate::{QuickDice, Side, System};

/// One thing that may be chosen: a whole order, or a first part of one (a draft) that leads to further choices.
///
/// Choices that would multiply (the members of a fire group, the supporters of an assault) are made one at a time.
/// A draft is the player's private scribble: the referee keeps nothing of it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Choice<S: System> {
    /// A whole order, legal now.
    Order(S::Order),
    /// A draft from which at least one legal order can be reached.
    Draft(S::Draft),
}

impl<S: System> Clone for Choice<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: System> Copy for Choice<S> {}

/// Takes offers one by one.
pub trait OfferSink<S: System> {
    /// A whole order.
    fn order(&mut self, order: S::Order);
    /// A first part of orders.
    fn draft(&mut self, draft: S::Draft);
}

impl<S: System> OfferSink<S> for Vec<Choice<S>> {
    #[inline]
    fn order(&mut self, order: S::Order) {
        self.push(Choice::Order(order));
    }
    #[inline]
    fn draft(&mut self, draft: S::Draft) {
        self.push(Choice::Draft(draft));
    }
}

/// Every order that can be reached from the offers, through all drafts. `look` is shown each list on the way, with the
/// draft that led to it.
pub fn reachable<S: System>(
    eyes: S::Eyes<'_>,
    mut look: impl FnMut(Option<&S::Draft>, &[Choice<S>]),
) -> HashSet<S::Order> {
    let mut orders = HashSet::new();
    let mut seen = HashSet::new();
    let mut drafts: Vec<Option<S::Draft>> = vec![None];
    let mut choices: Vec<Choice<S>> = Vec::new();
    while let Some(draft) = drafts.pop() {
        choices.clear();
        S::offers(eyes, draft.as_ref(), &mut choices);
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
pub fn anyone_asked<S: System>(setting: &S::Setting, position: &S::Position, dice: &mut QuickDice) -> Option<Side> {
    let is_asked = |side: Side| S::awaited(S::eyes(setting, position, side.seat())).is_some();
    match (is_asked(Side::A), is_asked(Side::B)) {
        (true, false) => Some(Side::A),
        (false, true) => Some(Side::B),
        (true, true) => Some(Side::BOTH[dice.below(2)]),
        (false, false) => None,
    }
}

/// One of a side's orders, by random choices.
#[inline]
pub fn any_order<S: System>(
    setting: &S::Setting,
    position: &S::Position,
    side: Side,
    dice: &mut QuickDice,
    choices: &mut Vec<Choice<S>>,
) -> Option<S::Order> {
    let mut draft = None;
    loop {
        choices.clear();
        S::offers(S::eyes(setting, position, side.seat()), draft.as_ref(), choices);
        if choices.is_empty() {
            return None;
        }
        match choices[dice.below(choices.len())] {
            Choice::Order(order) => return Some(order),
            Choice::Draft(next) => draft = Some(next),
        }
    }
}
