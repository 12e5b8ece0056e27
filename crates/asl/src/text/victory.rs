//! Victory conditions as English text.

use rules::Side;
use rules::objectives::Terms;
use rules::speech::counted;

use crate::printed::kind::Class;
use crate::setting::Setting;
use crate::state::ending::worth_of;
use crate::text::names::army;

const TERMS: Terms = Terms {
    army,
    turn: "turn",
    when: "at the end",
    left: "men",
    decided: "at the end of the Player Turn",
    unit: ["point", "points"],
};

/// Returns the victory conditions, one line each.
pub fn victory(setting: &Setting) -> Vec<String> {
    let losses = setting.casualties.then(|| losses(setting.goal.side)).into_iter().flatten();
    let label = |at| setting.board.location(at).label.as_str();
    TERMS.lines((setting.goal, setting.turns), &setting.objectives, label, losses)
}

/// Returns what the losses of the enemy bring, for the side whose points count or for each.
fn losses(counts: Option<Side>) -> [String; 3] {
    let enemy = counts.map_or("Enemy", |side| army(side.other()));
    let more = ", and 1 more for each point of leadership below 0";
    [(Class::Squad, "squad", ""), (Class::HalfSquad, "half-squad", ""), (Class::Leader, "leader", more)].map(
        |(class, words, more)| {
            let points = counted(worth_of(class), "point", "points");
            format!("{enemy} {words} eliminated or captured: {points}{more}")
        },
    )
}
