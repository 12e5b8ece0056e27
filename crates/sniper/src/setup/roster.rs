//! Reading of men and dummies, and of their starts (SNP-B19, 39.8).

use std::sync::Arc;

use board::LocationId;
use board::scenario::{Diagnostic, Item, Reader, Spanned};
use rules::Side;

use crate::printed::clause::{B4, B18, B20, B25, S39_0, S39_11, S39_31, S39_41, SC1, SC3};
use crate::printed::sections::Weapon;
use crate::printed::words::{Hand, Posture};
use crate::setting::recruit::Recruit;
use crate::setting::spot::Level;
use crate::setting::{Setting, entering};
use crate::setup::scenario::{DummyEntry, ManEntry};
use crate::state::below::{self, BelowAlready};
use crate::state::man::{DUMMIES_A_SIDE, MEN, MEN_A_SIDE};

/// The most places of an area, which are all offered at once.
const PLACES: usize = 490;

/// Weapons of the game that are left out (SNP-B25), unless the scenario's own tables have them.
const LEFT_OUT: [&str; 3] = ["flamethrower", "satchel charge", "rifle grenade"];

/// Fields common to the entries of men and dummies.
struct Entry<'e> {
    id: &'e Spanned<String>,
    side: Side,
    at: Option<&'e Spanned<String>>,
    area: Option<&'e Spanned<String>>,
    span: board::scenario::Span,
    man: Option<&'e ManEntry>,
}

/// Reads the entries of men and dummies.
pub fn read_men(
    reader: &mut Reader<'_>,
    setting: &mut Setting,
    men: &[Item<ManEntry>],
    dummies: &[Item<DummyEntry>],
    areas: &[String],
) {
    let men = men.iter().map(|man| Entry {
        id: &man.id,
        side: man.side.side(),
        at: man.at.as_ref(),
        area: man.area.as_ref(),
        span: man.span.clone(),
        man: Some(&man.value),
    });
    let dummies = dummies.iter().map(|dummy| Entry {
        id: &dummy.id,
        side: dummy.side.side(),
        at: dummy.at.as_ref(),
        area: dummy.area.as_ref(),
        span: dummy.span.clone(),
        man: None,
    });
    let entries: Vec<Entry<'_>> = men.chain(dummies).collect();
    for entry in &entries {
        read_man(reader, setting, entry, areas);
    }
    // Men without a fixed start get a first place, after those whose start is given.
    for n in 0..setting.roster.len() {
        if let Some(entry) = entries.get(n) {
            stand_somewhere(reader, setting, n, entry);
        }
    }
    check_counts(reader, setting, &entries);
}

