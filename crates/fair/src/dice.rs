//! Dice faces computed from the key.

use hmac::Mac;
use thiserror::Error;

use crate::framing::framed;
use crate::{Key, Stream};

/// Bytes from this value up are discarded. 252 is the greatest multiple of 6 that fits a byte, and each face keeps
/// exactly 42 of the others.
const REJECTED_FROM: u8 = 252;

/// A recorded roll whose faces differ from those of the key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("roll {ordinal} of stream {stream:?} ({label}) is recorded as {recorded:?} but the key gives {given:?}")]
pub struct RollMismatch {
    /// The dice stream of the roll.
    pub stream: Stream,
    /// Index of the roll in its stream, from 0.
    pub ordinal: u64,
    /// The recorded label of the roll, such as `attack`.
    pub label: String,
    /// The recorded faces, each 1 to 6.
    pub recorded: Vec<u8>,
    /// The faces computed from the key.
    pub given: Vec<u8>,
}

impl Key {
    /// Returns the faces, 1 to 6, of one roll of `dice` dice.
    ///
    /// `ordinal` is the index of the roll in its stream, from 0; `label` names its purpose. No two rolls of a stream
    /// may share an ordinal: fewer dice under the same ordinal and label are the beginning of more dice.
    ///
    /// The bytes of a roll are blocks of 32 bytes, one after another. Block number `n`, from 0, is HMAC-SHA-256 under
    /// the key over the concatenation of:
    ///
    /// 1. the 64-bit length 16, then the 16 bytes of `undercity/roll/1`;
    /// 2. one byte for the stream: 0 public, 1 side A, 2 side B;
    /// 3. `ordinal`, 64 bits;
    /// 4. the length of `label` in bytes of UTF-8, 64 bits, then those bytes;
    /// 5. `n`, 64 bits.
    ///
    /// All integers are unsigned and big-endian. The bytes are taken in order: 252 to 255 are skipped, any other byte
    /// `x` is a die of face `x % 6 + 1`. The dice are returned in the order in which they are found.
    ///
    /// ```
    /// use fair::{Key, Stream};
    ///
    /// let key = Key::from([0; 32]);
    /// let faces = key.roll(Stream::Public, 0, "attack", 8);
    /// assert_eq!(faces, [5, 4, 1, 4, 4, 1, 2, 5]);
    /// ```
    #[must_use]
    pub fn roll(&self, stream: Stream, ordinal: u64, label: &str, dice: u8) -> Vec<u8> {
        let mut faces = vec![0; usize::from(dice)];
        self.roll_into(stream, ordinal, label, &mut faces);
        faces
    }

    /// Fills `faces` with the dice of one roll, without allocation: the faces that [`Key::roll`] returns for
    /// `faces.len()` dice.
    pub fn roll_into(&self, stream: Stream, ordinal: u64, label: &str, faces: &mut [u8]) {
        let mut found = (0..).flat_map(|n| self.block(stream, ordinal, label, n)).filter_map(face);
        for (place, face) in faces.iter_mut().zip(&mut found) {
            *place = face;
        }
    }

    /// Checks recorded faces against the key.
    ///
    /// # Errors
    /// Returns [`RollMismatch`] if the key gives other faces. The number of dice is taken from the record; whether the
    /// rule required that number is not checked.
    pub fn check(&self, stream: Stream, ordinal: u64, label: &str, recorded: &[u8]) -> Result<(), RollMismatch> {
        let mut given = vec![0; recorded.len()];
        self.roll_into(stream, ordinal, label, &mut given);
        if given == recorded {
            return Ok(());
        }
        Err(RollMismatch { stream, ordinal, label: label.to_owned(), recorded: recorded.to_vec(), given })
    }

    fn block(&self, stream: Stream, ordinal: u64, label: &str, n: u64) -> [u8; 32] {
        let mut mac = self.mac();
        framed(&[b"undercity/roll/1"], |bytes| mac.update(bytes));
        mac.update(&[stream.code()]);
        mac.update(&ordinal.to_be_bytes());
        framed(&[label.as_bytes()], |bytes| mac.update(bytes));
        mac.update(&n.to_be_bytes());
        mac.finalize().into_bytes().into()
    }
}

fn face(byte: u8) -> Option<u8> {
    (byte < REJECTED_FROM).then_some(byte % 6 + 1)
}
