//! Does jobs natively, for comparison with the module in a browser: one job as JSON per line of standard input, one
//! result per line of standard output. `make site-search` calls it.

use std::io::{BufRead, Write};

// The allocator of the program that is shipped.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for job in std::io::stdin().lock().lines() {
        writeln!(out, "{}", browser::work(&job?))?;
        out.flush()?;
    }
    Ok(())
}
