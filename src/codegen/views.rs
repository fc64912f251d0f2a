//! Views: slices, reshapes, transposes.

use crate::base::diagnostic::Diagnostic;
use crate::codegen::code;
use crate::codegen::emitter::Emitter;
use crate::codegen::names;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::stmt::OpCall;
use crate::ir::types::{TensorLayout, Type};

/// The elements of a tuple operand.
fn items(expr: Option<&Expr>) -> &[Expr] {
    match expr {
        Some(Expr::Tuple(items)) => items,
        _ => &[],
    }
}

impl<'a> Emitter<'a, '_> {
    /// `ChipTensor v = value;` for a view.
    fn declare_view(&mut self, var: VarId, value: &str) {
        self.declare(var, "ChipTensor", value);
        self.saw_tensor(var);
    }

    fn view_error(&mut self, message: &str) {
        self.errors.push(
            Diagnostic::error(code::VIEW, self.here, message)
                .help("take the view inside an InCore function, or copy in one"),
        );
    }

    pub(crate) fn slice(&mut self, var: VarId, op: &'a OpCall) {
        let Some(source) = self.tensor(op.args.first()) else { return };
        let (sizes, offsets) = (items(op.args.get(1)), items(op.args.get(2)));
        if sizes.len() != offsets.len() || sizes.is_empty() {
            return self.view_error("a slice needs one size and one offset for each axis");
        }
        let dtype = self.function.ty(var).dtype().unwrap_or(DType::Fp32);
        if dtype == DType::Fp4 && !self.packed_slice_fits(sizes, offsets) {
            return self.view_error("the packed axis of an FP4 tensor is sliced at even constants only");
        }
        let base = names::base(&self.function.vars[var].name);
        let at = self.names.fresh(&format!("{base}_offsets"));
        let shape = self.names.fresh(&format!("{base}_shapes"));
        let texts = self.extents(offsets, dtype);
        self.out.line(format!("uint32_t {at}[{}] = {{{}}};", offsets.len(), texts.join(", ")));
        let widths = self.extents(sizes, dtype);
        let bounded: Vec<String> = widths
            .into_iter()
            .enumerate()
            .map(|(axis, width)| {
                if self.fits(op, axis, &sizes[axis], &offsets[axis]) {
                    return width;
                }
                self.needs.algorithm = true;
                format!(
                    "({at}[{axis}] >= {source}.shapes[{axis}] ? 0u : std::min<uint32_t>({width}, {source}.shapes[{axis}] - {at}[{axis}]))"
                )
            })
            .collect();
        self.out.line(format!("uint32_t {shape}[{}] = {{{}}};", sizes.len(), bounded.join(", ")));
        let view = format!("{source}.view({shape}, {at})");
        let dropped: Vec<i128> = items(op.args.get(4)).iter().filter_map(Expr::as_int).collect();
        if dropped.is_empty() {
            return self.declare_view(var, &view);
        }
        let whole = self.names.fresh(&format!("{base}_view"));
        self.out.line(format!("ChipTensor {whole} = {view};"));
        let rank = sizes.len() as i128;
        let kept =
            (0..rank).filter(|axis| !dropped.iter().any(|&gone| gone == *axis || gone + rank == *axis));
        let kept: Vec<String> = kept.map(|axis| axis.to_string()).collect();
        self.needs.keep_axes = true;
        self.declare_view(var, &format!("keep_axes({whole}, {{{}}})", kept.join(", ")));
    }

    fn packed_slice_fits(&self, sizes: &[Expr], offsets: &[Expr]) -> bool {
        let even = |expr: Option<&Expr>| {
            expr.and_then(Expr::as_int).is_some_and(|value| value >= 0 && value % 2 == 0)
        };
        even(sizes.last()) && even(offsets.last())
    }

    /// Whether a window surely lies inside the source along an axis.
    fn fits(&self, op: &OpCall, axis: usize, size: &Expr, offset: &Expr) -> bool {
        let source = op.args.first().and_then(Expr::as_var).and_then(|var| self.function.ty(var).shape());
        let Some(extent) = source.and_then(|shape| shape.get(axis)) else { return false };
        if offset.as_int() == Some(0) && size == extent {
            return true;
        }
        match (extent.as_int(), size.as_int(), offset.as_int()) {
            (Some(extent), Some(size), Some(offset)) => offset >= 0 && offset + size <= extent,
            _ => false,
        }
    }

    pub(crate) fn reshape(&mut self, var: VarId, op: &'a OpCall) {
        let Some(source) = self.tensor(op.args.first()) else { return };
        self.reshape_to(var, &source, items(op.args.get(1)));
    }

    fn reshape_to(&mut self, var: VarId, source: &str, shape: &'a [Expr]) {
        if shape.is_empty() {
            return self.view_error("a reshape needs a shape");
        }
        let dtype = self.function.ty(var).dtype().unwrap_or(DType::Fp32);
        let base = names::base(&self.function.vars[var].name);
        let name = self.names.fresh(&format!("{base}_shapes"));
        let texts = self.extents(shape, dtype);
        self.out.line(format!("uint32_t {name}[{}] = {{{}}};", shape.len(), texts.join(", ")));
        self.declare_view(var, &format!("{source}.reshape({name}, {})", shape.len()));
    }

    pub(crate) fn transpose(&mut self, var: VarId, op: &'a OpCall) {
        let Some(source) = self.tensor(op.args.first()) else { return };
        let rank = self.rank(op);
        let axis = |at: usize| {
            let axis = op.args.get(at).and_then(Expr::as_int)?;
            let axis = if axis < 0 { axis + rank as i128 } else { axis };
            (0..rank as i128).contains(&axis).then_some(axis)
        };
        let (Some(first), Some(second)) = (axis(1), axis(2)) else {
            return self.view_error("a transpose needs two constant axes of the tensor");
        };
        self.declare_view(var, &format!("{source}.transpose({first}, {second})"));
    }

    fn rank(&self, op: &OpCall) -> usize {
        let shape = op.args.first().and_then(Expr::as_var).and_then(|var| self.function.ty(var).shape());
        shape.map_or(0, <[Expr]>::len)
    }

    fn layout(&self, var: VarId) -> TensorLayout {
        match self.function.ty(var) {
            Type::Tensor(tensor) => tensor.view.as_ref().map_or(TensorLayout::Nd, |view| view.layout),
            _ => TensorLayout::Nd,
        }
    }

    pub(crate) fn view(&mut self, var: VarId, op: &'a OpCall) {
        let Some(source) = self.tensor(op.args.first()) else { return };
        let from = op.args.first().and_then(Expr::as_var).map_or(TensorLayout::Nd, |var| self.layout(var));
        let to = self.layout(var);
        let shape = items(op.args.get(1));
        match (shape.is_empty(), from == to) {
            (true, true) => self.declare_view(var, &source),
            (true, false) if self.rank(op) >= 2 => {
                let rank = self.rank(op);
                self.declare_view(var, &format!("{source}.transpose({}, {})", rank - 2, rank - 1));
            }
            (false, true) if from == TensorLayout::Nd => self.reshape_to(var, &source, shape),
            _ => self.view_error("the runtime's tensors cannot change shape and layout in one view"),
        }
    }
}
