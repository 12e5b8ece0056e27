//! Labels of hexes as printed on boards.
//!
//! There are two schemes. Lettered labels have letters for the column and a number for the row (`C4`, `1AA5` on board
//! 1). Digit labels have two digits for each (`1053` is the 53rd hex of column 10). After column Z the letters double:
//! AA, BB, CC.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The scheme of hex labels on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Labels {
    /// Column letters and a row number, after the number of the board if it has one.
    Letters {
        /// The number of the board, 1 to 255; `None` if labels contain none.
        board: Option<u8>,
    },
    /// Two digits for the column and two for the row, both from 01.
    Digits,
}

/// The columns that stand half a hex lower than their neighbours: the column offset, odd-q (`Second`) or even-q
/// (`First`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lowered {
    /// Every second column: B, D, … or 02, 04, …
    #[default]
    Second,
    /// The first column and every second one after it: A, C, … or 01, 03, …
    First,
}

impl Lowered {
    /// Whether the column, counted from 0, stands lower.
    pub const fn lowers(self, column: u16) -> bool {
        match self {
            Lowered::Second => column % 2 == 1,
            Lowered::First => column.is_multiple_of(2),
        }
    }
}

/// The parts of a hex label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The scheme in which it is written.
    pub labels: Labels,
    /// Column of the hex, counted from 0.
    pub column: u16,
    /// Row as printed: from 1, or 0 for the half hexes at the top of some lettered boards.
    pub row: u16,
}

/// The reason why a text is not a hex label.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LabelError {
    /// The text is empty.
    #[error("an empty hex label")]
    Empty,
    /// A lettered label has no letters, or different letters instead of one letter repeated.
    #[error("`{0}` has no column; expected letters like C or AA")]
    Column(String),
    /// The row number is missing, has leading zeros or exceeds 999.
    #[error("`{0}` has no row number")]
    Row(String),
    /// A digit label does not consist of exactly four digits.
    #[error("`{0}` is not four digits; expected a label like 1053")]
    FourDigits(String),
    /// The column or row is 00, which digit boards do not have.
    #[error("`{0}` has a column or row 00")]
    Zero(String),
    /// The board number is missing, wrong, or not allowed.
    #[error("`{text}` is not on {}", board_name(*.expected))]
    Board {
        /// The label as written.
        text: String,
        /// The number of the expected board; `None` if it has no number.
        expected: Option<u8>,
    },
}

fn board_name(number: Option<u8>) -> String {
    match number {
        Some(number) => format!("board {number}"),
        None => "a board without a number".to_owned(),
    }
}

impl Labels {
    /// Creates the label of a hex from its column (from 0) and row (as printed).
    pub const fn label(self, column: u16, row: u16) -> Label {
        Label { labels: self, column, row }
    }

    /// Parses a hex label in this scheme.
    ///
    /// # Errors
    /// Fails if the text is not a label of the scheme, or has another board number. Does not check whether the board
    /// has such a hex.
    pub fn parse(self, text: &str) -> Result<Label, LabelError> {
        let label = match self {
            Labels::Letters { .. } => letters(text)?,
            Labels::Digits => digits(text)?,
        };
        match (self, label.labels) {
            (Labels::Letters { board: expected }, Labels::Letters { board }) if expected != board => {
                Err(LabelError::Board { text: text.to_owned(), expected })
            }
            _ => Ok(label),
        }
    }

    /// Maximum number of columns that this scheme can name.
    pub const fn most_columns(self) -> u16 {
        match self {
            Labels::Letters { .. } => 26 * 4,
            Labels::Digits => 99,
        }
    }

    /// Maximum number of rows that this scheme can name.
    pub const fn most_rows(self) -> u16 {
        match self {
            Labels::Letters { .. } => 999,
            Labels::Digits => 99,
        }
    }
}

fn letters(text: &str) -> Result<Label, LabelError> {
    if text.is_empty() {
        return Err(LabelError::Empty);
    }
    let start = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(start);
    let end = rest.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(rest.len());
    let (column, row) = rest.split_at(end);
    let board = match number {
        "" => None,
        _ => match number.parse::<u8>() {
            Ok(board) if board > 0 && !number.starts_with('0') => Some(board),
            _ => {
                return Err(LabelError::Board { text: text.to_owned(), expected: None });
            }
        },
    };
    let column = column_number(column).ok_or_else(|| LabelError::Column(text.to_owned()))?;
    let row = row_number(row).ok_or_else(|| LabelError::Row(text.to_owned()))?;
    Ok(Labels::Letters { board }.label(column, row))
}

