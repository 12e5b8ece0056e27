//! Any bytes are a scenario or a list of problems, each inside the file.
#![no_main]

use board::scenario::Document;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::parse_bytes("fuzz.toml", bytes) else { return };
    for system in table::SYSTEMS {
        if let Err(problems) = system.check(&document) {
            assert!(!problems.is_empty());
            let _ = problems.render(false, 80);
        }
    }
});
