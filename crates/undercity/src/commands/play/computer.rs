//! Computer players at the terminal. Each is given what its seat knows and nothing else.

use std::num::NonZero;
use std::thread::available_parallelism;

use players::Level;
use rules::Side;
use serde_json::Value;
use table::{Table, any_order};

use crate::outcome::{Failed, refused};

/// The share, one in so many, of the time for a whole plan that each of its orders gets.
const SHARE: u32 = 8;

/// Who of the sides is played by the computer, and how.
pub struct Computers {
    levels: [Option<Level>; 2],
    /// Where their choices come from; each order takes the next.
    seed: u64,
}

impl Computers {
    /// Reads `SIDE=LEVEL`, each side once.
    pub fn read(asked: &[String], sides: [&str; 2]) -> Result<Computers, Failed> {
        let mut levels = [None; 2];
        for text in asked {
            let usage = |why: String| Failed::Usage(format!("--computer {text}: {why}"));
            let (side, level) = text.split_once('=').unwrap_or((text, ""));
            let place = sides.iter().position(|name| *name == side);
            let slot = place.and_then(|place| levels.get_mut(place));
            let slot = slot.ok_or_else(|| usage(format!("expected {} or {}, = and a level", sides[0], sides[1])))?;
            let level = Level::named(level)
                .ok_or_else(|| usage(format!("expected {side}= and {}", Level::ALL.map(Level::name).join(", "))))?;
            if slot.replace(level).is_some() {
                return Err(usage(format!("{side} is played by the computer already")));
            }
        }
        let mut seed = [0; 8];
        getrandom::fill(&mut seed)
            .map_err(|error| refused(format_args!("this machine gives no randomness: {error}")))?;
        Ok(Computers { levels, seed: u64::from_le_bytes(seed) })
    }

    /// Whether it plays this side.
    pub fn plays(&self, side: Side) -> bool {
        self.levels[side.index()].is_some()
    }

    /// Gives one order for a side that it plays and that is asked.
    pub fn order(&mut self, table: &mut dyn Table, side: Side) -> Result<(), Failed> {
        self.seed = self.seed.wrapping_add(1);
        if let Some(order) = self.think(table, side)?
            && table.submit(side, &order, None).is_ok()
        {
            return Ok(());
        }
        // What no thinking finds, or what was thought of and is barred: any offer.
        let any = any_order(self.seed, |draft| table.offers(side, draft)).map_err(refused)?;
        let order = any.ok_or_else(|| refused("a side is asked and has no offer: please report this"))?;
        table.submit(side, &order, None).map(drop).map_err(refused)
    }

    fn think(&self, table: &dyn Table, side: Side) -> Result<Option<Value>, Failed> {
        let Some(level) = self.levels[side.index()].filter(|level| *level != Level::Recruit) else { return Ok(None) };
        let time = if table.plans(side) { level.plan_time() / SHARE } else { level.time() };
        let threads = available_parallelism().map_or(1, NonZero::get);
        Ok(table.think(side, self.seed).map_err(refused)?(level.skill(time), threads))
    }
}
