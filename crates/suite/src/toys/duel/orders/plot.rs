//! Planning for a man (D-PLOT).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::toys::duel::orders::Plot;
use crate::toys::duel::printed::clause::PLOT;
use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::change::Change;
use crate::toys::duel::state::step::Step;
use crate::toys::duel::text::names::Names;
use crate::toys::duel::view::eyes::DuelEyes;

impl OrderKind<Duel> for Plot {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        PLOT.forbids(step != Step::Plot, "nothing can be plotted now")
    }

    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Duel>) -> Result<(), Refusal> {
        PLOT.forbids(eyes.own(self.man).is_none(), "this is not a man of yours who stands: choose one who does")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Duel>, _: Side, _: Step) {
        resolver.change(PLOT, Change::Plot { man: self.man, plan: self.plan });
    }

    fn describe(&self, reader: Reader<'_, Duel>) -> OrderText {
        let man = reader.man(self.man);
        let Some((side, at)) = reader.place(self.man) else {
            return OrderText::new("Plot", format!("{man} gets a plan."), PLOT).about([self.man]);
        };
        let (to, across) = (reader.setting.after(side, at, self.plan), reader.setting.across(side, at));
        let (verb, place, does) = match (self.plan, across) {
            (Plan::Fire, Some(across)) => ("Fire", across, format!("fires at {}", reader.at(across))),
            (Plan::Left, _) => ("Left", to, format!("goes to {}", reader.at(to))),
            (Plan::Right, _) => ("Right", to, format!("goes to {}", reader.at(to))),
            (Plan::Hold | Plan::Fire, _) => ("Hold", at, "holds".to_owned()),
        };
        OrderText::new(verb, format!("{man} {does}."), PLOT).about([self.man]).at([place])
    }

    fn wellformed_orders(eyes: DuelEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for (man, _) in eyes.men() {
            Plan::ALL.into_iter().for_each(|plan| sink(Plot { man, plan }));
        }
    }
}
