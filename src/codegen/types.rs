//! C++ types of element types.

use crate::ir::dtype::DType;
use crate::ir::types::Type;

/// The C++ type of a scalar on the scheduler; `None` where it has none.
pub(crate) fn scalar(dtype: DType) -> Option<&'static str> {
    Some(match dtype {
        DType::Bool => "bool",
        DType::Int8 => "int8_t",
        DType::Int16 => "int16_t",
        DType::Int32 => "int32_t",
        DType::Int64 | DType::Index => "int64_t",
        DType::UInt8 => "uint8_t",
        DType::UInt16 => "uint16_t",
        DType::UInt32 => "uint32_t",
        DType::UInt64 => "uint64_t",
        DType::Fp32 => "float",
        DType::Fp64 => "double",
        DType::TaskId => "PTO2TaskId",
        DType::Int4
        | DType::UInt4
        | DType::Fp4
        | DType::Fp8E4M3FN
        | DType::Fp8E5M2
        | DType::Fp8E8M0
        | DType::Fp16
        | DType::Bf16
        | DType::Hf4
        | DType::Hf8 => return None,
    })
}

/// The C++ type that holds the values of a type which C++ does not have.
pub(crate) fn model(dtype: DType) -> Option<&'static str> {
    match dtype {
        DType::Int4 | DType::UInt4 => Some("int8_t"),
        dtype if dtype.is_float() => Some("float"),
        _ => None,
    }
}

/// The member of the runtime's `DataType`; `None` where it has none.
pub(crate) fn data_type(dtype: DType) -> Option<&'static str> {
    Some(match dtype {
        DType::Fp32 => "FLOAT32",
        DType::Fp16 => "FLOAT16",
        DType::Int32 => "INT32",
        DType::Int16 => "INT16",
        DType::Int8 => "INT8",
        DType::UInt8 => "UINT8",
        DType::Bf16 => "BFLOAT16",
        DType::Int64 | DType::Index => "INT64",
        DType::UInt64 => "UINT64",
        DType::UInt16 => "UINT16",
        DType::UInt32 => "UINT32",
        DType::Bool => "BOOL",
        DType::Fp8E4M3FN => "FP8E4M3FN",
        DType::Fp8E8M0 => "FP8E8M0",
        DType::Fp4 => "FP4E2M1",
        DType::Int4
        | DType::UInt4
        | DType::Fp8E5M2
        | DType::Fp64
        | DType::Hf4
        | DType::Hf8
        | DType::TaskId => return None,
    })
}

/// Whether it is a communication context.
pub(crate) fn is_context(ty: &Type) -> bool {
    matches!(ty, Type::Named(name) if name.as_str() == "pld.CommCtxType")
}
