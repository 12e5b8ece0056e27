//! The sequence of play: which question is asked, what can be chosen in answer, and what follows.

pub mod asking;
pub mod below;
pub mod close_combat;
pub mod fights;
pub mod first_fire;
pub mod questions;
pub mod rallying;
pub mod recording;
pub mod routs;
pub mod set_up;
pub mod turns;
