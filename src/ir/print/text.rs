//! Expressions and attributes as text.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::base::name::Name;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Expr, Float, UnaryOp};
use crate::ir::names::is_keyword;
use crate::ir::print::form::Form;
use crate::ir::print::survey::results;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::stmt::{Call, CallMode, Launch, OpCall, Rhs};

/// How tightly what stands inside must bind; a comparison needs more on both sides, since it does not chain.
mod level {
    pub(super) const ANY: u8 = 0;
    pub(super) const OR: u8 = 1;
    pub(super) const AND: u8 = 3;
    pub(super) const NOT: u8 = 4;
    pub(super) const COMPARE: u8 = 5;
    pub(super) const BIT_OR: u8 = 6;
    pub(super) const BIT_XOR: u8 = 7;
    pub(super) const BIT_AND: u8 = 8;
    pub(super) const SHIFT: u8 = 9;
    pub(super) const SUM: u8 = 10;
    pub(super) const PRODUCT: u8 = 11;
    pub(super) const UNARY: u8 = 12;
    pub(super) const POWER: u8 = 13;
    pub(super) const ATOM: u8 = 14;
}

/// How integer constants print.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Constants {
    /// Bare where their type is the one of a bare literal.
    Bare,
    /// With their type always: inside an operator over constants only, or over the extents of a type, where a bare
    /// literal would be folded by a reader.
    Typed,
}

/// Writes the text of one function.
pub(super) struct Writer<'a> {
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
    pub(super) form: Form<'a>,
    pub(super) out: &'a mut String,
    /// Dynamic symbols that the text mentions.
    pub(super) mentioned: &'a mut BTreeSet<Name>,
}

