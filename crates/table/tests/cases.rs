//! A case that tests nothing is an error, told with its line, what is expected and what is nearest.

// A test states what must hold by panicking where it does not.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::path::Path;

use referee::ledger::ScenarioText;
use table::case::{Case, CaseError};

/// Two squads against two in Op Fire mode; in another file, hidden units above a sewer.
const WATCH: &str = "title = \"A case\"\ncovers = [\"TOI-B14\"]\nscenario = \"tide/boards/watch.toml\"\n";

/// Reads and runs a case: what is wrong with it, after its line.
fn judged(text: &str) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases");
    let scenario = |name: &str| {
        let path = folder.join(name);
        let read = std::fs::read_to_string(&path).map_err(|source| CaseError::Read { path, source })?;
        Ok(ScenarioText { name: name.to_owned(), text: read })
    };
    let case = Case::parse("case", text, scenario).map_err(|error| error.to_string())?;
    let system = table::system(&case.system).expect("a known system");
    system.judge(&case).map_err(|failure| format!("case:{}: {}", failure.line, failure.why))
}

/// Each body, put behind the head, fails as told.
fn fails(head: &str, bodies: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (body, expected) in bodies {
        match judged(&format!("{head}{body}")) {
            Ok(()) => wrong.push(format!("passed:\n{body}\n")),
            Err(why) if why.contains(expected) => {}
            Err(why) => wrong.push(format!("{body}\n  expected {expected}\n  found    {why}\n")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

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
                "case:5:6: `answer_standing` is no act of one side",
            ),
            ("[[step]]\nby = \"soviet\"\norder = \"stop\"\nundo = true\n", "case:7:8: `order` and `undo` are two acts"),
            ("[[step]]\nby = \"soviet\"\nresign = true\nundo = true\n", "`undo` and `resign` are two acts"),
            ("[[step]]\nby = \"soviet\"\nundo = false\n", "case:6:8: `false` does nothing; expected `true`"),
            ("[[step]]\nexpect = [{ change = {} }]\n", "case:5:11: `expect` needs an act beside it"),
            ("[[step]]\nseat = \"soviet\"\nasked = \"act\"\nabsent = [{}]\n", "`absent` needs an act beside it"),
            ("[[step]]\ndice = { attack = [1] }\noutcome = \"\"\n", "`dice` needs an act beside it"),
            ("[[step]]\nclause = \"TOI-B1\"\n", "`clause` needs an act beside it"),
            ("[[step]]\nrefused = \"TOI-B1\"\n", "case:5:11: `refused` needs an act of a side"),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nrefused = \"TOI-B3\"\nabsent = [{ change = {} }]\n",
                "nothing is recorded, heard or rolled beside `refused`, so `absent` tests nothing",
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
            ("[[step]]\nhides = [{ unit = {} }]\n", "case:5:10: `hides` needs `seat`, whose eyes it looks through"),
            ("[[step]]\nasked = \"\"\n", "`asked` needs `seat`"),
            ("[[step]]\nseat = \"soviet\"\n", "case:5:8: `seat` looks at nothing; expected `sees`"),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nseat = \"soviet\"\n",
                "`seat` looks at nothing beside the act",
            ),
            ("[[step]]\nseat = \"spectator\"\nunoffered = [\"stop\"]\n", "so `unoffered` tests nothing"),
            ("[[step]]\nseat = \"spectator\"\nasked = \"\"\n", "so `asked` tests nothing"),
            ("[[step]]\nseat = \"soviet\"\nhides = []\n", "case:6:9: an empty list tests nothing"),
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
                "[[step]]\nseat = \"german\"\nhides = [{ unitt = {} }]\n",
                "case:6: there is no fact `unitt`; did you mean `unit`? expected",
            ),
            (
                "[[step]]\nseat = \"german\"\nhides = [{ unit = { pice = \"s1\" } }]\n",
                "there is no field `pice`; did you mean `piece`? expected",
            ),
            ("[[step]]\nseat = \"german\"\nhides = [{ unit = { pice = \"s1\" } }]\n", "(in `unit`)"),
            (
                "[[step]]\nseat = \"german\"\nhides = [{ unit = { piece = \"s9\" } }]\n",
                "there is no unit `s9` in this scenario; did you mean `s1`?",
            ),
            (
                "[[step]]\nseat = \"german\"\nhides = [{ unit = { at = \"Z3\" } }]\n",
                "there is no Location `Z3` in this scenario; did you mean `A3`?",
            ),
            (
                "[[step]]\nseat = \"german\"\nhides = [{ unit = { side = \"germn\" } }]\n",
                "there is no side `germn`; did you mean `german`?",
            ),
            (
                "[[step]]\nseat = \"german\"\nhides = [{ unit = { state = \"pined\" } }]\n",
                "there is no word `pined`; did you mean `pinned`? expected",
            ),
            (
                "[[step]]\nseat = \"german\"\nhides = [{ turn = { actions_left = \"1\" } }]\n",
                "expected a whole number from 0 to 255, found `\"1\"` (in `actions_left`)",
            ),
            (
                "[[step]]\nseat = \"german\"\nhides = [{ unit = { piece = 1 } }]\n",
                "expected the name of a unit, found `1`",
            ),
            ("[[step]]\nseat = \"german\"\nhides = [{ unit = \"s1\" }]\n", "expected a table, found `\"s1\"`"),
            ("[[step]]\nseat = \"german\"\nhides = [\"unit\"]\n", "`unit` has fields; expected { unit = { … } }"),
            (
                "[[step]]\nseat = \"german\"\nhides = [{ unit = {}, turn = {} }]\n",
                "`turn` and `unit` never stand in one fact",
            ),
            (
                "[[step]]\nseat = \"soviet\"\nunoffered = [{ emergee = {} }]\n",
                "case:6: `unoffered`: there is no order `emergee`; did you mean `emerge`?",
            ),
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
                "this is no order: missing field `action`",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nabsent = [{ chnge = {} }]\n",
                "case:7: there is no kind of item `chnge`; did you mean `change`?",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nabsent = [{ change = { plced = {} } }]\n",
                "there is no change `plced`",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nabsent = [{ report = { atack = {} } }]\n",
                "there is no report `atack`; did you mean `attack`?",
            ),
            ("[[step]]\nby = \"soviet\"\norder = \"stop\"\nabsent = [{ push = \"mve\" }]\n", "there is no step `mve`"),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nabsent = [{ roll = { label = \"atack\" } }]\n",
                "there is no roll `atack`; did you mean `attack`?",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nabsent = [{ roll = { face = [1] } }]\n",
                "there is no field `face`; did you mean `faces`?",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nabsent = [{ roll = {}, report = {} }]\n",
                "an item is one of",
            ),
            ("[[step]]\nby = \"soviet\"\norder = \"stop\"\nabsent = [\"pup\"]\n", "found `\"pup\"`"),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nclause = \"TOI-B999\"\n",
                "case:7: there is no clause `TOI-B999`; did you mean",
            ),
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\nrefused = \"TOI-C3\"\n",
                "case:7: there is no clause `TOI-C3`; did you mean `TOI-B3`?",
            ),
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