fn read_man(reader: &mut Reader<'_>, setting: &mut Setting, entry: &Entry<'_>, areas: &[String]) {
    let name = entry.id.get_ref();
    if setting.names.iter().any(|known| **known == **name) {
        SC3.broken_by(reader, entry.id.span(), Diagnostic::new(format!("two men or dummies are named `{name}`")));
    }
    let area = entry.area.and_then(|area| {
        let n = areas.iter().position(|known| known == area.get_ref());
        if n.is_none() {
            let problem = Diagnostic::new(format!("unknown area `{}`", area.get_ref()));
            SC1.broken_by(reader, area.span(), problem);
        }
        n
    });
    if entry.at.is_some() == entry.area.is_some() {
        let problem = Diagnostic::new(format!("`{name}` needs either a place or an area to begin in"))
            .label("expected `at` or `area`, not both");
        SC1.broken_by(reader, entry.span.clone(), problem);
    }
    let clause = SC1.is_in_force().then_some(SC1.id());
    let at = entry.at.and_then(|at| reader.citing(clause, |reader| reader.location(&setting.board, at)));
    let middle = at.is_some_and(|at| setting.is_middle(at));
    let posture = entry.man.and_then(|man| man.posture);
    let aperture = at.and_then(|at| setting.spot(at)).is_some_and(|spot| spot.apertures);
    check_posture(reader, entry, posture, (middle, aperture));
    let weapon = weapon(reader, setting, entry);
    let man = Recruit {
        side: entry.side,
        at,
        dummy: entry.man.is_none(),
        posture: posture.unwrap_or(if middle { Posture::Ducked } else { Posture::Standing }),
        weapon,
        shots: setting.tables.weapon(weapon).map_or(0, |weapon| weapon.magazine),
        frag: entry.man.map_or(0, |man| man.frag),
        smoke: entry.man.map_or(0, |man| man.smoke),
        hand: entry.man.and_then(|man| man.hand).map_or(Hand::Weapon, Hand::from),
        wounded: entry.man.is_some_and(|man| man.wounded),
        on_route: false,
    };
    if man.frag > 9 || man.smoke > 9 {
        SC3.broken_by(reader, entry.span.clone(), Diagnostic::new("a man can have at most 9 grenades of each kind"));
    }
    if (man.hand == Hand::Frag && man.frag == 0) || (man.hand == Hand::Smoke && man.smoke == 0) {
        SC3.broken_by(
            reader,
            entry.span.clone(),
            Diagnostic::new("the grenade in his hand must be one of his grenades"),
        );
    }
    if man.dummy && !setting.options.hidden && S39_0.is_in_force() {
        B18.broken_by(
            reader,
            entry.span.clone(),
            Diagnostic::new("dummies need hidden movement, which this scenario switches off"),
        );
    }
    let route = entry.man.map(|man| read_route(reader, setting, man, at)).unwrap_or_default();
    let on_route = !route.is_empty() && B20.is_in_force();
    check_start(reader, setting, entry, &man);
    setting.roster.push(Recruit { on_route, ..man });
    setting.routes.push(if on_route { route } else { Vec::new() });
    setting.area_of.push(area);
    setting.names.push(Arc::from(name.as_str()));
}

fn check_posture(
    reader: &mut Reader<'_>,
    entry: &Entry<'_>,
    posture: Option<Posture>,
    (middle, aperture): (bool, bool),
) {
    let Some(posture) = posture else { return };
    let told = match (posture, middle) {
        (Posture::Prone, true) => Some((S39_31, "a man can't begin prone at middle level")),
        (Posture::Standing, true) => {
            Some((S39_11, "a man can't begin standing at middle level: use ducked or leaning"))
        }
        (Posture::Leaning, false) if aperture => None,
        (Posture::Ducked | Posture::Leaning, false) => {
            Some((B4, "a man can begin ducked only at middle level, leaning out only there or at a door or window"))
        }
        _ => None,
    };
    if let Some((clause, message)) = told {
        clause.broken_by(reader, entry.span.clone(), Diagnostic::new(message));
    }
}

fn weapon(reader: &mut Reader<'_>, setting: &Setting, entry: &Entry<'_>) -> u8 {
    let wanted = entry.man.and_then(|man| man.weapon.as_ref());
    let key = wanted.map_or("rifle", |key| key.get_ref());
    let named = |(known, weapon): &(String, Weapon)| known == key || weapon.name == key;
    let found = setting.tables.weapons.iter().position(named);
    if let (None, Some(wanted)) = (found, wanted) {
        let known: Vec<&str> = setting.tables.weapons.iter().map(|(key, _)| key.as_str()).collect();
        let help = format!("expected one of {}", known.join(", "));
        let left_out = LEFT_OUT.contains(&key.replace(['-', '_'], " ").to_lowercase().as_str());
        if left_out && B25.is_in_force() {
            let problem = Diagnostic::new(format!("weapon `{key}` is left out: this program has no rules for it"));
            B25.broken_by(reader, wanted.span(), problem.help(help));
        } else if !left_out {
            SC3.broken_by(reader, wanted.span(), Diagnostic::new(format!("unknown weapon `{key}`")).help(help));
        }
    }
    found.and_then(|n| u8::try_from(n).ok()).unwrap_or(0)
}

