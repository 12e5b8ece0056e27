//! Locations that a scenario adds: sewers, tunnels, pillboxes and entrenchments, and the side of each entrenchment
//! (B8.6d).

use board::scenario::{Diagnostic, Item, Reader};
use board::{Board, HexId, LocationId, LocationKind};
use rules::{BySide, Side};

use crate::printed::clause::{A24, A69, B8_2A, B8_6D};
use crate::printed::terrain::Terrain;
use crate::printed::words::Army;
use crate::setting::manholes::is_manhole;
use crate::setting::pillboxes::Pillbox;
use crate::setting::{Setting, tunnel_edges};
use crate::setup::check_size;
use crate::setup::scenario::{EntrenchmentEntry, PillboxEntry};

/// Adds the Locations below ground, inside pillboxes, and in entrenchments. Returns whether the board is small enough.
pub fn dig(reader: &mut Reader<'_>, board: &mut Board, deluxe: bool, trenches: &[Item<EntrenchmentEntry>]) -> bool {
    let terrain = |board: &Board, hex| Terrain::nth(board.terrain(hex).0);
    let mut added = Vec::new();
    for hex in board.grid().hexes() {
        let ground = terrain(board, hex);
        if ground == Terrain::Pillbox {
            added.push((hex, LocationKind::Inside, 0));
        }
        if is_manhole(board, hex, deluxe) && B8_2A.is_in_force() {
            added.push((hex, LocationKind::Sewer, -1));
        }
        let entrance = ground.is_building() || matches!(ground, Terrain::Brush | Terrain::Woods | Terrain::Pillbox);
        if entrance {
            added.push((hex, LocationKind::Tunnel, -1));
        }
    }
    for trench in trenches {
        let Some(hex) = reader.hex(board, &trench.at) else { continue };
        let ground = terrain(board, hex);
        if ground.is_building() || ground == Terrain::Water {
            let problem = Diagnostic::new("an entrenchment can't be in a building or in water");
            A24.broken_by(reader, trench.at.span(), problem);
        }
        if added.contains(&(hex, LocationKind::Entrenchment, 0)) {
            A24.broken_by(reader, trench.at.span(), Diagnostic::new("this hex already has an entrenchment"));
        } else {
            added.push((hex, LocationKind::Entrenchment, 0));
        }
    }
    for (hex, kind, level) in added {
        // Each is added once, so only their number can be too large.
        if board.add_location_in(hex, kind, level).is_err() {
            return false;
        }
    }
    check_size(reader, board)
}

/// Returns the pillboxes that the scenario describes.
pub fn pillboxes(reader: &mut Reader<'_>, board: &Board, entries: &[Item<PillboxEntry>]) -> Vec<Pillbox> {
    let mut pillboxes: Vec<Pillbox> = Vec::new();
    for entry in entries {
        let Some(hex) = reader.hex(board, &entry.at) else { continue };
        let facing: Vec<HexId> = entry.facing.iter().filter_map(|label| reader.hex(board, label)).collect();
        let Some(inside) = board.kind_at(hex, LocationKind::Inside) else {
            A69.broken_by(reader, entry.at.span(), Diagnostic::new("this hex has no pillbox"));
            continue;
        };
        let far = |a: HexId, b: HexId| board.grid().distance(a, b) != 1;
        let facing = match facing[..] {
            [one, two] if !far(hex, one) && !far(hex, two) && !far(one, two) => [one, two],
            _ => {
                let words = "`facing` must name two neighbouring hexes that are next to each other";
                A69.broken_by(reader, entry.span.clone(), Diagnostic::new(words));
                continue;
            }
        };
        let (capacity, ca, nca) = (entry.capacity.unwrap_or(1), entry.ca.unwrap_or(3), entry.nca.unwrap_or(5));
        if !(1..=3).contains(&capacity) || !(0..=7).contains(&ca) || !(0..=7).contains(&nca) {
            let words = "`capacity` must be 1 to 3, `ca` and `nca` 0 to 7";
            A69.broken_by(reader, entry.span.clone(), Diagnostic::new(words));
        }
        if pillboxes.iter().any(|pillbox| pillbox.inside == inside) {
            A69.broken_by(reader, entry.at.span(), Diagnostic::new("this pillbox is already described"));
        }
        pillboxes.push(Pillbox { inside, hex, facing: Some(facing), capacity: Some(capacity), ca, nca });
    }
    pillboxes
}

/// Returns the entrenchments of each side's order of battle.
pub fn entrenchments(
    reader: &mut Reader<'_>,
    setting: &Setting,
    entries: &[Item<EntrenchmentEntry>],
) -> BySide<Vec<LocationId>> {
    let mut own = BySide::<Vec<LocationId>>::default();
    let digs = Side::BOTH.into_iter().any(|side| setting.allotted[side]);
    for entry in entries {
        let spot = reader.hex(&setting.board, &entry.at).and_then(|hex| setting.spot(setting.board.ground(hex)));
        let Some((spot, at)) = spot.and_then(|spot| Some((spot, spot.entrenchment?))) else { continue };
        match entry.side {
            Some(army) => own[Army::side(army)].push(at),
            None if digs && tunnel_edges::begins(setting, spot.pillbox.unwrap_or(spot.ground)) => {
                let problem = Diagnostic::new("no tunnel can lead into this entrenchment: it belongs to neither side")
                    .help("name its side with `side`")
                    .clause(B8_6D.id());
                reader.warning(entry.at.span(), problem);
            }
            None => {}
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use referee::ledger::ScenarioText;
    use rules::prelude::*;

    use crate::state::Asl;

    /// Returns the errors and warnings of a scenario with a tunnel for the Russians and such an entrenchment.
    fn told(entrenchment: &str) -> String {
        let text = format!(
            "title = \"A gallery\"\nsystem = \"asl\"\n[board]\nlabels = \"letters\"\nrows = [\"t . . t . .\"]\n\
             legend = {{ \".\" = \"open\", t = \"woods\" }}\n[play]\nturns = 2\nfirst = \"russian\"\n\
             [tunnels]\nrussian = 1\n[[unit]]\nid = \"r\"\nside = \"russian\"\nkind = \"4-4-7\"\nat = \"A1\"\n\
             [[unit]]\nid = \"g\"\nside = \"german\"\nkind = \"4-6-7\"\nat = \"F1\"\n[[entrenchment]]\n{entrenchment}\n"
        );
        let text = ScenarioText { name: "gallery.toml".to_owned(), text };
        let document = board::scenario::Document::parse(&text.name, &text.text).expect("TOML");
        match Asl::set_up(&document) {
            Ok(set_up) => format!("{:?}", set_up.warnings),
            Err(problems) => problems.render(false, 110),
        }
    }

    #[test]
    fn an_entrenchment_of_neither_side_is_pointed_out_where_there_are_tunnels() {
        assert!(told("at = \"D1\"").contains("no tunnel can lead into this entrenchment"), "{}", told("at = \"D1\""));
        for fine in ["at = \"D1\"\nside = \"russian\"", "at = \"C1\""] {
            assert!(!told(fine).contains("tunnel can lead"), "{}", told(fine));
        }
        let wrong = told("at = \"D1\"\nside = \"rusian\"");
        assert!(wrong.contains("german") && wrong.contains("russian"), "{wrong}");
    }
}
