//! Headers of functions: what decorators, parameters and `->` say.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::program::{Direction, Function, FunctionKind, Param};
use crate::ir::types::Type;
use crate::lower::body::Body;
use crate::lower::program::{Header, Unit};
use crate::syntax::tree::{Expr as Text, ExprKind, FunctionDef, Ident, Keyword};

/// Level and role that a kind of function has unless it says otherwise.
fn implied(kind: FunctionKind) -> (Option<&'static str>, Option<&'static str>) {
    match kind {
        FunctionKind::InCore | FunctionKind::Aic | FunctionKind::Aiv => (Some("CHIP_DIE"), Some("SubWorker")),
        FunctionKind::Orchestration => (Some("CHIP"), Some("Orchestrator")),
        FunctionKind::Group => (Some("CORE_GROUP"), Some("SubWorker")),
        FunctionKind::Opaque | FunctionKind::Spmd | FunctionKind::Inline | FunctionKind::Graph => {
            (None, None)
        }
    }
}

/// What the decorators of a function say.
struct Decoration {
    kind: FunctionKind,
    level: Option<Name>,
    role: Option<Name>,
    attrs: Attrs,
}

impl<'m, 's> Unit<'m, 's> {
    /// Reads the header of a function.
    pub(super) fn header(
        &self,
        def: &'m FunctionDef<'s>,
        complaints: &mut Vec<Diagnostic>,
    ) -> Header<'m, 's> {
        let mut body = Body::new(self, Function::new(Name::from(def.name.text), FunctionKind::Opaque));
        body.here = def.name.span;
        let Decoration { kind, level, role, attrs } = body.decoration(def);
        let (implied_level, implied_role) = implied(kind);
        body.function.kind = kind;
        body.function.level = level.filter(|level| Some(level.as_str()) != implied_level);
        body.function.role = role.filter(|role| Some(role.as_str()) != implied_role);
        body.function.attrs = attrs;
        body.function.comments = def.comments.clone();
        body.function.span = def.name.span;
        body.params(def);
        let declared = def.returns.as_ref().and_then(|text| Some((body.declared_results(text)?, text.span)));
        complaints.append(&mut body.errors);
        let results = declared.as_ref().map(|(types, _)| types.clone());
        Header { def, function: body.function, declared, results, hidden: Vec::new(), shapes: Vec::new() }
    }
}

impl<'s> Body<'_, '_, 's> {
    fn decoration(&mut self, def: &FunctionDef<'s>) -> Decoration {
        let mut decoration =
            Decoration { kind: FunctionKind::Opaque, level: None, role: None, attrs: Attrs::new() };
        for text in &def.decorators {
            let callee = text.as_call().map_or(text, |call| &call.function);
            let name =
                callee.as_path().and_then(|path| self.unit.globals.dsl(path)).map(|name| name.into_owned());
            match name.as_deref() {
                Some("function") => {}
                Some("inline") => decoration.kind = FunctionKind::Inline,
                Some(name) if name == "jit" || name.starts_with("jit.") => {
                    let message = "a traced function cannot be read from its text";
                    let wrong = Diagnostic::error(Code("unsupported-decorator"), text.span, message);
                    let help =
                        "print the program that it is lowered to, `f.lower(...).as_python()`, and read that";
                    self.error(wrong.help(help));
                }
                _ => continue,
            }
            for keyword in text.as_call().map_or(&[] as &[Keyword<'s>], |call| &call.keywords) {
                self.decorate(keyword, &mut decoration);
            }
        }
        decoration
    }

    fn decorate(&mut self, keyword: &Keyword<'s>, decoration: &mut Decoration) {
        match keyword.name.text {
            "type" => {
                let member = self.member_keyword(keyword, "FunctionType");
                if let Some(kind) = member.and_then(|member| FunctionKind::parse(&member)) {
                    decoration.kind = kind;
                }
            }
            "level" => decoration.level = self.member_keyword(keyword, "Level"),
            "role" => decoration.role = self.member_keyword(keyword, "Role"),
            "attrs" => self.dictionary(&keyword.value, &mut decoration.attrs),
            "strict_ssa" => {}
            "auto_scope" if matches!(keyword.value.kind, ExprKind::Bool(true)) => {}
            other => {
                if let Some(value) = self.attribute(&keyword.value)
                    && value != Attr::None
                {
                    decoration.attrs.set(other, value);
                }
            }
        }
    }

    /// Parameters: scalars first, since shapes may name them.
    fn params(&mut self, def: &FunctionDef<'s>) {
        let skip = usize::from(def.params.first().is_some_and(|param| param.name.text == "self"));
        let params = &def.params[skip..];
        let mut types: Vec<Option<(Direction, Type)>> = vec![None; params.len()];
        let vars: Vec<_> = params
            .iter()
            .map(|param| self.function.add_var(param.name.text, Type::Unknown, param.name.span))
            .collect();
        for scalars in [true, false] {
            for (at, param) in params.iter().enumerate() {
                let Some(text) = &param.annotation else { continue };
                if self.is_scalar_annotation(text) != scalars {
                    continue;
                }
                let (direction, ty) = self.declared(text);
                let ty = ty.unwrap_or(Type::Unknown);
                self.function.vars[vars[at]].ty = ty.clone();
                types[at] = Some((direction, ty));
                if scalars {
                    self.bind(param.name, vars[at]);
                }
            }
        }
        for (at, param) in params.iter().enumerate() {
            if param.annotation.is_none() {
                self.missing_annotation(param.name);
            }
            let direction = types[at].as_ref().map_or(Direction::In, |(direction, _)| *direction);
            self.function.params.push(Param { var: vars[at], direction });
        }
        self.check_param_names(params.iter().map(|param| param.name));
    }

    fn missing_annotation(&mut self, name: Ident<'s>) {
        let message = format!("the parameter `{}` has no type", name.text);
        let missing = Diagnostic::error(Code("missing-annotation"), name.span, message);
        self.error(missing.help(format!("write `{}: pl.Tensor[[16, 16], pl.FP32]`", name.text)));
    }

    fn check_param_names(&mut self, names: impl Iterator<Item = Ident<'s>>) {
        let mut seen: Vec<Ident<'s>> = Vec::new();
        for name in names {
            if let Some(first) = seen.iter().find(|it| it.text == name.text) {
                let message = format!("a second parameter `{}`", name.text);
                let twice = Diagnostic::error(Code("duplicate-parameter"), name.span, message);
                self.errors.push(twice.also(first.span, "the first"));
            }
            seen.push(name);
        }
    }

    /// Whether an annotation is `pl.Scalar[...]` or an element type, perhaps with a direction.
    fn is_scalar_annotation(&self, text: &Text<'s>) -> bool {
        let dsl = |text: &Text<'s>| {
            text.as_path().and_then(|path| self.unit.globals.dsl(path)).map(|name| name.into_owned())
        };
        match &text.kind {
            ExprKind::Subscript(base, inner) => match dsl(base).as_deref() {
                Some("Scalar") => true,
                Some("Out" | "InOut" | "In") => self.is_scalar_annotation(inner),
                _ => false,
            },
            _ => dsl(text).is_some_and(|name| crate::ir::dtype::DType::parse(&name).is_some()),
        }
    }
}
