//! Fixed values, computed by a separate implementation in JavaScript from the
//! description in the crate's documentation. They never change: a recorded
//! game must verify under every later version.

use fair::{Binding, Chain, Commitments, GameId, Key, Nonce, Salt, Seal, Seat, Stream};
use serde::Deserialize;

fn key() -> Key {
    Key::combine(&Nonce::from([1; 32]), &Nonce::from([2; 32]), &Nonce::from([3; 32]))
}

/// Computed by separate implementations in Python and JavaScript; the tests of the web page read this file too.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Promised {
    nonces: Parties,
    game: GameId,
    version1: Commitments,
    version2: Commitments,
    version2_b_with_the_nonce_of_a: fair::Commitment,
}

#[derive(Deserialize)]
struct Parties {
    referee: Nonce,
    a: Nonce,
    b: Nonce,
}

#[test]
fn commitments_of_both_versions() {
    let promised: Promised = serde_json::from_str(include_str!("commitments.json")).unwrap();
    let nonces = [promised.nonces.referee, promised.nonces.a, promised.nonces.b];
    assert_eq!(Binding::Nonce.commitments(&nonces), promised.version1);
    let binding = Binding::Game(promised.game);
    assert_eq!(binding.commitments(&nonces), promised.version2);
    // The second seat that commits to the nonce of the first publishes another value.
    let copied = binding.seat(Seat::B, &promised.version2.referee, &promised.nonces.a);
    assert_eq!(copied, promised.version2_b_with_the_nonce_of_a);
    assert_eq!((Binding::Nonce.version(), binding.version()), (1, 2));
}

#[test]
fn combined_key() {
    assert_eq!(key().to_hex(), "4f5c562995e2965091129f1a09d0b86d0803dd1e93b330a0942734311d303886");
}

#[test]
fn rolls() {
    let key = key();
    assert_eq!(key.roll(Stream::Public, 0, "attack", 10), [6, 2, 5, 3, 5, 4, 5, 2, 4, 6]);
    assert_eq!(key.roll(Stream::A, 0, "attack", 10), [5, 2, 2, 1, 5, 2, 3, 3, 5, 4]);
    assert_eq!(key.roll(Stream::B, (1 << 32) + 7, "défense ✦", 10), [1, 6, 6, 6, 1, 5, 1, 3, 5, 6]);
    assert_eq!(key.roll(Stream::Public, u64::MAX, "", 6), [2, 1, 6, 6, 5, 5]);
}

/// 255 dice need eight blocks and meet rejected bytes; the last die shows whether both were handled correctly.
#[test]
fn a_roll_of_many_blocks() {
    let faces = key().roll(Stream::Public, 1, "long", 255);
    assert_eq!(faces[..10], [2, 4, 3, 6, 4, 1, 2, 1, 3, 5]);
    assert_eq!(faces[245..], [3, 2, 2, 4, 1, 6, 1, 5, 2, 2]);
}

#[test]
fn seal() {
    assert_eq!(
        Seal::close(&Salt::from([9; 32]), b"a squad").to_hex(),
        "9d6e95f8d0d5735dec37e2d3ea928e20fc7c0394c72a096f635246ad2102a5f2"
    );
}

#[test]
fn chain() {
    let mut chain = Chain::start("ledger");
    let heads = [chain.head(), chain.advance(b"one"), chain.advance(b"")];
    assert_eq!(
        heads.map(|head| head.to_hex()),
        [
            "826f30e5e24944c20aae4b5d2f2ee9e4565108e91fd60739f73e87e1a74f1831",
            "378ca13b402060dbabbfc91d21f5b7ad80ea715eedd0a89767c98d75000a10c4",
            "7b94654daf1c66911c5f83854be2108f4f0cca57736bc61892b18c5aadd8e398",
        ]
    );
}
