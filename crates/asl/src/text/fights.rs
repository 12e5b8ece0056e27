//! Reports of fights as English text.

use rules::Reader;
use rules::speech::capitalized;

use crate::printed::drm::Drm;
use crate::printed::tables::Effect;
use crate::state::Asl;
use crate::state::report::fights::{FightReport, Verdict};
use crate::text::names::{Names, army};

/// Returns the modifiers with their sources: ` (DRM +3 terrain, -1 leader)`.
fn drms(drm: &Drm) -> String {
    let list: Vec<String> = drm.parts().map(|(number, _, why)| format!("{number:+} {why}")).collect();
    if list.is_empty() { String::new() } else { format!(" (DRM {})", list.join(", ")) }
}

/// Returns the modifier of a DR as text; empty if it is 0.
pub(super) fn added(drm: i8) -> String {
    if drm == 0 { String::new() } else { format!(" {drm:+}") }
}

/// Returns the modifier of a wound dr as text; empty if it is 0.
fn wound(drm: i8) -> String {
    if drm == 0 { String::new() } else { format!(" (wound dr{})", added(drm)) }
}

fn attack(reader: Reader<'_, Asl>, report: &FightReport) -> Option<String> {
    let FightReport::Attack {
        occasion,
        side,
        units,
        below,
        at,
        fp,
        fp_unknown,
        drm,
        dr,
        cowered,
        effect,
        effect_unknown,
        dug,
        pinned,
        rate_of_fire,
    } = report
    else {
        return None;
    };
    let who = match below {
        Some(below) => format!(" by the {} stack in {}", army(*side), reader.at(*below)),
        None if units.is_empty() => String::new(),
        None => format!(" by {}", reader.units(*units)),
    };
    let result = drm.sum() + i16::from(*dr);
    let cowered = if *cowered { ", cowering" } else { "" };
    let column = |fp: &u8| if *fp == 0 { "too little firepower".to_owned() } else { format!("{fp} firepower") };
    let effects = |seen: Option<Effect>, unknown: Option<Effect>| {
        let seen = seen.map(|effect| format!("{}: {effect}", column(fp)));
        let unknown = unknown.map(|effect| format!("{} at the \"?\": {effect}", column(fp_unknown)));
        seen.into_iter().chain(unknown).collect::<Vec<String>>().join("; ")
    };
    let inside = dug.as_ref().map_or_else(String::new, |dug| {
        let result = dug.drm.sum() + i16::from(*dr);
        format!(" In the entrenchment: Final {result}. {}.", capitalized(&effects(dug.effect, dug.effect_unknown)))
    });
    let still = pinned.as_ref().map_or_else(String::new, |still| {
        let result = still.drm.sum() + i16::from(*dr);
        format!(
            " At those already pinned: Final {result}. {}.",
            capitalized(&effects(still.effect, still.effect_unknown))
        )
    });
    let rate = if *rate_of_fire { " A machine gun keeps its rate of fire." } else { "" };
    let effects = capitalized(&effects(*effect, *effect_unknown));
    let (occasion, drms) = (capitalized(occasion.words()), drms(drm));
    let at = reader.at(*at);
    Some(format!("{occasion}{who} at {at}: DR {dr}{drms}, Final {result}{cowered}. {effects}.{inside}{still}{rate}"))
}

