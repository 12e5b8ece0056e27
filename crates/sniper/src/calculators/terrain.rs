//! Effects of each terrain, from the tables of the game.

use rules::tools::RuleNote;

use crate::printed::clause::{B5, B6, B7, B9};
use crate::printed::terrain::Terrain;
use crate::setting::Setting;

/// Returns the effects of a terrain.
#[must_use]
pub fn notes(setting: &Setting, terrain: Terrain) -> Vec<RuleNote> {
    let (movement, defence) = (&setting.tables.movement, &setting.tables.defence);
    let broken = matches!(terrain, Terrain::Rubble | Terrain::Hole);
    let (cost, crawl) =
        if broken { (movement.rubble, movement.crawl_rubble) } else { (movement.clear, movement.crawl) };
    let mut notes = vec![RuleNote::new(B5, format!("{cost} MP to enter, {crawl} MP when crawling"))];
    match terrain {
        Terrain::Rubble => {
            notes.push(RuleNote::new(B9, format!("Defence Strength {} for a man in it", defence.rubble)))
        }
        Terrain::Room | Terrain::Stairs => {
            notes.push(RuleNote::new(B6, format!("{} MP more to enter or leave by a window", movement.window)));
            let words = format!("Defence Strength {} against fire by a door or window of its hex", defence.aperture);
            notes.push(RuleNote::new(B9, words));
        }
        Terrain::Open | Terrain::Hole => {}
    }
    if terrain == Terrain::Stairs {
        notes.push(RuleNote::new(B6, format!("{} MP from floor to floor", movement.stairs)));
        notes.push(RuleNote::new(B7, "Its floors see each other"));
    }
    notes
}