/// Returns the steps of a route by the cheapest way through all its places.
fn read_route(
    reader: &mut Reader<'_>,
    setting: &Setting,
    man: &ManEntry,
    start: Option<LocationId>,
) -> Vec<LocationId> {
    let mut steps = Vec::new();
    let Some(first) = man.route.first() else { return steps };
    let Some(mut here) = start else {
        let problem = Diagnostic::new("a man with a route needs a starting place");
        B20.broken_by(reader, first.span(), problem.help("add `at` to this man"));
        return steps;
    };
    for label in &man.route {
        let Some(goal) = reader.citing(Some(SC1.id()), |reader| reader.location(&setting.board, label)) else {
            return steps;
        };
        let Some(way) = cheapest(setting, here, goal) else {
            B20.broken_by(reader, label.span(), Diagnostic::new("this place can't be reached from the one before it"));
            return steps;
        };
        steps.extend(way);
        here = goal;
    }
    steps
}

/// Returns the cheapest way between two Locations, without the first.
fn cheapest(setting: &Setting, from: LocationId, to: LocationId) -> Option<Vec<LocationId>> {
    let mut best = vec![(u32::MAX, from); setting.spots.len()];
    let mut open = std::collections::BTreeSet::from([(0u32, from)]);
    if let Some(slot) = best.get_mut(from.index()) {
        *slot = (0, from);
    }
    while let Some((spent, at)) = open.pop_first() {
        if at == to {
            break;
        }
        for exit in &setting.spot(at)?.exits {
            let total = spent + u32::from(exit.cost);
            let slot = best.get_mut(exit.to.index())?;
            if total < slot.0 {
                *slot = (total, at);
                open.insert((total, exit.to));
            }
        }
    }
    let mut way = Vec::new();
    let mut at = to;
    while at != from {
        let &(spent, before) = best.get(at.index())?;
        if spent == u32::MAX {
            return None;
        }
        way.push(at);
        at = before;
    }
    way.reverse();
    Some(way)
}

/// Counts men and dummies of a side at sewer level.
fn below(setting: &Setting, side: Side) -> BelowAlready {
    let mut already = BelowAlready::default();
    let men = setting.roster.iter().filter(|man| man.side == side);
    men.for_each(|man| already.add(setting, man.at, man.dummy, 1));
    already
}

/// Checks the fixed start of a man or dummy.
fn check_start(reader: &mut Reader<'_>, setting: &Setting, entry: &Entry<'_>, man: &Recruit) {
    let (Some(at), Some(label)) = (man.at, entry.at) else { return };
    let Some(level) = setting.spot(at).map(|spot| spot.level) else { return };
    let already = below(setting, man.side);
    if let Some((clause, why)) = below::barred_start(setting.kind, man.side, man.dummy, level, already) {
        clause.broken_by(reader, label.span(), Diagnostic::new(why));
    }
    let there = |side: Side| setting.roster.iter().filter(|other| other.at == Some(at) && other.side == side).count();
    if there(man.side.other()) > 0 {
        SC1.broken_by(reader, label.span(), Diagnostic::new("an enemy already begins there"));
    }
    if there(man.side) >= entering::room(setting, at) {
        let clause = if level == Level::Middle { S39_41 } else { SC1 };
        clause.broken_by(
            reader,
            label.span(),
            Diagnostic::new("too many men or dummies of one side begin in this place"),
        );
    }
}

