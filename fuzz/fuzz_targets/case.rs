//! Any text is a case that runs or fails, or is refused with the place of the error. Boards named by cases are those of
//! the built-in cases, found by file name.
#![no_main]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use referee::ledger::ScenarioText;
use table::case::Case;

static BOARDS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let mut boards = BTreeMap::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases"), &mut boards);
    assert!(!boards.is_empty(), "no boards beside the cases");
    boards
});

fn gather(folder: &Path, boards: &mut BTreeMap<String, String>) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, boards);
        } else if folder.ends_with("boards")
            && let (Some(name), Ok(text)) = (path.file_name(), std::fs::read_to_string(&path))
        {
            boards.insert(name.to_string_lossy().into_owned(), text);
        }
    }
}

fuzz_target!(|text: &str| {
    let scenario = |name: &str| {
        let file = name.rsplit('/').next().unwrap_or(name);
        let text = BOARDS.get(file).or(BOARDS.first_key_value().map(|(_, text)| text)).cloned();
        Ok(ScenarioText { name: file.to_owned(), text: text.unwrap_or_default() })
    };
    let Ok(case) = Case::parse("fuzz.toml", text, scenario) else { return };
    if let Some(system) = table::system(&case.system) {
        let _ = system.judge(&case);
    }
});