/// One volley of four dice.
const FIRE: &str =
    "[[step]]\nby = \"soviet\"\norder = { fire = { unit = \"s1\", target = \"g1\", mode = \"suppressive\" } }\n";

#[test]
fn dice_that_do_not_fit_are_told_apart() {
    let fire = |rest: &str| format!("{FIRE}{rest}");
    let bodies = [
        (fire(""), "the roll `attack` [TOI-B10] is asked for: wanted 4 faces, given none"),
        (fire("dice = { defence = [1] }\n"), "wanted 4 faces, given only for `defence`"),
        (fire("dice = { attack = [1, 1, 1] }\n"), "the roll `attack` [TOI-B10]: given 3 faces, wanted 4"),
        (fire("dice = { attack = [1, 1, 1, 7] }\n"), "dice for `attack`"),
        (
            fire("dice = { attack = [[1, 1, 1, 1], [1, 1]] }\n"),
            "dice were given for `attack`, and that roll was not made; these were: `attack`",
        ),
        (
            "[[step]]\nby = \"soviet\"\norder = { fatigue = { unit = \"s1\" } }\ndice = { attack = [1] }\n".to_owned(),
            "dice were given for `attack`, and that roll was not made; none was",
        ),
    ];
    let bodies: Vec<(&str, &str)> = bodies.iter().map(|(body, expected)| (body.as_str(), *expected)).collect();
    fails(WATCH, &bodies);
}

