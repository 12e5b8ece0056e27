//! Line of sight and range between two Locations, with what blocks it (SNP-B7, SNP-B12, 39.51, 39.52).

use board::{HexId, LocationId};
use rules::speech::{counted, listed};
use rules::tools::{SightAnswer, SightInput};
use rules::{CalculatorOutput, Clause, Refusal, referee_clauses};

use crate::mechanics::{aim, line_of_fire};
use crate::printed::clause::{B7, B8, B9, B12, B30, B31, S39_51A, S39_52C, S39_52D, S39_71};
use crate::setting::Setting;
use crate::setting::lines::Height;
use crate::setting::sight::{self, Eye};
use crate::setting::smoke::{self, Cloud};
use crate::setting::spot::{Level, Spot};
use crate::view::SniperEyes;

/// A line between two Locations.
struct Line<'a> {
    eyes: SniperEyes<'a>,
    from: &'a Spot,
    to: &'a Spot,
    /// The smoke that the seat knows of.
    clouds: Vec<Cloud>,
}

/// Returns the line between upright men in two Locations; on a ladder they lean out.
///
/// # Errors
/// - A Location is not on this board.
pub fn answer(eyes: SniperEyes<'_>, input: &SightInput) -> Result<CalculatorOutput, Refusal> {
    let SightInput { from, to } = *input;
    let setting = eyes.setting();
    let spot = |at| setting.spot(at).ok_or_else(|| Refusal::new(referee_clauses::NAMES, "unknown place"));
    let line = Line { eyes, from: spot(from)?, to: spot(to)?, clouds: eyes.clouds().copied().collect() };
    let range = aim::range(setting, from, to);
    let mut answer = SightAnswer::new(*input, Some(range));
    let hexes = counted(range, "hex", "hexes");
    let clause = sight::sees(setting, &line.clouds, Eye::upright(setting, from), Eye::upright(setting, to));
    match clause {
        Some(clause) => {
            line.clear(&mut answer, clause, &hexes);
            line.fire(&mut answer, range);
        }
        None => line.blocked(&mut answer, &hexes),
    }
    if [from, to].into_iter().any(|at| setting.is_middle(at)) && line.from.hex != line.to.hex {
        answer.say(S39_52D, "This is for a man who leans out. A ducked one sees only his own hex.");
    }
    answer.output()
}

