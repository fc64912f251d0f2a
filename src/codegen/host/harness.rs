//! The file around orchestration and kernels: headers, the kernel table, parameters, `main`.

use crate::codegen::calls::made;
use crate::codegen::emitter::Needs;
use crate::codegen::file;
use crate::codegen::host::function::name_of;
use crate::codegen::host::meets;
use crate::codegen::{Cpp, types};
use crate::ir::dtype::DType;
use crate::ir::program::{Function, Program};
use crate::ir::types::Type;

/// The whole of `program.cpp`.
pub(super) fn file(
    program: &Program,
    needs: &Needs,
    functions: &[String],
    kernels: &[&Function],
    orchestration: Option<&Cpp>,
    entry: &Function,
) -> String {
    let mut text = String::new();
    text.push_str(
        "#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <tuple>

#include \"selfsame_host.h\"
#include \"selfsame_indexing.h\"
#include \"selfsame_operators.h\"

// Kernels keep all names of the program, read or not.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \"-Wunused-variable\"
#pragma GCC diagnostic ignored \"-Wunused-parameter\"
#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"
#pragma GCC diagnostic ignored \"-Wunused-but-set-parameter\"
#pragma GCC diagnostic ignored \"-Wunused-function\"

namespace kernels {
",
    );
    for helper in file::helpers(needs) {
        text.push('\n');
        text.push_str(helper);
    }
    for function in functions {
        text.push('\n');
        text.push_str(function);
    }
    let tasks = if orchestration.is_some() { kernels } else { &[] };
    for kernel in tasks {
        text.push('\n');
        text.push_str(&task(kernel));
    }
    text.push_str("\n}  // namespace kernels\n\n#pragma GCC diagnostic pop\n\n");
    match orchestration {
        Some(cpp) => text.push_str(&cpp.code),
        None => text.push_str(&called(entry)),
    }
    text.push_str(&table(program, tasks, entry));
    text
}

/// The entry of a program without a scheduler: one call, whose results are handed back.
fn called(entry: &Function) -> String {
    let (mut tensors, mut scalars) = (0, 0);
    let mut args = vec!["selfsame::Lane{0, 1, 0}".to_owned()];
    for param in &entry.params {
        args.push(argument(
            entry.ty(param.var),
            &mut tensors,
            &mut scalars,
            "args.tensor(",
            ").ref()",
            "args.scalar(",
            ")",
        ));
    }
    let call = format!("kernels::{}({})", name_of(entry), args.join(", "));
    let mut body = match entry.results.len() {
        0 => format!("    {call};\n"),
        _ => format!("    auto result = {call};\n"),
    };
    for (index, ty) in entry.results.iter().enumerate() {
        let value =
            if entry.results.len() == 1 { "result".to_owned() } else { format!("std::get<{index}>(result)") };
        let value = if ty.is_storage() { format!("selfsame::kept({value})") } else { value };
        body.push_str(&format!("    selfsame::hand_back({index}, {value});\n"));
    }
    format!("static void aicpu_orchestration_entry([[maybe_unused]] const ChipTaskArgs& args) {{\n{body}}}\n")
}

/// What a function gets for a parameter: a view of a tensor, or a scalar out of its slot.
fn argument(
    ty: &Type,
    tensors: &mut usize,
    scalars: &mut usize,
    tensor: &str,
    tensor_end: &str,
    scalar: &str,
    scalar_end: &str,
) -> String {
    if let Type::Tensor(it) = ty {
        *tensors += 1;
        let at = *tensors - 1;
        return format!("selfsame::tensor({tensor}{at}{tensor_end}, selfsame::Type::{})", it.dtype.name());
    }
    *scalars += 1;
    let at = *scalars - 1;
    let cpp = match ty {
        Type::Scalar(DType::TaskId) => Some("int64_t"),
        Type::Scalar(dtype) => types::scalar(*dtype).or_else(|| types::model(*dtype)),
        _ => None,
    };
    format!("from_u64<{}>({scalar}{at}{scalar_end})", cpp.unwrap_or("uint64_t"))
}

/// The kernel as the runtime calls it: tensors, then scalars.
fn task(kernel: &Function) -> String {
    let name = name_of(kernel);
    let (mut tensors, mut scalars) = (0, 0);
    let mut args = vec!["selfsame::Lane{block, blocks, lane}".to_owned()];
    for param in &kernel.params {
        args.push(argument(
            kernel.ty(param.var),
            &mut tensors,
            &mut scalars,
            "tensors[",
            "]",
            "scalars[",
            "]",
        ));
    }
    let call = format!("{name}({})", args.join(", "));
    let made = made(kernel);
    let body =
        if made.is_empty() { format!("    {call};\n") } else { handing_out(kernel, &call, &made, tensors) };
    format!(
        "static void run_{name}(const ChipTensor* tensors, const uint64_t* scalars, int32_t block, int32_t blocks, int32_t lane) {{
{body}}}
"
    )
}

/// The call of a kernel that makes tensors itself; those of the last block go into the outputs after its parameters.
fn handing_out(kernel: &Function, call: &str, made: &[usize], first: usize) -> String {
    let mut text = format!("    auto result = {call};\n    if (block + 1 == blocks) {{\n");
    for (number, &index) in made.iter().enumerate() {
        let value = match kernel.results.len() {
            1 => "result".to_owned(),
            _ => format!("std::get<{index}>(result)"),
        };
        let ty = kernel.results[index].dtype().unwrap_or(DType::Fp32).name();
        let target = format!("selfsame::tensor(tensors[{}], selfsame::Type::{ty})", first + number);
        text.push_str(&format!("        selfsame::give({value}, {target});\n"));
    }
    text.push_str("    }\n");
    text
}

fn table(program: &Program, kernels: &[&Function], entry: &Function) -> String {
    let mut text = String::from("\nstatic const selfsame::Kernel kernel_table[] = {\n");
    for kernel in kernels {
        let meets = meets(program, kernel);
        text.push_str(&format!("    {{\"{}\", kernels::run_{}, {meets}}},\n", kernel.name, name_of(kernel)));
    }
    text.push_str(
        "    {nullptr, nullptr, false},\n};\n\nstatic const selfsame::HostParam param_table[] = {\n",
    );
    for param in &entry.params {
        let ty = entry.ty(param.var);
        let dtype = ty.dtype().and_then(types::data_type).unwrap_or("UINT64");
        let name = &entry.vars[param.var].name;
        text.push_str(&format!("    {{\"{name}\", {}, DataType::{dtype}}},\n", ty.is_tensor()));
    }
    text.push_str(&format!(
        "    {{nullptr, false, DataType::UINT64}},
}};

int main(int argc, char** argv) {{
    const selfsame::HostProgram program = {{param_table, {}, kernel_table, {}, aicpu_orchestration_entry}};
    return selfsame::host_main(program, argc, argv);
}}
",
        entry.params.len(),
        kernels.len()
    ));
    text
}
