//! Words to avoid, and what to write instead. CONTRIBUTING.md explains the rules behind the list.

use std::sync::LazyLock;

use regex::Regex;

/// A word or phrase to avoid.
pub struct Tic {
    pub name: &'static str,
    /// Suggested replacement, for messages.
    pub write: &'static str,
    /// Whether the test fails where it occurs; otherwise it is only counted.
    pub forbidden: bool,
    find: Regex,
    /// Matches of `find` that are plain English.
    except: Option<Regex>,
}

impl Tic {
    /// Returns the number of uses in a sentence without its code.
    pub fn uses(&self, sentence: &str) -> usize {
        let is_plain = |found: &str| self.except.as_ref().is_some_and(|except| except.is_match(found));
        self.find.find_iter(sentence).filter(|found| !is_plain(found.as_str())).count()
    }
}

/// Name, pattern to search, pattern of matches to accept, and what to write instead.
type Row = (&'static str, &'static str, &'static str, &'static str);

const FORBIDDEN: [Row; 13] = [
    (
        "nobody, somebody, anybody, whoever",
        r"\b(nobody|somebody|anybody|whoever|whomever)\b",
        "",
        "the player, a unit, the enemy, any client",
    ),
    (
        "one goes, one sees, one can",
        r"(\w+ )?\bone (goes|sees|fires|moves|enters|leaves|stands|knows|reads|writes|wants|can|cannot|can't|could|may|must|might|should|would)\b",
        r"^(no|each|every|any|this|that|the|which|only|least|most|first|last|another|next|new|old|same|\w+ed|other|either|neither|or|than|for|of) ",
        "“units can …”, “you can …”",
    ),
    (
        "is no …",
        r"(\b(there|here) )?\b(is|are|was|were|isn't) no [\w{]+",
        r"^(there|here) | no (longer|more|less|better|worse|later|earlier|fewer|other|one)$",
        "“is not an …”; for input: “unknown …”",
    ),
    ("reckon", r"\breckon(s|ed|ing|ings)?\b", "", "compute, calculate; for a result: estimate"),
    ("anew", r"\banew\b", "", "again"),
    ("beneath", r"\bbeneath\b( the board)?", "beneath the board$", "under, below"),
    ("of itself", r"\bof (itself|themselves)\b", "", "by itself"),
    ("but for", r"(\w+,? )?\bbut for (the|a|an|its|their|this|these|those|that|what)\b", "(^not|nothing) ", "except"),
    ("in plain words", r"\bin plain words\b", "", "“as English text”, or nothing"),
    ("how-manieth", r"\bhow-?manieth\b", "", "“index of …, from 0”"),
    ("go on, gone on with", r"\b(go|goes|going|gone|went) on\b( fire)?", "on fire$", "continue, resume"),
    ("the own, one's own", r"\b(the|one's) own\b", "", "its own, your own"),
    ("comes with the program", r"\b(comes?|came) with the program\b", "", "built-in"),
];

const COUNTED: [Row; 4] = [
    ("told, tells", r"\b(told|tells?|telling)\b( apart)?", "apart$", "shown, reported, printed, logged"),
    ("so that", r"\bso that\b", "", "two sentences, or “to …”"),
    ("kept, keeper", r"\b(kept|keepers?)\b", "", "saved, stored; “in memory”"),
    ("truth", r"\btruths?\b", "", "true position"),
];

/// All words to avoid, those that are forbidden first.
pub static TICS: LazyLock<Vec<Tic>> = LazyLock::new(|| {
    let regex = |pattern: &str| Regex::new(&format!("(?i){pattern}")).expect("a pattern of this file");
    let tic = |(name, find, except, write): Row, forbidden| Tic {
        name,
        write,
        forbidden,
        find: regex(find),
        except: (!except.is_empty()).then(|| regex(except)),
    };
    FORBIDDEN.map(|row| tic(row, true)).into_iter().chain(COUNTED.map(|row| tic(row, false))).collect()
});

/// Returns the forbidden words in a sentence without its code.
pub fn forbidden(sentence: &str) -> impl Iterator<Item = &'static Tic> {
    TICS.iter().filter(|tic| tic.forbidden).filter(move |tic| tic.uses(sentence) > 0)
}

#[test]
fn tics_are_found_and_plain_english_is_not() {
    let names = |sentence: &str| forbidden(sentence).map(|tic| tic.name).collect::<Vec<_>>();
    for sentence in [
        "Nobody sees it.",
        "Below, one can fire.",
        "A bunker is no building.",
        "{name} is no {what}",
        "The odds are reckoned.",
        "Written anew.",
        "What happens beneath the street.",
        "It opens of itself.",
        "All but for the last.",
        "The game goes on.",
        "In the own phase.",
    ] {
        assert_eq!(names(sentence).len(), 1, "{sentence}: {:?}", names(sentence));
    }
    for sentence in [
        "There is no door. It is no longer here, and is no more than a mark.",
        "Which one can fire? Each one may, at least one must.",
        "What happens beneath the board.",
        "The house goes on fire.",
        "Not for the attacker, but for them.",
    ] {
        assert!(names(sentence).is_empty(), "{sentence}: {:?}", names(sentence));
    }
}
