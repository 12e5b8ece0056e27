//! Tide of Iron: Stalingrad, with its sewers.
#![forbid(unsafe_code)]