impl Line<'_> {
    fn label(&self, hex: HexId) -> &str {
        self.eyes.setting().board.grid().label(hex)
    }

    /// Says that the line is clear, as far as the seat can know.
    fn clear(&self, answer: &mut SightAnswer, clause: Clause, hexes: &str) {
        let setting = self.eyes.setting();
        let stretch = sight::one_stretch(self.from, self.to).filter(|_| self.from.hex != self.to.hex);
        if stretch.is_some_and(|(line, apart)| apart > 1 && !self.eyes.notices_smoke_in(line)) {
            answer.clear = None;
            answer.say(clause, format!("One straight stretch of sewer, at a range of {hexes}."));
            let words = match self.eyes.seat().side() {
                Some(_) => "None of your men is in it, so you can't know whether smoke stops sight there.",
                None => "Only men in it notice smoke, so it is not known here whether smoke stops sight there.",
            };
            answer.say(S39_71, words);
            return;
        }
        answer.say(clause, format!("Clear, at a range of {hexes}."));
        if self.from.hex == self.to.hex || stretch.is_some() {
            return;
        }
        for (here, there) in [(self.from, self.to), (self.to, self.from)] {
            let hex = self.label(here.hex);
            if here.windows && sight::is_window(setting, here, there.hex) && is_above(here) {
                let words =
                    format!("It passes a window of {hex}: a prone man there doesn't see through it, nor is he seen.");
                answer.say(B31, words);
            }
        }
        let opening = sight::threshold(&setting.board, self.to.hex, self.from.hex).is_aperture();
        if opening && is_above(self.to) {
            let strength = setting.tables.defence.aperture;
            let hex = self.label(self.to.hex);
            answer
                .say(B9, format!("It enters {hex} by a door or window: Defence Strength {strength} for a man there."));
        }
    }

    /// Says how hard each weapon hits at this range, and whether a man whom the seat sees is in the line of fire.
    fn fire(&self, answer: &mut SightAnswer, range: u16) {
        let (setting, from, to) = (self.eyes.setting(), answer.from, answer.to);
        if from == to {
            return;
        }
        let strengths = setting.tables.weapons.iter().map(|(_, weapon)| match weapon.attack_at(range) {
            Some(strength) => format!("{} {strength}", weapon.name),
            None => format!("{} out of range", weapon.name),
        });
        let strengths: Vec<String> = strengths.collect();
        answer.say(B8, format!("Attack Strength at this range: {}.", listed(&strengths)));
        let men = self.eyes.men().filter(|(_, man, _)| !man.dummy).map(|(_, man, at)| Eye { at, posture: man.posture });
        if line_of_fire::is_stopped(setting, from, to, men) {
            answer.say(B30, "An upright man on the way stops every shot.");
        }
    }

    /// Says what blocks the line.
    fn blocked(&self, answer: &mut SightAnswer, hexes: &str) {
        match (self.from.level, self.to.level) {
            (Level::Surface(_), Level::Surface(_)) if self.from.hex == self.to.hex => {
                answer.block(B7, "Blocked: floors of one hex see each other only on stairs.");
            }
            (Level::Sewer, Level::Sewer) => match sight::one_stretch(self.from, self.to) {
                Some(_) => answer.block(S39_71, format!("Blocked by smoke in the sewer, at a range of {hexes}.")),
                None => answer.block(S39_51A, "Blocked: a man in a sewer sees only along his own straight stretch."),
            },
            (Level::Sewer, Level::Surface(_)) | (Level::Surface(_), Level::Sewer) => {
                answer.block(S39_52C, "Blocked: ground and sewer see each other only within one manhole hex.");
            }
            (Level::Sewer, _) | (_, Level::Sewer) => {
                answer.block(S39_52D, "Blocked: outside his own hex, a man on a ladder sees no sewer.");
            }
            _ => {
                answer.block(B7, format!("Blocked, at a range of {hexes}."));
                self.barriers(answer);
            }
        }
    }

    /// Names the walls, floors and smoke that block a line above ground.
    fn barriers(&self, answer: &mut SightAnswer) {
        let setting = self.eyes.setting();
        let (board, index) = (&setting.board, setting.sight_index());
        let (a, b) = (self.from.hex, self.to.hex);
        let [one, other] = [self.from, self.to].map(storey);
        // A floor of a house and the street are joined by lines near the ground.
        let height = if one == other && one > 0 { Height::Floor } else { Height::Ground };
        for [near, far] in index.lines.walls(a, b, height) {
            let (near, far) = (self.label(near), self.label(far));
            answer.block_at(format!("{near}-{far}"), B7, format!("The wall between {near} and {far} blocks it."));
        }
        let seen = sight::above(setting, above(setting, answer.from, self.from), above(setting, answer.to, self.to));
        if seen {
            self.smoke(answer);
        } else if answer.blocked_at.is_empty() {
            let street = |spot: &Spot| storey(spot) == 0 && board.floors(spot.hex) == 0;
            let words = if street(self.from) || street(self.to) {
                "Upper floors see the street only through a door or window of their own hex."
            } else {
                "Ceilings block it: between houses, men see only the same floor."
            };
            answer.block(B7, words);
        }
    }

    /// Names the hexes with smoke on the line.
    fn smoke(&self, answer: &mut SightAnswer) {
        let setting = self.eyes.setting();
        let (grid, lines) = (setting.board.grid(), &setting.sight_index().lines);
        let (a, b) = (self.from.hex, self.to.hex);
        let stopping = self.clouds.iter().filter(|cloud| smoke::is_smoke_between(setting, &[**cloud], a, b));
        let centres = stopping.filter_map(|cloud| Some(setting.spot(cloud.at)?.hex));
        let around =
            |hex| grid.neighbours(hex).into_iter().flatten().chain([hex]).filter(move |at| lines.is_filled(hex, *at));
        let mut filled: Vec<HexId> = centres.flat_map(around).collect();
        filled.retain(|hex| lines.is_smoky(a, b, |at| at == *hex));
        filled.sort_by_key(|hex| (grid.distance(a, *hex), *hex));
        filled.dedup();
        for hex in filled {
            answer.block_at(self.label(hex), B12, format!("The smoke in {} blocks it.", self.label(hex)));
        }
        if answer.blocked_at.is_empty() {
            answer.block(B12, "Smoke on both sides of it blocks it.");
        }
    }
}

const fn is_above(spot: &Spot) -> bool {
    matches!(spot.level, Level::Surface(_))
}

/// Returns the floor whose lines apply; a man who leans out of a manhole looks along the ground.
const fn storey(spot: &Spot) -> u8 {
    match spot.level {
        Level::Surface(floor) => floor,
        Level::Middle | Level::Sewer => 0,
    }
}

/// Returns the Location above ground whose lines apply.
fn above(setting: &Setting, at: LocationId, spot: &Spot) -> LocationId {
    if is_above(spot) { at } else { setting.board.ground(spot.hex) }
}
