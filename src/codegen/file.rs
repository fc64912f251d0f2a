//! The file around the function's body.

use crate::codegen::emitter::{Needs, Unit};
use crate::codegen::names::base;

const FLOOR_DIV: &str = "\
/// Quotient rounded towards minus infinity.
template <typename T>
static inline T floor_div(T a, T b) {
    T q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
";
const FLOOR_MOD: &str = "\
/// Remainder with the sign of the divisor.
template <typename T>
static inline T floor_mod(T a, T b) {
    T r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
";
const INT_POW: &str = "\
/// `base` to a power that is not negative.
template <typename T>
static inline T int_pow(T base, T exponent) {
    T result = 1;
    for (T i = 0; i < exponent; i += 1) {
        result *= base;
    }
    return result;
}
";
const KEEP_AXES: &str = "\
/// The view without its other axes, which have one element or none.
static inline ChipTensor keep_axes(const ChipTensor& view, std::initializer_list<uint32_t> axes) {
    ChipTensor kept = view;
    kept.ndims = 0;
    for (uint32_t axis : axes) {
        kept.shapes[kept.ndims] = view.shapes[axis];
        kept.strides[kept.ndims] = view.strides[axis];
        kept.ndims += 1;
    }
    kept.is_contiguous = true;
    uint64_t expected = 1;
    for (uint32_t axis = kept.ndims; axis > 0; axis -= 1) {
        kept.is_contiguous = kept.is_contiguous && kept.strides[axis - 1] == expected;
        expected *= kept.shapes[axis - 1];
    }
    if (view.numel() == 0) {
        kept.shapes[0] = 0;
    }
    return kept;
}
";

/// The helpers that are needed.
pub(crate) fn helpers(needs: &Needs) -> Vec<&'static str> {
    let helpers = [
        (needs.floor_div, FLOOR_DIV),
        (needs.floor_mod, FLOOR_MOD),
        (needs.int_pow, INT_POW),
        (needs.keep_axes, KEEP_AXES),
    ];
    helpers.into_iter().filter(|(wanted, _)| *wanted).map(|(_, helper)| helper).collect()
}

/// The whole file. The first function has the names that the runtime looks for; further ones have their own name at the
/// end of theirs.
pub(crate) fn file(units: &[Unit]) -> String {
    let mut needs = Needs::default();
    units.iter().for_each(|unit| needs.add(&unit.needs));
    let mut text = String::from("#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n");
    let headers = [
        (needs.algorithm, "algorithm"),
        (needs.cmath, "cmath"),
        (needs.cstdlib, "cstdlib"),
        (needs.keep_axes, "initializer_list"),
        (needs.limits, "limits"),
    ];
    for (_, header) in headers.iter().filter(|(wanted, _)| *wanted) {
        text.push_str(&format!("#include <{header}>\n"));
    }
    text.push_str("\n#include \"pto_orchestration_api.h\"\n");
    for helper in helpers(&needs) {
        text.push('\n');
        text.push_str(helper);
    }
    text.push_str("\nextern \"C\" {\n");
    for (index, unit) in units.iter().enumerate() {
        text.push_str(&entry(unit, index > 0));
    }
    text.push_str("\n}  // extern \"C\"\n");
    text
}

/// The two entry points of one function.
fn entry(unit: &Unit, further: bool) -> String {
    let suffix = if further { format!("_{}", base(&unit.name)) } else { String::new() };
    let mut text = String::from("\n");
    for comment in &unit.comments {
        text.push_str(&format!("// {comment}\n"));
    }
    text.push_str(&format!("// Orchestration function {}\n", unit.name));
    for (id, kernel) in unit.kernels.iter().enumerate() {
        text.push_str(&format!("// Kernel {id}: {} ({})\n", kernel.name, kernel.core.name()));
    }
    let Unit { params, prologue, body, .. } = unit;
    let unused = if prologue.is_empty() { "    (void)orch_args;\n" } else { "" };
    text.push_str(&format!(
        "\
__attribute__((visibility(\"default\"))) PTO2OrchestrationConfig aicpu_orchestration_config{suffix}(const ChipTaskArgs& orch_args) {{
    (void)orch_args;
    return PTO2OrchestrationConfig{{
        .expected_arg_count = {params},
    }};
}}

__attribute__((visibility(\"default\"))) void aicpu_orchestration_entry{suffix}(const ChipTaskArgs& orch_args) {{
{unused}{prologue}{body}}}
"
    ));
    text
}
