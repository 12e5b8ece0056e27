//! Any lines are answered: a response to each request, and never a panic. The first byte chooses the system.
#![no_main]

use fair::{GameId, Nonce};
use libfuzzer_sys::fuzz_target;
use referee::ledger::{ScenarioText, Sink};
use table::engine::{Engine, Host};

const SCENARIOS: [(&str, &str); 4] = [
    ("asl/first", include_str!("../../scenarios/asl/first.toml")),
    ("heroes/first", include_str!("../../scenarios/heroes/first.toml")),
    ("sniper/patrol", include_str!("../../scenarios/sniper/patrol.toml")),
    ("tide/first", include_str!("../../scenarios/tide/first.toml")),
];

struct Shelf;

impl Host for Shelf {
    fn scenarios(&self) -> Vec<ScenarioText> {
        let text = |(name, text): (&str, &str)| ScenarioText { name: name.to_owned(), text: text.to_owned() };
        SCENARIOS.map(text).into()
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
    let (name, _) = SCENARIOS[usize::from(*first) % SCENARIOS.len()];
    let mut engine = Engine::new(Shelf);
    let new = format!(r#"{{"jsonrpc":"2.0","id":0,"method":"new","params":{{"scenario":"{name}"}}}}"#);
    assert!(engine.answer(new.as_bytes()).is_some_and(|answer| answer.contains("result")));
    for line in lines.split(|byte| *byte == b'\n') {
        if let Some(answer) = engine.answer(line) {
            assert!(answer.starts_with(['{', '[']));
        }
    }
});
