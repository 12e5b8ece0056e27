//! Hashing of several byte strings as one, so that no two lists of strings
//! ever feed the hash the same bytes.

use sha2::{Digest, Sha256};

/// Gives the parts to `sink`, each after its length (64 bits, big-endian).
pub(crate) fn framed(parts: &[&[u8]], mut sink: impl FnMut(&[u8])) {
    for part in parts {
        sink(&(part.len() as u64).to_be_bytes());
        sink(part);
    }
}

/// SHA-256 over the framed domain and the framed parts.
pub(crate) fn digest(domain: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    framed(&[domain.as_bytes()], |bytes| hash.update(bytes));
    framed(parts, |bytes| hash.update(bytes));
    hash.finalize().into()
}
