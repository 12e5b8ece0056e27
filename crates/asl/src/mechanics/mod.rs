//! Mechanics that several orders use: movement, fire, morale, stacking, concealment, Close Combat and sewers.

pub mod advancing;
pub mod aim;
pub mod attack;
pub mod below;
pub mod berserk;
pub mod blows;
pub mod carry;
pub mod concealment;
pub mod desperation;
pub mod first_fire;
pub mod gaining;
pub mod heat;
pub mod losses;
pub mod markers;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod objectives;
pub mod placing;
pub mod reach;
pub mod routing;
pub mod searching;
pub mod shot;
pub mod stack;
pub mod weapons;
