//! What a side can order: a file for each order. The lists of what may be ordered stand with the questions
//! ([`crate::sequence::questions`]).

pub mod activate;
pub mod assault;
pub mod below;
pub mod fatigue;
pub mod fire;
pub mod lose;
pub mod moving;
pub mod prepare;
pub mod retreat;
pub mod stop;
mod support;
mod timing;

use crate::state::Tide;

rules::orders! {
    /// What a side can order.
    Order of Tide {
        /// Activate a squad for an action that moves.
        Activate(activate::Activate),
        /// Prepare Op Fire with a squad.
        Prepare(prepare::Prepare),
        /// Fatigue a squad.
        Fatigue(fatigue::Fatigue),
        /// Fire: Concentrated Fire, the shot of Fire and Movement, or Op Fire.
        Fire(fire::Fire),
        /// Let the mover pass.
        HoldFire = stop::HoldFire,
        /// Move the activated squad.
        Move(moving::Move),
        /// Go below with the activated squad.
        Enter(below::enter::Enter),
        /// End the movement; after emerging, take no action.
        Stop = stop::Stop,
        /// Assault with the activated squad.
        Assault(assault::Assault),
        /// Advance below.
        AdvanceBelow(below::advance::AdvanceBelow),
        /// Come up.
        Emerge(below::emerge::Emerge),
        /// Assault from the sewer.
        AssaultFromSewer(below::assault::AssaultFromSewer),
        /// Choose a figure to lose.
        Lose(lose::Lose),
        /// Choose where a beaten squad goes.
        Retreat(retreat::Retreat),
    }
    /// A first part of an order.
    Draft {
        /// A squad fires: choose target and mode.
        Fire(fire::ChooseTarget),
        /// A squad fires so: choose who supports, one after the other.
        FireWith(fire::FireWith),
        /// The activated squad assaults: choose who supports.
        AssaultWith(assault::AssaultWith),
        /// A squad below assaults: choose who supports.
        SewerAssaultWith(below::assault::SewerAssaultWith),
    }
}
