//! The native module of the Python package `undercity`.
//!
//! It knows no rule: it makes the crate `table` callable, with JSON values as Python objects. The classes that people use are
//! in the folder `python/undercity`, above it.
//!
//! A thread never waits for a game while it holds the interpreter, and never calls Python while it holds a game.

mod balance;
mod environment;
mod errors;
mod game;
mod json;
mod ledger;
mod rulebook;
mod scenario;
mod seat;
mod work;

use pyo3::prelude::*;

/// The allocator of the command line. Most of an order's time goes into short strings: without it, games take a third
/// longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The engine of Undercity. The package `undercity` has the classes and functions to use.
#[pymodule]
mod _undercity {
    #[pymodule_export]
    use super::balance::{balance, playouts};
    #[pymodule_export]
    use super::environment::{Environment, State, Vector, environment};
    #[pymodule_export]
    use super::game::{Game, load, new_game};
    #[pymodule_export]
    use super::ledger::verify;
    #[pymodule_export]
    use super::rulebook::{calculate, calculators, clauses, systems};
    #[pymodule_export]
    use super::scenario::{builtin_scenarios, check_scenario, find_scenario, scenario_options, scenario_svg};
    #[pymodule_export]
    use super::seat::Seat;

    /// Version of the program.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
