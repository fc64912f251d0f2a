//! Warnings about storage.
//!
//! rows: D93, D100, D101, D102, D103, D104, D105, D106, D107, D108, D109

use selfsame::base::diagnostic::Severity;
use selfsame::verify::property::lints::warnings;

use crate::passes::{KERNELS, class};

/// The warnings of a class body, code and message.
fn said(body: &str) -> Vec<String> {
    let found = warnings(&class(body));
    assert!(found.iter().all(|it| it.severity == Severity::Warning));
    found.iter().map(|it| format!("{}: {}", it.code.0, it.message)).collect()
}

/// One kernel of this signature and body.
fn kernel(params: &str, body: &str) -> Vec<String> {
    said(&format!("@pl.function(type=pl.FunctionType.InCore)\ndef k(self, {params}):\n{body}\n"))
}

const P: &str = "p: pl.Tensor[[16], pl.FP32], x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]";

fn in_param_written(by: &str) -> Vec<String> {
    vec![format!("in-param-written: parameter 'p' of function 'k' is declared In but written by {by}")]
}

/// D100, D102, D103: one warning, by operators and by callees, calls and submissions.
#[test]
fn a_written_in_parameter_is_named_once() {
    let store = "    t = pl.load(x, [0], [16])\n    pl.store(t, [0], p)\n    pl.store(t, [0], p)";
    assert_eq!(kernel(P, store), in_param_written("operator 'tile.store'"));
    let write = "    pl.tensor.write(p, [0], 1.0)";
    assert_eq!(kernel(P, write), in_param_written("operator 'tensor.write'"));
    let call = |line: &str| {
        said(&format!(
            "{KERNELS}\n@pl.function(type=pl.FunctionType.InCore)\ndef k(self, {P}):\n    {line}\n"
        ))
    };
    assert_eq!(call("r = self.wr(x, p)"), in_param_written("callee 'wr'"));
    assert_eq!(call("r, t = pl.submit(self.acc, x, p)"), in_param_written("callee 'acc'"));
}

/// D101: not for Orchestration functions, not for scalars; for tiles as for tensors.
#[test]
fn orchestrators_and_scalars_are_left_out() {
    let orchestration = format!(
        "@pl.function(type=pl.FunctionType.Orchestration)\ndef k(self, {P}):\n    pl.tensor.write(p, [0], 1.0)\n"
    );
    assert_eq!(said(&orchestration), Vec::<String>::new());
    let tile = "p: pl.Tile[[16], pl.FP32, pl.Mem.Vec], n: pl.Scalar[pl.INDEX]";
    assert_eq!(kernel(tile, "    pl.tile.write(p, [n], 1.0)"), in_param_written("operator 'tile.write'"));
}

/// D104: nothing to say of Out, InOut, reading and waiting.
#[test]
fn declared_writes_and_reads_are_fine() {
    let out = P.replace("p: pl.Tensor[[16], pl.FP32]", "p: pl.Out[pl.Tensor[[16], pl.FP32]]");
    let inout = P.replace("p: pl.Tensor[[16], pl.FP32]", "p: pl.InOut[pl.Tensor[[16], pl.FP32]]");
    let store = "    t = pl.load(x, [0], [16])\n    pl.store(t, [0], p)";
    assert_eq!(kernel(&out, store), Vec::<String>::new());
    assert_eq!(kernel(&inout, store), Vec::<String>::new());
    assert_eq!(kernel(P, "    t = pl.load(p, [0], [16])"), Vec::<String>::new());
    let wait = "p: pld.DistributedTensor[[4, 1], pl.INT32], n: pl.Scalar[pl.INDEX]";
    assert_eq!(kernel(wait, "    pld.system.wait(p, [0, 0], 1)"), Vec::<String>::new());
}

/// D105: through a slice, not through a transpose, which is another tensor.
#[test]
fn views_are_followed() {
    let slice = "    w = pl.tensor.slice(p, [8], [0])\n    t = pl.load(x, [0], [8])\n    pl.store(t, [0], w)";
    assert_eq!(kernel(P, slice), in_param_written("operator 'tile.store'"));
    let tile = "p: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec], n: pl.Scalar[pl.INDEX]";
    let transposed = "    t = pl.tile.transpose(p, 0, 1)\n    pl.tile.write(t, [n, 0], 1.0)";
    assert_eq!(kernel(tile, transposed), Vec::<String>::new());
}

