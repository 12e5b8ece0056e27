//! The modifiers of an attack, each with its name and its clause (ASL-A8).

use rules::Clause;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{A3, A4, A8, A10, A18, A19, A20, A21, A22, A25, A28, B8_3B};

pub(crate) const fn is_zero(number: &i8) -> bool {
    *number == 0
}

macro_rules! modifiers {
    ($($(#[$doc:meta])* $name:ident: $clause:ident = $words:literal),* $(,)?) => {
        /// The modifiers of an attack on the Infantry Fire Table. Modifiers of 0 are left out.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct Drm {
            $($(#[$doc])* #[serde(default, skip_serializing_if = "is_zero")] pub $name: i8,)*
        }

        impl Drm {
            /// Returns the modifiers that apply: number, clause and name.
            pub fn parts(&self) -> impl Iterator<Item = (i8, Clause, &'static str)> {
                [$((self.$name, $clause, $words)),*].into_iter().filter(|(drm, clause, _)| *drm != 0 && clause.is_in_force())
            }

            /// Returns the sum of all modifiers in force.
            #[inline]
            #[must_use]
            pub fn sum(&self) -> i16 {
                let in_force = |drm: i8, clause: Clause| if clause.is_in_force() { i16::from(drm) } else { 0 };
                if A8.is_in_force() { 0 $(+ in_force(self.$name, $clause))* } else { 0 }
            }
        }
    };
}

modifiers! {
    /// Terrain of the target, such as +3 for a stone building.
    terrain: A21 = "terrain",
    /// A wall or hedge in front of it, in place of the terrain.
    hexside: A25 = "wall or hedge",
    /// The target is in a Fortified Building Location.
    fortified: A22 = "fortified",
    /// Hindrances between firer and target.
    hindrance: A8 = "Hindrance",
    /// Hazardous Movement, which applies to every target in a sewer.
    hazardous: B8_3B = "Hazardous Movement",
    /// The target moved other than by Assault Movement.
    non_assault: A10 = "non-assault movement",
    /// The target moved in the open.
    in_the_open: A10 = "movement in the open",
    /// The target's Location is overstacked.
    crowd: A3 = "overstacked target",
    /// The leader who directs the fire.
    leader: A18 = "leader",
    /// A hero takes part.
    hero: A18 = "hero",
    /// A hero fires a machine gun that needs two men.
    gunner: A19 = "hero with a machine gun",
    /// A firer is counter-exhausted.
    exhausted: A4 = "counter-exhausted",
    /// A firer is Encircled.
    encircled: A28 = "Encircled",
    /// The firers' Location is overstacked.
    crowded: A3 = "overstacked firers",
    /// Sum of the firers' own modifiers, if they fire from a sewer. The individual modifiers would reveal the units.
    firers: A8 = "firers' own modifiers",
    /// The demolition charge was thrown, or is Set.
    charge: A20 = "demolition charge",
}

impl Drm {
    /// Adds the modifiers of the firers: each by its name, or only their sum if the firers are unseen. Their fire must
    /// not reveal which units are under a "Sewer ?" (B8.43, B8.44c).
    pub fn add_firers(&mut self, own: Drm, unseen: bool) {
        let Drm { leader, hero, gunner, exhausted, encircled, crowded, .. } = own;
        if unseen {
            self.firers = i8::try_from(own.parts().map(|(drm, _, _)| i16::from(drm)).sum::<i16>()).unwrap_or(0);
        } else {
            *self = Drm { leader, hero, gunner, exhausted, encircled, crowded, ..*self };
        }
    }
}
