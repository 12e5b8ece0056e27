//! What offers are as numbers: their keys, by which they are sorted, and their features.

use rules::{Choice, System};
use serde::Serialize;

use crate::flat::{Leaf, Leaves, Part, Unnumbered, flatten};

/// The features of an offer, in this order. Each is 0 where an offer has nothing of the kind.
///
/// - `kind`: the kind of order, from 1, in the order of `undercity words`; drafts follow from 257.
/// - `piece`, `piece2`: the first two pieces, by the seat's own numbers for them, from 1. Pieces that the draft chosen
///   doesn't have come first.
/// - `at`, `at2`: where these pieces are: the index of the place, plus 1.
/// - `place`, `place2`: the first two places that the offer names, likewise.
/// - `number`, `number2`: its first two words or numbers: the index of the word, or the number itself, plus 1.
/// - `others`: number of its further pieces, places, words and numbers.
pub const FEATURES: [&str; 10] =
    ["kind", "piece", "at", "piece2", "at2", "place", "place2", "number", "number2", "others"];

/// The features of one offer: see [`FEATURES`].
pub type Features = [i32; FEATURES.len()];

const KIND: usize = 0;
const PIECES: [usize; 2] = [1, 3];
const PLACES: [usize; 2] = [5, 6];
const NUMBERS: [usize; 2] = [7, 8];
const OTHERS: usize = 9;
/// What is added to the kinds of drafts.
const DRAFTS: i32 = 256;

/// Number of pieces that have features of their own.
const SHOWN: usize = PIECES.len();

/// Where the pieces are that a seat sees, by their handles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whereabouts {
    /// The place of each handle; `None` for one that is nowhere.
    places: Vec<Option<u16>>,
    /// The handles that are somewhere.
    put: Vec<u16>,
}

impl Whereabouts {
    pub(crate) fn clear(&mut self) {
        for handle in self.put.drain(..) {
            self.places[usize::from(handle)] = None;
        }
    }

    /// Puts a piece to a place, if it is nowhere.
    pub(crate) fn put(&mut self, handle: u16, place: u16) {
        let at = usize::from(handle);
        if self.places.len() <= at {
            self.places.resize(at + 1, None);
        }
        if self.places[at].is_none() {
            self.places[at] = Some(place);
            self.put.push(handle);
        }
    }

    pub(crate) fn of(&self, handle: u16) -> Option<u16> {
        self.places.get(usize::from(handle)).copied().flatten()
    }
}

/// The offers of a seat, sorted by their keys.
///
/// A key is what an offer is made of, as numbers in the seat's own names. So the order of a list follows from nothing
/// but what is offered, and different offers have different places.
#[derive(Debug)]
pub(crate) struct Sorted<S: System> {
    choices: Vec<Choice<S>>,
    numbers: Vec<u32>,
    /// Where the key of each offer ends in `numbers`, with its features.
    keys: Vec<(usize, Features)>,
    /// Indices of offers, in the order of their keys.
    order: Vec<u16>,
}

impl<S: System> Default for Sorted<S> {
    fn default() -> Self {
        Sorted { choices: Vec::new(), numbers: Vec::new(), keys: Vec::new(), order: Vec::new() }
    }
}

