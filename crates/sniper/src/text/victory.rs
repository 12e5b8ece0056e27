//! Victory conditions as English text, known before the game.

use rules::Side;

use crate::setting::Setting;
use crate::setting::goal::Goal;

/// Lists the victory conditions (SNP-B20 to SNP-B24) and the scenario's limit (SNP-B27). Routes are left out because they are secret.
pub fn victory(setting: &Setting) -> Vec<String> {
    let titles = |side: Side| (titled(setting, side), titled(setting, side.other()));
    let limit = setting.limit.map(|turn| format!("turn {turn}"));
    let mut lines = match &setting.goal {
        Goal::None => {
            vec!["A side wins at once if only it has men who can fight; if neither has, the game is a draw".to_owned()]
        }
        Goal::GetOut { side, men, far, names: [exits, far_edge], .. } => {
            let ((own, other), short) = (titles(*side), word(*side));
            let first = if far.is_some() { format!("reach {far_edge} and then ") } else { String::new() };
            vec![
                format!("{own} wins if {men} of its men {first}leave by {exits}"),
                "An edge counts for men who are there on the ground when a turn ends".to_owned(),
                format!(
                    "The {short} also wins at once if no enemy can fight and {men} of its men still can or have left"
                ),
                format!("{other} wins at once if fewer than {men} of those men can fight or have left"),
            ]
        }
        Goal::Clear { men, name, .. } => {
            let (own, other) = titles(Side::A);
            vec![
                format!(
                    "{own} wins if at the end of a turn it has {men} or more men in the area “{name}” and the enemy has none there"
                ),
                format!("{other} wins at once if fewer than {men} of those men can fight"),
                "Men who can't fight don't count".to_owned(),
            ]
        }
    };
    for side in Side::BOTH {
        if let Some(level) = setting.preservation[side] {
            lines.push(format!("{} gives up when its chits for losses come to {level}", titled(setting, side)));
        }
    }
    lines.push(match (limit, &setting.goal) {
        (None, _) => "There is no last turn: play continues until a side has won".to_owned(),
        (Some(end), Goal::None) => format!("The scenario's own limit is {end}: then the game is a draw"),
        (Some(end), Goal::GetOut { side, .. }) => {
            format!("The scenario's own limit is {end}: then {} wins", titles(*side).1)
        }
        (Some(end), Goal::Clear { .. }) => {
            format!("The scenario's own limit is {end}: then {} wins", titles(Side::A).1)
        }
    });
    lines
}

/// Returns the key of a side as a word.
const fn word(side: Side) -> &'static str {
    match side {
        Side::A => "attacker",
        Side::B => "defender",
    }
}

/// Returns the scenario's name of a side, with its key.
fn titled(setting: &Setting, side: Side) -> String {
    let (title, word) = (&setting.titles[side], word(side));
    if title == word { format!("The {word}") } else { format!("{title} (the {word})") }
}
