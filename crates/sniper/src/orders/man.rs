//! The first draft of every plot: a man chosen to plot for.

use arrayvec::ArrayVec;
use rules::scene::OrderText;
use rules::{DraftKind, OfferSink, Prompt, Reader};

use crate::mechanics::planned;
use crate::orders::plots::plotting;
use crate::orders::{
    self, ChooseAperture, ChooseGoal, ChooseTarget, ChooseThrow, ChooseView, Order, PlotFor, clear, posture, prepare,
    rearm, reload, step, throw,
};
use crate::printed::clause::B2;
use crate::printed::words::{Grenade, Posture};
use crate::state::Sniper;
use crate::text::names::Names;

impl DraftKind<Sniper> for PlotFor {
    /// Leads on if the plot can be added to or cleared.
    fn leads_on(&self, _: Prompt<'_, Sniper>) -> bool {
        true
    }

    /// Orders are checked exactly, drafts only roughly: it takes long to find whether they lead to an order.
    #[inline]
    fn next(&self, prompt: Prompt<'_, Sniper>, sink: &mut impl OfferSink<Sniper>) {
        let (man, eyes, setting) = (self.man, prompt.eyes, prompt.eyes.setting());
        let Some(planned) = plotting(prompt, man) else { return };
        let spent = planned.spent(setting);
        step::steps(eyes, &planned, spent, |exits| sink.each(exits, |exit| orders::Step { man, to: exit.to }));
        let mut orders: ArrayVec<Order, 10> = ArrayVec::new();
        if posture::may_still_take(&planned).is_ok() {
            let postures = Posture::ALL.into_iter().filter(|to| posture::may_take(setting, &planned, *to).is_ok());
            orders.extend(postures.map(|to| Order::Posture { man, to }));
        }
        orders.extend(reload::may_reload(setting, &planned).is_ok().then_some(Order::Reload { man }));
        orders.extend(rearm::may_rearm(&planned).is_ok().then_some(Order::Rearm { man }));
        let prepared = Grenade::ALL.into_iter().filter(|to| prepare::may_prepare(setting, &planned, *to).is_ok());
        orders.extend(prepared.map(|grenade| Order::Prepare { man, grenade }));
        orders.extend(clear::may_clear(&planned).is_ok().then_some(Order::Clear { man }));
        sink.each(&orders, |order| order);
        if planned::may_still_move(&planned).is_ok() {
            sink.draft(ChooseGoal { man });
        }
        if planned::can_watch(&planned).is_ok() {
            if eyes.sees_enemies() {
                sink.draft(ChooseTarget { man });
            }
            sink.draft(ChooseView { man });
            sink.draft(ChooseAperture { man });
        }
        for grenade in Grenade::ALL {
            if throw::can_throw(setting, &planned, spent, grenade).is_ok() {
                sink.draft(ChooseThrow { man, grenade });
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        OrderText::new("Plot", format!("Plot a turn for {}.", reader.man(self.man)), B2).about([self.man])
    }
}
