//! Dependencies on tasks, and barriers that only have those.

use crate::base::diagnostic::Diagnostic;
use crate::codegen::calls::Element;
use crate::codegen::code;
use crate::codegen::emitter::Emitter;
use crate::codegen::live::{derived_deps, op_deps};
use crate::codegen::submit::Task;
use crate::codegen::values::{Projection, Value};
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::stmt::OpCall;
use crate::ir::types::Type;

/// One dependency.
#[derive(PartialEq, Eq)]
enum Wait {
    /// A task id that is surely valid.
    Sure(String),
    /// A task id that may be that of no task.
    Maybe(String),
    /// An array of ids, and how many.
    Each(String, u64),
}

/// What is known of a set of dependencies.
pub(crate) enum Waits {
    /// There is none.
    None,
    /// There is at least one.
    Some,
    /// At run time there may be none; the count's name.
    Perhaps(String),
}

impl<'a> Emitter<'a, '_> {
    /// Those that are written and those that the compiler derived, after the task that guards the predicate if there is one.
    pub(crate) fn dependencies(&mut self, task: &Task<'a>, operand: Option<String>) {
        let written: Vec<&Expr> = task.call.launch.deps.iter().collect();
        let derived: Vec<&Expr> =
            derived_deps(&task.call.attrs).into_iter().filter(|expr| self.is_there(expr)).collect();
        self.wait_for(&task.params, operand, written.into_iter().chain(derived));
    }

    fn is_there(&self, expr: &Expr) -> bool {
        expr.as_var().is_some_and(|var| self.is_defined(var))
    }

    /// Hands the dependencies to the argument object `params`.
    fn wait_for(
        &mut self,
        params: &str,
        first: Option<String>,
        deps: impl Iterator<Item = &'a Expr>,
    ) -> Waits {
        let mut waits: Vec<Wait> = first.into_iter().map(Wait::Sure).collect();
        for dep in deps {
            if let Some(wait) = self.wait(dep)
                && !waits.contains(&wait)
            {
                waits.push(wait);
            }
        }
        if waits.is_empty() {
            return Waits::None;
        }
        let array = self.names.fresh(&format!("{params}_deps"));
        let sure: Option<Vec<&str>> = waits
            .iter()
            .map(|wait| if let Wait::Sure(name) = wait { Some(name.as_str()) } else { None })
            .collect();
        if let Some(sure) = sure {
            self.out.line(format!("PTO2TaskId {array}[{}] = {{{}}};", sure.len(), sure.join(", ")));
            self.out.line(format!("{params}.set_dependencies({array}, {});", sure.len()));
            return Waits::Some;
        }
        let count = self.names.fresh(&format!("{array}_count"));
        let most: u64 = waits.iter().map(|wait| if let Wait::Each(_, len) = wait { *len } else { 1 }).sum();
        self.out.line(format!("PTO2TaskId {array}[{most}];"));
        self.out.line(format!("uint32_t {count} = 0;"));
        for wait in &waits {
            self.out.line(match wait {
                Wait::Sure(id) => format!("{array}[{count}++] = {id};"),
                Wait::Maybe(id) => format!("if ({id}.is_valid()) {{ {array}[{count}++] = {id}; }}"),
                Wait::Each(ids, _) => format!(
                    "for (const PTO2TaskId& each : {ids}) {{ if (each.is_valid()) {{ {array}[{count}++] = each; }} }}"
                ),
            });
        }
        self.out.line(format!("{params}.set_dependencies({array}, {count});"));
        if waits.iter().any(|wait| matches!(wait, Wait::Sure(_))) {
            Waits::Some
        } else {
            Waits::Perhaps(count)
        }
    }

    fn wait(&mut self, dep: &'a Expr) -> Option<Wait> {
        match dep {
            Expr::Var(var) => self.wait_var(*var),
            Expr::Get(tuple, index) => match self.values.projection(self.program, tuple, *index) {
                Some(Projection::Of(call, Element::Task)) => {
                    let outs = self.outs[call].clone()?;
                    Some(Wait::Sure(format!("{outs}.task_id()")))
                }
                Some(Projection::Item(item)) => self.wait(item),
                _ => self.no_task(),
            },
            Expr::Tuple(_) | Expr::Undef => self.no_task(),
            _ => self.no_task(),
        }
    }

    fn wait_var(&mut self, var: VarId) -> Option<Wait> {
        let root = self.values.root(var);
        if matches!(self.values.of(var), Value::Invalid) {
            return None;
        }
        if let Some(len) = self.fence_len(var) {
            return Some(Wait::Each(self.name_of(var), len));
        }
        match self.function.ty(var) {
            Type::Scalar(DType::TaskId) => {
                let name = self.name_of(var);
                Some(if self.valid[root] { Wait::Sure(name) } else { Wait::Maybe(name) })
            }
            _ => self.no_task(),
        }
    }

    fn no_task(&mut self) -> Option<Wait> {
        self.errors.push(
            Diagnostic::error(code::VALUE, self.here, "a dependency must be a task id or an array of them")
                .help("take it from `pl.submit`, `with pl.at(..) as tid:` or `pl.system.task_dummy`"),
        );
        None
    }

    /// `system.task_dummy`: a task that does nothing but wait.
    pub(crate) fn dummy(&mut self, var: Option<VarId>, op: &'a OpCall) {
        let wanted = var.filter(|&var| self.live.needs(self.values, var));
        let barrier = self.names.numbered("phase_fence_barrier");
        let params = self.names.fresh(&format!("params_{barrier}"));
        self.out.line(format!("CoreTaskArgs {params};"));
        let waits = self.wait_for(&params, None, op_deps(op).into_iter());
        let submit = format!("rt_submit_dummy_task({params})");
        let Some(var) = wanted else {
            return self.out.line(match waits {
                Waits::Perhaps(count) => format!("if ({count} > 0) {{ {submit}; }}"),
                Waits::None | Waits::Some => format!("{submit};"),
            });
        };
        let outs = self.names.fresh(&format!("{barrier}_outs"));
        match waits {
            Waits::Perhaps(count) => {
                self.declare(var, "PTO2TaskId", "PTO2TaskId::invalid()");
                let name = self.name_of(var);
                self.out.open(format!("if ({count} > 0) {{"));
                self.out.line(format!("TaskOutputTensors {outs} = {submit};"));
                self.out.line(format!("{name} = {outs}.task_id();"));
                self.out.close("}");
            }
            Waits::None | Waits::Some => {
                self.out.line(format!("TaskOutputTensors {outs} = {submit};"));
                self.bind_task(var, &outs);
            }
        }
    }
}
