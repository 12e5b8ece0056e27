//! English texts of questions and reports.

use board::LocationId;
use rules::scene::{Out, Scene};
use rules::{GameText, Question as _, Seat};

use crate::toys::hide::printed::ROUNDS;
use crate::toys::hide::setting::Setting;
use crate::toys::hide::state::{Hide, Question, Report};
use crate::toys::hide::view::fact::Fact;

impl<const LEAK: u8> GameText for Hide<LEAK> {
    const FACTS: &'static [rules::telling::FactWords] = &[];

    fn scene(_: &Setting, _: Seat, _: &[Fact]) -> Scene {
        Scene::default()
    }

    fn describe_question(_: &Setting, question: Question, _: &[Fact]) -> String {
        question.word().to_owned()
    }

    fn describe_report(_: &Setting, _: Seat, _: &[Fact], report: &Report) -> String {
        match report {
            Report::Barred { .. } => "barred".to_owned(),
            Report::Lost { .. } => "a mole is lost".to_owned(),
            Report::Heard { real, .. } => format!("something real: {real}"),
            Report::Pounced { caught } => format!("caught: {caught}"),
        }
    }

    fn out(_: &Report) -> Option<Out> {
        None
    }

    fn summary(_: &Setting, _: &[Fact], report: &Report) -> Option<String> {
        match report {
            Report::Barred { .. } => None,
            Report::Lost { .. } => Some("a mole is lost".to_owned()),
            Report::Heard { real, .. } => Some(format!("something real: {real}")),
            Report::Pounced { caught } => Some(format!("caught: {caught}")),
        }
    }

    fn victory(_: &Setting) -> Vec<String> {
        vec![
            "Moles win if one comes up at the end of the strip".to_owned(),
            format!("Otherwise hounds win after round {ROUNDS}, or once no mole is left"),
        ]
    }

    fn place_words(setting: &Setting, at: LocationId) -> String {
        setting
            .board
            .locations()
            .get(at.index())
            .map_or_else(|| "nowhere".to_owned(), |location| location.label.clone())
    }
}
