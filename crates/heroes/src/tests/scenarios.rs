//! Scenarios for the tests.

use referee::ledger::ScenarioText;

/// Two blocks, sewers between them, a bunker and a fortress joined by a tunnel, and hidden units on both sides.
pub const HIDDEN: &str = include_str!("hidden.toml");

/// No hidden units: a few leaders, a river, a blaze and fortifications.
pub const OPEN: &str = include_str!("open.toml");

/// Parses a test scenario.
pub fn scenario(name: &str, text: &str) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text: text.to_owned() }
}

/// A half-squad in the open with a sewer to rout into, and two hidden units. One is in the sewer; one is a Gun.
pub const BARRED: &str = r#"
title = "Barred"
summary = "Somebody is down there."
system = "heroes"
[board]
labels = "letters"
rows = [". . . . . . . s", ". . . . . . . s", ". . . . . . . s"]
legend = { "." = "clear", s = "stone building" }
[[network]]
kind = "sewer"
name = "drain"
entrances = ["C2", "E2"]
[play]
turns = 3
initiative = "soviet"
city = true
[[unit]]
id = "Lt"
side = "soviet"
kind = "leader"
at = "C2"
sewer_rat = true
[[unit]]
id = "1st"
side = "soviet"
kind = "half_squad"
state = "shaken"
at = "C2"
[[unit]]
id = "2nd"
side = "german"
kind = "squad"
at = "A2"
[[unit]]
id = "watch"
side = "german"
kind = "half_squad"
hidden = true
at = "E2/sewer"
[[unit]]
id = "gun"
side = "german"
kind = "half_squad"
weapon = "gun"
hidden = true
at = "H1"
[[objective]]
at = "E2"
points = 1
[victory]
side = "soviet"
points = 1
"#;
