//! Exceptions with their reasons: `allowed.toml`.

use serde::Deserialize;

use crate::Finding;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
    #[serde(default)]
    sentence: Vec<AllowedSentence>,
    #[serde(default)]
    clauses: Vec<AllowedClauses>,
}

/// A sentence that may stay as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowedSentence {
    file: String,
    /// Part of the sentence.
    text: String,
    why: String,
}

/// Clauses whose texts may stay as they are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowedClauses {
    file: String,
    ids: Vec<String>,
    why: String,
}

impl Allowed {
    pub fn read() -> Self {
        let allowed: Self = toml::from_str(include_str!("allowed.toml")).expect("allowed.toml");
        let whys = allowed.sentence.iter().map(|one| &one.why).chain(allowed.clauses.iter().map(|one| &one.why));
        assert!(whys.into_iter().all(|why| !why.is_empty()), "allowed.toml: an exception has no reason");
        allowed
    }

    pub fn excepts(&self, found: &Finding) -> bool {
        let by_text = |one: &AllowedSentence| one.file == found.file && found.sentence.contains(&one.text);
        let by_clause = |one: &AllowedClauses| one.file == found.file && one.ids.contains(&found.clause);
        self.sentence.iter().any(by_text) || self.clauses.iter().any(by_clause)
    }

    /// Panics if an exception matches nothing. `of` lists the endings of the files that were checked.
    pub fn assert_used(&self, excepted: &[Finding], of: &[&str]) {
        let is_judged = |file: &str| of.iter().any(|ending| file.ends_with(ending));
        for one in self.sentence.iter().filter(|one| is_judged(&one.file)) {
            let used = excepted.iter().any(|found| found.file == one.file && found.sentence.contains(&one.text));
            assert!(used, "allowed.toml: nothing is excepted by “{}” of {}", one.text, one.file);
        }
        for one in self.clauses.iter().filter(|one| is_judged(&one.file)) {
            let used = |id: &&String| !excepted.iter().any(|found| found.file == one.file && found.clause == **id);
            let unused: Vec<_> = one.ids.iter().filter(used).collect();
            assert!(unused.is_empty(), "allowed.toml: nothing is excepted by {unused:?} of {}", one.file);
        }
    }
}
