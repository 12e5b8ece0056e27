//! English texts of facts, one for each kind.

use rules::telling::{FactWords, FieldWords, Role, Says};

use Role::{Account, Piece, Place, Print, Side};

/// Texts of all kinds of facts.
pub const FACTS: &[FactWords] = &[
    FactWords::account("turn"),
    FactWords::account("phase"),
    FactWords::piece(
        "man",
        "man",
        &[
            FieldWords::of("piece", Piece),
            FieldWords::of("side", Side),
            FieldWords::of("at", Place),
            FieldWords::state("posture", POSTURE),
            FieldWords::of("weapon", Print),
            FieldWords::state(
                "wounded",
                &[Says::is("true", "is wounded", "is no longer wounded").told_as(&["wounded"])],
            ),
            FieldWords::state(
                "incapacitated",
                &[Says::is("true", "is incapacitated", "is no longer incapacitated").told_as(&["incapacitated"])],
            ),
            FieldWords::state(
                "stunned",
                &[Says::is("true", "is stunned", "is no longer stunned").told_as(&["stunned"])],
            ),
        ],
    ),
    FactWords::piece(
        "dummy",
        "dummy",
        &[FieldWords::of("piece", Piece), FieldWords::of("at", Place), FieldWords::state("posture", POSTURE)],
    ),
    FactWords::account("kit"),
    FactWords::account("plot"),
    FactWords::account("ready"),
    FactWords::account("mission"),
    FactWords::account("on_route"),
    FactWords::account("alerted"),
    FactWords::thing(
        "smoke",
        "smoke",
        &[
            FieldWords::of("at", Place),
            FieldWords::amount("turns", ["turn left", "turns left"]),
            FieldWords::of("by", Account),
        ],
    ),
    FactWords::account("left"),
    FactWords::account("chits"),
    FactWords::account("outcome"),
];

const POSTURE: &[Says] = &[
    Says::now("standing", "is standing"),
    Says::now("prone", "is prone"),
    Says::now("ducked", "is ducking"),
    Says::now("leaning", "is leaning out"),
];
