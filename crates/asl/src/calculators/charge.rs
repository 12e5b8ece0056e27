//! Calculator of demolition charges (A23): Placed, Thrown or Set.

use std::collections::BTreeMap;

use rules::forecast::{ForkDice, likely_falls};
use rules::resolution::resolve_order;
use rules::{
    Audience, BySide, CalculatorOutput, Chance, Chart, Clause, Effect as Item, EffectObserver, GamePlay, Piece, Pool,
    Refusal, Seat, Side,
};
use serde::{Deserialize, Serialize};

use crate::calculators::fates::{UnitOdds, fates, unit_odds, unit_table};
use crate::calculators::inputs::{cite, number, ours, wrong};
use crate::calculators::stage::{AWAY, BESIDE, HERE, Man, Partly, Place, Stage, read_men, read_place};
use crate::calculators::trip_text::percent;
use crate::mechanics::charges;
use crate::orders::Order;
use crate::printed::clause::{A7, A20, A66, A67, A68, A72, B8_5D};
use crate::printed::drm::Drm;
use crate::printed::flags::Flag;
use crate::printed::tables::Effect;
use crate::printed::words::{Army, Cover, Phase};
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Maximum number of targets: all results of their checks are enumerated together.
const TARGETS: usize = 2;
/// Maximum number of upper floors.
const FLOORS: i64 = 4;
/// Probability of a run of rolls below which its end is drawn at random: with two units that check several times,
/// enumerating it would take seconds.
const LEAST: f64 = 1e-4;
/// The target that stands in where none is named.
const STAND_IN: &str = "4-4-7";

/// Inputs of the calculator.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChargeInput {
    way: String,
    user: String,
    side: String,
    targets: String,
    terrain: String,
    floors: i64,
    level: i64,
    fortified: bool,
    advancing: bool,
    halved: bool,
    leader: i64,
}

/// How the charge is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Placed,
    Thrown,
    Set,
}

impl Way {
    fn read(word: &str) -> Result<Way, Refusal> {
        match word.trim().to_lowercase().as_str() {
            "placed" => Ok(Way::Placed),
            "thrown" => Ok(Way::Thrown),
            "set" => Ok(Way::Set),
            _ => Err(wrong("way: expected placed, thrown or set")),
        }
    }

    const fn clause(self) -> Clause {
        match self {
            Way::Placed => A66,
            Way::Thrown => A67,
            Way::Set => A68,
        }
    }
}

/// The reports of one resolution.
#[derive(Default)]
struct Ear(Vec<FightReport>);

impl EffectObserver<Asl> for Ear {
    fn changed(&mut self, _: &Setting, _: &Position, _: &Item<Asl>) {}
    fn reported(&mut self, _: Clause, _: Audience, report: &Report) {
        if let Report::Fight(report) = report {
            self.0.push(report.clone());
        }
    }
    fn rolled(&mut self, _: &Pool, _: &[u8]) {}
}

/// What a charge does in a Location, the worst for its targets first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Blow {
    Falls,
    Attack(std::cmp::Reverse<Effect>),
    Dud,
    Unlit,
}

impl Blow {
    fn words(self) -> String {
        match self {
            Blow::Falls => "rubble: all there are eliminated".to_owned(),
            Blow::Attack(effect) => effect.0.to_string(),
            Blow::Dud => "dud".to_owned(),
            Blow::Unlit => "not detonated".to_owned(),
        }
    }

    /// Returns the first result among reports: against units under a "?", or in sight.
    fn of(reports: &[FightReport], unseen: bool) -> Option<Blow> {
        reports.iter().find_map(|report| match report {
            FightReport::Dud { .. } => Some(Blow::Dud),
            FightReport::Rubble { falls: true, .. } => Some(Blow::Falls),
            FightReport::Attack { effect, effect_unknown, .. } => {
                let effect = if unseen { effect_unknown } else { effect };
                Some(Blow::Attack(std::cmp::Reverse(effect.unwrap_or(Effect::None))))
            }
            _ => None,
        })
    }
}

