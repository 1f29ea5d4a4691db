//! How long work tells what it is doing.

/// Is told how work gets on. Work is told of in stages, one after the other; each counts things of one kind.
///
/// Every method does nothing by default, so `()` watches nothing.
pub trait Watch: Sync {
    /// A stage begins, which counts things such as `trials`.
    fn begin(&self, unit: &'static str) {
        let _ = unit;
    }

    /// The stage has so many more things to do.
    fn expect(&self, more: u64) {
        let _ = more;
    }

    /// So many more things are done.
    fn advance(&self, more: u64) {
        let _ = more;
    }

    /// The stage is over.
    fn end(&self) {}

    /// What is going on now, for somebody who waits.
    fn news(&self, words: &str) {
        let _ = words;
    }

    /// Something about the answer that its reader should know.
    fn remark(&self, words: &str) {
        let _ = words;
    }
}

impl Watch for () {}

/// Passes on what is said, and no counts.
pub(crate) struct Remarks<'a>(pub(crate) &'a dyn Watch);

impl Watch for Remarks<'_> {
    fn news(&self, words: &str) {
        self.0.news(words);
    }

    fn remark(&self, words: &str) {
        self.0.remark(words);
    }
}

/// Passes on what a search for prices tells.
pub(crate) struct Battles<'a>(pub(crate) &'a dyn Watch);

impl battles::Watch for Battles<'_> {
    fn stage(&self, words: &str, battles: u64) {
        self.0.end();
        self.0.news(words);
        if battles > 0 {
            self.0.begin("battles");
            self.0.expect(battles);
        }
    }

    fn played(&self, battles: u64) {
        self.0.advance(battles);
    }
}
