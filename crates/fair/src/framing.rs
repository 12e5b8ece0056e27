//! Hashing of several byte strings, framed such that different lists of strings never feed the same bytes to the hash.

use sha2::{Digest, Sha256};

/// Passes each part to `sink`, preceded by its length (64 bits, big-endian).
pub(crate) fn framed(parts: &[&[u8]], mut sink: impl FnMut(&[u8])) {
    for part in parts {
        sink(&(part.len() as u64).to_be_bytes());
        sink(part);
    }
}

/// Returns the SHA-256 of the framed domain and the framed parts.
pub(crate) fn digest(domain: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    framed(&[domain.as_bytes()], |bytes| hash.update(bytes));
    framed(parts, |bytes| hash.update(bytes));
    hash.finalize().into()
}
