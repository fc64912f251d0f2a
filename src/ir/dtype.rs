//! Element types.

/// An element type of scalars, tensors, tiles and arrays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DType {
    /// Truth value.
    Bool,
    /// Signed integers.
    Int4,
    /// 8 bits, signed.
    Int8,
    /// 16 bits, signed.
    Int16,
    /// 32 bits, signed.
    Int32,
    /// 64 bits, signed.
    Int64,
    /// 4 bits, unsigned.
    UInt4,
    /// 8 bits, unsigned.
    UInt8,
    /// 16 bits, unsigned.
    UInt16,
    /// 32 bits, unsigned.
    UInt32,
    /// 64 bits, unsigned.
    UInt64,
    /// Loop counters and extents; `int64_t` in C++.
    Index,
    /// 4-bit float (E2M1).
    Fp4,
    /// 8-bit float, 4 exponent bits, finite only.
    Fp8E4M3FN,
    /// 8-bit float, 5 exponent bits.
    Fp8E5M2,
    /// 8-bit exponent only (scales).
    Fp8E8M0,
    /// IEEE half.
    Fp16,
    /// IEEE single.
    Fp32,
    /// IEEE double (reserved).
    Fp64,
    /// Brain float.
    Bf16,
    /// 4-bit Hi-float.
    Hf4,
    /// 8-bit Hi-float.
    Hf8,
    /// The id of a submitted task.
    TaskId,
}

/// Every element type with the name that `pl.` gives it and its width in bits.
const TABLE: &[(DType, &str, u32)] = &[
    (DType::Bool, "BOOL", 8),
    (DType::Int4, "INT4", 4),
    (DType::Int8, "INT8", 8),
    (DType::Int16, "INT16", 16),
    (DType::Int32, "INT32", 32),
    (DType::Int64, "INT64", 64),
    (DType::UInt4, "UINT4", 4),
    (DType::UInt8, "UINT8", 8),
    (DType::UInt16, "UINT16", 16),
    (DType::UInt32, "UINT32", 32),
    (DType::UInt64, "UINT64", 64),
    (DType::Index, "INDEX", 64),
    (DType::Fp4, "FP4", 4),
    (DType::Fp8E4M3FN, "FP8E4M3FN", 8),
    (DType::Fp8E5M2, "FP8E5M2", 8),
    (DType::Fp8E8M0, "FP8E8M0", 8),
    (DType::Fp16, "FP16", 16),
    (DType::Fp32, "FP32", 32),
    (DType::Fp64, "FP64", 64),
    (DType::Bf16, "BF16", 16),
    (DType::Hf4, "HF4", 4),
    (DType::Hf8, "HF8", 8),
    (DType::TaskId, "TASK_ID", 64),
];

impl DType {
    /// All element types.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|&(dtype, _, _)| dtype)
    }
    /// The type that `pl.NAME` names.
    pub fn parse(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }
    /// The name behind `pl.`.
    pub fn name(self) -> &'static str {
        self.row().1
    }
    /// Width in bits.
    pub fn bits(self) -> u32 {
        self.row().2
    }
    fn row(self) -> &'static (Self, &'static str, u32) {
        &TABLE[self as usize]
    }
    /// Whether it is a float of any kind.
    pub fn is_float(self) -> bool {
        self >= Self::Fp4 && self != Self::TaskId
    }
    /// Whether it is an integer, `INDEX` included and `BOOL` not.
    pub fn is_int(self) -> bool {
        (Self::Int4..=Self::Index).contains(&self)
    }
    /// Whether negative numbers exist.
    pub fn is_signed(self) -> bool {
        self.is_float() || self == Self::Index || (Self::Int4..=Self::Int64).contains(&self)
    }
    /// The type of arithmetic between two: a float beats an integer, the wider wins, at equal width the signed one,
    /// else the first.
    #[must_use]
    pub fn promote(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        match (self.is_float(), other.is_float()) {
            (true, false) => return self,
            (false, true) => return other,
            (true, true) | (false, false) => {}
        }
        match self.bits().cmp(&other.bits()) {
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Equal if other.is_signed() && !self.is_signed() => other,
            std::cmp::Ordering::Equal => self,
        }
    }
}

impl std::fmt::Display for DType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
