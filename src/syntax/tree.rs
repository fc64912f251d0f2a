//! The tree that the reader works on: the part of Python that the DSL uses, and nothing else.
//!
//! Statements stand in suites, which the module owns, so that no tree is as deep as the program is nested. Expressions
//! are boxed: their depth is bounded by [`MAX_DEPTH`](crate::syntax::MAX_DEPTH), and `a + b + c + ...` is one node.

use std::borrow::Cow;

use crate::base::diagnostic::Diagnostic;
use crate::base::id::IdVec;
use crate::base::name::Name;
use crate::base::span::Span;
use crate::define_id;

define_id!(
    /// A suite: the statements under one header.
    SuiteId,
    "s"
);

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct Module<'s> {
    /// What stands at the top level, in order.
    pub items: Vec<Item<'s>>,
    /// All suites of all functions.
    pub suites: IdVec<SuiteId, Vec<Stmt<'s>>>,
    /// The program name of a `# pypto.program: NAME` line, if there is one.
    pub title: Option<&'s str>,
    /// What is Python but not of the DSL; it stands as `Error` in the tree.
    pub complaints: Vec<Diagnostic>,
}

/// A statement of the top level.
#[derive(Clone, Debug)]
pub struct Item<'s> {
    /// What it is.
    pub kind: ItemKind<'s>,
    /// Where it stands.
    pub span: Span,
    /// Comment lines above it, without `# `.
    pub comments: Vec<Name>,
}

