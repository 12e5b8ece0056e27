//! Units that have barred the way to a seat's units, or to stacks it sends: a unit is there, and no more was reported.
//!
//! Above ground, units that bar the way are shown at once. Below, men under a "?" bar it. They may be gone as soon as
//! their counter moves or is hit.

use board::LocationId;
use rules::{Observation, Side};

use crate::mechanics::below::places::are_joined;
use crate::setting::below::are_adjacent;
use crate::state::Asl;
use crate::state::report::Report;
use crate::state::report::below::BelowReport;
use crate::state::report::close::CloseReport;
use crate::state::report::fights::FightReport;
use crate::view::AslEyes;
use crate::view::fact::Fact;

/// Locations where men of a side must be, by all bars that were reported.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Bars {
    /// Sets of Sewer Locations, at least one of which has men under a "?".
    pub(crate) below: Vec<Vec<LocationId>>,
    /// Pairs of "?" with too many units for one Sewer Location.
    pub(crate) crowded: Vec<[LocationId; 2]>,
}

/// Returns the bars by men of a side to a seat with these observations, as far as they are still evidence. `open` has
/// the ground as it is now.
pub fn told(open: AslEyes<'_>, side: Side, observations: &[Observation<Asl>]) -> Bars {
    // Most games have none.
    let bars = |report: &Report| matches!(report, Report::Barred { .. });
    if !observations.iter().any(|observation| matches!(observation, Observation::Report(report) if bars(report))) {
        return Bars::default();
    }
    let mut told = Told { open, side, bars: Bars::default(), unknown: Vec::new(), stack: None };
    for observation in observations {
        match observation {
            Observation::Report(report) => told.report(report),
            Observation::ViewChanged { gone, new } => told.saw(gone, new),
            Observation::Ordered(_)
            | Observation::Rolled(_)
            | Observation::HandleReused(_)
            | Observation::Undone { .. } => {}
        }
    }
    told.bars
}

struct Told<'a> {
    open: AslEyes<'a>,
    side: Side,
    bars: Bars,
    /// Locations where the side has a "?".
    unknown: Vec<LocationId>,
    /// Start of the last stack that moved through the sewers.
    stack: Option<LocationId>,
}

