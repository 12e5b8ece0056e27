//! The task that makes the moves of a guided game's script.

use std::sync::{Arc, Weak};
use std::time::Duration;

use game::{Game, Script};

use super::LiveGame;
use crate::monitor::Monitor;
use crate::problem::Problem;

/// Delay before a move of the script is tried again.
const AGAIN: Duration = Duration::from_secs(2);

/// Makes the moves of a game's script, each after a delay, while the game is in memory.
async fn play(live: Weak<LiveGame>, delay: Duration, monitor: Arc<Monitor>) {
    let Some(mut persist_state) = live.upgrade().map(|live| live.persist_state()) else { return };
    loop {
        let Some(game) = live.upgrade() else { return };
        let script = game.with(|game| Ok(game.script())).await;
        drop(game);
        match script {
            Ok(Script::Over) => return,
            Err(problem) => {
                if !retry(&live, &monitor, &problem).await {
                    return;
                }
                continue;
            }
            Ok(Script::Waits) => {
                if persist_state.changed().await.is_err() {
                    return;
                }
                continue;
            }
            Ok(Script::Moves) => tokio::time::sleep(delay).await,
        }
        let Some(game) = live.upgrade() else { return };
        let moved = game.with(|game| Ok(Game::move_on(game)?)).await;
        drop(game);
        if let Err(problem) = moved
            && !retry(&live, &monitor, &problem).await
        {
            return;
        }
    }
}

/// Tells the host of a failure and waits. Returns false if the game is loaded again with a new task.
async fn retry(live: &Weak<LiveGame>, monitor: &Monitor, problem: &Problem) -> bool {
    let Some(game) = live.upgrade() else { return false };
    monitor.game_failed(game.id(), game.kind(), "script", problem);
    if game.failed() {
        return false;
    }
    drop(game);
    tokio::time::sleep(AGAIN).await;
    true
}

/// Starts the task that makes the moves of a game's script.
pub fn start(live: &Arc<LiveGame>, delay: Duration, monitor: &Arc<Monitor>) {
    tokio::spawn(play(Arc::downgrade(live), delay, Arc::clone(monitor)));
}