/// The text of a shipped case without its last step's seat, and what is added to that step.
fn with(case: &str, added: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(case);
    let text = std::fs::read_to_string(path).unwrap().replace("\"../boards/", "\"heroes/boards/");
    format!("{}\n{added}", text.trim_end())
}

/// Each case holds with the first text added to its last step, and fails with each other text as told.
fn holds_and_fails(case: &str, holds: &str, bodies: &[(&str, &str)]) {
    assert_eq!(judged(&with(case, holds)), Ok(()));
    for (added, expected) in bodies {
        let why = judged(&with(case, added)).expect_err(added);
        assert!(why.contains(expected), "{added}\n  expected {expected}\n  found    {why}");
    }
}

#[test]
fn who_hears_a_report_and_sees_a_roll_can_be_told() {
    let case = "sniper/base/SNP-B11-direction-1.toml";
    let thrower = "seat = \"attacker\"\ntold = [{ burst = { at = \"0324\" } }]\n\
        rolled = [{ label = \"scatter\", faces = [1, 1] }, { label = \"direction\", clause = \"SNP-B11\" }]\n\
        unrolled = [{ faces = [6] }]\nuntold = [{ burst = { at = \"0325\" } }]\nunasked = [\"set-up\"]\n";
    holds_and_fails(
        case,
        thrower,
        &[
            ("seat = \"attacker\"\ntold = [{ burst = { at = \"0325\" } }]\n", "expected this told"),
            ("seat = \"attacker\"\nuntold = [{ burst = {} }]\n", "expected nothing like {\"burst\":{}} told, found"),
            ("seat = \"attacker\"\nrolled = [{ faces = [2, 1] }]\n", "expected this seen rolled"),
            ("seat = \"attacker\"\nunrolled = [{}]\n", "expected nothing like {} seen rolled, found"),
            ("seat = \"defender\"\nrolled = [{ label = \"scatter\" }]\n", "expected this seen rolled"),
            (
                "seat = \"defender\"\nunasked = [\"plot\"]\n",
                "expected no question `plot` in this step, and it was asked",
            ),
        ],
    );
    assert_eq!(judged(&with(case, "seat = \"defender\"\nunrolled = [{}]\n")), Ok(()));
    assert_eq!(judged(&with(case, "seat = \"spectator\"\nunrolled = [{}]\n")), Ok(()));
}

/// A soldier comes out of hiding when the enemy steps next to him.
const FOUND: &str = "heroes/base/HNL-B19-found-from-next-door.toml";

#[test]
fn what_a_seat_is_shown_and_by_which_clause_can_be_told() {
    let text = with(FOUND, "");
    // The last order of the case, and what the other side is shown by it.
    let last = text.rfind("[[step]]\nby = ").unwrap();
    let order = text[last..].split("\n\n").next().unwrap();
    let ended = |added: &str| judged(&format!("{}{order}\n{added}", &text[..last]));
    assert_eq!(
        ended("seat = \"soviet\"\nshown = [{ clause = \"HNL-B19\", fact = { unit = { piece = \"gs1\" } } }]\n"),
        Ok(())
    );
    assert_eq!(ended("seat = \"german\"\nunshown = [{ fact = { hidden = { side = \"soviet\" } } }]\n"), Ok(()));
    for (added, expected) in [
        ("shown = [{ clause = \"HNL-B7\", fact = { unit = { piece = \"gs1\" } } }]\n", "expected this shown"),
        ("unshown = [{ fact = { unit = { piece = \"gs1\" } } }]\n", "expected nothing like"),
    ] {
        let why = ended(&format!("seat = \"soviet\"\n{added}")).expect_err(added);
        assert!(why.contains(expected), "{why}");
    }
}

const MOVES: &str = "[[step]]\nby = \"soviet\"\norder = { activate = { unit = \"s1\", action = \"advance\" } }\n\
    [[step]]\nby = \"soviet\"\norder = { move = { to = \"B3\" } }\n";

