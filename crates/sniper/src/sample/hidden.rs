//! Which enemies are out of sight: lost trails, matched with who came into sight later.

use rand::Rng;
use rules::{Side, number_below};

use super::trails::{Event, Sighting, Trails};
use crate::plot::STEPS;
use crate::setting::Setting;

/// The enemies out of sight, by what is known of them.
#[derive(Debug)]
pub struct Hidden {
    /// Who was in sight, and where his trail ended.
    open: Vec<Sighting>,
    /// By weapon, how many have never been seen.
    unseen: Vec<usize>,
}

impl Hidden {
    /// Those whom a side has lost sight of, or never seen, by what it heard.
    ///
    /// Who comes into sight is one of the men with his weapon whose trail is open and who can have come so far, or one who
    /// has not been seen yet. Each is as likely as he is to be in that very place: the fewer places he can have reached,
    /// the more, and these grow with the square of his movement points.
    pub fn of(setting: &Setting, side: Side, trails: &Trails, rng: &mut impl Rng) -> Hidden {
        let mut unseen = vec![0; setting.tables.weapons.len()];
        for man in setting.roster.iter().filter(|man| man.side == side && !man.dummy) {
            if let Some(count) = unseen.get_mut(usize::from(man.weapon)) {
                *count += 1;
            }
        }
        let mut hidden = Hidden { open: Vec::new(), unseen };
        for event in &trails.events {
            match *event {
                Event::Came(coming) => hidden.came(setting, &coming, rng),
                Event::Went(trail) => hidden.open.push(trail),
                Event::Left => hidden.left(rng),
            }
        }
        hidden
    }

    fn came(&mut self, setting: &Setting, coming: &Sighting, rng: &mut impl Rng) {
        let density = |turns: u8| {
            let points = STEPS * (usize::from(turns) + 1);
            1_000_000 / (points * points)
        };
        let fits = |trail: &Sighting| {
            let steps = setting.steps(trail.at).and_then(|steps| steps.get(coming.at.index()));
            trail.leads_to(coming, u16::from(steps.copied().unwrap_or(u8::MAX)))
        };
        let mut weights: Vec<usize> = Vec::with_capacity(self.open.len());
        for trail in &self.open {
            weights.push(if fits(trail) { density(coming.turn.saturating_sub(trail.turn)).max(1) } else { 0 });
        }
        let unseen = self.unseen.get(usize::from(coming.weapon)).copied().unwrap_or(0);
        let first_time = if coming.wounded { 0 } else { unseen * density(coming.turn).max(1) };
        let mut drawn = number_below(rng, (weights.iter().sum::<usize>() + first_time).max(1));
        for (n, weight) in weights.into_iter().enumerate() {
            if drawn < weight {
                self.open.remove(n);
                return;
            }
            drawn -= weight;
        }
        // Nobody's trail leads here: he has not been seen, or else any trail with his weapon has to do.
        match self.unseen.get_mut(usize::from(coming.weapon)).filter(|unseen| **unseen > 0) {
            Some(unseen) => *unseen -= 1,
            None => {
                if let Some(n) = self.open.iter().rposition(|trail| trail.weapon == coming.weapon) {
                    self.open.remove(n);
                }
            }
        }
    }

    /// One of them has left the board, each as likely as the other.
    fn left(&mut self, rng: &mut impl Rng) {
        let unseen = self.unseen.iter().sum::<usize>();
        let mut drawn = number_below(rng, (self.open.len() + unseen).max(1));
        if drawn < self.open.len() {
            self.open.remove(drawn);
            return;
        }
        drawn -= self.open.len();
        for count in &mut self.unseen {
            if drawn < *count {
                *count -= 1;
                return;
            }
            drawn -= *count;
        }
    }

    /// One with this weapon, with his trail if he has left one; `None` when there are no more.
    pub fn take(&mut self, weapon: u8) -> Option<Option<Sighting>> {
        if let Some(n) = self.open.iter().position(|trail| trail.weapon == weapon) {
            return Some(Some(self.open.swap_remove(n)));
        }
        let unseen = self.unseen.get_mut(usize::from(weapon)).filter(|unseen| **unseen > 0)?;
        *unseen -= 1;
        Some(None)
    }
}
