//! Lists that only grow, know the bytes of their content, and whose earlier parts are packed.

use std::borrow::Cow;
use std::fmt;
use std::io::{Read, Write};
use std::sync::{Arc, OnceLock};

use board::naming::{Name, Named, Naming, naming};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Something whose memory is estimated.
pub(crate) trait Weight {
    /// Returns the estimated bytes that it takes in memory.
    fn weight(&self) -> usize;
}

/// Reads a list from its packed text.
type Unpack<T> = fn(&[u8]) -> Option<Vec<T>>;

/// The names that a list is written in.
pub(crate) type Names = Arc<dyn Naming + Send + Sync>;

/// Names for a list of texts, which needs none.
pub(crate) struct NoNames;

impl Naming for NoNames {
    fn name(&self, _: Named, _: u16) -> Option<Name> {
        None
    }

    fn id(&self, _: Named, _: &Name) -> Option<u16> {
        None
    }
}

/// A part of a list as compressed JSON, with the names that it was written in.
struct Packed<T> {
    bytes: Arc<[u8]>,
    /// Number of elements.
    length: usize,
    names: Names,
    unpack: Unpack<T>,
}

impl<T> Clone for Packed<T> {
    fn clone(&self) -> Self {
        let Packed { length, unpack, .. } = *self;
        Packed { bytes: Arc::clone(&self.bytes), length, names: Arc::clone(&self.names), unpack }
    }
}

impl<T> Packed<T> {
    fn list(&self) -> Option<Vec<T>> {
        naming(Arc::clone(&self.names) as Arc<dyn Naming>, || (self.unpack)(&self.bytes))
    }
}

/// Weight of the elements at the end of a list that stay at hand.
const AT_HAND: usize = 8_192;
/// Largest weight of a part when it is packed, so that packing never takes long.
const PART: usize = 65_536;
/// Number of small parts that are packed together: a larger part packs better.
const TOGETHER: usize = 8;

/// A list that only grows. Its earlier parts can be packed. A look at them unpacks them and keeps nothing of it, so how
/// long it takes depends on what is packed alone.
pub(crate) struct History<T> {
    packed: Vec<Packed<T>>,
    /// Number of parts at the end of `packed` that are small and as they were made.
    small: usize,
    /// Number of elements that are packed.
    before: usize,
    /// The elements after those that are packed, with the sum of their weights.
    end: Vec<T>,
    end_weight: usize,
    /// All elements, once they are asked for as one list.
    whole: OnceLock<Vec<T>>,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        History { packed: Vec::new(), small: 0, before: 0, end: Vec::new(), end_weight: 0, whole: OnceLock::new() }
    }
}

impl<T: Clone> Clone for History<T> {
    fn clone(&self) -> Self {
        History { packed: self.packed.clone(), end: self.end.clone(), whole: OnceLock::new(), ..*self }
    }
}

impl<T> fmt::Debug for History<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").field("length", &self.len()).finish_non_exhaustive()
    }
}

impl<T: Weight> History<T> {
    pub(crate) fn push(&mut self, one: T) {
        self.whole = OnceLock::new();
        self.end_weight += one.weight();
        self.end.push(one);
    }

    /// Returns the estimated bytes that the list takes in memory now.
    pub(crate) fn bytes(&self) -> usize {
        let packed: usize = self.packed.iter().map(|packed| packed.bytes.len()).sum();
        let whole = self.whole.get().map_or(0, |whole| whole.iter().map(T::weight).sum());
        packed + self.end_weight + whole
    }
}

impl<T> History<T> {
    /// Number of elements.
    pub(crate) fn len(&self) -> usize {
        self.before + self.end.len()
    }
}

impl<T: Clone> History<T> {
    /// Returns the elements from number `from` on, unless some of them are packed.
    pub(crate) fn at_hand(&self, from: usize) -> Option<&[T]> {
        let from = from.checked_sub(self.before)?;
        Some(self.end.get(from..).unwrap_or_default())
    }

    /// Returns the elements from number `from` on.
    ///
    /// # Panics
    /// What is packed can't be read, although it was read back when it was packed. With an empty list in its place the
    /// game would continue wrongly.
    #[allow(clippy::expect_used)]
    pub(crate) fn since(&self, from: usize) -> Cow<'_, [T]> {
        if let Some(list) = self.at_hand(from) {
            return list.into();
        }
        let (mut first, mut list) = (0, Vec::new());
        for packed in &self.packed {
            if first + packed.length > from {
                let part = packed.list().expect("a packed list can be read");
                list.extend(part.into_iter().skip(from.saturating_sub(first)));
            }
            first += packed.length;
        }
        list.extend_from_slice(&self.end);
        list.into()
    }

    /// Returns the whole list, and keeps it until the list grows or is packed.
    pub(crate) fn whole(&self) -> &[T] {
        if self.packed.is_empty() { &self.end } else { self.whole.get_or_init(|| self.since(0).into_owned()) }
    }
}

impl<T: Serialize + DeserializeOwned + PartialEq + Weight> History<T> {
    /// Packs earlier elements in these names, if that is worth it: those before number `keep`, and not the latest. What
    /// can't be written, or would be read otherwise, stays as it is. Returns whether there may be more to pack.
    pub(crate) fn pack(&mut self, names: Names, keep: usize) -> bool {
        self.whole = OnceLock::new();
        if self.end_weight < 2 * AT_HAND {
            return false;
        }
        let most = PART.min(self.end_weight - AT_HAND);
        let mut weight = 0;
        let weights = self.end.iter().take(keep.saturating_sub(self.before)).map(T::weight);
        let number = weights.take_while(|one| (weight + one <= most).then(|| weight += one).is_some()).count();
        if weight < AT_HAND {
            return false;
        }
        let Some(packed) = Packed::of(&self.end[..number], names) else { return false };
        self.packed.push(packed);
        self.end.drain(..number);
        self.end.shrink_to(2 * self.end.len());
        self.end_weight -= weight;
        self.before += number;
        self.small = if weight < PART / 2 { self.small + 1 } else { 0 };
        if self.small >= TOGETHER {
            self.pack_together();
        }
        self.end_weight >= 2 * AT_HAND
    }

