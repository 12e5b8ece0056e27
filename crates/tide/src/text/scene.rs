//! Conversion of a view to a scene that any client can draw.

use board::LocationId;
use rules::scene::{
    LineAbout, Mark, Paint, Scene, SceneLine, SceneMarker, ScenePiece, SceneSheet, SceneSquare, Size, Sort,
    SquareToken, State as SceneState, Symbol,
};
use rules::speech::{capitalized, counted};
use rules::{Seat, Side};

use crate::printed::figures::Figures;
use crate::printed::words::{Card, Figure, SOVIET, State, Token};
use crate::setting::Setting;
use crate::text::names::{army, figures};
use crate::view::fact::Fact;

/// Returns symbol, size and description for most of the figures of a squad.
fn kind(figures: Figures) -> (Symbol, Size, &'static str) {
    if figures.is_heavy() {
        (Symbol::MachineGun, Size::Squad, "machine-gun squad")
    } else if figures.elite > figures.regular {
        (Symbol::Elite, Size::Squad, "elite squad")
    } else if figures.regular == 0 && figures.has_officer() {
        (Symbol::Leader, Size::None, "officer")
    } else {
        (Symbol::Infantry, Size::Squad, "regular squad")
    }
}

/// Returns the colour of a sewer card and its entrance marker.
const fn paint(card: Card) -> Paint {
    match card {
        Card::Red => Paint::Red,
        Card::Blue => Paint::Blue,
        Card::Green => Paint::Green,
        Card::Yellow => Paint::Yellow,
        Card::White => Paint::White,
        Card::Black => Paint::Black,
    }
}

/// Returns the kind of state that a token shows.
const fn sort(token: Token) -> Sort {
    match token {
        Token::OpFire => Sort::Ready,
        Token::Fresh | Token::Fatigued => Sort::Spent,
    }
}

