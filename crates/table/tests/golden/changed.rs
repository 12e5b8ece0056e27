//! Ledgers begun under other rulings: results that differ from today's rulings are not called forged, and everything
//! else is still checked.

use referee::replay::VerifyError;
use table::system;

use super::{Golden, all};

fn golden(name: &str) -> Golden {
    let name = format!("{}/{name}.jsonl", referee::rulings::PROGRAM);
    all().into_iter().find(|golden| golden.name == name).unwrap_or_else(|| panic!("no golden ledger {name}"))
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

/// Returns the ledger with another hash of a clause in its header, as if it had been begun under another ruling.
fn begun_under_another(text: &str, clause: &str) -> String {
    let at = text.find(&format!("\"{clause}\":\"")).unwrap_or_else(|| panic!("no fingerprint of {clause}"));
    let from = at + clause.len() + 4;
    rehashed(&format!("{}00000000{}", &text[..from], &text[from + 8..]))
}

fn error(golden: &Golden, text: &str) -> String {
    golden.system().verify(text, None).unwrap_err().to_string()
}

#[test]
fn a_changed_clause_is_named_and_the_rest_verifies() {
    for name in ["tide-fair-finished", "heroes-players-finished", "asl-given-finished", "sniper-players-unfinished"] {
        let golden = golden(name);
        let clause = golden.system().rulebook().clauses[0].id.clone();
        let text = begun_under_another(&golden.text, &clause);
        let verdict = golden.system().verify(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let other = verdict.other.expect("another ruling");
        assert_eq!(other.clauses.len(), 1, "{name}");
        assert_eq!(other.clauses[0].clause, clause, "{name}");
        assert!(verdict.notes.iter().any(|note| note.contains(&clause)), "{name}: {:?}", verdict.notes);
        // Equal rulings need no note.
        assert_eq!(golden.system().verify(&golden.text, None).unwrap().other, None);
    }
}

/// A result that differs from today's is called forged under equal rulings, and is reported under others.
#[test]
fn an_entry_that_differs_is_forged_only_under_the_same_rulings() {
    let golden = golden("tide-fair-finished");
    let (from, to) = ("\"change\":\"action_spent\"", "\"clause\":\"TOI-B3\",\"change\":\"action_spent\"");
    assert!(golden.text.contains(&format!("\"clause\":\"TOI-B3\",{from}")));
    let forged = rehashed(&golden.text.replacen(to, &to.replace("TOI-B3", "TOI-B4"), 1));
    let told = error(&golden, &forged);
    assert!(told.starts_with("line ") && told.contains("the ledger says") && !told.contains("rulings"), "{told}");

    let text = begun_under_another(&forged, "TOI-B3");
    let VerifyError::OtherRulings(verdict) = golden.system().verify(&text, None).unwrap_err() else {
        panic!("nothing is wrong but the rulings")
    };
    assert_eq!(verdict.differing.len(), 1, "{:?}", verdict.differing);
    let differing = &verdict.differing[0];
    assert_eq!(differing.clause.as_deref(), Some("TOI-B3"));
    assert!(!verdict.proved && verdict.outcome.is_some());
    let told = error(&golden, &text);
    let entry = differing.entry.unwrap();
    assert!(
        told.starts_with(&format!("line {}: played under other rulings: entry {entry} differs", differing.line)),
        "{told}"
    );
    assert!(told.contains("under today's TOI-B3 (changed") && told.contains("1 of "), "{told}");
    // A change of another clause doesn't explain the difference, and the verdict says so.
    let elsewhere = error(&golden, &begun_under_another(&forged, "TOI-B9"));
    assert!(elsewhere.contains("differs under today's TOI-B3, which has not changed since"), "{elsewhere}");
    // The differing result is taken as recorded: a head of that game still fits, another head doesn't.
    let head = |head: &str| golden.system().verify(&text, Some(head.parse().unwrap()));
    assert!(matches!(head(&verdict.public_head), Err(VerifyError::OtherRulings(_))));
    let strange = head(&golden.heads[0]).unwrap_err();
    assert!(matches!(&strange, VerifyError::HeadToday(..)), "{strange}");
    assert!(strange.to_string().contains("TOI-B3"), "{strange}");
}

/// An order that today's rulings refuse, or that would come after the end, is performed as recorded.
#[test]
fn an_order_that_would_be_refused_is_taken_as_recorded() {
    let golden = golden("tide-given-unfinished");
    let lines: Vec<&str> = golden.text.lines().collect();
    // Without this order the orders that follow from it are refused.
    let at = (2..lines.len()).find(|at| lines[*at].contains("\"activated\"")).expect("a squad is activated");
    let mut without: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    without[at] = without[at].replace("{\"change\":{\"clause\":\"TOI-B3\",\"change\":\"action_spent\"}},", "");
    assert!(without[at] != lines[at]);
    let forged = rehashed(&(without.join("\n") + "\n"));
    assert!(!error(&golden, &forged).contains("rulings"));
    let told = error(&golden, &begun_under_another(&forged, "TOI-B3"));
    assert!(told.contains("played under other rulings"), "{told}");
    let again = golden.system().replay(&begun_under_another(&forged, "TOI-B3"), None).unwrap();
    assert_eq!(again.stopped, None);
}

/// Dice, commitments and the hash chain are checked under any rulings.
#[test]
fn dice_are_checked_under_any_rulings() {
    for name in ["tide-fair-finished", "heroes-fair-finished", "asl-fair-finished", "sniper-fair-finished"] {
        let golden = golden(name);
        let clause = golden.system().rulebook().clauses[0].id.clone();
        let at = golden.text.find("\"faces\":[").expect("a roll") + 9;
        let face = if &golden.text[at..=at] == "1" { "2" } else { "1" };
        let loaded = format!("{}{face}{}", &golden.text[..at], &golden.text[at + 1..]);
        let told = error(&golden, &begun_under_another(&loaded, &clause));
        assert!(told.contains("but the key gives"), "{name}: {told}");
        assert!(!told.contains("played under other rulings"), "{name}: {told}");
        // A line with the hash from before it was altered.
        let torn = begun_under_another(&golden.text, &clause).replacen("\"faces\":[", "\"faces\":[6,", 1);
        assert!(error(&golden, &torn).contains("altered"), "{name}");
    }
    let golden = golden("heroes-players-finished");
    let clause = golden.system().rulebook().clauses[0].id.clone();
    let line = golden.text.lines().find(|line| line.contains("{\"entered\":")).expect("entered dice");
    let at = line.find("\"faces\":[").unwrap() + 9;
    let face = if &line[at..=at] == "1" { "2" } else { "1" };
    let other = golden.text.replacen(line, &format!("{}{face}{}", &line[..at], &line[at + 1..]), 1);
    let told = error(&golden, &begun_under_another(&other, &clause));
    assert!(told.contains("the dice that the order waited for are not in it"), "{told}");
}

/// An outcome that today's rulings don't give is reported.
#[test]
fn another_end_is_told() {
    let golden = golden("asl-fair-finished");
    let clause = golden.system().rulebook().clauses[0].id.clone();
    let (from, to) = ("{\"close\":{\"outcome\":\"draw\"}}", "{\"close\":{\"outcome\":\"german\"}}");
    assert!(golden.text.contains(from), "the game is a draw");
    let forged = rehashed(&golden.text.replacen(from, to, 1));
    assert!(error(&golden, &forged).contains("the game did not end so"));
    let told = error(&golden, &begun_under_another(&forged, &clause));
    assert!(told.contains("its end differs") && told.contains("ends with german"), "{told}");
}

/// A changed default: the game keeps the option with which it was begun.
#[test]
fn a_game_keeps_the_options_it_was_begun_with() {
    let golden = golden("tide-fair-unfinished");
    let (from, to) = ("\"sewer_assault_penalty\":1", "\"sewer_assault_penalty\":2");
    assert!(golden.text.contains(from), "the scenario does not say it");
    let text = rehashed(&golden.text.replacen(from, to, 1));
    assert!(error(&golden, &text).contains("the options in the header differ from those of the scenario"));
    let text = begun_under_another(&text, "TOI-S14");
    let verdict = golden.system().verify(&text, None).unwrap();
    let note = "the option `sewer_assault_penalty` is 2 in this game; under today's rulings it would be 1";
    assert!(verdict.notes.iter().any(|one| one == note), "{:?}", verdict.notes);
    assert_eq!(golden.system().replay(&text, None).unwrap().table.about()["options"]["sewer_assault_penalty"], 2);
    // An option that the scenario sets itself is not affected by any ruling.
    let written = golden.text.replacen("\"sewer_cards\":1", "\"sewer_cards\":2", 1);
    assert!(written != golden.text, "an option in the header");
    let told = error(&golden, &begun_under_another(&rehashed(&written), "TOI-S14"));
    assert!(told.contains("the options in the header differ from those of the scenario"), "{told}");
}

/// Unknown fields of a later header are ignored; a later format is refused.
#[test]
fn a_later_header_is_read_and_a_later_format_refused() {
    let golden = golden("tide-fair-finished");
    let later = rehashed(&golden.text.replacen("\"nonce\":", "\"weather\":{\"rain\":3},\"nonce\":", 1));
    assert_eq!(golden.system().replay(&later, None).unwrap().stopped, None);
    let verdict = golden.system().verify(&later, None).unwrap();
    assert!(
        verdict.notes.iter().any(|note| note.ends_with("fields this program doesn't know: weather")),
        "{:?}",
        verdict.notes
    );
    for (format, tail) in [("2", ": a newer program wrote this ledger"), ("0", "")] {
        let other = rehashed(&golden.text.replacen("\"undercity\":1", &format!("\"undercity\":{format}"), 1));
        let expected = format!("line 1: format {format} is not known; this program reads format 1{tail}");
        assert_eq!(error(&golden, &other), expected);
        assert_eq!(system("tide").unwrap().replay(&other, None).err().unwrap().to_string(), expected);
    }
    // A later format is refused whatever else its header contains.
    let other = rehashed("{\"line\":{\"header\":{\"undercity\":7,\"game\":[]}},\"hash\":\"\"}\n");
    assert!(error(&golden, &other).contains("format 7 is not known; this program reads format 1"));
}
