//! The frames of a WebSocket that is passed on (RFC 6455, 5.2), as far as needed to know where one ends.

/// Follows the bytes that a server sends. Frames of a server are not masked.
#[derive(Debug, Default)]
pub struct Frames {
    /// Bytes of the header of the present frame.
    header: [u8; 10],
    read: usize,
    /// Bytes of its payload that are still to come.
    payload: u64,
}

/// Operation of a frame that closes the connection.
const CLOSE: u8 = 8;

impl Frames {
    /// Takes the next bytes.
    pub fn take(&mut self, mut bytes: &[u8]) {
        while let Some((first, rest)) = bytes.split_first() {
            if self.payload > 0 {
                let skipped = self.payload.min(bytes.len() as u64);
                self.payload -= skipped;
                bytes = bytes.get(skipped as usize..).unwrap_or_default();
                continue;
            }
            if let Some(place) = self.header.get_mut(self.read) {
                *place = *first;
            }
            self.read += 1;
            bytes = rest;
            if let Some(payload) = self.length() {
                (self.read, self.payload) = (0, payload);
            }
        }
    }

    /// Returns the length of the payload, once the whole header was read.
    fn length(&self) -> Option<u64> {
        let [_, short, long @ ..] = self.header;
        let [a, b, ..] = long;
        match (short & 0x7f, self.read) {
            (126, 4..) => Some(u16::from_be_bytes([a, b]).into()),
            (127, 10..) => Some(u64::from_be_bytes(long)),
            (126 | 127, _) | (_, ..2) => None,
            (short, _) => Some(short.into()),
        }
    }

    /// Returns whether a frame may come next.
    #[must_use]
    pub fn is_between(&self) -> bool {
        self.read == 0 && self.payload == 0
    }
}

/// Returns a frame that closes the connection with a code and a reason of at most 100 bytes.
#[must_use]
pub fn closing(code: u16, why: &str) -> Vec<u8> {
    let mut frame = vec![0x80 | CLOSE, 2 + why.len() as u8];
    frame.extend(code.to_be_bytes());
    frame.extend(why.as_bytes());
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(payload: usize) -> Vec<u8> {
        let mut frame = match payload {
            ..126 => vec![0x81, payload as u8],
            126..65536 => [&[0x81, 126][..], &(payload as u16).to_be_bytes()].concat(),
            _ => [&[0x81, 127][..], &(payload as u64).to_be_bytes()].concat(),
        };
        frame.resize(frame.len() + payload, 0xff);
        frame
    }

    #[test]
    fn the_end_of_a_frame_is_found_however_it_is_cut() {
        let sizes = [0, 1, 125, 126, 127, 300, 65535, 65536, 70000, 0, 5];
        let all: Vec<u8> = sizes.iter().flat_map(|size| frame(*size)).collect();
        let ends: Vec<usize> = sizes
            .iter()
            .scan(0, |at, size| {
                *at += frame(*size).len();
                Some(*at)
            })
            .collect();
        for step in [1, 2, 3, 7, 1000, 65541, 1 << 20] {
            let (mut frames, mut at) = (Frames::default(), 0);
            for part in all.chunks(step) {
                frames.take(part);
                at += part.len();
                assert_eq!(frames.is_between(), ends.contains(&at), "{at} in steps of {step}");
            }
        }
    }

    #[test]
    fn a_closing_frame_is_one_frame() {
        let frame = closing(1001, "the server is shutting down");
        assert_eq!(frame[..4], [0x88, 29, 0x03, 0xe9]);
        let mut frames = Frames::default();
        frames.take(&frame);
        assert!(frames.is_between());
    }
}
