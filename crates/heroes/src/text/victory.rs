//! Victory conditions as text.

use rules::objectives::Terms;

use crate::setting::Setting;
use crate::text::names::army;

const TERMS: Terms =
    Terms { army, turn: "turn", when: "at the end", left: "units", decided: "at once", unit: ["point", "points"] };

/// Lists the victory conditions as English text.
pub fn victory(setting: &Setting) -> Vec<String> {
    let label = |at| setting.board.location(at).label.as_str();
    TERMS.lines((setting.goal, setting.turns), &setting.objectives, label, None)
}
