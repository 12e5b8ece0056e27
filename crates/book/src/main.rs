#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod check;
mod compress;
mod contents;
mod film;
mod folder;
mod front;
mod links;
mod module;
mod page;
mod policy;
mod render;
mod rulebooks;
mod scenarios;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The reason why the site can't be made, as text.
pub type Fault = String;

/// Makes the documentation, the front page and the modules of the site.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    /// Root of the repository
    #[arg(long, default_value = ".")]
    root: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the documentation into the folder `docs` of a site
    Docs {
        /// Folder of the site
        site: PathBuf,
    },
    /// Write the front page into a site
    Front {
        /// Folder of the site
        site: PathBuf,
    },
    /// Write a module that a page can load, with the JavaScript that calls it: NAME_bg.wasm and NAME.js
    Module {
        /// WebAssembly as Cargo makes it
        wasm: PathBuf,
        /// Folder for the module
        folder: PathBuf,
        /// Name of the module
        name: String,
    },
    /// Compress a file by xz: FILE becomes FILE.xz
    Compress {
        /// A file of a few megabytes
        file: PathBuf,
        /// How hard to try
        #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(0..=9))]
        level: u32,
    },
    /// Check the links of a site, and what its pages may load
    Check {
        /// Folder of the site
        site: PathBuf,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Command::Docs { site } => docs(&cli.root, site),
        Command::Front { site } => front::write(&cli.root, site),
        Command::Module { wasm, folder, name } => module::write(wasm, folder, name),
        Command::Compress { file, level } => compress::file(file, *level),
        Command::Check { site } => check::site(&cli.root, site),
    };
    match done {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::FAILURE
        }
    }
}

/// The part for players. What is generated belongs there.
const PLAYERS: usize = 1;

/// Writes the documentation and returns a line about it.
fn docs(root: &Path, site: &Path) -> Result<String, Fault> {
    let mut contents = contents::read(root)?;
    let made = rulebooks::group(root)?;
    contents.add(PLAYERS, made.group);
    contents.add(PLAYERS, scenarios::group()?);
    let pages = contents.pages().count();
    let folder = site.join("docs");
    front::look(root, site)?;
    render::write(root, &folder, contents, &made.names)?;
    Ok(format!("{}: {pages} pages", folder.display()))
}
