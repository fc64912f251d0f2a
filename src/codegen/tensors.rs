//! Operators of the scheduler: allocation in batches, element reads and writes, extents.

use std::rc::Rc;

use crate::base::diagnostic::Diagnostic;
use crate::base::id::IdVec;
use crate::codegen::emitter::Emitter;
use crate::codegen::event::{Event, Events};
use crate::codegen::expr::Scalars;
use crate::codegen::flow::Flow;
use crate::codegen::live::Live;
use crate::codegen::scopes::Scopes;
use crate::codegen::values::{Values, works_in_place};
use crate::codegen::{code, number, types};
use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, VarId};
use crate::ir::stmt::{OpCall, Rhs, Stmt, StmtKind};

/// `alloc_tensors` takes no more than this at once.
const BATCH: usize = 16;

/// Which allocations stand at the top of which block.
pub(crate) struct Batches<'a> {
    start: Vec<(VarId, &'a OpCall)>,
    of: IdVec<BlockId, Vec<(VarId, &'a OpCall)>>,
    batched: IdVec<VarId, bool>,
}

impl<'a> Batches<'a> {
    pub(crate) fn new(
        function: &Function,
        events: &Events<'a>,
        values: &Values<'a>,
        flow: &Flow<'a>,
        live: &Live,
        scopes: &Scopes,
    ) -> Self {
        let mut batches = Self {
            start: Vec::new(),
            of: IdVec::filled(Vec::new(), function.blocks.len()),
            batched: IdVec::filled(false, function.vars.len()),
        };
        for (at, event) in events.list.iter().enumerate() {
            let Some((var, op)) = create(event) else { continue };
            if !live.needs(values, var) {
                continue;
            }
            let mut block = scopes.region_of[at];
            while let Some(elided) = block.filter(|&block| scopes.elided[block]) {
                let (enter, _) = events.span[elided].expect("a block that holds an event was entered");
                block = scopes.region_of[enter];
            }
            // A manual scope's allocations stand before it, those of other blocks inside.
            let top = block.and_then(|block| events.span[block]).map_or(0, |(enter, _)| enter);
            let mut early = true;
            op.args.iter().for_each(|arg| {
                arg.for_each_var(&mut |var| {
                    early &= flow.at[values.root(var)] < top || flow.at[values.root(var)] == 0
                });
            });
            if early {
                batches.batched[var] = true;
                match block {
                    Some(block) => batches.of[block].push((var, op)),
                    None => batches.start.push((var, op)),
                }
            }
        }
        batches
    }
}

fn create<'a>(event: &Event<'a>) -> Option<(VarId, &'a OpCall)> {
    let Event::Stmt(Stmt { kind: StmtKind::Let(var, Rhs::Op(op)), .. }) = event else { return None };
    (op.op.name().as_str() == "tensor.create").then_some((*var, op))
}

