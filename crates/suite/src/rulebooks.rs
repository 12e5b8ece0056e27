//! Agreement of rulebook and code about clauses.

use std::collections::HashSet;

use rules::rulebook::{Kind, Rulebook};

use crate::SystemUnderTest;

/// Checks that rulebook and code declare the same clauses in the same order, that every rule is cited outside its
/// declaration, and that references in the rulebook resolve. Every option must have a title, and its default must be
/// one of the choices.
pub fn rulebook_and_code_agree<S: SystemUnderTest>() {
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
        let title = option.title.as_deref().unwrap_or_default();
        let words = title.split_whitespace().count();
        assert!((1..=5).contains(&words), "option {} has the title `{title}`, not one to five words", option.name);
    }
    for entry in &book.clauses {
        for option in &entry.options {
            assert!(book.options.iter().any(|o| o.name == *option), "{} names option {option}", entry.id);
        }
        let cites = built_in.cites_of(&entry.id);
        assert!(!cites.is_empty() || entry.kind == Kind::Text, "no code cites {}", entry.id);
    }
}
