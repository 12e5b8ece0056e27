//! A page for each built-in scenario: what it is about, its forces, its start as a picture, and a link that plays it.

use std::fmt::Write;

use board::draw;
use board::scenario::{Document, Spanned};
use builtin::{BuiltinScenario, Figures};
use rules::Seat;
use table::{AnySystem, Keyed};
use toml::{Table, Value};

use crate::Fault;
use crate::page::{Page, from_page};

/// Returns the pages of all built-in scenarios.
///
/// # Errors
/// A scenario has mistakes.
pub fn group() -> Result<Page, Fault> {
    let measured = builtin::measures();
    let about = "Every scenario can be played at once, against the computer or by two people on one screen.";
    let mut group = Page::generated("Scenarios", "scenarios/index", format!("# Scenarios\n\n{about}\n"));
    for scenario in builtin::all() {
        let (of, name) = scenario.name.split_once('/').unwrap_or_default();
        let path = format!("scenarios/{of}/index");
        if group.below.last().is_none_or(|page| page.path != path) {
            let game = table::system(of).map_or(of, |system| &system.rulebook().title);
            let head = "| scenario | what it teaches | |\n|---|---|---|\n";
            let _ = write!(group.text, "\n## [{game}]({of}/index.md)\n\n{head}");
            let text =
                format!("# {game}: scenarios\n\n[The game](../../games/{of}.md) says what is covered.\n\n{head}");
            group.below.push(Page::generated(game, path, text));
        }
        let page = one(scenario, measured.get(scenario.name))?;
        let play = format!("[Play this](play:#/scenario/{})", scenario.name);
        let row = |folder: &str| format!("| [{}]({folder}{name}.md) | {} | {play} |\n", page.title, teaches(scenario));
        group.text.push_str(&row(&format!("{of}/")));
        if let Some(game) = group.below.last_mut() {
            game.text.push_str(&row(""));
            game.below.push(page);
        }
    }
    Ok(group)
}

fn teaches(scenario: BuiltinScenario) -> String {
    let document = Document::parse(scenario.name, scenario.text).ok();
    let about = document.map(|document| document.reader().head().about);
    about.and_then(|about| about.teaches).map(Spanned::into_inner).unwrap_or_default()
}

/// Returns the page of a scenario.
fn one(scenario: BuiltinScenario, figures: Option<&Figures>) -> Result<Page, Fault> {
    let mistakes = |problems: board::scenario::Diagnostics| format!("{}: {problems}", scenario.name);
    let document = Document::parse(scenario.name, scenario.text).map_err(mistakes)?;
    let head = document.reader().head();
    let name = head.system.get_ref();
    let system = table::system(name).ok_or_else(|| format!("{}: unknown system {name}", scenario.name))?;
    let checked = system.check(&document).map_err(mistakes)?;
    let title = head.title.get_ref();
    let path = format!("scenarios/{}", scenario.name);
    let picture = picture(scenario, system)?;

    let mut text = format!("# {title}\n\n<p class=\"of\">{}</p>\n\n", system.rulebook().title);
    let _ = writeln!(text, "{}\n", head.summary.as_deref().unwrap_or_default());
    let address = from_page(&path, &format!("../play/#/scenario/{}", scenario.name));
    let _ = write!(text, "<p class=\"acts\"><a class=\"button main\" href=\"{address}\">Play this</a>");
    if builtin::guides().iter().any(|guide| guide.name == scenario.name) {
        let address = from_page(&path, &format!("../play/#/guide/{}", scenario.name));
        let _ = write!(text, " <a class=\"button\" href=\"{address}\">Learn it step by step</a>");
    }
    text.push_str("</p>\n\n");
    let alt = picture.alt.replace(['[', ']', '<', '>'], "");
    let _ = writeln!(text, "![{alt}]({}.{})\n", file_of(scenario.name), picture.ending);
    text.push_str("| | |\n|---|---|\n");
    let about = head.about;
    for (what, value) in [
        ("Difficulty", about.difficulty.map(|difficulty| difficulty.word().to_owned())),
        ("It teaches", about.teaches.map(Spanned::into_inner)),
        ("For a first game", about.side.map(|side| format!("play the {} side", side.get_ref()))),
        ("Hidden forces", Some(if checked.outline.hidden { "yes" } else { "no" }.to_owned())),
        (
            "Turns",
            checked.outline.turns.map(|turns| format!("{turns} at most, each called a {}", checked.outline.turn)),
        ),
        ("Length", figures.map(length)),
        ("Harder side", figures.map(|figures| harder(figures, system.sides()))),
        ("In a terminal", Some(format!("`undercity play --terminal {}`", scenario.name))),
    ] {
        if let Some(value) = value {
            let _ = writeln!(text, "| {what} | {value} |");
        }
    }
    text.push_str("\n## Who wins\n\n");
    for line in &checked.victory {
        let _ = writeln!(text, "- {line}");
    }
    text.push_str(&forces(scenario, system.sides()));
    let source = "../../../scenarios/";
    let _ = writeln!(text, "\nThe [scenario file]({source}{}.toml) is a text that you can change.", scenario.name);
    let files = vec![(format!("scenarios/{}.{}", scenario.name, picture.ending), picture.bytes)];
    Ok(Page { files, ..Page::generated(title, path, text) })
}

