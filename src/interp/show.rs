//! A statement in one short line, for messages about who wrote what.

use crate::interp::outcome::Site;
use crate::ir::attr::Attr;
use crate::ir::expr::{BinaryOp, Expr, UnaryOp};
use crate::ir::program::Function;
use crate::ir::stmt::{Rhs, Stmt, StmtKind};

/// The statement with the function it stands in.
pub(crate) fn site(function: &Function, stmt: &Stmt) -> Site {
    Site { function: function.name.clone(), span: stmt.span, text: statement(function, stmt) }
}

fn statement(function: &Function, stmt: &Stmt) -> String {
    match &stmt.kind {
        StmtKind::Let(var, rhs) => format!("{} = {}", function.vars[*var].name, right(function, rhs)),
        StmtKind::Eval(rhs) => right(function, rhs),
        StmtKind::Return(values) => format!("return {}", list(function, values)),
        StmtKind::For(_) => "for ..".into(),
        StmtKind::While(_) => "while ..".into(),
        StmtKind::If(it) => format!("if {}", expression(function, &it.cond)),
        StmtKind::Scope(_) => "with ..".into(),
        StmtKind::Break(_) => "break".into(),
        StmtKind::Continue(_) => "continue".into(),
        StmtKind::Raw(text) => text.to_string(),
    }
}

fn right(function: &Function, rhs: &Rhs) -> String {
    match rhs {
        Rhs::Expr(expr) => expression(function, expr),
        Rhs::Op(op) => {
            let mut parts: Vec<String> = op.args.iter().map(|arg| expression(function, arg)).collect();
            parts.extend(op.kwargs.iter().map(|(name, attr)| format!("{name}={}", keyword(function, attr))));
            format!("{}({})", op.op.name(), parts.join(", "))
        }
        Rhs::Call(call) => {
            let submit = if call.is_submit() { "submit " } else { "" };
            format!("{submit}{}({})", call.callee, list(function, &call.args))
        }
    }
}

fn keyword(function: &Function, attr: &Attr) -> String {
    match attr {
        Attr::Expr(expr) => expression(function, expr),
        Attr::Int(value) => value.to_string(),
        Attr::Bool(value) => value.to_string(),
        Attr::Float(value) => format!("{value:?}"),
        Attr::Str(text) | Attr::Enum(text) => text.to_string(),
        Attr::DType(dtype) => dtype.to_string(),
        Attr::None => "None".into(),
        Attr::List(_) | Attr::Call(..) | Attr::Dict(_) => "..".into(),
    }
}

fn list(function: &Function, exprs: &[Expr]) -> String {
    exprs.iter().map(|expr| expression(function, expr)).collect::<Vec<_>>().join(", ")
}

fn expression(function: &Function, expr: &Expr) -> String {
    match expr {
        Expr::Undef => "undefined".into(),
        Expr::Var(var) => function.vars[*var].name.to_string(),
        Expr::Int(value, _) => value.to_string(),
        Expr::Float(value, _) => format!("{value:?}"),
        Expr::Bool(value) => value.to_string(),
        Expr::Str(text) | Expr::Enum(text) => text.to_string(),
        Expr::Unary(op, inner) => {
            let op = match op {
                UnaryOp::Neg => "-",
                UnaryOp::BitNot => "~",
                UnaryOp::Not => "not ",
                UnaryOp::Abs => "abs ",
            };
            format!("({op}{})", expression(function, inner))
        }
        Expr::Cast(inner, dtype) => format!("{dtype}({})", expression(function, inner)),
        Expr::Binary(op, left, right) => {
            let (left, right) = (expression(function, left), expression(function, right));
            format!("({left} {} {right})", symbol(*op))
        }
        Expr::Tuple(items) => format!("[{}]", list(function, items)),
        Expr::Get(inner, index) => format!("{}[{index}]", expression(function, inner)),
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::FloorDiv => "//",
        BinaryOp::FloorMod => "%",
        BinaryOp::Div => "/",
        BinaryOp::Pow => "**",
        BinaryOp::Min => "min",
        BinaryOp::Max => "max",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
    }
}
