//! Random programs that are one side of a law: variables become parameters and constants, nodes become statements.

use std::collections::BTreeMap;

use crate::base::name::Name;
use crate::base::span::Span;
use crate::egraph::fold::fold;
use crate::egraph::node::Op as Literal;
use crate::egraph::rule_ast::{AttrPat, Form, Head, Pat, PatNode};
use crate::egraph::rule_sorts::Sort;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Expr, Float};
use crate::ir::op::{Constant, Op, OpRow, Operand, OperandKind};
use crate::ir::program::{Direction, Function, FunctionKind, Param, VarId};
use crate::ir::stmt::{Block, OpCall, Rhs, Stmt, StmtKind};
use crate::ir::types::{MemSpace, TensorLayout, TensorType, TensorView, TileType, TileView, Type};
use crate::ir::typing;

/// A small generator of random numbers (Steele, Lea and Flood's SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % end as u64) as usize
    }
    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// A draw that came to nothing: the operands do not fit, or it cannot be put in order.
#[derive(Debug)]
pub(crate) struct NoFit;

/// A side of a law being built.
pub(crate) struct Side {
    pub(crate) function: Function,
    random: Random,
    /// What each variable of a class stands for.
    pub(crate) bound: BTreeMap<String, Expr>,
    /// What each variable of a keyword stands for.
    pub(crate) attrs: BTreeMap<String, Attr>,
    pub(crate) rests: BTreeMap<String, Attrs>,
    /// What operands have in common, so that most of them fit.
    shape: Vec<i128>,
    dtype: DType,
    /// Writes that have been issued; a pattern's memory is one of them.
    written: Vec<Pat>,
    /// The value that fresh storage was given, by its variable: what it is computed from.
    pub(crate) fresh: BTreeMap<String, Expr>,
}

/// Element types that tensors and tiles are drawn from.
const DTYPES: &[DType] = &[
    DType::Fp32,
    DType::Fp32,
    DType::Int32,
    DType::Int32,
    DType::Fp16,
    DType::Bf16,
    DType::Int16,
    DType::Int8,
    DType::UInt8,
    DType::UInt32,
];

