//! Smallest possible program for comparison: without any library it reads a byte and writes one.
//!
//! The terminal must not wait for a line: `sh -c 'stty raw -echo; floor'`. Ctrl-C ends it.

use std::io::{self, Read, Write};

const CTRL_C: u8 = 3;

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut byte = [b'.'];
    while byte[0] != CTRL_C {
        output.write_all(&byte)?;
        output.flush()?;
        input.read_exact(&mut byte)?;
    }
    Ok(())
}
