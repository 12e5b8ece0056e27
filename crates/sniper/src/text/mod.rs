//! Facts, questions and reports in words for people, and as a scene.

pub mod facts;
pub mod names;
pub mod questions;
pub mod reports;
pub mod scene;

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

    fn ask(_: &Setting, question: Question, _: &[Fact]) -> String {
        questions::ask(question)
    }

    fn tell(setting: &Setting, seat: Seat, facts: &[Fact], report: &Report) -> String {
        reports::tell(Reader { setting, seat, facts }, report)
    }

    fn out(report: &Report) -> Option<Out> {
        report.out()
    }

    fn gist(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
        reports::gist(Reader { setting, seat: Seat::Spectator, facts }, report)
    }
}
