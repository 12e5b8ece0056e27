//! The invariants of the suite, kept by this system.

use rand::RngExt;
use rand::rngs::StdRng;
use referee::ledger::ScenarioText;
use rules::Seat;
use suite::Tested;

use crate::Tide;
use crate::muster::Muster;
use crate::position::{Action, Card, Place, Position, SOVIET};
use crate::setting::Setting;

const FIRST: &str = include_str!("../../../scenarios/tide/first.toml");

fn scenario(name: &str, text: String) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text }
}

impl Tested for Tide {
    /// Who saw a squad go below knows where its marker lies and how far it can have come; a scramble puts both anywhere.
    const SPREAD: f64 = 0.2;

    fn scenarios() -> Vec<ScenarioText> {
        vec![
            scenario("hidden.toml", format!("{FIRST}hidden_sewers = true\n")),
            scenario("first.toml", FIRST.to_owned()),
        ]
    }

    /// Whoever may not look below cannot tell on which card a squad is, where its marker lies and how far it has come,
    /// nor which of two squads below has acted.
    fn scramble(setting: &Setting, position: &Position, seat: Seat, rng: &mut StdRng) -> Option<Position> {
        if !setting.options.hidden_sewers || seat == Seat::Side(SOVIET) {
            return None;
        }
        let shown =
            position.active.filter(|active| active.action == Action::SewerAssault).map(|active| active.piece.index());
        let mut other = position.clone();
        let hidden: Vec<usize> = (0..other.squads.len())
            .filter(|n| Some(*n) != shown && matches!(other.squads[*n].place, Place::Below(_)))
            .collect();
        if hidden.is_empty() {
            return None;
        }
        let mut sheets = Vec::new();
        for n in &hidden {
            let Place::Below(card) = other.squads[*n].place else { return None };
            sheets.push(other.cards[card.index()].take()?);
        }
        let shift = rng.random_range(0..sheets.len());
        let flags: Vec<bool> = sheets.iter().map(|sheet| sheet.fatigued).collect();
        for (n, sheet) in sheets.iter_mut().enumerate() {
            sheet.fatigued = flags[(n + shift) % flags.len()];
            sheet.covered = rng.random_range(1..=setting.options.track.len() as u8);
            sheet.entrance = setting.tokens[rng.random_range(0..setting.tokens.len())];
        }
        let mut free: Vec<Card> = setting.cards().filter(|card| other.cards[card.index()].is_none()).collect();
        for (n, sheet) in hidden.into_iter().zip(sheets) {
            let card = free.swap_remove(rng.random_range(0..free.len()));
            other.cards[card.index()] = Some(sheet);
            other.squads[n].place = Place::Below(card);
        }
        other.muster = Muster::of(&other.squads);
        Some(other)
    }
}

suite::invariants!(Tide);

/// What is hidden is guessed in many ways, not always in the same.
#[test]
fn guesses_spread() {
    suite::samples_spread::<Tide>();
}

/// A whole stretch of play as a spectator hears it: any change of behaviour shows in review.
#[test]
fn a_playthrough_reads_as_before() {
    insta::assert_snapshot!(suite::golden_playthrough::<Tide>(40));
}
