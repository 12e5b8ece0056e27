//! `[about]`: what helps a player to choose the scenario. No rule depends on it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::document::Document;
use super::reader::Reader;

/// Largest number of words in `teaches`: the start page shows it on one line.
const WORDS: usize = 12;

/// How much a scenario asks of its players, compared with others of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Difficulty {
    /// For a player who has never played this game.
    #[serde(rename = "first game")]
    FirstGame,
    /// Few units and special rules.
    #[serde(rename = "easy")]
    Easy,
    /// For players who know the rules.
    #[serde(rename = "medium")]
    Medium,
    /// Many units, special rules or secrets at once.
    #[serde(rename = "hard")]
    Hard,
}

impl Difficulty {
    /// Returns the word of scenario files, such as `first game`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Difficulty::FirstGame => "first game",
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// `[about]`: Help with the choice of a scenario. No rule depends on it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// What players learn by playing it, in at most 12 words.
    #[schemars(with = "Option<String>")]
    pub teaches: Option<Spanned<String>>,
    /// How much it asks of its players.
    pub difficulty: Option<Difficulty>,
    /// The side for a player who plays it for the first time. Default: the first side.
    #[schemars(with = "Option<String>")]
    pub side: Option<Spanned<String>>,
}

/// Reads the section and checks the number of words.
pub(super) fn read(reader: &mut Reader<'_>) -> About {
    let about = reader.section_or_default::<About>("about").value;
    if let Some(teaches) = &about.teaches {
        let words = teaches.get_ref().split_whitespace().count();
        if words == 0 || words > WORDS {
            let problem = Diagnostic::new(format!("`teaches` has {words} words"));
            reader.error(teaches.span(), problem.label(format!("expected 1 to {WORDS}")));
        }
    }
    about
}

impl Document {
    /// Checks that the side in `[about]` is one of the system's sides.
    ///
    /// # Errors
    /// The side is not one of `sides`.
    pub fn check_about(&self, sides: &[&str]) -> Result<(), Diagnostics> {
        let mut reader = self.reader();
        let Some(side) = reader.head().about.side else { return Ok(()) };
        let errors = reader.problems.len();
        reader.word("side", &side, sides);
        let problems = reader.problems.split_off(errors);
        if problems.is_empty() { Ok(()) } else { Err(Diagnostics::new(self.source(), problems)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_about(lines: &str) -> (About, String) {
        let text = format!("title = \"A\"\nsystem = \"any\"\n[about]\n{lines}\n");
        let document = Document::parse("a.toml", &text).expect("TOML");
        let mut reader = document.reader();
        let about = reader.head().about;
        let told = reader.finish().err().map_or_else(String::new, |problems| format!("{problems:?}"));
        (about, told)
    }

    #[test]
    fn every_word_for_the_difficulty_is_read() {
        for difficulty in [Difficulty::FirstGame, Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
            let (about, told) = read_about(&format!("difficulty = \"{}\"", difficulty.word()));
            assert_eq!((about.difficulty, told.as_str()), (Some(difficulty), ""));
        }
    }

    #[test]
    fn mistakes_are_reported() {
        for (lines, words) in [
            ("difficulty = \"easyy\"", "easyy"),
            ("teaches = \"\"", "`teaches` has 0 words"),
            ("teaches = \"one two three four five six seven eight nine ten eleven twelve thirteen\"", "has 13 words"),
            ("teachs = \"sewers\"", "teachs"),
        ] {
            let (_, told) = read_about(lines);
            assert!(told.contains(words), "{words}: {told}");
        }
        assert_eq!(read_about("teaches = \"one two three four five six seven eight nine ten eleven twelve\"").1, "");
    }

    #[test]
    fn the_side_must_be_one_of_the_game() {
        let text = "title = \"A\"\nsystem = \"any\"\n[about]\nside = \"nort\"\n";
        let document = Document::parse("a.toml", text).expect("TOML");
        let told = format!("{:?}", document.check_about(&["north", "south"]).expect_err("there is no such side"));
        assert!(told.contains("did you mean `north`?"), "{told}");
        assert!(document.check_about(&["nort", "south"]).is_ok());
    }
}
