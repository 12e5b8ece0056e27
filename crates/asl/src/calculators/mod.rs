//! Calculators that also work without a game: the emergence dr and a trip below (B8), an Ambush, Close Combat, and
//! demolition charges. Others are the tools on the board: line of sight, and the reach of a unit.

pub mod ambush;
pub mod charge;
pub mod close_combat;
pub mod emergence;
pub mod fates;
pub mod here;
pub mod hexes;
pub mod inputs;
pub mod reach;
pub mod reach_below;
pub mod sight;
pub mod stage;
pub mod terrain;
pub mod trip;
pub mod trip_text;

use rules::tools::{REACH, SIGHT};
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

const ATTACKER: CalculatorField = CalculatorField {
    name: "attacker",
    kind: InputKind::Text,
    about: "units of the ATTACKER, up to six: counters such as 4-6-7, 2-4-7, 8-1 or hero. Write the state of a unit after a \
            colon, for example 4-6-7:concealed 8-1:pinned+cx. The words are broken, cx, berserk, wounded, heroic, fanatic, \
            pinned, ti, withdrawing and concealed",
    default: None,
};

const DEFENDER: CalculatorField = CalculatorField {
    name: "defender",
    kind: InputKind::Text,
    about: "units of the DEFENDER, written in the same way",
    default: None,
};

const TERRAIN: CalculatorField = CalculatorField {
    name: "terrain",
    kind: InputKind::Text,
    about: "terrain of the Location: open, stone or wooden (building), rubble, woods, brush, grain, shellholes or sewer. In \
            a sewer all units are concealed",
    default: Some("stone"),
};

const AMBUSH: CalculatorInfo = CalculatorInfo {
    name: "ambush",
    about: "An Ambush before Close Combat that the ATTACKER has advanced into: the modifiers of both drs, and the \
            probability that either side ambushes the other.",
    inputs: &[ATTACKER, DEFENDER, TERRAIN],
    needs_game: false,
};

const CLOSE_COMBAT: CalculatorInfo = CalculatorInfo {
    name: "close_combat",
    about: "Close Combat above or below ground: the Kill Number and modifier of the attack by all units of a side on all \
            enemies, and the exact results for every unit. The ATTACKER counts as German.",
    inputs: &[
        ATTACKER,
        DEFENDER,
        TERRAIN,
        CalculatorField {
            name: "ambush",
            kind: InputKind::Text,
            about: "roll: either side may ambush the other by its dr; attacker or defender: that side has ambushed; no: \
                    both attacks count before losses are removed",
            default: Some("roll"),
        },
        CalculatorField {
            name: "strikes",
            kind: InputKind::Text,
            about: "the sides that attack: both, attacker or defender",
            default: Some("both"),
        },
        CalculatorField {
            name: "capture",
            kind: InputKind::Text,
            about: "the sides that attack to capture: no, attacker, defender or both",
            default: Some("no"),
        },
    ],
    needs_game: false,
};

const CHARGE: CalculatorInfo = CalculatorInfo {
    name: "charge",
    about: "A demolition charge that is Placed, Thrown or Set: its column and modifiers, the probability of a dud, of rubble \
            and of each result, and what becomes of its targets.",
    inputs: &[
        CalculatorField {
            name: "way",
            kind: InputKind::Text,
            about: "placed, thrown or set. A charge is thrown from the next hex, and into a sewer from above",
            default: Some("placed"),
        },
        CalculatorField {
            name: "user",
            kind: InputKind::Text,
            about: "unit that uses the charge, such as 4-6-8 or 4-6-7:cx",
            default: Some("4-6-8"),
        },
        CalculatorField {
            name: "side",
            kind: InputKind::Text,
            about: "side of the user: german or russian. The targets are of the other",
            default: Some("german"),
        },
        CalculatorField {
            name: "targets",
            kind: InputKind::Text,
            about: "up to two units in the Location, for example 4-4-7 8-0:concealed; empty: only the result of the attack",
            default: Some(""),
        },
        TERRAIN,
        CalculatorField {
            name: "floors",
            kind: InputKind::Number,
            about: "number of upper floors of a building, 0 to 4",
            default: Some("1"),
        },
        CalculatorField {
            name: "level",
            kind: InputKind::Number,
            about: "level of the Location attacked, 0 on the ground",
            default: Some("0"),
        },
        CalculatorField {
            name: "fortified",
            kind: InputKind::YesNo,
            about: "the enemy has fortified the building Location",
            default: Some("no"),
        },
        CalculatorField {
            name: "advancing",
            kind: InputKind::YesNo,
            about: "the charge is thrown in the Advancing Fire Phase",
            default: Some("no"),
        },
        CalculatorField {
            name: "halved",
            kind: InputKind::YesNo,
            about: "no enemy was in sight in the Location when the charge was Placed",
            default: Some("no"),
        },
        CalculatorField {
            name: "leader",
            kind: InputKind::Number,
            about: "modifier of a leader who helps to Set the charge, -3 to 1; 0 if none helps",
            default: Some("0"),
        },
    ],
    needs_game: false,
};

/// Calculators of this rule system.
pub const ALL: &[Calculator<Asl>] = &[
    Calculator { info: EMERGENCE, calculate: Calculate::Apart(|tool, input| emergence::answer(&tool.read(input)?)) },
    Calculator { info: SEWER, calculate: Calculate::Apart(|tool, input| hexes::answer(&tool.read(input)?)) },
    Calculator { info: TRIP, calculate: Calculate::InGame(|eyes, tool, input| here::answer(eyes, &tool.read(input)?)) },
    Calculator { info: AMBUSH, calculate: Calculate::Apart(|tool, input| ambush::answer(&tool.read(input)?)) },
    Calculator {
        info: CLOSE_COMBAT,
        calculate: Calculate::Apart(|tool, input| close_combat::answer(&tool.read(input)?)),
    },
    Calculator { info: CHARGE, calculate: Calculate::Apart(|tool, input| charge::answer(&tool.read(input)?)) },
    Calculator {
        info: SIGHT,
        calculate: Calculate::InGame(|eyes, tool, input| sight::answer(eyes, &tool.read(input)?)),
    },
    Calculator {
        info: REACH,
        calculate: Calculate::InGame(|eyes, tool, input| reach::answer(eyes, &tool.read(input)?)),
    },
];
