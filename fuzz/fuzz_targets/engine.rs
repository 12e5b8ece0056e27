//! Any lines get a response to each request, and never cause a panic. The first byte chooses the system.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use fair::{GameId, Nonce};
use libfuzzer_sys::fuzz_target;
use referee::ledger::{ScenarioText, Sink};
use table::SYSTEMS;
use table::engine::{Engine, Host};

static SCENARIOS: LazyLock<Vec<ScenarioText>> = LazyLock::new(|| {
    let mut scenarios = Vec::new();
    for system in SYSTEMS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios").join(system.name);
        for file in folder.read_dir().into_iter().flatten().flatten() {
            let (path, text) = (file.path(), std::fs::read_to_string(file.path()));
            if let (Some(name), Ok(text)) = (path.file_stem(), text) {
                scenarios.push(ScenarioText { name: format!("{}/{}", system.name, name.display()), text });
            }
        }
    }
    scenarios.sort_by(|one, other| one.name.cmp(&other.name));
    scenarios
});

/// Returns a built-in scenario of a system: the one called `first`, or the first by name.
fn first(system: &str) -> &'static ScenarioText {
    let folder = format!("{system}/");
    let of_system = || SCENARIOS.iter().filter(|scenario| scenario.name.starts_with(&folder));
    let called = of_system().find(|scenario| scenario.name.ends_with("/first"));
    called.or_else(|| of_system().next()).expect("a scenario of each system is built in")
}

struct Shelf;

impl Host for Shelf {
    fn scenarios(&self) -> Vec<ScenarioText> {
        SCENARIOS.clone()
    }

    fn nonces(&mut self) -> Result<[Nonce; 3], String> {
        Ok([[1; 32], [2; 32], [3; 32]].map(Nonce::from))
    }

    fn game_id(&mut self) -> Result<GameId, String> {
        Ok(GameId::from([4; 32]))
    }

    fn keep(&mut self, _: u64) -> Result<Option<Box<dyn Sink>>, String> {
        Ok(None)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, lines)) = bytes.split_first() else { return };
    let name = &self::first(SYSTEMS[usize::from(*first) % SYSTEMS.len()].name).name;
    let mut engine = Engine::new(Shelf);
    let new = format!(r#"{{"jsonrpc":"2.0","id":0,"method":"new","params":{{"scenario":"{name}"}}}}"#);
    assert!(engine.answer(new.as_bytes()).is_some_and(|answer| answer.contains("result")));
    for line in lines.split(|byte| *byte == b'\n') {
        if let Some(answer) = engine.answer(line) {
            assert!(answer.starts_with(['{', '[']));
        }
    }
});
