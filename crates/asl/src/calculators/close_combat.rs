//! Calculator of Close Combat (A11): a single attack, or the attacks of both sides in one Close Combat Phase.

use std::hash::{BuildHasherDefault, DefaultHasher};

use board::LocationId;
use indexmap::IndexMap;
use rules::forecast::{SideOrder, forecast_positions};
use rules::{BySide, CalculatorOutput, Chance, Chart, GamePlay, PieceSet, Refusal, Seat, Side};
use serde::{Deserialize, Serialize};

use crate::calculators::ambush::{self, ATTACKER, AmbushOdds, NAMES, begun, close_combat, read_sides};
use crate::calculators::fates::{UnitOdds, fates, unit_odds, unit_table};
use crate::calculators::inputs::{cite, ours, wrong};
use crate::calculators::stage::Stage;
use crate::mechanics::blows::{Numbers, is_unseen, numbers, strikers, under_counter};
use crate::orders::Order;
use crate::orders::fights::attack::may_capture;
use crate::printed::clause::{A12, A17, A60, A61, A62, A65, B8_44E};
use crate::printed::flags::Flag;
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::position::Position;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Maximum number of branches of one order.
const LIMIT: usize = 300_000;

/// Inputs of the calculator.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloseCombatInput {
    attacker: String,
    defender: String,
    terrain: String,
    ambush: String,
    strikes: String,
    capture: String,
}

/// The sides that a word names: `both`, `attacker`, `defender` or `no`.
fn read_who(field: &str, word: &str, also: &str) -> Result<BySide<bool>, Refusal> {
    let both = |a, b| Ok(BySide { a, b });
    match word.trim().to_lowercase().as_str() {
        "attacker" => both(true, false),
        "defender" => both(false, true),
        "both" if also == "both" || also == "no" => both(true, true),
        "no" if also == "no" => both(false, false),
        _ => Err(wrong(format!(
            "{field}: expected attacker, defender, {}",
            if also == "no" { "both or no" } else { also }
        ))),
    }
}

/// What both sides do when they are asked.
struct Plan {
    /// Whether each side attacks.
    strikes: BySide<bool>,
    /// Whether its attack is made to capture.
    captures: BySide<bool>,
}

impl Plan {
    /// Returns the answer to the question that is asked in a position, if any: an attack of all units on all enemies.
    fn answer(&self, setting: &Setting, position: &Position) -> Result<Option<(Side, Order)>, Refusal> {
        let eyes = |side| AslEyes::new(setting, position, Seat::Side(side));
        let Some(Step::Fight(step)) = position.agenda.top().filter(|step| step.asks_anybody(position)) else {
            return Ok(None);
        };
        match step {
            Fight::CloseCombat { side, at, .. } => Ok(Some((side, self.attack(eyes(side), side, at)?))),
            Fight::Withdraw { side, .. } | Fight::Infiltrate { side, .. } => Ok(Some((side, Order::Done))),
            Fight::Challenge { side, .. } => Ok(Some((side, Order::LetPass))),
            Fight::Surrender { side, unit } => {
                let accepts = |guard| Order::Accept { unit, guard };
                let guards = eyes(side).of(side).men().group().iter().map(accepts);
                let accepted = guards.into_iter().find(|order| Asl::check(eyes(side), order).is_ok());
                Ok(Some((side, accepted.unwrap_or(Order::Reject { unit }))))
            }
            _ => Err(wrong("the Close Combat can't be settled: leave out some units or states")),
        }
    }

    /// Returns the attack of a side.
    fn attack(&self, eyes: AslEyes<'_>, side: Side, at: LocationId) -> Result<Order, Refusal> {
        let units = strikers(eyes, side, at);
        // A unit that goes berserk in between captures nobody.
        let men = eyes.of(side).men().at(at).group() | eyes.of(side.other()).men().at(at).group();
        let capture = self.captures[side] && may_capture(eyes, true, men).is_ok();
        let seen = || eyes.at(side.other(), at).filter(|(_, unit)| unit.is_men() && !unit.is(Flag::Struck));
        let against: PieceSet = seen().map(|(piece, _)| piece).collect();
        let order = match () {
            () if !self.strikes[side] || units.is_empty() => return Ok(Order::Done),
            () if !against.is_empty() && !is_unseen(eyes, at) => Order::Attack { units, against, capture },
            () if eyes.is_unknown_at(side.other(), at) && !eyes.is_unknown_struck(side, at) => {
                Order::AttackUnknown { units, capture }
            }
            () => return Ok(Order::Done),
        };
        Asl::check(eyes, &order).map(|()| order)
    }
}

/// Positions with their probabilities, in the order in which they were found.
type Positions = IndexMap<Position, f64, BuildHasherDefault<DefaultHasher>>;

