//! Words for facts, kind by kind.

use rules::telling::{FactWords, FieldWords, Role, Says};

use Role::{Account, Name, Owner, Piece, Place, Side, Which};

/// Words for each kind of fact.
pub const FACTS: &[FactWords] = &[
    FactWords::piece(
        "unit",
        "squad",
        &[
            FieldWords::of("piece", Piece),
            FieldWords::of("side", Side),
            FieldWords::amount("figures.elite", ["elite", "elites"]),
            FieldWords::amount("figures.regular", ["regular", "regulars"]),
            FieldWords::amount("figures.officer", ["officer", "officers"]),
            FieldWords::amount("figures.mg_crew", ["machine-gun crew", "machine-gun crews"]),
            FieldWords::of("at", Place),
            FieldWords::state("state", STATE),
            FieldWords::state("token", TOKEN),
            FieldWords::of("name", Name),
        ],
    )
    .told_as(&["entered_below"]),
    FactWords::thing("entrance", "entrance marker", &[FieldWords::of("card", Which), FieldWords::of("at", Place)])
        .told_as(&["entered_below"]),
    FactWords::account("card"),
    FactWords::thing(
        "objective",
        "objective",
        &[
            FieldWords::of("at", Place),
            FieldWords::of("held_by", Owner),
            FieldWords::of("command", Account),
            FieldWords::of("victory", Account),
            FieldWords::of("nation", Account),
        ],
    ),
    FactWords::account("score"),
    FactWords::account("command"),
    FactWords::account("round"),
    FactWords::account("phase"),
    FactWords::account("turn"),
    FactWords::account("initiative"),
    FactWords::account("active"),
    FactWords::account("pending"),
    FactWords::account("outcome"),
];

const STATE: &[Says] =
    &[Says::now("steady", "is steady"), Says::now("pinned", "is pinned"), Says::now("disrupted", "is disrupted")];

const TOKEN: &[Says] =
    &[Says::nothing("fresh"), Says::did("fatigued", "is fatigued"), Says::now("op_fire", "is in Op Fire mode")];
