//! Tree costs: they double where a value is used twice, so along a chain they outgrow any fixed width.

/// A cost with 62 significant bits and a wide exponent: `mantissa * 2^exponent`.
///
/// Exact below 2^62; above, sums are rounded down. Addition stays monotone (`a + b >= a`), which is what
/// Knuth's method needs, and large costs still differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Wide {
    // In this order, so that the derived order is the numeric one: the mantissa is at least 2^61 unless the
    // exponent is zero.
    exponent: u32,
    mantissa: u64,
}

impl Wide {
    pub(crate) const MAX: Self = Self { exponent: u32::MAX, mantissa: u64::MAX };

    pub(crate) const fn new(cost: u64) -> Self {
        Self { exponent: 0, mantissa: cost }.normal()
    }

    pub(crate) const fn plus(self, other: Self) -> Self {
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let shift = large.exponent - small.exponent;
        let small = if shift < 64 { small.mantissa >> shift } else { 0 };
        Self { exponent: large.exponent, mantissa: large.mantissa + small }.normal()
    }

    const fn normal(mut self) -> Self {
        while self.mantissa >= 1 << 62 {
            self.mantissa >>= 1;
            self.exponent += 1;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Wide;

    #[test]
    fn doubling_never_saturates() {
        let mut cost = Wide::new(3);
        for _ in 0..100_000 {
            let double = cost.plus(cost);
            assert!(double > cost);
            cost = double;
        }
        assert!(cost < Wide::MAX);
        assert!(cost.plus(Wide::new(1)) >= cost);
    }

    #[test]
    fn small_sums_are_exact() {
        assert_eq!(Wide::new(2).plus(Wide::new(5)), Wide::new(7));
        assert!(Wide::new(1 << 61).plus(Wide::new(1 << 61)) > Wide::new((1 << 62) - 1));
    }
}