/// Returns the text of a report.
pub fn describe(reader: Reader<'_, Asl>, report: &FightReport) -> String {
    let unit = |piece: &rules::Piece| reader.unit(*piece);
    let units = |group: &rules::PieceSet| reader.units(*group);
    match report {
        FightReport::Attack { .. } => attack(reader, report).unwrap_or_default(),
        FightReport::Checked { unit: piece, check, dr, drm, morale, verdict } => {
            let (check, verdict) = (check.words(), verdict.words());
            format!("{}: {check}, DR {dr}{} against Morale {morale}: {verdict}.", unit(piece), added(*drm))
        }
        FightReport::Replaced { unit: piece, by } => format!("{} is replaced by a {}.", unit(piece), by.name()),
        FightReport::Breaks { unit: piece } => format!("{} breaks.", unit(piece)),
        FightReport::Heat { unit: piece, dr, drm, result } => {
            format!("{}: Heat of Battle, DR {dr}{}: {}.", unit(piece), added(*drm), result.words())
        }
        FightReport::Hero { unit: piece, from } if piece == from => format!("{} becomes heroic.", unit(piece)),
        FightReport::Hero { unit: piece, from } => format!("{} steps out of {}.", unit(piece), unit(from)),
        FightReport::Hardens { unit: piece, to: Some(kind) } => format!("{} becomes a {}.", unit(piece), kind.name()),
        FightReport::Hardens { unit: piece, to: None } => format!("{} becomes Fanatic.", unit(piece)),
        FightReport::Deploys { unit: piece, leader, dr, drm, passed } => {
            let how = if *passed { "it becomes two half-squads" } else { "it stays together" };
            format!("{} tries to Deploy with {}: DR {dr}{}: {how}.", unit(piece), unit(leader), added(*drm))
        }
        FightReport::Recombines { units: group, to } => format!("{} recombine to a {}.", units(group), to.name()),
        FightReport::GoesBerserk { unit: piece } => format!("{} goes berserk.", unit(piece)),
        FightReport::Calms { unit: piece } => format!("{} is no longer berserk.", unit(piece)),
        FightReport::Disrupts { unit: piece } => format!("{} is Disrupted.", unit(piece)),
        FightReport::Desperate { unit: piece } => format!("{} is under Desperation Morale again.", unit(piece)),
        FightReport::Reduced { unit: piece, to } => format!("{} is reduced to a {}.", unit(piece), to.name()),
        FightReport::Wounded { unit: piece, drm } => format!("{} is wounded{}.", unit(piece), wound(*drm)),
        FightReport::Eliminated { unit: piece, drm } => format!("{} is eliminated{}.", unit(piece), wound(*drm)),
        _ => describe_work(reader, report),
    }
}

/// Returns the text of a report of charges, rubble and labor.
fn describe_work(reader: Reader<'_, Asl>, report: &FightReport) -> String {
    let unit = |piece: &rules::Piece| reader.unit(*piece);
    let at = |place: &board::LocationId| reader.at(*place);
    match report {
        FightReport::Rubble { at: place, dr, kia, falls } => {
            let how = if *falls { "rubble falls" } else { "no rubble falls" };
            format!("Rubble check in {}: Final dr {dr} against {kia}: {how}.", at(place))
        }
        FightReport::Dud { sw, at: place } => {
            let charge = sw.as_ref().map_or_else(|| "The demolition charge".to_owned(), &unit);
            format!("{charge} at {} is a dud.", at(place))
        }
        FightReport::Collapses { at: place, dr } => format!("The building in {} collapses: dr {dr}.", at(place)),
        FightReport::Falls { from, to } => format!("Rubble falls from {} into {}.", at(from), at(to)),
        FightReport::NoFall { from, dr } => format!("No rubble falls out of {}: dr {dr}.", at(from)),
        FightReport::Destroyed { at: place, kia } => format!("{}: destroyed by a {kia}KIA.", at(place)),
        FightReport::Breaches { from, to } => format!("The hexside between {} and {} is breached.", at(from), at(to)),
        FightReport::Clears { at: place, dr, drm, done } => {
            let how = if *done { "a trail-break is made" } else { "not yet" };
            format!("Clearance in {}: DR {dr}{}, {how}.", at(place), added(*drm))
        }
        FightReport::Placing { at: place } => format!("A demolition charge is being Placed in {}.", at(place)),
        FightReport::Sets { unit: piece, at: place, dr, drm, done } => {
            let how = if *done { "the charge is Set" } else { "the charge is not Set" };
            format!("{} Sets a demolition charge in {}: dr {dr}{}, {how}.", unit(piece), at(place), added(*drm))
        }
        _ => describe_weapon(reader, report),
    }
}

