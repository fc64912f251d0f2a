//! Types as the text writes them.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::extent;
use crate::ir::program::Direction;
use crate::ir::types::{
    MemBase, MemRef, MemSpace, PadValue, TensorLayout, TensorType, TensorView, TileType, TileView, Type,
};
use crate::lower::body::Body;
use crate::lower::constant::fold;
use crate::lower::expression::described;
use crate::lower::globals::Global;
use crate::lower::suggest::nearest;
use crate::lower::value::{Const, Value};
use crate::syntax::tree::{Call, Expr as Text, ExprKind, Ident};

/// Types that only pass through, by the name behind `pl.`.
const NAMED: &[&str] = &["PrefetchAsyncContext", "AsyncEvent", "AsyncSession"];

/// All names of types, for suggestions.
const TYPES: &[&str] =
    &["Tensor", "Tile", "Scalar", "Array", "Tuple", "Ptr", "MemRefType", "UnknownType", "Out", "InOut"];

impl<'m, 's> Body<'_, 'm, 's> {
    /// A declared parameter: its direction and type.
    pub(super) fn declared(&mut self, text: &Text<'s>) -> (Direction, Option<Type>) {
        if let ExprKind::Subscript(base, inner) = &text.kind {
            let direction = match base.as_path().and_then(|path| self.unit.globals.dsl(path)).as_deref() {
                Some("Out") => Some(Direction::Out),
                Some("InOut") => Some(Direction::InOut),
                Some("In") => Some(Direction::In),
                _ => None,
            };
            if let Some(direction) = direction {
                return (direction, self.annotation(inner));
            }
        }
        (Direction::In, self.annotation(text))
    }

    /// What stands behind `->`: one type a returned value.
    pub(super) fn declared_results(&mut self, text: &Text<'s>) -> Option<Vec<Type>> {
        match &text.kind {
            ExprKind::None => Some(Vec::new()),
            ExprKind::Subscript(base, items) if base.as_name().is_some_and(|name| name.text == "tuple") => {
                let one = std::slice::from_ref(&**items);
                let texts = items.as_items().unwrap_or(one);
                texts.iter().map(|text| self.annotation(text)).collect()
            }
            _ => self.annotation(text).map(|ty| vec![ty]),
        }
    }

    /// A type; `None` after a complaint.
    pub(super) fn annotation(&mut self, text: &Text<'s>) -> Option<Type> {
        match &text.kind {
            ExprKind::Subscript(base, items) => self.subscripted(base, items, text.span),
            ExprKind::Name(_) | ExprKind::Path(_) => self.named(text),
            ExprKind::Error => None,
            _ => {
                let message = "this is not a type";
                let wrong = Diagnostic::error(Code("not-a-type"), text.span, message);
                self.error(wrong.help("write `pl.Tensor[[16, 16], pl.FP32]`, `pl.Scalar[pl.INDEX]`, ..."));
                None
            }
        }
    }

    fn named(&mut self, text: &Text<'s>) -> Option<Type> {
        let path = text.as_path().unwrap_or_default();
        if let Some(Global::Text(inner)) = self.unit.globals.get(path) {
            let inner = *inner;
            return self.annotation(inner);
        }
        if let Some(Const::DType(dtype)) = fold(text, &self.unit.globals) {
            return Some(Type::Scalar(dtype));
        }
        let builtin = match path {
            "int" => Some(DType::Index),
            "float" => Some(DType::Fp32),
            "bool" => Some(DType::Bool),
            _ => None,
        };
        if let Some(dtype) = builtin {
            return Some(Type::Scalar(dtype));
        }
        match self.unit.globals.dsl(path).as_deref() {
            Some("Ptr") => Some(Type::Ptr),
            Some("TaskId") => Some(Type::TASK_ID),
            Some("MemRefType") => Some(Type::MemRef),
            Some("UnknownType") => Some(Type::Unknown),
            Some(name) if NAMED.contains(&name) => Some(Type::Named(Name::from(format!("pl.{name}")))),
            Some(name) if name.starts_with("pld.") && name.ends_with("Type") => {
                Some(Type::Named(Name::from(name)))
            }
            Some(name @ ("Tensor" | "Tile" | "Scalar" | "Array" | "pld.DistributedTensor")) => {
                let message = format!("`{path}` needs its shape and element type");
                let wrong = Diagnostic::error(Code("not-a-type"), text.span, message);
                let example = if name == "Scalar" { "[pl.INDEX]" } else { "[[16, 16], pl.FP32]" };
                self.error(wrong.help(format!("write `{path}{example}`")));
                None
            }
            other => {
                let message = format!("`{path}` is not a type");
                let mut wrong = Diagnostic::error(Code("not-a-type"), text.span, message);
                let known = TYPES.iter().copied().chain(DType::all().map(DType::name));
                if let Some(near) = other.and_then(|name| nearest(name, known)) {
                    wrong = wrong.help(format!("did you mean `pl.{near}`?"));
                }
                self.error(wrong);
                None
            }
        }
    }

    fn subscripted(&mut self, base: &Text<'s>, items: &Text<'s>, span: Span) -> Option<Type> {
        let one = std::slice::from_ref(items);
        let texts = match &items.kind {
            ExprKind::Tuple(items) => items.as_slice(),
            _ => one,
        };
        let path = base.as_path().unwrap_or_default();
        let name = self.unit.globals.dsl(path).map(|name| name.into_owned());
        match (name.as_deref(), texts) {
            (Some("Tensor"), [shape, dtype, rest @ ..]) => self.tensor(false, shape, dtype, rest),
            (Some("pld.DistributedTensor" | "DistributedTensor"), [shape, dtype, rest @ ..]) => {
                self.tensor(true, shape, dtype, rest)
            }
            (Some("Tile"), [shape, dtype, rest @ ..]) => self.tile(shape, dtype, rest),
            (Some("Scalar"), [dtype]) => self.dtype(dtype).map(Type::Scalar),
            (Some("Array"), [len, dtype]) => self.array(len, dtype),
            (Some("Tuple"), _) => self.tuple_of(texts),
            (None, _) if path == "tuple" || path == "Tuple" => self.tuple_of(texts),
            (Some("Out" | "InOut" | "In"), _) => {
                let message = "directions stand around the type of a parameter only";
                self.error(Diagnostic::error(Code("not-a-type"), span, message).help("write the type alone"));
                None
            }
            _ => {
                let message = format!("`{}` is not a type of the DSL", self.unit.source.slice(span));
                let mut wrong = Diagnostic::error(Code("not-a-type"), base.span, message);
                if let Some(near) = name.and_then(|name| nearest(&name, TYPES.iter().copied())) {
                    wrong = wrong.help(format!("did you mean `pl.{near}`?"));
                }
                self.error(wrong);
                None
            }
        }
    }

    fn tuple_of(&mut self, texts: &[Text<'s>]) -> Option<Type> {
        if let [only] = texts
            && matches!(&only.kind, ExprKind::Tuple(items) if items.is_empty())
        {
            return Some(Type::Tuple(Vec::new()));
        }
        texts.iter().map(|text| self.annotation(text)).collect::<Option<_>>().map(Type::Tuple)
    }

    fn array(&mut self, len: &Text<'s>, dtype: &Text<'s>) -> Option<Type> {
        let (len_text, len) = (len, self.constant_int(len, "the length of an array")?);
        let dtype = self.dtype(dtype)?;
        match u64::try_from(len) {
            Ok(len) => Some(Type::Array(len, dtype)),
            Err(_) => {
                let message = "the length of an array is not negative";
                self.error(
                    Diagnostic::error(Code("constant-range"), len_text.span, message)
                        .help("write the number of elements, such as `pl.Array[4, pl.INT32]`"),
                );
                None
            }
        }
    }

    fn tensor(
        &mut self,
        distributed: bool,
        shape: &Text<'s>,
        dtype: &Text<'s>,
        rest: &[Text<'s>],
    ) -> Option<Type> {
        let shape = self.extents(shape)?;
        let dtype = self.dtype(dtype)?;
        let (mut view, mut memref) = (None, None);
        for text in rest {
            let (text, name) = self.declaration(text);
            match self.callee(text).as_deref() {
                Some("TensorView") => view = Some(self.tensor_view(text.as_call()?)?),
                Some("MemRef") => memref = self.memref(text, name),
                // The window buffer behind a distributed tensor, as a mark for people.
                _ if matches!(text.kind, ExprKind::Str(_)) => {}
                _ => {
                    let layout = self.member(text, "TensorLayout")?;
                    let layout = TensorLayout::parse(&layout).unwrap_or_default();
                    view = Some(TensorView { layout, ..TensorView::default() });
                }
            }
        }
        let view = view.and_then(|view| tensor_view_of(view, &shape));
        Some(Type::Tensor(TensorType { distributed, shape, dtype, view, memref: memref.map(Box::new) }))
    }

    fn tile(&mut self, shape: &Text<'s>, dtype: &Text<'s>, rest: &[Text<'s>]) -> Option<Type> {
        let shape = self.extents(shape)?;
        let dtype = self.dtype(dtype)?;
        let (mut view, mut memref, mut space) = (None, None, None);
        for text in rest {
            let (text, name) = self.declaration(text);
            match self.callee(text).as_deref() {
                Some("TileView") => view = Some(self.tile_view(text.as_call()?)?),
                Some("MemRef") => memref = self.memref(text, name),
                _ => space = MemSpace::parse(&self.member(text, "Mem")?),
            }
        }
        let view = view.and_then(|view| tile_view_of(view, &shape));
        Some(Type::Tile(TileType { shape, dtype, memref: memref.map(Box::new), space, view }))
    }

    /// What a name outside functions was assigned, with that name; other texts as they are.
    fn declaration<'t>(&self, text: &'t Text<'s>) -> (&'t Text<'s>, Option<&'s str>)
    where
        'm: 't,
    {
        let Some(name) = text.as_name() else { return (text, None) };
        match self.unit.globals.get(name.text) {
            Some(Global::Text(inner)) => (inner, Some(name.text)),
            _ => (text, None),
        }
    }

    /// The name behind `pl.` of what is called, also under a subscript.
    fn callee(&self, text: &Text<'s>) -> Option<String> {
        let text = match &text.kind {
            ExprKind::Subscript(base, _) => base,
            _ => text,
        };
        let path = text.as_call()?.function.as_path()?;
        Some(self.unit.globals.dsl(path)?.into_owned())
    }

    /// `[16, N, n * 2]`
    fn extents(&mut self, text: &Text<'s>) -> Option<Vec<Expr>> {
        if let Some(items) = text.as_items() {
            return items.iter().map(|item| self.extent(item)).collect();
        }
        match self.value(text) {
            Value::Const(Const::List(items)) => {
                items.into_iter().map(|item| self.extent_of(Value::Const(item), text.span)).collect()
            }
            Value::List(items) => items.into_iter().map(|item| self.extent_of(item, text.span)).collect(),
            Value::Error => None,
            _ => {
                let message = "a shape is a list of extents";
                self.error(
                    Diagnostic::error(Code("not-a-type"), text.span, message).help("write `[16, 16]`"),
                );
                None
            }
        }
    }

    fn extent(&mut self, text: &Text<'s>) -> Option<Expr> {
        let value = self.value(text);
        self.extent_of(value, text.span)
    }

    fn extent_of(&mut self, value: Value, span: Span) -> Option<Expr> {
        if let Value::Const(Const::Str(name)) = &value {
            return Some(Expr::Var(self.symbol(name)));
        }
        let value = self.operand_of(value, span)?;
        match &value.ty {
            Type::Scalar(dtype) if dtype.is_int() => Some(value.expr),
            Type::Unknown => Some(value.expr),
            other => {
                let message = format!("an extent must be an integer, not {}", described(other));
                self.error(Diagnostic::error(Code("wrong-type"), span, message).help("write an integer, a symbol of `pl.dynamic(...)`, or a scalar parameter of an integer type"));
                None
            }
        }
    }

    fn tensor_view(&mut self, call: &Call<'s>) -> Option<TensorView> {
        let mut view = TensorView::default();
        const ORDER: &[&str] = &["stride", "layout", "valid_shape", "pad"];
        for (name, text) in arguments(call, ORDER) {
            match name {
                "stride" => view.stride = self.extents(text)?,
                "valid_shape" => view.valid_shape = self.extents(text)?,
                "layout" => {
                    view.layout =
                        TensorLayout::parse(&self.member(text, "TensorLayout")?).unwrap_or_default();
                }
                "pad" => view.pad = PadValue::parse(&self.member(text, "PadValue")?).unwrap_or_default(),
                _ => self.unknown_field("TensorView", name, text),
            }
        }
        Some(view)
    }

    fn tile_view(&mut self, call: &Call<'s>) -> Option<TileView> {
        let mut view = TileView::default();
        const ORDER: &[&str] =
            &["valid_shape", "stride", "start_offset", "blayout", "slayout", "fractal", "pad"];
        for (name, text) in arguments(call, ORDER) {
            match name {
                "valid_shape" => view.valid_shape = self.extents(text)?,
                "stride" => view.stride = self.extents(text)?,
                "start_offset" => view.start_offset = Some(self.extent(text)?),
                "blayout" => view.blayout = self.member(text, "TileLayout"),
                "slayout" => view.slayout = self.member(text, "TileLayout"),
                "fractal" => view.fractal = Some(self.constant_int(text, "a fractal")?),
                "pad" => view.pad = PadValue::parse(&self.member(text, "PadValue")?).unwrap_or_default(),
                "compact" => {
                    let member = match fold(text, &self.unit.globals) {
                        Some(Const::Member(member)) => member.rsplit('.').next().map(Name::from),
                        Some(Const::Int(0)) => None,
                        Some(Const::Int(mode)) => Some(Name::from(mode.to_string())),
                        _ => None,
                    };
                    view.compact = member.filter(|member| *member != "null" && *member != "none");
                }
                _ => self.unknown_field("TileView", name, text),
            }
        }
        Some(view)
    }

    fn unknown_field(&mut self, of: &str, name: &str, text: &Text<'s>) {
        let message = format!("`pl.{of}` has no field `{name}`");
        self.error(
            Diagnostic::error(Code("unknown-keyword"), text.span, message)
                .help("see `selfsame explain-code unknown-keyword` for what a view may say"),
        );
    }

    /// `pl.MemRef(base, offset, size)` or `pl.MemRef("name", slots=k)[i]`
    /// Without a name it has that of the variable it was assigned to.
    fn memref(&mut self, text: &Text<'s>, name: Option<&str>) -> Option<MemRef> {
        let (call, slot) = match &text.kind {
            ExprKind::Subscript(base, index) => (base.as_call()?, Some(self.extent(index)?)),
            _ => (text.as_call()?, None),
        };
        let mut memref = MemRef {
            base: MemBase::Name(Name::from(name.unwrap_or_default())),
            offset: Expr::index(0),
            size: None,
            slots: None,
            slot,
        };
        const ORDER: &[&str] = &["base", "offset", "size", "id"];
        for (name, text) in arguments(call, ORDER) {
            match name {
                "base" | "name" => memref.base = self.mem_base(text),
                "offset" | "byte_offset" | "addr" => memref.offset = self.extent(text)?,
                "size" => memref.size = Some(self.extent(text)?),
                "slots" => memref.slots = Some(self.constant_int(text, "a number of slots")?),
                _ => {}
            }
        }
        Some(memref)
    }

    fn mem_base(&mut self, text: &Text<'s>) -> MemBase {
        match &text.kind {
            ExprKind::Str(name) => MemBase::Name(name.clone()),
            ExprKind::Name(name) => {
                let ident = Ident { text: name, span: text.span };
                let var = self.names.find(ident.text).and_then(|id| self.variable(id));
                var.map_or_else(|| MemBase::Name(Name::from(*name)), MemBase::Var)
            }
            _ => MemBase::Name(Name::from(self.unit.source.slice(text.span))),
        }
    }
}

/// Arguments with the names of the parameters they stand for.
fn arguments<'t, 's>(call: &'t Call<'s>, order: &'static [&'static str]) -> Vec<(&'t str, &'t Text<'s>)> {
    let positional = call.args.iter().zip(order).map(|(text, name)| (*name, text));
    let keywords = call.keywords.iter().map(|keyword| (keyword.name.text, &keyword.value));
    positional.chain(keywords).collect()
}

/// A view, or nothing if it is that of a whole row-major tensor.
fn tensor_view_of(mut view: TensorView, shape: &[Expr]) -> Option<Box<TensorView>> {
    if extent::all_same(&view.valid_shape, shape) {
        view.valid_shape.clear();
    }
    (view != TensorView::default()).then(|| Box::new(view))
}

/// A view, or nothing if it is the implied one.
fn tile_view_of(mut view: TileView, shape: &[Expr]) -> Option<Box<TileView>> {
    if extent::all_same(&view.valid_shape, shape) {
        view.valid_shape.clear();
    }
    view.fractal = view.fractal.filter(|&fractal| fractal != 512);
    (view != TileView::default()).then(|| Box::new(view))
}
