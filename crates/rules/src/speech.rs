//! English text that all games need: counts and lists.

/// Formats a number with its noun: `1 hex`, `2 hexes`.
#[must_use]
pub fn counted(number: impl Into<usize>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Joins names for a sentence: `Ivan, Petrov and Sidorov`. Returns `no one` for an empty list.
#[must_use]
pub fn listed(names: &[String]) -> String {
    match names {
        [] => "no one".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns the text with its first letter capitalized.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_lists_read_as_in_a_sentence() {
        assert_eq!([counted(1u8, "hex", "hexes"), counted(0u8, "hex", "hexes")], ["1 hex", "0 hexes"]);
        let names = ["Ivan", "Petrov", "Sidorov"].map(str::to_owned);
        assert_eq!(listed(&names), "Ivan, Petrov and Sidorov");
        assert_eq!([listed(&names[..2]), listed(&names[..1]), listed(&[])], ["Ivan and Petrov", "Ivan", "no one"]);
        assert_eq!([capitalized("élan"), capitalized("")], ["Élan", ""]);
    }
}