/// Plays Close Combats from positions to their ends.
fn play(setting: &Setting, from: Positions, plan: &Plan) -> Result<Positions, Refusal> {
    let (mut open, mut over) = (from, Positions::default());
    while !open.is_empty() {
        for (position, weight) in std::mem::take(&mut open) {
            let asked = plan.answer(setting, &position)?;
            let act = asked.as_ref().map(|(side, order)| SideOrder { side: *side, order });
            let after = forecast_positions::<Asl>(setting, &position, act, &[], LIMIT);
            if after.unresolved > 0.0 {
                return Err(wrong("too many units: the results can't all be enumerated"));
            }
            for leaf in after.leaves {
                let next = if leaf.position.agenda.top().is_some() { &mut open } else { &mut over };
                *next.entry(leaf.position).or_insert(0.0) += weight * leaf.probability;
            }
        }
    }
    Ok(over)
}

/// The numbers of one attack.
#[derive(Clone, Debug, Serialize)]
struct AttackData {
    /// `attacker` or `defender`.
    by: &'static str,
    /// Firepower of the attackers and of the targets.
    fp: [f64; 2],
    /// The Kill Number.
    kill: u8,
    /// The modifier that counts against each target.
    drm: Vec<i16>,
}

/// Who is left in the Location.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Left {
    both: f64,
    attacker: f64,
    defender: f64,
    neither: f64,
}

impl Left {
    fn chart(self) -> Chart {
        let chance = |probability, text: &str| Chance { probability, text: text.to_owned() };
        Chart {
            title: "In the Location afterwards".to_owned(),
            chances: vec![
                chance(self.both, "both sides"),
                chance(self.attacker, "the ATTACKER alone"),
                chance(self.defender, "the DEFENDER alone"),
                chance(self.neither, "neither side"),
            ],
        }
    }
}

#[derive(Serialize)]
struct Data {
    ambush: AmbushOdds,
    attacks: Vec<AttackData>,
    attacker: Vec<UnitOdds>,
    defender: Vec<UnitOdds>,
    left: Left,
}

/// Returns half firepower factors as text.
fn factors(half: u16) -> String {
    if half.is_multiple_of(2) { (half / 2).to_string() } else { format!("{}½", half / 2) }
}

/// Returns the numbers of the attack by all units of a side on all others, in a position at the start of the attacks.
fn attack_of(setting: &Setting, position: &Position, side: Side, at: LocationId, capture: bool) -> Option<Numbers> {
    let eyes = AslEyes::open(setting, position);
    let under = under_counter(eyes, side.other(), at);
    let men = eyes.of(side.other()).men().at(at).group();
    let unseen = is_unseen(eyes, at) || under == men;
    let against = if unseen { men } else { men - under };
    numbers(eyes, at, [strikers(eyes, side, at), against], capture, unseen)
}

/// Returns a sentence about an attack.
fn told(side: Side, attack: &Numbers, names: &[&str]) -> String {
    let [own, theirs] = attack.odds.map(factors);
    let drms: Vec<i16> = attack.targets.iter().map(|(_, drm)| *drm).collect();
    let drm = match drms.iter().all(|drm| Some(drm) == drms.first()) {
        true => format!("{:+}", drms.first().copied().unwrap_or(0)),
        false => {
            names.iter().zip(&drms).map(|(name, drm)| format!("{drm:+} against {name}")).collect::<Vec<_>>().join(", ")
        }
    };
    let kill = attack.kill;
    let halved = if attack.unseen { " (halved)" } else { "" };
    format!(
        "{} attacks with {own} FP{halved} against {theirs}: Kill Number {kill}, DRM {drm} {}{}.",
        capital(NAMES[side]),
        cite(A17),
        cite(A62)
    )
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the positions in which the attacks begin, by the word for the Ambush.
fn start(all: &[((Option<Side>, Position), f64)], ambush: &str) -> Result<Positions, Refusal> {
    let word = ambush.trim().to_lowercase();
    let wanted = |by: Option<Side>| match word.as_str() {
        "roll" => Ok(true),
        "no" => Ok(by.is_none()),
        "attacker" => Ok(by == Some(ATTACKER)),
        "defender" => Ok(by == Some(ATTACKER.other())),
        _ => Err(wrong("ambush: expected roll, no, attacker or defender")),
    };
    let mut from = Positions::default();
    for ((by, position), weight) in all {
        if wanted(*by)? {
            *from.entry(position.clone()).or_insert(0.0) += weight;
        }
    }
    if from.is_empty() {
        return Err(wrong("ambush: that side can't ambush the other with these units and this terrain"));
    }
    let sum: f64 = from.values().sum();
    from.values_mut().for_each(|weight| *weight /= sum);
    Ok(from)
}

/// Returns who is left in the Location.
fn left<'a>(stage: &Stage, ends: impl Iterator<Item = (&'a Position, f64)>) -> Left {
    let mut left = Left::default();
    for (position, weight) in ends {
        let eyes = AslEyes::open(&stage.setting, position);
        let there = |side| !eyes.of(side).men().at(stage.at).is_empty();
        *match (there(ATTACKER), there(ATTACKER.other())) {
            (true, true) => &mut left.both,
            (true, false) => &mut left.attacker,
            (false, true) => &mut left.defender,
            (false, false) => &mut left.neither,
        } += weight;
    }
    left
}

