//! Keyword values and attributes.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::expr::Float;
use crate::lower::body::Body;
use crate::lower::constant::fold;
use crate::lower::enums;
use crate::lower::operator::written;
use crate::lower::suggest::nearest;
use crate::lower::value::{Const, Value};
use crate::syntax::tree::{Call, Expr as Text, ExprKind, Keyword};

/// Constructors that stand as keyword values.
const CONSTRUCTORS: &[&str] =
    &["split", "cross_core_slot", "MemRef", "TensorView", "TileView", "chunked_loop_optimizer"];

impl<'s> Body<'_, '_, 's> {
    /// A keyword value; `None` after a complaint.
    pub(super) fn attribute(&mut self, text: &Text<'s>) -> Option<Attr> {
        match &text.kind {
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().map(|item| self.attribute(item)).collect::<Option<_>>().map(Attr::List)
            }
            ExprKind::Dict(items) => {
                let mut entries = Vec::with_capacity(items.len());
                for (key, value) in items {
                    let name = self.key(key)?;
                    entries.push((name, self.attribute(value)?));
                }
                Some(Attr::Dict(entries))
            }
            ExprKind::Call(call) => match self.constructor(call) {
                Some(name) => self.constructed(name, call),
                None => self.plain_attribute(text),
            },
            ExprKind::Path(path) => match self.unit.globals.dsl(path) {
                Some(inner) if CONSTRUCTORS.contains(&&*inner) => Some(Attr::Enum(Name::from(&*inner))),
                Some(inner) if self.is_foreign_value(text, &inner) => {
                    let name = Name::from(&*inner);
                    self.note_foreign_value(&name, text);
                    Some(Attr::Enum(name))
                }
                _ => self.plain_attribute(text),
            },
            _ => self.plain_attribute(text),
        }
    }

    /// Whether a path into the DSL names nothing that is known, and is not a slip of something that is.
    pub(super) fn is_foreign_value(&self, text: &Text<'s>, name: &str) -> bool {
        let known = DType::all().map(DType::name);
        fold(text, &self.unit.globals).is_none()
            && enums::no_member(name).is_none()
            && nearest(name, known).is_none()
    }

    /// Notes that a value of the DSL is kept as it is written.
    pub(super) fn note_foreign_value(&mut self, name: &Name, text: &Text<'s>) {
        if self.foreign.insert(name.clone()) {
            let message = format!("`{}` is not known; it is kept as written", written(name));
            self.notes.push(Diagnostic::note(Code("unknown-member"), text.span, message));
        }
    }

    fn plain_attribute(&mut self, text: &Text<'s>) -> Option<Attr> {
        let value = self.value(text);
        self.attribute_of(value, text)
    }

    /// A value as a keyword value.
    pub(super) fn attribute_of(&mut self, value: Value, text: &Text<'s>) -> Option<Attr> {
        match value {
            Value::Const(value) => match constant(&value) {
                Some(attr) => Some(attr),
                None => Some(Attr::Expr(self.operand_of(Value::Const(value), text.span)?.expr)),
            },
            Value::Expr(value) => Some(Attr::Expr(value.expr)),
            Value::List(values) => values
                .into_iter()
                .map(|value| self.attribute_of(value, text))
                .collect::<Option<_>>()
                .map(Attr::List),
            Value::Error => None,
        }
    }

    /// The name of a constructor, if the call is of one.
    fn constructor(&self, call: &Call<'s>) -> Option<Name> {
        let name = self.unit.globals.dsl(call.function.as_path()?)?;
        CONSTRUCTORS.contains(&&*name).then(|| Name::from(&*name))
    }

    /// Whether an expression is a constructor that stands as a keyword value.
    pub(super) fn is_constructor(&self, text: &Text<'s>) -> bool {
        text.as_call().is_some_and(|call| self.constructor(call).is_some())
    }

    fn constructed(&mut self, name: Name, call: &Call<'s>) -> Option<Attr> {
        let mut args = Vec::with_capacity(call.args.len() + call.keywords.len());
        for arg in &call.args {
            args.push((None, self.attribute(arg)?));
        }
        for keyword in &call.keywords {
            args.push((Some(Name::from(keyword.name.text)), self.attribute(&keyword.value)?));
        }
        Some(Attr::Call(name, args))
    }

    /// The entries of `attrs={...}`.
    pub(super) fn dictionary(&mut self, text: &Text<'s>, attrs: &mut Attrs) {
        let ExprKind::Dict(items) = &text.kind else {
            let message = "attributes are a dictionary";
            self.error(
                Diagnostic::error(Code("wrong-type"), text.span, message)
                    .help("write `attrs={\"key\": value}`"),
            );
            return;
        };
        for (key, value) in items {
            if let (Some(name), Some(value)) = (self.key(key), self.attribute(value)) {
                attrs.set(name, value);
            }
        }
    }

    fn key(&mut self, text: &Text<'s>) -> Option<Name> {
        if let ExprKind::Str(name) = &text.kind {
            return Some(name.clone());
        }
        let message = "a key is a text in quotes";
        self.error(
            Diagnostic::error(Code("wrong-type"), text.span, message).help("write `{\"key\": value}`"),
        );
        None
    }

    /// The member that a keyword names of an enumeration, without the enumeration's name.
    pub(super) fn member_keyword(&mut self, keyword: &Keyword<'s>, of: &str) -> Option<Name> {
        self.member(&keyword.value, of)
    }

    /// The member that an expression names of an enumeration, without the enumeration's name.
    pub(super) fn member(&mut self, text: &Text<'s>, of: &str) -> Option<Name> {
        if let Some(Const::Member(member)) = fold(text, &self.unit.globals)
            && let Some(member) = member.strip_prefix(of).and_then(|rest| rest.strip_prefix('.'))
        {
            return Some(Name::from(member));
        }
        if let ExprKind::None = text.kind {
            return None;
        }
        if !self.wrong_member(text) {
            let message = format!("expected a member of `pl.{of}`");
            let wrong = Diagnostic::error(Code("wrong-type"), text.span, message);
            self.error(wrong.help(format!("write `pl.{of}.` and the member")));
        }
        None
    }

    /// Complains about a member that a known enumeration does not have; `false` if it is not that.
    pub(super) fn wrong_member(&mut self, text: &Text<'s>) -> bool {
        let complaint = wrong_member(text, &self.unit.globals);
        let found = complaint.is_some();
        self.errors.extend(complaint);
        found
    }
}

