//! Length and balance of the built-in scenarios, as the list of scenarios has them.

use std::collections::BTreeMap;

use game::Measured;

/// Returns the length and balance of the built-in scenarios, by name.
pub fn measured() -> BTreeMap<String, Measured> {
    let row = |figures: ::builtin::Figures| Measured {
        games: figures.games,
        decisions: figures.mean_decisions().round() as u32,
        minutes: figures.minutes(),
        players: figures.players,
        wins: figures.wins,
        harder: figures.harder,
    };
    ::builtin::measures().into_iter().map(|(name, figures)| (name, row(figures))).collect()
}

#[cfg(test)]
mod tests {
    use ::builtin::{Figures, measures};

    use super::*;
    use crate::builtin;

    /// The file has every built-in scenario and no other, and each harder side is a side of its game.
    #[test]
    fn every_scenario_is_measured() {
        let measured = measured();
        let names: Vec<&str> = builtin::all().iter().map(|builtin| builtin.name).collect();
        assert_eq!(measured.keys().map(String::as_str).collect::<Vec<_>>(), names, "`make measures` writes the file");
        for scenario in builtin::all() {
            let of = &measured[scenario.name];
            let sides = builtin::system_of(&scenario.to_text()).unwrap().sides();
            assert!(of.harder.as_deref().is_none_or(|side| sides.contains(&side)), "{}: {of:?}", scenario.name);
            assert!(of.wins[0] + of.wins[1] <= of.games && of.games >= 40, "{}: {of:?}", scenario.name);
            assert!((1..=120).contains(&of.minutes), "{}: {of:?}", scenario.name);
        }
    }

    #[test]
    fn minutes_are_rounded() {
        let figures = measures().into_values().next().unwrap();
        let minutes = |decisions| Figures { decisions: [decisions; 2], ..figures.clone() }.minutes();
        assert_eq!([1.0, 27.0, 62.0, 100.0].map(minutes), [1, 5, 10, 15]);
    }
}
