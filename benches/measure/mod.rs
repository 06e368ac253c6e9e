//! The least that a benchmark needs: run something often enough, take the median of several rounds, print a row.

#![allow(dead_code, reason = "each benchmark takes what it needs")]

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds whose median is told.
const ROUNDS: usize = 11;

/// Median time of one call, measured in rounds of at least 20 ms each.
pub fn median<T>(mut call: impl FnMut() -> T) -> Duration {
    let mut calls = 1u32;
    loop {
        let started = Instant::now();
        for _ in 0..calls {
            black_box(call());
        }
        if started.elapsed() >= Duration::from_millis(20) || calls >= 1 << 24 {
            break;
        }
        calls *= 2;
    }
    let mut rounds: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let started = Instant::now();
            for _ in 0..calls {
                black_box(call());
            }
            started.elapsed() / calls
        })
        .collect();
    rounds.sort();
    rounds[ROUNDS / 2]
}

/// Median time of one call that needs something fresh each time; making it is not counted.
pub fn median_fresh<S, T>(mut fresh: impl FnMut() -> S, mut call: impl FnMut(S) -> T) -> Duration {
    let mut times: Vec<Duration> = (0..101)
        .map(|_| {
            let state = fresh();
            let started = Instant::now();
            black_box(call(state));
            started.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// Prints one row of the table.
pub fn row(what: &str, time: Duration) {
    let nanos = time.as_nanos() as f64;
    let text = if nanos < 1_000.0 {
        format!("{nanos:.0} ns")
    } else if nanos < 1_000_000.0 {
        format!("{:.1} µs", nanos / 1_000.0)
    } else {
        format!("{:.2} ms", nanos / 1_000_000.0)
    };
    println!("| {what} | {text} |");
}
