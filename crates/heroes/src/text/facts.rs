//! Words for facts, kind by kind.

use rules::telling::{FactWords, FieldWords, Role, Says};

use Role::{Account, Name, Owner, Piece, Place, Side};

/// Words for each kind of fact.
pub const FACTS: &[FactWords] = &[
    FactWords::piece(
        "unit",
        "unit",
        &[
            FieldWords::of("piece", Piece),
            FieldWords::of("side", Side),
            FieldWords::state("counter.kind", KIND),
            FieldWords::of("at", Place),
            FieldWords::state("state", STATE),
            FieldWords::state("wounded", WOUNDED),
            FieldWords::state("activity", ACTIVITY),
            FieldWords::state("fought", &[Says::did("true", "has fought")]),
            FieldWords::state("traded", &[Says::is("true", "has received a weapon", "").told_as(&["handed", "taken"])]),
            FieldWords::state("spotted", &[Says::is("true", "is spotted", "is no longer spotted")]),
            FieldWords::state("moved", &[Says::nothing("true")]),
            FieldWords::state("hidden", &[Says::is("true", "is hidden", "is no longer hidden")]),
            FieldWords::of("name", Name),
        ],
    ),
    FactWords::account("hidden"),
    FactWords::account("weapons"),
    FactWords::thing(
        "objective",
        "objective",
        &[FieldWords::of("at", Place), FieldWords::of("held_by", Owner), FieldWords::of("points", Account)],
    ),
    FactWords::thing("blaze", "blaze", &[FieldWords::of("at", Place)]),
    FactWords::account("turn"),
    FactWords::account("phase"),
    FactWords::account("to_act"),
    FactWords::account("passes"),
    FactWords::account("initiative"),
    FactWords::account("impulse"),
    FactWords::account("attempt"),
    FactWords::account("moving"),
    FactWords::thing("barred", "barrier", &[FieldWords::of("at", Place)]),
    FactWords::account("melee"),
    FactWords::account("pending"),
    FactWords::account("outcome"),
];

const KIND: &[Says] = &[
    Says::now("squad", "is a squad now"),
    Says::now("half_squad", "is a half-squad now").told_as(&["reduced", "shaken_and_reduced"]),
    Says::now("leader", "is a leader now"),
    Says::now("hero", "is a hero now"),
];

const STATE: &[Says] = &[
    Says::now("good", "is in Good Order"),
    Says::now("shaken", "is Shaken").told_as(&["shaken_and_reduced", "shaken_and_wounded"]),
];

const WOUNDED: &[Says] =
    &[Says::is("true", "is wounded", "is no longer wounded").told_as(&["wounded", "shaken_and_wounded"])];

const ACTIVITY: &[Says] = &[
    Says::nothing("fresh"),
    Says::did("complete", "has acted"),
    Says::did("assaulted", "has made an assault move"),
    Says::did("moved", "has moved"),
    Says::did("fired", "has fired"),
];
