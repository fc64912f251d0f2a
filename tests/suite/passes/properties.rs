//! The checks of properties derive each claim again: they refuse what no pass would leave, and accept what passes leave.
//!
//! rows: B11, B12, B25, B55, B65, B66, B67, B70, C55, C56, C61, D50, D57, D61, D95, D96, D97

use selfsame::base::diagnostic::Diagnostics;
use selfsame::base::span::Source;
use selfsame::ir::attr::Attr;
use selfsame::ir::program::{Direction, Program};
use selfsame::ir::stmt::{ArgDirection, Call, Rhs, StmtKind};
use selfsame::lower::lower;
use selfsame::passes::table::{PASSES, find};
use selfsame::verify::property::Property;
use selfsame::verify::property::directions::fits;

use crate::passes::{KERNELS, PIPELINE, after, after_unchecked, class};

fn messages(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.iter().map(|it| it.message.clone()).collect()
}

/// A kernel, a wrapper of it and a caller.
fn small() -> Program {
    class(&format!(
        "{KERNELS}
@pl.function(type=pl.FunctionType.Group)
def g(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
    r = self.wr(x, o)
    return r

@pl.function(type=pl.FunctionType.Orchestration)
def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
    for i, (c,) in pl.range(0, 4, init_values=(o,)):
        d = self.g(x, c)
        r = pl.yield_(d)
    return r
"
    ))
}

/// The calls of a function, to be changed.
fn change_calls(program: &mut Program, function: &str, mut change: impl FnMut(&mut Call)) {
    for block in program.functions[function].blocks.iter_mut() {
        for stmt in &mut block.stmts {
            if let StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) = &mut stmt.kind {
                change(call);
            }
        }
    }
}

#[test]
fn every_property_that_a_pass_ensures_holds_after_the_pipeline() {
    let program = after(&small(), PIPELINE).unwrap();
    for property in Property::ALL {
        assert_eq!(messages(&property.check(&program)), Vec::<String>::new(), "{}", property.name());
    }
}

/// B65, C55, C61.
#[test]
fn rows_say_what_the_reference_says_of_its_passes() {
    let returns = find("return-order").unwrap();
    assert!(returns.requires.contains(&Property::ScopesOutlined));
    assert_eq!(returns.ensures, [Property::ReturnParamsExplicit]);
    assert!(returns.breaks.is_empty());
    let carries = find("carries").unwrap();
    assert!(carries.requires.contains(&Property::CallDirectionsResolved));
    assert!(carries.requires.contains(&Property::RuntimeScopesMaterialized));
    assert_eq!(carries.ensures, [Property::IterArgCarryClassified]);
    assert!(carries.breaks.is_empty(), "runtime scopes stay as they are");
    let names: Vec<_> = PASSES.iter().map(|pass| pass.name).collect();
    assert_eq!(names[names.len() - 2..], ["runtime-scopes", "carries"]);
}

/// B25, B66: the return says which parameter it is, or the check says which it should have said.
#[test]
fn an_implicit_return_is_named() {
    let said = messages(&Property::ReturnParamsExplicit.check(&small()));
    let expected = "return position 0 ('r') of 'wr' aliases param index 1; param-writeback returns must reference the \
                    param directly";
    assert!(said.iter().any(|it| it == expected), "{said:?}");
    assert_eq!(said.len(), 3, "wr, acc and g; not main: {said:?}");
    let program = after(&small(), PIPELINE).unwrap();
    let wr = &program.functions["wr"];
    assert_eq!(wr.returned().unwrap(), [wr.params[1].var.into()]);
}

/// B5, B17, B66: the check follows loops, branches and calls by itself.
#[test]
fn an_implicit_return_is_named_wherever_it_comes_from() {
    let kernel = |body: &str| {
        let lines: Vec<_> = body.lines().map(|line| format!("    {line}")).collect();
        let program = class(&format!(
            "{KERNELS}\n@pl.function(type=pl.FunctionType.AIV)\ndef k(self, x: pl.Tensor[[16], pl.FP32], o: \
             pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:\n{}\n",
            lines.join("\n")
        ));
        messages(&Property::ReturnParamsExplicit.check(&program)).iter().any(|it| it.contains("of 'k'"))
    };
    let counted = "t = pl.load(x, [0], [16])
for i, (c,) in pl.range(0, n, init_values=(o,)):
    d = pl.store(t, [0], c)
    r = pl.yield_(d)
return r";
    assert!(kernel(counted));
    let conditional = "t = pl.load(x, [0], [16])
for c, i in pl.while_(init_values=(o, 0)):
    pl.cond(i < n)
    d = pl.store(t, [0], c)
    r, j = pl.yield_(d, i + 1)
return r";
    assert!(kernel(conditional));
    let branch = "t = pl.load(x, [0], [16])
if n == 0:
    r = pl.store(t, [0], o)
else:
    r = self.acc(x, o)
return r";
    assert!(kernel(branch));
    assert!(!kernel(&branch.replace("self.acc(x, o)", "pl.tensor.add(x, x)")), "one arm is something new");
}

