//! Explained pages: how something works, in panels with pictures of real positions.
//!
//! A page is a conformance case with a table `[explained]` and steps that have a panel. Its pictures are drawn from the
//! position after the step, so a page can't show what the rules don't do.

use board::LocationId;
use board::draw::{Drawn, Mark, Marker, Overlay, Picture, plate, text};
use board::naming::naming;
use board::network::crossings;
use referee::{Referee, referee_rulebook, written_view};
use rules::forecast::{SideOrder, forecast_positions};
use rules::rulebook::ClauseEntry;
use rules::{Side, System};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Table;
use crate::case::parts::Pattern;
use crate::case::{Case, Failure, Mistake, PanelStep, ResultChance, Step, Stepped, run_with};
use crate::seat_named;

/// An explained page, such as “How the sewers work”.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Explained {
    /// Title of the page.
    pub title: String,
    /// Title of the published game.
    pub game: String,
    /// What the page explains, in one or two sentences.
    pub about: String,
    /// The panels in the order in which they are read.
    pub panels: Vec<Panel>,
}

/// A panel of an explained page: a few sentences with pictures.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Panel {
    /// Heading of a few words.
    pub title: String,
    /// One to three sentences.
    pub say: String,
    /// The clauses that these rest on.
    pub clauses: Vec<PanelClause>,
    /// Views of one position: first the reader's, as a rule, then the enemy's.
    pub pictures: Vec<PanelPicture>,
}

/// A clause that a panel rests on.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PanelClause {
    /// Id of the clause, such as `B8.41c`.
    pub id: String,
    /// Title of a few words.
    pub title: String,
    /// Text of the rule, in our own words.
    pub text: String,
}

/// The view of a seat as a picture.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PanelPicture {
    /// Name of the seat whose view it is.
    pub seat: String,
    /// Whose view it is, in words for the reader.
    pub caption: String,
    /// The picture, an SVG document.
    pub svg: String,
    /// The contents of the picture as text.
    pub alt: String,
    /// The picture for terminals.
    #[serde(skip)]
    pub board: String,
}

/// Plays an explained page and draws its panels.
///
/// # Errors
/// The first step whose result differs from the case.
/// The case has no table `[explained]`.
/// A percentage in a panel is neither in its `chances` nor in the answer of its calculator.
pub(crate) fn of_case<S: System>(case: &Case) -> Result<Explained, Failure> {
    let in_file = |(place, why): Mistake| Failure { line: case.line(place), why };
    let Some(head) = &case.explained else {
        return Err(Failure {
            line: 1,
            why: "this case is not an explained page; expected a table `[explained]`".to_owned(),
        });
    };
    let side = seat_named(S::SIDES, head.side.get_ref()).and_then(rules::Seat::side).ok_or_else(|| {
        let [a, b] = S::SIDES;
        in_file((head.side.span().start, format!("there is no side `{}`; expected {a} or {b}", head.side.get_ref())))
    })?;
    let mut panels = Vec::new();
    run_with::<S>(case, |Stepped { step, referee, played, .. }| {
        let Some(panel) = step.panel.as_ref().map(board::scenario::Spanned::get_ref) else { return Ok(()) };
        if !played {
            check_percents(step, panel)?;
            return check_chances(referee, step, panel);
        }
        panels.push(drawn(referee, side, panel)?);
        Ok(())
    })?;
    let game = S::rulebook().book().title.clone();
    Ok(Explained { title: case.title.clone(), game, about: head.about.get_ref().clone(), panels })
}

/// Checks that each percentage in the text of a panel is one that the step checks.
fn check_percents(step: &Step, panel: &PanelStep) -> Result<(), Mistake> {
    let mut checked: Vec<u8> = panel.chances.iter().map(|chance| chance.get_ref().percent).collect();
    if let Some(answer) = &step.answer {
        add_percents(&answer.get_ref().written(), &mut checked);
    }
    match panel.percents().into_iter().find(|percent| !checked.contains(percent)) {
        None => Ok(()),
        Some(percent) => Err((
            panel.say.span().start,
            format!("{percent}% is not checked; expected it in `chances`, or in the `answer` of a calculator"),
        )),
    }
}

/// Adds each probability in the output of a calculator in percent, rounded.
fn add_percents(answer: &Value, percents: &mut Vec<u8>) {
    match answer {
        Value::Number(number) => {
            let share = number.as_f64().filter(|share| (0.0..=1.0).contains(share));
            percents.extend(share.map(percent));
        }
        Value::Array(entries) => entries.iter().for_each(|entry| add_percents(entry, percents)),
        Value::Object(fields) => fields.values().for_each(|entry| add_percents(entry, percents)),
        _ => {}
    }
}

/// Returns a probability in percent, rounded.
fn percent(probability: f64) -> u8 {
    (probability * 100.0).round().clamp(0.0, 100.0) as u8
}

/// Maximum number of dice results that are enumerated for the chances of a panel.
const BRANCHES: usize = 200_000;

