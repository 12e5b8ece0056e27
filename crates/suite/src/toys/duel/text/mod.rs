//! English texts of facts, questions and reports, and the scene.

mod facts;
pub mod names;
mod scene;

use board::LocationId;
use rules::scene::{Out, Scene};
use rules::telling::FactWords;
use rules::{GameText, Reader, Seat};

use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::report::Report;
use crate::toys::duel::state::step::Question;
use crate::toys::duel::text::names::Names;
use crate::toys::duel::view::fact::Fact;

impl GameText for Duel {
    const FACTS: &'static [FactWords] = facts::FACTS;

    fn scene(setting: &Setting, seat: Seat, facts: &[Fact]) -> Scene {
        scene::scene(Reader { setting, seat, facts })
    }

    fn describe_question(_: &Setting, question: Question, _: &[Fact]) -> String {
        match question {
            Question::Plot => "Plan for each man, then end your plot.".to_owned(),
        }
    }

    fn describe_report(setting: &Setting, seat: Seat, facts: &[Fact], report: &Report) -> String {
        let reader: Reader<'_, Duel> = Reader { setting, seat, facts };
        match *report {
            Report::Opened { man, plan } => format!("{} planned to {}.", reader.man(man), plan.words()),
            Report::Shot { man, target, hit } => {
                let result = if hit { "hit" } else { "miss" };
                format!("{} fires at {}: {result}.", reader.man(man), reader.man(target))
            }
        }
    }

    /// Never removes a man: one who is hit stays in sight.
    fn out(_: &Report) -> Option<Out> {
        None
    }

    fn summary(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
        let reader: Reader<'_, Duel> = Reader { setting, seat: Seat::Spectator, facts };
        match *report {
            Report::Shot { target, hit: true, .. } => Some(format!("{} is hit", reader.man(target))),
            Report::Shot { .. } | Report::Opened { .. } => None,
        }
    }

    fn victory(setting: &Setting) -> Vec<String> {
        vec![
            format!("After turn {}, the side with more men standing wins; equal numbers are a draw", setting.turns),
            "A side wins at once if only it has men standing".to_owned(),
        ]
    }

    fn place_words(setting: &Setting, at: LocationId) -> String {
        names::place_words(setting, at).to_owned()
    }
}