/// B67, B70: a kernel without its return; a returned view is no fault.
#[test]
fn a_kernel_without_a_return_is_named() {
    let mut program = after(&small(), PIPELINE).unwrap();
    let wr = &mut program.functions["wr"];
    let body = wr.body.unwrap();
    wr.blocks[body].stmts.pop();
    let said = messages(&Property::ReturnParamsExplicit.check(&program));
    assert_eq!(said, ["function 'wr' declares a tensor result but has no return"]);
    program.functions["wr"].attrs.set("external_source", Attr::Str("wr.cpp".into()));
    assert!(Property::ReturnParamsExplicit.check(&program).is_empty());
    let view = class(
        "\
@pl.function(type=pl.FunctionType.InCore)
def k(self, o: pl.Out[pl.Tensor[[32], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.INDEX]]:
    r = pl.tensor.slice(o, [16], [0])
    return r, n
",
    );
    assert!(Property::ReturnParamsExplicit.check(&view).is_empty());
}

/// B11: a wrapper that declares results returns them; the reader insists, so that no pass has to guess which call it
/// forwards.
#[test]
fn a_wrapper_without_a_return_is_refused() {
    let text = "\
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        return pl.store(t, [0], o)

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        r = self.k(x, o)
";
    let wrong = lower(&Source::new("test", text)).map(|_| ()).unwrap_err();
    assert!(wrong.iter().any(|it| it.code.0 == "missing-return"), "{wrong:?}");
}

/// B12, B55: a whole tuple that stands for several results is taken apart; the reader does so by itself, other makers of
/// programs need not.
#[test]
fn a_whole_tuple_is_taken_apart() {
    let mut program = class(&format!(
        "{KERNELS}
@pl.function(type=pl.FunctionType.Group)
def g(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
    t = self.two(x, a, b)
    return t

@pl.function(type=pl.FunctionType.AIV)
def two(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
    t = pl.load(x, [0], [16])
    b1 = pl.store(t, [0], b)
    a1 = pl.store(t, [0], a)
    return b1, a1
"
    ));
    let g = &mut program.functions["g"];
    let tuple = g.vars.entries().find(|(_, var)| var.name == "t").map(|(var, _)| var).unwrap();
    let body = g.body.unwrap();
    g.blocks[body].stmts.last_mut().unwrap().kind = StmtKind::Return(vec![tuple.into()]);
    let program = after(&program, &["parameter-directions", "return-order"]).unwrap();
    let g = &program.functions["g"];
    assert_eq!(g.returned().unwrap(), [g.params[2].var.into(), g.params[1].var.into()]);
}

/// D50, D57: a wrapper that still says In.
#[test]
fn a_wrapper_with_stale_directions_is_named() {
    let said = messages(&Property::ParamDirectionsCoverBodies.check(&small()));
    assert_eq!(said, ["parameter 'o' of function 'g' is declared In but written by callee 'wr'"]);
    let program = after(&small(), PIPELINE).unwrap();
    assert_eq!(program.functions["g"].params[1].direction, Direction::Out);
    assert!(Property::ParamDirectionsCoverBodies.check(&program).is_empty());
}

/// D95.
#[test]
fn a_call_without_directions_is_named() {
    let said = messages(&Property::CallDirectionsResolved.check(&small()));
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.iter().all(|it| it.contains("has 0 directions for 2 arguments")), "{said:?}");
    let mut program = after(&small(), PIPELINE).unwrap();
    change_calls(&mut program, "main", |call| call.directions.truncate(1));
    let said = messages(&Property::CallDirectionsResolved.check(&program));
    assert_eq!(said, ["the call of 'g' has 1 directions for 2 arguments"]);
    let nothing = class(
        "\
@pl.function(type=pl.FunctionType.InCore)
def k(self):
    pl.system.bar_all()

@pl.function(type=pl.FunctionType.Orchestration)
def main(self):
    self.k()
",
    );
    assert!(Property::CallDirectionsResolved.check(&nothing).is_empty(), "no argument needs no direction");
}

/// D61: what does not fit its callee gets no directions, and the check names it. A call of nobody is refused before.
#[test]
fn a_call_that_does_not_fit_is_left_alone() {
    let mut program = small();
    change_calls(&mut program, "main", |call| {
        call.args.pop();
    });
    let left = after_unchecked(&program, &["parameter-directions", "call-directions"]);
    let said = messages(&Property::CallDirectionsResolved.check(&left));
    assert_eq!(said, ["the call of 'g' has 0 directions for 1 arguments"]);
    let mut program = small();
    change_calls(&mut program, "main", |call| call.callee = "nobody".into());
    let wrong = after(&program, &["parameter-directions", "call-directions"]).unwrap_err();
    assert!(wrong.iter().any(|it| it.message.contains("InlineFunctionsEliminated")), "{wrong:?}");
}

/// D96.
#[test]
fn tensors_are_no_scalars_and_scalars_no_tensors() {
    let program = class(
        "\
@pl.function(type=pl.FunctionType.AIV)
def k(self, x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
    t = pl.load(x, [n], [16])
    return n

@pl.function(type=pl.FunctionType.Orchestration)
def main(self, x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
    r = self.k(x, n)
    return r
",
    );
    let mut program = after(&program, PIPELINE).unwrap();
    change_calls(&mut program, "main", |call| {
        call.directions = vec![ArgDirection::Scalar, ArgDirection::Scalar]
    });
    let said = messages(&Property::CallDirectionsResolved.check(&program));
    assert_eq!(said, ["the call of 'k' argument 0 is a tensor, yet its direction is scalar"]);
    change_calls(&mut program, "main", |call| {
        call.directions = vec![ArgDirection::Input, ArgDirection::Input]
    });
    let said = messages(&Property::CallDirectionsResolved.check(&program));
    assert_eq!(said, ["the call of 'k' argument 1 is no tensor, yet its direction is input"]);
}

/// D97, the whole table.
#[test]
fn directions_fit_their_parameters() {
    let allowed = |param| -> Vec<&str> {
        ArgDirection::ALL.iter().filter(|arg| fits(param, **arg)).map(|arg| arg.name()).collect()
    };
    assert_eq!(allowed(Direction::In), ["input", "no_dep"]);
    assert_eq!(allowed(Direction::InOut), ["output_existing", "inout", "no_dep"]);
    assert_eq!(allowed(Direction::Out), ["output", "output_existing", "inout", "no_dep"]);
    let mut program = after(&small(), PIPELINE).unwrap();
    change_calls(&mut program, "main", |call| call.directions[0] = ArgDirection::Output);
    let said = messages(&Property::CallDirectionsResolved.check(&program));
    assert_eq!(said, ["the call of 'g' argument 0 has direction output, but its parameter is In"]);
    change_calls(&mut program, "main", |call| {
        call.directions = vec![ArgDirection::Input, ArgDirection::Input]
    });
    let said = messages(&Property::CallDirectionsResolved.check(&program));
    assert_eq!(said, ["the call of 'g' argument 1 has direction input, but its parameter is Out"]);
}

/// C56.
#[test]
fn a_carry_without_a_plan_is_named() {
    let said = messages(&Property::IterArgCarryClassified.check(&small()));
    assert_eq!(said, ["carry 0 of this loop is not classified"]);
    let mut program = after(&small(), PIPELINE).unwrap();
    let sized = |program: &mut Program, size: i128| {
        for block in program.functions["main"].blocks.iter_mut() {
            for stmt in &mut block.stmts {
                if let StmtKind::For(it) = &mut stmt.kind {
                    it.attrs.set("iter_arg_array_size_0", Attr::Int(size));
                }
            }
        }
    };
    sized(&mut program, 4);
    let said = messages(&Property::IterArgCarryClassified.check(&program));
    assert_eq!(said, ["carry 0 of this loop is a name only, yet has an array of task ids"]);
}
