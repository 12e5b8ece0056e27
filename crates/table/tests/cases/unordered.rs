//! Lists whose order has no meaning.

use super::*;

/// A case of two squads in a sewer, and a leader above them.
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
             dice = { attack = [1], defence = [6] }\nexpect_not = [{ report = { attack = { units = [\"ss2\", \"ss1\"] } } }]\n",
            "expected nothing like {\"report\":{\"attack\":{\"units\":[\"ss2\",\"ss1\"]}}} recorded",
        ),
        (
            "[[step]]\nseat = \"soviet\"\nunoffered = [{ fire = { units = [\"ss1\", \"ss1\"] } }]\n",
            "`not_offered`: `ss1` is named twice in one set",
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
    let moving = "seat = \"german\"\nnot_sees = [{ moving = { units = [\"ss2\", \"ss1\", \"sf1\"] } }]\n";
    let why = judged(&format!("{head}\n{moving}")).unwrap_err();
    assert!(why.contains("expected nothing like") && why.contains("in the view"), "{why}");
    // The markers of a counter are also a set.
    let text = with("asl/base/ASL-A4-minimum-move.toml", "");
    let flags = |order: &str| {
        let marked = text.replace("sees = [", &format!("not_sees = [{{ unit = {{ flags = {order} }} }}]\nsees = ["));
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
    // In a built-in case, the fact of the last step is written in another way.
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
        (tunnel, ends, r#"not_sees = [{ tunnel = { ends = ["D3", "A3"] } }]"#, "expected nothing like"),
        (tunnel, ends, r#"not_sees = [{ tunnel = { ends = ["D3", "D3"] } }]"#, "`D3` is named twice in one set"),
        (tunnel, ends, r#"not_sees = [{ tunnel = { ends = ["D3"] } }]"#, "a list of 1 entries matches nothing"),
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
    assert_eq!(path("not_sees", "[\"0506\", \"0505\", \"0504\"]"), Ok(()));
}
