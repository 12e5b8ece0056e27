//! `undercity luck`: the luck of both sides in a finished game.

use std::path::PathBuf;

use referee::luck::{Counted, LuckyRoll};
use rules::Side;
use serde_json::Value;
use table::{Luck, Replayed, RollLuck};

use crate::files;
use crate::outcome::{Failed, print, print_json, refused};
use crate::progress::progress;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Ledger of a finished game
    ledger: PathBuf,
    /// Number of rolls to show, largest effect first
    #[arg(long, default_value_t = 10)]
    rolls: usize,
    /// Print JSON: `{sides, rolls, course}`, with every roll
    #[arg(long)]
    json: bool,
}

/// Width of the graph of the game, in characters.
const WIDE: usize = 60;

pub fn run(args: &Args) -> Result<(), Failed> {
    let replayed = super::replay::open_whole(&args.ledger)?;
    let bar = progress(0, "orders");
    let luck = replayed.table.luck(&mut |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let luck = luck.map_err(refused)?;
    if args.json {
        return print_json(&luck);
    }
    show(&luck)?;
    show_rolls(&luck, args.rolls, &Story { ledger: &files::read(&args.ledger)?, replayed: &replayed })
}

fn show(luck: &Luck) -> Result<(), Failed> {
    print("luck: change in winning chances caused by the dice, compared with average rolls")?;
    print("(winning chances are a rough estimate by the computer player)\n")?;
    print("side          luck      from own rolls    rolls   dice")?;
    for side in &luck.sides {
        print(format_args!(
            "{:<10} {:>+6.1}%             {:>+6.1}%   {:>6} {:>6}",
            side.side,
            percent(side.luck),
            percent(side.own),
            side.rolls,
            side.dice,
        ))?;
    }
    let Some(first) = luck.sides.first() else { return Ok(()) };
    print(format_args!(
        "\nwinning chances of {}, from the first order to the last\n{}",
        first.side,
        course(&luck.course)
    ))
}

/// Prints the rolls with the largest effect, each with its result.
fn show_rolls(luck: &Luck, most: usize, story: &Story<'_>) -> Result<(), Failed> {
    let mut rolls: Vec<(usize, &RollLuck)> = luck.rolls.iter().enumerate().collect();
    rolls.sort_by(|(_, one), (_, other)| other.roll.swing.abs().total_cmp(&one.roll.swing.abs()));
    rolls.truncate(most);
    let Some(first) = luck.sides.first().filter(|_| !rolls.is_empty()) else { return Ok(()) };
    print(format_args!("\nrolls with the largest effect (positive favours {}), by ledger entry", first.side))?;
    for (place, RollLuck { by, roll }) in rolls {
        let LuckyRoll { entry, label, clause, faces, counted, got, expected, swing, .. } = roll;
        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
        let by = by.as_deref().unwrap_or("start");
        let counted = match counted {
            Counted::Successes if *got == 1.0 => "success",
            Counted::Successes => "successes",
            Counted::Sum => "in total",
        };
        print(format_args!(
            "{:>+6.1}%  entry {entry:<4} {by:<8} {label} [{clause}]: {}: {got} {counted}, {expected:.2} expected",
            percent(*swing),
            faces.join(" "),
        ))?;
        // Index of the roll among the rolls of its entry.
        let nth = luck.rolls.iter().take(place).filter(|other| other.roll.entry == *entry).count();
        if let Some(told) = story.of(*entry, nth) {
            print(format_args!("         {told}"))?;
        }
    }
    Ok(())
}

/// Returns a share in percent, with -0 as 0.
fn percent(share: f64) -> f64 {
    (1000.0 * share).round() / 10.0 + 0.0
}

/// The entries of a finished game as text.
struct Story<'a> {
    ledger: &'a str,
    replayed: &'a Replayed,
}

