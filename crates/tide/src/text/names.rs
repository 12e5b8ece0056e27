//! English names of sides, squads and places.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::speech::{capitalized, counted, listed};
use rules::{Piece, PieceSet, Reader, Side};

use crate::printed::figures::Figures;
use crate::printed::words::{Army, Card, Figure, Mode, Phase, SOVIET};
use crate::setting::Setting;
use crate::state::Tide;
use crate::view::fact::Fact;

/// Returns the name of a side as an adjective, such as `Soviet`.
#[must_use]
pub const fn army(side: Side) -> &'static str {
    Army::of(side).words()
}

/// Lists the figures of a squad, such as `3 regulars and 1 officer`.
pub fn figures(figures: Figures) -> String {
    let names = [("regular", "regulars"), ("elite", "elites"), ("officer", "officers"), ("MG crew", "MG crews")];
    let words = Figure::ALL.into_iter().zip(names).filter_map(|(figure, (one, many))| match figures.count(figure) {
        0 => None,
        n => Some(counted(n, one, many)),
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { "no figures".to_owned() } else { listed(&words) }
}

/// Names a sewer card as a place, such as `red card`.
const fn card_words(card: Card) -> &'static str {
    match card {
        Card::Red => "red card",
        Card::Blue => "blue card",
        Card::Green => "green card",
        Card::Yellow => "yellow card",
        Card::White => "white card",
        Card::Black => "black card",
    }
}

/// Returns ` with its machine-gun crew only` for a squad that leads the fire so; otherwise nothing.
pub const fn gun_only(crews_only: bool) -> &'static str {
    if crews_only { " with its machine-gun crew only" } else { "" }
}

/// Names the kind of fire, such as `normal fire`.
#[must_use]
pub const fn mode_words(mode: Mode) -> &'static str {
    match mode {
        Mode::Normal => "normal fire",
        Mode::Suppressive => "suppressive fire",
    }
}

/// Returns the sentence that a squad goes below. Order and report share it, so that the log shows it once.
pub fn goes_below(squad: &str, card: Card) -> String {
    format!("{} goes below, onto the {} card.", capitalized(squad), card.words())
}

/// The verb of the order to go below.
pub const GO_BELOW: &str = "Go below";

/// Names and other facts in a reader's view.
pub trait Names {
    /// Names a Location by its label, or as `red card` for a sewer card.
    fn at(&self, place: LocationId) -> &str;
    /// Names a squad and its Location, by its figures if the reader doesn't know its name.
    fn squad(&self, piece: Piece) -> String;
    /// Lists the supporting squads after a target, as `, supported by …`; empty without any.
    fn supported(&self, with: PieceSet) -> String;
    /// Says of which supporters only the machine-gun crews fire, as `, with only the machine-gun crews of …`; empty
    /// without any.
    fn crews_only(&self, unit: Piece, crews: PieceSet) -> String;
    /// Returns the hex of a squad that can go below there as soon as it moves (TOI-S2 to TOI-S4); `None` if it can't.
    fn way_down(&self, piece: Piece) -> Option<LocationId>;
    /// Returns the activated squad.
    fn active(&self) -> Option<Piece>;
    /// Returns the phase of the round.
    fn phase(&self) -> Phase;
    /// Names the activated squad.
    fn mover(&self) -> String;
}

/// Names a Location by its label, or as `red card` for a sewer card.
pub fn place_words(setting: &Setting, place: LocationId) -> &str {
    if let Some(card) = setting.cards().find(|card| setting.card_place(*card) == Some(place)) {
        return card_words(card);
    }
    setting.board.locations().get(place.index()).map_or("nowhere", |location| location.label.as_str())
}

impl Names for Reader<'_, Tide> {
    fn at(&self, place: LocationId) -> &str {
        place_words(self.setting, place)
    }

    fn squad(&self, wanted: Piece) -> String {
        let unit = self.facts.iter().find_map(|fact| match fact {
            Fact::Unit { piece, figures: inside, at, name, .. } if *piece == wanted => {
                let what = name.as_deref().map_or_else(|| format!("squad of {}", figures(*inside)), str::to_owned);
                Some(format!("{what} ({})", self.at(*at)))
            }
            _ => None,
        });
        // By its handle in this reader's view.
        unit.or_else(|| name_of(Named::Piece, wanted.0).map(|name| format!("squad {name}")))
            .unwrap_or_else(|| "a squad".to_owned())
    }

    fn supported(&self, with: PieceSet) -> String {
        let names: Vec<_> = with.iter().map(|piece| self.squad(piece)).collect();
        if names.is_empty() { String::new() } else { format!(", supported by {}", listed(&names)) }
    }

    fn crews_only(&self, unit: Piece, crews: PieceSet) -> String {
        let names: Vec<_> = crews.iter().filter(|piece| *piece != unit).map(|piece| self.squad(piece)).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => format!(", with only the machine-gun crew of {one}"),
            more => format!(", with only the machine-gun crews of {}", listed(more)),
        }
    }

    fn way_down(&self, wanted: Piece) -> Option<LocationId> {
        let placed = |fact: &Fact| match fact {
            Fact::Unit { piece, side, at, .. } => Some((*piece, *side, *at)),
            _ => None,
        };
        let (_, side, at) = self.facts.iter().filter_map(placed).find(|(piece, ..)| *piece == wanted)?;
        let spot = self.setting.spot(at)?;
        let taken = |card: &Card| {
            let place = self.setting.card_place(*card);
            self.facts.iter().filter_map(placed).any(|(.., at)| Some(at) == place)
        };
        let free = self.setting.cards().any(|card| !taken(&card));
        (side == SOVIET && spot.sewer && spot.level == 0 && free).then_some(at)
    }

    fn active(&self) -> Option<Piece> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::Active { piece, .. } => Some(*piece),
            _ => None,
        })
    }

    fn phase(&self) -> Phase {
        let phase = self.facts.iter().find_map(|fact| if let Fact::Phase(phase) = fact { Some(*phase) } else { None });
        phase.unwrap_or(Phase::Action)
    }

    fn mover(&self) -> String {
        self.active().map_or_else(|| "the squad".to_owned(), |piece| self.squad(piece))
    }
}
