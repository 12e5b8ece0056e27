//! Offers: the orders and drafts that a seat may choose from now.

use std::collections::HashSet;

use arrayvec::ArrayVec;

use crate::{GamePlay, GameView, Piece, PieceSet, QuickDice, Side};

/// One option: a complete order, or a draft, which is the first part of an order and leads to further choices.
///
/// Choices that would multiply (the members of a fire group, the supporters of an assault) are made one at a time.
/// Drafts are private to the player; the referee does not store them.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Choice<S: GamePlay> {
    /// A complete order that is legal now.
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

/// Makes the candidate of a piece from what a seat sees; `None` if it has none.
pub type OfPiece<S> = for<'e> fn(<S as GameView>::Eyes<'e>, Piece) -> Option<Choice<S>>;

/// Receives offers one by one.
pub trait OfferSink<S: GamePlay> {
    /// Adds a complete order.
    fn order(&mut self, order: impl Into<S::Order>);
    /// Adds a draft, the first part of orders.
    fn draft(&mut self, draft: impl Into<S::Draft>);
    /// Adds an order for each element, each as by [`order`](OfferSink::order).
    #[inline]
    fn orders<T, O: Into<S::Order>>(&mut self, of: &[T], order: impl Fn(&T) -> O) {
        of.iter().for_each(|one| self.order(order(one)));
    }
    /// Adds an order for each element, such as every place a piece can move to. All of them must be legal. A sink that
    /// needs only one can skip building the others.
    #[inline]
    fn each<T: Copy, O: Into<S::Order>>(&mut self, of: &[T], order: impl Fn(T) -> O) {
        of.iter().for_each(|one| self.order(order(*one)));
    }
    /// Adds a draft for each element. All of them must lead to a legal order.
    #[inline]
    fn drafts<T, D: Into<S::Draft>>(&mut self, of: impl ExactSizeIterator<Item = T>, draft: impl Fn(T) -> D) {
        of.for_each(|one| self.draft(draft(one)));
    }
    /// Adds the candidate of each of these pieces that has one, no two alike. A sink that needs only one makes, and checks,
    /// those it draws.
    #[inline]
    fn of_pieces(&mut self, eyes: S::Eyes<'_>, pieces: PieceSet, candidate: OfPiece<S>) {
        for piece in pieces.iter() {
            match candidate(eyes, piece) {
                Some(Choice::Order(order)) => self.order(order),
                Some(Choice::Draft(draft)) => self.draft(draft),
                None => {}
            }
        }
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
    // Room for all is made at once.
    #[inline]
    fn orders<T, O: Into<S::Order>>(&mut self, of: &[T], order: impl Fn(&T) -> O) {
        self.extend(of.iter().map(|one| Choice::Order(order(one).into())));
    }
}

/// Returns every order that can be reached from the offers, through all drafts. Calls `look` with each list of choices
/// and the draft that led to it (`None` for the first list).
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

/// Returns a side with a pending question: a random one if both have one, `None` if neither does.
#[inline]
#[must_use]
pub fn side_to_move<S: GamePlay>(setting: &S::Setting, position: &S::Position, dice: &mut QuickDice) -> Option<Side> {
    let awaited = S::awaited(setting, position);
    match (awaited.a, awaited.b) {
        (true, false) => Some(Side::A),
        (false, true) => Some(Side::B),
        (true, true) => Some(Side::BOTH[dice.below(2)]),
        (false, false) => None,
    }
}

/// Passes every offer of a seat to `sink`: the orders it may give now or, after `draft`, the possible next choices.
/// These are the candidates that [`GamePlay::is_offer`] confirms.
#[inline]
pub fn offers<S: GamePlay>(eyes: S::Eyes<'_>, draft: Option<&S::Draft>, sink: &mut impl OfferSink<S>) {
    S::candidates(eyes, draft, &mut OfferFilter { eyes, sink });
}

/// A sink that passes on offers and drops other candidates.
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

/// A sink that collects candidates to pick one offer at random. Of offers added together it builds only one, and the
/// candidates of pieces it makes when it draws them.
struct RandomPick<'a, S: GamePlay> {
    listed: &'a mut Vec<Choice<S>>,
    dice: &'a mut QuickDice,
    /// Number of offers that were added together.
    unlisted: usize,
    /// One of these, chosen with equal probability.
    one: Option<Choice<S>>,
    /// Pieces whose candidates were not made yet, and their number.
    lots: ArrayVec<(PieceSet, usize, OfPiece<S>), LOTS>,
    /// Number of all these pieces.
    unmade: usize,
}

/// Maximum number of sets of pieces whose candidates are made only when drawn.
const LOTS: usize = 16;

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
    fn orders<T, O: Into<S::Order>>(&mut self, of: &[T], order: impl Fn(&T) -> O) {
        self.listed.orders(of, order);
    }

    #[inline]
    fn each<T: Copy, O: Into<S::Order>>(&mut self, of: &[T], order: impl Fn(T) -> O) {
        self.one_of(of.iter(), |one| Choice::Order(order(*one).into()));
    }

    #[inline]
    fn drafts<T, D: Into<S::Draft>>(&mut self, of: impl ExactSizeIterator<Item = T>, draft: impl Fn(T) -> D) {
        self.one_of(of, |one| Choice::Draft(draft(one).into()));
    }

    #[inline]
    fn of_pieces(&mut self, eyes: S::Eyes<'_>, pieces: PieceSet, candidate: OfPiece<S>) {
        if pieces.is_empty() {
            return;
        }
        let size = pieces.len();
        match self.lots.try_push((pieces, size, candidate)) {
            Ok(()) => self.unmade += size,
            Err(_) => self.listed.of_pieces(eyes, pieces, candidate),
        }
    }
}

impl<S: GamePlay> RandomPick<'_, S> {
    /// Picks one of the offers added together, such that each one so far is equally likely.
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

    /// Picks candidates until one is an offer. Each offer is equally likely. `None` if there is no offer.
    #[inline]
    fn choice(&mut self, eyes: S::Eyes<'_>) -> Option<Choice<S>> {
        loop {
            let made = self.listed.len() + self.unlisted;
            let all = made + self.unmade;
            if all == 0 {
                return None;
            }
            let drawn = self.dice.below(all);
            let candidate = match drawn {
                _ if drawn < self.listed.len() => Some(self.listed.swap_remove(drawn)),
                _ if drawn < made => return self.one,
                _ => self.make(eyes, drawn - made),
            };
            if let Some(candidate) = candidate.filter(|candidate| S::is_offer(eyes, candidate)) {
                return Some(candidate);
            }
        }
    }

    /// Makes the candidate of one of the pieces that have none yet, and takes the piece out of them.
    #[inline]
    fn make(&mut self, eyes: S::Eyes<'_>, mut number: usize) -> Option<Choice<S>> {
        self.unmade -= 1;
        for (pieces, size, candidate) in &mut self.lots {
            if number < *size {
                let piece = pieces.iter().nth(number)?;
                (*pieces, *size) = (pieces.without(piece), *size - 1);
                return candidate(eyes, piece);
            }
            number -= *size;
        }
        None
    }
}

/// Returns a random order of `side`, or `None` if it has no offer. At each list of offers, of the seat or of a draft,
/// every choice is equally likely. `choices` is a buffer.
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
        let mut pick = RandomPick { listed: choices, dice, unlisted: 0, one: None, lots: ArrayVec::new(), unmade: 0 };
        S::candidates(eyes, draft.as_ref(), &mut pick);
        match pick.choice(eyes)? {
            Choice::Order(order) => return Some(order),
            Choice::Draft(next) => draft = Some(next),
        }
    }
}
