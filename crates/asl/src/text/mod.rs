//! Facts and reports as English text and as a scene.

pub mod below;
pub mod close;
pub mod facts;
pub mod fights;
pub mod names;
pub mod questions;
pub mod reports;
pub mod routs;
pub mod scene;
mod victory;

use board::LocationId;
use rules::scene::{Out, Scene};
use rules::speech::capitalized;
use rules::telling::FactWords;
use rules::{GameText, Reader, Seat};

use crate::setting::Setting;
use crate::state::Asl;
use crate::state::report::Report;
use crate::state::step::Question;
use crate::view::fact::Fact;

impl GameText for Asl {
    const FACTS: &'static [FactWords] = facts::FACTS;

    fn scene(setting: &Setting, seat: Seat, facts: &[Fact]) -> Scene {
        scene::scene(setting, seat, facts)
    }

    fn describe_question(setting: &Setting, question: Question, facts: &[Fact]) -> String {
        questions::describe(Reader { setting, seat: Seat::Spectator, facts }, question)
    }

    fn describe_report(setting: &Setting, seat: Seat, facts: &[Fact], report: &Report) -> String {
        capitalized(&reports::describe(Reader { setting, seat, facts }, report))
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
        setting.words(at)
    }
}
