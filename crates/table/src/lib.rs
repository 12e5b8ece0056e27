//! Every rule system behind one JSON surface.
#![forbid(unsafe_code)]
