//! Victory conditions as English text, known before the game.

use rules::Side;

use crate::setting::Setting;
use crate::setting::goal::Goal;

/// Lists the victory conditions (SNP-B20 to SNP-B24). Routes are left out because they are secret.
pub fn victory(setting: &Setting) -> Vec<String> {
    let titles = |side: Side| (titled(setting, side), titled(setting, side.other()));
    let end = format!("turn {}", setting.turns);
    match &setting.goal {
        Goal::None => {
            vec![
                "A side wins at once if only it has men who can fight; if neither has, the game is a draw".to_owned(),
                format!("After {end} the game is a draw"),
            ]
        }
        Goal::GetOut { side, men, far, names: [exits, far_edge], .. } => {
            let ((own, other), short) = (titles(*side), word(*side));
            let first = if far.is_some() { format!("reach {far_edge} and then ") } else { String::new() };
            vec![
                format!("{own} wins if {men} of its men {first}leave by {exits} by the end of {end}"),
                "An edge counts for men who are there on the ground when a turn ends".to_owned(),
                format!(
                    "The {short} also wins at once, before {end} ends, if no enemy can fight and {men} of its men still can or have left"
                ),
                format!("{other} wins otherwise, at once if fewer than {men} of those men can fight or have left"),
            ]
        }
        Goal::Clear { men, name, .. } => {
            let (own, other) = titles(Side::A);
            vec![
                format!(
                    "{own} wins if after {end} it has {men} or more men in the area “{name}” and the enemy has none there"
                ),
                format!("{other} wins otherwise"),
                "Before the last turn ends, a side wins at once if only it has men who can fight; if neither has, the game is a draw".to_owned(),
            ]
        }
    }
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
