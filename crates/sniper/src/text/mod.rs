//! English texts of facts, questions and reports, and the scene.

pub mod facts;
pub mod names;
pub mod questions;
pub mod reports;
pub mod scene;
mod victory;

use board::LocationId;
use rules::scene::{Out, Scene};
use rules::telling::FactWords;
use rules::{GameText, Reader, Seat};

use crate::setting::Setting;
use crate::state::Sniper;
use crate::state::report::Report;
use crate::state::step::Question;
use crate::view::fact::Fact;

impl GameText for Sniper {
    const FACTS: &'static [FactWords] = facts::FACTS;

    fn scene(setting: &Setting, seat: Seat, facts: &[Fact]) -> Scene {
        scene::scene(Reader { setting, seat, facts })
    }

    fn describe_question(_: &Setting, question: Question, _: &[Fact]) -> String {
        questions::describe(question)
    }

    fn describe_report(setting: &Setting, seat: Seat, facts: &[Fact], report: &Report) -> String {
        reports::describe(Reader { setting, seat, facts }, report)
    }

    fn out(report: &Report) -> Option<Out> {
        report.out()
    }

    fn summary(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
        reports::summary(Reader { setting, seat: Seat::Spectator, facts }, report)
    }

    fn victory(setting: &Setting) -> Vec<String> {
        victory::victory(setting)
    }

    fn place_words(setting: &Setting, at: LocationId) -> String {
        setting.words(at)
    }
}
