//! Keys that a case would ignore, and unknown words.

use super::*;

#[test]
fn what_would_be_ignored_is_an_error() {
    fails(
        WATCH,
        &[
            ("", "case:1:1: there is no `[[step]]`; only a case about a scenario that is `refused` has none"),
            (
                "refused = \"TOI-B1\"\n[[step]]\noutcome = \"\"\n",
                "case:5:1: a scenario that is `refused` is not played",
            ),
            ("[[step]]\n", "case:4:1: this step has no act and tests nothing; expected `order`, `seat` or `outcome`"),
            ("[[step]]\norder = \"stop\"\n", "case:5:9: `order` needs `by`, the side that acts"),
            ("[[step]]\nundo = true\n", "case:5:8: `undo` needs `by`"),
            ("[[step]]\nby = \"soviet\"\n", "case:5:6: `by` has no act beside it; expected `order`"),
            (
                "[[step]]\nby = \"soviet\"\nanswer_standing = true\n",
                "case:5:6: `answer_standing` is not an act of one side",
            ),
            ("[[step]]\nby = \"soviet\"\norder = \"stop\"\nundo = true\n", "case:7:8: `order` and `undo` are two acts"),
            ("[[step]]\nby = \"soviet\"\nresign = true\nundo = true\n", "`undo` and `resign` are two acts"),
            ("[[step]]\nby = \"soviet\"\nundo = false\n", "case:6:8: `false` does nothing; expected `true`"),
            ("[[step]]\nexpect = [{ change = {} }]\n", "case:5:11: `expect` needs an act beside it"),
            (
                "[[step]]\nseat = \"soviet\"\nasked = \"act\"\nexpect_not = [{}]\n",
                "`expect_not` needs an act beside it",
            ),
            ("[[step]]\ndice = { attack = [1] }\noutcome = \"\"\n", "`dice` needs an act beside it"),
            ("[[step]]\nclause = \"TOI-B1\"\n", "`clause` needs an act beside it"),
            ("[[step]]\nrefused = \"TOI-B1\"\n", "case:5:11: `refused` needs an act of a side"),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nrefused = \"TOI-B3\"\nexpect_not = [{ change = {} }]\n",
                "nothing is recorded, heard or rolled beside `refused`, so `expect_not` tests nothing",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nrefused = \"TOI-B3\"\ndice = { attack = [1] }\n",
                "beside `refused`, so `dice` tests nothing",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nwaits = \"attack\"\nexpect = [{ change = {} }]\n",
                "beside `waits`, so `expect` tests nothing",
            ),
            ("[[step]]\nby = \"soviet\"\norder = \"stop\"\nwaits = \"attack\"\nrefused = \"TOI-B3\"\n", "contradict"),
            ("[[step]]\nby = \"soviet\"\nundo = true\nid = \"1\"\n", "`id` belongs to an order"),
            ("[[step]]\nby = \"soviet\"\nundo = true\nwaits = \"attack\"\n", "`waits` belongs to an order"),
            (
                "[[step]]\nnot_sees = [{ unit = {} }]\n",
                "case:5:13: `not_sees` needs `seat`, whose eyes it looks through",
            ),
            ("[[step]]\nasked = \"\"\n", "`asked` needs `seat`"),
            ("[[step]]\nseat = \"soviet\"\n", "case:5:8: `seat` looks at nothing; expected `sees`"),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nseat = \"soviet\"\n",
                "`seat` looks at nothing beside the act",
            ),
            ("[[step]]\nseat = \"spectator\"\nunoffered = [\"stop\"]\n", "so `not_offered` tests nothing"),
            ("[[step]]\nseat = \"spectator\"\nasked = \"\"\n", "so `asked` tests nothing"),
            ("[[step]]\nseat = \"soviet\"\nnot_sees = []\n", "case:6:12: an empty list tests nothing"),
            ("[[step]]\nseat = \"soviet\"\nasked = \"act\"\nanswer = {}\n", "expected `tool = …` beside them"),
            ("[[step]]\nseat = \"soviet\"\ntool = \"attack\"\n", "case:6:8: `tool` tests nothing without `answer`"),
            ("[[step]]\npass_until = \"act\"\nuntold = [{}]\n", "`untold` needs `seat`"),
            ("[[step]]\nseat = \"soviet\"\nuntold = [{}]\n", "`untold` needs an act beside it"),
            ("[[step]]\nseat = \"soviet\"\nunasked = []\n", "an empty list tests nothing"),
            ("[[step]]\nexpct = [{}]\n", "case:5:1: unknown key `expct`; did you mean `expect`?"),
            (
                "[[step]]\nseat = \"german\"\nunoffered = [{ move = {} }]\n",
                "case:6: this seat is asked nothing now, so nothing is offered; expected `asked = \"\"` instead",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = { fatigue = { unit = \"s1\" } }\nwaits = \"attack\"\n",
                "case:6: expected the order to wait for the roll `attack`, and it was done",
            ),
        ],
    );
}