    /// Makes one part of the small ones. They stay as they are if that can't be done.
    fn pack_together(&mut self) {
        let first = self.packed.len() - self.small;
        self.small = 0;
        let Some(last) = self.packed.last() else { return };
        let lists: Option<Vec<Vec<T>>> = self.packed.iter().skip(first).map(Packed::list).collect();
        let list: Option<Vec<T>> = lists.map(|lists| lists.into_iter().flatten().collect());
        if let Some(together) = list.and_then(|list| Packed::of(&list, Arc::clone(&last.names))) {
            self.packed.truncate(first);
            self.packed.push(together);
        }
    }
}

impl<T: Serialize + DeserializeOwned + PartialEq> Packed<T> {
    /// Packs a list; `None` if it can't be written, or would be read otherwise.
    fn of(list: &[T], names: Names) -> Option<Self> {
        let bytes = naming(Arc::clone(&names) as Arc<dyn Naming>, || written(list))?;
        let packed = Packed { bytes: bytes.into(), length: list.len(), names, unpack: read };
        packed.list().is_some_and(|read| read == list).then_some(packed)
    }
}

fn written<T: Serialize>(list: &[T]) -> Option<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    serde_json::to_writer(&mut encoder, list).ok()?;
    encoder.flush().ok()?;
    encoder.finish().ok()
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<Vec<T>> {
    let mut text = Vec::new();
    DeflateDecoder::new(bytes).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

impl<T: Weight> FromIterator<T> for History<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let mut history = History::default();
        all.into_iter().for_each(|one| history.push(one));
        history
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(number: usize) -> History<String> {
        (0..number).map(line).collect()
    }

    fn line(number: usize) -> String {
        format!("line {number} of many that are alike")
    }

    /// Packs all that can be packed.
    fn pack<T: Serialize + DeserializeOwned + PartialEq + Weight>(list: &mut History<T>, keep: usize) {
        while list.pack(Arc::new(NoNames), keep) {}
    }

    #[test]
    fn the_total_is_the_sum_of_what_was_added() {
        let mut lines = lines(2);
        lines.push("x".repeat(1000));
        assert_eq!(lines.bytes(), lines.whole().iter().map(String::weight).sum::<usize>());
        assert!(lines.bytes() > 1000 && lines.len() == 3);
        assert_eq!(History::<String>::default().bytes(), 0);
    }

    #[test]
    fn a_packed_list_takes_little_and_is_read_as_it_was() {
        let (mut packed, plain) = (lines(5000), lines(5000));
        pack(&mut packed, 5000);
        let little = packed.bytes();
        assert!(little * 5 < plain.bytes(), "{little} of {}", plain.bytes());
        assert_eq!(packed.len(), 5000);
        // The end is at hand.
        assert!(matches!(packed.since(4990), Cow::Borrowed(_)));
        for from in [0, 1, 700, 1500, 3333, 4990, 4999, 5000, 5001] {
            assert_eq!(packed.since(from), plain.since(from), "from {from}");
        }
        assert_eq!(packed.bytes(), little, "nothing is kept of a look");
        let copy = packed.clone();
        assert_eq!(packed.whole(), plain.whole());
        assert!(packed.bytes() > plain.bytes(), "the whole is kept");
        pack(&mut packed, 5000);
        assert_eq!(packed.bytes(), little);
        assert_eq!(copy.whole(), plain.whole());
    }

    #[test]
    fn what_must_stay_at_hand_stays() {
        let mut list = lines(5000);
        pack(&mut list, 3000);
        assert!(matches!(list.since(3000), Cow::Borrowed(_)));
        assert!(matches!(list.since(2000), Cow::Owned(_)));
        let bytes = list.bytes();
        pack(&mut list, 3000);
        assert_eq!(list.bytes(), bytes);
    }

    #[test]
    fn a_list_that_is_packed_again_and_again_grows_as_a_plain_one() {
        let (mut packed, mut plain) = (lines(0), lines(0));
        for number in 0..3000 {
            for list in [&mut packed, &mut plain] {
                list.push(line(number));
            }
            packed.pack(Arc::new(NoNames), number);
            assert!(packed.bytes() < 2 * AT_HAND + plain.bytes() / 4, "{} of {}", packed.bytes(), plain.bytes());
            assert_eq!((packed.len(), packed.since(number)), (plain.len(), plain.since(number)));
            if number % 500 == 0 {
                assert_eq!(packed.since(number / 2), plain.since(number / 2));
            }
        }
        assert_eq!(packed.whole(), plain.whole());
        assert!(packed.packed.len() > 3 && packed.packed.len() < 20, "{} parts", packed.packed.len());
    }

    /// Text that is read back otherwise.
    #[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
    struct Lossy {
        #[serde(skip)]
        number: u8,
    }

    impl Weight for Lossy {
        fn weight(&self) -> usize {
            AT_HAND
        }
    }

    #[test]
    fn what_would_be_read_otherwise_stays_plain() {
        let list = [1, 2, 3].map(|number| Lossy { number });
        let mut history: History<Lossy> = list.iter().cloned().collect();
        pack(&mut history, 3);
        assert_eq!(history.whole(), list);
        assert_eq!(history.bytes(), 3 * AT_HAND);
    }
}
