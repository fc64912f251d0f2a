//! Calls between functions: plain, block after block, or as a submission that runs at once.

use crate::codegen::calls::returned_param;
use crate::codegen::expr::Scalars;
use crate::codegen::host::function::{Writing, name_of};
use crate::codegen::host::keywords::ty;
use crate::codegen::host::meets;
use crate::ir::attr::Attr;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, FunctionKind, VarId};
use crate::ir::stmt::Call;
use crate::ir::types::Type;

impl<'a> Writing<'a, '_> {
    /// The value of a call; `None` if it has none, or after a complaint. `var` takes it.
    pub(super) fn call(&mut self, var: Option<VarId>, call: &'a Call) -> Option<String> {
        let Some(callee) = self.program.functions.get(&call.callee) else {
            self.error(format!("there is no function `{}`", call.callee));
            return None;
        };
        let args = self.arguments(var, call, callee)?;
        let mut value = self.run_blocks(call, callee, &args)?;
        if let Some(predicate) = &call.launch.predicate {
            value = self.only_if(predicate, callee, &args, &value)?;
        }
        if !call.is_submit() {
            return Some(value).filter(|_| !callee.results.is_empty() || call.launch.core_num.is_none());
        }
        // The results, then the id of a task that is done.
        Some(match callee.results.len() {
            0 => {
                self.out.line(format!("{value};"));
                "std::make_tuple(int64_t{0})".to_owned()
            }
            1 => format!("std::make_tuple({value}, int64_t{{0}})"),
            _ => format!("std::tuple_cat({value}, std::make_tuple(int64_t{{0}}))"),
        })
    }

    /// One text per parameter; what a submission leaves out is allocated.
    fn arguments(&mut self, var: Option<VarId>, call: &'a Call, callee: &'a Function) -> Option<Vec<String>> {
        let mut args = Vec::new();
        for (at, param) in callee.params.iter().enumerate() {
            args.push(match (call.args.get(at), callee.ty(param.var)) {
                (Some(arg), Type::Scalar(dtype)) => self.scalar_as(arg, *dtype),
                (Some(arg), _) => self.any(arg),
                (None, Type::Tensor(tensor)) => {
                    let shape = self.left_out(var, callee, at)?;
                    let name = self.names.fresh("made");
                    self.out.line(format!(
                        "selfsame::View {name} = selfsame::fresh({}, {shape});",
                        ty(tensor.dtype)
                    ));
                    name
                }
                (None, _) => {
                    self.error("a submission leaves out what is no tensor");
                    return None;
                }
            });
        }
        Some(args)
    }

    /// The extents of a tensor that a submission leaves out: those of the result that it is, or constants.
    fn left_out(&mut self, var: Option<VarId>, callee: &'a Function, at: usize) -> Option<String> {
        let result = (0..callee.results.len()).find(|&index| returned_param(callee, index) == Some(at));
        let of_result = match (var.map(|var| self.function.ty(var)), result) {
            (Some(Type::Tuple(items)), Some(index)) => items.get(index).and_then(Type::shape),
            (Some(only), Some(0)) => only.shape(),
            _ => None,
        };
        let declared = callee.ty(callee.params[at].var).shape().unwrap_or_default();
        let constant = declared.iter().all(|extent| extent.as_int().is_some());
        let shape = of_result.or(Some(declared).filter(|_| constant));
        let Some(shape) = shape else {
            self.error("the extents of what a submission leaves out are not known here");
            return None;
        };
        let extents: Vec<String> = shape.iter().map(|extent| self.scalar(extent).text).collect();
        Some(format!("selfsame::Dims{{{}}}", extents.join(", ")))
    }

    /// The call itself, or a loop over blocks and the last one's value.
    fn run_blocks(&mut self, call: &'a Call, callee: &'a Function, args: &[String]) -> Option<String> {
        let name = name_of(callee);
        let Some(blocks) = self.blocks(call, callee) else {
            let args: Vec<&str> =
                std::iter::once(&*self.lane).chain(args.iter().map(String::as_str)).collect();
            return Some(format!("{name}({})", args.join(", ")));
        };
        let result = self.result_type(callee)?;
        let block = self.names.fresh("block");
        let lane = format!("selfsame::Lane{{{block}, static_cast<int32_t>({blocks}), 0}}");
        let args: Vec<&str> = std::iter::once(lane.as_str()).chain(args.iter().map(String::as_str)).collect();
        let run = format!("{name}({})", args.join(", "));
        let (open, close) = if meets(self.program, callee) {
            let count = format!("static_cast<int32_t>({blocks})");
            (format!("selfsame::run_together({count}, [&](int32_t {block}) {{ "), "; });")
        } else {
            (format!("for (int32_t {block} = 0; {block} < {blocks}; {block} += 1) {{ "), "; }")
        };
        if result == "void" {
            self.out.line(format!("{open}{run}{close}"));
            return Some("static_cast<void>(0)".to_owned());
        }
        let last = self.names.fresh("last");
        self.out.line(format!("{result} {last} = {{}};"));
        self.out.line(format!("{open}{last} = {run}{close}"));
        Some(last)
    }

    /// What a predicate keeps from running names the storage that it would have named.
    fn only_if(
        &mut self,
        predicate: &'a Expr,
        callee: &'a Function,
        args: &[String],
        value: &str,
    ) -> Option<String> {
        let condition = self.scalar(predicate).text;
        if callee.results.is_empty() {
            self.out.line(format!("if ({condition}) {{ {value}; }}"));
            return Some("static_cast<void>(0)".to_owned());
        }
        let named: Option<Vec<&str>> = (0..callee.results.len())
            .map(|index| returned_param(callee, index).map(|param| args[param].as_str()))
            .collect();
        let (Some(named), Some(ty)) = (named, self.result_type(callee)) else {
            self.error("a skipped task whose results are not its parameters");
            return None;
        };
        let name = self.names.fresh("either");
        let start = if named.len() == 1 { named[0].to_owned() } else { format!("{{{}}}", named.join(", ")) };
        self.out.line(format!("{ty} {name} = {start};"));
        self.out.line(format!("if ({condition}) {{ {name} = {value}; }}"));
        Some(name)
    }

    /// How many blocks a call runs, if it says so.
    fn blocks(&mut self, call: &'a Call, callee: &'a Function) -> Option<String> {
        if let Some(count) = &call.launch.core_num {
            return Some(self.scalar(count).inner());
        }
        match callee.attrs.get("core_num").filter(|_| callee.kind == FunctionKind::Spmd)? {
            Attr::Int(count) => Some(count.to_string()),
            Attr::Expr(Expr::Int(count, _)) => Some(count.to_string()),
            Attr::Expr(Expr::Var(var)) => {
                let param = callee.param_index(*var)?;
                Some(self.scalar(call.args.get(param)?).inner())
            }
            _ => {
                self.error("a number of blocks that is neither a constant nor a parameter");
                None
            }
        }
    }
}
