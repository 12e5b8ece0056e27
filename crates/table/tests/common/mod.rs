//! Helpers that several tests of this crate share.

use std::path::Path;

use table::case::Case;

/// Returns all conformance cases of the repository, sorted by path.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases"), &mut cases);
    cases
}

fn load(folder: &Path, into: &mut Vec<Case>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "boards") {
                load(&path, into);
            }
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            into.push(Case::load(&path).unwrap_or_else(|error| panic!("{error}")));
        }
    }
}