impl Story<'_> {
    /// Returns the report on a roll, or else the order that caused it.
    fn of(&self, entry: usize, nth: usize) -> Option<String> {
        let lines = self.ledger.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let line = lines.map(|line| line["line"]["entry"].clone()).find(|line| line["n"] == entry)?;
        let (roll, report) = outcome(line["items"].as_array()?, nth)?;
        let heard = Side::BOTH.map(|side| {
            let events = self.replayed.heard_of(entry, side.seat());
            events.iter().filter_map(|event| serde_json::from_str::<Value>(event).ok()).collect::<Vec<_>>()
        });
        let sides = self.replayed.table.sides();
        let hears = |side: Side, what: &Value| what["to"] == "all" || what["to"] == sides[side.index()];
        let is_it = |event: &Value| {
            event.get("rolled").is_some_and(|rolled| ["stream", "ordinal"].iter().all(|key| rolled[key] == roll[key]))
        };
        let text = |event: &Value, kind: &str| event[kind]["text"].as_str().map(str::to_owned);
        let told = report.and_then(|report| {
            let side = Side::BOTH.into_iter().find(|side| hears(*side, roll) && hears(*side, report))?;
            heard[side.index()].iter().skip_while(|event| !is_it(event)).find_map(|event| text(event, "told"))
        });
        told.or_else(|| heard.iter().flatten().find_map(|event| text(event, "ordered")))
    }
}

/// Returns a roll of an entry, and the report on its result. Between them there is no other step and no other roll with
/// the same label. A change may be between them only if the report cites the clause of the roll: the report on the next
/// shot says nothing about a panic check that was passed.
fn outcome(items: &[Value], nth: usize) -> Option<(&Value, Option<&Value>)> {
    let mut rolls = items.iter().enumerate().filter_map(|(at, item)| Some((at, item.get("roll")?)));
    let (at, roll) = rolls.nth(nth)?;
    let mut changed = false;
    for item in items.iter().skip(at + 1) {
        if let Some(report) = item.get("report") {
            return Some((roll, Some(report).filter(|report| !changed || report["clause"] == roll["clause"])));
        }
        changed |= item.get("change").is_some();
        let other = item.get("roll").is_some_and(|other| other["label"] != roll["label"]);
        if !other && item.get("change").is_none() {
            break;
        }
    }
    Some((roll, None))
}

/// Returns the evaluations of a game as a line of bars.
fn course(course: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let places = course.len().clamp(1, WIDE);
    let bar = |place: usize| {
        // The last of the values that share a bar, so the final value is shown.
        let at = (place + 1) * course.len() / places;
        let value = at.checked_sub(1).and_then(|at| course.get(at)).copied().unwrap_or(0.5);
        let height = (value.clamp(0.0, 1.0) * 7.0).round() as usize;
        BARS.get(height).copied().unwrap_or(' ')
    };
    (0..places).map(bar).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_roll_is_told_by_the_report_that_tells_of_it() {
        let roll = |label: &str, clause: &str| json!({"roll": {"label": label, "clause": clause, "to": "all"}});
        let change = |clause: &str| json!({"change": {"clause": clause}});
        let report = |clause: &str| json!({"report": {"clause": clause, "to": "all"}});
        let told = |items: &[Value], nth: usize| {
            let (_, report) = outcome(items, nth).unwrap();
            report.map(|report| report["clause"].as_str().unwrap().to_owned())
        };
        // Attack and defence rolls, then one report on both.
        let fire = [roll("attack", "B10"), roll("defence", "B11"), report("B12"), change("B12"), report("B13")];
        assert_eq!([told(&fire, 0), told(&fire, 1)], [Some("B12".to_owned()), Some("B12".to_owned())]);
        // One man passes without a report and another panics; then a shot follows in another step.
        let panic = || roll("panic", "B3");
        let turn =
            [panic(), panic(), change("B3"), report("B3"), panic(), json!("pop"), roll("fire", "B8"), report("B9")];
        let all = [None, Some("B3".to_owned()), None, Some("B9".to_owned())];
        assert_eq!([0, 1, 2, 3].map(|nth| told(&turn, nth)), all);
        // A man who panics takes cover, and the enemy sees that.
        assert_eq!(told(&[panic(), change("B3"), report("B14")], 0), None);
        assert!(outcome(&fire, 2).is_none());
    }

    #[test]
    fn a_course_ends_where_the_game_did() {
        assert_eq!(course(&[0.0, 0.5, 1.0]), "▁▅█");
        let long: Vec<f64> = (0..500).map(|n| f64::from(n) / 499.0).collect();
        let drawn = course(&long);
        assert_eq!(drawn.chars().count(), WIDE);
        assert!(drawn.starts_with('▁') && drawn.ends_with('█'), "{drawn}");
        assert_eq!(course(&[]).chars().count(), 1);
    }
}
