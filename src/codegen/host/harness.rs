//! The file around orchestration and kernels: headers, the kernel table, parameters, `main`.

use crate::codegen::emitter::Needs;
use crate::codegen::file;
use crate::codegen::host::function::name_of;
use crate::codegen::{Cpp, types};
use crate::ir::dtype::DType;
use crate::ir::program::Function;
use crate::ir::types::Type;

/// The whole of `program.cpp`.
pub(super) fn file(
    needs: &Needs,
    functions: &[String],
    kernels: &[&Function],
    orchestration: &Cpp,
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
    for kernel in kernels {
        text.push('\n');
        text.push_str(&entry_of(kernel));
    }
    text.push_str("\n}  // namespace kernels\n\n#pragma GCC diagnostic pop\n\n");
    text.push_str(&orchestration.code);
    text.push_str(&table(kernels, entry));
    text
}

/// The kernel as the runtime calls it: tensors, then scalars.
fn entry_of(kernel: &Function) -> String {
    let name = name_of(kernel);
    let (mut tensors, mut scalars) = (0, 0);
    let mut args = vec!["selfsame::Lane{block, blocks, lane}".to_owned()];
    for param in &kernel.params {
        let ty = kernel.ty(param.var);
        args.push(match ty {
            Type::Tensor(_) => {
                let dtype = ty.dtype().unwrap_or(DType::Fp32);
                tensors += 1;
                format!("selfsame::tensor(tensors[{}], selfsame::Type::{})", tensors - 1, dtype.name())
            }
            _ => {
                let cpp = match ty {
                    Type::Scalar(dtype) => types::scalar(*dtype).or_else(|| types::model(*dtype)),
                    _ => None,
                };
                scalars += 1;
                format!("from_u64<{}>(scalars[{}])", cpp.unwrap_or("uint64_t"), scalars - 1)
            }
        });
    }
    format!(
        "static void run_{name}(const ChipTensor* tensors, const uint64_t* scalars, int32_t block, int32_t blocks, int32_t lane) {{
    {name}({});
}}
",
        args.join(", ")
    )
}

fn table(kernels: &[&Function], entry: &Function) -> String {
    let mut text = String::from("\nstatic const selfsame::Kernel kernel_table[] = {\n");
    for kernel in kernels {
        text.push_str(&format!("    {{\"{}\", kernels::run_{}}},\n", kernel.name, name_of(kernel)));
    }
    text.push_str("    {nullptr, nullptr},\n};\n\nstatic const selfsame::HostParam param_table[] = {\n");
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