/// Puts a man with an area on its first place with room.
fn stand_somewhere(reader: &mut Reader<'_>, setting: &mut Setting, n: usize, entry: &Entry<'_>) {
    let (Some(&man), Some(Some(area))) = (setting.roster.get(n), setting.area_of.get(n)) else { return };
    let Some(places) = setting.areas.get(*area) else { return };
    let already = below(setting, man.side);
    let fits = |at: &&LocationId| {
        let Some(spot) = setting.spot(**at) else { return false };
        let there = setting.roster.iter().filter(|other| other.at == Some(**at) && other.side == man.side).count();
        let enemies = setting.roster.iter().any(|other| other.at == Some(**at) && other.side != man.side);
        let barred = below::barred_start(setting.kind, man.side, man.dummy, spot.level, already);
        there < entering::room(setting, **at) && !enemies && barred.is_none()
    };
    let at = places.iter().find(fits).copied();
    let crowded = places.len() > PLACES;
    let contested = setting.roster.iter().zip(&setting.area_of).any(|(other, area)| {
        let shares = area
            .and_then(|area| setting.areas.get(area))
            .is_some_and(|other| other.iter().any(|at| places.contains(at)));
        other.side != man.side && (shares || other.at.is_some_and(|at| places.contains(&at)))
    });
    if at.is_none() {
        // If the kind of scenario forbids the level of the whole area, that is the reason to report.
        let barred = |at: &LocationId| {
            let level = setting.spot(*at)?.level;
            below::barred_start(setting.kind, man.side, man.dummy, level, already)
        };
        let barred: Option<Vec<_>> = places.iter().map(barred).collect();
        let (clause, why) = barred.and_then(|barred| barred.first().copied()).unwrap_or((SC1, "this area is full"));
        let problem = Diagnostic::new(format!("no room for `{}` in its area", entry.id.get_ref()));
        clause.broken_by(reader, entry.span.clone(), problem.label(why));
    }
    if crowded {
        SC3.broken_by(
            reader,
            entry.span.clone(),
            Diagnostic::new(format!("a starting area can have at most {PLACES} places")),
        );
    }
    if contested {
        SC1.broken_by(reader, entry.span.clone(), Diagnostic::new("an enemy can also begin in this area"));
    }
    let posture = at.map(|at| entering::arriving(setting, man.posture, at));
    if let (Some(slot), Some(at), Some(posture)) = (setting.roster.get_mut(n), at, posture) {
        slot.at = Some(at);
        slot.posture = posture;
    }
}

fn check_counts(reader: &mut Reader<'_>, setting: &mut Setting, entries: &[Entry<'_>]) {
    let unread = reader.has_error_in("man");
    let span = || entries.last().map_or(0..0, |entry| entry.span.clone());
    for side in Side::BOTH {
        let count = |dummy: bool| setting.roster.iter().filter(|man| man.side == side && man.dummy == dummy).count();
        let title = &setting.titles[side];
        if !unread && count(false) == 0 {
            SC3.broken_by(
                reader,
                span(),
                Diagnostic::new(format!("side `{title}` has no men")).help("add one with [[man]]"),
            );
        }
        if count(false) > MEN_A_SIDE || count(true) > DUMMIES_A_SIDE {
            let problem = format!("a side can have at most {MEN_A_SIDE} men and {DUMMIES_A_SIDE} dummies");
            SC3.broken_by(reader, span(), Diagnostic::new(problem));
        }
    }
    if setting.roster.len() > MEN {
        SC3.broken_by(reader, span(), Diagnostic::new(format!("a game can have at most {MEN} men and dummies")));
    }
    setting.roster.truncate(MEN);
}

#[cfg(test)]
mod tests {
    use board::scenario::Document;
    use rules::prelude::*;

    use crate::state::Sniper;

    /// Returns the problems of a scenario with 24 men on each side and `dummies` dummies, each in a hex of its own.
    fn problems(dummies: usize) -> Vec<String> {
        let board = "[board]\nlabels = \"digits\"\nsize = [11, 9]\nfill = \"street\"\n";
        let play = "[play]\nturns = 6\nkind = \"block clearing\"\n";
        let entry = |n: usize| {
            let side = ["attacker", "defender"][n % 2];
            let kind = if n < 48 { "man" } else { "dummy" };
            format!("[[{kind}]]\nid = \"{n}\"\nside = \"{side}\"\nat = \"{:02}{:02}\"\n", n % 11 + 1, n / 11 + 1)
        };
        let entries: String = (0..48 + dummies).map(entry).collect();
        let text = format!("title = \"A crowd\"\nsystem = \"sniper\"\n{board}{play}{entries}");
        let document = Document::parse("crowd.toml", &text).expect("it is TOML");
        let problems = Sniper::set_up(&document).err();
        problems.iter().flat_map(|problems| problems.iter()).map(|problem| problem.message.clone()).collect()
    }

    #[test]
    fn a_game_has_as_many_men_and_dummies_as_a_set_of_them_holds() {
        assert!(problems(16).is_empty());
        assert_eq!(problems(17), ["a game can have at most 64 men and dummies"]);
    }
}
