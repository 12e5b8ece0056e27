//! Offers as text and JSON for people and clients.

use std::collections::BTreeMap;

use board::naming::naming;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::{Referee, RefereeError};
use rules::scene::OrderText;
use rules::{Choice, Enumeration, Piece, Refusal, Side, System, referee_clauses};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// An order as an offer contains it: an object with its fields, or a string if it has none, such as `stop`.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub enum Order {
    Fields(Map<String, Value>),
    Name(String),
}

/// A draft as an offer contains it: an object with its fields, or a string if it has none.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub enum Draft {
    Fields(Map<String, Value>),
    Name(String),
}

/// One thing that a seat can choose now. Exactly one of `order`, `draft` and `undo` is set.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Offer {
    /// Verb of the order it leads to, as a button shows it; `Undo` for an undo.
    pub verb: String,
    /// One sentence in English for the player.
    pub sentence: String,
    /// Pieces it is about, in the seat's own names, the acting piece first.
    #[schemars(with = "Vec<board::naming::Name>")]
    pub pieces: Vec<Value>,
    /// Labels of the Locations it is about, such as `C4`.
    #[schemars(with = "Vec<String>")]
    pub places: Vec<Value>,
    /// Ids of the clauses that apply, such as `TOI-B14`.
    pub clauses: Vec<String>,
    /// Complete order, ready to be submitted; absent if this offer is a draft or an undo.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Order>")]
    pub order: Option<Value>,
    /// Incomplete order: ask for offers again with it to get the next choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Draft>")]
    pub draft: Option<Value>,
    /// Verb of an order that this one makes possible for the acting piece, as `Go below` after an advance; absent if
    /// there is none to mention. A client may show it as a verb that begins with this offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opens: Option<String>,
    /// Whether this offer takes back the side's last order.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
}

/// A verb that a piece can't use now, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WhyNot {
    /// Verb that is refused, as a button would show it.
    pub verb: String,
    /// Piece it is about; null if it is about the side as a whole.
    #[schemars(with = "Option<board::naming::Name>")]
    pub piece: Option<Value>,
    /// Id of the clause that forbids it, such as `TOI-B9`.
    pub clause: String,
    /// The reason as text.
    pub why: String,
}

/// Number of attempts after a chain of drafts that led to no order.
const TRIES: usize = 32;

/// Returns one order, chosen uniformly among the offers of each step; `None` if there is nothing to choose. `offers`
/// returns the first offers, or those after a draft.
///
/// # Errors
/// Any error that `offers` returns.
pub fn any_order<E>(
    seed: u64,
    mut offers: impl FnMut(Option<&Value>) -> Result<Vec<Offer>, E>,
) -> Result<Option<Value>, E> {
    let mut choices = StdRng::seed_from_u64(seed);
    for _ in 0..TRIES {
        let mut draft: Option<Value> = None;
        loop {
            let mut offers = offers(draft.as_ref())?;
            offers.retain(|offer| !offer.undo);
            if offers.is_empty() {
                break;
            }
            let offer = offers.swap_remove(choices.random_range(0..offers.len()));
            match (offer.order, offer.draft) {
                (Some(order), _) => return Ok(Some(order)),
                (None, next @ Some(_)) => draft = next,
                (None, None) => break,
            }
        }
    }
    Ok(None)
}

/// Returns the offers of a side. They are sorted by their text, so their order reveals nothing hidden.
pub(crate) fn offers<S: System>(
    referee: &Referee<S>,
    side: Side,
    draft: Option<&S::Draft>,
) -> Result<Vec<Offer>, RefereeError> {
    let facts = referee.facts(side.seat());
    let offered = referee.offers(side, draft)?;
    let mut offers = naming(referee.seat(side.seat()).names(), || {
        let offer = |offered: referee::Offered<S>| -> Result<Offer, serde_json::Error> {
            let written = serde_json::from_str(&offered.written)?;
            let (order, draft) = match &offered.choice {
                Choice::Order(_) => (Some(written), None),
                Choice::Draft(_) => (None, Some(written)),
            };
            written_phrase(referee.describe_with(side, &facts, &offered.choice), order, draft)
        };
        offered.into_iter().map(offer).collect::<Result<Vec<_>, _>>()
    })
    .map_err(RefereeError::Unnamed)?;
    // Sorted by the seat's own texts, so each verb is in one group.
    offers.sort_by_cached_key(|offer| (offer.verb.clone(), read_out(&offer.sentence)));
    if draft.is_none() && referee.undoable(side).is_some() {
        offers.push(Offer {
            verb: "Undo".to_owned(),
            sentence: "Undo your last order.".to_owned(),
            pieces: Vec::new(),
            places: Vec::new(),
            clauses: vec![referee_clauses::UNDO.id().to_owned()],
            order: None,
            draft: None,
            opens: None,
            undo: true,
        });
    }
    Ok(offers)
}

/// Sort key for a part of a sentence: numbers compare by value, so C9 comes before C10.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A run of digits, by its value.
    Number(u64),
    /// The text between two runs of digits.
    Text(String),
}