impl<S: System> Sorted<S> {
    /// Lists the offers of a seat, at first or after a draft. Must be called in the naming scope of the seat's numbers. With
    /// `free`, which tells for each kind of order whether it is free, only orders that are not free are listed, if there
    /// are any.
    ///
    /// # Errors
    /// An offer has no form as numbers: a defect of the system.
    pub(crate) fn list(
        &mut self,
        eyes: S::Eyes<'_>,
        draft: Option<&S::Draft>,
        free: Option<&[bool]>,
    ) -> Result<(), Unnumbered> {
        self.choices.clear();
        rules::offers::<S>(eyes, draft, &mut self.choices);
        self.numbers.clear();
        self.keys.clear();
        let chosen = draft.map(pieces).transpose()?.unwrap_or_default();
        for choice in &self.choices {
            let features = spell::<S>(choice, &chosen, &mut self.numbers)?;
            self.keys.push((self.numbers.len(), features));
        }
        self.order.clear();
        self.order.extend((0u16..).take(self.choices.len()));
        if let Some(free) = free {
            let counts = |offer: &u16| {
                let offer = usize::from(*offer);
                let is_order = matches!(self.choices.get(offer), Some(Choice::Order(_)));
                is_order && self.keys.get(offer).is_some_and(|(_, features)| !is_free(features, free))
            };
            if self.order.iter().any(counts) {
                self.order.retain(counts);
            }
        }
        let (numbers, keys) = (&self.numbers, &self.keys);
        let key = |offer: u16| {
            let end = |offer: usize| keys.get(offer).map_or(0, |(end, _)| *end);
            let offer = usize::from(offer);
            numbers.get(offer.checked_sub(1).map_or(0, end)..end(offer)).unwrap_or_default()
        };
        self.order.sort_unstable_by(|one, other| key(*one).cmp(key(*other)));
        Ok(())
    }

    /// Number of offers.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns an offer by its place in the order of keys.
    pub(crate) fn get(&self, place: usize) -> Option<&Choice<S>> {
        self.choices.get(usize::from(*self.order.get(place)?))
    }

    /// Whether the order at a place in the order of keys is free. `free` tells it for each kind of order.
    pub(crate) fn is_free(&self, place: usize, free: &[bool]) -> bool {
        let features = self.order.get(place).and_then(|offer| self.keys.get(usize::from(*offer)));
        features.is_some_and(|(_, features)| is_free(features, free))
    }

    /// The features of the offers, in the order of keys.
    pub(crate) fn features(&self, where_: &Whereabouts) -> impl Iterator<Item = Features> {
        self.order.iter().filter_map(move |offer| {
            let (_, features) = self.keys.get(usize::from(*offer))?;
            Some(placed(*features, where_))
        })
    }
}

fn is_free(features: &Features, free: &[bool]) -> bool {
    usize::try_from(features[KIND] - 1).ok().and_then(|kind| free.get(kind)).copied().unwrap_or_default()
}

/// Returns the features of a draft.
///
/// # Errors
/// It has no form as numbers: a defect of the system.
pub(crate) fn features_of_draft<S: System>(draft: S::Draft, where_: &Whereabouts) -> Result<Features, Unnumbered> {
    Ok(placed(spell::<S>(&Choice::Draft(draft), &[], &mut Vec::new())?, where_))
}

/// Adds the places of the pieces.
fn placed(mut features: Features, where_: &Whereabouts) -> Features {
    for piece in PIECES {
        let handle = u16::try_from(features[piece]).ok().filter(|handle| *handle > 0);
        features[piece + 1] = handle.and_then(|handle| where_.of(handle)).map_or(0, |place| i32::from(place) + 1);
    }
    features
}

/// Returns the handles of the pieces that an order or a draft names.
///
/// # Errors
/// It has no form as numbers: a defect of the system.
pub(crate) fn pieces(of: &impl Serialize) -> Result<Vec<u16>, Unnumbered> {
    struct Pieces(Vec<u16>);
    impl Leaves for Pieces {
        fn begin(&mut self, _: Part) {}
        fn end(&mut self) {}
        fn leaf(&mut self, leaf: Leaf<'_>) {
            if let Leaf::Piece(handle) = leaf {
                self.0.push(handle);
            }
        }
    }
    let mut pieces = Pieces(Vec::new());
    flatten(of, &mut pieces)?;
    Ok(pieces.0)
}

