//! Random games of one scenario and their speed: the engine alone, without the program around it. `peers FILE GAMES
//! SEED` prints the output of `undercity playouts --json`; `peers.py` runs it.

use std::error::Error;
use std::io;

use board::scenario::Document;
use referee::ledger::ScenarioText;
use table::{PlayoutSpec, system};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, games, seed] = arguments.as_slice() else {
        return Err("usage: peers FILE GAMES SEED".into());
    };
    let scenario = ScenarioText { name: file.clone(), text: std::fs::read_to_string(file)? };
    let document = Document::parse(&scenario.name, &scenario.text)?;
    let system = document.system().as_deref().and_then(system).ok_or("the file names no system that is known")?;
    let asked = PlayoutSpec { first: 0, games: games.parse()?, seed: seed.parse()? };
    let played = system.playouts(&scenario, asked, &mut |_| {})?;
    serde_json::to_writer(io::stdout(), &played)?;
    Ok(())
}