/// Splits a sentence into its numbers and the text between them.
pub fn read_out(sentence: &str) -> Vec<Part> {
    let digits = |part: &str| part.bytes().next().is_some_and(|first| first.is_ascii_digit());
    let mut parts: Vec<&str> = Vec::new();
    let mut rest = sentence;
    while !rest.is_empty() {
        let number = digits(rest);
        let end = rest.find(|letter: char| letter.is_ascii_digit() != number).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        parts.push(part);
        rest = after;
    }
    let part = |part: &str| part.parse().map_or_else(|_| Part::Text(part.to_owned()), Part::Number);
    parts.into_iter().map(part).collect()
}

fn written_phrase(phrase: OrderText, order: Option<Value>, draft: Option<Value>) -> Result<Offer, serde_json::Error> {
    Ok(Offer {
        verb: phrase.verb,
        sentence: phrase.sentence,
        pieces: phrase.pieces.iter().map(serde_json::to_value).collect::<Result<_, _>>()?,
        places: phrase.places.iter().map(serde_json::to_value).collect::<Result<_, _>>()?,
        clauses: phrase.clauses.iter().map(|clause| clause.id().to_owned()).collect(),
        order,
        draft,
        opens: phrase.opens,
        undo: false,
    })
}

/// By verb and piece, as JSON text or empty: the piece, and the refusal that explains why the verb isn't available to it;
/// `None` if it is.
type Closed = BTreeMap<(String, String), Option<(Option<Value>, Refusal)>>;

/// Adds a reason, or replaces one that comes later. The choice among several must not depend on the true order of the
/// pieces.
fn keep_first(closed: &mut Closed, verb: &str, piece: Option<&Value>, refusal: &Refusal) {
    let key = (verb.to_owned(), piece.map(Value::to_string).unwrap_or_default());
    let told = closed.entry(key).or_insert_with(|| Some((piece.cloned(), refusal.clone())));
    if told.as_ref().is_some_and(|(_, told)| refusal.rank() < told.rank()) {
        *told = Some((piece.cloned(), refusal.clone()));
    }
}

/// Returns every verb that no order of the side's own pieces can use now, with the [first](Refusal::rank) of the
/// refusals. Verbs that only fail because a piece is the enemy's are left out.
pub(crate) fn why_not<S: System>(referee: &Referee<S>, side: Side) -> Result<Vec<WhyNot>, RefereeError> {
    let seat = side.seat();
    let eyes = referee.eyes(seat);
    let facts = referee.facts(seat);
    let scene = S::scene(referee.setting(), seat, &facts);
    let enemy = |piece: Piece| scene.pieces.iter().any(|shown| shown.piece == piece && shown.side != side);
    let mut verbs = Closed::new();
    let mut failure = None;
    naming(referee.seat(seat).names(), || {
        // Pieces with the verb that they can act by now, and the verb that it makes possible.
        let mut beginnings: Vec<(String, Value, Option<String>)> = Vec::new();
        let mut offered: Vec<Choice<S>> = Vec::new();
        rules::offers::<S>(eyes, None, &mut offered);
        for choice in &offered {
            let phrase = referee.describe_with(side, &facts, choice);
            let piece = phrase.pieces.first().and_then(|piece| serde_json::to_value(piece).ok());
            let name = piece.as_ref().map(Value::to_string).unwrap_or_default();
            beginnings.extend(piece.map(|piece| (phrase.verb.clone(), piece, phrase.opens)));
            verbs.insert((phrase.verb, name), None);
        }
        S::wellformed_orders(eyes, Enumeration::EachKind, &mut |order| {
            let phrase = referee.describe_with(side, &facts, &Choice::Order(order));
            if phrase.pieces.first().is_some_and(|piece| enemy(*piece)) {
                return;
            }
            let piece = match phrase.pieces.first().map(serde_json::to_value).transpose() {
                Ok(piece) => piece,
                Err(error) => {
                    failure = Some(RefereeError::Unnamed(error));
                    return;
                }
            };
            match S::check(eyes, &order) {
                Ok(()) => {
                    verbs.insert((phrase.verb, piece.as_ref().map(Value::to_string).unwrap_or_default()), None);
                }
                Err(refusal) => {
                    let follows = phrase.follows.filter(|_| piece.is_none());
                    let waits = beginnings.iter().filter(|(verb, _, opens)| {
                        follows == Some(verb.as_str()) && opens.as_ref() != Some(&phrase.verb)
                    });
                    for (_, own, _) in waits {
                        keep_first(&mut verbs, &phrase.verb, Some(own), &refusal);
                    }
                    keep_first(&mut verbs, &phrase.verb, piece.as_ref(), &refusal);
                }
            }
        });
    });
    match failure {
        Some(failure) => Err(failure),
        None => {
            let closed = verbs.into_iter().filter_map(|((verb, _), told)| {
                let (piece, refusal) = told?;
                Some(WhyNot { verb, piece, clause: refusal.clause.id().to_owned(), why: refusal.why.into_owned() })
            });
            Ok(closed.collect())
        }
    }
}
