//! Order to go below (TOI-S2 to TOI-S6).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::sewer::{empty_cards, may_go_below};
use crate::orders::Enter;
use crate::orders::timing::untimely;
use crate::printed::clause::{S1, S2, S4, S5, S6};
use crate::printed::words::{Action, Card, SOVIET};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::text::names::{GO_BELOW, Names, goes_below};
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Enter {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Move => Ok(()),
            Step::Act => Err(Refusal::new(
                S2,
                "a squad can go below only while it moves, from a hex with a sewer token: activate it for an Advance",
            )),
            _ => Err(untimely(step)),
        }
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        may_go_below(eyes, side)?;
        let cards = usize::from(eyes.setting().options.sewer_cards);
        S1.forbids(self.card.index() >= cards, "this scenario doesn't have that sewer card")?;
        if eyes.holder(self.card).is_none() {
            return Ok(());
        }
        let why = if empty_cards(eyes).next().is_some() {
            "this card is not empty: another squad is on it"
        } else {
            "every sewer card has a squad on it: a squad can go below when one comes up"
        };
        S4.forbids(true, why)
    }

    /// Puts the squad on the card (TOI-S4), its marker on the hex (TOI-S5) and a token on the first square (TOI-S6).
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, _: Side, _: Step) {
        let card = self.card;
        let position = resolver.position();
        let Some(unit) = position.active.map(|active| active.piece) else {
            return;
        };
        let Some(at) = position.squad(unit).and_then(Squad::on) else {
            return;
        };
        let told = if resolver.setting().options.hidden_sewers { Audience::Only(SOVIET) } else { Audience::All };
        resolver.report(S2, told, Report::EnteredBelow { unit, card, at });
        resolver.change(S6, Change::Done);
        resolver.change(S4, Change::WentBelow { unit, card });
        resolver.change(S5, Change::Marker { card, at });
        resolver.change(S6, Change::Squares { card, covered: 1, fatigued: true });
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let sentence = goes_below(&reader.mover(), self.card);
        let phrase = OrderText::new(GO_BELOW, sentence, S4);
        phrase.follows(Action::Advance.words()).about(reader.active()).at(reader.setting.card_place(self.card))
    }

    /// The reason why a squad can't go below is one of the scenario's own cards, if it has any.
    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        let cards = match which {
            Enumeration::All => Card::ALL.len(),
            Enumeration::EachKind => usize::from(eyes.setting().options.sewer_cards).max(1),
        };
        Card::ALL.into_iter().take(cards).for_each(|card| sink(Enter { card }));
    }
}
