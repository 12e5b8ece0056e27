//! English texts of facts, one for each kind.

use rules::telling::{FactWords, FieldWords, Role, Says};

use Role::{Piece, Place, Side};

/// Texts of all kinds of facts.
pub const FACTS: &[FactWords] = &[
    FactWords::piece(
        "man",
        "man",
        &[
            FieldWords::of("piece", Piece),
            FieldWords::of("side", Side),
            FieldWords::of("at", Place),
            FieldWords::state("down", &[Says::is("true", "is down", "").told_as(&["hit"])]),
        ],
    ),
    FactWords::account("plan"),
    FactWords::account("ready"),
    FactWords::account("turn"),
    FactWords::account("outcome"),
];