#[test]
fn a_word_that_does_not_exist_is_an_error() {
    fails(
        WATCH,
        &[
            (
                "[[step]]\nby = \"sovjet\"\norder = \"stop\"\n",
                "case:5: there is no side `sovjet`; did you mean `soviet`?",
            ),
            (
                "[[step]]\nseat = \"germans\"\nasked = \"\"\n",
                "case:5: there is no seat `germans`; did you mean `german`?",
            ),
            (
                "[[step]]\nseat = \"german\"\nnot_sees = [{ unitt = {} }]\n",
                "case:6: there is no fact `unitt`; did you mean `unit`? expected",
            ),
            (
                "[[step]]\nseat = \"german\"\nnot_sees = [{ unit = { pice = \"s1\" } }]\n",
                "there is no field `pice`; did you mean `piece`? expected",
            ),
            ("[[step]]\nseat = \"german\"\nnot_sees = [{ unit = { pice = \"s1\" } }]\n", "(in `unit`)"),
            (
                "[[step]]\nseat = \"german\"\nnot_sees = [{ unit = { piece = \"s9\" } }]\n",
                "there is no unit `s9` in this scenario; did you mean `s1`?",
            ),
            (
                "[[step]]\nseat = \"german\"\nnot_sees = [{ unit = { at = \"Z3\" } }]\n",
                "there is no Location `Z3` in this scenario; did you mean `A3`?",
            ),
            (
                "[[step]]\nseat = \"german\"\nnot_sees = [{ unit = { side = \"germn\" } }]\n",
                "there is no side `germn`; did you mean `german`?",
            ),
            (
                "[[step]]\nseat = \"german\"\nnot_sees = [{ unit = { state = \"pined\" } }]\n",
                "there is no word `pined`; did you mean `pinned`? expected",
            ),
            (
                "[[step]]\nseat = \"german\"\nnot_sees = [{ turn = { actions_left = \"1\" } }]\n",
                "expected a whole number from 0 to 255, found `\"1\"` (in `actions_left`)",
            ),
            (
                "[[step]]\nseat = \"german\"\nnot_sees = [{ unit = { piece = 1 } }]\n",
                "expected the name of a unit, found `1`",
            ),
            ("[[step]]\nseat = \"german\"\nnot_sees = [{ unit = \"s1\" }]\n", "expected a table, found `\"s1\"`"),
            ("[[step]]\nseat = \"german\"\nnot_sees = [\"unit\"]\n", "`unit` has fields; expected { unit = { … } }"),
            (
                "[[step]]\nseat = \"german\"\nnot_sees = [{ unit = {}, turn = {} }]\n",
                "`turn` and `unit` never stand in one fact",
            ),
            (
                "[[step]]\nseat = \"soviet\"\nunoffered = [{ emergee = {} }]\n",
                "case:6: `not_offered`: there is no order `emergee`; did you mean `emerge`?",
            ),
        ],
    );
}

