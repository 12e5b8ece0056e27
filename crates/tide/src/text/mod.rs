//! English text for views, questions and reports, and scenes for clients.

mod facts;
pub mod names;
mod questions;
mod reports;
mod scene;
mod victory;

use board::LocationId;
use rules::scene::{Out, Scene};
use rules::telling::FactWords;
use rules::{GameText, Reader, Seat};

use crate::setting::Setting;
use crate::state::Tide;
use crate::state::report::Report;
use crate::state::step::Question;
use crate::view::fact::Fact;

impl GameText for Tide {
    const FACTS: &'static [FactWords] = facts::FACTS;

    fn scene(setting: &Setting, seat: Seat, facts: &[Fact]) -> Scene {
        scene::scene(setting, seat, facts)
    }

    fn describe_question(setting: &Setting, question: Question, facts: &[Fact]) -> String {
        questions::describe(Reader { setting, seat: Seat::Spectator, facts }, question)
    }

    fn describe_report(setting: &Setting, seat: Seat, facts: &[Fact], report: &Report) -> String {
        reports::describe(Reader { setting, seat, facts }, report)
    }

    fn out(report: &Report) -> Option<Out> {
        reports::out(report)
    }

    fn summary(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
        reports::summary(Reader { setting, seat: Seat::Spectator, facts }, report)
    }

    fn victory(setting: &Setting) -> Vec<String> {
        victory::victory(setting)
    }

    fn place_words(setting: &Setting, at: LocationId) -> String {
        names::place_words(setting, at).to_owned()
    }
}
