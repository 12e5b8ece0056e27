//! Victory conditions as text.

use rules::objectives::Terms;

use crate::setting::Setting;
use crate::text::names::army;

const TERMS: Terms = Terms {
    army,
    turn: "round",
    when: "when a round ends",
    left: "squads",
    decided: "at once",
    unit: ["victory point", "victory points"],
};

/// Lists the victory conditions as English text, and how objectives are taken (TOI-B26).
pub fn victory(setting: &Setting) -> Vec<String> {
    let label = |at| setting.board.location(at).label.as_str();
    let mut lines = TERMS.lines((setting.goal, setting.rounds), &setting.objectives, label, None);
    if let Some(last) = lines.pop() {
        if !setting.objectives.is_empty() {
            let taken = "A side takes such a hex when it alone has squads in it, on all floors, and keeps it until the \
                         other side does so";
            lines.push(taken.to_owned());
        }
        if setting.objectives.iter().any(|objective| objective.brings.command > 0) {
            lines.push("The side with more command points has the initiative in the next round".to_owned());
        }
        lines.push(last);
    }
    lines
}