/// Appends the key of an offer, and returns its features. `chosen` are the pieces of the draft that it follows.
fn spell<S: System>(choice: &Choice<S>, chosen: &[u16], numbers: &mut Vec<u32>) -> Result<Features, Unnumbered> {
    let (features, later) = (Features::default(), [0; SHOWN]);
    let mut spelling = Spelling { numbers, chosen, later, features, depth: 0 };
    match choice {
        Choice::Order(order) => {
            spelling.put(0);
            flatten(order, &mut spelling)?;
        }
        Choice::Draft(draft) => {
            spelling.put(1);
            flatten(draft, &mut spelling)?;
            spelling.features[KIND] += DRAFTS;
        }
    }
    for handle in spelling.later {
        if handle > 0 {
            spelling.note(PIECES, handle);
        }
    }
    Ok(spelling.features)
}

/// Writes a key, and takes note of features.
struct Spelling<'a> {
    numbers: &'a mut Vec<u32>,
    chosen: &'a [u16],
    /// The first pieces that were chosen before, whose features come after those of the others.
    later: [i32; SHOWN],
    features: Features,
    /// Number of parts that have begun and not ended.
    depth: usize,
}

/// Ends a list or a text. It is lower than [`ELEMENT`], so a list comes before those that continue it.
const END: u32 = u32::MAX - 2;
/// Begins an element of a list.
const ELEMENT: u32 = u32::MAX - 1;
/// Stands for nothing.
const NOTHING: u32 = u32::MAX;

impl Spelling<'_> {
    fn put(&mut self, number: u32) {
        self.numbers.push(number);
    }

    /// Writes a feature to the first of its places that is free.
    fn note(&mut self, places: [usize; 2], value: i32) {
        let free = places.into_iter().find(|place| self.features[*place] == 0);
        match free {
            Some(place) => self.features[place] = value,
            None => self.features[OTHERS] += 1,
        }
    }
}

impl Leaves for Spelling<'_> {
    fn begin(&mut self, part: Part) {
        match part {
            Part::Variant(_, index) => {
                self.put(index);
                if self.depth == 0 {
                    self.features[KIND] = index as i32 + 1;
                } else {
                    self.note(NUMBERS, index as i32 + 1);
                }
            }
            // Fields are known by their order: those left out are written as nothing.
            Part::Field(..) => {}
            Part::Element(_) => self.put(ELEMENT),
        }
        self.depth += 1;
    }

    fn end(&mut self) {
        self.depth -= 1;
    }

    fn close(&mut self) {
        self.put(END);
    }

    fn leaf(&mut self, leaf: Leaf<'_>) {
        match leaf {
            Leaf::Piece(handle) => {
                self.put(u32::from(handle));
                if !self.chosen.contains(&handle) {
                    self.note(PIECES, i32::from(handle));
                } else if let Some(later) = self.later.iter_mut().find(|later| **later == 0) {
                    *later = i32::from(handle);
                } else {
                    self.features[OTHERS] += 1;
                }
            }
            Leaf::Place(place) => {
                self.put(u32::from(place));
                self.note(PLACES, i32::from(place) + 1);
            }
            Leaf::Side(side) => {
                self.put(u32::from(side));
                self.note(NUMBERS, i32::from(side) + 1);
            }
            Leaf::Word(_, index) if self.depth == 0 => {
                self.put(index);
                self.features[KIND] = index as i32 + 1;
            }
            Leaf::Word(_, index) => {
                self.put(index);
                self.note(NUMBERS, index as i32 + 1);
            }
            Leaf::Number(number) => {
                // Two words that compare as the number does.
                self.put((number >> 32) as u32 ^ (1 << 31));
                self.put(number as u32);
                self.note(NUMBERS, i32::try_from(number).unwrap_or(i32::MAX - 1).saturating_add(1));
            }
            Leaf::Nothing => self.put(NOTHING),
            Leaf::Text(text) => {
                text.bytes().for_each(|byte| self.put(u32::from(byte)));
                self.put(END);
                self.features[OTHERS] += 1;
            }
        }
    }
}
