//! Properties of the native module that need no Python.

// Tests state conditions and panic where they fail.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::path::Path;

/// The lint can't forbid it, because PyO3's macros write some.
#[test]
fn no_file_has_unsafe_code_of_its_own() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
                continue;
            }
            let text = std::fs::read_to_string(&entry).unwrap();
            read += 1;
            assert!(!text.contains(concat!("un", "safe")), "{} has {} code", entry.display(), concat!("un", "safe"));
        }
    }
    assert!(read > 3, "{read} files");
}
