//! Effects of each terrain, from the tables that the rules use.

use rules::tools::RuleNote;

use crate::printed::clause::{A6, A10, A14, A21, A26, A54, A69, B8_5B, B8_6D};
use crate::printed::tables::IN_THE_OPEN;
use crate::printed::terrain::{MF, Terrain, factors};
use crate::setting::tunnel_edges::can_be_dug;

/// Returns the effects of a terrain.
#[must_use]
pub fn notes(terrain: Terrain) -> Vec<RuleNote> {
    let Some(cost) = terrain.cost() else { return vec![RuleNote::new(A26, "Units can't enter it")] };
    let mut notes = Vec::new();
    let mut add = |holds: bool, clause, words: String| {
        if holds {
            notes.push(RuleNote::new(clause, words));
        }
    };
    let (building, craters) = (terrain.is_building(), terrain == Terrain::Shellholes);
    let inside = terrain == Terrain::Pillbox;
    add(!craters, A21, format!("{} MF to enter", factors(cost)));
    add(craters, A21, format!("{} MF to enter as Open Ground, {} MF with cover", factors(cost), factors(cost + MF)));
    add(building, A21, format!("{} MF for each level by the stairs", factors(MF)));
    add(inside, A69, format!("{} MF from its hex to the inside", factors(MF)));
    let tem = terrain.tem();
    let whom = if craters { "units that stand in it or have paid for its cover" } else { "units in it" };
    add(tem > 0, A21, format!("{tem:+} to the DR of fire at {whom}"));
    let open = if inside { "units that move beside the pillbox" } else { "units that move in it" };
    add(terrain.is_open(), A10, format!("{IN_THE_OPEN:+} to the DR of First Fire at {open}"));
    add(inside, A69, "Inside: the pillbox's own modifier against fire, and only through its Covered Arc".to_owned());
    add(inside, A69, "Inside: Concealment Terrain".to_owned());
    let height = terrain.height(0);
    add(building, A6, "Blocks lines of sight: a level high, or half a level higher than its highest floor".to_owned());
    let height_words = if height == 1 { "half a level" } else { "a level" };
    add(height > 0 && !building, A6, format!("Blocks lines of sight: {height_words} high"));
    let hindrance = terrain.hindrance();
    add(hindrance > 0, A6, format!("Hindrance of {hindrance:+} to lines of sight across it, at its own level"));
    add(terrain.conceals(), A54, "Concealment Terrain: units in it can gain a \"?\"".to_owned());
    add(terrain.shelters(), A14, "A rout can end in it".to_owned());
    add(can_be_dug(terrain) || inside, B8_6D, "A tunnel can have an entrance in it".to_owned());
    add(terrain.is_rubble(), B8_5B, "Covers a manhole in its hex".to_owned());
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(terrain: Terrain) -> Vec<(String, &'static str)> {
        notes(terrain).into_iter().map(|note| (note.words.into_owned(), note.clause.id())).collect()
    }

    /// B23.3: a stone building costs 2 MF and gives +3. B13: a wood is one level high. B15: grain costs 1½ MF.
    #[test]
    fn numbers_are_those_of_the_rules() {
        let has = |terrain, text: &str, clause: &str| {
            let found = words(terrain);
            assert!(found.iter().any(|(words, of)| words == text && *of == clause), "{text}: {found:?}");
        };
        has(Terrain::Stone, "2 MF to enter", "ASL-A21");
        has(Terrain::Stone, "+3 to the DR of fire at units in it", "ASL-A21");
        has(Terrain::Woods, "Blocks lines of sight: a level high", "ASL-A6");
        has(Terrain::Woods, "A rout can end in it", "ASL-A14");
        has(Terrain::Grain, "1½ MF to enter", "ASL-A21");
        has(Terrain::Grain, "Hindrance of +1 to lines of sight across it, at its own level", "ASL-A6");
        has(Terrain::Shellholes, "1 MF to enter as Open Ground, 2 MF with cover", "ASL-A21");
        has(Terrain::Rubble, "Blocks lines of sight: half a level high", "ASL-A6");
    }

    #[test]
    fn what_a_terrain_does_not_do_is_left_out() {
        assert_eq!(words(Terrain::Water), [("Units can't enter it".to_owned(), "ASL-A26")]);
        assert_eq!(words(Terrain::Road).len(), 2, "its cost, and the risk of moving in the open");
        assert!(words(Terrain::Brush).iter().all(|(words, _)| !words.contains("DR") && !words.contains("rout")));
    }
}
