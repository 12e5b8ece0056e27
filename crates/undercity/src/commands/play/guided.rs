//! A guided game in the terminal.

use std::path::Path;

use referee::GameSetup;
use referee::ledger::DiceTerms;
use table::case::{Case, CaseError};
use table::guide::Guide;

use super::*;

/// Plays the guided game of a scenario, or of a guide file.
pub(super) fn play(args: &Args) -> Result<(), Failed> {
    let name = match &args.scenario {
        Some(name) => name.clone(),
        None => choose_guide()?,
    };
    let guide = find(&name)?;
    let path = match &args.ledger {
        Some(path) => path.clone(),
        None => free_path(&guide.scenario.name)?,
    };
    let system = builtin::checked(&guide.scenario)?;
    let sink = FileSink::create(&path).map_err(|error| refused(format_args!("{}: {error}", path.display())))?;
    let nonce = Nonce::from(random()?);
    let setup = GameSetup { scenario: guide.scenario.clone(), game: random()?.into(), nonce, dice: DiceTerms::Given };
    let table = system.open(setup, Box::new(sink)).map_err(opening)?;
    print(format_args!("{}\n{}", guide.title, guide.about))?;
    let computers = Computers::read(&[], table.sides())?;
    let mut session = Session { table, computers, guide: Some(guide), seen: [0; 2], public: 0, at_screen: None };
    session.play()?;
    print(format_args!("Its ledger is in {}. Play the scenario itself with: undercity play", path.display()))
}

/// Finds a guide by the name of a built-in scenario or by the path of its file, and plays it through.
fn find(name: &str) -> Result<Guide, Failed> {
    let built_in = builtin::guides().into_iter().find(|guide| guide.name == name);
    let case = match built_in {
        Some(guide) => Case::parse(name, &guide.text, |_| {
            Ok(builtin::built_in(name).map(|found| found.to_text()).unwrap_or(guide.clone()))
        }),
        None if Path::new(name).exists() => Case::load(Path::new(name)),
        None => {
            let names: Vec<String> = builtin::guides().into_iter().map(|guide| guide.name).collect();
            let names = names.join(", ");
            return Err(refused(format_args!(
                "`{name}` is neither a scenario with a guide nor a file; expected one of {names}"
            )));
        }
    };
    read(&case.map_err(unread)?)
}

/// Plays a guide through.
pub fn read(case: &Case) -> Result<Guide, Failed> {
    let guide = builtin::system_called(&case.system)?.guide(case);
    guide.map_err(|failure| refused(format_args!("{}:{}: {}", case.name, failure.line, failure.why)))
}

/// Returns the error of a guide that can't be read.
pub fn unread(error: CaseError) -> Failed {
    match error {
        CaseError::Scenario(problems) => Failed::Diagnostics(problems),
        error => refused(error),
    }
}

fn choose_guide() -> Result<String, Failed> {
    let guides = builtin::guides();
    print("Which guided game?\n")?;
    for (number, guide) in (1..).zip(&guides) {
        let found = find(&guide.name)?;
        print(format_args!("{number:>3}  {} ({})\n     {}", found.title, guide.name, found.about))?;
    }
    loop {
        let Some(line) = ask("\nNumber: ")? else { return Err(refused("no guided game was chosen")) };
        match line.parse::<usize>().ok().and_then(|number| guides.get(number.wrapping_sub(1))) {
            Some(guide) => return Ok(guide.name.clone()),
            None => print(format_args!("expected a number from 1 to {}", guides.len()))?,
        }
    }
}
