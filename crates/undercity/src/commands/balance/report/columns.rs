//! Histograms of numbers, as columns.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Approximate maximum number of columns in a histogram.
pub const MOST: usize = 12;
/// Number of columns from which a narrow page shows only every second label.
const MANY: usize = 7;
/// Size of the drawing, in its own units.
const WIDE: f64 = 600.0;
const HIGH: f64 = 90.0;
/// Maximum width of a column.
const WIDEST: f64 = 60.0;
/// Height of the labels above and below the columns.
const WORDS: f64 = 16.0;

/// The label of a column, and its number of games.
pub type Column = (String, usize);

/// Draws columns with their labels. The highest column fills the drawing; each shows its share of all games above it.
pub fn columns(page: &mut String, counts: &[Column], games: usize) -> std::fmt::Result {
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let (wide, all) = ((WIDE / counts.len().max(1) as f64).min(WIDEST), HIGH + 2.0 * WORDS);
    let said: Vec<String> = counts.iter().map(|(name, count)| format!("{name}: {count}")).collect();
    let many = if counts.len() < MANY { "" } else { " many" };
    write!(
        page,
        "<svg class=\"columns{many}\" viewBox=\"0 0 {WIDE} {all}\" role=\"img\" aria-label=\"{}\">",
        said.join(", ")
    )?;
    for (n, (name, count)) in counts.iter().enumerate() {
        let (high, left) = (HIGH * *count as f64 / most as f64, wide * n as f64);
        let (top, middle) = (WORDS + HIGH - high, left + wide / 2.0);
        let (gap, width) = (wide * 0.1, wide * 0.8);
        write!(
            page,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{high:.1}\"/>",
            left + gap
        )?;
        let between = if n % 2 == 0 { "" } else { " class=\"between\"" };
        write!(page, "<text x=\"{middle:.1}\" y=\"{:.1}\"{between}>{name}</text>", all - 4.0)?;
        if *count > 0 {
            let share = 100.0 * *count as f64 / games.max(1) as f64;
            write!(page, "<text x=\"{middle:.1}\" y=\"{:.1}\">{share:.0}%</text>", top - 3.0)?;
        }
    }
    write!(page, "</svg>")
}

/// Groups numbers into columns of one round width, without gaps between the least and the greatest.
pub fn binned(values: &[usize]) -> Vec<Column> {
    let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else { return Vec::new() };
    let wide = round_width(most - least);
    (least / wide..=most / wide)
        .map(|bin| {
            let name = if wide == 1 { bin.to_string() } else { format!("{}+", bin * wide) };
            (name, values.iter().filter(|value| *value / wide == bin).count())
        })
        .collect()
}

/// Returns the least of 1, 2, 5, 10, 20, 50 and so on that gives few enough columns.
fn round_width(range: usize) -> usize {
    let decades = (0..).map(|power| 10_usize.pow(power));
    let widths = decades.flat_map(|ten| [ten, 2 * ten, 5 * ten]);
    widths.take_while(|width| *width <= range).find(|width| range / width + 2 <= MOST).unwrap_or(range.max(1))
}

/// Splits values of the form “number words” with equal words: returns the words, and a column for each number.
pub fn numbered(values: &BTreeMap<String, usize>) -> Option<(&str, Vec<Column>)> {
    let split = |value: &str| {
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        value.get(..digits)?.parse::<usize>().ok().map(|number| (number, digits))
    };
    let first = values.keys().next()?;
    let unit = first.get(split(first)?.1..)?;
    let mut all = Vec::new();
    for (value, count) in values {
        let (number, digits) = split(value)?;
        if value.get(digits..) != Some(unit) {
            return None;
        }
        all.extend(std::iter::repeat_n(number, *count));
    }
    Some((unit.trim_start(), binned(&all))).filter(|(_, columns)| columns.len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_of_one_round_width() {
        assert_eq!(binned(&[3, 5, 3]), [("3".to_owned(), 2), ("4".to_owned(), 0), ("5".to_owned(), 1)]);
        let wide = binned(&[203, 311, 390]);
        assert_eq!(wide.first().map(|(name, count)| (name.as_str(), *count)), Some(("200+", 1)));
        assert_eq!(wide.iter().map(|(_, count)| count).sum::<usize>(), 3);
        assert!(wide.len() <= MOST);
        assert_eq!(binned(&[7]), [("7".to_owned(), 1)]);
        assert!(binned(&[]).is_empty());
    }

    #[test]
    fn numbers_with_the_same_words_are_one_drawing() {
        let of = |values: &[(&str, usize)]| {
            values.iter().map(|(value, n)| ((*value).to_owned(), *n)).collect::<BTreeMap<_, _>>()
        };
        let points = of(&[("0 of 4", 2), ("2 of 4", 1)]);
        let (unit, columns) = numbered(&points).expect("numbers");
        assert_eq!((unit, columns.len()), ("of 4", 3));
        assert!(numbered(&of(&[("German", 2), ("Soviet", 1)])).is_none());
        assert!(numbered(&of(&[("1 of 4", 2), ("1 of 5", 1)])).is_none());
        assert!(numbered(&of(&[("5 of 5", 2)])).is_none(), "the same in every game");
    }
}
