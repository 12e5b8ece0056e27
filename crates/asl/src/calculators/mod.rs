//! Calculators of B8 that also work without a game: the emergence dr, and a trip below.

pub mod emergence;
pub mod here;
pub mod hexes;
pub mod inputs;
pub mod trip;
pub mod trip_text;

use rules::{Calculate, Calculator, CalculatorField, CalculatorInfo, InputKind};

use crate::state::Asl;

const LOST: CalculatorField = CalculatorField {
    name: "lost",
    kind: InputKind::YesNo,
    about: "the stack is under a \"Lost ?\" counter now",
    default: Some("no"),
};

const MORALE: CalculatorField = CalculatorField {
    name: "morale",
    kind: InputKind::Number,
    about: "Morale of the leader who must pass a 4TC to take the stack below, 2 to 10; 0 if no 4TC is needed",
    default: Some("0"),
};

const COME_UP: CalculatorField = CalculatorField {
    name: "come_up",
    kind: InputKind::YesNo,
    about: "yes: the trip ends when the emergence dr lets the stack come up at the goal; no: when the stack is under the goal",
    default: Some("yes"),
};

const BY_TURN: CalculatorField = CalculatorField {
    name: "turns",
    kind: InputKind::Number,
    about: "number of the stack's own Movement Phases, counting the next one: 1 to 24",
    default: Some("6"),
};

const EMERGENCE: CalculatorInfo = CalculatorInfo {
    name: "emergence",
    about: "The emergence dr of a stack in a Sewer Location: the modifiers and the probability of each result.",
    inputs: &[
        LOST,
        CalculatorField {
            name: "friend",
            kind: InputKind::YesNo,
            about: "another friendly unit, not a dummy, is in the Manhole Location",
            default: Some("no"),
        },
        CalculatorField {
            name: "unwatched",
            kind: InputKind::YesNo,
            about: "the manhole is in a building Location without an enemy; or it is elsewhere, and every enemy LOS to it \
                    is blocked or Hindered by +2 or more",
            default: Some("no"),
        },
        CalculatorField {
            name: "enemies",
            kind: InputKind::Number,
            about: "number of enemy Good Order squads and half-squads in the Manhole Location that are shown, or will be: 0 to 9",
            default: Some("0"),
        },
        CalculatorField {
            name: "neighbour",
            kind: InputKind::YesNo,
            about: "an enemy unit in an adjacent Sewer Location is shown, or will be",
            default: Some("no"),
        },
    ],
    needs_game: false,
};

const SEWER: CalculatorInfo = CalculatorInfo {
    name: "sewer",
    about: "A trip below ground on any board: the exact probability of coming up at a manhole by a given turn, with the best \
            choice at every step. Lost stacks are directed by a DEFENDER who knows the goal, guesses it or chooses at \
            random.",
    inputs: &[
        CalculatorField {
            name: "manholes",
            kind: InputKind::Text,
            about: "hexes of all usable manholes, for example: C4 E5 G4 H6. Write what you know of a manhole after a colon, \
                    for example C4 E5:friend G4:2enemies+neighbour H6:covered J5:1enemy:25%. The words are friend, \
                    unwatched, neighbour and a number of enemies, as in the emergence dr, and covered (by rubble or a \
                    Blaze). A percentage is the probability that a stack discovered there is eliminated",
            default: None,
        },
        CalculatorField {
            name: "from",
            kind: InputKind::Text,
            about: "manhole in or under which the stack is, such as C4",
            default: None,
        },
        CalculatorField {
            name: "to",
            kind: InputKind::Text,
            about: "manhole that the stack wants to reach, such as G4",
            default: None,
        },
        BY_TURN,
        LOST,
        MORALE,
        COME_UP,
    ],
    needs_game: false,
};

const TRIP: CalculatorInfo = CalculatorInfo {
    name: "trip",
    about: "A trip over the manholes of this board, by what you know now. An enemy \"?\" in a manhole counts as a squad \
            that will be shown, and an enemy \"?\" in a sewer as a unit that will be shown.",
    inputs: &[
        CalculatorField { name: "from", kind: InputKind::Location, about: "Location of the stack", default: None },
        CalculatorField {
            name: "to",
            kind: InputKind::Location,
            about: "manhole that the stack wants to reach",
            default: None,
        },
        BY_TURN,
        LOST,
        MORALE,
        COME_UP,
    ],
    needs_game: true,
};

