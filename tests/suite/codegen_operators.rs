//! Operators of kernels on the CPU against the interpreter: those that pick and place by index, sorting, ranks and barriers;
//! and what is refused by name.

use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::codegen::host;

use crate::codegen_host::Built;
use crate::cpp;

/// A class body after `V` (a vector), `M` (a matrix), `I` and `J` (their indices).
fn text(body: &str) -> String {
    let mut text = String::from(
        "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n\n@pl.program\nclass P:\n",
    );
    for line in body.trim_matches('\n').lines() {
        text.push_str(&format!("    {line}\n"));
    }
    for (short, long) in [
        ("V]", "pl.Tensor[[8], pl.FP32]]"),
        ("M]", "pl.Tensor[[8, 64], pl.FP32]]"),
        (": V", ": pl.Tensor[[8], pl.FP32]"),
        (": M", ": pl.Tensor[[8, 64], pl.FP32]"),
        ("-> V", "-> pl.Tensor[[8], pl.FP32]"),
        ("-> M", "-> pl.Tensor[[8, 64], pl.FP32]"),
        (": I", ": pl.Tensor[[8, 16], pl.INT32]"),
        (": J", ": pl.Tensor[[1, 8], pl.INT32]"),
    ] {
        text = text.replace(short, long);
    }
    text
}

/// A kernel `main` with that signature and body.
fn kernel(signature: &str, body: &str) -> String {
    let lines: Vec<String> = body.lines().map(|line| format!("    {}\n", line.trim_start())).collect();
    text(&format!(
        "@pl.function(type=pl.FunctionType.InCore)\ndef main(self, {signature}:\n{}",
        lines.concat()
    ))
}