/// D106: a name bound anew is another tensor; what may be the parameter or nothing is the parameter; what may be either of
/// two is not held against one.
#[test]
fn lineage_is_of_the_name_as_bound() {
    let rebound =
        "    q = p\n    q = pl.tensor.create([16], dtype=pl.FP32)\n    pl.tensor.write(q, [0], 1.0)";
    assert_eq!(kernel(P, rebound), Vec::<String>::new());
    let view = "    if n == 0:\n        w = pl.tensor.slice(p, [8], [0])\n    else:\n        w = pl.tensor.slice(p, [8], [8])\n    pl.tensor.write(w, [0], 1.0)";
    assert_eq!(kernel(P, view), in_param_written("operator 'tensor.write'"));
    let inside = "    for i in pl.range(n):\n        if n == i:\n            pl.tensor.write(p, [i], 1.0)";
    assert_eq!(kernel(P, inside), in_param_written("operator 'tensor.write'"));
    let either = "    if n == 0:\n        w = p\n    else:\n        w = x\n    pl.tensor.write(w, [0], 1.0)";
    assert_eq!(kernel(P, either), Vec::<String>::new());
}

/// D93, D107: the reference reports the last binding of a name for all its writes; ours each for its own.
#[test]
fn a_write_before_a_rebinding_is_of_the_old_buffer() {
    let body = "    t = p\n    t = pl.tensor.assemble(t, x, [0])\n    t = q\n    u = pl.tensor.dim(t, 0)";
    let params = format!("{P}, q: pl.Tensor[[16], pl.FP32]");
    assert_eq!(kernel(&params, body), in_param_written("operator 'tensor.assemble'"));
}

/// D108, and an output that nobody writes.
#[test]
fn dropped_writes_are_named() {
    let params = "a: pl.Tensor[[16], pl.FP32], lost: pl.Out[pl.Tensor[[16], pl.FP32]], good: pl.Out[pl.Tensor[[16], pl.FP32]]";
    let body = "    lost = pl.tensor.add(a, a)\n    good = pl.tensor.assemble(good, lost, [0])";
    let expected = "out-param-write-dropped: parameter 'lost' is declared Out, but this binds the name 'lost' to another \
                    tensor and nothing is written to the parameter";
    assert_eq!(kernel(params, body), [expected]);
    let never = "    good = pl.tensor.assemble(good, a, [0])";
    assert_eq!(
        kernel(params, never),
        ["out-param-never-written: parameter 'lost' of 'k' is declared Out but never written"]
    );
    let alias = "    w = pl.tensor.slice(lost, [8], [0])\n    pl.tensor.write(w, [0], 1.0)\n    lost = pl.tensor.add(a, a)\n    good = pl.tensor.assemble(good, a, [0])";
    assert_eq!(kernel(params, alias), Vec::<String>::new());
}

/// D109: read the result of a call, not what it was given; arms of a branch do not see each other; a Group may.
#[test]
fn stale_names_are_named() {
    let main = |kind: &str, body: &str| {
        said(&format!(
            "{KERNELS}
@pl.function(type=pl.FunctionType.{kind})
def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
{body}
"
        ))
    };
    let stale = "    r = self.wr(x, o)\n    s = self.wr(o, p)";
    assert_eq!(main("Orchestration", stale), ["stale-after-write: 'o' is used after 'wr' wrote its storage"]);
    assert_eq!(main("Group", stale), Vec::<String>::new());
    let fresh = "    r = self.wr(x, o)\n    s = self.wr(r, p)";
    assert_eq!(main("Orchestration", fresh), Vec::<String>::new());
    let arms = "    if n == 0:\n        r = self.wr(x, o)\n    else:\n        r = self.wr(x, o)\n    s = self.wr(r, p)";
    assert_eq!(main("Orchestration", arms), Vec::<String>::new());
    let after = "    if n == 0:\n        r = self.wr(x, o)\n    else:\n        r = self.wr(x, p)\n    s = self.acc(x, o)";
    assert_eq!(main("Orchestration", after), ["stale-after-write: 'o' is used after 'wr' wrote its storage"]);
}