impl Told<'_> {
    fn report(&mut self, report: &Report) {
        match *report {
            Report::Barred { side, at } if self.open.setting().is_below(at) => self.bars_below(side, at),
            Report::Fight(FightReport::Attack { at, .. }) | Report::Close(CloseReport::BlowBelow { at, .. }) => {
                self.leaves(at)
            }
            Report::Below(ref report) => self.below(report),
            _ => {}
        }
    }

    fn below(&mut self, report: &BelowReport) {
        match *report {
            BelowReport::Way { from, .. } => self.stack = Some(from),
            BelowReport::Moves { side, from, .. }
            | BelowReport::Emerges { side, from, .. }
            | BelowReport::Closes { side, from, .. }
                if side == self.side =>
            {
                self.leaves(from);
            }
            _ => {}
        }
    }

    /// Notes that a stack of a side can't go to a Sewer Location: the enemy is there or too near (B8.44a, B8.44b). A
    /// side that directs an enemy's lost stack knows that its own units don't bar it: that stack would overstack the
    /// Location (B8.2d).
    fn bars_below(&mut self, side: Side, to: LocationId) {
        let setting = self.open.setting();
        if side == self.side {
            if let Some(from) = self.stack.filter(|from| [*from, to].iter().all(|at| self.unknown.contains(at))) {
                self.bars.below.extend([vec![from], vec![to]]);
                self.bars.crowded.push([from, to]);
            }
            return;
        }
        let near = |at: LocationId| are_adjacent(setting, at, to) && !are_joined(self.open, at, to);
        let could = self.unknown.iter().copied().filter(|at| *at == to || near(*at));
        let could: Vec<LocationId> = could.collect();
        if !could.is_empty() {
            self.bars.below.push(could);
        }
    }

    /// Drops what was known of units under the "?" there, as they may have left.
    fn leaves(&mut self, at: LocationId) {
        self.bars.below.retain(|places| !places.contains(&at));
        self.bars.crowded.retain(|places| !places.contains(&at));
    }

    fn saw(&mut self, gone: &[Fact], new: &[Fact]) {
        let unknown = |fact: &Fact| match fact {
            Fact::Unknown { side, at, .. } if *side == self.side => Some(*at),
            _ => None,
        };
        let come: Vec<LocationId> = new.iter().filter_map(unknown).collect();
        for at in gone.iter().filter_map(unknown).filter(|at| !come.contains(at)).collect::<Vec<_>>() {
            self.unknown.retain(|other| *other != at);
            self.leaves(at);
        }
        for at in come {
            if !self.unknown.contains(&at) {
                self.unknown.push(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use referee::ledger::ScenarioText;
    use rules::PieceSet;
    use rules::prelude::*;
    use suite::Game;

    use super::*;
    use crate::mechanics::stack;
    use crate::printed::stacking::Load;
    use crate::setting::Setting;
    use crate::state::position::Position;

    /// Adjacent sewers, in which enemies meet.
    const DEEP: &str = include_str!("../../tests/deep.toml");

    /// Returns whether the bars are true of a position.
    fn hold(setting: &Setting, position: &Position, side: Side, bars: &Bars) -> bool {
        let open = AslEyes::open(setting, position);
        let men = |at: &LocationId| open.at(side, *at).any(|(_, unit)| unit.is_men());
        let crowded = |places: &[LocationId; 2]| {
            let [one, other] = places.map(|at| stack::load(open, side, at, PieceSet::EMPTY));
            Load { halves: one.halves + other.halves, singles: one.singles + other.singles }.excess() > 0
        };
        let below = bars.below.iter().all(|places| places.iter().any(men));
        below && bars.crowded.iter().all(crowded)
    }

    /// Plays games, and checks after each order whether the true position and guesses fit the bars. Returns how often
    /// each kind of bar was reported.
    fn explore(text: &str, games: u64) -> [usize; 2] {
        let mut times = [0; 2];
        for seed in 0..games {
            let scenario = ScenarioText { name: "bars.toml".to_owned(), text: text.to_owned() };
            let mut game = Game::<Asl>::new(&scenario, seed);
            while game.play_one() {
                for side in Side::BOTH {
                    let known = game.referee.knowledge(side.other().seat()).expect("names");
                    let (setting, truth) = (known.setting(), game.referee.true_position());
                    let bars = told(AslEyes::open(setting, truth), side, known.observations());
                    if bars == Bars::default() {
                        continue;
                    }
                    assert!(hold(setting, truth, side, &bars), "{bars:?} is untrue");
                    let counts = [bars.below.len(), bars.crowded.len()];
                    times = std::array::from_fn(|n| times[n] + counts[n]);
                    for seed in 0..3 {
                        let guess = Asl::sample(&known, &mut StdRng::seed_from_u64(seed)).expect("a guess");
                        assert!(hold(setting, guess.position(), side, &bars), "{bars:?} is not guessed");
                    }
                }
            }
        }
        times
    }

    /// The way below is barred by men, and by too many if it is their own stack that can't continue.
    #[test]
    fn who_bars_the_way_below_is_no_dummy() {
        let mut text = DEEP.to_owned();
        let counters = [("german", "D3"), ("german", "C3"), ("russian", "A1"), ("russian", "B1")];
        for (n, (side, at)) in counters.into_iter().enumerate() {
            for (m, kind) in ["4-4-7", "4-4-7", "dummy"].into_iter().enumerate() {
                let unit = format!("id = \"x{n}{m}\"\nside = \"{side}\"\nkind = \"{kind}\"\nat = \"{at}\"");
                text += &format!("\n[[unit]]\n{unit}\nconcealed = true\n");
            }
        }
        let [below, crowded] = explore(&text, 500);
        assert!(below > 200 && crowded > 0, "{below} and {crowded} bars told of");
    }
}
