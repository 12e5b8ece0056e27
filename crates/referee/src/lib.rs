//! The referee: holds the truth, keeps the ledger, answers each seat.
#![forbid(unsafe_code)]
