//! Any lines are answered: a response to each request, and never a panic.
#![no_main]

use fair::Nonce;
use libfuzzer_sys::fuzz_target;
use referee::ledger::{ScenarioText, Sink};
use table::engine::{Engine, Host};

struct Shelf;

impl Host for Shelf {
    fn scenarios(&self) -> Vec<ScenarioText> {
        let text = include_str!("../../scenarios/tide/first.toml").to_owned();
        vec![ScenarioText { name: "tide/first".to_owned(), text }]
    }

    fn nonces(&mut self) -> Result<[Nonce; 3], String> {
        Ok([[1; 32], [2; 32], [3; 32]].map(Nonce::from))
    }

    fn keep(&mut self, _: u64) -> Result<Option<Box<dyn Sink>>, String> {
        Ok(None)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut engine = Engine::new(Shelf);
    let new = br#"{"jsonrpc":"2.0","id":0,"method":"new","params":{"scenario":"tide/first"}}"#;
    assert!(engine.answer(new).is_some_and(|answer| answer.contains("result")));
    for line in bytes.split(|byte| *byte == b'\n') {
        if let Some(answer) = engine.answer(line) {
            assert!(answer.starts_with(['{', '[']));
        }
    }
});
