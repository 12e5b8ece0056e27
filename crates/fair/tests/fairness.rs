//! Tests that dice are uniform and streams independent. The key is fixed, and these tests either always pass or always
//! fail.

use fair::{Key, Stream};

const KEY: [u8; 32] = [42; 32];

/// Returns Pearson's statistic of counts that should all be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    counts.iter().map(|&count| f64::from(count) - expected).map(|off| off * off / expected).sum()
}

fn index(first: u8, second: u8) -> usize {
    usize::from(first - 1) * 6 + usize::from(second - 1)
}

#[test]
fn every_face_is_as_likely() {
    let key = Key::from(KEY);
    for stream in Stream::ALL {
        let mut counts = [0; 6];
        for ordinal in 0..2_000 {
            for face in key.roll(stream, ordinal, "even", 40) {
                counts[usize::from(face - 1)] += 1;
            }
        }
        // 5 degrees of freedom: exceeds 20.5 by chance once in a thousand.
        assert!(chi_square(&counts) < 20.5, "{stream:?}: {counts:?}");
    }
}

/// 35 degrees of freedom: exceeds 66.6 by chance once in a thousand.
const PAIRS_LIMIT: f64 = 66.6;

#[test]
fn streams_are_independent() {
    let key = Key::from(KEY);
    for (one, other) in [(Stream::Public, Stream::A), (Stream::Public, Stream::B), (Stream::A, Stream::B)] {
        let mut counts = [0; 36];
        for ordinal in 0..20_000 {
            let [mut x, mut y] = [[0], [0]];
            key.roll_into(one, ordinal, "pair", &mut x);
            key.roll_into(other, ordinal, "pair", &mut y);
            counts[index(x[0], y[0])] += 1;
        }
        assert!(chi_square(&counts) < PAIRS_LIMIT, "{one:?} {other:?}: {counts:?}");
    }
}

#[test]
fn neighbouring_rolls_are_independent() {
    let key = Key::from(KEY);
    let mut counts = [0; 36];
    for ordinal in 0..20_000 {
        let [mut x, mut y] = [[0], [0]];
        key.roll_into(Stream::Public, ordinal, "next", &mut x);
        key.roll_into(Stream::Public, ordinal + 1, "next", &mut y);
        counts[index(x[0], y[0])] += 1;
    }
    assert!(chi_square(&counts) < PAIRS_LIMIT, "{counts:?}");
}

#[test]
fn labels_are_independent() {
    let key = Key::from(KEY);
    let mut counts = [0; 36];
    for ordinal in 0..20_000 {
        let [mut x, mut y] = [[0], [0]];
        key.roll_into(Stream::Public, ordinal, "attack", &mut x);
        key.roll_into(Stream::Public, ordinal, "defence", &mut y);
        counts[index(x[0], y[0])] += 1;
    }
    assert!(chi_square(&counts) < PAIRS_LIMIT, "{counts:?}");
}