fn programs() -> Vec<(&'static str, String)> {
    vec![
        (
            "gather_along",
            kernel(
                "x: M, i: I, o: pl.Out[pl.Tensor[[8, 16], pl.FP32]]) -> pl.Tensor[[8, 16], pl.FP32]",
                "g = pl.gather(x, dim=-1, index=i)
                 return pl.assemble(o, g, [0, 0])",
            ),
        ),
        (
            "gather_flat",
            kernel(
                "x: M, i: I, o: pl.Out[pl.Tensor[[8, 16], pl.FP32]]) -> pl.Tensor[[8, 16], pl.FP32]",
                "t = pl.load(x, [0, 0], [8, 64])
                 k = pl.load(i, [0, 0], [8, 16])
                 g = pl.tile.gather(t, k)
                 return pl.store(g, [0, 0], o)",
            ),
        ),
        (
            "gather_from_memory",
            kernel(
                "x: M, i: I, o: pl.Out[pl.Tensor[[8, 64], pl.FP32]], p: pl.Out[pl.Tensor[[1, 8], pl.FP32]]) -> tuple[pl.Tensor[[8, 64], pl.FP32], pl.Tensor[[1, 8], pl.FP32]]",
                "k = pl.load(i, [0, 0], [1, 8])
                 o1 = pl.store(pl.tile.mgather(x, k), [0, 0], o)
                 p1 = pl.store(pl.tile.mgather(x, k, coalesce=1), [0, 0], p)
                 return o1, p1",
            ),
        ),
        (
            "gather_mask",
            kernel(
                "x: M, o: pl.Out[pl.Tensor[[8, 16], pl.FP32]], p: pl.Out[pl.Tensor[[8, 32], pl.INT32]]) -> tuple[pl.Tensor[[8, 16], pl.FP32], pl.Tensor[[8, 32], pl.INT32]]",
                "a = pl.tensor.gather_mask(x, mask_pattern=4)
                 o1 = pl.assemble(o, a, [0, 0])
                 b = pl.tensor.gather_mask(x, mask_pattern=2, output_dtype=pl.INT32)
                 p1 = pl.assemble(p, b, [0, 0])
                 return o1, p1",
            ),
        ),
        (
            "scatter_along",
            kernel(
                "o: pl.InOut[M], i: I, s: pl.Tensor[[8, 16], pl.FP32]) -> M",
                "r = pl.tensor.scatter(o, dim=1, index=i, src=s)
                 return pl.assemble(o, r, [0, 0])",
            ),
        ),
        (
            "scatter_flat",
            kernel(
                "o: pl.Out[M], i: I, s: pl.Tensor[[8, 16], pl.FP32]) -> M",
                "d = pl.load(o, [0, 0], [8, 64])
                 k = pl.load(i, [0, 0], [8, 16])
                 t = pl.load(s, [0, 0], [8, 16])
                 r = pl.tile.scatter(d, t, k)
                 return pl.store(r, [0, 0], o)",
            ),
        ),
        (
            "scatter_rows",
            kernel(
                "o: pl.InOut[M], i: J, s: M) -> M",
                "r = pl.tensor.scatter_update(o, index=i, src=s)
                 return pl.assemble(o, r, [0, 0])",
            ),
        ),
        (
            "scatter_mask",
            kernel(
                "o: pl.InOut[M], s: pl.Tensor[[8, 16], pl.FP32]) -> M",
                "d = pl.load(o, [0, 0], [8, 64])
                 t = pl.load(s, [0, 0], [8, 16])
                 r = pl.tile.scatter_mask(d, t, mask_pattern=5)
                 return pl.store(r, [0, 0], o)",
            ),
        ),
        (
            "sorting",
            kernel(
                "x: M, i: pl.Tensor[[1, 64], pl.UINT32], o: pl.Out[pl.Tensor[[8, 128], pl.FP32]], p: pl.Out[pl.Tensor[[8, 256], pl.FP32]]) -> tuple[pl.Tensor[[8, 128], pl.FP32], pl.Tensor[[8, 256], pl.FP32]]",
                "a = pl.tensor.sort32(x, i)
                 b = pl.tensor.mrgsort_format1(a, 32)
                 o1 = pl.assemble(o, b, [0, 0])
                 c = pl.tensor.mrgsort_format2(b, a)
                 p1 = pl.assemble(p, c, [0, 0])
                 return o1, p1",
            ),
        ),
        (
            "messages",
            kernel(
                "w: pl.InOut[pld.DistributedTensor[[8], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[8], pl.INT32]], x: V, o: pl.Out[V]) -> V",
                "t = pl.load(x, [0], [8])
                 pld.tile.remote_store(t, target=w, peer=0, offsets=[0])
                 pld.system.notify(s, peer=0, offsets=[1], value=5, op=pld.NotifyOp.AtomicAdd)
                 pld.system.wait(s, [1], 5, cmp=pld.WaitCmp.Ge)
                 pld.system.notify(s, peer=0, offsets=[2], value=9, op=pld.NotifyOp.Set)
                 g = pld.tile.remote_load(w, peer=0, offsets=[4], shape=[4])
                 o1 = pl.store(g, [0], o)
                 h = pld.tile.remote_load(w, peer=0, offsets=[0], shape=[4])
                 return pl.store(h, [4], o1)",
            ),
        ),
        (
            "windows",
            text(
                "
@pl.function
def main(self, x: V, o: pl.InOut[V]) -> V:
    buffer = pld.alloc_window_buffer(64)
    for r in pl.range(pld.world_size()):
        w = pld.window(buffer, [8], dtype=pl.FP32)
        w = pl.assemble(w, x, [0])
        o = pl.assemble(o, pl.slice(w, [4], [4]), [0])
    return o
",
            ),
        ),
        (
            "barrier",
            text(
                "
@pl.function(type=pl.FunctionType.AIV)
def turns(self, x: V, h: pl.InOut[V], o: pl.InOut[V]) -> V:
    b: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
    t = pl.load(x, [b * 2], [2])
    h1 = pl.store(t, [b * 2], h)
    pl.system.syncall()
    u = pl.load(h1, [(b + 1) % 4 * 2], [2])
    return pl.store(u, [b * 2], o)

@pl.function(type=pl.FunctionType.Spmd)
def wide(self, x: V, h: pl.InOut[V], o: pl.InOut[V]) -> V:
    pl.func_attr({\"core_num\": 4})
    r = self.turns(x, h, o)
    return r

@pl.function
def main(self, x: V, h: pl.InOut[V], o: pl.InOut[V]) -> V:
    r = self.wide(x, h, o)
    return r
",
            ),
        ),
    ]
}

#[test]
fn operators_of_kernels_compute_what_the_interpreter_does() {
    let mut runs = Vec::new();
    for (name, text) in programs() {
        let program = cpp::program(name, &text);
        let source = Source::new(name, text.as_str());
        let cpp = host::program_text(&program, "main")
            .unwrap_or_else(|errors| panic!("{}\n{text}", render(&errors, &source)));
        runs.push((name.to_owned(), "main".to_owned(), program, cpp));
    }
    let built = Built::new("operators", runs);
    let mut wrong = Vec::new();
    for name in built.names() {
        for seed in 1..=3 {
            match built.check(&name, seed) {
                Ok(true) => {}
                Ok(false) => wrong.push(format!("{name}: the interpreter refuses it")),
                Err(why) => wrong.push(why),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Blocks of a task that wait for each other, submitted by a scheduler and run in every order.
#[test]
fn blocks_of_a_task_meet() {
    let (_, text) = programs().into_iter().find(|(name, _)| *name == "barrier").unwrap();
    let orchestrated = text.replace("@pl.function\n", "@pl.function(type=pl.FunctionType.Orchestration)\n");
    let written = cpp::program("meeting", &orchestrated);
    let done = selfsame::driver::optimizer::Optimizer::new().optimize(&written).unwrap();
    let cpp = host::program_text(&done.program, "main").unwrap();
    assert!(cpp.contains("kernels::run_kernel_turns, true}"), "{cpp}");
    let built = Built::new("meeting", vec![("meeting".into(), "main".into(), written, cpp)]);
    assert_eq!(built.check("meeting", 1), Ok(true));
}

/// A function without a body is refused by its name.
#[test]
fn a_kernel_without_a_body_is_named() {
    let text = text(
        "
@pl.function(type=pl.FunctionType.AIV)
def elsewhere(self, x: V, o: pl.Out[V]) -> V:
    ...

@pl.function(type=pl.FunctionType.Orchestration)
def main(self, x: V, o: pl.Out[V]) -> V:
    o = self.elsewhere(x, o)
    return o
",
    );
    let done =
        selfsame::driver::optimizer::Optimizer::new().optimize(&cpp::program("bodiless", &text)).unwrap();
    assert!(selfsame::codegen::emit(&done.program, "main").is_ok());
    let errors = host::program_text(&done.program, "main").unwrap_err();
    let said: Vec<&str> = errors.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(said, ["`elsewhere` has no body, so it cannot run on the CPU"]);
}
