//! What the generator makes of what the passes stamped.
//!
//! rows: B68, B69, C50, C58, C59

use selfsame::codegen::emit;
use selfsame::ir::program::Program;

use crate::passes::{KERNELS, PIPELINE, after, class};

fn code(program: &Program) -> String {
    emit(program, "main").unwrap_or_else(|wrong| panic!("{wrong:#?}")).code
}

fn lowered(body: &str) -> String {
    code(&after(&class(&format!("{KERNELS}\n{body}")), PIPELINE).unwrap())
}

/// B68: nothing is emitted for a kernel whose returns are not explicit.
#[test]
fn emission_needs_explicit_returns() {
    let body = "
@pl.function(type=pl.FunctionType.AIV)
def two(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
    t = pl.load(x, [0], [16])
    b1 = pl.store(t, [0], b)
    a1 = pl.store(t, [0], a)
    return b1, a1

@pl.function(type=pl.FunctionType.Orchestration)
def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], c: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
    p, q = self.two(x, a, b)
    r = self.wr(p, c)
    return r
";
    let mut program = after(&class(&format!("{KERNELS}\n{body}")), PIPELINE).unwrap();
    assert!(emit(&program, "main").is_ok());
    let written = class(&format!("{KERNELS}\n{body}")).functions["two"].clone();
    program.functions["two"] = written;
    let wrong = emit(&program, "main").unwrap_err();
    assert!(wrong.iter().any(|it| it.message.contains("ReturnParamsExplicit")), "{wrong:#?}");
}

/// B69: a result is the parameter that is returned, not the first output.
#[test]
fn a_result_is_the_returned_output() {
    let cpp = lowered(
        "
@pl.function(type=pl.FunctionType.AIV)
def k(self, x: pl.Tensor[[16], pl.FP32], scratch: pl.Out[pl.Tensor[[16], pl.FP32]], out: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
    t = pl.load(x, [0], [16])
    s = pl.store(t, [0], scratch)
    r = pl.store(t, [0], out)
    return r

@pl.function(type=pl.FunctionType.Orchestration)
def main(self, x: pl.Tensor[[16], pl.FP32], s: pl.Out[pl.Tensor[[16], pl.FP32]], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
    r = self.k(x, s, o)
    y = self.wr(r, p)
    return y
",
    );
    assert!(cpp.contains("params_t1.add_input(ext_o);"), "{cpp}");
    assert!(!cpp.contains("params_t1.add_input(ext_s);"), "{cpp}");
}

const LOOP: &str = "
@pl.function(type=pl.FunctionType.Orchestration)
def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
    for i, (c,) in pl.range(0, 4, init_values=(o,)):
        BODY
        r = pl.yield_(d)
    y = self.acc(r, o)
    return y
";

/// C58: a trivial carry is a name: no variable, no assignment, the address of its start.
#[test]
fn a_trivial_carry_is_its_start() {
    let cpp = lowered(&LOOP.replace("BODY", "d = self.acc(x, c)"));
    assert_eq!(cpp.matches("add_inout(ext_o)").count(), 2, "{cpp}");
    assert!(!cpp.contains("ChipTensor r"), "{cpp}");
}

/// C59: a rebind is a variable that each trip assigns.
#[test]
fn a_rebind_is_a_variable() {
    let fresh = "f = pl.create_tensor([16], dtype=pl.FP32)\n        d = self.wr(c, f)";
    let cpp = lowered(&LOOP.replace("BODY", fresh));
    let declared =
        cpp.lines().find(|line| line.trim_start().starts_with("ChipTensor ") && line.contains("= ext_o;"));
    let name = declared.and_then(|line| line.split_whitespace().nth(1)).unwrap_or_else(|| panic!("{cpp}"));
    assert!(cpp.contains(&format!("{name} = f;")), "{cpp}");
    assert!(cpp.contains(&format!("add_input({name});")), "{cpp}");
}

/// C50: with barriers, the array of a phase has the extent of the loop that fills it.
#[test]
fn arrays_of_task_ids_have_the_extent_of_their_loop() {
    let cpp = lowered(
        "
@pl.function(type=pl.FunctionType.Orchestration)
def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
    with pl.manual_scope():
        t0 = pl.system.task_invalid()
        for p, (a,) in pl.range(0, 3, init_values=(t0,)):
            for i, (b,) in pl.parallel(0, 6, init_values=(a,)):
                o, u = pl.submit(self.acc, x, o, deps=[b])
                c = pl.yield_(u)
            d = pl.yield_(c)
    return o
",
    );
    assert!(cpp.contains("PTO2TaskId a[6];"), "{cpp}");
    assert!(cpp.contains("PTO2TaskId c[6];"), "{cpp}");
}
