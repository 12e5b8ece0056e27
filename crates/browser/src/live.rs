//! One game with its ledger, its computer players and its script.

use std::time::Duration;

use game::{Change, Computer, Expected, Game, Problem, Script, StoredGame, Thought, Unreadable, randomness};
use players::{Level, OrderTiming, ThinkingClock};
use rules::Side;
use web_time::Instant;

use crate::jobs::Job;

/// Delay of the orders of computer players after their thinking time, and of the moves of a script.
const MOMENT: Duration = Duration::from_millis(80);
/// Interval at which standing orders are answered, whether there are any or not.
const STANDING: Duration = Duration::from_secs(1);

/// A side that the computer plays, with its clock.
struct Seated {
    computer: Computer,
    clock: ThinkingClock,
    at: At,
}

/// What a computer player does.
enum At {
    Rest,
    /// Another worker looks for its order.
    Thinks {
        job: u32,
        timing: OrderTiming,
        plans: bool,
    },
    /// It has found an order, or none, and waits until that is due.
    Has {
        thought: Thought,
        timing: OrderTiming,
    },
}

/// A game in memory.
pub struct Live {
    pub game: Game,
    /// All lines of the ledger, each with a line break.
    pub ledger: String,
    computers: Vec<Seated>,
    script_due: Option<Instant>,
    standing_due: Option<Instant>,
}

/// What a game needs next.
#[derive(Debug, Default)]
pub struct Next {
    /// Work for another worker, by number.
    pub jobs: Vec<(u32, Job)>,
    /// When the game must be looked at again; `None` if only after an act.
    pub at: Option<Instant>,
}

impl Next {
    fn wake(&mut self, at: Instant) {
        self.at = Some(self.at.map_or(at, |before| before.min(at)));
    }
}

impl Live {
    /// Returns a game from its stored form, and begins play if all nonces are known.
    ///
    /// # Errors
    /// The ledger can't be replayed.
    /// The referee can't begin.
    pub fn open(stored: StoredGame) -> Result<Live, Problem> {
        let ledger = stored.ledger.clone();
        let unreadable = |Unreadable(why)| Problem::new(game::Code::GameUnreadable, why);
        let mut game = Game::rebuilt(stored).map_err(unreadable)?;
        game.begin()?;
        let mut computers = Vec::new();
        for side in Side::BOTH {
            if let Some(level) = game.players()[side.index()].level() {
                let computer = Computer::new(side, level, randomness::bytes()?);
                computers.push(Seated { computer, clock: ThinkingClock::new(level, MOMENT), at: At::Rest });
            }
        }
        Ok(Live { game, ledger, computers, script_due: None, standing_due: None })
    }

    /// Returns the changes since the last call. Their lines are part of the ledger from then on.
    pub fn take_changes(&mut self) -> Vec<Change> {
        let changes = self.game.take_changes();
        for change in &changes {
            if let Change::Lines { lines, .. } = change {
                for line in lines {
                    self.ledger.push_str(line);
                    self.ledger.push('\n');
                }
            }
        }
        changes
    }

    /// Takes the thought of a computer player. A thought that is too late is ignored.
    pub fn done(&mut self, job: u32, found: Thought) {
        for seated in &mut self.computers {
            if let At::Thinks { job: own, timing, .. } = seated.at
                && own == job
            {
                seated.at = At::Has { thought: found, timing };
                return;
            }
        }
    }

    /// Does all that is due, and returns what comes next. `number` numbers jobs.
    ///
    /// # Errors
    /// The referee fails.
    pub fn beat(&mut self, now: Instant, number: &mut u32) -> Result<Next, Problem> {
        let mut next = Next::default();
        self.move_script(now, &mut next)?;
        if self.game.table().is_ok_and(|table| table.outcome().is_none()) {
            let due = *self.standing_due.get_or_insert(now + STANDING);
            if due <= now {
                self.game.answer_standing()?;
                self.standing_due = Some(now + STANDING);
            }
            self.standing_due.into_iter().for_each(|due| next.wake(due));
        }
        for n in 0..self.computers.len() {
            self.play(n, now, number, &mut next)?;
        }
        Ok(next)
    }

    fn move_script(&mut self, now: Instant, next: &mut Next) -> Result<(), Problem> {
        while self.game.script() == Script::Moves {
            let due = *self.script_due.get_or_insert(now + MOMENT);
            if due > now {
                next.wake(due);
                return Ok(());
            }
            self.script_due = None;
            self.game.move_on()?;
        }
        self.script_due = None;
        Ok(())
    }

    /// Lets a computer player take its next step.
    fn play(&mut self, n: usize, now: Instant, number: &mut u32, next: &mut Next) -> Result<(), Problem> {
        let Live { game, computers, ledger, .. } = self;
        let Some(Seated { computer, clock, at }) = computers.get_mut(n) else { return Ok(()) };
        loop {
            let expected = game.expected(computer.side);
            if expected == Expected::Nothing {
                clock.rest();
                *at = At::Rest;
                return Ok(());
            }
            match at {
                At::Rest => {
                    let plans = expected == Expected::Plan;
                    let timing = if plans { clock.plan(now) } else { clock.order(now) };
                    *at = if plans && timing.due <= now {
                        // No time is left: the plan ends as it is.
                        At::Has { thought: None, timing }
                    } else if computer.level == Level::Recruit {
                        At::Has { thought: computer.any(game)?, timing }
                    } else {
                        *number += 1;
                        let left = timing.until.saturating_duration_since(now);
                        let job = Job::Think {
                            ledger: whole(ledger, game),
                            side: computer.side.index(),
                            level: computer.level.name().to_owned(),
                            seed: format!("{:016x}", computer.next_seed()),
                            millis: u64::try_from(left.as_millis()).unwrap_or(u64::MAX),
                        };
                        next.jobs.push((*number, job));
                        At::Thinks { job: *number, timing, plans }
                    };
                }
                // An order waits for its thought, while a plan ends when its time is up.
                At::Thinks { timing, plans: true, .. } if timing.due <= now => {
                    *at = At::Has { thought: None, timing: *timing };
                }
                At::Thinks { timing, plans, .. } => {
                    if *plans {
                        next.wake(timing.due);
                    }
                    return Ok(());
                }
                At::Has { thought, timing } => {
                    let continues = expected == Expected::Plan && computer.continues(game, thought.as_ref());
                    if timing.due > now && !continues {
                        next.wake(timing.due);
                        return Ok(());
                    }
                    let thought = thought.take();
                    *at = At::Rest;
                    if computer.give(game, thought)? {
                        clock.rest();
                    }
                }
            }
        }
    }
}

/// Returns the ledger with the lines of the present act, which are not taken yet.
fn whole(ledger: &str, game: &Game) -> String {
    let mut whole = ledger.to_owned();
    game.each_new_line(|line| {
        whole.push_str(line);
        whole.push('\n');
    });
    whole
}
