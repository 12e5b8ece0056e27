//! Offers as a person reads them.

use std::collections::BTreeMap;

use board::naming::naming;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::{Referee, RefereeError};
use rules::scene::OrderText;
use rules::{Choice, Enumeration, Piece, Side, System, referee_clauses};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// One thing a seat may choose now.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Offer {
    /// The verb.
    pub verb: String,
    /// A plain sentence.
    pub sentence: String,
    /// The pieces it is about, the acting one first.
    #[schemars(with = "Vec<board::naming::Name>")]
    pub pieces: Vec<Value>,
    /// The Locations it is about.
    #[schemars(with = "Vec<String>")]
    pub places: Vec<Value>,
    /// The clauses it rests on.
    pub clauses: Vec<String>,
    /// The order, ready to be submitted; or
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Value>,
    /// a draft, which leads to further offers; or
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<Value>,
    /// an undo of the last order.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
}

/// A verb that is not open to a piece now, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WhyNot {
    /// The verb.
    pub verb: String,
    /// The piece, if it is about one.
    #[schemars(with = "Option<board::naming::Name>")]
    pub piece: Option<Value>,
    /// The clause that forbids it.
    pub clause: String,
    /// Plain words.
    pub why: String,
}

/// How often a chain of drafts that led nowhere is begun again.
const TRIES: usize = 32;

/// One order, taken uniformly among the offers of each step; none where there is nothing to choose. `offers` gives what
/// may be chosen at first, or next after a draft.
///
/// # Errors
/// Those of `offers`.
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

/// The offers of a side, sorted so that their order tells nothing.
pub(crate) fn offers<S: System>(
    referee: &Referee<S>,
    side: Side,
    draft: Option<&S::Draft>,
) -> Result<Vec<Offer>, RefereeError> {
    let facts = facts(referee, side);
    let seat = side.seat();
    let offered = referee.offers(side, draft)?;
    let mut offers = naming(referee.seat(seat).names(), || {
        let offer = |offered: referee::Offered<S>| -> Result<Offer, serde_json::Error> {
            let written = serde_json::from_str(&offered.written)?;
            let (phrase, order, draft) = match &offered.choice {
                Choice::Order(order) => {
                    (S::describe_order(referee.setting(), seat, &facts, order), Some(written), None)
                }
                Choice::Draft(draft) => {
                    (S::describe_draft(referee.setting(), seat, &facts, draft), None, Some(written))
                }
            };
            written_phrase(phrase, order, draft)
        };
        offered.into_iter().map(offer).collect::<Result<Vec<_>, _>>()
    })
    .map_err(RefereeError::Unnamed)?;
    // By what they say, so that a verb stands in one place; what they say is the seat's own.
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
            undo: true,
        });
    }
    Ok(offers)
}

/// A part of a sentence as it is sorted: C9 comes before C10.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Digits that stand together.
    Number(u64),
    /// What stands between them.
    Text(String),
}

/// A sentence part by part.
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
        undo: false,
    })
}

/// What the seat sees, as the system's own facts.
pub(crate) fn facts<S: System>(referee: &Referee<S>, side: Side) -> Vec<S::Fact> {
    let mut facts = Vec::new();
    S::view(referee.eyes(side.seat()), &mut |fact| facts.push(fact));
    facts
}

/// Every verb that no order of a side's own pieces can use now, with the clause that comes nearest to allowing it.
/// That the enemy's pieces take no orders is not worth a line.
pub(crate) fn why_not<S: System>(referee: &Referee<S>, side: Side) -> Result<Vec<WhyNot>, RefereeError> {
    let seat = side.seat();
    let eyes = referee.eyes(seat);
    let facts = facts(referee, side);
    let scene = S::scene(referee.setting(), seat, &facts);
    let enemy = |piece: Piece| scene.pieces.iter().any(|shown| shown.piece == piece && shown.side != side);
    let mut verbs: BTreeMap<(String, String), Option<WhyNot>> = BTreeMap::new();
    let mut failure = None;
    naming(referee.seat(seat).names(), || {
        let mut offered: Vec<Choice<S>> = Vec::new();
        rules::offers::<S>(eyes, None, &mut offered);
        for choice in &offered {
            let phrase = match choice {
                Choice::Order(order) => S::describe_order(referee.setting(), seat, &facts, order),
                Choice::Draft(draft) => S::describe_draft(referee.setting(), seat, &facts, draft),
            };
            let piece = phrase.pieces.first().and_then(|piece| serde_json::to_value(piece).ok());
            verbs.insert((phrase.verb, piece.map(|piece| piece.to_string()).unwrap_or_default()), None);
        }
        S::wellformed_orders(eyes, Enumeration::EachKind, &mut |order| {
            let phrase = S::describe_order(referee.setting(), seat, &facts, &order);
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
            let key = (phrase.verb.clone(), piece.as_ref().map(Value::to_string).unwrap_or_default());
            match S::check(eyes, &order) {
                Ok(()) => {
                    verbs.insert(key, None);
                }
                Err(refusal) => {
                    let why = WhyNot {
                        verb: phrase.verb,
                        piece,
                        clause: refusal.clause.id().to_owned(),
                        why: refusal.why.into_owned(),
                    };
                    // Which of several reasons is told must not depend on the true order of the pieces.
                    let told = verbs.entry(key).or_insert_with(|| Some(why.clone()));
                    if told.as_ref().is_some_and(|told| (&why.clause, &why.why) < (&told.clause, &told.why)) {
                        *told = Some(why);
                    }
                }
            }
        });
    });
    match failure {
        Some(failure) => Err(failure),
        None => Ok(verbs.into_values().flatten().collect()),
    }
}