/// Calculators of this rule system.
pub const ALL: &[Calculator<Asl>] = &[
    Calculator { info: EMERGENCE, calculate: Calculate::Apart(|tool, input| emergence::answer(&tool.read(input)?)) },
    Calculator { info: SEWER, calculate: Calculate::Apart(|tool, input| hexes::answer(&tool.read(input)?)) },
    Calculator { info: TRIP, calculate: Calculate::InGame(|eyes, tool, input| here::answer(eyes, &tool.read(input)?)) },
];

#[cfg(test)]
mod tests {
    use rules::calculate;
    use serde_json::{Value, json};

    use super::*;

    fn ask(tool: &str, input: Value) -> Value {
        serde_json::to_value(calculate::<Asl>(None, tool, &input).unwrap()).unwrap()
    }

    fn refused(tool: &str, input: Value) -> String {
        calculate::<Asl>(None, tool, &input).unwrap_err().why.into_owned()
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
        // With one of two destinations, a DEFENDER who knows the goal sends a lost stack to the other one.
        let chance = |defender: &str| answer["by_turn"][defender][0].as_f64().unwrap();
        assert!((chance("knows") - 5.0 / 6.0 * 5.0 / 6.0).abs() < 1e-12);
        assert!((chance("at_random") - (5.0 / 6.0 * 5.0 / 6.0 + 1.0 / 12.0 * 4.0 / 6.0)).abs() < 1e-12);
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
    fn hexes_may_be_typed_in_small_letters() {
        let asked = |manholes: &str, from: &str, to: &str| json!({ "manholes": manholes, "from": from, "to": to });
        let (small, capital) =
            (ask("sewer", asked("c4 e5:Friend", "c4", "e5")), ask("sewer", asked("C4 E5:friend", "C4", "E5")));
        assert_eq!(small, capital);
    }

    #[test]
    fn tables_say_nothing_that_is_nowhere() {
        let answer = ask("sewer", json!({ "manholes": "C4 E5 G4", "from": "C4", "to": "G4", "turns": 4 }));
        let tables = answer["tables"].as_array().unwrap();
        let first: Vec<&str> = tables[0]["rows"].as_array().unwrap().iter().filter_map(|row| row[0].as_str()).collect();
        assert_eq!(first, ["2", "3", "4"], "it cannot be there in turn 1");
        let columns: Vec<&str> = tables[1]["columns"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(columns.contains(&"lost") && !columns.contains(&"eliminated"), "{columns:?}");
        let none = ask("sewer", json!({ "manholes": "C4 E5 M4", "from": "C4", "to": "M4" }));
        assert_eq!(
            (none["tables"].as_array().map(Vec::len), none["charts"].as_array().map(Vec::len)),
            (Some(0), Some(0))
        );
        assert!(none["text"][0].as_str().is_some_and(|text| text.contains("can't reach")), "{none}");
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_words() {
        let asked = |manholes: &str| json!({ "manholes": manholes, "from": "C4", "to": "E5" });
        assert!(refused("sewer", asked("C4 E5:fiend")).contains("fiend"));
        assert!(refused("sewer", asked("C4 E")).contains('E'));
        assert!(refused("sewer", asked("C4 C4 E5")).contains("twice"));
        assert!(refused("sewer", asked("C4 1E5")).contains("board"));
        for manhole in ["E5:200%", "E5:-1%", "E5:many%", "E5:99enemies", "E5:xenemies", "E5:enemies"] {
            let why = refused("sewer", asked(&format!("C4 {manhole}")));
            assert!(why.contains("expected a whole number"), "{manhole}: {why}");
        }
        assert!(refused("sewer", asked("C4")).contains("E5"));
        assert!(refused("sewer", asked("")).contains("manholes"));
        let with = |name: &str, value: i64| {
            let mut input = asked("C4 E5");
            input[name] = value.into();
            refused("sewer", input)
        };
        assert_eq!(with("turns", 300), "turns: expected a whole number from 1 to 24, for example turns=6");
        assert_eq!(with("turns", -1), with("turns", 25));
        assert!(with("morale", 99).contains("from 2 to 10"));
        let why = refused("emergence", json!({ "enemies": 300 }));
        assert_eq!(why, "enemies: expected a whole number from 0 to 9, for example enemies=2");
        assert!(refused("flood", json!({})).contains("flood"));
    }
}
