//! Looks through a seat's eyes: each is altered alone, and a test must notice, or `harmless.toml` explains why none
//! can.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rules::looks::altered::{Instead, Look, Taken, altering, noting};
use serde::Deserialize;

use crate::{
    SystemUnderTest, disclosures_are_listed, find_leak, golden_playthrough, knowledge_grows, odds_are_found,
    offers_are_checks, own_dice_verify, playouts_end, refused_orders_change_nothing, samples_fit,
    simultaneous_orders_commute, verdicts_of_playthroughs, what_is_told_is_listed, what_is_undone_was_not_heard,
    words_round_trip,
};

/// Numbers of moments compared, in the first and the second attempt.
const MOMENTS: [u64; 2] = [150, 1500];

/// Number of orders examined closely in each scenario.
const VERDICTS: usize = 120;

/// Altered looks that can't be noticed, with the reason.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Harmless {
    #[serde(default)]
    look: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// End of the file's path.
    file: String,
    /// Line of the look, trimmed.
    line: String,
    /// Start of the call, where the line has several.
    #[serde(default)]
    call: String,
    /// Kind of alteration: `truth` or `public`.
    instead: String,
    why: String,
}

impl Entry {
    fn is_of(&self, look: Look, text: &str) -> bool {
        let instead = match look.instead {
            Instead::Truth => "truth",
            Instead::Public => "public",
        };
        let call = text.get(look.column as usize - 1..).unwrap_or_default();
        look.file.ends_with(&self.file)
            && text.trim() == self.line
            && call.starts_with(&self.call)
            && instead == self.instead
    }
}

/// Alters each look that the tests use and no case has noticed, and lists those that no test notices.
///
/// `harmless` explains those. `root` is the root of the workspace; `tests` are the system's own tests. Looks noticed by
/// cases are read from the folder in the environment variable `LOOKS`, one list for each system.
///
/// # Panics
/// Panics if a look is neither noticed nor explained, or an explanation matches no look.
pub fn every_look_matters<S: SystemUnderTest>(root: &Path, harmless: &str, tests: &[fn()]) {
    let harmless: Harmless = toml::from_str(harmless).expect("the list of what is harmless");
    assert!(harmless.look.iter().all(|entry| !entry.why.trim().is_empty()), "an explanation is empty");
    let by_cases: BTreeSet<String> = std::env::var("LOOKS")
        .ok()
        .and_then(|folder| std::fs::read_to_string(Path::new(&folder).join(format!("{}.txt", S::NAME))).ok())
        .map(|text| text.lines().map(str::to_owned).collect())
        .unwrap_or_default();
    let tests = all_tests::<S>(tests);
    let looks: BTreeSet<Look> = tests.iter().flat_map(|(_, taken)| &taken.looks).copied().collect();
    let blind = looks.is_empty() && !S::SECRETS.is_empty();
    assert!(!blind, "{} has secrets, but no method of its eyes asks `rules::looks::knows`", S::NAME);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let tried: Vec<Tried> = looks
        .par_iter()
        .map(|&look| {
            let text = line_of(root, look);
            if by_cases.contains(&look.to_string()) || is_noticed(look, &tests) {
                return Tried::Caught;
            }
            if let Some(entry) = harmless.look.iter().position(|entry| entry.is_of(look, &text)) {
                return Tried::Explained(entry);
            }
            println!("no test notices {look}: {}", text.trim());
            Tried::Unnoticed(format!("{look}: {}", text.trim()))
        })
        .collect();
    std::panic::set_hook(hook);
    let (mut caught, mut explained, mut unnoticed) = (0, BTreeSet::new(), Vec::new());
    for tried in tried {
        match tried {
            Tried::Caught => caught += 1,
            Tried::Explained(entry) => drop(explained.insert(entry)),
            Tried::Unnoticed(look) => unnoticed.push(look),
        }
    }
    println!("{}: {} looks, {caught} caught, {} explained", S::NAME, looks.len(), explained.len());
    assert!(unnoticed.is_empty(), "no test notices when these are altered:\n{}", unnoticed.join("\n"));
    let idle = harmless.look.iter().enumerate().filter(|(n, _)| !explained.contains(n)).map(|(_, entry)| &entry.line);
    let idle: Vec<_> = idle.collect();
    assert!(idle.is_empty(), "explained, but noticed or not there: {idle:#?}");
}

/// Result of altering a look.
enum Tried {
    Caught,
    /// Explained by the entry with this index.
    Explained(usize),
    Unnoticed(String),
}

/// Returns the source line of a look.
fn line_of(root: &Path, look: Look) -> String {
    let text = std::fs::read_to_string(root.join(look.file)).unwrap_or_default();
    text.lines().nth(look.line as usize - 1).unwrap_or_default().to_owned()
}

/// Returns the invariants that look through a seat's eyes, besides the pairs of positions.
fn invariants<S: SystemUnderTest>() -> [fn(); 12] {
    [
        offers_are_checks::<S>,
        samples_fit::<S>,
        what_is_told_is_listed::<S>,
        disclosures_are_listed::<S>,
        refused_orders_change_nothing::<S>,
        knowledge_grows::<S>,
        odds_are_found::<S>,
        what_is_undone_was_not_heard::<S>,
        own_dice_verify::<S>,
        words_round_trip::<S>,
        playouts_end::<S>,
        simultaneous_orders_commute::<S>,
    ]
}

/// A test that returns whether it passes, or panics.
type Test = Box<dyn Fn() -> bool + Sync>;

/// Returns every test that looks through a seat's eyes, quick ones first, with the looks that each uses.
fn all_tests<S: SystemUnderTest>(own: &[fn()]) -> Vec<(Test, Taken)> {
    let golden = played::<S>();
    let panicking = |test: fn()| -> Test {
        Box::new(move || {
            test();
            true
        })
    };
    let pairs = |moments| -> Test { Box::new(move || find_leak::<S>(moments).0.is_none()) };
    let mut tests: Vec<Test> = vec![Box::new(move || played::<S>() == golden), pairs(MOMENTS[0])];
    tests.extend(own.iter().copied().chain(invariants::<S>()).map(panicking));
    tests.push(pairs(MOMENTS[1]));
    let noted = |test: Test| {
        let (holds, taken) = noting(&test);
        assert!(holds, "a test fails though nothing is altered");
        (test, taken)
    };
    tests.into_iter().map(noted).collect()
}

/// Returns whether any test that uses a look fails when it is altered.
fn is_noticed(look: Look, tests: &[(Test, Taken)]) -> bool {
    tests
        .iter()
        .filter(|(_, taken)| taken.looks.contains(&look))
        .any(|(test, taken)| !matches!(catch_unwind(AssertUnwindSafe(|| altering(look, taken, test))), Ok(true)))
}

/// Returns the texts that the snapshot tests compare.
fn played<S: SystemUnderTest>() -> [String; 2] {
    [golden_playthrough::<S>(60), verdicts_of_playthroughs::<S>(VERDICTS)]
}