/// Kinds of top-level statements.
#[derive(Clone, Debug)]
pub enum ItemKind<'s> {
    /// `import a.b as c` or `from a import b as c`: pairs of the dotted name and what it is called here.
    Import(Vec<(Cow<'s, str>, Ident<'s>)>),
    /// `NAME = value`.
    Assign(Ident<'s>, Expr<'s>),
    /// A decorated class.
    Class(Class<'s>),
    /// A decorated function.
    Function(FunctionDef<'s>),
    /// The items inside a function, class or block that is no part of a program but holds some.
    Scope(Vec<Item<'s>>),
    /// Python that is not part of any program. It binds these names, to values nobody here knows.
    Other(Vec<Ident<'s>>),
}

/// An identifier with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident<'s> {
    /// The text.
    pub text: &'s str,
    /// Where it stands.
    pub span: Span,
}

/// A class with its functions.
#[derive(Clone, Debug)]
pub struct Class<'s> {
    /// Its name.
    pub name: Ident<'s>,
    /// Expressions behind `@`.
    pub decorators: Vec<Expr<'s>>,
    /// `NAME = value` lines of its body.
    pub constants: Vec<(Ident<'s>, Expr<'s>)>,
    /// Its functions.
    pub functions: Vec<FunctionDef<'s>>,
    /// Functions of it that have no decorator of the DSL.
    pub helpers: Vec<Ident<'s>>,
}

/// A function definition.
#[derive(Clone, Debug)]
pub struct FunctionDef<'s> {
    /// Its name.
    pub name: Ident<'s>,
    /// Expressions behind `@`.
    pub decorators: Vec<Expr<'s>>,
    /// Parameters in order, `self` among them.
    pub params: Vec<Param<'s>>,
    /// What stands behind `->`.
    pub returns: Option<Expr<'s>>,
    /// The body.
    pub body: SuiteId,
    /// Comment lines above it, without `# `.
    pub comments: Vec<Name>,
    /// From the first decorator to the end of the body.
    pub span: Span,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param<'s> {
    /// Its name.
    pub name: Ident<'s>,
    /// Its type as written.
    pub annotation: Option<Expr<'s>>,
    /// What it is where a call leaves it out.
    pub default: Option<Expr<'s>>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt<'s> {
    /// What it is.
    pub kind: StmtKind<'s>,
    /// Where it stands; for one with a suite, its header.
    pub span: Span,
    /// Comment lines above it or at its end, without `# `.
    pub comments: Vec<Name>,
}

/// Kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind<'s> {
    /// `target = value` or `target: annotation = value`.
    Assign {
        /// A name, a subscript, or a tuple of targets.
        target: Expr<'s>,
        /// The type as written.
        annotation: Option<Expr<'s>>,
        /// What is assigned.
        value: Expr<'s>,
    },
    /// An expression for its effect; `...` and texts among them.
    Expr(Expr<'s>),
    /// The inside of an expression of a later statement, which would nest too deep; [`ExprKind::Part`] is its value.
    Part(u32, Expr<'s>),
    /// `return` or `return value`.
    Return(Option<Expr<'s>>),
    /// `for target in iter:`
    For {
        /// What is bound.
        target: Expr<'s>,
        /// What is iterated.
        iter: Expr<'s>,
        /// The body.
        body: SuiteId,
    },
    /// `while cond:`
    While {
        /// The condition.
        cond: Expr<'s>,
        /// The body.
        body: SuiteId,
    },
    /// `if cond:`; an `elif` is an `if` alone in an `else`.
    If {
        /// The condition.
        cond: Expr<'s>,
        /// Runs if it holds.
        then: SuiteId,
        /// Runs if not.
        otherwise: Option<SuiteId>,
    },
    /// `with context as target:`, one context a statement.
    With {
        /// The context.
        context: Expr<'s>,
        /// What it is bound to.
        target: Option<Expr<'s>>,
        /// The body.
        body: SuiteId,
    },
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `pass`
    Pass,
    /// Not of the DSL; complained about already. It binds these names.
    Error(Vec<Ident<'s>>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr<'s> {
    /// What it is.
    pub kind: ExprKind<'s>,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind<'s> {
    /// A name.
    Name(&'s str),
    /// Two or more names with dots between them, without spaces.
    Path(Cow<'s, str>),
    /// `value.attribute` where the value is not a path.
    Attribute(Box<Expr<'s>>, Ident<'s>),
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// A text.
    Str(Name),
    /// `True` or `False`.
    Bool(bool),
    /// `None`
    None,
    /// `...`
    Ellipsis,
    /// A call.
    Call(Box<Call<'s>>),
    /// `value[index]`; several indices are a tuple.
    Subscript(Box<Expr<'s>>, Box<Expr<'s>>),
    /// `lower:upper:step` in a subscript.
    Slice(Box<Slice<'s>>),
    /// One operand.
    Unary(UnaryOp, Box<Expr<'s>>),
    /// A first operand and what is applied to it from left to right: `a + b - c` is `a` with `+ b` and `- c`.
    Chain(Box<Expr<'s>>, Vec<(BinaryOp, Expr<'s>)>),
    /// Comparisons, `a < b` and `a < b < c`.
    Compare(Box<Expr<'s>>, Vec<(CompareOp, Expr<'s>)>),
    /// `and` or `or` of two or more.
    Logic(LogicOp, Vec<Expr<'s>>),
    /// `(a, b)` or `a, b`
    Tuple(Vec<Expr<'s>>),
    /// `[a, b]`
    List(Vec<Expr<'s>>),
    /// `{a: b}`
    Dict(Vec<(Expr<'s>, Expr<'s>)>),
    /// `[element for target in iter]`
    Comprehension(Box<Comprehension<'s>>),
    /// `then if cond else otherwise`
    Conditional(Box<Conditional<'s>>),
    /// What an earlier [`StmtKind::Part`] of this number computed: the inside of an expression that nests too deep.
    Part(u32),
    /// Not of the DSL; complained about already.
    Error,
}

/// `function(arguments)`
#[derive(Clone, Debug)]
pub struct Call<'s> {
    /// What is called.
    pub function: Expr<'s>,
    /// Arguments by position.
    pub args: Vec<Expr<'s>>,
    /// Arguments by name.
    pub keywords: Vec<Keyword<'s>>,
}

/// An argument by name.
#[derive(Clone, Debug)]
pub struct Keyword<'s> {
    /// The name.
    pub name: Ident<'s>,
    /// The value.
    pub value: Expr<'s>,
}

/// `lower:upper:step`
#[derive(Clone, Debug)]
pub struct Slice<'s> {
    /// Where it starts.
    pub lower: Option<Expr<'s>>,
    /// Where it stops.
    pub upper: Option<Expr<'s>>,
    /// By how much it goes.
    pub step: Option<Expr<'s>>,
}

/// `element for target in iter`
#[derive(Clone, Debug)]
pub struct Comprehension<'s> {
    /// Computed for each.
    pub element: Expr<'s>,
    /// The name bound.
    pub target: Ident<'s>,
    /// What is iterated.
    pub iter: Expr<'s>,
}

/// `then if cond else otherwise`
#[derive(Clone, Debug)]
pub struct Conditional<'s> {
    /// What decides.
    pub cond: Expr<'s>,
    /// The value if it holds.
    pub then: Expr<'s>,
    /// The value if not.
    pub otherwise: Expr<'s>,
}

/// Operators of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `+x`
    Pos,
    /// `~x`
    Invert,
    /// `not x`
    Not,
}

/// Operators of two operands that associate to the left, and `**`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `//`
    FloorDiv,
    /// `%`
    Mod,
    /// `**`
    Pow,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `@`
    MatMul,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// `and` and `or`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicOp {
    /// `and`
    And,
    /// `or`
    Or,
}

impl BinaryOp {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::FloorDiv => "//",
            Self::Mod => "%",
            Self::Pow => "**",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::MatMul => "@",
        }
    }
}

impl<'s> Expr<'s> {
    /// The name, if it is just one.
    pub fn as_name(&self) -> Option<Ident<'s>> {
        match self.kind {
            ExprKind::Name(text) => Some(Ident { text, span: self.span }),
            _ => None,
        }
    }
    /// The dotted text of a name or path.
    pub fn as_path(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Name(text) => Some(text),
            ExprKind::Path(text) => Some(text),
            _ => None,
        }
    }
    /// The elements of a list or tuple.
    pub fn as_items(&self) -> Option<&[Self]> {
        match &self.kind {
            ExprKind::Tuple(items) | ExprKind::List(items) => Some(items),
            _ => None,
        }
    }
    /// The call, if it is one.
    pub fn as_call(&self) -> Option<&Call<'s>> {
        match &self.kind {
            ExprKind::Call(call) => Some(call),
            _ => None,
        }
    }
    /// Calls `f` on the expression and all inside it, outer before inner, left to right. Depth is bounded.
    pub fn walk<'e>(&'e self, f: &mut impl FnMut(&'e Self)) {
        f(self);
        match &self.kind {
            ExprKind::Name(_)
            | ExprKind::Path(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Ellipsis
            | ExprKind::Part(_)
            | ExprKind::Error => {}
            ExprKind::Attribute(value, _) | ExprKind::Unary(_, value) => value.walk(f),
            ExprKind::Call(call) => {
                call.function.walk(f);
                call.args.iter().for_each(|arg| arg.walk(f));
                call.keywords.iter().for_each(|keyword| keyword.value.walk(f));
            }
            ExprKind::Subscript(value, index) => {
                value.walk(f);
                index.walk(f);
            }
            ExprKind::Slice(slice) => {
                [&slice.lower, &slice.upper, &slice.step].into_iter().flatten().for_each(|part| part.walk(f));
            }
            ExprKind::Chain(first, rest) => {
                first.walk(f);
                rest.iter().for_each(|(_, operand)| operand.walk(f));
            }
            ExprKind::Compare(first, rest) => {
                first.walk(f);
                rest.iter().for_each(|(_, operand)| operand.walk(f));
            }
            ExprKind::Logic(_, items) | ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|item| item.walk(f));
            }
            ExprKind::Dict(items) => items.iter().for_each(|(key, value)| {
                key.walk(f);
                value.walk(f);
            }),
            ExprKind::Comprehension(inner) => {
                inner.iter.walk(f);
                inner.element.walk(f);
            }
            ExprKind::Conditional(inner) => {
                inner.cond.walk(f);
                inner.then.walk(f);
                inner.otherwise.walk(f);
            }
        }
    }
}

impl<'s> Call<'s> {
    /// The value of a keyword.
    pub fn keyword(&self, name: &str) -> Option<&Expr<'s>> {
        self.keywords.iter().find(|keyword| keyword.name.text == name).map(|keyword| &keyword.value)
    }
}