impl Side {
    /// An empty side.
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let mut function = Function::new(Name::from("f"), FunctionKind::Opaque);
        function.body = Some(function.blocks.push(Block::default()));
        let extents = [1, 2, 3, 4, 4, 6, 8];
        let shape = match random.below(8) {
            0 => vec![random.pick(&extents)],
            1 => (0..3).map(|_| random.pick(&[1, 2, 3])).collect(),
            2 | 3 => vec![random.pick(&extents); 2],
            _ => vec![random.pick(&extents), random.pick(&extents)],
        };
        let dtype = random.pick(DTYPES);
        Self {
            function,
            random,
            bound: BTreeMap::new(),
            attrs: BTreeMap::new(),
            rests: BTreeMap::new(),
            shape,
            dtype,
            written: Vec::new(),
            fresh: BTreeMap::new(),
        }
    }

    /// A side with the same parameters and bindings, and no statement yet.
    pub(crate) fn other(&self) -> Self {
        let mut function = self.function.clone();
        let body = function.body.expect("sides have a body");
        function.blocks[body].stmts.clear();
        Self {
            function,
            random: Random(self.random.0),
            bound: self.bound.clone(),
            attrs: self.attrs.clone(),
            rests: self.rests.clone(),
            shape: self.shape.clone(),
            dtype: self.dtype,
            written: Vec::new(),
            fresh: self.fresh.clone(),
        }
    }

    // ---- statements ----

    fn push(&mut self, name: &str, ty: Type, rhs: Rhs) -> VarId {
        let var = self.function.add_var(name, ty, Span::NONE);
        let body = self.function.body.expect("sides have a body");
        self.function.blocks[body].stmts.push(Stmt::new(StmtKind::Let(var, rhs)));
        var
    }

    fn is_defined(&self, expr: &Expr) -> bool {
        let body = self.function.body.expect("sides have a body");
        self.function.blocks[body]
            .stmts
            .iter()
            .any(|stmt| matches!(&stmt.kind, StmtKind::Let(var, _) if Some(*var) == expr.as_var()))
    }

    fn type_of(&self, expr: &Expr) -> Type {
        typing::type_of(&self.function.vars, expr)
    }

    /// Applies an operator; the table says what comes out.
    pub(crate) fn apply(&mut self, name: &str, args: Vec<Expr>, kwargs: Attrs) -> Result<Expr, NoFit> {
        let op = Op::new(name);
        let row: &OpRow = op.row().ok_or(NoFit)?;
        let types: Vec<Type> = args.iter().map(|arg| self.type_of(arg)).collect();
        let ty = row.apply(&args, &types, &kwargs).map_err(|_| NoFit)?;
        if ty == Type::Unknown {
            return Err(NoFit);
        }
        let call = OpCall { op, args, kwargs, attrs: Attrs::new() };
        Ok(Expr::Var(self.push("t", ty, Rhs::Op(call))))
    }

    /// Returns a value (or nothing) and closes the body. Fresh storage is written afterwards: else it would be no storage.
    pub(crate) fn finish(&mut self, value: Option<Expr>) {
        let written: Vec<(Expr, Expr)> = self
            .fresh
            .iter()
            .filter_map(|(name, source)| Some((self.bound.get(name)?.clone(), source.clone())))
            .filter(|(storage, _)| self.is_defined(storage))
            .collect();
        for (storage, source) in written {
            let zeros = Expr::Tuple(self.shape.iter().map(|_| Expr::index(0)).collect());
            let _ = self.apply("tensor.assemble", vec![storage, source, zeros], Attrs::new());
        }
        let types: Vec<Type> = value.iter().map(|value| self.type_of(value)).collect();
        self.function.results = types;
        let body = self.function.body.expect("sides have a body");
        let stmt = Stmt::new(StmtKind::Return(value.into_iter().collect()));
        self.function.blocks[body].stmts.push(stmt);
    }

    // ---- patterns ----

    /// A pattern as an expression, its nodes as statements; `build` says what a builder gives.
    pub(crate) fn side(
        &mut self,
        pattern: &Pat,
        operand: Place<'_>,
        build: &dyn Fn(&PatNode) -> Option<Expr>,
    ) -> Result<Expr, NoFit> {
        match pattern {
            Pat::Int(value, _) => Ok(Expr::index(*value)),
            Pat::Bool(value, _) => Ok(Expr::Bool(*value)),
            // What fresh storage was given is computed anew on a side without that storage.
            Pat::Var(name, _)
                if self.fresh.get(name).is_some_and(|_| !self.is_defined(&self.bound[name])) =>
            {
                let source = self.fresh[name].clone();
                self.apply("tensor.neg", vec![source], Attrs::new())
            }
            Pat::Var(name, _) => match self.bound.get(name) {
                Some(expr) => Ok(expr.clone()),
                None => {
                    let expr = self.draw(operand)?;
                    self.bound.insert(name.clone(), expr.clone());
                    Ok(expr)
                }
            },
            Pat::Node(node) => self.node(pattern, node, build),
        }
    }

    fn node(
        &mut self,
        pattern: &Pat,
        node: &PatNode,
        build: &dyn Fn(&PatNode) -> Option<Expr>,
    ) -> Result<Expr, NoFit> {
        let scalar = Place::sort(Sort::Scalar);
        match node.head {
            Head::Build(_) => build(node).ok_or(NoFit),
            Head::Tuple => {
                let items: Result<Vec<Expr>, NoFit> =
                    node.args.iter().map(|arg| self.side(arg, scalar, build)).collect();
                Ok(Expr::Tuple(items?))
            }
            Head::Read => {
                self.memory(&node.args[1], build)?;
                self.side(&node.args[0], Place::sort(Sort::Handle), build)
            }
            Head::Unary(op) => {
                let inner = self.side(&node.args[0], scalar, build)?;
                Ok(Expr::Unary(op, Box::new(inner)))
            }
            Head::Binary(op) => {
                let left = self.side(&node.args[0], scalar, build)?;
                let right = self.side(&node.args[1], scalar, build)?;
                // A literal is what the engine makes of two, and literals widen no integers.
                Ok(match (&left, &right) {
                    (Expr::Int(a, x), Expr::Int(b, y)) => {
                        match fold(Literal::Binary(op), &[Literal::Int(*a, *x), Literal::Int(*b, *y)]) {
                            Some(Literal::Int(value, dtype)) => Expr::Int(value, dtype),
                            Some(Literal::Bool(value)) => Expr::Bool(value),
                            _ => Expr::binary(op, left, right),
                        }
                    }
                    _ => Expr::binary(op, left, right),
                })
            }
            Head::Cast => {
                let inner = self.side(&node.args[0], scalar, build)?;
                match self.attr("target_type", &node.attrs[0].1) {
                    Attr::DType(dtype) => Ok(Expr::Cast(Box::new(inner), dtype)),
                    _ => Err(NoFit),
                }
            }
            Head::Extent(axis) => {
                let of = self.side(&node.args[0], Place::sort(Sort::Value), build)?;
                let shape = self.type_of(&of).shape().map(<[Expr]>::to_vec).ok_or(NoFit)?;
                shape.get(axis as usize).cloned().ok_or(NoFit)
            }
            Head::Op(form, row) => {
                let (args, kwargs) = self.operands(node, form, row, build)?;
                let result = self.apply(row.name, args, kwargs)?;
                if form == Form::Write {
                    self.written.push(pattern.clone());
                }
                Ok(result)
            }
            Head::Fresh | Head::FreshOf => Err(NoFit),
        }
    }

    fn operands(
        &mut self,
        node: &PatNode,
        form: Form,
        row: &'static OpRow,
        build: &dyn Fn(&PatNode) -> Option<Expr>,
    ) -> Result<(Vec<Expr>, Attrs), NoFit> {
        let mut args = &node.args[..];
        if form == Form::Write {
            let (memory, operands) = args.split_last().ok_or(NoFit)?;
            self.memory(memory, build)?;
            args = operands;
        }
        let mut exprs = Vec::new();
        for (at, (arg, operand)) in args.iter().zip(row.operands).enumerate() {
            let handle = match form {
                Form::Value => false,
                Form::View => row.view == Some(at),
                Form::Write => row.names == Some(at),
            };
            let place = Place { sort: sort_of(operand.kind), operand: Some(operand), handle };
            exprs.push(self.side(arg, place, build)?);
        }
        let kwargs = self.keywords(node, row);
        Ok((exprs, kwargs))
    }

    /// Sees to it that memory is as a pattern says, by the writes that lead there.
    fn memory(&mut self, pattern: &Pat, build: &dyn Fn(&PatNode) -> Option<Expr>) -> Result<(), NoFit> {
        match pattern {
            // The first memory: nothing was written yet.
            Pat::Var(..) if self.written.is_empty() => Ok(()),
            Pat::Node(node) => {
                let text = |pattern: &Pat| format!("{pattern:?}");
                if self.written.last().map(text) == Some(text(pattern)) {
                    return Ok(());
                }
                match node.head {
                    Head::FreshOf => self.fresh_of(pattern, node),
                    _ => self.node(pattern, node, build).map(drop),
                }
            }
            Pat::Var(..) | Pat::Int(..) | Pat::Bool(..) => Err(NoFit),
        }
    }

    /// Fresh storage that was just given a value.
    fn fresh_of(&mut self, pattern: &Pat, node: &PatNode) -> Result<(), NoFit> {
        let [Pat::Var(handle, _), Pat::Var(value, _), _] = &node.args[..] else { return Err(NoFit) };
        let ty = self.storage_type(OperandKind::Tensor, "");
        let source = self.param(ty, Direction::In);
        let storage = self.apply("tensor.neg", vec![source.clone()], Attrs::new())?;
        self.bound.insert(handle.clone(), storage.clone());
        self.bound.insert(value.clone(), storage);
        self.fresh.insert(value.clone(), source);
        self.written.push(pattern.clone());
        Ok(())
    }

    // ---- keywords ----

    fn keywords(&mut self, node: &PatNode, row: &OpRow) -> Attrs {
        let mut kwargs = Attrs::new();
        for (name, wanted) in &node.attrs {
            let value = self.attr(name, wanted);
            kwargs.set(name.as_str(), value);
        }
        let known = node.rest.as_ref().and_then(|rest| self.rests.get(rest)).cloned();
        let rest = known.unwrap_or_else(|| self.draw_keywords(&kwargs, row, node.rest.is_some()));
        if let Some(name) = &node.rest {
            self.rests.insert(name.clone(), rest.clone());
        }
        for (name, value) in rest.iter() {
            if kwargs.get(name).is_none() {
                kwargs.set(name.clone(), value.clone());
            }
        }
        // As a reader of programs leaves them.
        for keyword in row.keywords {
            let default = keyword.default.map(Constant::to_attr);
            if !keyword.recorded && kwargs.get(keyword.name) == default.as_ref() {
                kwargs.remove(keyword.name);
            }
        }
        kwargs
    }

    /// Keywords that the pattern does not mention: drawn if it lets them be anything, else the defaults.
    fn draw_keywords(&mut self, given: &Attrs, row: &OpRow, any: bool) -> Attrs {
        let mut kwargs = Attrs::new();
        for keyword in row.keywords.iter().filter(|keyword| given.get(keyword.name).is_none()) {
            match keyword.default {
                Some(Constant::Bool(_)) if any && self.random.one_in(4) => {
                    kwargs.set(keyword.name, Attr::Bool(self.random.one_in(2)));
                }
                Some(default) if keyword.recorded => kwargs.set(keyword.name, default.to_attr()),
                None if keyword.required => {
                    let value = self.keyword_value(keyword.name);
                    kwargs.set(keyword.name, value);
                }
                Some(_) | None => {}
            }
        }
        kwargs
    }

    /// A keyword's value as a pattern says it; variables are drawn once.
    fn attr(&mut self, keyword: &str, wanted: &AttrPat) -> Attr {
        match wanted {
            AttrPat::Literal(value) => value.clone(),
            AttrPat::Flip(name) => Attr::Bool(self.attrs.get(name) != Some(&Attr::Bool(true))),
            AttrPat::Var(name) => {
                if let Some(value) = self.attrs.get(name) {
                    return value.clone();
                }
                let value = self.keyword_value(keyword);
                self.attrs.insert(name.clone(), value.clone());
                value
            }
        }
    }

    fn keyword_value(&mut self, keyword: &str) -> Attr {
        match keyword {
            "target_memory" => Attr::Enum(Name::from("Mem.Vec")),
            "mode" => Attr::Str(self.random.pick(&["round", "rint", "floor", "ceil", "trunc"]).into()),
            "pad_value" => Attr::Enum(self.random.pick(&["PadValue.zero", "PadValue.min"]).into()),
            _ if keyword.contains("trans") => Attr::Bool(self.random.one_in(2)),
            _ if keyword.contains("type") => Attr::DType(self.some_dtype()),
            _ => Attr::Int(self.random.below(3) as i128),
        }
    }

    fn some_dtype(&mut self) -> DType {
        if self.random.one_in(3) { self.dtype } else { self.random.pick(DTYPES) }
    }

    // ---- draws ----

    fn param(&mut self, ty: Type, direction: Direction) -> Expr {
        let name = format!("p{}", self.function.params.len());
        let var = self.function.add_var(name.as_str(), ty, Span::NONE);
        self.function.params.push(Param { var, direction });
        Expr::Var(var)
    }

    /// Something that may stand at a place.
    fn draw(&mut self, place: Place<'_>) -> Result<Expr, NoFit> {
        let name = place.operand.map_or("", |operand| operand.name);
        match place.sort {
            Sort::Scalar => Ok(self.scalar(name)),
            Sort::Tuple => Ok(self.tuple(name)),
            Sort::Memory => Err(NoFit),
            Sort::Value | Sort::Handle | Sort::Any => {
                let kind = place.operand.map_or(OperandKind::Tensor, |operand| operand.kind);
                let kind = if kind == OperandKind::Any { OperandKind::Tensor } else { kind };
                let ty = self.storage_type(kind, name);
                let direction = if place.handle { Direction::InOut } else { Direction::In };
                Ok(self.param(ty, direction))
            }
        }
    }

    /// A type of storage for an operand.
    fn storage_type(&mut self, kind: OperandKind, name: &str) -> Type {
        let mut shape = self.shape.clone();
        let last = shape.len() - 1;
        if name.contains("row_vec") {
            shape[last] = 1;
        } else if name.contains("col_vec") {
            shape[last.saturating_sub(1)] = 1;
        } else if self.random.one_in(4) {
            let axis = self.random.below(shape.len());
            shape[axis] = self.random.pick(&[1, 2, 3, 4, 8]);
        } else if self.random.one_in(8) {
            shape.iter_mut().for_each(|extent| *extent *= 2);
        }
        let dtype = if self.random.one_in(6) { self.random.pick(DTYPES) } else { self.dtype };
        if kind == OperandKind::Array {
            return Type::Array(8, self.random.pick(&[DType::Int32, DType::Index]));
        }
        let valid = if self.random.one_in(6) {
            shape.iter().map(|extent| Expr::index((*extent).min(1 + self.random.below(8) as i128))).collect()
        } else {
            Vec::new()
        };
        let shape: Vec<Expr> = shape.into_iter().map(Expr::index).collect();
        let narrowed = !valid.is_empty() && valid != shape;
        if kind == OperandKind::Tile {
            let view = narrowed.then(|| Box::new(TileView { valid_shape: valid, ..TileView::default() }));
            let space = self.random.pick(&[
                MemSpace::Vec,
                MemSpace::Vec,
                MemSpace::Vec,
                MemSpace::Vec,
                MemSpace::Mat,
                MemSpace::Acc,
            ]);
            let space = Some(space);
            return Type::Tile(TileType { shape, dtype, memref: None, space, view });
        }
        let layout = if self.random.one_in(8) { TensorLayout::Nz } else { TensorLayout::Nd };
        let valid_shape = if narrowed { valid } else { Vec::new() };
        let view = TensorView { valid_shape, layout, ..TensorView::default() };
        let view = (view != TensorView::default()).then(|| Box::new(view));
        let distributed = self.random.one_in(12);
        Type::Tensor(TensorType { distributed, shape, dtype, view, memref: None })
    }

    /// One list moved by the last entry of another: where a window ends, another may begin.
    fn next_to_known(&mut self) -> Option<Expr> {
        let lists = self.bound.values().filter_map(|expr| match expr {
            Expr::Tuple(items) if items.len() == self.shape.len() => {
                items.iter().map(Expr::as_int).collect::<Option<Vec<i128>>>()
            }
            _ => None,
        });
        let lists: Vec<Vec<i128>> = lists.collect();
        if lists.is_empty() {
            return None;
        }
        let (mut start, step) = (self.random.pick(&lists), self.random.pick(&lists));
        *start.last_mut()? += *step.last()?;
        Some(Expr::Tuple(start.into_iter().map(Expr::index).collect()))
    }

    fn scalar(&mut self, name: &str) -> Expr {
        if name.contains("axis") {
            return Expr::index(self.random.pick(&[0, 1, -1, -2]));
        }
        let index = self.function.params.is_empty() || self.random.one_in(2);
        let dtype = match (name, self.random.below(12)) {
            (_, 0) => DType::Bool,
            (_, 1) => DType::Fp32,
            (_, 2..4) => DType::Int32,
            ("", _) => DType::Index,
            _ if index => DType::Index,
            _ => self.dtype,
        };
        if self.random.one_in(2) {
            return self.literal(dtype);
        }
        let param = self.scalar_param(dtype);
        if dtype == DType::Index && self.random.one_in(2) { self.sum(param, 3) } else { param }
    }

    fn literal(&mut self, dtype: DType) -> Expr {
        let value = self.random.pick(&[0, 0, 1, 1, 2, 3, 4, 8, -1]);
        match dtype {
            DType::Bool => Expr::Bool(value != 0),
            _ if dtype.is_float() => Expr::Float(Float::new(value as f64), dtype),
            _ if !dtype.is_signed() => Expr::Int(i128::max(value, 0), dtype),
            _ => Expr::Int(value, dtype),
        }
    }

    /// A scalar parameter: a new one, or one that is there.
    fn scalar_param(&mut self, dtype: DType) -> Expr {
        let wanted = Type::Scalar(dtype);
        let known: Vec<VarId> = self.function.params.iter().map(|param| param.var).collect();
        let known: Vec<VarId> = known.into_iter().filter(|var| *self.function.ty(*var) == wanted).collect();
        if !known.is_empty() && !self.random.one_in(3) {
            return Expr::Var(self.random.pick(&known));
        }
        self.param(wanted, Direction::In)
    }

    /// Index arithmetic around an expression.
    fn sum(&mut self, mut expr: Expr, steps: usize) -> Expr {
        for _ in 0..1 + self.random.below(steps) {
            let constant = Expr::index(self.random.pick(&[1, 2, 3, 4, 8]));
            let other =
                if self.random.one_in(3) { self.scalar_param(DType::Index) } else { constant.clone() };
            expr = match self.random.below(5) {
                0 | 1 => Expr::binary(BinaryOp::Mul, expr, constant),
                2 => Expr::binary(BinaryOp::Sub, expr, other),
                _ => Expr::binary(BinaryOp::Add, expr, other),
            };
        }
        expr
    }

    fn tuple(&mut self, name: &str) -> Expr {
        if name.contains("offset")
            && self.random.one_in(3)
            && let Some(next) = self.next_to_known()
        {
            return next;
        }
        let shape = self.shape.clone();
        let whole = self.random.one_in(2);
        let items = shape.iter().map(|extent| {
            if name.contains("shape") || name == "window" {
                let extent =
                    if whole { *extent } else { self.random.pick(&[1, 2, *extent, (*extent).max(2) / 2]) };
                return Expr::index(extent);
            }
            let constant = self.random.pick(&[0, 0, 0, 1, 2, 4]);
            if whole || self.random.one_in(2) {
                return Expr::index(if whole { 0 } else { constant });
            }
            let param = self.scalar_param(DType::Index);
            if self.random.one_in(2) {
                param
            } else {
                Expr::binary(BinaryOp::Add, param, Expr::index(constant))
            }
        });
        Expr::Tuple(items.collect())
    }
}

/// Where a variable stands.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    sort: Sort,
    operand: Option<&'a Operand>,
    /// Whether it is written, viewed or read through.
    handle: bool,
}

impl Place<'_> {
    pub(crate) fn sort(sort: Sort) -> Self {
        Self { sort, operand: None, handle: sort == Sort::Handle }
    }
}

fn sort_of(kind: OperandKind) -> Sort {
    match kind {
        OperandKind::Scalar => Sort::Scalar,
        OperandKind::Indices => Sort::Tuple,
        OperandKind::Any => Sort::Any,
        OperandKind::Tensor | OperandKind::Tile | OperandKind::Shaped | OperandKind::Array => Sort::Value,
    }
}
