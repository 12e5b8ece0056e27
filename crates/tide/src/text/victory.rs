//! Victory conditions as text.

use rules::objectives::Terms;

use rules::speech::{counted, listed};

use crate::setting::{AtOnce, Setting};
use crate::text::names::army;

const TERMS: Terms = Terms {
    army,
    turn: "round",
    when: "when a round ends",
    left: "squads",
    decided: "at once",
    unit: ["victory point", "victory points"],
};

/// Describes what wins at the end of any round (TOI-B38).
fn at_once(setting: &Setting, needed: &AtOnce) -> String {
    let label = |n: &u8| {
        let objective = setting.objectives.get(usize::from(*n));
        objective.map_or("", |objective| setting.board.location(objective.at).label.as_str())
    };
    let holds: Vec<String> = needed.holds.iter().map(|n| label(n).to_owned()).collect();
    let points = (needed.points > 0).then(|| counted(needed.points, "victory point", "victory points"));
    let has = points.map(|points| format!("have {points}"));
    let holds = (!holds.is_empty()).then(|| format!("hold {}", listed(&holds)));
    let both: Vec<String> = [has, holds].into_iter().flatten().collect();
    format!("{}s win at the end of any round in which they {}", army(needed.side), both.join(" and "))
}

/// Lists the victory conditions as English text, and how objectives are taken (TOI-B26).
pub fn victory(setting: &Setting) -> Vec<String> {
    let label = |at| setting.board.location(at).label.as_str();
    let mut lines = TERMS.lines((setting.goal, setting.rounds), &setting.objectives, label, None);
    if let Some(last) = lines.pop() {
        if !setting.objectives.is_empty() {
            let taken = "Control is settled in the Command Phase: a side takes such a hex if it alone has squads in it, on \
                         all floors, and keeps it until the other side does so";
            lines.push(taken.to_owned());
        }
        if setting.objectives.iter().any(|objective| objective.brings.command > 0) {
            lines.push("The side that spends more command points gets the initiative of the next round".to_owned());
        }
        if let (Some(draw), Some(side)) = (setting.draw, setting.goal.side) {
            let points = counted(draw, "victory point", "victory points");
            lines.push(format!("If {}s have at least {points} but not enough to win, the game is a draw", army(side)));
        }
        lines.extend(setting.at_once.iter().map(|needed| at_once(setting, needed)));
        lines.push(last);
    }
    lines
}
