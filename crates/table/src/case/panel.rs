//! The keys that make a case an explained page.

use board::scenario::Spanned;
use serde::Deserialize;

use super::form::Mistake;
use super::step::{Listed, Patterns, Step, Word};
use super::words::known;

/// The table `[explained]` of a case file, which makes the case an explained page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainedHead {
    /// Name of the side that the reader is.
    pub side: Word,
    /// What the page explains, in one or two sentences.
    pub about: Word,
}

/// The table `[step.panel]`: what is said of the position after the step, and whose views of it are drawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PanelStep {
    /// Heading of a few words.
    pub title: String,
    /// One to three sentences.
    pub say: Word,
    /// Ids of the clauses that these rest on.
    pub clauses: Listed<String>,
    /// Names of the seats whose views are drawn.
    pub show: Listed<String>,
    /// Labels of Locations from which to which an arrow leads, in the reader's own view.
    #[serde(default)]
    pub arrow: Listed<String>,
    /// Probabilities of results of the step's order, over all results of its dice.
    #[serde(default)]
    pub chances: Vec<Spanned<ResultChance>>,
}

/// The probability that a seat sees certain facts, and doesn't see others, once an order is carried out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultChance {
    /// The probability in percent, rounded to a whole number.
    pub percent: u8,
    /// Seat whose view it is about.
    pub seat: Word,
    /// Facts that must be in the seat's view.
    #[serde(default)]
    pub sees: Patterns,
    /// Facts that must not be in the seat's view.
    #[serde(default)]
    pub not_sees: Patterns,
}

impl PanelStep {
    /// Checks the names of seats and clauses.
    ///
    /// # Errors
    /// The first name that is unknown.
    pub fn check_words<'a, I: Iterator<Item = &'a str>>(
        &self,
        seats: impl Fn() -> I,
        clause: impl Fn(&str) -> Result<(), String>,
    ) -> Result<(), Mistake> {
        for seat in self.show.iter() {
            known("seat", seat.get_ref(), seats()).map_err(|why| (seat.span().start, format!("`show`: {why}")))?;
        }
        for chance in self.chances.iter().map(Spanned::get_ref) {
            let place = chance.seat.span().start;
            known("seat", chance.seat.get_ref(), seats()).map_err(|why| (place, format!("`chances`: {why}")))?;
            if chance.sees.is_empty() && chance.not_sees.is_empty() {
                return Err((place, "`chances` tests nothing; expected `sees` or `not_sees` beside `seat`".to_owned()));
            }
        }
        for id in self.clauses.iter() {
            clause(id.get_ref()).map_err(|why| (id.span().start, format!("`clauses`: {why}")))?;
        }
        Ok(())
    }

    /// Returns this panel with each pattern of a fact converted by `fact`.
    ///
    /// # Errors
    /// The first error of `fact`.
    pub fn read(&self, fact: impl Fn(&Patterns) -> Result<Patterns, Mistake>) -> Result<Self, Mistake> {
        let chance = |chance: &Spanned<ResultChance>| {
            let (sees, not_sees) = (fact(&chance.get_ref().sees)?, fact(&chance.get_ref().not_sees)?);
            Ok(Spanned::new(chance.span(), ResultChance { sees, not_sees, ..chance.get_ref().clone() }))
        };
        let chances = self.chances.iter().map(chance).collect::<Result<_, _>>()?;
        Ok(PanelStep { chances, ..self.clone() })
    }

    /// Returns the numbers before each `%` in the text.
    pub fn percents(&self) -> Vec<u8> {
        let parts: Vec<&str> = self.say.get_ref().split('%').collect();
        let before = parts.split_last().map_or(&[][..], |(_, before)| before);
        let number = |part: &&str| part.trim_end().rsplit(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok();
        before.iter().filter_map(number).collect()
    }
}

/// Checks that panels are in explained pages, which have at least one.
///
/// # Errors
/// A panel in another case.
/// A page without a panel, or one that is a guided game too.
pub fn check<'a>(
    head: Option<&ExplainedHead>,
    is_guide: bool,
    mut steps: impl Iterator<Item = (usize, &'a Step)>,
) -> Result<(), Mistake> {
    let panel = steps.find_map(|(_, step)| step.panel.as_ref()).map(|panel| panel.span().start);
    match (head, panel) {
        (Some(head), _) if is_guide => {
            Err((head.side.span().start, "a case is an explained page or a guided game, not both".to_owned()))
        }
        (Some(head), None) => Err((
            head.about.span().start,
            "an explained page shows something; expected a step with `[step.panel]`".to_owned(),
        )),
        (None, Some(place)) => Err((
            place,
            "`panel` belongs to an explained page; expected a table `[explained]` at the top of the file".to_owned(),
        )),
        _ => Ok(()),
    }
}
