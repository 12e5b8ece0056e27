//! Folders of a system's crate: each imports only from those before it.

use std::collections::{BTreeMap, BTreeSet};

use crate::SystemUnderTest;

/// Each folder with the folders it may import from besides itself. Tests may import from all.
const FOLDERS: [(&str, &[&str]); 11] = [
    ("printed", &[]),
    ("setting", &["printed"]),
    ("state", &["setting", "printed"]),
    ("view", &["state", "setting", "printed"]),
    ("text", &["view/fact", "state", "setting", "printed"]),
    ("mechanics", &["view", "state", "setting", "printed"]),
    ("orders", &["mechanics", "text", "view", "state", "setting", "printed"]),
    ("sequence", &["orders", "mechanics", "view", "state", "setting", "printed"]),
    ("setup", &["state", "setting", "printed"]),
    ("ai", &["orders", "mechanics", "view", "state", "setting", "printed"]),
    ("calculators", &["orders", "mechanics", "view", "state", "setting", "printed"]),
];

/// The most files of one folder that may import each other in a circle.
const CIRCLE: usize = 6;

/// Checks that no file imports from a folder above its own or from `lib.rs`, and that circles of imports are small and
/// within a folder. A crate of one file has no folders.
pub fn folders_are_layered<S: SystemUnderTest>() {
    let sources = S::rulebook().sources();
    if sources.len() == 1 {
        return;
    }
    let root = root(std::any::type_name::<S>());
    let modules: BTreeMap<String, &str> = sources.iter().map(|(file, text)| (module(file), *text)).collect();
    let imports: BTreeMap<&str, BTreeSet<&str>> =
        modules.iter().map(|(own, text)| (own.as_str(), imports(&root, own, text, &modules))).collect();
    let mut faults: Vec<String> = Vec::new();
    for (from, uses) in imports.iter().filter(|(from, _)| folder(from) != "tests" && !from.is_empty()) {
        let Some((_, below)) = FOLDERS.iter().find(|(name, _)| *name == folder(from)) else {
            faults.push(format!("{from} stands in none of the folders"));
            continue;
        };
        let allowed = |to: &str| folder(to) == folder(from) || below.iter().any(|b| is_in(to, b));
        faults.extend(
            uses.iter()
                .filter(|to| !allowed(to))
                .map(|to| format!("{from} imports {to}, which is not a folder below it")),
        );
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = imports.keys().map(|from| (*from, reach(from, &imports))).collect();
    for (from, to) in &reached {
        let circle: Vec<_> = to.iter().filter(|to| reached[**to].contains(from)).collect();
        if circle.len() > S::CIRCLE.max(CIRCLE) {
            faults.push(format!("{from} stands in a circle of {} files: {circle:?}", circle.len()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the prefix by which files of a system name one another: `crate::`, or for a toy of the suite its module
/// path. It is found from the path of the system's type, which is in `state`.
fn root(path: &str) -> String {
    let above = path.split_once("::state::").map_or("", |(above, _)| above);
    above.split("::").skip(1).fold("crate::".to_owned(), |root, module| root + module + "::")
}

/// Returns the module path of a file: `mechanics/fire` for `mechanics/fire.rs`, `state` for `state/mod.rs`, empty for
/// `lib.rs` or, for a system that is a module, its `mod.rs`.
fn module(file: &str) -> String {
    let stem = file.trim_end_matches(".rs");
    if stem == "lib" || stem == "mod" { String::new() } else { stem.trim_end_matches("/mod").to_owned() }
}

fn folder(module: &str) -> &str {
    module.split('/').next().unwrap_or_default()
}

fn is_in(module: &str, place: &str) -> bool {
    module.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Lists the modules a file names by `root` or `super::…`; `lib.rs` where a path names none.
fn imports<'a>(root: &str, own: &str, text: &str, modules: &'a BTreeMap<String, &str>) -> BTreeSet<&'a str> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join(" ");
    let above = own.rsplit_once('/').map_or("", |(above, _)| above);
    let mut paths = Vec::new();
    for (start, _) in code.match_indices(root).filter(|(at, _)| !code[..*at].ends_with('$')) {
        expand("", &code[start + root.len()..], &mut paths);
    }
    for (start, _) in code.match_indices("super::").filter(|(at, _)| !code[..*at].ends_with("super::")) {
        expand(above, &code[start + "super::".len()..], &mut paths);
    }
    let named = paths.iter().map(|path| {
        let deepest = modules.keys().filter(|module| is_in(path, module)).max_by_key(|module| module.len());
        deepest.map_or("", String::as_str)
    });
    named.filter(|to| *to != own).collect()
}

/// Expands the paths of a use tree, such as `a::{b, c::d}`, below `above`.
fn expand(above: &str, tree: &str, paths: &mut Vec<String>) {
    let below = |name: &str| if above.is_empty() { name.to_owned() } else { format!("{above}/{name}") };
    if let Some(inside) = tree.trim_start().strip_prefix('{') {
        let (mut depth, mut start) = (0, 0);
        for (at, letter) in inside.char_indices() {
            match letter {
                '{' => depth += 1,
                ',' | '}' if depth == 0 => {
                    expand(above, &inside[start..at], paths);
                    start = at + 1;
                    if letter == '}' {
                        return;
                    }
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
        return;
    }
    let name: String = tree.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    match tree.trim_start()[name.len()..].strip_prefix("::") {
        _ if name.is_empty() => {}
        Some(rest) if name == "super" => expand(above.rsplit_once('/').map_or("", |(above, _)| above), rest, paths),
        Some(rest) => expand(&below(&name), rest, paths),
        None if name == "self" => paths.push(above.to_owned()),
        None => paths.push(below(&name)),
    }
}

/// Lists all modules reached by imports. The module itself is included only if it is on a circle.
fn reach<'a>(from: &str, imports: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&str> = imports[from].iter().copied().collect();
    while let Some(module) = next.pop() {
        if !module.is_empty() && reached.insert(module) {
            next.extend(imports[module].iter().copied());
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::{BTreeMap, imports, root};

    #[test]
    fn imports_are_read_from_use_trees() {
        let files = ["", "printed/words", "state/step", "state", "view/fact"];
        let modules: BTreeMap<String, &str> = files.iter().map(|file| ((*file).to_owned(), "")).collect();
        let read = |text| imports("crate::", "state/step", text, &modules).into_iter().collect::<Vec<_>>();
        assert_eq!(
            read("use crate::{printed::words::A, view::{fact::{B, C}, d}};"),
            ["", "printed/words", "view/fact"]
        );
        assert_eq!(read("fn f(x: super::Y) {} // crate::view::fact"), ["state"]);
        assert_eq!(read("use crate::Tide; $crate::view::fact::x"), [""]);
        assert_eq!(
            ["tide::state::Tide", "suite::toys::duel::state::Duel"].map(root),
            ["crate::", "crate::toys::duel::"]
        );
        let text = "use crate::SystemUnderTest; use crate::toys::duel::state::step::Step;";
        assert_eq!(Vec::from_iter(imports("crate::toys::duel::", "view/fact", text, &modules)), ["state/step"]);
    }
}
