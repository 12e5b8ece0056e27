//! Renamed keys of cases: the old names are still accepted.

use super::*;

/// Each renamed key: its present name, the old one, a step that passes and a step that fails.
const RENAMED: [(&str, &str, &str, &str); 4] = [
    (
        "raw_order",
        "written",
        "by = \"soviet\"\nraw_order = { fatigue = { unit = 99 } }\nrefused = \"REF-3\"\n",
        "by = \"soviet\"\nraw_order = { fatigue = { unit = 99 } }\n",
    ),
    (
        "not_sees",
        "hides",
        "seat = \"german\"\nnot_sees = [{ unit = { piece = \"g1\", side = \"soviet\" } }]\n",
        "seat = \"german\"\nnot_sees = [{ unit = { piece = \"g1\" } }]\n",
    ),
    (
        "not_offered",
        "unoffered",
        "seat = \"soviet\"\nnot_offered = [{ emerge = {} }]\n",
        "seat = \"soviet\"\nnot_offered = [{ fatigue = {} }]\n",
    ),
    (
        "expect_not",
        "absent",
        "by = \"soviet\"\norder = { fatigue = { unit = \"s1\" } }\nexpect_not = [{ roll = {} }]\n",
        "by = \"soviet\"\norder = { fatigue = { unit = \"s1\" } }\nexpect_not = [{ change = {} }]\n",
    ),
];

#[test]
fn an_old_key_means_what_todays_does() {
    for (key, old, passes, fails) in RENAMED {
        for key_used in [key, old] {
            let judged = |step: &str| judged(&format!("{WATCH}[[step]]\n{}", step.replace(key, key_used)));
            assert_eq!(judged(passes), Ok(()), "{key_used}");
            let why = judged(fails).expect_err(key_used);
            assert!(!why.contains("unknown field"), "{key_used}: {why}");
        }
    }
}

#[test]
fn a_step_has_the_old_key_or_todays() {
    for (key, old, passes, _) in RENAMED {
        let line = passes.lines().find(|line| line.starts_with(key)).expect("the key");
        let both = format!("{WATCH}[[step]]\n{passes}{}\n", line.replace(key, old));
        let why = judged(&both).expect_err(old);
        assert!(why.contains("duplicate"), "{why}");
    }
}
