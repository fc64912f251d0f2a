//! Operators of kernels as calls of the kernel library.

use crate::codegen::expr::Scalars;
use crate::codegen::host::function::Writing;
use crate::codegen::host::keywords::{comparison, flag, is_atomic, member, pad, rounding, ty};
use crate::codegen::host::operand::{Element, given};
use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::stmt::OpCall;
use crate::ir::types::Type;

/// A row or column vector, or a scalar, against a matrix: the operator behind a name.
fn two(base: &str) -> Option<&'static str> {
    let plain = if matches!(base, "abs" | "sels") { base } else { base.strip_suffix('s').unwrap_or(base) };
    Some(match plain {
        "add" => "ADD",
        "sub" => "SUB",
        "mul" => "MUL",
        "div" => "DIV",
        "maximum" => "MAX",
        "minimum" => "MIN",
        "rem" => "FLOOR_MOD",
        "fmod" => "FMOD",
        "and" => "AND",
        "or" => "OR",
        "xor" => "XOR",
        "shl" => "SHL",
        "shr" => "SHR",
        _ => return None,
    })
}

fn one(base: &str) -> Option<&'static str> {
    Some(match base {
        "neg" => "NEG",
        "abs" => "ABS",
        "not" => "NOT",
        "relu" => "RELU",
        "exp" => "EXP",
        "log" => "LOG",
        "sqrt" => "SQRT",
        "rsqrt" => "RSQRT",
        "recip" => "RECIP",
        "sin" => "SIN",
        "cos" => "COS",
        _ => return None,
    })
}

/// Whether a vector has one element per row, and the operator.
fn expansion(base: &str) -> Option<(bool, &'static str)> {
    let (by_row, rest) = match base.strip_prefix("row_expand") {
        Some(rest) => (true, rest),
        None => (false, base.strip_prefix("col_expand")?),
    };
    let op = match rest {
        "" => "SECOND",
        "_max" => "MAX",
        "_min" => "MIN",
        "_expdif" => "EXP_DIFF",
        _ => two(rest.strip_prefix('_')?)?,
    };
    Some((by_row, op))
}

/// Whether rows are reduced, and how: an operator to fold with, or a comparison that finds the best.
fn reduction(base: &str) -> Option<(bool, Result<&'static str, &'static str>)> {
    let (by_row, rest) = match base.strip_prefix("row_") {
        Some(rest) => (true, rest),
        None => (!base.starts_with("col_"), base.strip_prefix("col_").unwrap_or(base)),
    };
    let how = match rest {
        "sum" => Ok("ADD"),
        "prod" => Ok("MUL"),
        "max" => Ok("MAX"),
        "min" => Ok("MIN"),
        "argmax" => Err("GT"),
        "argmin" => Err("LT"),
        _ => return None,
    };
    Some((by_row, how))
}

