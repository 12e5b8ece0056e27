//! Dice, and the events, facts and questions of seats.

use super::*;

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

/// Each case passes with the first text added to its last step, and fails with each other text with its message.
fn holds_and_fails(case: &str, holds: &str, bodies: &[(&str, &str)]) {
    assert_eq!(judged(&with(case, holds)), Ok(()));
    for (added, expected) in bodies {
        let why = judged(&with(case, added)).expect_err(added);
        assert!(why.contains(expected), "{added}\n  expected {expected}\n  found    {why}");
    }
}

#[test]
fn who_hears_a_report_and_sees_a_roll_can_be_told() {
    let case = "sniper/base/SNP-B32-direction-1.toml";
    let thrower = "seat = \"attacker\"\ntold = [{ burst = { at = \"0324\" } }]\n\
        rolled = [{ label = \"scatter\", faces = [1, 1] }, { label = \"direction\", clause = \"SNP-B32\" }]\n\
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

/// A case in which a soldier is found when the enemy enters the next hex.
const FOUND: &str = "heroes/base/HNL-B19-found-from-next-door.toml";

#[test]
fn what_a_seat_is_shown_and_by_which_clause_can_be_told() {
    let text = with(FOUND, "");
    // The last order of the case, and the facts that it reveals to the other side.
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
    let act = "[[step]]\npass_until = { question = \"act\", side = \"german\" }\nexpect_not = [{ report = { attack = {} } }]\n\
        seat = \"german\"\nunasked = [\"lose\", \"retreat\"]\n[[step]]\nseat = \"german\"\nasked = \"act\"\n";
    assert_eq!(judge(act), Ok(()));
    // The player who moved is asked for the next move before the other side's turn.
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
