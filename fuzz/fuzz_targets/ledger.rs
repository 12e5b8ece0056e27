//! Any text is a ledger or is refused with the place of the error; a ledger that verifies also replays.
//!
//! The chain of hashes would stop every altered line from being read at all. The hashes are therefore recalculated
//! first, which lets the fuzzer reach the code behind that check.
#![no_main]

use fair::Chain;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    judge(text);
    judge(&rehash(text));
});

fn judge(text: &str) {
    let Ok(header) = referee::replay::header(text) else { return };
    let Some(system) = table::system(&header.system) else { return };
    let replayed = system.replay(text, None);
    if let Ok(replayed) = &replayed {
        assert!(replayed.length <= text.len());
    }
    if system.verify(text, None).is_ok() {
        assert!(replayed.is_ok_and(|replayed| replayed.stopped.is_none()));
    }
}

fn rehash(text: &str) -> String {
    let mut chain = Chain::start("ledger");
    let mut out = String::new();
    for line in text.lines() {
        let body = line.strip_prefix("{\"line\":").and_then(|rest| rest.rsplit_once(",\"hash\":")).map_or(line, |(b, _)| b);
        let hash = chain.advance(body.as_bytes());
        out.push_str(&format!("{{\"line\":{body},\"hash\":\"{}\"}}\n", hash.to_hex()));
    }
    out
}