#[test]
fn an_unknown_word_of_a_change_or_report_is_an_error() {
    fails(
        WATCH,
        &[
            (
                "[[step]]\nseat = \"soviet\"\noffered = [{ activate = { unitt = \"s1\" } }]\n",
                "`offered`: there is no field `unitt`; did you mean `unit`?",
            ),
            (
                "[[step]]\nseat = \"soviet\"\nunoffered = [\"hold_fir\"]\n",
                "there is no order `hold_fir`; did you mean `hold_fire`?",
            ),
            (
                "[[step]]\nseat = \"soviet\"\nunoffered = [{ stop = {} }]\n",
                "`stop` has no fields; expected \"stop\" alone",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = { activat = {} }\n",
                "`order`: there is no order `activat`; did you mean `activate`?",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = { activate = { unit = \"s1\" } }\n",
                "this is not a valid order: missing field `action`",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nexpect_not = [{ chnge = {} }]\n",
                "case:7: there is no kind of item `chnge`; did you mean `change`?",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nexpect_not = [{ change = { plced = {} } }]\n",
                "there is no change `plced`",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nexpect_not = [{ report = { atack = {} } }]\n",
                "there is no report `atack`; did you mean `attack`?",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nexpect_not = [{ push = \"mve\" }]\n",
                "there is no step `mve`",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nexpect_not = [{ roll = { label = \"atack\" } }]\n",
                "there is no roll `atack`; did you mean `attack`?",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nexpect_not = [{ roll = { face = [1] } }]\n",
                "there is no field `face`; did you mean `faces`?",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nexpect_not = [{ roll = {}, report = {} }]\n",
                "an item is one of",
            ),
            ("[[step]]\nby = \"soviet\"\norder = \"stop\"\nexpect_not = [\"pup\"]\n", "found `\"pup\"`"),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nclause = \"TOI-B999\"\n",
                "case:7: there is no clause `TOI-B999`; did you mean",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nrefused = \"TOI-C3\"\n",
                "case:7: there is no clause `TOI-C3`; did you mean `TOI-B3`?",
            ),
        ],
    );
}

#[test]
fn an_unknown_word_of_a_roll_or_an_event_is_an_error() {
    fails(
        WATCH,
        &[
            ("refused = \"TOI-C3\"\n", "case:4: there is no clause `TOI-C3`"),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\ndice = { atack = [1] }\n",
                "case:7: there is no roll `atack`; did you mean `attack`?",
            ),
            (
                "[[step]]\nby = \"soviet\"\nenter = { label = \"atack\", faces = [1] }\n",
                "there is no roll `atack`; did you mean `attack`?",
            ),
            ("[[step]]\nby = \"soviet\"\norder = \"stop\"\nwaits = \"atack\"\n", "there is no roll `atack`"),
            (
                "[[step]]\nby = \"german\"\nstanding = { question = \"opfire\" }\n",
                "there is no question `opfire`; did you mean `op-fire`?",
            ),
            (
                "[[step]]\nby = \"german\"\nstanding = { question = \"op-fire\", answer = \"hold\" }\n",
                "there is no order `hold`",
            ),
            ("[[step]]\nseat = \"soviet\"\nasked = \"mve\"\n", "there is no question `mve`; did you mean `move`?"),
            ("[[step]]\nseat = \"soviet\"\ntool = \"chess\"\nanswer = { drm = 1 }\n", "there is no calculator `chess`"),
            ("[[step]]\noutcome = \"sovjet\"\n", "there is no outcome `sovjet`; did you mean `soviet`?"),
            ("[[step]]\npass_until = \"opfire\"\n", "there is no question `opfire`; did you mean `op-fire`?"),
            ("[[step]]\npass_until = { question = \"act\", side = \"sovjet\" }\n", "there is no side `sovjet`"),
            (
                "[[step]]\npass_until = \"act\"\nseat = \"soviet\"\nunasked = [\"opfire\"]\n",
                "there is no question `opfire`",
            ),
            (
                "[[step]]\npass_until = \"act\"\nseat = \"soviet\"\nuntold = [{ atack = {} }]\n",
                "there is no report `atack`",
            ),
            (
                "[[step]]\npass_until = \"act\"\nseat = \"soviet\"\nunrolled = [{ label = \"atack\" }]\n",
                "there is no roll `atack`",
            ),
            (
                "[[step]]\npass_until = \"act\"\nseat = \"soviet\"\nunshown = [{ fact = { unitt = {} } }]\n",
                "there is no fact `unitt`",
            ),
            (
                "[[step]]\npass_until = \"act\"\nseat = \"soviet\"\nunshown = [{ fct = {} }]\n",
                "there is no field `fct`; did you mean `fact`?",
            ),
        ],
    );
    let covers = WATCH.replace("TOI-B14", "TOI-B140");
    fails(&covers, &[("[[step]]\noutcome = \"\"\n", "case:2: `covers`: there is no clause `TOI-B140`; did you mean")]);
}
