//! Ledgers of earlier versions replay and verify: commitments of version 1, and dice all entered by hand, including
//! secret ones.
// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use referee::replay::VerifyError;
use table::system;

/// Ledgers, each with its system and the last head that a seat noted.
const LEDGERS: [(&str, &str, &str); 2] = [
    ("tide", include_str!("ledgers/fair-1.jsonl"), "b6e1634006d9a7f16909e34a78e895afe22a51f7bfb5980517e319e024dab5d3"),
    ("asl", include_str!("ledgers/given-1.jsonl"), "6d4828bb858d2d8a12811e1d352220161611b1f27fcf2b836e30ca17a5d0804e"),
];

#[test]
fn ledgers_of_version_1_replay_and_verify() {
    for (name, text, head) in LEDGERS {
        let system = system(name).unwrap();
        assert!(!text.contains("\"fairness\""), "{name}: it was written before version 2");
        let replayed = system.replay(text, None).unwrap();
        assert_eq!(replayed.stopped, None, "{name}");
        let verified = system.verify(text, Some(head.parse().unwrap()));
        // The rules have changed since: dice, chain and head are proved all the same.
        let error = verified.unwrap_err();
        let told = error.to_string();
        for part in [
            "played under other rulings",
            "the chain is whole, and every computed roll is what the nonces give for its label",
            "the log head is one of this game's",
            "Verify it with version 0.1.0 of the program",
        ] {
            assert!(told.contains(part), "{name}: {told}");
        }
        let VerifyError::OtherRulings(verdict) = error else { panic!("{name}: {told}") };
        assert!(!verdict.proved, "{name}");
        let copied = "its commitments are of version 1: one side could have copied the other's";
        if name == "asl" {
            assert_eq!(verdict.rolls, 0, "all its dice were entered by hand");
            assert!(!verdict.notes.iter().any(|note| note == copied), "{:?}", verdict.notes);
        }
    }
}

/// Exchanged nonces in a ledger of version 1, or a false version 2, are detected.
#[test]
fn a_version_cannot_be_exchanged() {
    let (name, text, _) = LEDGERS[0];
    let nonce = "11".repeat(32);
    let named = format!("\"fairness\":2,\"game\":\"{}\",\"nonce\"", "44".repeat(32));
    for (from, to) in
        [(nonce.as_str(), "12".repeat(32)), ("\"nonce\"", named), ("\"nonce\"", "\"fairness\":1,\"nonce\"".into())]
    {
        let (header, rest) = text.split_once('\n').unwrap();
        assert!(header.contains(from));
        let forged = rehashed(&format!("{}\n{rest}", header.replacen(from, &to, 1)));
        assert!(system(name).unwrap().verify(&forged, None).is_err(), "{from} was exchanged unnoticed");
    }
}

/// If a ruling has changed since a game was played, its clause is named.
#[test]
fn a_changed_ruling_is_named() {
    let (name, text, _) = LEDGERS[0];
    let (from, to) = ("\"clause\":\"TOI-B12\"", "\"clause\":\"TOI-B13\"");
    assert!(text.contains(from), "the ledger has an item under that clause");
    let other = text.replacen(from, to, 1);
    let error = system(name).unwrap().verify(&rehashed(&other), None).unwrap_err().to_string();
    assert!(error.contains("played under other rulings: entry") && error.contains(", by TOI-B12: "), "{error}");
    assert!(!error.contains("which has not changed since"), "{error}");
    assert!(error.contains("Verify it with version 0.1.0 of the program"), "{error}");
}

/// Games in which players roll and the referee rolls in secret exist only since version 2.
#[test]
fn no_game_of_version_1_had_dice_of_players() {
    let (name, text, _) = LEDGERS[0];
    let players = rehashed(&text.replacen("\"dice\":{\"fair\":", "\"dice\":{\"players\":", 1));
    let system = system(name).unwrap();
    let why = "line 1: dice of `players` need version 2 of `fairness`: no game of version 1 had them";
    assert_eq!(system.verify(&players, None).unwrap_err().to_string(), why);
    assert_eq!(system.replay(&players, None).err().map(|error| error.to_string()).as_deref(), Some(why));
}

/// Hashes every line again, as a forger would.
fn rehashed(text: &str) -> String {
    let mut chain = fair::Chain::start("ledger");
    let line = |line: &str| {
        let body = line.strip_prefix("{\"line\":").and_then(|rest| rest.rsplit_once(",\"hash\":")).unwrap().0;
        let hash = chain.advance(body.as_bytes()).to_hex();
        format!("{{\"line\":{body},\"hash\":\"{hash}\"}}\n")
    };
    text.lines().map(line).collect()
}
