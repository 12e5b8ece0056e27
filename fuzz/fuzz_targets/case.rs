//! Any text is a case that runs or fails, or is refused with its place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use referee::ledger::ScenarioText;
use table::case::Case;

fuzz_target!(|text: &str| {
    let first = include_str!("../../scenarios/tide/first.toml").to_owned();
    let scenario = |_: &str| Ok(ScenarioText { name: "first.toml".to_owned(), text: first });
    let Ok(case) = Case::parse("fuzz.toml", text, scenario) else { return };
    if let Some(system) = table::system(&case.system) {
        let _ = system.judge(&case);
    }
});
