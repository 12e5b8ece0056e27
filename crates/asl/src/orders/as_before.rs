//! Orders that have still to be written as kinds.

use rules::scene::Phrase;
use rules::{DraftKind, Every, OfferSink, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::orders::{check, draft_words, words, *};
use crate::state::Asl;
use crate::view::AslEyes;

macro_rules! as_before {
    (orders $($kind:ident),*; drafts $($draft:ident),*) => {$(
        impl OrderKind<Asl> for $kind {
            const SURE: bool = false;

            fn timely(&self, _: crate::state::step::Step) -> Result<(), Refusal> {
                Ok(())
            }

            fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
                check::answers(eyes, side, &step, &(*self).into())
            }

            fn resolve(&self, _: &mut impl Turn<Asl>, _: Side, _: crate::state::step::Step) {}

            fn say(&self, reader: Reader<'_, Asl>) -> Phrase {
                words::order(reader.setting, reader.seat, reader.facts, &(*self).into())
            }

            fn every(_: AslEyes<'_>, _: Side, _: Every, _: &mut impl FnMut(Self)) {}
        }
    )*
    $(
        impl DraftKind<Asl> for $draft {
            fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
                true
            }

            fn next(&self, _: Prompt<'_, Asl>, _: &mut impl OfferSink<Asl>) {}

            fn say(&self, reader: Reader<'_, Asl>) -> Phrase {
                draft_words::draft(reader.setting, reader.seat, reader.facts, &(*self).into())
            }
        }
    )*};
}

as_before! {
    orders Sewer, To, TunnelMove, Claim, ClaimNothing, Show, ShowNothing, Emerge, Close, Destroy ;
    drafts SewerWith, TunnelWith, EmergeWith, CloseWith
}
