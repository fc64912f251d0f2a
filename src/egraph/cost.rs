//! Costs: whole units with a ceiling, and the scale that turns them into the decimals of a file.
//!
//! Costs are counted in whole units, so sums do not depend on their order, an undo restores the very same
//! cost, and a tie is a tie everywhere. A file with costs such as `0.0125` gets a finer unit (see [`Scale`]).

use std::fmt;

/// The cost of a node or of a selection, in units of its graph (see [`Unit`]).
///
/// Finite costs saturate at [`Cost::CEILING`], which is below [`Cost::INFINITE`]: no sum of real costs reads
/// as "cannot be had".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cost(u64);

impl Cost {
    /// Free.
    pub const ZERO: Self = Self(0);
    /// The largest finite cost, 2^62: dearer things are all equally dear.
    pub const CEILING: Self = Self(1 << 62);
    /// Not to be had: a node that must not be selected.
    pub const INFINITE: Self = Self(u64::MAX);

    /// A finite cost, saturating at [`Cost::CEILING`].
    #[must_use]
    pub const fn new(units: u64) -> Self {
        if units < Self::CEILING.0 { Self(units) } else { Self::CEILING }
    }

    /// The number of units; of an infinite cost, `u64::MAX`.
    #[must_use]
    pub const fn units(self) -> u64 {
        self.0
    }

    /// Whether a node of this cost may be selected.
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.0 != u64::MAX
    }

    /// The sum; infinite if either is.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        if self.is_finite() && other.is_finite() { Self::new(self.0 + other.0) } else { Self::INFINITE }
    }

    /// This cost `count` times over; nothing when `count` is zero, even of an infinite cost.
    #[must_use]
    pub const fn times(self, count: u64) -> Self {
        match count {
            0 => Self::ZERO,
            _ if self.is_finite() => Self::new(self.0.saturating_mul(count)),
            _ => Self::INFINITE,
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_finite() { self.0.fmt(f) } else { f.write_str("infinite") }
    }
}

/// What costs count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// What one whole is, as a plural: `statements`, `cycles`.
    pub name: Box<str>,
    /// How many units of [`Cost`] make one whole.
    pub scale: Scale,
}

impl Unit {
    /// Whole things called `name`.
    #[must_use]
    pub fn whole(name: &str) -> Self {
        Self { name: name.into(), scale: Scale::Whole }
    }
}

/// How many units of [`Cost`] make one whole of a [`Unit`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// One.
    Whole,
    /// 10^n: costs were decimals of at most n places, and are kept exactly.
    Decimal(u8),
    /// 2^n: costs were rounded to multiples of 2^-n, n as large as the sum of all of them allows.
    Binary(i16),
}

impl Scale {
    /// The finest scale that is needed, and can be had, for `costs`, all finite and none negative.
    ///
    /// Whole numbers stay as they are, decimals that a power of ten makes whole are kept exactly, and others are
    /// rounded to a power of two so fine that their sum stays below [`Cost::CEILING`]: more exact than summing
    /// them in `f64`.
    #[must_use]
    pub fn fitting(costs: &[f64]) -> Self {
        /// Above this, not every whole number is an `f64`.
        const EXACT: f64 = (1_u64 << 53) as f64;
        let ceiling = Cost::CEILING.0 as f64;
        let sum: f64 = costs.iter().sum();
        for places in 0..=18_u8 {
            let wholes = 10_f64.powi(i32::from(places));
            let exact = |&cost: &f64| {
                let units = (cost * wholes).round();
                units <= EXACT && units / wholes == cost
            };
            if sum * wholes < ceiling && costs.iter().all(exact) {
                return if places == 0 { Self::Whole } else { Self::Decimal(places) };
            }
        }
        let log = if sum > 0.0 { sum.log2().ceil() as i16 } else { 0 };
        Self::Binary((61 - log).min(1000))
    }

    /// `cost` in units, saturating; `cost` is not negative.
    #[must_use]
    pub fn units(self, cost: f64) -> Cost {
        if cost == f64::INFINITY { Cost::INFINITE } else { Cost::new((cost * self.wholes()).round() as u64) }
    }

    /// `cost` as a number of wholes; infinity if it is infinite.
    #[must_use]
    pub fn wholes_of(self, cost: Cost) -> f64 {
        if cost.is_finite() { cost.0 as f64 / self.wholes() } else { f64::INFINITY }
    }

    fn wholes(self) -> f64 {
        match self {
            Self::Whole => 1.0,
            Self::Decimal(places) => 10_f64.powi(i32::from(places)),
            Self::Binary(bits) => 2_f64.powi(i32::from(bits)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cost, Scale};

    #[test]
    fn sums_stay_below_infinity() {
        let dear = Cost::new(u64::MAX - 1);
        assert_eq!(dear, Cost::CEILING);
        assert_eq!(dear.plus(dear), Cost::CEILING);
        assert_eq!(dear.times(7), Cost::CEILING);
        assert_eq!(dear.plus(Cost::INFINITE), Cost::INFINITE);
        assert_eq!(Cost::INFINITE.times(0), Cost::ZERO);
    }

    #[test]
    fn decimals_are_kept_exactly() {
        let costs = [0.1, 0.25, 3.0];
        let scale = Scale::fitting(&costs);
        assert_eq!(scale, Scale::Decimal(2));
        assert_eq!(scale.units(0.1).units(), 10);
        assert_eq!(scale.wholes_of(Cost::new(335)), 3.35);
        assert_eq!(Scale::fitting(&[1.0, 2.0]), Scale::Whole);
    }

    #[test]
    fn other_fractions_are_rounded_finely() {
        let costs = [1.0 / 3.0, 1e6];
        let scale = Scale::fitting(&costs);
        assert!(matches!(scale, Scale::Binary(bits) if bits > 35));
        assert!((scale.wholes_of(scale.units(1.0 / 3.0)) - 1.0 / 3.0).abs() < 1e-11);
        let huge = Scale::fitting(&[1e300]);
        assert!((huge.wholes_of(huge.units(1e300)) / 1e300 - 1.0).abs() < 1e-9);
    }
}