impl<'a> Writer<'a> {
    pub(super) fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }
    pub(super) fn put_fmt(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("writing to a text cannot fail");
    }
    /// `a, b, c`.
    pub(super) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        for (n, item) in items.into_iter().enumerate() {
            if n > 0 {
                self.put(", ");
            }
            write(self, item);
        }
    }
    pub(super) fn var(&mut self, var: VarId) {
        let Self { form, out, mentioned, .. } = self;
        out.push_str(&form.names[var]);
        if form.symbols[var] && !mentioned.contains(&form.names[var]) {
            mentioned.insert(form.names[var].clone());
        }
    }

    // Expressions.

    pub(super) fn expr(&mut self, expr: &Expr) {
        self.expr_at(expr, level::ANY, Constants::Bare);
    }
    fn exprs(&mut self, items: &[Expr]) {
        self.list(items, |it, item| it.expr(item));
    }
    /// An extent of a type, or what else stands in one.
    pub(super) fn extent(&mut self, expr: &Expr) {
        let constants = if is_operator(expr) { Constants::Typed } else { Constants::Bare };
        self.expr_at(expr, level::ANY, constants);
    }
    pub(super) fn extents(&mut self, items: &[Expr]) {
        self.put("[");
        self.list(items, |it, item| it.extent(item));
        self.put("]");
    }
    fn expr_at(&mut self, expr: &Expr, least: u8, constants: Constants) {
        let constants = if is_operator(expr) && is_constant(expr) { Constants::Typed } else { constants };
        let own = binding(expr, constants);
        if own < least {
            self.put("(");
        }
        self.bare_expr(expr, constants);
        if own < least {
            self.put(")");
        }
    }
    fn bare_expr(&mut self, expr: &Expr, constants: Constants) {
        match expr {
            // What no path defines has no name; only a reader's fault brings it here.
            Expr::Undef => self.put("None"),
            Expr::Var(var) => match self.form.inlined.get(var).copied() {
                Some(rhs) => self.rhs(rhs),
                None => self.var(*var),
            },
            Expr::Int(value, dtype) => self.int(*value, *dtype, constants),
            Expr::Float(value, dtype) => self.float(*value, *dtype, constants),
            Expr::Bool(value) => self.put(if *value { "True" } else { "False" }),
            Expr::Str(text) => self.quoted(text),
            Expr::Enum(name) => self.member(name),
            Expr::Unary(op, inner) => self.unary(*op, inner, constants),
            Expr::Cast(inner, dtype) => {
                self.put("pl.cast(");
                self.expr_at(inner, level::ANY, constants);
                self.put_fmt(format_args!(", pl.{dtype})"));
            }
            Expr::Binary(op, left, right) => self.binary(*op, left, right, constants),
            Expr::Tuple(items) => {
                let whole = self.whole_call(items);
                self.put(if whole { "" } else { "[" });
                match whole {
                    true => self.members(items),
                    false => self.list(items, |it, item| it.expr_at(item, level::ANY, constants)),
                }
                self.put(if whole { "" } else { "]" });
            }
            Expr::Get(inner, _) if self.hidden_call(inner).is_some_and(|(_, visible)| visible == 1) => {
                self.expr_at(inner, level::ATOM, constants);
            }
            Expr::Get(inner, index) => {
                self.expr_at(inner, level::ATOM, constants);
                self.put_fmt(format_args!("[{index}]"));
            }
        }
    }
    /// Values with commas between them; those that are all visible results of one call are that call.
    pub(super) fn members(&mut self, items: &[Expr]) {
        match items {
            [Expr::Get(inner, _), ..] if self.whole_call(items) => {
                self.expr_at(inner, level::ANY, Constants::Bare)
            }
            _ => self.exprs(items),
        }
    }
    /// A call with hidden results that prints where it is used, and how many visible ones it has.
    fn hidden_call(&self, tuple: &Expr) -> Option<(VarId, usize)> {
        let var = tuple.as_var()?;
        match self.form.inlined.get(&var)? {
            Rhs::Call(call) => results(self.program, call).map(|(visible, _)| (var, visible)),
            Rhs::Expr(_) | Rhs::Op(_) => None,
        }
    }
    fn whole_call(&self, items: &[Expr]) -> bool {
        let Some(Expr::Get(first, _)) = items.first() else { return false };
        let Some((var, visible)) = self.hidden_call(first) else { return false };
        let is = |(at, item): (usize, &Expr)| matches!(item, Expr::Get(inner, index) if inner.as_var() == Some(var) && *index as usize == at);
        items.len() == visible && items.iter().enumerate().all(is)
    }
    fn int(&mut self, value: i128, dtype: DType, constants: Constants) {
        if dtype == DType::Index && constants == Constants::Bare {
            self.put_fmt(format_args!("{value}"));
        } else {
            self.put_fmt(format_args!("pl.const({value}, pl.{dtype})"));
        }
    }
    fn float(&mut self, value: Float, dtype: DType, constants: Constants) {
        if dtype == DType::Fp32 && constants == Constants::Bare {
            self.number(value);
        } else {
            self.put("pl.const(");
            self.number(value);
            self.put_fmt(format_args!(", pl.{dtype})"));
        }
    }
    /// A float that reads back as the same one. An infinity is a literal too large for a double.
    fn number(&mut self, value: Float) {
        let value = value.get();
        if value.is_nan() {
            self.put("float(\"nan\")");
        } else if value.is_infinite() {
            self.put(if value > 0.0 { "1e999" } else { "-1e999" });
        } else {
            self.put_fmt(format_args!("{value:?}"));
        }
    }
    pub(super) fn quoted(&mut self, text: &str) {
        self.put("\"");
        for c in text.chars() {
            match c {
                '"' => self.put("\\\""),
                '\\' => self.put("\\\\"),
                '\n' => self.put("\\n"),
                '\r' => self.put("\\r"),
                '\t' => self.put("\\t"),
                c if c.is_control() => self.put_fmt(format_args!("\\x{:02x}", u32::from(c))),
                c => self.out.push(c),
            }
        }
        self.put("\"");
    }
    /// `pl.` and the name, unless it has a module already.
    fn member(&mut self, name: &str) {
        if !name.starts_with("pld.") {
            self.put("pl.");
        }
        self.put(name);
    }
    fn unary(&mut self, op: UnaryOp, inner: &Expr, constants: Constants) {
        let (sign, least) = match op {
            UnaryOp::Neg => ("-", level::UNARY),
            UnaryOp::BitNot => ("~", level::UNARY),
            UnaryOp::Not => ("not ", level::NOT),
            UnaryOp::Abs => {
                self.put("abs(");
                self.expr_at(inner, level::ANY, constants);
                return self.put(")");
            }
        };
        self.put(sign);
        self.expr_at(inner, least, constants);
    }
    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, constants: Constants) {
        let (sign, own) = operator(op);
        if own == level::ATOM {
            self.put_fmt(format_args!("pl.{sign}("));
            self.expr_at(left, level::ANY, constants);
            self.put(", ");
            self.expr_at(right, level::ANY, constants);
            return self.put(")");
        }
        let (at_left, at_right) = match own {
            level::COMPARE => (own + 1, own + 1),
            level::POWER => (own + 1, level::UNARY),
            _ => (own, own + 1),
        };
        self.expr_at(left, at_left, constants);
        self.put_fmt(format_args!(" {sign} "));
        self.expr_at(right, at_right, constants);
    }

    // Right sides.

    pub(super) fn rhs(&mut self, rhs: &Rhs) {
        match rhs {
            Rhs::Expr(expr) => self.expr(expr),
            Rhs::Op(call) => self.op_call(call),
            Rhs::Call(call) => self.call(call),
        }
    }
    fn op_call(&mut self, call: &OpCall) {
        let name = call.op.name();
        if !name.starts_with("pld.") {
            self.put("pl");
        }
        for (n, part) in name.split('.').enumerate() {
            if n > 0 || !name.starts_with("pld.") {
                self.put(".");
            }
            self.put(part);
            if is_keyword(part) {
                self.put("_");
            }
        }
        self.put("(");
        let positional = positional(call);
        let mut arguments = Arguments::default();
        for arg in &call.args[..positional] {
            arguments.next(self);
            self.expr(arg);
        }
        // The type of a filling value is that of the elements.
        let fills = matches!(&**name, "tensor.full" | "tile.full");
        for (index, arg) in call.args.iter().enumerate().skip(positional) {
            if !fills {
                arguments.keyword(self, operand_name(call, index));
                self.expr(arg);
            }
        }
        for (keyword, value) in call.kwargs.iter() {
            arguments.keyword(self, keyword);
            self.attr(value);
        }
        for (index, arg) in call.args.iter().enumerate().skip(positional).filter(|_| fills) {
            arguments.keyword(self, operand_name(call, index));
            self.filling(arg);
        }
        self.attrs_argument(&mut arguments, &call.attrs);
        self.put(")");
    }
    fn filling(&mut self, value: &Expr) {
        match value {
            Expr::Int(value, _) => self.put_fmt(format_args!("{value}")),
            Expr::Float(value, _) => self.number(*value),
            other => self.expr(other),
        }
    }
    fn call(&mut self, call: &Call) {
        let mut arguments = Arguments::default();
        match call.mode {
            CallMode::Call => self.put_fmt(format_args!("self.{}(", call.callee)),
            CallMode::Submit => self.put_fmt(format_args!("pl.submit(self.{}", call.callee)),
            CallMode::SpmdSubmit => self.put_fmt(format_args!("pl.spmd_submit(self.{}", call.callee)),
        }
        arguments.any = call.is_submit();
        let mut no_dep = call.no_dep.iter().peekable();
        for (index, arg) in call.args.iter().enumerate() {
            arguments.next(self);
            if no_dep.next_if(|&&at| at == index).is_some() {
                self.put("pl.no_dep(");
                self.expr(arg);
                self.put(")");
            } else {
                self.expr(arg);
            }
        }
        let mut attrs = Attrs::new();
        if call.is_submit() {
            self.launch(&mut arguments, &call.launch, true);
        } else {
            // A plain call has no keywords for these.
            let references = Launch { dumps: Vec::new(), ..call.launch.clone() };
            self.launch(&mut arguments, &references, true);
            if !call.launch.dumps.is_empty() {
                let dumps = call.launch.dumps.iter().cloned().map(Attr::Expr).collect();
                attrs.set("dump_vars", Attr::List(dumps));
            }
        }
        if !call.directions.is_empty() {
            let members = call.directions.iter().map(|it| Attr::Enum(format!("adir.{}", it.name()).into()));
            attrs.set("arg_directions", Attr::List(members.collect()));
        }
        for (name, value) in call.attrs.iter() {
            attrs.set(name.clone(), value.clone());
        }
        self.attrs_argument(&mut arguments, &attrs);
        self.put(")");
    }
    /// Launch data as keywords; a scope that takes its block count as first argument leaves it out here.
    pub(super) fn launch(&mut self, arguments: &mut Arguments, launch: &Launch, with_core_num: bool) {
        let Launch { deps, dumps, no_dep, predicate, core_num, sync_start, allow_early_resolve, device } =
            launch;
        if let Some(count) = core_num.as_ref().filter(|_| with_core_num) {
            arguments.keyword(self, "core_num");
            self.expr(count);
        }
        if let Some(together) = sync_start {
            arguments.keyword(self, "sync_start");
            self.put(if *together { "True" } else { "False" });
        }
        for (keyword, items) in [("deps", deps), ("no_dep_args", no_dep), ("dumps", dumps)] {
            if !items.is_empty() {
                arguments.keyword(self, keyword);
                self.put("[");
                self.exprs(items);
                self.put("]");
            }
        }
        if *allow_early_resolve {
            arguments.keyword(self, "allow_early_resolve");
            self.put("True");
        }
        if let Some(condition) = predicate {
            arguments.keyword(self, "predicate");
            self.put("(");
            self.expr(condition);
            self.put(")");
        }
        if let Some(place) = device {
            arguments.keyword(self, "device");
            self.expr(place);
        }
    }

    // Attributes.

    pub(super) fn attrs_argument(&mut self, arguments: &mut Arguments, attrs: &Attrs) {
        if !attrs.is_empty() {
            arguments.keyword(self, "attrs");
            self.dict(attrs.iter());
        }
    }
    pub(super) fn dict<'x>(&mut self, pairs: impl IntoIterator<Item = (&'x Name, &'x Attr)>) {
        self.put("{");
        self.list(pairs, |it, (name, value)| {
            it.quoted(name);
            it.put(": ");
            it.attr(value);
        });
        self.put("}");
    }
    pub(super) fn attr(&mut self, attr: &Attr) {
        match attr {
            Attr::Int(value) => self.put_fmt(format_args!("{value}")),
            Attr::Bool(value) => self.put(if *value { "True" } else { "False" }),
            Attr::Float(value) => self.number(*value),
            Attr::Str(text) => self.quoted(text),
            Attr::DType(dtype) => self.put_fmt(format_args!("pl.{dtype}")),
            Attr::Enum(name) => self.member(name),
            Attr::None => self.put("None"),
            Attr::Expr(expr) => self.expr(expr),
            Attr::List(items) => {
                self.put("[");
                self.list(items, |it, item| it.attr(item));
                self.put("]");
            }
            Attr::Call(name, items) => {
                self.member(name);
                self.put("(");
                self.list(items, |it, (keyword, value)| {
                    if let Some(keyword) = keyword {
                        it.put_fmt(format_args!("{keyword}="));
                    }
                    it.attr(value);
                });
                self.put(")");
            }
            Attr::Dict(items) => self.dict(items.iter().map(|(name, value)| (name, value))),
        }
    }
}

