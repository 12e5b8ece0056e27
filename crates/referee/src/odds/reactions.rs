//! Reactions of the enemy to an order: the pieces that could act at the question that it leads to, and the results for
//! the seat that gives the order.
//!
//! They come from possible positions alone, like all odds. A piece that the seat doesn't see is never told apart from
//! another one.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use board::naming::naming;
use rules::evaluation::score;
use rules::forecast::{Leaf, SideOrder, forecast_heard, sample_forecast};
use rules::{Chance, Choice, Guess, Knowledge, Piece, Question, Seat, Side, System, offers};

use super::teller::{Strangers, Teller};
use super::view;
use crate::RefereeError;

/// Maximum number of results of an order, in all possible positions together, that are searched for reactions.
const LEAVES: usize = 96;
/// Maximum number of moments of one piece whose results are found.
const OCCASIONS: usize = 8;
/// Maximum number of orders compared as the reaction of one piece.
const ORDERS: usize = 6;
/// Maximum number of drafts from an offer to a complete order.
const DRAFTS: usize = 4;
/// Maximum number of results of one reaction, the most probable first.
const OUTCOMES: usize = 6;

/// Error of a sum of probabilities by its rounding.
const ROUNDING: f64 = 1e-9;

/// An enemy piece that could react to an order of the seat, or all those together that the seat doesn't see.
#[derive(Clone, Debug, PartialEq)]
pub struct Reaction {
    /// The seat's handle of the piece; `None` for all pieces that it doesn't see.
    pub piece: Option<u16>,
    /// Probability that it will be able to react, 0 to 1. Whether it does is the enemy's choice.
    pub probability: f64,
    /// Results for the seat if it reacts alone in the way that is worst for the seat: summaries, the most probable first,
    /// at most six. An empty text is a result without effect. Reports take the place of summaries if no result has any.
    pub outcomes: Vec<Chance>,
}

/// Probabilities of results, by their summaries.
type Results = BTreeMap<String, f64>;

/// A moment at which a piece could react.
struct Occasion<S: System> {
    /// The seat's handle of the piece; `None` for all pieces that it doesn't see.
    piece: Option<u16>,
    /// Probability of the moment, 0 to 1.
    probability: f64,
    /// Number of the moment in [`Reactions::moments`].
    moment: usize,
    orders: Vec<S::Order>,
}

/// The reactions to an order, as far as they are found.
pub struct Reactions<'a, S: System> {
    known: &'a Knowledge<S>,
    /// The side that could react.
    enemy: Side,
    /// Maximum number of results that are searched in each possible position.
    leaves: usize,
    moments: Vec<(S::Position, Teller<'a, S>)>,
    occasions: Vec<Occasion<S>>,
    /// The acting piece of each offer found so far; `None` for an order to do nothing.
    acting: HashMap<Choice<S>, Option<Piece>>,
}

impl<'a, S: System> Reactions<'a, S> {
    /// Begins the search for reactions of the enemy of `side`, in a number of possible positions.
    pub fn new(known: &'a Knowledge<S>, side: Side, guesses: usize) -> Self {
        let leaves = (LEAVES / guesses.max(1)).max(1);
        let (moments, occasions, acting) = (Vec::new(), Vec::new(), HashMap::new());
        Reactions { known, enemy: side.other(), leaves, moments, occasions, acting }
    }

    /// Searches the results of the order in one possible position, which has the probability `share`.
    pub fn look(&mut self, guess: &Guess<S>, results: &[Leaf<S>], share: f64) {
        if !S::Question::ALL.iter().any(|question| question.is_reaction()) {
            return;
        }
        for (leaf, probability) in spread(results, self.leaves, |leaf| leaf.probability) {
            let eyes = S::eyes(self.known.setting(), &leaf.position, self.enemy.seat());
            if S::pending_question(eyes).is_some_and(Question::is_reaction) {
                self.collect(guess, &leaf.position, share * probability);
            }
        }
    }