/// A complaint about a member that a known enumeration does not have.
pub(super) fn wrong_member(
    text: &Text<'_>,
    globals: &crate::lower::globals::Globals<'_, '_>,
) -> Option<Diagnostic> {
    let path = text.as_path()?;
    let name = globals.dsl(path)?;
    let enums::Enumeration { name: of, members, .. } = enums::no_member(&name)?;
    let member = name.rsplit('.').next().unwrap_or(&name);
    let start = text.span.end.saturating_sub(member.len() as u32);
    let at = crate::base::span::Span::new(start, text.span.end);
    let message = format!("`pl.{of}` has no member `{member}`");
    let mut wrong = Diagnostic::error(Code("unknown-member"), at, message).label("no such member");
    if let Some(near) = nearest(member, members.iter().copied()) {
        wrong = wrong.help(format!("did you mean `{near}`?"));
    }
    Some(wrong.help(format!("its members are {}", members.join(", "))))
}

/// A constant as a keyword value; `None` for what is none.
pub(super) fn constant(value: &Const) -> Option<Attr> {
    Some(match value {
        Const::Int(value) => Attr::Int(*value),
        Const::Float(value) => Attr::Float(Float::new(*value)),
        Const::Bool(value) => Attr::Bool(*value),
        Const::Str(text) => Attr::Str(text.clone()),
        Const::None => Attr::None,
        Const::DType(dtype) => Attr::DType(*dtype),
        Const::Member(member) => Attr::Enum(member.clone()),
        Const::List(items) => Attr::List(items.iter().map(constant).collect::<Option<_>>()?),
        Const::Symbol(_) => return None,
    })
}