/// Returns the results of one Close Combat Phase.
///
/// # Errors
///
/// - A unit, its state or another input is unknown, or a rule forbids the attack.
pub fn answer(input: &CloseCombatInput) -> Result<CalculatorOutput, Refusal> {
    let men = read_sides(&input.attacker, &input.defender)?;
    let plan = Plan {
        strikes: read_who("strikes", &input.strikes, "both")?,
        captures: read_who("capture", &input.capture, "no")?,
    };
    let stage = close_combat(&men, &input.terrain)?;
    let all = begun(&stage);
    let odds = ambush::odds(&all);
    let from = start(&all, &input.ambush)?;
    let everyone = stage.men.a.iter().chain(&stage.men.b).copied().collect();
    may_capture(stage.eyes(), plan.captures.a || plan.captures.b, everyone)?;
    let rolled = from.len() > 1;

    // The numbers are those without an Ambush, if both may happen.
    let sample = from.keys().max_by_key(|position| {
        let by = AslEyes::open(&stage.setting, position).close_combat().and_then(|(_, by)| by);
        by.is_none()
    });
    let attacks: Vec<(Side, Numbers)> = sample
        .into_iter()
        .flat_map(|position| Side::BOTH.into_iter().map(move |side| (side, position)))
        .filter(|(side, _)| plan.strikes[*side])
        .filter_map(|(side, position)| {
            Some((side, attack_of(&stage.setting, position, side, stage.at, plan.captures[side])?))
        })
        .collect();

    let over = play(&stage.setting, from, &plan)?;
    let ends = || over.iter().map(|(position, weight)| (position, *weight));
    let staged = &stage;
    let of = |side| ends().map(move |(position, weight)| (fates(staged, side, position), weight));
    let units = BySide::new(|side| unit_odds(&men[side], of(side)));
    let left = left(&stage, ends());

    let data = Data {
        ambush: odds,
        attacks: attacks
            .iter()
            .map(|(side, attack)| AttackData {
                by: if *side == ATTACKER { "attacker" } else { "defender" },
                fp: attack.odds.map(|half| f64::from(half) / 2.0),
                kill: attack.kill,
                drm: attack.targets.iter().map(|(_, drm)| *drm).collect(),
            })
            .collect(),
        attacker: units.a.clone(),
        defender: units.b.clone(),
        left,
    };
    let mut answer = CalculatorOutput::of(&data)?;
    let named = |side: Side| men[side].iter().map(|man| man.name.as_str()).collect::<Vec<_>>();
    answer.say_all(attacks.iter().map(|(side, attack)| told(*side, attack, &named(side.other()))));
    answer.say_all(conditions(&stage, &plan, &input.ambush, rolled));
    let below = stage.setting.is_below(stage.at);
    let counts = [
        (A17, true),
        (A60, rolled || data.ambush.neither < 1.0),
        (A61, !below && attacks.iter().any(|(_, attack)| attack.unseen)),
        (A62, true),
        (A65, plan.captures.a || plan.captures.b),
        (B8_44E, below),
    ];
    let cited: Vec<_> = counts.into_iter().filter(|(_, counts)| *counts).map(|(clause, _)| clause).collect();
    answer.say_all(ours(&cited));
    if rolled {
        answer.charts.push(ambush::chart(odds));
    }
    answer.charts.push(left.chart());
    for side in Side::BOTH {
        answer.tables.push(unit_table(format!("Units of {}", NAMES[side]), &units[side]));
    }
    Ok(answer)
}

/// Returns sentences about how the attacks are resolved.
fn conditions(stage: &Stage, plan: &Plan, ambush: &str, rolled: bool) -> Vec<String> {
    let mut all = vec![format!(
        "A Final DR below the Kill Number eliminates all targets; one equal to it reduces one of them {}{}.",
        cite(A17),
        cite(A12)
    )];
    if plan.captures.a || plan.captures.b {
        all.push(format!(
            "An attack to capture takes prisoners instead, if a captor is left to guard them {}.",
            cite(A65)
        ));
    }
    if stage.setting.is_below(stage.at) {
        all.push(format!("Below ground, each side attacks the \"?\" with half its firepower {}.", cite(B8_44E)));
    } else if !stage.position.units.lying(crate::printed::words::Cover::Concealed).is_empty() {
        all.push(format!("A \"?\" is attacked with half the firepower {}.", cite(A61)));
    }
    if rolled {
        all.push(format!("After an Ambush, the ambusher attacks first with -1, the other side with +1 {}.", cite(A60)));
    } else if ambush.trim() == "no" {
        all.push(format!("Both attacks count before losses are removed {}.", cite(A17)));
    }
    all
}
