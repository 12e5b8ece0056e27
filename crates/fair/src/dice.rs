//! Faces out of the key.

use hmac::Mac;
use thiserror::Error;

use crate::framing::framed;
use crate::{Key, Stream};

/// Bytes from here up are thrown away: 252 is the greatest multiple of 6 that
/// fits a byte, so each face keeps exactly 42 of the rest.
const REJECTED_FROM: u8 = 252;

/// A recorded roll is not the one the key gives.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("roll {ordinal} of stream {stream:?} ({label}) is recorded as {recorded:?} but the key gives {given:?}")]
pub struct RollMismatch {
    /// The stream of the roll.
    pub stream: Stream,
    /// Its number within the stream, counted from 0.
    pub ordinal: u64,
    /// What it was said to be for.
    pub label: String,
    /// The faces in the record.
    pub recorded: Vec<u8>,
    /// The faces that the key gives.
    pub given: Vec<u8>,
}

impl Key {
    /// The faces, 1 to 6, of one roll of `dice` dice.
    ///
    /// `ordinal` is the number of the roll within its stream, counted from 0;
    /// `label` says what it is for. No two rolls of a stream may share an
    /// ordinal: fewer dice under the same ordinal and label are the beginning
    /// of more dice.
    ///
    /// The bytes of a roll are blocks of 32 bytes, one after another. Block
    /// number `n`, from 0, is HMAC-SHA-256 under the key over these, joined:
    ///
    /// 1. the 64-bit length 16, then the 16 bytes of `undercity/roll/1`;
    /// 2. one byte for the stream: 0 public, 1 side A, 2 side B;
    /// 3. `ordinal`, 64 bits;
    /// 4. the length of `label` in bytes of UTF-8, 64 bits, then those bytes;
    /// 5. `n`, 64 bits.
    ///
    /// All integers are unsigned and big-endian. The bytes are taken in order:
    /// 252 to 255 are skipped, any other byte `x` is a die of face
    /// `x % 6 + 1`. The dice come in the order in which they are found.
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

    /// [`Key::roll`] without allocation: one die for each place of `faces`.
    pub fn roll_into(&self, stream: Stream, ordinal: u64, label: &str, faces: &mut [u8]) {
        let mut found = (0..).flat_map(|n| self.block(stream, ordinal, label, n)).filter_map(face);
        for (place, face) in faces.iter_mut().zip(&mut found) {
            *place = face;
        }
    }

    /// Checks recorded faces against the key.
    ///
    /// # Errors
    /// [`RollMismatch`] when the key gives other faces. The number of dice is
    /// taken from the record: whether the rule asked for as many is not known here.
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