#[test]
fn the_sides_pass_until_a_question_stands() {
    let judge = |rest: &str| judged(&format!("{WATCH}{MOVES}{rest}"));
    let act = "[[step]]\npass_until = { question = \"act\", side = \"german\" }\nabsent = [{ report = { attack = {} } }]\n\
        seat = \"german\"\nunasked = [\"lose\", \"retreat\"]\n[[step]]\nseat = \"german\"\nasked = \"act\"\n";
    assert_eq!(judge(act), Ok(()));
    // He who moved is asked how to go on, before it is the other's turn.
    assert_eq!(judge("[[step]]\npass_until = \"move\"\n[[step]]\nseat = \"soviet\"\nasked = \"move\"\n"), Ok(()));
    for (rest, expected) in [
        ("[[step]]\npass_until = \"retreat\"\n", "case:11: somebody is never asked `retreat`: the game is over after"),
        (
            "[[step]]\npass_until = { question = \"lose\", side = \"german\" }\n",
            "german is never asked `lose`: the game is over after",
        ),
        (
            "[[step]]\npass_until = { question = \"act\", side = \"german\" }\nseat = \"soviet\"\nunasked = [\"move\"]\n",
            "case:13: expected no question `move` in this step, and it was asked",
        ),
        ("[[step]]\npass_until = \"move\"\ndice = { attack = [1] }\n", "that roll was not made; none was"),
        ("[[step]]\npass_until = { question = \"act\" }\n", "case:11:14:"),
    ] {
        let why = judge(rest).expect_err(rest);
        assert!(why.contains(expected), "{rest}\n  expected {expected}\n  found    {why}");
    }
}

#[test]
fn a_choice_is_not_made_by_passing() {
    let two_kinds =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/tide/boards/watch.toml"))
            .unwrap()
            .replace("figures = { regular = 3 }", "figures = { regular = 2, elite = 1 }");
    let head = format!("title = \"A case\"\ncovers = [\"TOI-B24\"]\ninline = '''\n{two_kinds}'''\n");
    let hit = "[[step]]\nby = \"soviet\"\norder = { fire = { unit = \"s1\", target = \"g2\", mode = \"normal\" } }\n\
        dice = { attack = [6, 1, 1, 1] }\n[[step]]\npass_until = \"act\"\n";
    let why = judged(&format!("{head}{hit}")).unwrap_err();
    assert!(
        why.contains("after 0 orders german is asked `lose`, and no passive order is offered, only `lose`"),
        "{why}"
    );
}

/// Two squads in a sewer, and a leader above them.
fn sewer(rest: &str) -> String {
    let text = with("heroes/sew/SEW-8-no-fire-with-the-leader-above.toml", "");
    let head = text.split("[[step]]").next().unwrap();
    format!("{head}{rest}")
}