/// A charge about to explode.
struct Blast {
    stage: Stage,
    side: Side,
    order: Order,
}

impl Blast {
    /// Resolves the charge with each result of the rolls that `follows` accepts. It gets each roll with the number of
    /// attacks rolled for so far, this one included. Returns also whether the ends of unlikely runs were drawn.
    fn resolve<T>(
        &self,
        follows: impl Fn(&Pool, u8) -> bool,
        value: impl Fn(Position, Vec<FightReport>) -> T,
    ) -> (Vec<(T, f64)>, bool) {
        likely_falls(LEAST, |dice: &mut ForkDice<'_>| {
            let mut attacks = 0;
            let counted = |pool: &Pool| {
                attacks += u8::from(pool.label == "attack");
                follows(pool, attacks)
            };
            let mut dice = Partly { dice, follows: counted };
            let (mut position, mut ear) = (self.stage.position.clone(), Ear::default());
            resolve_order::<Asl>(&self.stage.setting, &mut position, self.side, &self.order, &mut dice, &mut ear);
            value(position, ear.0)
        })
    }

    /// Returns the probabilities of what the charge does to its target Location.
    fn first(&self, unseen: bool) -> BTreeMap<Blow, f64> {
        let follows = |pool: &Pool, attacks: u8| match pool.label {
            "attack" | "rubble" => attacks == 1,
            "task check" => attacks == 0,
            _ => false,
        };
        let (all, _) = self.resolve(follows, |_, reports| Blow::of(&reports, unseen).unwrap_or(Blow::Unlit));
        added(all)
    }

    /// Returns the probabilities of what it does to the thrower's own Location, if it explodes and reaches it.
    fn back(&self) -> BTreeMap<Blow, f64> {
        let follows = |pool: &Pool, attacks: u8| pool.label == "attack" && attacks == 2;
        let second = |reports: Vec<FightReport>| {
            let attack = reports.iter().rposition(|report| matches!(report, FightReport::Attack { .. }));
            let attacks = reports.iter().filter(|report| matches!(report, FightReport::Attack { .. })).count();
            attack.filter(|_| attacks == 2).and_then(|n| Blow::of(reports.get(n..)?, false))
        };
        let (all, _) = self.resolve(follows, |_, reports| second(reports));
        added(all.into_iter().filter_map(|(result, weight)| Some((result?, weight))).collect())
    }

    /// Returns the report of the attack.
    fn report(&self) -> Option<(u8, u8, Drm)> {
        let (all, _) = self.resolve(|_, _| false, |_, reports| reports);
        all.into_iter().flat_map(|(reports, _)| reports).find_map(|report| match report {
            FightReport::Attack { fp, fp_unknown, drm, .. } => Some((fp, fp_unknown, drm)),
            _ => None,
        })
    }
}

/// Adds the probabilities of equal results.
fn added(all: Vec<(Blow, f64)>) -> BTreeMap<Blow, f64> {
    let mut sums = BTreeMap::new();
    for (result, weight) in all {
        *sums.entry(result).or_insert(0.0) += weight;
    }
    sums
}

