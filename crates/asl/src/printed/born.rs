//! Names of pieces that come into play after the start: what is added to the name of the piece they came out of.

use crate::printed::kind::{Class, Kind};

/// Numbers from here on are heroes.
const HEROES: u8 = 128;

/// Returns the number for the end of a name: `2` or `hero`.
#[must_use]
pub fn number(end: &str) -> Option<u8> {
    let (first, number) = match end.strip_prefix("hero") {
        Some("") => return Some(HEROES),
        Some(number) => (HEROES - 1, number),
        None => (0, end),
    };
    // A name is written in one way only.
    let n = number.parse::<u8>().ok().filter(|n| (2..HEROES).contains(n) && n.to_string() == number)?;
    first.checked_add(n)
}

/// Returns the end of the name: `2`, `3`… for a half-squad, `hero`, `hero2`… for a hero. `None` for 0, a piece of the
/// scenario.
#[must_use]
pub fn end(number: u8) -> Option<String> {
    match number {
        0 => None,
        HEROES => Some("hero".to_owned()),
        n if n > HEROES => Some(format!("hero{}", n - HEROES + 1)),
        n => Some(n.to_string()),
    }
}

/// Returns the first number for a piece of this kind.
#[must_use]
pub fn first(kind: Kind) -> u8 {
    if kind.class() == Class::Hero { HEROES } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_names_are_read_as_they_are_written() {
        for name in ["2", "3", "63", "hero", "hero2"] {
            assert_eq!(number(name).and_then(end).as_deref(), Some(name));
        }
        for name in ["", "0", "1", "02", "hero1", "hero02", "heroes", "x"] {
            assert_eq!(number(name), None, "{name}");
        }
    }
}