    /// Notes the pieces that could react in a position, each with its orders.
    fn collect(&mut self, guess: &Guess<S>, position: &S::Position, probability: f64) {
        let eyes = S::eyes(self.known.setting(), position, self.enemy.seat());
        let mut choices = Vec::new();
        offers::<S>(eyes, None, &mut choices);
        let mut able: BTreeMap<Option<u16>, Vec<S::Order>> = BTreeMap::new();
        let mut reader = None;
        for choice in choices {
            let acting = *self.acting.entry(choice).or_insert_with(|| {
                let reader = reader.get_or_insert_with(|| EnemyReader::new(self.known, self.enemy, guess, position));
                reader.acting(&choice)
            });
            let Some(piece) = acting else { continue };
            let handle = guess.handles().get(piece.index()).copied().flatten();
            complete::<S>(eyes, choice, DRAFTS, able.entry(handle).or_default());
        }
        able.retain(|_, orders| !orders.is_empty());
        if able.is_empty() {
            return;
        }
        let moment = self.moments.len();
        self.moments.push((position.clone(), Teller::after(self.known, guess, position)));
        let occasion = |(piece, orders)| Occasion { piece, probability, moment, orders };
        self.occasions.extend(able.into_iter().map(occasion));
    }

    /// Returns the reactions, with their results by at most about `limit` dice results.
    ///
    /// # Errors
    /// Fails if a report has something without a name.
    pub fn resolve(self, limit: usize) -> Result<Vec<Reaction>, RefereeError> {
        let mut found: BTreeMap<Option<u16>, (f64, Results)> = BTreeMap::new();
        let mut by_piece: BTreeMap<Option<u16>, Vec<&Occasion<S>>> = BTreeMap::new();
        for occasion in &self.occasions {
            found.entry(occasion.piece).or_default().0 += occasion.probability;
            by_piece.entry(occasion.piece).or_default().push(occasion);
        }
        // More moments would leave too few dice results to each.
        let chosen = by_piece.values().flat_map(|all| spread(all, OCCASIONS, |occasion| occasion.probability));
        let chosen: Vec<(&&Occasion<S>, f64)> = chosen.collect();
        let (mut left, mut from) = (limit, 0);
        for (n, (occasion, weight)) in chosen.iter().enumerate() {
            // Each occasion gets an equal part of what the previous ones left. Where orders are compared, the worst is
            // sampled once more.
            let runs = occasion.orders.len() + usize::from(occasion.orders.len() > 1);
            let part = left / (chosen.len() - n) / runs.max(1);
            if part == 0 {
                continue;
            }
            let (_, results) = found.entry(occasion.piece).or_default();
            let (worst, branches) = self.worst(occasion, part, from);
            left = left.saturating_sub(branches);
            from += 2 * part as u64;
            let words = self.moments[occasion.moment].1.gather(&worst)?;
            // Where no result has a summary, the reports say what happens.
            let plain = words.iter().all(|(_, (_, summary))| summary.is_empty());
            for (probability, (told, summary)) in words {
                let text = if plain { told.join(" ") } else { summary };
                *results.entry(text).or_insert(0.0) += weight * probability;
            }
        }
        let mut reactions: Vec<Reaction> =
            found.into_iter().map(|(piece, (chance, results))| reaction(piece, chance, results)).collect();
        // Pieces that the seat doesn't see come last among equals.
        let last = |reaction: &Reaction| (reaction.piece.is_none(), reaction.piece);
        reactions.sort_by(|one, other| {
            other.probability.total_cmp(&one.probability).then_with(|| last(one).cmp(&last(other)))
        });
        Ok(reactions)
    }

