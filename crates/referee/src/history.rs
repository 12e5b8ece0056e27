//! Lists that only grow, know the bytes of their content, and are packed while a game rests.

use std::fmt;
use std::io::{Read, Write};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use board::naming::{Naming, naming};
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

/// A list as compressed JSON, with the names that it was written in.
struct Packed<T> {
    bytes: Arc<[u8]>,
    names: Names,
    unpack: Unpack<T>,
}

impl<T> Clone for Packed<T> {
    fn clone(&self) -> Self {
        Packed { bytes: Arc::clone(&self.bytes), names: Arc::clone(&self.names), unpack: self.unpack }
    }
}

impl<T> Packed<T> {
    fn list(&self) -> Option<Vec<T>> {
        naming(Arc::clone(&self.names) as Arc<dyn Naming>, || (self.unpack)(&self.bytes))
    }
}

/// A list that only grows. It can be packed; then the first look at its content unpacks it.
pub(crate) struct History<T> {
    /// The list; empty while it is packed.
    list: OnceLock<Vec<T>>,
    /// The same list, unless elements were added since.
    packed: Option<Packed<T>>,
    length: usize,
    /// Sum of the weights.
    weight: usize,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        History { list: OnceLock::from(Vec::new()), packed: None, length: 0, weight: 0 }
    }
}

impl<T: Clone> Clone for History<T> {
    fn clone(&self) -> Self {
        History { list: self.list.clone(), packed: self.packed.clone(), length: self.length, weight: self.weight }
    }
}

impl<T> fmt::Debug for History<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").field("length", &self.length).field("weight", &self.weight).finish_non_exhaustive()
    }
}

impl<T: Weight> History<T> {
    pub(crate) fn push(&mut self, one: T) {
        self.length += 1;
        self.weight += one.weight();
        // Whatever is packed must be read before it is given up.
        self.list();
        self.packed = None;
        if let Some(list) = self.list.get_mut() {
            list.push(one);
        }
    }
}

impl<T> History<T> {
    /// Number of elements.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Returns the estimated bytes that the list takes in memory now.
    pub(crate) fn bytes(&self) -> usize {
        let packed = self.packed.as_ref().map_or(0, |packed| packed.bytes.len());
        packed + if self.list.get().is_some() { self.weight } else { 0 }
    }

    /// Returns the list, unpacked if necessary.
    ///
    /// # Panics
    /// The list can't be read, although it was read back when it was packed. With an empty list in its place the game
    /// would continue wrongly.
    #[allow(clippy::expect_used)]
    fn list(&self) -> &Vec<T> {
        self.list.get_or_init(|| self.packed.as_ref().and_then(Packed::list).expect("a packed list can be read"))
    }
}

impl<T: Serialize + DeserializeOwned + PartialEq> History<T> {
    /// Packs the list, written in these names. It stays as it is if it can't be written, or would be read otherwise.
    pub(crate) fn pack(&mut self, names: Names) {
        if self.packed.is_none() {
            let packed = naming(Arc::clone(&names) as Arc<dyn Naming>, || written(self.list()))
                .map(|bytes| Packed { bytes: bytes.into(), names, unpack: read })
                .filter(|packed| packed.list().as_ref() == Some(self.list()));
            let Some(packed) = packed else { return };
            self.packed = Some(packed);
        }
        self.list = OnceLock::new();
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

impl<T> Deref for History<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.list()
    }
}

impl<T: Weight> FromIterator<T> for History<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let list = Vec::from_iter(all);
        let (length, weight) = (list.len(), list.iter().map(T::weight).sum());
        History { list: OnceLock::from(list), packed: None, length, weight }
    }
}

#[cfg(test)]
mod tests {
    use board::naming::{Name, Named};

    use super::*;

    /// Names of nothing: texts need none.
    struct Nothing;

    impl Naming for Nothing {
        fn name(&self, _: Named, _: u16) -> Option<Name> {
            None
        }

        fn id(&self, _: Named, _: &Name) -> Option<u16> {
            None
        }
    }

    fn lines(number: usize) -> History<String> {
        (0..number).map(|n| format!("line {n} of many that are alike")).collect()
    }

    #[test]
    fn the_total_is_the_sum_of_what_was_added() {
        let mut lines = lines(2);
        lines.push("x".repeat(1000));
        assert_eq!(lines.bytes(), lines.iter().map(String::weight).sum::<usize>());
        assert!(lines.bytes() > 1000 && lines.len() == 3);
        assert_eq!(History::<String>::default().bytes(), 0);
    }

    #[test]
    fn a_packed_list_takes_little_and_is_read_as_it_was() {
        let (mut packed, plain) = (lines(500), lines(500));
        packed.pack(Arc::new(Nothing));
        assert!(packed.bytes() * 5 < plain.bytes(), "{} of {}", packed.bytes(), plain.bytes());
        assert_eq!(packed.len(), 500);
        let copy = packed.clone();
        assert_eq!(packed[..], plain[..]);
        assert!(packed.bytes() > plain.bytes(), "it is kept in both forms, so that packing again is free");
        packed.pack(Arc::new(Nothing));
        assert!(packed.bytes() * 5 < plain.bytes());
        assert_eq!(copy[..], plain[..]);
    }

    #[test]
    fn a_packed_list_grows_as_a_plain_one() {
        let (mut packed, mut plain) = (lines(100), lines(100));
        for n in 0..3 {
            packed.pack(Arc::new(Nothing));
            for list in [&mut packed, &mut plain] {
                list.push(format!("more {n}"));
            }
            assert_eq!((packed.len(), packed.bytes()), (plain.len(), plain.bytes()));
            assert_eq!(packed[..], plain[..]);
        }
    }

    /// Text that is read back otherwise.
    #[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
    struct Lossy {
        #[serde(skip)]
        number: u8,
    }

    impl Weight for Lossy {
        fn weight(&self) -> usize {
            1
        }
    }

    #[test]
    fn what_would_be_read_otherwise_stays_plain() {
        let mut list: History<Lossy> = [Lossy { number: 1 }].into_iter().collect();
        list.pack(Arc::new(Nothing));
        assert_eq!(list[..], [Lossy { number: 1 }]);
        assert_eq!(list.bytes(), 1);
    }
}