/// Puts `, ` between arguments.
#[derive(Default)]
pub(super) struct Arguments {
    /// Whether there was one already.
    pub(super) any: bool,
}

impl Arguments {
    pub(super) fn next(&mut self, writer: &mut Writer<'_>) {
        if std::mem::replace(&mut self.any, true) {
            writer.put(", ");
        }
    }
    pub(super) fn keyword(&mut self, writer: &mut Writer<'_>, name: &str) {
        self.next(writer);
        writer.put_fmt(format_args!("{name}="));
    }
}

/// How many operands print by position: all, unless the authoring order of the operator's parameters is another.
fn positional(call: &OpCall) -> usize {
    let (Some(order), Some(row)) = (crate::ir::op::sugar::authored_order(call.op.name()), call.op.row())
    else {
        return call.args.len();
    };
    let same = order.iter().zip(row.operands).take_while(|(name, operand)| **name == operand.name).count();
    same.min(call.args.len())
}

fn operand_name(call: &OpCall, index: usize) -> &'static str {
    let row = call.op.row().expect("an operator with an authoring order has a row");
    row.operands[index].name
}

/// The sign of an operator and how tightly it binds; `ATOM` for those that print as `pl.sign(a, b)`.
fn operator(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Add => ("+", level::SUM),
        BinaryOp::Sub => ("-", level::SUM),
        BinaryOp::Mul => ("*", level::PRODUCT),
        BinaryOp::FloorDiv => ("//", level::PRODUCT),
        BinaryOp::FloorMod => ("%", level::PRODUCT),
        BinaryOp::Div => ("/", level::PRODUCT),
        BinaryOp::Pow => ("**", level::POWER),
        BinaryOp::Min => ("min", level::ATOM),
        BinaryOp::Max => ("max", level::ATOM),
        BinaryOp::Eq => ("==", level::COMPARE),
        BinaryOp::Ne => ("!=", level::COMPARE),
        BinaryOp::Lt => ("<", level::COMPARE),
        BinaryOp::Le => ("<=", level::COMPARE),
        BinaryOp::Gt => (">", level::COMPARE),
        BinaryOp::Ge => (">=", level::COMPARE),
        BinaryOp::And => ("and", level::AND),
        BinaryOp::Or => ("or", level::OR),
        // Python has no logical xor; `^` of truth values reads as one.
        BinaryOp::Xor | BinaryOp::BitXor => ("^", level::BIT_XOR),
        BinaryOp::BitAnd => ("&", level::BIT_AND),
        BinaryOp::BitOr => ("|", level::BIT_OR),
        BinaryOp::Shl => ("<<", level::SHIFT),
        BinaryOp::Shr => (">>", level::SHIFT),
    }
}

