//! The keyed hash of an address that creates games.

use std::net::IpAddr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::StoreError;
use crate::client::Client;

/// Returns the keyed hash of an address. It hides addresses from a reader of the store, not from one who tries all
/// of them with the store's salt, so it is removed when the game is over.
pub fn hash(salt: &[u8], client: Client) -> Result<[u8; 32], StoreError> {
    let mut hash = Hmac::<Sha256>::new_from_slice(salt).map_err(|error| StoreError::Failed(error.to_string()))?;
    match client.address() {
        IpAddr::V4(address) => hash.update(&address.octets()),
        // A client is a network of 64 bits.
        IpAddr::V6(address) => hash.update(&address.octets()[..8]),
    }
    Ok(hash.finalize().into_bytes().into())
}