/// Checks the probabilities of the results of a step's order, before it is given.
fn check_chances<S: System>(referee: &Referee<S>, step: &Step, panel: &PanelStep) -> Result<(), Mistake> {
    let Some(first) = panel.chances.first() else { return Ok(()) };
    let here = |why: String| (first.span().start, format!("`chances`: {why}"));
    let by = step.by.as_ref().and_then(|by| seat_named(S::SIDES, by.get_ref())).and_then(rules::Seat::side);
    let (Some(side), Some(order)) = (by, &step.order) else {
        return Err(here("these belong to an order; expected `by` and `order` in the step".to_owned()));
    };
    let order = naming(referee.true_names(), || S::Order::deserialize(order.get_ref()));
    let order = order.map_err(|error| here(error.to_string()))?;
    referee.check(side, &order).map_err(|refusal| here(refusal.to_string()))?;
    let act = Some(SideOrder { side, order: &order });
    let found = forecast_positions::<S>(referee.setting(), referee.true_position(), act, &[], BRANCHES);
    if !found.is_settled() {
        return Err(here("the dice of this order have too many results to enumerate".to_owned()));
    }
    for chance in &panel.chances {
        let wanted = chance.get_ref();
        let mean = found.mean(|position| if fits::<S>(referee, position, wanted) { 1.0 } else { 0.0 });
        let mean = percent(mean.unwrap_or_default());
        if mean != wanted.percent {
            let why = format!("`chances`: found {mean}%, expected {}%", wanted.percent);
            return Err((chance.span().start, why));
        }
    }
    Ok(())
}

/// Returns whether a seat would see in a position what is asked of it.
fn fits<S: System>(referee: &Referee<S>, position: &S::Position, wanted: &ResultChance) -> bool {
    let Some(seat) = seat_named(S::SIDES, wanted.seat.get_ref()) else { return false };
    let view = written_view::<S>(referee.setting(), position, seat, referee.true_names());
    let facts = view.map(|view| view.facts).unwrap_or_default();
    let facts: Vec<Value> = facts.iter().filter_map(|fact| serde_json::from_str(fact).ok()).collect();
    let is_there = |pattern: &Pattern| facts.iter().any(|fact| pattern.matches(fact, 1));
    wanted.sees.iter().all(|one| is_there(one.get_ref())) && !wanted.not_sees.iter().any(|one| is_there(one.get_ref()))
}

/// Draws the views of a panel.
fn drawn<S: System>(referee: &Referee<S>, reader: Side, panel: &PanelStep) -> Result<Panel, Mistake> {
    let mut pictures = Vec::new();
    for name in panel.show.iter() {
        let Some(seat) = seat_named(S::SIDES, name.get_ref()) else { continue };
        let caption = caption(name.get_ref(), seat.side().map(|side| side == reader));
        let mut picture = Table::picture(referee, seat);
        picture.title.clone_from(&caption);
        picture.captions.clear();
        let manholes = manholes(&picture);
        let mut contents: Vec<String> = Vec::new();
        if seat.side() == Some(reader) && !panel.arrow.is_empty() {
            let mut locations: Vec<LocationId> = Vec::new();
            for label in panel.arrow.iter() {
                let text = Value::from(label.get_ref().as_str());
                let read = naming(referee.true_names(), || LocationId::deserialize(&text));
                locations.push(read.map_err(|error| (label.span().start, format!("`arrow`: {error}")))?);
            }
            picture.overlays.push(Drawn {
                kind: Overlay::Path,
                label: String::new(),
                side: Some(reader.index() as u8),
                locations,
            });
            let labels: Vec<&str> = panel.arrow.iter().map(|label| label.get_ref().as_str()).collect();
            contents.push(format!("a line leads from {}", labels.join(" to ")));
        }
        let svg = plate(&picture);
        // The other drawings say by themselves where these are.
        picture.markers.retain(|marker| !is_lid(marker));
        contents.extend(picture.contents());
        contents.push(format!("manholes in {}", manholes.join(", ")));
        let (alt, board) = (format!("{caption}: {}.", contents.join("; ")), text(&picture));
        let board = format!("{board}manholes: {}\n", manholes.join(" "));
        pictures.push(PanelPicture { seat: name.get_ref().clone(), caption, svg, alt, board });
    }
    let clauses = panel.clauses.iter().filter_map(|id| clause::<S>(id.get_ref())).collect();
    Ok(Panel { title: panel.title.clone(), say: panel.say.get_ref().trim().to_owned(), clauses, pictures })
}

/// Whether a marker shows only a usable manhole.
fn is_lid(marker: &Marker) -> bool {
    marker.mark == Mark::Lid && !marker.blocked
}

/// Returns the labels of the hexes with a usable manhole, in board order.
fn manholes(picture: &Picture<'_>) -> Vec<String> {
    let board = picture.board;
    let marked = picture.markers.iter().filter(|marker| is_lid(marker));
    let marked = marked.filter_map(|marker| board.locations().get(marker.location.index())?.hex);
    let mut hexes: Vec<_> = board.manholes().chain(crossings(picture.networks)).chain(marked).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter().map(|hex| board.grid().label(hex).to_owned()).collect()
}

/// Returns whose view a picture is. `own` is whether the seat is the reader's; `None` for spectators.
fn caption(seat: &str, own: Option<bool>) -> String {
    let mut letters = seat.chars();
    let name: String = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    match own {
        Some(true) => format!("You see ({name})"),
        Some(false) => format!("The enemy sees ({name})"),
        None => "Spectators see".to_owned(),
    }
}

pub(crate) fn clause<S: System>(id: &str) -> Option<PanelClause> {
    let books = [S::rulebook().book(), referee_rulebook().book()];
    let found: Option<&ClauseEntry> = books.iter().flat_map(|book| &book.clauses).find(|entry| entry.id == id);
    found.map(|entry| PanelClause { id: entry.id.clone(), title: entry.title.clone(), text: entry.text.clone() })
}