/// Sets up the charge.
fn prepare(input: &ChargeInput, way: Way, user: &Man, targets: &[Man]) -> Result<Blast, Refusal> {
    let side = match input.side.trim().to_lowercase().as_str() {
        "german" => Army::German.side(),
        "russian" => Army::Russian.side(),
        _ => return Err(wrong("side: expected german or russian")),
    };
    let place = Place {
        floors: number("floors", input.floors, 0..=FLOORS, 1)?,
        level: number("level", input.level, 0..=FLOORS, 1)?,
        fortified: input.fortified,
        ..read_place(&input.terrain)?
    };
    let place = if place.terrain.ends_with("building") { place } else { Place { floors: 0, ..place } };
    let one = std::slice::from_ref(user);
    let men = BySide::new(|of| if of == side { one } else { targets });
    let mut stage = Stage::build(place, men, Some(side))?;
    let (unit, at) = (stage.men[side][0], stage.at);
    let sw = Piece((targets.len() + 3) as u16);
    stage.change(Change::Cover { unit, now: if user.concealed { Cover::Concealed } else { Cover::Open } });
    let from = match way {
        Way::Set => AWAY,
        _ if place.sewer => HERE,
        _ => BESIDE,
    };
    let from = stage.named(from)?;
    stage.put(unit, from);
    if way == Way::Thrown && place.sewer {
        // Only a discovered stack is attacked from above, by the DEFENDER.
        for unit in stage.men[side.other()].clone() {
            stage.change(Change::Flag { unit, flag: Flag::Discovered, on: true });
        }
    }
    let exhausted = user.flags.contains(&Flag::Cx);
    if way != Way::Thrown {
        stage.change(Change::Held { sw, holder: None });
        stage.put(sw, at);
        stage.change(Change::Flag { unit: sw, flag: Flag::Fused, on: true });
        let set = way == Way::Set;
        let (halved, exhausted) = (input.halved && !set, exhausted && !set);
        stage.change(Change::PlacedCharge { sw, unit, at, toward: None, set, halved, exhausted });
        stage.change(Change::Turn { now: 2 });
    }
    let (attacker, phase, step, order) = match way {
        Way::Thrown if place.sewer => {
            (side.other(), Phase::DefensiveFire, Fight::FinalFire, Order::Charge { unit, at })
        }
        Way::Thrown if input.advancing => {
            (side, Phase::AdvancingFire, Fight::AdvancingFire, Order::Charge { unit, at })
        }
        Way::Thrown => (side, Phase::PrepFire, Fight::PrepFire, Order::Charge { unit, at }),
        Way::Placed => (side, Phase::AdvancingFire, Fight::AdvancingFire, Order::Detonate { sw, unit: None }),
        Way::Set => (side, Phase::PrepFire, Fight::PrepFire, Order::Detonate { sw, unit: Some(unit) }),
    };
    stage.begin(attacker, phase, Step::Fight(step));
    Asl::check(AslEyes::new(&stage.setting, &stage.position, Seat::Side(side)), &order)?;
    // The referee takes the question away when it is answered.
    stage.position.agenda.pop();
    stage.position.agenda.push(Step::Fight(step));
    Ok(Blast { stage, side, order })
}

#[derive(Serialize)]
struct Data {
    fp: u8,
    fp_unknown: u8,
    drm: i16,
    results: BTreeMap<String, f64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    thrower: BTreeMap<String, f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    targets: Vec<UnitOdds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<f64>,
}

