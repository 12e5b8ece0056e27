//! Properties that hold for any bytes.

use fair::{
    Binding, Chain, Commitment, Commitments, GameId, Head, HexError, Key, Nonce, Ordinals, Salt, Seal, Seat, Stream,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn stream() -> impl Strategy<Value = Stream> {
    prop::sample::select(Stream::ALL.to_vec())
}

fn head_of(tag: &str, entries: &[Vec<u8>]) -> Head {
    let mut chain = Chain::start(tag);
    for entry in entries {
        chain.advance(entry);
    }
    chain.head()
}

fn survives_json<T>(value: &T) -> bool
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq,
{
    serde_json::to_string(value).and_then(|text| serde_json::from_str::<T>(&text)).is_ok_and(|read| read == *value)
}

proptest! {
    #[test]
    fn a_commitment_opens_for_its_own_nonce_only(game: [u8; 32], nonces: [[u8; 32]; 3], other: [u8; 32]) {
        let [referee, a, b] = nonces.map(Nonce::from);
        for binding in [Binding::Nonce, Binding::Game(game.into())] {
            let published = binding.commitments(&[referee, a, b]);
            prop_assert!(published.opened_by_referee(binding, &referee));
            prop_assert!(published.opened_by(binding, Seat::A, &a) && published.opened_by(binding, Seat::B, &b));
            prop_assert_eq!(published.opened_by(binding, Seat::A, &other.into()), other == nonces[1]);
            prop_assert_eq!(published.opened_by(binding, Seat::B, &other.into()), other == nonces[2]);
        }
    }

    /// A commitment copied from another party or game opens with no nonce that the copier can obtain.
    #[test]
    fn no_commitment_of_version_2_can_be_copied(game: [u8; 32], other: [u8; 32], nonces: [[u8; 32]; 3]) {
        let [referee, a, _] = nonces.map(Nonce::from);
        let binding = Binding::Game(game.into());
        let Commitments { referee: own, a: first, .. } = binding.commitments(&[referee, a, a]);
        for copied in [first, own] {
            let published = Commitments { referee: own, a: first, b: copied };
            prop_assert!(!published.opened_by(binding, Seat::B, &a) && !published.opened_by(binding, Seat::B, &referee));
        }
        // Made for another game, or after another commitment of the referee, it does not open here.
        if other != game {
            let elsewhere = Binding::Game(other.into());
            prop_assert!(elsewhere.referee(&referee) != own);
            prop_assert!(elsewhere.seat(Seat::A, &own, &a) != first);
            prop_assert!(binding.seat(Seat::A, &elsewhere.referee(&referee), &a) != first);
        }
        // In version 1 every copy opened.
        let old = Binding::Nonce.commitments(&[referee, a, a]);
        prop_assert!(old.opened_by(Binding::Nonce, Seat::B, &a) && old.a == old.b);
    }

    #[test]
    fn every_party_moves_the_key(nonces: [[u8; 32]; 3], party in 0..3_usize, byte in 0..32_usize) {
        let combine = |[referee, a, b]: [[u8; 32]; 3]| Key::combine(&referee.into(), &a.into(), &b.into());
        let mut changed = nonces;
        changed[party][byte] ^= 1;
        prop_assert!(combine(nonces) != combine(changed));
    }

    #[test]
    fn faces_are_faces_and_check(
        key: [u8; 32], stream in stream(), ordinal: u64, label in ".{0,20}", dice: u8,
    ) {
        let key = Key::from(key);
        let faces = key.roll(stream, ordinal, &label, dice);
        prop_assert_eq!(faces.len(), usize::from(dice));
        prop_assert!(faces.iter().all(|face| (1..=6).contains(face)));
        prop_assert!(key.check(stream, ordinal, &label, &faces).is_ok());
    }

    #[test]
    fn fewer_dice_begin_more_dice(key: [u8; 32], ordinal: u64, few in 0..100_u8, more in 100_u8..) {
        let key = Key::from(key);
        let long = key.roll(Stream::A, ordinal, "prefix", more);
        prop_assert!(long.starts_with(&key.roll(Stream::A, ordinal, "prefix", few)));
    }

    #[test]
    fn a_changed_die_is_noticed(key: [u8; 32], dice in 1..=60_u8, at: prop::sample::Index) {
        let key = Key::from(key);
        let mut faces = key.roll(Stream::B, 3, "defence", dice);
        let at = at.index(faces.len());
        let truth = faces.clone();
        faces[at] = faces[at] % 6 + 1;
        let mismatch = key.check(Stream::B, 3, "defence", &faces).unwrap_err();
        prop_assert_eq!(mismatch.given, truth);
        prop_assert_eq!(mismatch.recorded, faces);
    }

    #[test]
    fn a_seal_opens_for_what_it_closed_only(
        salt: [u8; 32], item in vec(any::<u8>(), 0..60), other in vec(any::<u8>(), 0..60),
    ) {
        let salt = Salt::from(salt);
        let seal = Seal::close(&salt, &item);
        prop_assert!(seal.open(&salt, &item).is_ok());
        prop_assert_eq!(seal.open(&salt, &other).is_ok(), item == other);
    }

    #[test]
    fn a_chain_knows_its_entries(
        one in vec(vec(any::<u8>(), 0..4), 0..6), other in vec(vec(any::<u8>(), 0..4), 0..6),
    ) {
        prop_assert_eq!(head_of("t", &one) == head_of("t", &other), one == other);
        prop_assert!(head_of("t", &one) != head_of("u", &one));
    }

    #[test]
    fn everything_survives_being_written(bytes: [u8; 32]) {
        prop_assert!(survives_json(&Nonce::from(bytes)));
        prop_assert!(survives_json(&Commitment::from(bytes)));
        prop_assert!(survives_json(&GameId::from(bytes)));
        prop_assert!(survives_json(&Binding::Nonce.commitments(&[Nonce::from(bytes); 3])));
        prop_assert!(survives_json(&Key::from(bytes)));
        prop_assert!(survives_json(&Salt::from(bytes)));
        prop_assert!(survives_json(&Seal::from(bytes)));
        prop_assert!(survives_json(&Head::from(bytes)));
        prop_assert!(survives_json(&Chain::from(Head::from(bytes))));
        prop_assert_eq!(Head::from(bytes).to_string().to_uppercase().parse(), Ok(Head::from(bytes)));
    }

    #[test]
    fn no_text_panics(text in ".{0,80}") {
        let is_hex = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        prop_assert_eq!(text.parse::<Nonce>().is_ok(), is_hex);
    }
}

#[test]
fn bad_hex_is_named() {
    assert_eq!("abc".parse::<Head>(), Err(HexError::Length { found: 3 }));
    let mut text = "0".repeat(63);
    text.push('g');
    assert_eq!(text.parse::<Head>(), Err(HexError::Digit { found: 'g', at: 63 }));
    let error = serde_json::from_str::<Head>("\"0\"").unwrap_err();
    assert!(error.to_string().contains("expected 64 hexadecimal digits"), "{error}");
}

#[test]
fn secrets_do_not_show_in_debug() {
    let shown = format!("{:?} {:?} {:?}", Nonce::from([1; 32]), Key::from([1; 32]), Salt::from([1; 32]));
    assert_eq!(shown, "Nonce(secret) Key(secret) Salt(secret)");
}

#[test]
fn streams_count_for_themselves() {
    let mut ordinals = Ordinals::default();
    for stream in Stream::ALL {
        assert_eq!((ordinals.take(stream), ordinals.take(stream)), (0, 1));
    }
    assert!(survives_json(&ordinals));
}
