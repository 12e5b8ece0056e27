//! Warnings about a scenario as a whole: sewers that units can't use, and points that neither side can reach.

use board::scenario::{Diagnostic, Reader};
use rules::{BySide, objectives};

use crate::setting::below::RANGE;
use crate::setting::{Place, Setting};
use crate::setup::scenario::Play;
use crate::state::ending::worth;
use crate::state::unit::Unit;

/// Warns of what can't work in a scenario without errors.
pub fn check(reader: &mut Reader<'_>, setting: &Setting, play: &Play, units: &[Unit]) {
    if reader.has_errors() {
        return;
    }
    check_sewers(reader, setting, play.sewers);
    let held: u32 = setting.objectives.iter().map(|objective| u32::from(objective.brings)).sum();
    let most = BySide::new(|side| {
        let enemies = units.iter().filter(|unit| unit.side != side && setting.casualties);
        held + enemies.map(|unit| u32::from(worth(unit.kind))).sum::<u32>()
    });
    objectives::check_goal(reader, setting.goal, most);
}

fn check_sewers(reader: &mut Reader<'_>, setting: &Setting, sewers: Option<bool>) {
    let board = &setting.board;
    if sewers != Some(true) {
        let printed = sewers.is_none() && board.manholes().next().is_some();
        let (key, words) = if reader.has("capability") {
            ("capability", "`[capability]` has no effect: the sewers can't be used in this scenario")
        } else if printed {
            ("board", "the manholes have no effect: the sewers can't be used in this scenario")
        } else {
            return;
        };
        let span = reader.place_of(key);
        let problem = Diagnostic::new(words).help("write sewers = true in [play]; sewers = false if that is meant");
        reader.warning(span, problem);
        return;
    }
    let below = setting.spots.iter().zip(&setting.sewer_edges).filter(|(spot, _)| spot.place == Place::Sewer);
    let count = below.clone().count();
    let alone: Vec<&str> =
        below.filter(|(_, edges)| edges.is_empty()).map(|(spot, _)| board.grid().label(spot.hex)).collect();
    let problem = match (count, alone.as_slice()) {
        (0, _) => Diagnostic::new("`sewers = true` has no effect: the board has no manhole"),
        (1, _) => Diagnostic::new("the board has only one manhole: units can't move through the sewers"),
        (_, []) => return,
        (_, [hex]) => {
            Diagnostic::new(format!("no dry way of at most {RANGE} hexes leads from the manhole in {hex} to another"))
        }
        (_, hexes) => {
            let hexes = hexes.join(", ");
            Diagnostic::new(format!(
                "no dry way of at most {RANGE} hexes leads from the manholes in {hexes} to another"
            ))
        }
    };
    let problem = problem.help(format!(
        "write manhole = true on hexes at most {RANGE} apart: a move through the sewers can't be longer (B8.41a)"
    ));
    let span = reader.place_of("board");
    reader.warning(span, problem);
}

#[cfg(test)]
mod tests {
    use board::scenario::Document;

    use crate::setup::set_up;

    const SOUND: &str = "title = \"A\"\nsystem = \"asl\"\n[board]\nlabels = \"letters\"\nsize = [9, 2]\nfill = \"open\"\n\
         [[board.hex]]\nat = [\"A1\", \"C1\"]\nmanhole = true\n[play]\nturns = 2\nfirst = \"russian\"\nsewers = true\n\
         [[unit]]\nid = \"r\"\nside = \"russian\"\nkind = \"4-4-7\"\nat = \"A1\"\n\
         [[unit]]\nid = \"g\"\nside = \"german\"\nkind = \"4-6-7\"\nat = \"F1\"\n";

    /// Returns whether the scenario can be set up, and its diagnostics on one line.
    fn told(from: &str, to: &str, more: &str) -> (bool, String) {
        let text = format!("{}{more}", SOUND.replace(from, to));
        let document = Document::parse("a.toml", &text).expect("TOML");
        match set_up(&document) {
            Ok(set_up) => (true, format!("{:?}", set_up.warnings)),
            Err(problems) => (false, format!("{problems:?}")),
        }
    }

    #[track_caller]
    fn warns((sound, told): (bool, String), words: &str) {
        assert!(sound && told.contains(words), "{told}");
    }

    #[test]
    fn sewers_that_units_cant_use_are_pointed_out() {
        assert!(!told("", "", "").1.contains("severity: Warning"), "{}", told("", "", "").1);
        warns(told("\"C1\"", "\"H1\"", ""), "from the manholes in A1, H1 to another");
        warns(told("\"C1\"", "\"A2\", \"H1\"", ""), "from the manhole in H1 to another");
        warns(told(", \"C1\"", "", ""), "the board has only one manhole");
        warns(told("manhole = true", "elevation = 0", ""), "the board has no manhole");
        warns(told("sewers = true\n", "", ""), "the manholes have no effect");
        assert!(!told("sewers = true", "sewers = false", "").1.contains("severity: Warning"));
        warns(
            told("sewers = true", "sewers = false", "[capability]\nrussian = true\n"),
            "`[capability]` has no effect",
        );
    }

    #[test]
    fn victories_that_cant_be_missed_or_reached_are_pointed_out() {
        let mark = "[[objective]]\nat = \"D1\"\npoints = 3\n[victory]\nside = \"german\"\n";
        warns(told("", "", mark), "`side` but no `points`");
        warns(told("", "", &format!("{mark}points = 4\n")), "this side can have at most 3");
        for fine in ["points = 3\n", "points = 5\ncasualties = true\n"] {
            assert!(!told("", "", &format!("{mark}{fine}")).1.contains("severity: Warning"), "{fine}");
        }
    }

    #[test]
    fn errors_name_what_is_expected_and_nothing_else() {
        for (from, to, more, words) in [
            ("", "", "[capability]\nrussian = \"Storm 1\"\n", "expected true, false or a list of unit names"),
            ("", "", "[[network]]\nkind = \"sewer\"\n", "asl sewers follow from the manholes of the map"),
            ("turns = 2", "turns = 300", "", "expected a whole number from 1 to 99"),
            ("turns = 2", "turns = \"4\"", "", "expected a whole number from 1 to 99"),
            ("turns = 2", "turns = 0", "", "`turns` must be 1 to 99"),
            ("\"F1\"", "\"Z9\"", "", "the board has no hex Z9"),
        ] {
            let (sound, told) = told(from, to, more);
            assert!(!sound && told.contains(words), "{words}: {told}");
            assert!(!told.contains("has no unit") && !told.contains("can't be set up"), "{words}: {told}");
        }
    }
}