fn column_number(letters: &str) -> Option<u16> {
    let first = letters.bytes().next()?;
    let times = u16::try_from(letters.len()).ok()?;
    let repeated = letters.bytes().all(|letter| letter == first);
    let column = (times - 1).checked_mul(26)? + u16::from(first - b'A');
    (repeated && times <= 4).then_some(column)
}

fn row_number(digits: &str) -> Option<u16> {
    let plain = !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|d| d.is_ascii_digit());
    let padded = digits.len() > 1 && digits.starts_with('0');
    if plain && !padded { digits.parse().ok() } else { None }
}

fn digits(text: &str) -> Result<Label, LabelError> {
    if text.is_empty() {
        return Err(LabelError::Empty);
    }
    let number = match text.parse::<u16>() {
        Ok(number) if text.len() == 4 && text.bytes().all(|d| d.is_ascii_digit()) => number,
        _ => return Err(LabelError::FourDigits(text.to_owned())),
    };
    match (number / 100, number % 100) {
        (0, _) | (_, 0) => Err(LabelError::Zero(text.to_owned())),
        (column, row) => Ok(Labels::Digits.label(column - 1, row)),
    }
}

impl FromStr for Label {
    type Err = LabelError;

    /// Parses a label of either scheme: four digits, or letters with a number.
    fn from_str(text: &str) -> Result<Self, LabelError> {
        if text.bytes().all(|c| c.is_ascii_digit()) { digits(text) } else { letters(text) }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.labels {
            Labels::Digits => write!(f, "{:02}{:02}", self.column + 1, self.row),
            Labels::Letters { board } => {
                if let Some(board) = board {
                    write!(f, "{board}")?;
                }
                let letter = (b'A' + (self.column % 26) as u8) as char;
                for _ in 0..=self.column / 26 {
                    write!(f, "{letter}")?;
                }
                write!(f, "{}", self.row)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn labels_of_both_schemes() {
        let label: Label = "1AA5".parse().unwrap();
        assert_eq!(label, Labels::Letters { board: Some(1) }.label(26, 5));
        assert_eq!(label.to_string(), "1AA5");
        let label: Label = "1053".parse().unwrap();
        assert_eq!((label.column, label.row), (9, 53));
        assert_eq!("B0".parse::<Label>().unwrap().row, 0);
    }

    #[test]
    fn what_is_no_label() {
        let lettered = Labels::Letters { board: None };
        assert_eq!(lettered.parse(""), Err(LabelError::Empty));
        assert_eq!(lettered.parse("AB4"), Err(LabelError::Column("AB4".into())));
        assert_eq!(lettered.parse("C"), Err(LabelError::Row("C".into())));
        assert_eq!(lettered.parse("C04"), Err(LabelError::Row("C04".into())));
        assert_eq!(lettered.parse("ß4"), Err(LabelError::Column("ß4".into())));
        assert_eq!(lettered.parse("1C4"), Err(LabelError::Board { text: "1C4".into(), expected: None }));
        assert_eq!(Labels::Digits.parse("105"), Err(LabelError::FourDigits("105".into())));
        assert_eq!(Labels::Digits.parse("+105"), Err(LabelError::FourDigits("+105".into())));
        assert_eq!(Labels::Digits.parse("0053"), Err(LabelError::Zero("0053".into())));
    }

    proptest! {
        #[test]
        fn a_label_reads_back(column in 0u16..99, row in 1u16..100, board in proptest::option::of(1u8..)) {
            for labels in [Labels::Letters { board }, Labels::Digits] {
                let label = labels.label(column, row);
                prop_assert_eq!(labels.parse(&label.to_string()), Ok(label));
            }
        }

        #[test]
        fn no_text_panics(text in ".*") {
            if let Ok(label) = text.parse::<Label>() {
                prop_assert_eq!(label.to_string(), text);
            }
        }
    }
}
