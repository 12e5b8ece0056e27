//! Reading of the areas in which men are placed (SNP-B19).

use board::LocationId;
use board::scenario::{Diagnostic, Item, Reader};

use crate::printed::clause::SC1;
use crate::setting::Setting;
use crate::setup::scenario::AreaEntry;

/// Reads the areas into the setting.
pub fn read_areas(reader: &mut Reader<'_>, setting: &mut Setting, entries: &[Item<AreaEntry>]) {
    for entry in entries {
        let name = entry.name.get_ref();
        if setting.area_names.contains(name) {
            SC1.broken_by(reader, entry.name.span(), Diagnostic::new(format!("two areas are named `{name}`")));
        }
        let mut places: Vec<LocationId> = Vec::new();
        for label in &entry.hexes {
            // A hex means its ground and floors; places below ground have names of their own.
            if label.get_ref().contains('/') {
                places.extend(reader.location(&setting.board, label));
            } else if let Some(hex) = reader.hex(&setting.board, label) {
                let above =
                    setting.board.at(hex).iter().filter(|at| !setting.is_middle(**at) && !setting.is_sewer(**at));
                places.extend(above);
            }
        }
        if let Some(sewer) = &entry.sewer {
            match setting.networks.iter().position(|network| network.name == *sewer.get_ref()) {
                Some(network) => places.extend(setting.lines.get(network).into_iter().flatten()),
                None => {
                    let problem = Diagnostic::new(format!("unknown sewer `{}`", sewer.get_ref()));
                    SC1.broken_by(reader, sewer.span(), problem);
                }
            }
        }
        // Sorted for binary search; above ground first, where unplaced men start.
        places.sort_by_key(|at| (setting.is_sewer(*at), *at));
        places.dedup();
        if places.is_empty() {
            SC1.broken_by(reader, entry.span.clone(), Diagnostic::new(format!("area `{name}` has no hexes")));
        }
        setting.areas.push(places);
        setting.area_names.push(name.clone());
    }
}
