//! The invariants, for `duel`.

suite::invariants!(suite::toys::duel::Duel);
