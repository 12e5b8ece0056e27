//! Patterns that can never match, or always match.

use super::*;

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
    for key in ["expect", "expect_not", "told", "untold", "rolled", "unrolled"] {
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
        (seat("not_sees = [{ objective = { held_by = nan } }]\n"), "case:6:13: `nan` and `inf` equal nothing"),
        (seat("not_offered = [{ move = { to = inf } }]\n"), "`nan` and `inf` equal nothing; expected a number"),
        (seat("sees = [{ pending = [] }]\n"), "case:6: no fact is an empty list; expected { pending = {} }"),
        (seat("not_sees = [{ pending = [] }]\n"), "case:6: no fact is an empty list; expected { pending = {} }"),
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
    let face = format!("{moved}expect_not = [{{ roll = {{ faces = [7] }} }}]\n");
    let heard = |key: &str| format!("{moved}seat = \"german\"\n{key} = [{{ faces = [6, 0] }}]\n");
    let (rolled, unrolled) = (heard("rolled"), heard("unrolled"));
    fails(
        WATCH,
        &[
            (
                "[[step]]\nseat = \"soviet\"\nnot_sees = [{ unit = { name = \"s9\" } }]\n",
                "case:6: there is no name `s9` in this scenario; did you mean `s1`?",
            ),
            (&face, "case:7: no die shows `7`; expected a whole number from 1 to 6"),
            (&rolled, "case:8: no die shows `0`; expected a whole number from 1 to 6"),
            (&unrolled, "case:8: no die shows `0`; expected a whole number from 1 to 6"),
        ],
    );
    let case = "sniper/base/SNP-B17-magazines.toml";
    let head = with(case, "").split("[[step]]").next().unwrap().to_owned();
    let seat = |fact: &str| format!("[[step]]\nseat = \"attacker\"\nnot_sees = [{{ {fact} }}]\n");
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
    let ready = |key: &str| format!("[[step]]\nby = \"attacker\"\norder = \"ready\"\nexpect_not = [{{ {key} }}]\n");
    let dug = |key: &str| {
        let order = "order = { tunnel = { from = \"A3\", to = \"D3\" } }";
        format!("[[step]]\nby = \"russian\"\n{order}\nexpect_not = [{{ {key} }}]\n")
    };
    let path = |steps: usize| {
        let steps = vec!["\"0505\""; steps].join(", ");
        format!("[[step]]\nseat = \"attacker\"\nnot_sees = [{{ plot = {{ plot = {{ path = [{steps}] }} }} }}]\n")
    };
    for (case, board, body, expected) in [
        (
            sniper,
            "sniper",
            ready("report = { struck = { man = \"a1\", odds = \"81\", roll = 7, result = \"killed\" } }"),
            "no report is like this: expected odds such as `3-1`",
        ),
        (sniper, "sniper", ready("report = { panicked = { roll = 13 } }"), "expected a whole number from 1 to 12, found `13`"),
        (sniper, "sniper", ready("report = { shot = { roll = 1 } }"), "expected a whole number from 2 to 12"),
        (sniper, "sniper", path(11), "a list of 11 entries matches nothing"),
        (asl, "asl", dug("report = { attack = { dr = 1 } }"), "expected a whole number from 2 to 12, found `1`"),
        (asl, "asl", dug("report = { emergence_dr = { dr = 7 } }"), "expected a whole number from 1 to 6, found `7`"),
        (
            asl,
            "asl",
            "[[step]]\nseat = \"german\"\nnot_sees = [{ losses = { kinds = [\"4-4-77\"] } }]\n".to_owned(),
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

#[test]
fn a_mistake_in_an_inline_scenario_is_shown_at_its_line() {
    let inline = |quotes: &str| {
        format!(
            "title = \"A case\"\ncovers = [\"TOI-B14\"]\ninline = {quotes}\ntitle = \"x\"\nsystem = \"tide\"\n\n\
             [board]\nlabls = \"letters\"\n{quotes}\n[[step]]\norder = \"stop\"\nby = \"soviet\"\n"
        )
    };
    for quotes in ["\"\"\"", "'''"] {
        let why = judged(&inline(quotes)).unwrap_err();
        // The first error is that of the scenario as a whole, the last that of the line.
        assert!(why.contains("[case:8:1]") && why.contains("did you mean `labels`?"), "{why}");
        assert!(!why.starts_with("case:0"), "{why}");
    }
    // Broken TOML, and a scenario in a file of its own.
    let broken = inline("'''").replace("[board]", "[board");
    let Err(CaseError::Scenario(problems)) = Case::parse("case", &broken, |_| panic!("it is inline")) else {
        panic!("it is no TOML");
    };
    assert!(problems.render(false, 100).contains("[case:7:"), "{}", problems.render(false, 100));
    let accepted = format!("{WATCH}refused = \"TOI-B1\"\n");
    assert!(judged(&accepted).unwrap_err().starts_with("case:4:"), "{:?}", judged(&accepted));
}

#[test]
fn a_case_of_a_later_format_is_refused_for_that_alone() {
    let parsed = |format: &str| {
        let case = format!("{format}title = \"T\"\ncovers = [\"TOI-S1\"]\nspell = 1\n");
        Case::parse("case", &case, |_| unreachable!()).unwrap_err().to_string()
    };
    assert_eq!(parsed("format = 2\n"), "case:1:10: cases of format 2 are not known; this program reads format 1");
    assert_eq!(
        parsed("format = \"1\"\n"),
        "case:1:10: cases of format \"1\" are not known; this program reads format 1"
    );
    for known in ["", "format = 1\n"] {
        assert!(parsed(known).contains("spell"), "{}", parsed(known));
    }
}
