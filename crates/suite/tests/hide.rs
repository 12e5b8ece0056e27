//! The invariants, for `hide`.

suite::invariants!(suite::toys::hide::Hide<0>);
