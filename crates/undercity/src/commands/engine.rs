//! `undercity engine`: the JSON-RPC server on standard input and output.

use std::io::{BufRead, Read, Write};
use std::path::PathBuf;

use fair::{GameId, Nonce};
use referee::ledger::{FileSink, ScenarioText, Sink};
use table::engine::{Engine, Host, LONGEST};

use crate::outcome::Failed;
use crate::{builtin, files};

#[derive(Debug, clap::Args)]
#[command(after_help = "A first request: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"help\"}")]
pub struct Args {
    /// Folder in which every ledger is also saved, synced line by line
    #[arg(long)]
    ledgers: Option<PathBuf>,
}

struct Terminal {
    ledgers: Option<PathBuf>,
}

impl Host for Terminal {
    fn scenarios(&self) -> Vec<ScenarioText> {
        builtin::all().into_iter().map(builtin::BuiltinScenario::to_text).collect()
    }

    fn nonces(&mut self) -> Result<[Nonce; 3], String> {
        super::play::random_nonces().map_err(|failed| failed.to_string())
    }

    fn game_id(&mut self) -> Result<GameId, String> {
        super::play::random().map(GameId::from).map_err(|failed| failed.to_string())
    }

    fn keep(&mut self, game: u64) -> Result<Option<Box<dyn Sink>>, String> {
        let Some(folder) = &self.ledgers else { return Ok(None) };
        let path = folder.join(format!("game-{game}-{}.jsonl", std::process::id()));
        let sink = FileSink::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Some(Box::new(sink)))
    }
}

pub fn run(args: &Args) -> Result<(), Failed> {
    if let Some(folder) = &args.ledgers {
        files::make_folder(folder)?;
    }
    let mut engine = Engine::new(Terminal { ledgers: args.ledgers.clone() });
    let mut input = std::io::stdin().lock();
    let mut out = std::io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = Read::take(&mut input, LONGEST as u64).read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(());
        }
        let answer = if length == LONGEST && line.last() != Some(&b'\n') {
            skip_line(&mut input)?;
            Some(Engine::<Terminal>::too_long())
        } else {
            engine.answer(&line)
        };
        if let Some(answer) = answer {
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let chunk = input.fill_buf()?;
        let (length, done) = match chunk.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (chunk.len(), chunk.is_empty()),
        };
        input.consume(length);
        if done {
            return Ok(());
        }
    }
}
