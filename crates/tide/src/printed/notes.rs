//! Effects of terrain, each with its clause, for players who look at a hex.

use rules::speech::counted;
use rules::tools::RuleNote;

use crate::printed::clause::{B19, B20, B21, B22, B35, B37, S3};
use crate::printed::tables::{EASY, Terrain, UPHILL};

/// Lists the effects of a terrain. `sewers` says whether the scenario has sewer cards.
#[must_use]
pub fn of(terrain: Terrain, sewers: bool) -> Vec<RuleNote> {
    let points = |cost: u8| counted(cost, "movement point", "movement points");
    let cost = terrain.cost();
    let uphill = if cost < UPHILL { format!(", {UPHILL} uphill") } else { String::new() };
    let mut notes = vec![RuleNote::new(B19, format!("{} to enter{uphill}", points(cost)))];
    if terrain.is_way() {
        let way = if terrain == Terrain::Road { "road" } else { "railway" };
        notes.push(RuleNote::new(B37, format!("{} along the {way}, also uphill", points(EASY))));
    }
    notes.push(match terrain.cover() {
        0 => RuleNote::new(B21, "No cover"),
        dice => RuleNote::new(B21, format!("{dice} cover: {dice} defence dice against fire")),
    });
    let sight = if terrain.height(0).is_some() { "Blocks line of sight" } else { "Doesn't block line of sight" };
    notes.push(RuleNote::new(B22, sight));
    match terrain {
        Terrain::Building => {
            notes.push(RuleNote::new(B35, "As high as it has floors"));
            notes.push(RuleNote::new(B20, format!("{} to the floor above or below", points(EASY))));
            if sewers {
                notes.push(RuleNote::new(S3, "Squads go below only from the ground floor"));
            }
        }
        Terrain::Woods => notes.push(RuleNote::new(B35, "One level high")),
        Terrain::Clear | Terrain::Road | Terrain::Railway | Terrain::Collapsed => {}
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(terrain: Terrain) -> Vec<(String, &'static str)> {
        of(terrain, true).into_iter().map(|note| (note.words.into_owned(), note.clause.id())).collect()
    }

    fn written<const N: usize>(notes: [(&str, &'static str); N]) -> Vec<(String, &'static str)> {
        notes.map(|(words, clause)| (words.to_owned(), clause)).into()
    }

    #[test]
    fn a_building_as_written() {
        let notes = [
            ("2 movement points to enter", "TOI-B19"),
            ("3 cover: 3 defence dice against fire", "TOI-B21"),
            ("Blocks line of sight", "TOI-B22"),
            ("As high as it has floors", "TOI-B35"),
            ("1 movement point to the floor above or below", "TOI-B20"),
            ("Squads go below only from the ground floor", "TOI-S3"),
        ];
        assert_eq!(told(Terrain::Building), written(notes));
        assert_eq!(of(Terrain::Building, false).len(), notes.len() - 1);
    }

    #[test]
    fn a_road_as_written() {
        let notes = [
            ("1 movement point to enter, 2 uphill", "TOI-B19"),
            ("1 movement point along the road, also uphill", "TOI-B37"),
            ("No cover", "TOI-B21"),
            ("Doesn't block line of sight", "TOI-B22"),
        ];
        assert_eq!(told(Terrain::Road), written(notes));
    }
}