#[test]
fn the_order_in_which_a_group_is_written_does_not_matter() {
    for (steps, expected) in [
        (
            "[[step]]\nseat = \"soviet\"\nunoffered = [{ fire = { units = [\"ss2\", \"ss1\"] } }]\n",
            "expected nothing like {\"fire\":{\"units\":[\"ss2\",\"ss1\"]}} offered",
        ),
        (
            "[[step]]\nby = \"soviet\"\norder = { fire = { units = [\"ss1\", \"ss2\"], target = \"G3\" } }\n\
             dice = { attack = [1], defence = [6] }\nabsent = [{ report = { attack = { units = [\"ss2\", \"ss1\"] } } }]\n",
            "expected nothing like {\"report\":{\"attack\":{\"units\":[\"ss2\",\"ss1\"]}}} recorded",
        ),
        (
            "[[step]]\nseat = \"soviet\"\nunoffered = [{ fire = { units = [\"ss1\", \"ss1\"] } }]\n",
            "`unoffered`: `ss1` is named twice in one set",
        ),
        (
            "[[step]]\nseat = \"soviet\"\nunoffered = [{ fire = { units = [\"ss1\", {}] } }]\n",
            "expected nothing like {\"fire\":{\"units\":[\"ss1\",{}]}} offered",
        ),
    ] {
        let why = judged(&sewer(steps)).expect_err(steps);
        assert!(why.contains(expected), "{steps}\n  expected {expected}\n  found    {why}");
    }
    let text = with("heroes/base/HNL-B11-odds.toml", "");
    let head = text.split("\n[[step]]").take(2).collect::<Vec<&str>>().join("\n[[step]]");
    let moving = "seat = \"german\"\nhides = [{ moving = { units = [\"ss2\", \"ss1\", \"sf1\"] } }]\n";
    let why = judged(&format!("{head}\n{moving}")).unwrap_err();
    assert!(why.contains("expected nothing like") && why.contains("in the view"), "{why}");
    // The markers of a counter are a set as well.
    let text = with("asl/base/ASL-A4-minimum-move.toml", "");
    let flags = |order: &str| {
        let marked = text.replace("sees = [", &format!("hides = [{{ unit = {{ flags = {order} }} }}]\nsees = ["));
        judged(&marked).unwrap_err()
    };
    for order in ["[\"pinned\", \"cx\", \"moved\", \"minimum\"]", "[\"minimum\", \"moved\", \"cx\", \"pinned\"]"] {
        assert!(flags(order).contains("expected nothing like"), "{}", flags(order));
    }
    let both = "[[step]]\nseat = \"soviet\"\noffered = [{ fire = { units = [\"ss1\", \"ss2\"] } }, \
                { fire = { units = [\"ss2\", \"ss1\"] } }, { fire = { units = [{}, {}] } }]\n";
    assert_eq!(judged(&sewer(both)), Ok(()));
}

