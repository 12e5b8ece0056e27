//! Equipment of the enemies, what they have in hand, and the total of their chits.

use rand::Rng;
use rules::{Piece, number_below};

use crate::ai::sample::Draw;
use crate::ai::sample::trails::Trails;
use crate::printed::words::Hand;
use crate::setting::recruit::Recruit;
use crate::state::man::Man;

/// One in this many of the enemies is sampled with a prepared grenade in hand, and one in this many with nothing.
const ONE_IN: usize = 12;

impl Draw<'_> {
    /// Gives some enemies a prepared grenade, or nothing, in place of their weapon: this is hidden from the seat.
    pub(super) fn take_in_hand(&mut self, trails: &Trails, rng: &mut impl Rng) {
        let have_thrown = trails.thrown.iter().any(|thrown| *thrown > 0);
        for piece in self.position.men.real(self.own.other()).iter() {
            let Some(&man) = self.position.man(piece) else { continue };
            let thrown = (man.hand == Hand::Frag && man.frag == 0) || (man.hand == Hand::Smoke && man.smoke == 0);
            let hand = match number_below(rng, ONE_IN) {
                _ if thrown => Hand::Empty,
                0 if man.frag > 0 && self.position.turn > 1 => Hand::Frag,
                1 if have_thrown => Hand::Empty,
                _ => continue,
            };
            self.position.men.change(piece, |man| man.hand = hand);
        }
    }

    /// Gives a man the equipment of entry `role` of the list. Which visible man is which entry is hidden from the seat.
    pub(super) fn equip(&mut self, n: usize, role: usize) {
        if let Some(&Recruit { shots, frag, smoke, hand, .. }) = self.setting.roster.get(role) {
            self.position.men.change(Piece(n as u16), |man| {
                (man.shots, man.frag, man.smoke, man.hand) = (shots, frag, smoke, hand);
            });
        }
    }

    /// Removes the grenades that were thrown from enemies who have some.
    pub(super) fn spend(&mut self, trails: &Trails, rng: &mut impl Rng) {
        let enemy = self.own.other();
        for (kind, thrown) in trails.thrown.into_iter().enumerate() {
            for _ in 0..thrown {
                let left = |man: &Man| if kind == 0 { man.frag } else { man.smoke };
                let carries = |(_, man): &(Piece, &Man)| man.side == enemy && left(man) > 0;
                let carriers: Vec<Piece> = self.position.all().filter(carries).map(|(piece, _)| piece).collect();
                let Some(carrier) = carriers.get(number_below(rng, carriers.len().max(1))) else { break };
                self.position.men.change(*carrier, |man| *if kind == 0 { &mut man.frag } else { &mut man.smoke } -= 1);
            }
        }
    }

    /// Samples the total of the enemy's chits, from the losses that the seat has seen. It is below his level, since the game
    /// continues.
    pub(super) fn draw_chits(&mut self, trails: &Trails, rng: &mut impl Rng) {
        let enemy = self.own.other();
        let Some(level) = self.setting.preservation[enemy].filter(|_| self.position.over.is_none()) else { return };
        let worth = self.setting.tables.chits.worth;
        let one = |rng: &mut _| worth.get(number_below(rng, worth.len())).copied().unwrap_or(0);
        let total = (0..trails.losses).fold(0u8, |total, _| total.saturating_add(one(rng)));
        self.position.chits[enemy] = total.min(level.saturating_sub(1));
    }
}
