//! Effects of terrain, each with its clause, for players who look at a hex.

use rules::speech::counted;
use rules::tools::RuleNote;

use crate::printed::clause::{B2, B6, B12, B13, B17, B27, B29, B32, S23W, S28};
use crate::printed::tables::{MOST_DEGRADED, RALLY_COVER, Terrain};

/// Lists the effects of a terrain.
#[must_use]
pub fn of(terrain: Terrain) -> Vec<RuleNote> {
    let mut notes = vec![match terrain {
        Terrain::Bunker => RuleNote::new(B13, "Units enter and leave only through a tunnel"),
        Terrain::Water => RuleNote::new(B27, "Units can't enter"),
        _ => RuleNote::new(B6, format!("{} to enter", counted(terrain.cost(), "movement point", "movement points"))),
    }];
    let fort = matches!(terrain, Terrain::Bunker | Terrain::Fortress);
    match terrain.target_modifier() {
        0 => notes.push(RuleNote::new(B12, "Target modifier 0")),
        modifier => {
            notes.push(RuleNote::new(if fort { B13 } else { B12 }, format!("Target modifier +{modifier}")));
            notes.push(RuleNote::new(B2, format!("Rally numbers are {RALLY_COVER} higher")));
        }
    }
    notes.push(match terrain.obstacle() {
        _ if terrain.degrades() => {
            let words = format!("Fire across it loses 1; more than {MOST_DEGRADED} such hexes block sight");
            RuleNote::new(B32, words)
        }
        0 => RuleNote::new(B17, "Doesn't block line of sight"),
        levels => RuleNote::new(B17, format!("Blocks line of sight, {} high", counted(levels, "level", "levels"))),
    });
    match terrain {
        Terrain::Rubble => notes.push(RuleNote::new(S28, "Closes an entrance below it")),
        Terrain::Water => notes.push(RuleNote::new(S23W, "No way below ground leads under it")),
        Terrain::Clear | Terrain::Road => {
            notes.push(RuleNote::new(B29, "Open: an enemy in Good Order who sees units here spots them"));
        }
        _ => {}
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(terrain: Terrain) -> Vec<(String, &'static str)> {
        of(terrain).into_iter().map(|note| (note.words.into_owned(), note.clause.id())).collect()
    }

    fn written<const N: usize>(notes: [(&str, &'static str); N]) -> Vec<(String, &'static str)> {
        notes.map(|(words, clause)| (words.to_owned(), clause)).into()
    }

    #[test]
    fn a_stone_building_as_written() {
        let notes = [
            ("2 movement points to enter", "HNL-B6"),
            ("Target modifier +3", "HNL-B12"),
            ("Rally numbers are 2 higher", "HNL-B2"),
            ("Blocks line of sight, 1 level high", "HNL-B17"),
        ];
        assert_eq!(told(Terrain::Stone), written(notes));
    }

    #[test]
    fn a_bunker_as_written() {
        let notes = [
            ("Units enter and leave only through a tunnel", "HNL-B13"),
            ("Target modifier +5", "HNL-B13"),
            ("Rally numbers are 2 higher", "HNL-B2"),
            ("Blocks line of sight, 1 level high", "HNL-B17"),
        ];
        assert_eq!(told(Terrain::Bunker), written(notes));
    }

    #[test]
    fn brush_and_rubble_as_written() {
        let brush = "Fire across it loses 1; more than 2 such hexes block sight".to_owned();
        assert!(told(Terrain::Brush).contains(&(brush, "HNL-B32")));
        assert_eq!(told(Terrain::Rubble).last(), Some(&("Closes an entrance below it".to_owned(), "SEW-28")));
    }
}