/// Abbreviates the figures, such as `3R O`: regulars, elites, officer, machine-gun crew.
fn short(figures: Figures) -> String {
    let letters = Figure::ALL.into_iter().zip(["R", "E", "O", "MG"]);
    let words = letters.filter_map(|(figure, letter)| match figures.count(figure) {
        0 => None,
        1 => Some(letter.to_owned()),
        n => Some(format!("{n}{letter}")),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Lists the values of a squad in words. A machine-gun crew that can fire alone has values of its own (TOI-B7).
fn values(side: Side, inside: Figures) -> Vec<String> {
    let mut values = vec![
        format!("firepower {}", inside.firepower(side)),
        figures(inside),
        format!("range {}", inside.range()),
        format!("movement {}", inside.movement()),
    ];
    if inside.is_mixed() {
        let crews = inside.crews();
        values.push(format!("machine gun alone: firepower {}, range {}", crews.firepower(side), crews.range()));
    }
    values
}

/// Builds the scene of a seat's view.
pub fn scene(setting: &Setting, seat: Seat, facts: &[Fact]) -> Scene {
    let mut scene = Scene::default();
    for fact in facts {
        status(setting, fact, &mut scene);
        pieces(setting, fact, &mut scene);
    }
    sheets(setting, seat, facts, &mut scene);
    scene
}

/// Describes the victory points of a side, and the points needed to win (TOI-B27).
fn score(setting: &Setting, side: Side, victory: u16) -> String {
    let needed = setting.goal.points;
    match setting.goal.side {
        Some(goal) if goal == side => {
            format!("{victory} of {needed} needed to win")
        }
        Some(_) => victory.to_string(),
        None => format!("{victory} of {} needed to win, with the lead", needed.max(1)),
    }
}

fn status(setting: &Setting, fact: &Fact, scene: &mut Scene) {
    let line = match fact {
        Fact::Round { now, of } => SceneLine::new(LineAbout::Time, "Round", format!("{now} of {of}")),
        Fact::Phase(phase) => SceneLine::new(LineAbout::Phase, "Phase", phase.words()),
        Fact::Turn { side, actions_left } => {
            let left = counted(*actions_left, "action", "actions");
            SceneLine::new(LineAbout::Turn, "Turn", format!("{}, {left} left", army(*side)))
        }
        Fact::Initiative { side } => SceneLine::new(LineAbout::Turn, "Initiative", army(*side)),
        Fact::Score { side, victory } => SceneLine::new(
            LineAbout::Account,
            format!("{} victory points", army(*side)),
            score(setting, *side, *victory),
        ),
        Fact::Command { side, points, on_card } => {
            let on_card = if *on_card > 0 { format!(", {on_card} on the initiative card") } else { String::new() };
            let title = format!("{} command points", army(*side));
            SceneLine::new(LineAbout::Account, title, format!("{points} to spend{on_card}"))
        }
        Fact::Active { action, mp_left, .. } => {
            let left = counted(*mp_left, "movement point", "movement points");
            SceneLine::new(LineAbout::Turn, "Activated", format!("{}, {left} left", action.words()))
        }
        Fact::Outcome { winner } => SceneLine::new(LineAbout::Outcome, "Winner", winner.map_or("none (draw)", army)),
        _ => return,
    };
    scene.status.push(line);
}

fn pieces(setting: &Setting, fact: &Fact, scene: &mut Scene) {
    match fact {
        Fact::Unit { piece, side, figures: inside, at, state, token, name } => {
            let states = SceneState::listed([
                (*state != State::Steady, Sort::Shaken, state.words()),
                (*token != Token::Fresh, sort(*token), token.words()),
            ]);
            let (symbol, size, kind) = kind(*inside);
            scene.pieces.push(ScenePiece {
                piece: *piece,
                side: *side,
                symbol,
                size,
                carried: false,
                kind: kind.to_owned(),
                label: name.as_deref().map_or_else(|| short(*inside), str::to_owned),
                name: name.as_deref().unwrap_or(kind).to_owned(),
                title: None,
                location: *at,
                states,
                numbers: vec![
                    inside.firepower(*side).to_string(),
                    inside.range().to_string(),
                    inside.movement().to_string(),
                ],
                values: values(*side, *inside),
            });
        }
        Fact::Entrance { card, at } => {
            let marker = SceneMarker::new(Mark::Mouth, "entrance marker", card.words(), *at).of(Some(SOVIET));
            scene.markers.push(SceneMarker { paint: Some(paint(*card)), ..marker });
        }
        Fact::Objective { at, held_by, command, victory, nation } => {
            let only = nation.map(|side| format!(" ({} only)", army(side))).unwrap_or_default();
            let label = format!("C{command}{only} V{victory}");
            let marker = SceneMarker::new(Mark::Objective, "objective", label, *at).of(*held_by);
            let numbers = vec![*command, *victory];
            scene.markers.push(SceneMarker { numbers, ..marker });
        }
        Fact::Round { .. } => {
            let lid = |at: &LocationId| {
                let marker = SceneMarker::new(Mark::Lid, "sewer token", "sewer", *at);
                SceneMarker { words: marker.kind.clone(), ..marker }
            };
            scene.markers.extend(setting.tokens.iter().map(lid));
        }
        _ => {}
    }
}

fn sheets(setting: &Setting, seat: Seat, facts: &[Fact], scene: &mut Scene) {
    let blind = setting.options.hidden_sewers && seat != Seat::Side(SOVIET);
    for card in setting.cards() {
        let Some(location) = setting.card_place(card) else {
            continue;
        };
        let used = facts.iter().find_map(|fact| match fact {
            Fact::Card { card: other, covered, exit_range, fatigued } if *other == card => {
                Some((*covered, *exit_range, *fatigued))
            }
            _ => None,
        });
        let squares = (1u8..).zip(&setting.options.track).map(|(n, number)| {
            let token = used.filter(|(covered, ..)| n <= *covered).map(|(covered, _, fatigued)| {
                if fatigued && n == covered { SquareToken::Spent } else { SquareToken::Ready }
            });
            SceneSquare { print: number.to_string(), token }
        });
        let note = match used {
            Some((_, range, fatigued)) => {
                let state = if fatigued { "fatigued" } else { "fresh" };
                format!("exit range {range}, {state}")
            }
            None if blind => "hidden".to_owned(),
            None => "empty".to_owned(),
        };
        let title = format!("{} sewer card", capitalized(card.words()));
        scene.sheets.push(SceneSheet { location, title, paint: Some(paint(card)), squares: squares.collect(), note });
    }
}
