//! Windows, messages and collectives, where there is one rank, as calls of the kernel library.

use crate::codegen::host::function::Writing;
use crate::codegen::host::keywords::{is_atomic, member, ty};
use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::stmt::OpCall;
use crate::ir::types::Type;

/// Whether a notification sets the signal; else it adds to it.
fn sets(op: &OpCall) -> bool {
    match member(op, "op") {
        Some(name) => name.to_ascii_lowercase().ends_with("set"),
        None => op.kwargs.int("op") == Some(1),
    }
}

/// The position of the operand that the operator's row calls so.
fn position(op: &OpCall, name: &str) -> Option<usize> {
    op.op.row()?.operands.iter().position(|operand| operand.name == name)
}

impl<'a> Writing<'a, '_> {
    /// The C++ of an operator between ranks; `None` if it does nothing here, or after a complaint.
    pub(super) fn rank_operator(
        &mut self,
        bound: bool,
        op: &'a OpCall,
        base: &str,
        result: Option<&'a Type>,
    ) -> Option<String> {
        Some(match base {
            "tensor.alloc_window_buffer" => {
                let bytes = self.element(op, 0).text;
                let name = match op.kwargs.get("name") {
                    Some(Attr::Str(name)) => name.escape_default().to_string(),
                    _ => String::new(),
                };
                format!("selfsame::window_buffer({bytes}, \"{name}\")")
            }
            "tensor.window" => {
                let buffer = self.any(op.args.first()?);
                let shape = self.dims_or_none(op, 1);
                let dtype = op.kwargs.dtype("dtype").or(result.and_then(Type::dtype));
                format!("selfsame::window({buffer}, {shape}, {})", ty(dtype.unwrap_or(DType::Fp32)))
            }
            "system.get_comm_ctx" => "uint64_t{0}".to_owned(),
            "system.world_size" => "int64_t{1}".to_owned(),
            "system.rank" => "int32_t{0}".to_owned(),
            "system.nranks" => "int32_t{1}".to_owned(),
            "system.notify" => {
                let (target, peer) = (self.destination(op, 0), self.element(op, 1).text);
                let (at, value) = (self.dims_or_none(op, 2), self.element(op, 3).text);
                format!("selfsame::notify({target}, {peer}, {at}, {value}, {})", sets(op))
            }
            "system.wait" | "system.defer_wait" => {
                let (signal, at) = (self.view(op, 0), self.dims_or_none(op, 1));
                let expected = self.element(op, 2).text;
                let equal = member(op, "cmp").is_some_and(|cmp| cmp.to_ascii_lowercase().ends_with("eq"));
                format!("selfsame::wait({signal}, {at}, {expected}, {equal})")
            }
            "tile.remote_load" => {
                let (source, peer) = (self.view(op, 0), self.element(op, 1).text);
                let (offset, shape) = (self.dims_or_none(op, 2), self.dims_or_none(op, 3));
                let valid = self.dims_or_none(op, 4);
                format!("selfsame::remote_load({source}, {peer}, {offset}, {shape}, {valid})")
            }
            "tile.remote_store" | "tensor.remote_store" => {
                let (source, target) = (self.view(op, 0), self.destination(op, 1));
                let (peer, offset) = (self.element(op, 2).text, self.dims_or_none(op, 3));
                format!("selfsame::remote_store({source}, {target}, {peer}, {offset}, {})", is_atomic(op))
            }
            "tile.put" | "tensor.put" | "tile.get" | "tensor.get" => self.transfer(op),
            // What one rank reduces, gets or waits for is what it has.
            "tensor.allreduce" | "tensor.reduce_scatter" | "tensor.broadcast" | "tensor.barrier" => {
                let target = self.destination(op, 0);
                return Some(target).filter(|_| bound);
            }
            "tensor.allgather" | "tensor.all_to_all" => {
                let (source, target) = (self.view(op, 0), self.destination(op, 1));
                format!("selfsame::all_parts({source}, {target})")
            }
            _ => return self.unknown(op),
        })
    }

    fn transfer(&mut self, op: &'a OpCall) -> String {
        let (target, peer) = (self.destination(op, 0), self.element(op, 1).text);
        let source = self.view(op, 2);
        let [to, from, shape] = ["dst_offsets", "src_offsets", "shape"]
            .map(|name| position(op, name).map_or_else(|| "{}".to_owned(), |at| self.dims_or_none(op, at)));
        format!("selfsame::transfer({target}, {peer}, {source}, {to}, {from}, {shape}, {})", is_atomic(op))
    }
}