/// Returns the results of a demolition charge.
///
/// # Errors
///
/// - An input is unknown, or a rule forbids the attack.
pub fn answer(input: &ChargeInput) -> Result<CalculatorOutput, Refusal> {
    let way = Way::read(&input.way)?;
    let [user] = &read_men("user", &input.user)?[..] else {
        return Err(wrong("user: expected one unit, such as 4-6-8"));
    };
    let leader: i8 = number("leader", input.leader, -3..=1, -1)?;
    let named = read_men("targets", &input.targets)?;
    if named.len() > TARGETS {
        return Err(wrong(format!("targets: expected at most {TARGETS} units")));
    }
    let targets = if named.is_empty() { read_men("targets", STAND_IN)? } else { named.clone() };
    let blast = prepare(input, way, user, &targets)?;
    let below = blast.stage.setting.is_below(blast.stage.at);
    let unseen = below || targets.iter().all(|man| man.concealed);
    let first = blast.first(unseen);
    let back = if way == Way::Thrown { blast.back() } else { BTreeMap::new() };
    let explodes = 1.0 - first.get(&Blow::Dud).copied().unwrap_or(0.0);
    let (fp, fp_unknown, drm) = blast.report().unwrap_or_default();
    // All results are enumerated only for named targets.
    let (counts, other) = (!named.is_empty(), blast.side.other());
    let follows = |_: &Pool, attacks| counts && attacks < 2;
    let (ends, drawn) = blast.resolve(follows, |position, _| fates(&blast.stage, other, &position));
    let units = unit_odds(&named, ends);
    let setter = blast.stage.position.unit(blast.stage.men[blast.side][0]);
    let set = setter
        .filter(|_| way == Way::Set)
        .map(|setter| (1..=6).filter(|dr| charges::is_set(*dr, leader, setter)).count() as f64 / 6.0);
    let words = |results: &BTreeMap<Blow, f64>, share: f64| {
        results.iter().map(|(result, chance)| (result.words(), chance * share)).collect()
    };
    let data = Data {
        fp,
        fp_unknown,
        drm: drm.sum(),
        results: words(&first, 1.0),
        thrower: words(&back, explodes),
        targets: units.clone(),
        set,
    };
    let mut answer = CalculatorOutput::of(&data)?;
    if let Some(set) = set {
        answer.say(format!("The unit Sets its charge with probability {} {}.", percent(set), cite(A68)));
    }
    let parts: Vec<String> = drm.parts().map(|(drm, clause, why)| format!("{drm:+} {why} {}", cite(clause))).collect();
    let parts = if parts.is_empty() { "no modifier".to_owned() } else { parts.join(", ") };
    let halved = if fp == fp_unknown { String::new() } else { format!(", {fp_unknown} against a \"?\" {}", cite(A7)) };
    answer.say(format!(
        "The charge attacks with {fp} FP{halved}: DRM {:+}, {parts} {}.",
        drm.sum(),
        cite(way.clause())
    ));
    if let Some(dud) = first.get(&Blow::Dud) {
        answer.say(format!(
            "It is a dud with probability {} {}.",
            percent(*dud),
            cite(if way == Way::Set { A68 } else { A20 })
        ));
    }
    if let Some(falls) = first.get(&Blow::Falls) {
        let clause = if below { B8_5D } else { A72 };
        answer.say(format!(
            "After an Original KIA the Location becomes rubble with probability {} in all, and there is no attack {}.",
            percent(*falls),
            cite(clause)
        ));
    }
    if way == Way::Set && in_building(&blast) {
        answer.say(format!("A Final KIA turns the level into rubble after the attack {}.", cite(A68)));
    }
    let clauses = [way.clause(), A20, if below { B8_5D } else { A72 }];
    answer.say_all(ours(&clauses));
    answer.charts.push(chart("The charge", &first, 1.0));
    if !back.is_empty() {
        answer.charts.push(chart("In the thrower's own Location, on a DR of its own", &back, explodes));
    }
    tell_targets(&mut answer, &units, drawn);
    Ok(answer)
}

/// Adds what becomes of the targets. `drawn` says that the ends of unlikely runs were drawn at random.
fn tell_targets(answer: &mut CalculatorOutput, units: &[UnitOdds], drawn: bool) {
    if !units.is_empty() {
        answer.tables.push(unit_table("The targets, after all their checks".to_owned(), units));
    }
    if drawn {
        answer.say("The table of targets is right to about 1%: unlikely runs of checks are sampled.".to_owned());
    }
}

/// Returns whether the Location is in a building.
fn in_building(blast: &Blast) -> bool {
    let eyes = blast.stage.eyes();
    eyes.spot(blast.stage.at).is_ok_and(|spot| eyes.terrain(spot).is_building())
}

fn chart(title: &str, results: &BTreeMap<Blow, f64>, share: f64) -> Chart {
    let chance = |(result, chance): (&Blow, &f64)| Chance { probability: chance * share, text: result.words() };
    let mut chances: Vec<Chance> = results.iter().map(chance).collect();
    if share < 1.0 {
        chances.push(Chance { probability: 1.0 - share, text: "dud, no attack".to_owned() });
    }
    Chart { title: title.to_owned(), chances }
}
