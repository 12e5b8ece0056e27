//! The calculators of B8, for those who play the rest elsewhere too: the emergence dr, and a trip below.

mod emergence;
mod here;
mod hexes;
mod telling;

use std::borrow::Cow;

use rules::{Answer, InputKind, Refusal, Tool, ToolInput, house};
use serde_json::Value;

use crate::eyes::AslEyes;
use crate::sewer::chart::is_lost;

const LOST: ToolInput =
    ToolInput { name: "lost", kind: InputKind::YesNo, about: "whether the stack is lost now", default: Some("no") };

const MORALE: ToolInput = ToolInput {
    name: "morale",
    kind: InputKind::Number,
    about: "Morale of the leader who must pass a 4TC to enter; 0 if none is needed",
    default: Some("0"),
};

const EMERGE: ToolInput = ToolInput {
    name: "emerge",
    kind: InputKind::YesNo,
    about: "yes: the emergence dr must let him up there; no: being beneath it is enough",
    default: Some("yes"),
};

const TURNS: ToolInput =
    ToolInput { name: "turns", kind: InputKind::Number, about: "own MPh from now on", default: Some("6") };

const EMERGENCE: Tool = Tool {
    name: "emergence",
    about: "What the Sewer Emergence Chart gives a stack: the chance of each result, with every modifier.",
    takes: &[
        LOST,
        ToolInput {
            name: "friend",
            kind: InputKind::YesNo,
            about: "another friendly unit, no dummy, is in the Manhole Location",
            default: Some("no"),
        },
        ToolInput {
            name: "unwatched",
            kind: InputKind::YesNo,
            about: "the manhole is in a building Location without an enemy, or elsewhere out of LOS of every enemy, or \
                    with every such LOS Hindered by +2 or more",
            default: Some("no"),
        },
        ToolInput {
            name: "enemies",
            kind: InputKind::Number,
            about: "enemy Good Order MMC in the Manhole Location that are or will be shown",
            default: Some("0"),
        },
        ToolInput {
            name: "neighbour",
            kind: InputKind::YesNo,
            about: "an enemy unit that is or will be shown is in an adjacent Sewer Location",
            default: Some("no"),
        },
    ],
    of_a_game: false,
};

const SEWER: Tool = Tool {
    name: "sewer",
    about: "The exact chance of coming up at a manhole by turn N, with the best choice at every step, against a DEFENDER \
            who directs lost stacks: one who knows the goal, one who guesses, one who directs at random.",
    takes: &[
        ToolInput {
            name: "manholes",
            kind: InputKind::Text,
            about: "the manholes of one board, such as C4 E5:friend G4:2enemies+neighbour:25% K6:covered. After a colon: \
                    friend, unwatched, neighbour, a number of enemies, each as in the chart; covered (by rubble or \
                    Blaze); the chance in percent that being discovered there ends the trip",
            default: None,
        },
        ToolInput { name: "from", kind: InputKind::Text, about: "the hex where the trip begins", default: None },
        ToolInput { name: "to", kind: InputKind::Text, about: "the hex of the manhole it is to end at", default: None },
        TURNS,
        LOST,
        MORALE,
        EMERGE,
    ],
    of_a_game: false,
};

const TRIP: Tool = Tool {
    name: "trip",
    about: "The same over the manholes of this board, as they are now as far as you know. A \"?\" of the enemy in a \
            manhole is taken for a squad that will be shown, one in a sewer for a unit that will be.",
    takes: &[
        ToolInput { name: "from", kind: InputKind::Location, about: "where the trip begins", default: None },
        ToolInput { name: "to", kind: InputKind::Location, about: "the manhole it is to end at", default: None },
        TURNS,
        LOST,
        MORALE,
        EMERGE,
    ],
    of_a_game: true,
};

/// All calculators.
pub const TOOLS: &[Tool] = &[EMERGENCE, SEWER, TRIP];

/// Asks a calculator; without eyes, apart from any game.
///
/// # Errors
/// When there is no such calculator, it needs a game, or it cannot make sense of the input.
pub fn use_tool(eyes: Option<AslEyes<'_>>, tool: &str, input: &Value) -> Result<Answer, Refusal> {
    match (tool, eyes) {
        ("emergence", _) => emergence::answer(&EMERGENCE.read(input)?),
        ("sewer", _) => hexes::answer(&SEWER.read(input)?),
        ("trip", Some(eyes)) => here::answer(eyes, &TRIP.read(input)?),
        ("trip", None) => Err(wrong("this is asked in a game")),
        _ => Err(wrong(format!("there is no tool called {tool}"))),
    }
}

fn wrong(why: impl Into<Cow<'static, str>>) -> Refusal {
    Refusal::new(house::COMPLETE, why)
}

fn lost_chance(was_lost: bool) -> f64 {
    (1..=6).filter(|dr| is_lost(*dr, was_lost)).count() as f64 / 6.0
}

fn percent(chance: f64) -> String {
    format!("{:.1}%", chance * 100.0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ask(tool: &str, input: Value) -> Value {
        serde_json::to_value(use_tool(None, tool, &input).unwrap()).unwrap()
    }

    fn refused(tool: &str, input: Value) -> String {
        use_tool(None, tool, &input).unwrap_err().why.into_owned()
    }

    #[test]
    fn the_chart_with_a_friend_above_and_one_enemy() {
        let answer = ask("emergence", json!({ "friend": true, "enemies": 2 }));
        assert_eq!(answer["drm"], 1);
        assert_eq!(answer["may_emerge"], 0.5);
        assert!((answer["discovered"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn a_trip_by_hexes() {
        let answer = ask("sewer", json!({ "manholes": "C4, E5:friend F4", "from": "C4", "to": "E5", "turns": 1 }));
        // One of two destinations: a DEFENDER who knows sends a lost stack to the other one.
        let chances: Vec<f64> =
            answer["by_turn"].as_array().unwrap().iter().map(|chances| chances[0].as_f64().unwrap()).collect();
        assert!((chances[0] - 5.0 / 6.0 * 5.0 / 6.0).abs() < 1e-12);
        assert!((chances[2] - (5.0 / 6.0 * 5.0 / 6.0 + 1.0 / 12.0 * 4.0 / 6.0)).abs() < 1e-12);
        assert_eq!(answer["moves"], 1);
        assert_eq!(answer["tables"][0]["rows"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn hexes_lie_as_on_a_board() {
        let near = |to: &str| {
            let input = json!({ "manholes": format!("Y9 {to}"), "from": "Y9", "to": to, "turns": 1 });
            ask("sewer", input)["moves"] == 1
        };
        assert!(near("BB8") && near("Y6") && near("V10") && near("AA10"));
        assert!(!near("CC9") && !near("Y5") && !near("BB5"));
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_words() {
        let asked = |manholes: &str| json!({ "manholes": manholes, "from": "C4", "to": "E5" });
        assert!(refused("sewer", asked("C4 E5:fiend")).contains("fiend"));
        assert!(refused("sewer", asked("C4 E")).contains('E'));
        assert!(refused("sewer", asked("C4 C4 E5")).contains("twice"));
        assert!(refused("sewer", asked("C4 1E5")).contains("board"));
        assert!(refused("sewer", asked("C4 E5:200%")).contains("risk"));
        assert!(refused("sewer", asked("C4")).contains("E5"));
        assert!(refused("sewer", asked("")).contains("manholes"));
        assert!(
            refused("sewer", json!({ "manholes": "C4 E5", "from": "C4", "to": "E5", "turns": 99 })).contains("turns")
        );
        assert!(refused("flood", json!({})).contains("flood"));
    }
}