/// A picture of a position.
struct Shown {
    bytes: Vec<u8>,
    /// Ending of its file.
    ending: &'static str,
    /// Its contents as text.
    alt: String,
}

/// Largest drawing that is kept as SVG, in bytes. A larger one, of a board with thousands of hexes, becomes an image.
const LARGEST: usize = 500_000;
/// Pixels for a unit of such a drawing: a hex is 50 wide.
const SCALE: f32 = 0.5;

/// Returns the start of a scenario as both sides may see it.
fn picture(scenario: BuiltinScenario, system: &dyn AnySystem) -> Result<Shown, Fault> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", scenario.name);
    let table = system.begin(Keyed::unplayed(scenario.to_text()), Box::new(())).map_err(|error| failed(&error))?;
    let picture = table.picture(Seat::Spectator);
    let contents = picture.contents().into_iter().take(40).collect::<Vec<_>>().join("; ");
    let alt = format!("The board at the start, as everybody may see it. {contents}");
    let drawing = draw::plate(&picture);
    if drawing.len() <= LARGEST {
        return Ok(Shown { bytes: drawing.into_bytes(), ending: "svg", alt });
    }
    let bytes = draw::png_of(&drawing, SCALE).map_err(|error| failed(&error))?;
    Ok(Shown { bytes, ending: "png", alt })
}

fn file_of(name: &str) -> &str {
    name.split_once('/').map_or(name, |(_, file)| file)
}

fn length(figures: &Figures) -> String {
    format!("about {} minutes: {:.0} decisions a side", figures.minutes(), figures.mean_decisions())
}

fn harder(figures: &Figures, sides: [&str; 2]) -> String {
    let Figures { players, games, wins, harder, .. } = figures;
    let harder = harder.as_deref().map_or("neither, by these games".to_owned(), |side| format!("the {side} side"));
    let won = format!("{} won {} and {} won {}", sides[0], wins[0], sides[1], wins[1]);
    format!("{harder}. In {games} games of `{players}` against itself, {won}")
}

/// Returns the units of both sides, from the scenario file.
fn forces(scenario: BuiltinScenario, sides: [&str; 2]) -> String {
    let file: Table = toml::from_str(scenario.text).unwrap_or_default();
    let mut text = String::from("\n## Forces\n\n");
    for side in sides {
        let mut lines: Vec<(String, usize)> = Vec::new();
        for kind in ["unit", "man"] {
            for unit in file.get(kind).and_then(Value::as_array).into_iter().flatten() {
                let is_of = unit.get("side").and_then(Value::as_str) == Some(side);
                if let Some(line) = Some(unit_line(unit)).filter(|_| is_of) {
                    match lines.iter_mut().find(|(known, _)| *known == line) {
                        Some((_, count)) => *count += 1,
                        None => lines.push((line, 1)),
                    }
                }
            }
        }
        let _ = writeln!(text, "**{side}**\n");
        for (line, count) in lines {
            let _ = if count == 1 { writeln!(text, "- {line}") } else { writeln!(text, "- {count} × {line}") };
        }
        text.push('\n');
    }
    text
}

/// Returns a unit's name and kind, without the place where it begins.
fn unit_line(unit: &Value) -> String {
    let word = |key: &str| unit.get(key).and_then(Value::as_str).map(|word| word.replace('_', " "));
    let figures = unit.get("figures").and_then(Value::as_table).map(|figures| {
        let counts = figures.iter().map(|(kind, count)| format!("{count} {}", kind.replace('_', " ")));
        counts.collect::<Vec<_>>().join(", ")
    });
    let what = figures.or_else(|| word("kind")).or_else(|| word("weapon"));
    match (word("id"), what) {
        (Some(id), Some(what)) => format!("{id}: {what}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "unit".to_owned(),
    }
}

#[test]
fn a_unit_is_named_without_its_place() {
    let unit: Value = toml::from_str("id = \"Scouts\"\nfigures = { elite = 3, mg_crew = 1 }\nat = \"A2\"").unwrap();
    assert_eq!(unit_line(&unit), "Scouts: 3 elite, 1 mg crew");
}
