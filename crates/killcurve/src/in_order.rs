//! Does several jobs at once and hands their results over in the order of the jobs.
//!
//! The workers are threads of their own and not tasks of rayon: a job that waits for rayon inside would pick up further jobs there,
//! and each holds a whole report in memory. So no more than `at_once` jobs are ever begun and not finished.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Does `work` on every job, on `at_once` threads, and gives each result to `take` as soon as those of all earlier jobs are taken.
/// After an error from `take` no further job is begun.
pub fn in_order<J: Send, R: Send, E>(
    jobs: Vec<J>,
    at_once: usize,
    work: impl Fn(J) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let workers = at_once.min(jobs.len());
    if workers <= 1 {
        return jobs.into_iter().try_for_each(|job| take(work(job)));
    }
    let jobs = Mutex::new(jobs.into_iter().enumerate());
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, jobs, work) = (sender.clone(), &jobs, &work);
            scope.spawn(move || {
                let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((number, job)) = next() {
                    if sender.send((number, work(job))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        // Dropped on an error, which stops the workers.
        for (number, result) in results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                take(result)?;
                next += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    /// The first jobs take longest, so they end last.
    fn slow_first(number: usize) -> usize {
        thread::sleep(Duration::from_millis(20_u64.saturating_sub(number as u64)));
        number
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        for at_once in [0, 1, 2, 7, 100] {
            let mut taken = Vec::new();
            let all = in_order((0..30).collect(), at_once, slow_first, |number| {
                taken.push(number);
                Ok::<(), ()>(())
            });
            assert_eq!((all, taken), (Ok(()), (0..30).collect()), "{at_once} at once");
        }
    }

    #[test]
    fn no_more_jobs_than_that_are_under_way() {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |number| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            let number = slow_first(number);
            now.fetch_sub(1, Ordering::SeqCst);
            number
        };
        in_order((0..30).collect(), 3, work, |_| Ok::<(), ()>(())).unwrap();
        assert!((1..=3).contains(&most.load(Ordering::SeqCst)));
    }

    #[test]
    fn an_error_ends_it() {
        let begun = AtomicUsize::new(0);
        let work = |number| {
            begun.fetch_add(1, Ordering::SeqCst);
            slow_first(number)
        };
        let all =
            in_order((0..1000).collect(), 2, work, |number| if number == 3 { Err(number) } else { Ok(()) });
        assert_eq!(all, Err(3));
        assert!(begun.load(Ordering::SeqCst) < 1000);
    }
}
