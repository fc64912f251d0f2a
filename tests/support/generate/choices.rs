//! A list of numbers that decides everything.

/// Numbers still to be used.
pub(crate) struct Choices<'a> {
    values: &'a [u32],
}

impl<'a> Choices<'a> {
    pub(crate) fn new(values: &'a [u32]) -> Self {
        Self { values }
    }
    /// A number below `end`; 0 once the list has run out.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        if end <= 1 {
            return 0;
        }
        match self.values.split_first() {
            Some((first, rest)) => {
                self.values = rest;
                *first as usize % end
            }
            None => 0,
        }
    }
    /// Whether something that happens so often, in percent, happens; never once the list has run out.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }
    /// One of several, the first once the list has run out.
    pub(crate) fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
    /// One of several, each as often as its weight says.
    pub(crate) fn weighted<T: Copy>(&mut self, of: &[(usize, T)]) -> T {
        let mut at = self.below(of.iter().map(|it| it.0).sum());
        for (weight, it) in of {
            if at < *weight {
                return *it;
            }
            at -= weight;
        }
        of[0].1
    }
    /// Whether nothing is left.
    pub(crate) fn spent(&self) -> bool {
        self.values.is_empty()
    }
}
