//! The rulebook and the code name the same clauses.

use std::collections::HashSet;

use board::scenario::Document;
use rules::rulebook::{Kind, Rulebook};

use crate::Tested;

/// Every declared clause stands in the rulebook and the other way round, in the same order; every rule is cited
/// outside the list that declares it; the rulebook's own references hold; every value that it lists for an option can be
/// played.
pub fn rulebook_and_code_agree<S: Tested>() {
    let built_in = S::rulebook();
    let book = Rulebook::parse(built_in.text()).unwrap_or_else(|error| panic!("{error}"));
    let declared: Vec<&str> = S::clauses().iter().map(|clause| clause.id()).collect();
    let written: Vec<&str> = book.clauses.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(declared, written, "the code's clauses and the rulebook's");
    assert_eq!(book.system, S::NAME);
    let ids: HashSet<&str> = written.iter().copied().collect();
    assert_eq!(ids.len(), written.len(), "a clause stands twice");
    for option in &book.options {
        assert!(ids.contains(option.clause.as_str()), "option {} cites {}", option.name, option.clause);
        let values = &option.values;
        assert!(values.is_empty() || values.contains(&option.default), "{} offers no default", option.name);
        for value in values {
            assert!(can_be_played::<S>(&option.name, value), "{} = {value} cannot be played", option.name);
        }
    }
    for entry in &book.clauses {
        for option in &entry.options {
            assert!(book.options.iter().any(|o| o.name == *option), "{} names option {option}", entry.id);
        }
        let cites = built_in.cites_of(&entry.id);
        assert!(!cites.is_empty() || entry.kind == Kind::Text, "no code cites {}", entry.id);
    }
}

/// Whether some scenario can be played with the option set so.
fn can_be_played<S: Tested>(option: &str, value: &str) -> bool {
    let changed = serde_json::Map::from_iter([(option.to_owned(), serde_json::from_str(value).unwrap())]);
    S::scenarios().iter().any(|scenario| {
        let document = Document::parse(&scenario.name, &scenario.text).and_then(|text| text.with_options(&changed));
        document.is_ok_and(|document| S::set_up(&document).is_ok())
    })
}
