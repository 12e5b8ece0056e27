//! Reports about a man and changes of his plot.

use rules::{Audience, Clause, Piece, Resolver, Side};

use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::plot::{Act, Plot};
use crate::state::report::Report;
use crate::state::step::Step;

/// Reports to all seats if `public`, else only to the man's side.
pub(crate) fn report_to(
    resolver: &mut impl Resolver<Sniper>,
    clause: Clause,
    side: Side,
    public: bool,
    report: Report,
) {
    let audience = if public { Audience::All } else { Audience::Only(side) };
    resolver.report(clause, audience, report);
}

/// Changes the plot of a man after an event. If that cancels a throw still to come, his side gets a report.
pub(crate) fn replot(resolver: &mut impl Resolver<Sniper>, clause: Clause, man: Piece, plot: Plot) {
    let Some((side, before)) = resolver.position().man(man).map(|man| (man.side, man.plot)) else { return };
    if plot == before {
        return;
    }
    resolver.change(clause, Change::Plot { man, plot });
    let still_to_come = resolver.position().agenda.steps().contains(&Step::Grenades);
    if still_to_come && matches!(before.act, Some(Act::Throw { .. })) && plot.act.is_none() {
        resolver.report(clause, Audience::Only(side), Report::Dropped { man });
    }
}