/// Returns the text of a report of weapons.
fn describe_weapon(reader: Reader<'_, Asl>, report: &FightReport) -> String {
    let unit = |piece: &rules::Piece| reader.unit(*piece);
    let at = |place: &board::LocationId| reader.at(*place);
    match report {
        FightReport::Recovers { unit: piece, sw, dr, found } => {
            let how = if *found { "recovered" } else { "not recovered" };
            format!("{} tries to recover {}: Final dr {dr}, {how}.", unit(piece), unit(sw))
        }
        FightReport::Leaves { side, sw, at: place } => {
            // The name of a visible piece includes its Location.
            let place = if reader.place_of(*sw).is_some() { String::new() } else { format!(" in {}", at(place)) };
            format!("The {} side leaves {} behind{place}.", army(*side), unit(sw))
        }
        FightReport::Malfunctions { sw, gone } => {
            let how = if *gone { "breaks down for good and is removed" } else { "malfunctions" };
            format!("{} {how}.", unit(sw))
        }
        FightReport::Repairs { unit: piece, sw, dr, repaired } => {
            let how = match dr {
                _ if *repaired => "repaired",
                6 => "beyond repair",
                _ => "not repaired",
            };
            format!("{} tries to repair {}: dr {dr}, {how}.", unit(piece), unit(sw))
        }
        _ => String::new(),
    }
}

/// Returns a short summary of a report; `None` if it has none.
pub fn summary(reader: Reader<'_, Asl>, report: &FightReport) -> Option<String> {
    let unit = |piece: &rules::Piece| reader.unit(*piece);
    Some(match report {
        FightReport::Attack { effect, effect_unknown, .. } => match effect.or(*effect_unknown)? {
            Effect::None => "the attack has no effect".to_owned(),
            effect => format!("the attack scores {effect}"),
        },
        FightReport::Checked { unit: piece, verdict: Verdict::Pinned, .. } => format!("{} is pinned", unit(piece)),
        FightReport::Breaks { unit: piece } => format!("{} breaks", unit(piece)),
        FightReport::Deploys { unit: piece, passed: true, .. } => format!("{} Deploys", unit(piece)),
        FightReport::Deploys { unit: piece, passed: false, .. } => format!("{} does not Deploy", unit(piece)),
        FightReport::Recombines { units: group, .. } => format!("{} recombine", reader.units(*group)),
        FightReport::Hero { unit: piece, .. } => format!("{} is a hero", unit(piece)),
        FightReport::Hardens { unit: piece, .. } => format!("{} hardens", unit(piece)),
        FightReport::GoesBerserk { unit: piece } => format!("{} goes berserk", unit(piece)),
        FightReport::Calms { unit: piece } => format!("{} is no longer berserk", unit(piece)),
        FightReport::Disrupts { unit: piece } => format!("{} is Disrupted", unit(piece)),
        FightReport::Desperate { unit: piece } => format!("{} is under Desperation Morale again", unit(piece)),
        FightReport::Reduced { unit: piece, .. } => format!("{} is reduced", unit(piece)),
        FightReport::Wounded { unit: piece, .. } => format!("{} is wounded", unit(piece)),
        FightReport::Eliminated { unit: piece, .. } => format!("{} is eliminated", unit(piece)),
        FightReport::Rubble { falls: true, .. } => "rubble falls".to_owned(),
        FightReport::Collapses { .. } => "the building collapses".to_owned(),
        FightReport::Falls { .. } => "rubble falls into the next hex".to_owned(),
        FightReport::Destroyed { .. } => "the pillbox is destroyed".to_owned(),
        FightReport::Breaches { .. } => "the wall is breached".to_owned(),
        FightReport::Clears { done: true, .. } => "a trail-break is made".to_owned(),
        FightReport::Dud { .. } => "the charge is a dud".to_owned(),
        FightReport::Sets { done: true, .. } => "a demolition charge is Set".to_owned(),
        FightReport::Recovers { found: true, .. } => "the weapon is recovered".to_owned(),
        FightReport::Recovers { found: false, .. } => "the weapon is not recovered".to_owned(),
        FightReport::Repairs { repaired: true, .. } => "the weapon is repaired".to_owned(),
        FightReport::Repairs { dr: 6, .. } => "the weapon is beyond repair".to_owned(),
        FightReport::Repairs { .. } => "the weapon is not repaired".to_owned(),
        _ => return None,
    })
}
