//! `undercity luck`

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use referee::luck::LuckyRoll;
use table::{Luck, RollLuck};

use crate::outcome::{Failed, print, print_json, refused};

/// Whose luck.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The ledger of a game that is over
    ledger: PathBuf,
    /// How many rolls to show, those that did most
    #[arg(long, default_value_t = 10)]
    rolls: usize,
    /// As JSON: `{sides, rolls, course}`, with every roll
    #[arg(long)]
    json: bool,
}

/// How wide the course of the game is drawn.
const WIDE: usize = 60;

pub fn run(args: &Args) -> Result<(), Failed> {
    let table = super::replay::open_whole(&args.ledger)?;
    // Drawn on standard error, and only where that is a terminal.
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} orders, {eta} to go") {
        bar.set_style(style);
    }
    let luck = table.luck(&mut |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let luck = luck.map_err(refused)?;
    if args.json { print_json(&luck) } else { show(&luck, args.rolls) }
}

fn show(luck: &Luck, most: usize) -> Result<(), Failed> {
    print("luck in chances of winning: what the dice did beyond what was to be expected of them\n")?;
    print("side          luck   in its own orders    rolls   dice    mean of a die (3.50)")?;
    for side in &luck.sides {
        let mean = side.mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}"));
        print(format_args!(
            "{:<10} {:>+6.1}%             {:>+6.1}%   {:>6} {:>6}    {mean}",
            side.side,
            100.0 * side.luck,
            100.0 * side.own,
            side.rolls,
            side.dice,
        ))?;
    }
    let Some(first) = luck.sides.first() else { return Ok(()) };
    print(format_args!("\nhow {} stood, from the first order to the last\n{}", first.side, course(&luck.course)))?;
    let mut rolls: Vec<&RollLuck> = luck.rolls.iter().collect();
    rolls.sort_by(|one, other| other.roll.swing.abs().total_cmp(&one.roll.swing.abs()));
    rolls.truncate(most);
    print(format_args!("\nthe rolls that did most (for {})", first.side))?;
    for RollLuck { by, roll } in rolls {
        let LuckyRoll { entry, label, clause, faces, got, expected, swing, .. } = roll;
        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
        let by = by.as_deref().unwrap_or("start");
        print(format_args!(
            "{:>+6.1}%  entry {entry:<4} {by:<8} {label} [{clause}]: {}, {got} where {expected:.2} was to be expected",
            100.0 * swing,
            faces.join(" "),
        ))?;
    }
    Ok(())
}

/// The course of a game as a line of bars.
fn course(course: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let places = course.len().clamp(1, WIDE);
    let bar = |place: usize| {
        // The last of those that share a place, so that the end is shown.
        let at = (place + 1) * course.len() / places;
        let value = at.checked_sub(1).and_then(|at| course.get(at)).copied().unwrap_or(0.5);
        let height = (value.clamp(0.0, 1.0) * 7.0).round() as usize;
        BARS.get(height).copied().unwrap_or(' ')
    };
    (0..places).map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