impl<'a> Emitter<'a, '_> {
    pub(crate) fn batch_at_start(&mut self) {
        let list = self.batches.start.clone();
        self.allocate(&list);
    }

    pub(crate) fn batch(&mut self, block: BlockId) {
        let list = self.batches.of[block].clone();
        self.allocate(&list);
    }

    fn allocate(&mut self, list: &[(VarId, &'a OpCall)]) {
        for batch in list.chunks(BATCH) {
            let infos: Vec<String> = batch.iter().map(|&(var, op)| self.create_info(var, op)).collect();
            let alloc = self.names.numbered("alloc");
            self.out.line(format!("TaskOutputTensors {alloc} = alloc_tensors({});", infos.join(", ")));
            for (at, &(var, _)) in batch.iter().enumerate() {
                self.bind_output(var, &alloc, at);
            }
        }
    }

    /// `const ChipTensor& v = outs.get_ref(k);`
    pub(crate) fn bind_output(&mut self, var: VarId, outs: &str, at: usize) {
        let (name, early) = self.new_name(var);
        let ty = if early { "" } else { "const ChipTensor& " };
        self.out.line(format!("{ty}{name} = {outs}.get_ref({at});"));
        self.saw_tensor(var);
    }

    /// Writes the description of a tensor to allocate and gives its name.
    fn create_info(&mut self, var: VarId, op: &'a OpCall) -> String {
        let here = std::mem::replace(&mut self.here, self.function.vars[var].span);
        let base = crate::codegen::names::base(&self.function.vars[var].name);
        let info = self.names.fresh(&format!("{base}_ci"));
        let extents = match op.args.first() {
            Some(Expr::Tuple(extents)) => extents.as_slice(),
            _ => &[],
        };
        let dtype = self.function.ty(var).dtype().unwrap_or(DType::Fp32);
        let manual = op.kwargs.bool("manual_dep").unwrap_or(false);
        self.tensor_info(&info, extents, dtype, manual);
        if let Some(value) = op.kwargs.get("init_value") {
            self.initial_value(&info, value, dtype);
        }
        self.here = here;
        info
    }

    /// `TensorCreateInfo info(..)` with its shape.
    pub(crate) fn tensor_info(&mut self, info: &str, extents: &'a [Expr], dtype: DType, manual: bool) {
        let shapes = self.names.fresh(&format!("{info}_shapes"));
        let values = self.extents(extents, dtype);
        let rank = extents.len();
        self.out.line(format!("uint32_t {shapes}[{}] = {{{}}};", rank.max(1), values.join(", ")));
        let Some(member) = types::data_type(dtype) else {
            return self.error(code::SCALAR_TYPE, format!("the runtime has no tensors of {dtype}"));
        };
        let manual = if manual { ", /*manual_dep=*/true" } else { "" };
        self.out.line(format!("TensorCreateInfo {info}({shapes}, {rank}, DataType::{member}{manual});"));
    }

    /// Extents as `uint32_t`. Two FP4 elements share a carrier, so the last extent is halved.
    pub(crate) fn extents(&mut self, extents: &'a [Expr], dtype: DType) -> Vec<String> {
        let last = extents.len().wrapping_sub(1);
        let texts = extents.iter().enumerate().map(|(axis, extent)| {
            let packed = dtype == DType::Fp4 && axis == last;
            match extent {
                Expr::Int(value, _) if packed && value % 2 == 0 => (value / 2).to_string(),
                _ if packed => {
                    self.error(code::VIEW, "the packed axis of an FP4 tensor needs an even constant extent");
                    "0".to_owned()
                }
                other => self.unsigned(other),
            }
        });
        texts.collect()
    }

    /// An index or extent as `uint32_t`.
    pub(crate) fn unsigned(&mut self, expr: &'a Expr) -> String {
        match expr {
            Expr::Int(value, _) if (0..=i128::from(i32::MAX)).contains(value) => value.to_string(),
            other => {
                let text = self.scalar(other);
                format!("static_cast<uint32_t>({})", text.text)
            }
        }
    }

    fn initial_value(&mut self, info: &str, value: &Attr, dtype: DType) {
        let number = match value {
            Attr::Int(value) | Attr::Expr(Expr::Int(value, _)) if value.unsigned_abs() <= 1 << 53 => {
                *value as f64
            }
            Attr::Float(value) | Attr::Expr(Expr::Float(value, _)) => value.get(),
            Attr::Bool(value) => f64::from(u8::from(*value)),
            Attr::None => return,
            _ => f64::NAN,
        };
        let wrong = if !number.is_finite() {
            Some("an initial value must be a finite constant below 2^53")
        } else if !dtype.is_float() && number.fract() != 0.0 {
            Some("the initial value has a fraction and the tensor has integers")
        } else if number != 0.0 && types::scalar(dtype).is_none() {
            Some("the runtime fills such tensors with zero only")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.errors.push(
                Diagnostic::error(code::INIT_VALUE, self.here, wrong)
                    .help("fill the tensor in a kernel instead"),
            );
            return;
        }
        let text = match types::scalar(dtype) {
            _ if number == 0.0 => "0".to_owned(),
            Some(ty) if dtype.is_float() => format!("static_cast<{ty}>({number:?})"),
            ty => format!("static_cast<{}>({number})", ty.unwrap_or("int64_t")),
        };
        self.out.line(format!("{info}.set_initial_value({text});"));
    }

    /// One operator, bound to a variable or for its effect.
    pub(crate) fn operator(&mut self, var: Option<VarId>, op: &'a OpCall) {
        let name = op.op.name().clone();
        let wanted = var.filter(|&var| self.live.needs(self.values, var));
        match name.as_str() {
            "tensor.write" => self.write(op),
            "tensor.assemble" if op.kwargs.get("atomic").is_some_and(is_atomic) => self.errors.push(
                Diagnostic::error(code::MISPLACED, self.here, "an atomic `assemble` runs on a core only")
                    .help("put it into `with pl.at(level=pl.Level.CORE_GROUP):` or an InCore function"),
            ),
            "tensor.assemble" => self.assemble(op),
            "array.update_element" => self.update_element(op),
            "system.task_dummy" => self.dummy(var, op),
            "system.task_invalid" => {}
            name if works_in_place(name) => {}
            _ => match (wanted, var) {
                (Some(var), _) => self.define_operator(var, op, name.as_str()),
                (None, Some(_)) if is_legal(name.as_str()) => {}
                (None, _) => self.misplaced(name.as_str()),
            },
        }
    }

    fn define_operator(&mut self, var: VarId, op: &'a OpCall, name: &str) {
        match name {
            "tensor.create" if self.batches.batched[var] => {}
            "tensor.create" => self.allocate(&[(var, op)]),
            "tensor.slice" => self.slice(var, op),
            "tensor.reshape" => self.reshape(var, op),
            "tensor.transpose" => self.transpose(var, op),
            "tensor.view" => self.view(var, op),
            "tensor.read" => self.read(var, op),
            "tensor.dim" => self.dim(var, op),
            "array.create" => self.declare_array(var),
            "array.get_element" => self.get_element(var, op),
            "system.task_is_valid" => {
                let task = op.args.first().map_or_else(String::new, |task| self.scalar(task).text);
                self.declare(var, "bool", &format!("{task}.is_valid()"));
            }
            "system.available_cluster_count" => self.declare(var, "int32_t", "rt_available_cluster_count()"),
            "system.available_aiv_count" => self.declare(var, "int32_t", "rt_available_aiv_count()"),
            _ => self.misplaced(name),
        }
    }

    fn misplaced(&mut self, name: &str) {
        let message = format!("`{name}` cannot run in an orchestration function");
        self.errors.push(
            Diagnostic::error(code::MISPLACED, self.here, message)
                .help("put it into `with pl.at(level=pl.Level.CORE_GROUP):` or an InCore function"),
        );
    }

    /// The C++ name of a tensor operand.
    pub(crate) fn tensor(&mut self, expr: Option<&'a Expr>) -> Option<Rc<str>> {
        match expr {
            Some(Expr::Var(var)) if self.function.ty(*var).is_tensor() => Some(self.name_of(*var).into()),
            _ => {
                self.error(code::VALUE, "a tensor operand must be a variable here");
                None
            }
        }
    }

    /// `assemble` on the scheduler moves nothing: its source must be a view of its target already.
    fn assemble(&mut self, op: &'a OpCall) {
        let roots = [op.args.first(), op.args.get(1)].map(|arg| arg.and_then(Expr::as_var));
        let [Some(target), Some(source)] = roots else { return };
        if self.values.root(target) == self.values.root(source) || self.views_of(source, target) {
            return;
        }
        self.errors.push(
            Diagnostic::error(
                code::MISPLACED,
                self.here,
                "`assemble` of a tensor with storage of its own would have to copy, which the scheduler cannot",
            )
            .help("let the kernel write into a slice of the target, or assemble in an InCore function"),
        );
    }

    /// Whether `source` was made by views of `target`.
    fn views_of(&self, source: VarId, target: VarId) -> bool {
        let target = self.values.root(target);
        let mut at = self.values.root(source);
        while let crate::codegen::flow::Def::Rhs(Rhs::Op(op)) = self.flow.def[at] {
            let is_view = matches!(
                op.op.name().as_str(),
                "tensor.slice" | "tensor.reshape" | "tensor.transpose" | "tensor.view"
            );
            let Some(next) = op.args.first().and_then(Expr::as_var).filter(|_| is_view) else { break };
            at = self.values.root(next);
            if at == target {
                return true;
            }
        }
        false
    }

    /// `uint32_t name[n] = {..};` for the indices of an element access; gives rank and name.
    fn indices(&mut self, base: &str, op: &'a OpCall) -> (usize, String) {
        let indices = match op.args.get(1) {
            Some(Expr::Tuple(indices)) => indices.as_slice(),
            Some(other) => std::slice::from_ref(other),
            None => &[],
        };
        if indices.is_empty() {
            return (0, "nullptr".to_owned());
        }
        let name = self.names.fresh(&format!("indices_{base}"));
        let texts: Vec<String> = indices.iter().map(|index| self.unsigned(index)).collect();
        self.out.line(format!("uint32_t {name}[{}] = {{{}}};", indices.len(), texts.join(", ")));
        (indices.len(), name)
    }

    fn read(&mut self, var: VarId, op: &'a OpCall) {
        let Some(tensor) = self.tensor(op.args.first()) else { return };
        let base = crate::codegen::names::base(&self.function.vars[var].name);
        let (rank, indices) = self.indices(&base, op);
        let dtype = self.function.ty(var).dtype().unwrap_or(DType::Index);
        let Some(ty) = types::scalar(dtype) else { return self.no_type(dtype) };
        self.declare(var, ty, &format!("get_tensor_data<{ty}>({tensor}, {rank}, {indices})"));
    }

    fn write(&mut self, op: &'a OpCall) {
        let Some(tensor) = self.tensor(op.args.first()) else { return };
        let Some(value) = op.args.get(2) else { return };
        let dtype = op.args[0].as_var().and_then(|var| self.function.ty(var).dtype()).unwrap_or(DType::Fp32);
        let Some(ty) = types::scalar(dtype) else { return self.no_type(dtype) };
        self.out.open("{");
        let (rank, indices) = self.indices(&tensor, op);
        let value = self.scalar_as(value, dtype);
        self.out.line(format!("set_tensor_data<{ty}>({tensor}, {rank}, {indices}, {value});"));
        self.out.close("}");
    }

    fn dim(&mut self, var: VarId, op: &'a OpCall) {
        let axis = op.args.get(1).and_then(Expr::as_int).unwrap_or(0);
        let shape = op.args.first().and_then(Expr::as_var).and_then(|var| self.function.ty(var).shape());
        let rank = shape.map_or(0, <[Expr]>::len) as i128;
        let axis = if axis < 0 { axis + rank } else { axis };
        let constant = shape.and_then(|shape| shape.get(axis as usize)).and_then(Expr::as_int);
        self.sign[var] = crate::codegen::expr::Sign::NonNegative;
        match constant {
            Some(extent) => {
                if extent > 0 {
                    self.sign[var] = crate::codegen::expr::Sign::Positive;
                }
                self.declare(var, "int64_t", &number::integer(extent));
            }
            None => {
                let Some(tensor) = self.tensor(op.args.first()) else { return };
                self.declare(var, "int64_t", &format!("(int64_t){tensor}.shapes[{axis}]"));
            }
        }
    }
}

fn is_atomic(attr: &Attr) -> bool {
    !matches!(attr, Attr::None | Attr::Int(0) | Attr::Bool(false))
        && !matches!(attr, Attr::Enum(name) if name.ends_with("None_") || name.ends_with("None"))
}

/// Operators that the scheduler has and that vanish when unused.
fn is_legal(name: &str) -> bool {
    matches!(
        name,
        "tensor.create"
            | "tensor.slice"
            | "tensor.reshape"
            | "tensor.transpose"
            | "tensor.view"
            | "tensor.read"
            | "tensor.dim"
            | "array.create"
            | "array.get_element"
            | "system.task_is_valid"
            | "system.available_cluster_count"
            | "system.available_aiv_count"
    )
}
