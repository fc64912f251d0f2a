//! Names in emitted C++: whatever a program calls its variables, nothing collides and nothing shadows.

use std::fs;

use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::codegen::{self, host};
use selfsame::driver::optimizer::Optimizer;

use crate::codegen_host::Built;
use crate::cpp;

/// Keywords of C++ that are names in the DSL, what headers and the runtime call things, what emission makes up itself, and
/// names that differ only in what it drops.
const NAMES: &str = "
alignas alignof asm auto bitand bool case catch char compl concept constexpr const_cast decltype default delete do double
dynamic_cast enum explicit export extern final float friend goto inline int long mutable namespace noexcept nullptr
operator override private protected public register requires short signed sizeof static static_assert struct switch
template this throw typedef typeid typename union unsigned using virtual void volatile wchar_t xor
NULL EOF NAN errno stdin linux unix int64_t uint32_t size_t std main each orch_args floor_div floor_mod keep_axes
ChipTensor TensorCreateInfo TaskOutputTensors CoreTaskArgs MixedKernels PTO2TaskId PTO2_SCOPE PTO2ScopeGuard
INVALID_KERNEL_ID DataType LOG_INFO to_u64 from_u64 alloc_tensors get_tensor_data rt_submit_task rt_submit_aiv_task
current_runtime always_assert selfsame kernels kernel_table param_table scope_guard_0 scope_guard_1 scope_guard_2
ext_x ext_out ext_x_1 ext_a params_t0 params_t1 params_t2 params_t3 params_t0_deps params_t0_deps_count
params_t1_deps params_t0_when params_t0_synth_out_0 task_0_outs task_1_outs task_2_outs mixed_0 alloc_0 alloc_1 alloc_2
x_ci x_ci_shapes t_ci_shapes out_offsets out_shapes w_offsets w_shapes w_view indices_v indices_w
phase_fence_barrier_0 phase_fence_barrier_0_outs params_phase_fence_barrier_0 out_before t_before t t_1 t_2 t_1_1
v w i i_1 a_ b_ _a _9 _Upper naive na\u{ef}ve \u{e9} ue9
";

/// One after the other, each name is a tensor, a number that a loop counts to, the loop's index and a task.
fn program() -> String {
    let mut text = String::from(
        "import pypto.language as pl


@pl.program
class Names:
    @pl.function(type=pl.FunctionType.AIV)
    def std(self, x: pl.Tensor[[4], pl.FP32], n: pl.Scalar[pl.INDEX], o: pl.Out[pl.Tensor[[4], pl.FP32]]) -> pl.Tensor[[4], pl.FP32]:
        selfsame = pl.load(x, [0], [4])
        std = pl.add(selfsame, 1.0)
        at = pl.mul(std, 0.5)
        kernel_a_b = pl.add(at, std)
        return pl.store(kernel_a_b, [0], o)

    @pl.function(type=pl.FunctionType.AIV)
    def a_b(self, x: pl.Tensor[[4], pl.FP32], acc: pl.InOut[pl.Tensor[[4], pl.FP32]]) -> pl.Tensor[[4], pl.FP32]:
        double = pl.load(x, [0], [4])
        return pl.store(pl.add(pl.load(acc, [0], [4]), double), [0], acc)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[4], pl.FP32], ext_x_2: pl.Tensor[[4], pl.FP32], out: pl.InOut[pl.Tensor[[4], pl.FP32]], new: pl.Scalar[pl.INDEX], big: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[4], pl.FP32]:
",
    );
    let mut last = "ext_x_2".to_owned();
    for (at, name) in NAMES.split_whitespace().enumerate() {
        let mut line = |line: String| text.push_str(&format!("        {line}\n"));
        match at % 4 {
            0 => {
                line(format!("{name} = pl.create_tensor([4], dtype=pl.FP32)"));
                line(format!("{name} = self.std({last}, {at}, {name})"));
                last = name.to_owned();
            }
            1 => {
                line(format!("{name}: pl.Scalar[pl.INDEX] = new % 2 + 1"));
                line(format!("for q{at} in pl.range({name}):"));
                line(format!("    out = self.a_b({last}, out)"));
            }
            2 => {
                line(format!("for {name} in pl.range(2):"));
                line(format!("    n{at} = pl.slice(big, [4], [{name}])"));
                line(format!("    out = self.a_b(n{at}, out)"));
            }
            _ => {
                line(format!("out, {name} = pl.submit(self.a_b, {last}, out)"));
                line(format!("out, d{at} = pl.submit(self.a_b, x, out, deps=[{name}])"));
            }
        }
    }
    text.push_str("        return out\n");
    text
}

#[test]
fn no_name_collides_and_none_shadows() {
    let text = program();
    let source = Source::new("names.py", text.as_str());
    let written = cpp::program("names.py", &text);
    let complain =
        |errors: selfsame::base::diagnostic::Diagnostics| -> ! { panic!("{}", render(&errors, &source)) };
    let done = Optimizer::new().optimize(&written).unwrap_or_else(|errors| complain(errors));
    let device = codegen::emit(&done.program, "main").unwrap_or_else(|errors| complain(errors));
    // The runtime's own headers count as the system's: only what is emitted is warned of.
    let folder = cpp::folder("names_device");
    let inside = folder.join("emitted");
    fs::create_dir(&inside).unwrap();
    fs::write(inside.join("names.cpp"), &device.code).unwrap();
    cpp::must_compile(&inside, &["-isystem", "..", "-Wshadow", "-fsyntax-only", "names.cpp"]);
    let cpu = host::program_text(&done.program, "main").unwrap_or_else(|errors| complain(errors));
    let built = Built::new("names", vec![("names".into(), "main".into(), written.clone(), cpu)]);
    for seed in 1..=2 {
        assert_eq!(built.check("names", seed), Ok(true));
    }
}
