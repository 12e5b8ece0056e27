//! Mechanics that several orders use: movement, fire, morale, stacking, concealment, Close Combat and sewers.

pub mod advancing;
pub mod aim;
pub mod ambush;
pub mod attack;
pub mod below;
pub mod berserk;
pub mod blows;
pub mod capture;
pub mod carry;
pub mod concealment;
pub mod desperation;
pub mod first_fire;
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
pub mod shot;
pub mod stack;
pub mod weapons;
pub mod withdrawal;