impl<'a> Writing<'a, '_> {
    /// The C++ of an operator; `None` if it does nothing here, or after a complaint.
    pub(super) fn operator(&mut self, var: Option<VarId>, op: &'a OpCall) -> Option<String> {
        let name = op.op.name().as_str();
        let (space, base) = name.split_once('.').unwrap_or(("", name));
        let result = var.map(|var| self.function.ty(var));
        match space {
            "tensor" | "tile" => self.shaped(op, base, space == "tile", result),
            "array" => self.array(op, base, result),
            "system" => self.system(op, base),
            "pld" => self.rank_operator(var.is_some(), op, base, result),
            _ => self.unknown(op),
        }
    }

    pub(super) fn unknown(&mut self, op: &OpCall) -> Option<String> {
        self.error(format!("`{}` has no C++ form", op.op.name()));
        None
    }

    fn shaped(&mut self, op: &'a OpCall, base: &str, tile: bool, result: Option<&'a Type>) -> Option<String> {
        let declared = |otherwise: DType| ty(result.and_then(Type::dtype).unwrap_or(otherwise));
        if let Some(symbol) = two(base) {
            return Some(self.binary_operator(op, symbol, tile, result));
        }
        if let Some(function) = one(base) {
            let x = self.element(op, 0);
            let result = declared(x.dtype);
            return Some(format!(
                "selfsame::unary(selfsame::Fn::{function}, {}, {}, {result})",
                x.text,
                ty(x.dtype)
            ));
        }
        if let Some((by_row, symbol)) = expansion(base) {
            let (matrix, vector) = (self.view(op, 0), self.view(op, 1));
            let common = self.view_type(op, 0).promote(self.view_type(op, 1));
            let (result, common) = (declared(common), ty(common));
            return Some(format!(
                "selfsame::expand(selfsame::Op::{symbol}, {matrix}, {vector}, {by_row}, {common}, {result})"
            ));
        }
        if let Some((by_row, how)) = reduction(base) {
            return self.reduce(op, by_row, how, result);
        }
        if matches!(base, "cmp" | "cmps") {
            let (x, y) = (self.element(op, 0), self.element(op, 1));
            let Some(cmp) = comparison(op) else { return self.unknown(op) };
            let (common, result) = (ty(x.dtype.promote(y.dtype)), declared(DType::Bool));
            return Some(format!("selfsame::compare({cmp}, {}, {}, {common}, {result})", x.text, y.text));
        }
        self.product(op, base, result)
            .or_else(|| self.created(op, base, result))
            .or_else(|| self.looked_at(op, base))
            .or_else(|| self.moved(op, base, result))
            .or_else(|| self.indexed(op, base, tile, result))
            .or_else(|| self.system(op, base))
    }

    fn binary_operator(
        &mut self,
        op: &'a OpCall,
        symbol: &str,
        tile: bool,
        result: Option<&'a Type>,
    ) -> String {
        let (x, y) = (self.element(op, 0), self.element(op, 1));
        let common = if tile && !y.is_view { x.dtype } else { x.dtype.promote(y.dtype) };
        let result = result.and_then(Type::dtype).unwrap_or(common);
        format!(
            "selfsame::binary(selfsame::Op::{symbol}, {}, {}, {}, {})",
            x.text,
            y.text,
            ty(common),
            ty(result)
        )
    }

    fn reduce(
        &mut self,
        op: &'a OpCall,
        by_row: bool,
        how: Result<&str, &str>,
        result: Option<&'a Type>,
    ) -> Option<String> {
        let source = self.view(op, 0);
        let rank = self.rank(op, 0) as i128;
        let asked = op.kwargs.int("axis").unwrap_or(if by_row { -1 } else { -2 });
        let axis = if asked < 0 { asked + rank } else { asked };
        if !(0..rank).contains(&axis) {
            self.error(format!("axis {asked} of a value with {rank} axes"));
            return None;
        }
        let kept = result.and_then(Type::shape).map_or(rank, |shape| shape.len() as i128);
        let element = self.view_type(op, 0);
        let of = |otherwise| ty(result.and_then(Type::dtype).unwrap_or(otherwise));
        Some(match how {
            Ok(symbol) => {
                let element = of(element);
                format!("selfsame::fold(selfsame::Op::{symbol}, {source}, {axis}, {element}, {kept})")
            }
            Err(cmp) => {
                let element = of(DType::Int32);
                format!("selfsame::arg_best(selfsame::Cmp::{cmp}, {source}, {axis}, {element}, {kept})")
            }
        })
    }

    fn product(&mut self, op: &'a OpCall, base: &str, result: Option<&'a Type>) -> Option<String> {
        let first = match base {
            "matmul" | "gemv" | "batch_matmul" | "matmul_bias" | "gemv_bias" => 0,
            "matmul_acc" | "gemv_acc" | "batch_matmul_acc" => 1,
            _ => return None,
        };
        let (a, b) = (self.view(op, first), self.view(op, first + 1));
        let accumulator = match self.view_type(op, first).promote(self.view_type(op, first + 1)) {
            DType::Fp64 => DType::Fp64,
            common if common.is_float() => DType::Fp32,
            _ => DType::Int32,
        };
        let turns = format!("{}, {}", flag(op, "a_trans"), flag(op, "b_trans"));
        let out = op.kwargs.dtype("out_dtype").unwrap_or(accumulator);
        let out = ty(result.and_then(Type::dtype).unwrap_or(out));
        let accumulator = ty(accumulator);
        Some(match base {
            "matmul_bias" | "gemv_bias" => {
                let bias = self.view(op, 2);
                format!("selfsame::matmul_bias({a}, {b}, {bias}, {turns}, {accumulator}, {out})")
            }
            _ if first == 1 => {
                let acc = self.destination(op, 0);
                let zero = self.truth(op, 3).unwrap_or_else(|| "false".to_owned());
                format!("selfsame::matmul_acc({acc}, {a}, {b}, {zero}, {turns}, {accumulator})")
            }
            _ => format!("selfsame::matmul({a}, {b}, {turns}, {accumulator}, {out})"),
        })
    }

    fn created(&mut self, op: &'a OpCall, base: &str, result: Option<&'a Type>) -> Option<String> {
        let dtype = op.kwargs.dtype("dtype");
        match base {
            "create" | "create_l1" => {
                let shape = self.dims_or_none(op, 0);
                let dtype = ty(dtype.unwrap_or(DType::Fp32));
                let value = match op.kwargs.get("init_value") {
                    None | Some(Attr::None) => return Some(format!("selfsame::fresh({dtype}, {shape})")),
                    Some(Attr::Int(value)) => value.to_string(),
                    Some(Attr::Float(value)) => crate::codegen::number::float(*value, DType::Fp64),
                    Some(Attr::Expr(expr)) => self.scalar(expr).text,
                    Some(_) => return self.unknown(op),
                };
                Some(format!("selfsame::full({dtype}, {shape}, {value})"))
            }
            "full" => {
                let shape = self.dims_or_none(op, 0);
                let value = match given(op, 1) {
                    Some(_) => self.element(op, 1),
                    None => match op.kwargs.get("value")? {
                        Attr::Int(value) => literal(value.to_string(), DType::Index),
                        Attr::Float(value) => {
                            literal(crate::codegen::number::float(*value, DType::Fp32), DType::Fp32)
                        }
                        Attr::Expr(expr) => {
                            let text = self.scalar(expr);
                            literal(text.text, text.dtype)
                        }
                        _ => return self.unknown(op),
                    },
                };
                let dtype = ty(dtype.unwrap_or(value.dtype));
                Some(format!("selfsame::full({dtype}, {shape}, {})", value.text))
            }
            "ci" | "arange" => {
                let start = self.element(op, 0);
                let shape = self.dims_or_none(op, 1);
                let down = flag(op, "descending");
                let dtype = ty(dtype.unwrap_or(start.dtype));
                let start = format!("selfsame::number({})", start.text);
                Some(format!("selfsame::count_from({start}, {shape}, {down}, {dtype})"))
            }
            "alloc" => Some("0".to_owned()),
            "expands" => {
                let (like, value) = (self.view(op, 0), self.element(op, 1));
                let like_type = self.view_type(op, 0);
                let dtype = ty(result.and_then(Type::dtype).unwrap_or(like_type));
                Some(format!("selfsame::expand_scalar({like}, {}, {dtype})", value.text))
            }
            "expand_clone" => {
                let (source, target) = (self.view(op, 0), self.destination(op, 1));
                Some(format!("selfsame::expand_clone({source}, {target})"))
            }
            _ => None,
        }
    }

    fn looked_at(&mut self, op: &'a OpCall, base: &str) -> Option<String> {
        let text = match base {
            "dim" => {
                let rank = self.rank(op, 0) as i128;
                let axis = op.args.get(1).and_then(Expr::as_int)?;
                let axis = if axis < 0 { axis + rank } else { axis };
                let view = self.view(op, 0);
                return Some(format!("{view}.shape[{axis}]"));
            }
            "slice" => {
                let source = self.view(op, 0);
                let (shape, offset) = (self.dims_or_none(op, 1), self.dims_or_none(op, 2));
                let (valid, dropped) = (self.dims_or_none(op, 3), self.dims_or_none(op, 4));
                let pad = pad(op);
                format!("selfsame::slice({source}, {shape}, {offset}, {valid}, {pad}, {dropped})")
            }
            "reshape" => {
                let (source, shape) = (self.view(op, 0), self.dims_or_none(op, 1));
                let valid = self.dims_or_none(op, 2);
                format!("selfsame::reshape({source}, {shape}, {valid})")
            }
            "view" => {
                let (source, shape) = (self.view(op, 0), self.dims_or_none(op, 1));
                let valid = self.dims_or_none(op, 2);
                let swapped = match member(op, "layout") {
                    None => -1,
                    Some(layout) => i32::from(layout == "DN"),
                };
                format!("selfsame::relayout({source}, {shape}, {valid}, {swapped})")
            }
            "transpose_view" => format!("selfsame::swap_axes({}, -2, -1)", self.view(op, 0)),
            "transpose" => {
                let source = self.view(op, 0);
                let axis = |at: usize| op.args.get(at).and_then(Expr::as_int);
                match (axis(1), axis(2)) {
                    (Some(first), Some(second)) => {
                        format!("selfsame::swap_axes({source}, {first}, {second})")
                    }
                    _ => format!("selfsame::swap_axes({source}, -2, -1)"),
                }
            }
            "set_validshape" => {
                let source = self.view(op, 0);
                let valid = match (op.args.get(1), op.args.get(2)) {
                    (Some(Expr::Tuple(_)), _) | (Some(_), None) => self.dims_or_none(op, 1),
                    _ => {
                        let (rows, columns) = (self.element(op, 1), self.element(op, 2));
                        format!("selfsame::Dims{{{}, {}}}", rows.text, columns.text)
                    }
                };
                format!("selfsame::set_valid({source}, {valid})")
            }
            "reinterpret_view" => {
                let same = op.kwargs.dtype("dtype").is_none_or(|dtype| dtype == self.view_type(op, 0));
                if !same {
                    return self.unknown(op);
                }
                let source = self.view(op, 0);
                match self.dims(op, 1) {
                    Some(shape) => format!("selfsame::reshape({source}, {shape}, {{}})"),
                    None => source,
                }
            }
            _ => return None,
        };
        Some(self.seen(op, text))
    }

    fn moved(&mut self, op: &'a OpCall, base: &str, result: Option<&'a Type>) -> Option<String> {
        let element = |otherwise: DType| ty(result.and_then(Type::dtype).unwrap_or(otherwise));
        Some(match base {
            "load" => {
                let (source, offset) = (self.view(op, 0), self.dims_or_none(op, 1));
                let (shape, valid) = (self.dims_or_none(op, 2), self.dims_or_none(op, 3));
                let declared = constant_shape(result);
                format!("selfsame::load({source}, {offset}, {shape}, {valid}, {declared})")
            }
            "store" => {
                let (tile, offset) = (self.view(op, 0), self.dims_or_none(op, 1));
                let (target, shape) = (self.destination(op, 2), self.dims_or_none(op, 3));
                format!("selfsame::store({tile}, {offset}, {target}, {shape}, {})", is_atomic(op))
            }
            "assemble" => {
                let (source, offset) = (self.view(op, 1), self.dims_or_none(op, 2));
                let target = self.destination(op, 0);
                format!("selfsame::put({source}, {target}, {offset}, {})", is_atomic(op))
            }
            "read" => {
                let (source, at) = (self.view(op, 0), self.dims_or_none(op, 1));
                let dtype = self.view_type(op, 0);
                let cpp = self.cpp(&Type::Scalar(dtype)).unwrap_or_else(|| "int64_t".to_owned());
                format!("selfsame::element<{cpp}>({source}, {at})")
            }
            "write" => {
                let (target, at) = (self.destination(op, 0), self.dims_or_none(op, 1));
                let value = self.element(op, 2);
                format!("selfsame::write_element({target}, {at}, {})", value.text)
            }
            "move" => format!("selfsame::copy({})", self.view(op, 0)),
            "extract" => {
                let source = self.view(op, 0);
                let (row, column) = (self.element(op, 1), self.element(op, 2));
                let shape = self.dims_or_none(op, 3);
                let offset = format!("selfsame::Dims{{{}, {}}}", row.text, column.text);
                format!("selfsame::copy({source}.window({offset}, {shape}))")
            }
            "concat" => {
                let (left, right) = (self.view(op, 0), self.view(op, 1));
                let left_type = self.view_type(op, 0);
                format!("selfsame::concat({left}, {right}, {})", element(left_type))
            }
            "cast" => {
                let x = self.element(op, 0);
                let target = op.kwargs.dtype("target_type").unwrap_or(x.dtype);
                format!("selfsame::cast({}, {}, {})", x.text, rounding(op), element(target))
            }
            "sel" | "sels" => {
                let other = if base == "sels" && given(op, 3).is_some() { 3 } else { 2 };
                let (mask, yes, no) = (self.element(op, 0), self.element(op, 1), self.element(op, other));
                let dtype = element(yes.dtype);
                format!("selfsame::select({}, {}, {}, {dtype})", mask.text, yes.text, no.text)
            }
            "fillpad" | "fillpad_inplace" => {
                let (source, target) = (self.view(op, 0), self.destination(op, 0));
                format!("selfsame::fill_padding({source}, {target}, {})", pad(op))
            }
            "fillpad_expand" => {
                let (source, shape) = (self.view(op, 0), self.dims_or_none(op, 1));
                let source_type = self.view_type(op, 0);
                let dtype = element(source_type);
                format!("selfsame::expand_with_padding({source}, {shape}, {}, {dtype})", pad(op))
            }
            _ => return None,
        })
    }

    fn array(&mut self, op: &'a OpCall, base: &str, result: Option<&'a Type>) -> Option<String> {
        match base {
            "create" => {
                let Some(Type::Array(len, dtype)) = result else { return self.unknown(op) };
                Some(format!("selfsame::array({}, {len})", ty(*dtype)))
            }
            "get_element" => {
                let dtype = self.view_type(op, 0);
                let cpp = self.cpp(&Type::Scalar(dtype))?;
                let (array, at) = (self.view(op, 0), self.dims_or_none(op, 1));
                Some(format!("selfsame::element<{cpp}>({array}, {at})"))
            }
            "update_element" => {
                let (array, at) = (self.destination(op, 0), self.dims_or_none(op, 1));
                let value = self.element(op, 2);
                Some(format!("selfsame::write_element({array}, {at}, {})", value.text))
            }
            _ => self.unknown(op),
        }
    }

    fn system(&mut self, op: &'a OpCall, base: &str) -> Option<String> {
        let lane = self.lane.clone();
        match base {
            "get_block_idx" => Some(format!("static_cast<int64_t>({lane}.block)")),
            "get_block_num" => Some(format!("static_cast<int64_t>({lane}.blocks)")),
            "get_subblock_idx" => Some(format!("static_cast<int64_t>({lane}.part)")),
            "available_cluster_count" | "available_aiv_count" => Some("1".to_owned()),
            // A task is done when it was submitted.
            "task_invalid" => Some("-1".to_owned()),
            "task_dummy" => Some("0".to_owned()),
            "task_is_valid" => Some(format!("({}) != -1", self.element(op, 0).text)),
            "syncall" if self.lanes.is_empty() => Some("selfsame::meet()".to_owned()),
            "syncall" => {
                self.error("a barrier between the lanes of one block has no C++ form");
                None
            }
            // Statements run one after the other.
            "sync_src" | "sync_dst" | "bar_v" | "bar_m" | "bar_all" | "fence" | "cacheinvalid"
            | "set_ffts" => None,
            _ => self.unknown(op),
        }
    }
}

fn literal(text: String, dtype: DType) -> Element {
    Element { text, dtype, is_view: false }
}

/// The shape that a tile's type gives in numbers.
fn constant_shape(ty: Option<&Type>) -> String {
    let extents: Option<Vec<String>> = ty
        .and_then(Type::shape)
        .and_then(|shape| shape.iter().map(|it| it.as_int().map(|it| it.to_string())).collect());
    extents.map_or_else(|| "{}".to_owned(), |extents| format!("selfsame::Dims{{{}}}", extents.join(", ")))
}