fn binding(expr: &Expr, constants: Constants) -> u8 {
    match expr {
        Expr::Int(value, DType::Index) if *value < 0 && constants == Constants::Bare => level::UNARY,
        Expr::Float(value, DType::Fp32) if value.get().is_sign_negative() && constants == Constants::Bare => {
            level::UNARY
        }
        Expr::Unary(UnaryOp::Not, _) => level::NOT,
        Expr::Unary(UnaryOp::Neg | UnaryOp::BitNot, _) => level::UNARY,
        Expr::Binary(op, ..) => operator(*op).1,
        Expr::Undef
        | Expr::Var(_)
        | Expr::Int(..)
        | Expr::Float(..)
        | Expr::Bool(_)
        | Expr::Str(_)
        | Expr::Enum(_)
        | Expr::Unary(UnaryOp::Abs, _)
        | Expr::Cast(..)
        | Expr::Tuple(_)
        | Expr::Get(..) => level::ATOM,
    }
}

fn is_operator(expr: &Expr) -> bool {
    matches!(expr, Expr::Unary(..) | Expr::Binary(..) | Expr::Cast(..))
}

/// Whether all leaves are constants.
fn is_constant(expr: &Expr) -> bool {
    let children = expr.children();
    if children.is_empty() { expr.is_const() } else { children.into_iter().all(is_constant) }
}
