//! The time of several things beside one another, each at its best.
//!
//! A machine is disturbed for milliseconds at a time. So each measurement is short, the things to be measured take turns, and of each the
//! best time counts: what it costs when nothing disturbs it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Draws of one measurement of the bare generator.
const DRAWS: u64 = 500_000;
/// How often each thing takes its turn, and for how long in all.
const TURNS: usize = 1500;
const LONGEST: Duration = Duration::from_secs(2);

/// Something to be measured.
pub struct Timed<'a> {
    times: u64,
    run: Box<dyn FnMut() -> u64 + 'a>,
    best: f64,
    spent: Duration,
}

impl<'a> Timed<'a> {
    /// What `run` does, `times` times over.
    pub fn new(times: u64, run: impl FnMut() -> u64 + 'a) -> Self {
        Self { times, run: Box::new(run), best: f64::INFINITY, spent: Duration::ZERO }
    }

    /// The best time for one of its `times`, in nanoseconds.
    pub fn ns(&self) -> f64 {
        self.best
    }

    fn turn(&mut self) {
        if self.spent > LONGEST {
            return;
        }
        let start = Instant::now();
        black_box((self.run)());
        let elapsed = start.elapsed();
        self.spent += elapsed;
        self.best = self.best.min(elapsed.as_secs_f64() * 1e9 / self.times as f64);
    }
}

/// Measures things in turns; gives the time of a bare draw, measured among them.
pub fn in_turns(things: &mut [Timed<'_>]) -> f64 {
    let mut draw = Timed::new(DRAWS, || {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        (0..DRAWS).fold(0, |sum: u64, _| sum ^ generator.next_u64())
    });
    for _ in 0..TURNS {
        draw.turn();
        things.iter_mut().for_each(Timed::turn);
    }
    draw.ns()
}
