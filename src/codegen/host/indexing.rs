//! Operators that pick and place elements, and sorting, as calls of the kernel library.

use crate::codegen::host::function::Writing;
use crate::codegen::host::keywords::{flag, ty};
use crate::ir::attr::Attr;
use crate::ir::stmt::OpCall;
use crate::ir::types::Type;

/// First column and distance of the columns that a mask pattern keeps.
fn pattern(op: &OpCall) -> Option<(i128, i128)> {
    match op.kwargs.int("mask_pattern").unwrap_or(7) {
        asked @ 1..=2 => Some((asked - 1, 2)),
        asked @ 3..=6 => Some((asked - 3, 4)),
        7 => Some((0, 1)),
        _ => None,
    }
}

/// Whether `mgather` takes whole rows: unless it is told to take single elements.
fn by_row(op: &OpCall) -> bool {
    match op.kwargs.get("coalesce") {
        Some(Attr::Str(mode)) => *mode != "elem",
        Some(Attr::Int(mode)) => *mode != 1,
        _ => true,
    }
}

impl<'a> Writing<'a, '_> {
    /// The C++ of such an operator; `None` if it is another, or after a complaint.
    pub(super) fn indexed(
        &mut self,
        op: &'a OpCall,
        base: &str,
        tile: bool,
        result: Option<&'a Type>,
    ) -> Option<String> {
        match base {
            "gather" | "mgather" | "gather_mask" | "gather_row" => self.gather(op, base, result),
            "scatter" | "mscatter" | "scatter_mask" | "scatter_update" => self.scatter(op, base, tile),
            "sort32" => {
                let (source, index) = (self.view(op, 0), self.view(op, 1));
                Some(format!("selfsame::sort32({source}, {index})"))
            }
            "mrgsort_format1" => {
                let (source, block) = (self.view(op, 0), self.element(op, 1));
                Some(format!("selfsame::merge_blocks({source}, {})", block.text))
            }
            "mrgsort_format2" => {
                // A tile form names scratch storage after the lists.
                let scratch = usize::from(tile && op.args.len() > 2);
                let count = (op.args.len() - scratch).clamp(1, 4);
                let lists: Vec<String> = (0..count).map(|at| self.view(op, at)).collect();
                Some(format!("selfsame::merge_lists({{{}}})", lists.join(", ")))
            }
            _ => None,
        }
    }

    fn gather(&mut self, op: &'a OpCall, base: &str, result: Option<&'a Type>) -> Option<String> {
        if base == "gather_row" {
            let (source, target) = (self.view(op, 1), self.destination(op, 0));
            let (to, from, shape) =
                (self.dims_or_none(op, 2), self.dims_or_none(op, 3), self.dims_or_none(op, 4));
            let (valid, turned) = (self.dims_or_none(op, 5), flag(op, "transpose"));
            return Some(format!(
                "selfsame::gather_window({source}, {target}, {to}, {from}, {shape}, {valid}, {turned})"
            ));
        }
        let source = self.view(op, 0);
        if base == "gather_mask" {
            let Some((first, step)) = pattern(op) else { return self.unknown(op) };
            let own = self.view_type(op, 0);
            let element = op.kwargs.dtype("output_dtype").or(result.and_then(Type::dtype)).unwrap_or(own);
            return Some(format!("selfsame::gather_mask({source}, {first}, {step}, {})", ty(element)));
        }
        let index = self.view(op, 1);
        Some(match op.kwargs.int("dim").filter(|_| base == "gather") {
            Some(axis) => format!("selfsame::gather_along({source}, {index}, {axis})"),
            None if base == "mgather" && by_row(op) => format!("selfsame::gather_rows({source}, {index})"),
            None => format!("selfsame::gather_flat({source}, {index})"),
        })
    }

    fn scatter(&mut self, op: &'a OpCall, base: &str, tile: bool) -> Option<String> {
        if base == "scatter_mask" {
            let Some((first, step)) = pattern(op) else { return self.unknown(op) };
            let (to, from) = if tile { (0, 1) } else { (1, 0) };
            let (source, target) = (self.view(op, from), self.destination(op, to));
            return Some(format!("selfsame::scatter_mask({source}, {target}, {first}, {step})"));
        }
        let axis = op.kwargs.int("dim");
        let (target, index, source) = match (base, axis) {
            ("mscatter", _) => (2, 1, 0),
            ("scatter", None) => (0, 2, 1),
            _ => (0, 1, 2),
        };
        let (index, source) = (self.view(op, index), self.view(op, source));
        let target = self.destination(op, target);
        Some(match (base, axis) {
            ("scatter", Some(axis)) => {
                format!("selfsame::scatter_along({target}, {index}, {source}, {axis})")
            }
            ("scatter_update", _) => format!("selfsame::scatter_rows({target}, {index}, {source})"),
            _ => format!("selfsame::scatter_flat({target}, {index}, {source})"),
        })
    }
}