#[test]
fn the_order_in_which_places_and_counters_are_written_does_not_matter_but_that_of_a_path_does() {
    // A shipped case, where the last step of its seat sees a fact; the fact is written in another way there.
    let instead = |case: &str, is: &str, now: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(case);
        let text = std::fs::read_to_string(path).unwrap().replace("\"../boards/", "\"asl/boards/");
        assert_eq!(text.matches(is).count(), 1, "{case}");
        judged(&text.replace(is, now))
    };
    let tunnel = "asl/tunnels/B8.6c-three-hexes.toml";
    let ends = r#"sees = [{ tunnel = { ends = ["A3", "D3"] } }]"#;
    assert_eq!(instead(tunnel, ends, r#"sees = [{ tunnel = { ends = ["D3", "A3"] } }]"#), Ok(()));
    assert_eq!(instead(tunnel, ends, r#"sees = [{ tunnel = { ends = ["D3", {}] } }]"#), Ok(()));
    let unseen = "asl/sewers/B8.5d-nor-what-they-were.toml";
    let counters = r#"[{ kind = "4-4-7" }, { kind = "leader 9-1" }, { kind = "dummy" }, { kind = "dc" }] } }]"#;
    let others = r#"[{ kind = "dc" }, { hidden = false, kind = "dummy" }, { kind = "leader 9-1" }, {}] } }]"#;
    assert_eq!(instead(unseen, counters, others), Ok(()));
    for (case, is, now, expected) in [
        (tunnel, ends, r#"hides = [{ tunnel = { ends = ["D3", "A3"] } }]"#, "expected nothing like"),
        (tunnel, ends, r#"hides = [{ tunnel = { ends = ["D3", "D3"] } }]"#, "`D3` is named twice in one set"),
        (tunnel, ends, r#"hides = [{ tunnel = { ends = ["D3"] } }]"#, "a list of 1 entries matches nothing"),
        (unseen, counters, r#"[{ kind = "dc" }, { kind = "dc" }, {}, {}] } }]"#, "expected this in the view"),
    ] {
        let why = instead(case, is, now).expect_err(now);
        assert!(why.contains(expected), "{now}\n  expected {expected}\n  found    {why}");
    }
    let plotted = with("sniper/base/SNP-B15-he-stops.toml", "");
    let plotted = plotted.split("\n[[step]]").take(4).collect::<Vec<&str>>().join("\n[[step]]");
    let path = |key: &str, path: &str| {
        judged(&format!(
            "{plotted}[[step]]\nseat = \"attacker\"\n{key} = [{{ plot = {{ plot = {{ path = {path} }} }} }}]\n"
        ))
    };
    assert_eq!(path("sees", "[\"0504\", \"0505\", \"0506\"]"), Ok(()));
    assert_eq!(path("hides", "[\"0506\", \"0505\", \"0504\"]"), Ok(()));
}

#[test]
fn dice_are_entered_by_the_side_that_rolls_them() {
    let wait = format!("{FIRE}waits = \"attack\"\n[[step]]\n");
    let enter = "enter = { label = \"attack\", faces = [1, 1, 1, 1] }\n";
    assert_eq!(judged(&format!("{WATCH}{wait}by = \"soviet\"\n{enter}")), Ok(()));
    for rest in ["", "refused = \"REF-9\"\n"] {
        let why = judged(&format!("{WATCH}{wait}by = \"german\"\n{enter}{rest}")).unwrap_err();
        let expected = "case:9: the roll `attack` is made by soviet; expected `by = \"soviet\"`";
        assert!(why.contains(expected), "{why}");
    }
}

#[test]
fn dice_beside_an_order_that_waits_are_rolled_before_it_does() {
    let fire = |rest: &str| format!("{FIRE}{rest}waits = \"attack\"\n");
    let bodies = [
        (
            fire("dice = { defence = [2, 2] }\n"),
            "case:7: dice were given for `defence`, and that roll was not made before `attack` was waited for",
        ),
        (fire("dice = { attack = [1, 1] }\n"), "case:7: the roll `attack` [TOI-B10]: given 2 faces, wanted 4"),
        (
            fire("dice = { attack = [1, 1, 1, 1] }\n"),
            "case:6: expected the order to wait for the roll `attack`, and it was done",
        ),
        (fire("dice = { attack = [1, 1, 1, 7] }\n"), "case:7: dice for `attack`"),
    ];
    let bodies: Vec<(&str, &str)> = bodies.iter().map(|(body, expected)| (body.as_str(), *expected)).collect();
    fails(WATCH, &bodies);
    let hits = format!("{FIRE}dice = {{ attack = [6, 6, 6, 6] }}\nwaits = \"defence\"\n");
    let why = judged(&format!("{WATCH}{hits}")).unwrap_err();
    assert!(why.contains("case:6: expected the order to wait for the roll `defence`, and it was done"), "{why}");
}

#[test]
fn what_an_act_never_records_cannot_be_looked_for() {
    let act = |act: &str, rest: &str| format!("[[step]]\nby = \"soviet\"\n{act}\nseat = \"german\"\n{rest}\n");
    let undo = "undo = true";
    let standing = "standing = { question = \"op-fire\", answer = \"hold_fire\" }";
    let mut bodies = Vec::new();
    for key in ["expect", "absent", "told", "untold", "rolled", "unrolled"] {
        for one in [undo, "resign = true", standing] {
            let name = one.split(' ').next().unwrap();
            let rest = format!("{key} = [{{ change = {{}} }}]");
            bodies.push((act(one, &rest), format!("nothing is recorded or heard beside `{name}`, so `{key}` tests")));
        }
    }
    bodies.push((act(standing, "unshown = [{}]"), "beside `standing`, so `unshown` tests nothing".to_owned()));
    bodies.push((act("resign = true", "unasked = [\"act\"]"), "beside `resign`, so `unasked`".to_owned()));
    bodies.push((act(undo, "clause = \"TOI-B3\""), "beside `undo`, so `clause` tests nothing".to_owned()));
    let bodies: Vec<(&str, &str)> = bodies.iter().map(|(body, why)| (body.as_str(), why.as_str())).collect();
    fails(WATCH, &bodies);
}

#[test]
fn what_matches_anything_or_nothing_is_an_error() {
    let moved = "[[step]]\nby = \"soviet\"\norder = { activate = { unit = \"s1\", action = \"advance\" } }\n";
    let moved = |rest: &str| format!("{moved}{rest}");
    let seat = |rest: &str| format!("[[step]]\nseat = \"soviet\"\n{rest}");
    let bodies = [
        (moved("dice = {}\n"), "case:7:8: no dice are given here; expected faces by label, or no such key"),
        (moved("expect = [{}]\n"), "case:7:11: `{}` matches anything, so this `expect` tests nothing"),
        (seat("sees = [{}]\n"), "case:6:9: `{}` matches anything, so this `sees` tests nothing"),
        (seat("offered = [\"stop\", {}]\n"), "`{}` matches anything, so this `offered` tests nothing"),
        (seat("tool = \"attack\"\nanswer = {}\n"), "so this `answer` tests nothing"),
        (seat("hides = [{ objective = { held_by = nan } }]\n"), "case:6:10: `nan` and `inf` equal nothing"),
        (seat("unoffered = [{ move = { to = inf } }]\n"), "`nan` and `inf` equal nothing; expected a number"),
        (seat("sees = [{ pending = [] }]\n"), "case:6: no fact is an empty list; expected { pending = {} }"),
        (seat("hides = [{ pending = [] }]\n"), "case:6: no fact is an empty list; expected { pending = {} }"),
        ("players_roll = false\n[[step]]\noutcome = \"\"\n".to_owned(), "case:4:16: `false` does nothing"),
        (
            "refused = \"TOI-SC3\"\nplayers_roll = true\n".to_owned(),
            "case:5:16: a scenario that is `refused` is not played, so `players_roll` tests nothing",
        ),
        ("options = { hidden_sewers = nan }\n[[step]]\noutcome = \"\"\n".to_owned(), "case:4:29: `options`: `hidden"),
    ];
    let bodies: Vec<(&str, &str)> = bodies.iter().map(|(body, expected)| (body.as_str(), *expected)).collect();
    fails(WATCH, &bodies);
    let covers = WATCH.replace("[\"TOI-B14\"]", "[]");
    fails(&covers, &[("[[step]]\noutcome = \"\"\n", "case:2:10: an empty list tests nothing")]);
}

#[test]
fn a_name_a_weapon_and_a_face_that_do_not_exist_are_errors() {
    let moved = "[[step]]\nby = \"soviet\"\norder = { activate = { unit = \"s1\", action = \"advance\" } }\n";
    let face = format!("{moved}absent = [{{ roll = {{ faces = [7] }} }}]\n");
    let heard = |key: &str| format!("{moved}seat = \"german\"\n{key} = [{{ faces = [6, 0] }}]\n");
    let (rolled, unrolled) = (heard("rolled"), heard("unrolled"));
    fails(
        WATCH,
        &[
            (
                "[[step]]\nseat = \"soviet\"\nhides = [{ unit = { name = \"s9\" } }]\n",
                "case:6: there is no name `s9` in this scenario; did you mean `s1`?",
            ),
            (&face, "case:7: no die shows `7`; expected a whole number from 1 to 6"),
            (&rolled, "case:8: no die shows `0`; expected a whole number from 1 to 6"),
            (&unrolled, "case:8: no die shows `0`; expected a whole number from 1 to 6"),
        ],
    );
    let case = "sniper/base/SNP-B17-magazines.toml";
    let head = with(case, "").split("[[step]]").next().unwrap().to_owned();
    let seat = |fact: &str| format!("[[step]]\nseat = \"attacker\"\nhides = [{{ {fact} }}]\n");
    let (weapon, name) = (seat("man = { weapon = \"rifel\" }"), seat("kit = { name = \"a9\" }"));
    fails(
        &head,
        &[
            (&weapon, "there is no weapon `rifel` in this scenario; did you mean `rifle`? expected"),
            (&name, "there is no name `a9` in this scenario; did you mean"),
        ],
    );
}

#[test]
fn what_its_type_forbids_is_an_error() {
    let with_head = |case: &str, board: &str, body: &str| {
        let text = with(case, "").replace("\"heroes/boards/", &format!("\"{board}/boards/"));
        judged(&format!("{}{body}", text.split("[[step]]").next().unwrap()))
    };
    let sniper = "sniper/base/SNP-B16-no-such-door.toml";
    let asl = "asl/tunnels/B8.6c-three-hexes.toml";
    let ready = |key: &str| format!("[[step]]\nby = \"attacker\"\norder = \"ready\"\nabsent = [{{ {key} }}]\n");
    let dug = |key: &str| {
        let order = "order = { tunnel = { from = \"A3\", to = \"D3\" } }";
        format!("[[step]]\nby = \"russian\"\n{order}\nabsent = [{{ {key} }}]\n")
    };
    let path = |steps: usize| {
        let steps = vec!["\"0505\""; steps].join(", ");
        format!("[[step]]\nseat = \"attacker\"\nhides = [{{ plot = {{ plot = {{ path = [{steps}] }} }} }}]\n")
    };
    for (case, board, body, expected) in [
        (
            sniper,
            "sniper",
            ready("report = { struck = { man = \"a1\", odds = \"81\", roll = 7, result = \"killed\" } }"),
            "no report is like this: expected odds such as `3-1`",
        ),
        (sniper, "sniper", ready("report = { panicked = { roll = 13 } }"), "expected a whole number from 2 to 12, found `13`"),
        (sniper, "sniper", ready("report = { shot = { roll = 1 } }"), "expected a whole number from 2 to 12"),
        (sniper, "sniper", path(11), "a list of 11 entries matches nothing"),
        (asl, "asl", dug("report = { attack = { dr = 1 } }"), "expected a whole number from 2 to 12, found `1`"),
        (asl, "asl", dug("report = { emergence_dr = { dr = 7 } }"), "expected a whole number from 1 to 6, found `7`"),
        (
            asl,
            "asl",
            "[[step]]\nseat = \"german\"\nhides = [{ losses = { kinds = [\"4-4-77\"] } }]\n".to_owned(),
            "there is no word `4-4-77`; did you mean `4-4-7`?",
        ),
        // Either side of a door first: the same order.
        (
            sniper,
            "sniper",
            "[[step]]\nseat = \"attacker\"\nunoffered = [{ watch_side = { man = \"a1\", at = \"0506\", beyond = \"0505\" } }]\n"
                .to_owned(),
            "expected nothing like {\"watch_side\":{\"at\":\"0505\",\"beyond\":\"0506\",\"man\":\"a1\"}} offered",
        ),
    ] {
        let why = with_head(case, board, &body).expect_err(&body);
        assert!(why.contains(expected), "{body}\n  expected {expected}\n  found    {why}");
    }
    assert_eq!(with_head(sniper, "sniper", &path(10)), Ok(()));
    assert_eq!(with_head(sniper, "sniper", &ready("report = { panicked = { roll = 12 } }")), Ok(()));
}

#[test]
fn a_wrong_value_is_told_with_what_is_known() {
    fails(
        WATCH,
        &[
            (
                "[[step]]\nby = \"soviet\"\norder = \"stop\"\ndice = { attack = [[6], 5] }\n",
                "case:7:19: `dice`: expected faces from 1 to 6, such as `[6, 5]`, or a list of rolls, such as \
                 `[[6], [5]]`, found `[[6],5]`",
            ),
            ("[[step]]\nby = \"soviet\"\norder = \"stop\"\ndice = { attack = \"6\" }\n", "`[[6], [5]]`, found `\"6\"`"),
            (
                "[[step]]\npass_until = 3\n",
                "case:5:14: `pass_until`: expected a question, such as `\"act\"`, or `{ question = …, side = … }`, \
                 found `3`",
            ),
            (
                "[[step]]\npass_until = { question = \"act\", sidee = \"german\" }\n",
                "no key `sidee`; did you mean `side`?",
            ),
            ("[[step]]\npass_until = { question = \"act\" }\n", "or `{ question = …, side = … }`, found"),
            (
                "options = { hidden_sewer = true }\n[[step]]\noutcome = \"\"\n",
                "case:4: `options`: unknown key `hidden_sewer`; did you mean `hidden_sewers`?",
            ),
            (
                "options = { hidden_sewers = \"yes\" }\n[[step]]\noutcome = \"\"\n",
                "case:4: `options`: `hidden_sewers`: expected true or false",
            ),
        ],
    );
    let why = judged(&format!("{WATCH}[[step]]\nby = \"soviet\"\norder = 3\n")).unwrap_err();
    assert_eq!(why.matches("a table").count(), 1, "{why}");
}
