//! The file of measures, which the program carries: length and balance of scenarios, for players who choose one.

use std::path::Path;

use ::builtin::{Figures, Measures};
use table::balance::{Share, Summary};

use crate::files;
use crate::outcome::{Failed, refused};

/// Writes these summaries, each of games between equal players, into a file. Its other scenarios stay.
pub fn write(path: &Path, summaries: &[Summary], command: &str) -> Result<(), Failed> {
    let mut file = match path.exists() {
        true => read(path)?,
        false => Measures::new(),
    };
    file.extend(summaries.iter().map(|summary| (summary.scenario.clone(), figures(summary, command))));
    let text = serde_json::to_string_pretty(&file).map_err(refused)?;
    files::write_whole(path, format!("{text}\n").as_bytes())
}

/// Reads a file of measures.
pub fn read(path: &Path) -> Result<Measures, Failed> {
    let place = |error| refused(format_args!("{}: expected a file of measures: {error}", path.display()));
    serde_json::from_str(&files::read(path)?).map_err(place)
}

fn figures(summary: &Summary, command: &str) -> Figures {
    let wins = [0, 1].map(|side| summary.wins.get(side).map_or(0, |(_, share)| share.count));
    let decisions = [0, 1].map(|side| summary.orders_of_side.get(side).map_or(0.0, |(_, orders)| orders.mean));
    let players = summary.players.split(',').next().unwrap_or_default().to_owned();
    Figures {
        command: command.to_owned(),
        players,
        games: summary.games as u64,
        wins: wins.map(|wins| wins as u64),
        decisions: decisions.map(|mean| (mean * 10.0).round() / 10.0),
        harder: harder(wins).and_then(|side| summary.wins.get(side)).map(|(name, _)| (*name).to_owned()),
    }
}

/// Returns the side that won less often, 0 or 1, if chance does not explain the difference: the 95% confidence interval
/// of its share of the decided games is below one half.
fn harder(wins: [usize; 2]) -> Option<usize> {
    let decided = wins[0] + wins[1];
    [0, 1].into_iter().find(|side| Share::new(wins[*side], decided).high < 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_harder_only_beyond_chance() {
        assert_eq!([[20, 20], [14, 26], [26, 14], [0, 0]].map(harder), [None; 4]);
        assert_eq!([[13, 27], [40, 20]].map(harder), [Some(0), Some(1)]);
    }
}
