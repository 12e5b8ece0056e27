//! Words and templates for facts, kind by kind.

use rules::telling::{FactWords, FieldWords, Role, Says};

use Role::{Account, Holder, Name, Owner, Piece, Place, Print, Side};

/// Templates for all kinds of facts.
pub const FACTS: &[FactWords] = &[
    FactWords::piece(
        "unit",
        "unit",
        &[
            FieldWords::of("piece", Piece),
            FieldWords::of("side", Side),
            FieldWords::of("kind", Print),
            FieldWords::of("at", Place),
            FieldWords::state("cover", COVER),
            FieldWords::state("flags", FLAGS),
            FieldWords::of("holder", Holder),
            FieldWords::state("granted", &[Says::is("true", "may use the sewers", "may no longer use the sewers")]),
            FieldWords::of("known_as", Account),
            FieldWords::of("area", Account),
            FieldWords::of("tunnel", Account),
            FieldWords::of("name", Name),
        ],
    ),
    FactWords::somebody(
        "unknown",
        "“?”",
        &[
            FieldWords::of("side", Side),
            FieldWords::of("at", Place),
            FieldWords::of("sewer", Account),
            FieldWords::state("lost", &[Says::is("true", "is lost", "is no longer lost")]),
        ],
    ),
    FactWords::thing("discovered", "discovered stack", &[FieldWords::of("side", Side), FieldWords::of("at", Place)]),
    FactWords::account("unseen"),
    FactWords::account("losses"),
    FactWords::account("turn"),
    FactWords::account("phase"),
    FactWords::account("attacker"),
    FactWords::thing(
        "objective",
        "objective",
        &[FieldWords::of("at", Place), FieldWords::of("held_by", Owner), FieldWords::of("points", Account)],
    ),
    FactWords::thing(
        "held_unseen",
        "objective gained unseen",
        &[FieldWords::of("at", Place), FieldWords::of("side", Owner)],
    ),
    FactWords::thing("covered", "rubble or Blaze", &[FieldWords::of("at", Place), FieldWords::state("blaze", BLAZE)])
        .told_as(&["burns"]),
    FactWords::thing("rubble", "rubble", &[FieldWords::of("at", Place)]),
    FactWords::thing("buried", "buried sewer", &[FieldWords::of("at", Place)]),
    FactWords::thing(
        "residual",
        "residual firepower",
        &[FieldWords::of("at", Place), FieldWords::amount("fp", "firepower")],
    ),
    FactWords::thing("breach", "breach", &[FieldWords::of("from", Place), FieldWords::of("to", Place)]),
    FactWords::thing(
        "trail_break",
        "trail-break",
        &[FieldWords::of("at", Place), FieldWords::of("way", Account), FieldWords::of("made", Account)],
    ),
    FactWords::account("clearing"),
    FactWords::thing("ruined", "ruin", &[FieldWords::of("at", Place)]),
    FactWords::thing(
        "charge",
        "demolition charge",
        &[
            FieldWords::of("at", Place),
            FieldWords::of("sw", Account),
            FieldWords::of("unit", Account),
            FieldWords::of("toward", Account),
            FieldWords::state("set", &[Says::is("true", "is Set", "")]),
            FieldWords::of("halved", Account),
            FieldWords::of("exhausted", Account),
            FieldWords::of("turn", Account),
        ],
    ),
    FactWords::thing(
        "fort",
        "Fortified Location",
        &[
            FieldWords::of("side", Side),
            FieldWords::of("at", Place),
            FieldWords::state("known", &[Says::is("true", "is known to the enemy", "")]),
            FieldWords::of("fixed", Account),
        ],
    ),
    FactWords::account("tunnel"),
    FactWords::account("entrance"),
    FactWords::account("allotted"),
    FactWords::account("prisoner"),
    FactWords::account("no_quarter"),
    FactWords::account("moving"),
    FactWords::account("fired_at"),
    FactWords::account("entered"),
    FactWords::thing("barred", "barrier", &[FieldWords::of("at", Place)]),
    FactWords::account("pending"),
    FactWords::account("outcome"),
];

const COVER: &[Says] =
    &[Says::now("open", "is in sight"), Says::now("concealed", "is concealed"), Says::now("hidden", "is hidden")];

const BLAZE: &[Says] = &[Says::is("true", "is burning", "is no longer burning")];

/// Words for the markers, as a state or as an action.
const FLAGS: &[Says] = &[
    Says::is("broken", "is broken", "is no longer broken").told_as(&["breaks", "failed"]),
    Says::is("dm", "is under Desperation Morale", "is no longer under Desperation Morale"),
    Says::is("pinned", "is pinned", "is no longer pinned"),
    Says::is("cx", "is counter-exhausted", "is no longer counter-exhausted"),
    Says::is("ti", "is temporarily immobilised", "is no longer temporarily immobilised"),
    Says::is("wounded", "is wounded", "is no longer wounded"),
    Says::is("encircled", "is Encircled", "is no longer Encircled"),
    Says::is("berserk", "is berserk", "is no longer berserk"),
    Says::is("melee", "is in Melee", "is no longer in Melee"),
    Says::did("prep_fired", "has used Prep Fire"),
    Says::did("first_fired", "has used First Fire"),
    Says::did("final_fired", "has used Final Fire"),
    Says::did("advance_fired", "has used Advancing Fire"),
    Says::did("moved", "has moved"),
    Says::did("advanced", "has advanced"),
    Says::did("used", "has acted"),
    Says::is("lost", "is lost", "is no longer lost"),
    Says::is("may_emerge", "may come up", "may no longer come up"),
    Says::is("stays", "stays below", ""),
    Says::is("discovered", "is discovered", "is no longer discovered"),
    Says::is("left_encircled", "has left an Encircled Location", ""),
    Says::did("routed", "has routed"),
    Says::did("crawled", "has used Low Crawl"),
    Says::did("fought", "has fought"),
    Says::is("stopped", "is stopped", ""),
    Says::is("minimum", "makes a Minimum Move", ""),
    Says::is("doomed", "is to be eliminated", ""),
    Says::is("shaken", "is to be reduced", ""),
    Says::is("struck", "is attacked", ""),
];