    /// Returns the results of the order that is worst for the seat, and the number of dice results resolved: at most
    /// about `limit` for each order, half of them to enumerate and half as samples. An order chosen by samples is
    /// reported by others: its own would overstate how bad it is.
    fn worst(&self, occasion: &Occasion<S>, limit: usize, from: u64) -> (Vec<Leaf<S>>, usize) {
        let (setting, position) = (self.known.setting(), &self.moments[occasion.moment].0);
        let (mut worst, mut branches) = (None::<(f64, Worst<'_, S>)>, 0);
        let half = limit.div_ceil(2);
        let sample = |act: SideOrder<'_, S>, from: u64| {
            let (seat, plays) = (Some(self.known.seat()), from..from + half as u64);
            sample_forecast::<S>(setting, position, Some(act), &[], seat, plays)
        };
        for order in &occasion.orders {
            let act = SideOrder { side: self.enemy, order };
            let mut found = forecast_heard::<S>(setting, position, act, self.known.seat(), half);
            branches += found.branches;
            let sampled = found.unresolved > 0.0;
            if sampled {
                // All orders get the same dice.
                found = sample(act, from);
                branches += found.branches;
            }
            if occasion.orders.len() == 1 {
                return (found.leaves, branches);
            }
            let for_a = found.mean(|position| score::<S>(setting, position)).unwrap_or(0.5);
            let value = if self.enemy == Side::A { for_a } else { 1.0 - for_a };
            if worst.as_ref().is_none_or(|(before, _)| value > *before) {
                let results = if sampled { Worst::Sampled(act) } else { Worst::Exact(found.leaves) };
                worst = Some((value, results));
            }
        }
        match worst {
            Some((_, Worst::Exact(leaves))) => (leaves, branches),
            Some((_, Worst::Sampled(act))) => {
                let found = sample(act, from + half as u64);
                (found.leaves, branches + found.branches)
            }
            None => (Vec::new(), branches),
        }
    }
}

/// The worst order found so far: its exact results, or the order itself where they were only sampled.
enum Worst<'a, S: System> {
    Exact(Vec<Leaf<S>>),
    Sampled(SideOrder<'a, S>),
}

/// Returns a reaction, with its most probable results.
fn reaction(piece: Option<u16>, probability: f64, results: Results) -> Reaction {
    let whole: f64 = results.values().sum();
    let outcome = |(text, part): (String, f64)| Chance { probability: part / whole, text };
    let mut outcomes: Vec<Chance> = results.into_iter().map(outcome).collect();
    outcomes
        .sort_by(|one, other| other.probability.total_cmp(&one.probability).then_with(|| one.text.cmp(&other.text)));
    outcomes.truncate(OUTCOMES);
    // A sum of shares that are all there is.
    let probability = if probability > 1.0 - ROUNDING { 1.0 } else { probability };
    Reaction { piece, probability, outcomes }
}

/// Returns at most `most` of the items with their probabilities, which add up to those of all. Where there are more,
/// they are taken at equal distances of probability.
fn spread<T>(all: &[T], most: usize, probability: impl Fn(&T) -> f64) -> Vec<(&T, f64)> {
    if all.len() <= most {
        return all.iter().map(|item| (item, probability(item))).collect();
    }
    let whole: f64 = all.iter().map(&probability).sum();
    let step = whole / most as f64;
    let (mut taken, mut sum, mut next) = (Vec::with_capacity(most), 0.0, 0);
    for item in all {
        sum += probability(item);
        let before = next;
        while next < most && (next as f64 + 0.5) * step < sum {
            next += 1;
        }
        if next > before {
            taken.push((item, (next - before) as f64 * step));
        }
    }
    taken
}

/// Reads the offers of the enemy in a position, as that side would.
struct EnemyReader<'a, S: System> {
    setting: &'a S::Setting,
    seat: Seat,
    facts: Vec<S::Fact>,
    names: Arc<Strangers<S>>,
}

impl<'a, S: System> EnemyReader<'a, S> {
    fn new(known: &'a Knowledge<S>, enemy: Side, guess: &Guess<S>, position: &S::Position) -> Self {
        let (setting, seat) = (known.setting(), enemy.seat());
        let facts = view::<S>(setting, position, seat);
        EnemyReader { setting, seat, facts, names: Strangers::of(known, guess) }
    }

    /// Returns the piece that acts by a choice; `None` for an order that lets the seat's order pass.
    fn acting(&self, choice: &Choice<S>) -> Option<Piece> {
        let text = naming(self.names.clone(), || match choice {
            Choice::Order(order) => S::describe_order(self.setting, self.seat, &self.facts, order),
            Choice::Draft(draft) => S::describe_draft(self.setting, self.seat, &self.facts, draft),
        });
        text.pieces.first().copied()
    }
}

/// Adds the complete orders that a choice leads to by the fewest drafts, until there are [`ORDERS`].
fn complete<S: System>(eyes: S::Eyes<'_>, choice: Choice<S>, drafts: usize, orders: &mut Vec<S::Order>) {
    let draft = match choice {
        Choice::Order(order) if orders.len() < ORDERS => return orders.push(order),
        Choice::Draft(draft) if orders.len() < ORDERS && drafts > 0 => draft,
        _ => return,
    };
    let mut choices = Vec::new();
    offers::<S>(eyes, Some(&draft), &mut choices);
    let before = orders.len();
    for next in &choices {
        if let Choice::Order(_) = next {
            complete::<S>(eyes, *next, drafts - 1, orders);
        }
    }
    for next in choices {
        if orders.len() > before {
            break;
        }
        complete::<S>(eyes, next, drafts - 1, orders);
    }
}
