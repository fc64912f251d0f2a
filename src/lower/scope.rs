//! Scopes: `with` blocks and their `for` spellings, and how they and calls are launched.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::stmt::{Launch, Scope, ScopeKind, StmtKind};
use crate::ir::types::Type;
use crate::lower::body::{Body, FrameKind};
use crate::lower::environment::{Binding, Meaning};
use crate::lower::value::{Const, Value};
use crate::syntax::tree::{Call, Expr as Text, Ident, Keyword, SuiteId};

/// The keyword whose value is computed after all else.
pub(super) const PREDICATE: &str = "predicate";

/// A scope whose body is being lowered.
pub(super) struct Open {
    scope: Scope,
    /// The name of the task id, with its place.
    task: Option<(Name, Span)>,
    /// The index or lane: its name is visible inside only.
    index: Option<VarId>,
    /// What the index's name meant before.
    before: Option<Binding>,
    span: Span,
    comments: Vec<Name>,
}

impl Open {
    /// The split mode, if this is a `pl.split_aiv`; that of a scope without one is `NONE`.
    pub(super) fn lanes_mode(&self) -> Option<&str> {
        match &self.scope.kind {
            ScopeKind::SplitAiv { mode, .. } => Some(mode.as_deref().unwrap_or("NONE")),
            _ => None,
        }
    }
}

impl<'s> Body<'_, '_, 's> {
    /// `with pl.NAME(...) as target:`
    pub(super) fn with(&mut self, context: &Text<'s>, target: Option<&Text<'s>>, body: SuiteId) {
        let task = target.and_then(Text::as_name);
        if let (Some(target), None) = (target, task) {
            let message = "a scope binds one name: its task id";
            self.error(Diagnostic::error(Code("scope-target"), target.span, message).help("write `as tid`"));
        }
        let call = context.as_call();
        let path = call.and_then(|call| call.function.as_path()).unwrap_or_default();
        let name = self.unit.globals.dsl(path).map(|name| name.into_owned());
        let (Some(call), Some(name)) = (call, name) else {
            return self.unknown_scope(context, body);
        };
        let mut launch = Launch::default();
        let mut attrs = Attrs::new();
        let mut rest: Vec<&Keyword<'s>> = Vec::new();
        for keyword in predicate_last(call) {
            if !self.launch_keyword(keyword, &mut launch) {
                rest.push(keyword);
            }
        }
        let mut hint = None;
        let Some(kind) = self.scope_kind(&name, call, &mut rest, &mut launch, &mut hint) else {
            return self.unknown_scope(context, body);
        };
        for keyword in rest {
            self.scope_attribute(keyword, &mut attrs, &mut hint);
        }
        self.open_scope(kind, launch, attrs, hint, task, None, body);
    }

    /// `for index in pl.spmd(n):`
    pub(super) fn spmd_blocks(&mut self, target: &Text<'s>, call: &Call<'s>, body: SuiteId) {
        let (mut launch, mut attrs, mut hint) = (Launch::default(), Attrs::new(), None);
        let mut rest = Vec::new();
        for keyword in predicate_last(call) {
            if !self.launch_keyword(keyword, &mut launch) {
                rest.push(keyword);
            }
        }
        self.core_num(call, &mut launch);
        for keyword in rest {
            self.scope_attribute(keyword, &mut attrs, &mut hint);
        }
        let index = self.scope_index(target);
        let kind = ScopeKind::Spmd { index: index.map(|(_, var)| var) };
        self.open_scope(kind, launch, attrs, hint, None, index, body);
    }

    /// `for lane in pl.split_aiv(n, mode=...):`
    pub(super) fn split_lanes(&mut self, target: &Text<'s>, call: &Call<'s>, body: SuiteId) {
        let (mut launch, mut attrs, mut hint) = (Launch::default(), Attrs::new(), None);
        let count = call.args.first().or_else(|| call.keyword("count")).and_then(|text| self.operand(text));
        let count = count.map_or(Expr::index(2), |count| count.expr);
        let mut mode = None;
        for keyword in &call.keywords {
            match keyword.name.text {
                "count" => {}
                "mode" => mode = self.member_keyword(keyword, "SplitMode"),
                _ if self.launch_keyword(keyword, &mut launch) => {}
                _ => self.scope_attribute(keyword, &mut attrs, &mut hint),
            }
        }
        if let (None, Some(text)) = (&mode, call.args.get(1)) {
            mode = self.member(text, "SplitMode");
        }
        let Some((name, lane)) = self.scope_index(target) else {
            return self.open_scope(ScopeKind::Cluster, launch, attrs, hint, None, None, body);
        };
        let kind = ScopeKind::SplitAiv { count, mode, lane };
        self.open_scope(kind, launch, attrs, hint, None, Some((name, lane)), body);
    }

    fn scope_index(&mut self, target: &Text<'s>) -> Option<(Ident<'s>, VarId)> {
        let Some(name) = target.as_name() else {
            let message = "this loop binds one name: the index of the block or lane";
            self.error(
                Diagnostic::error(Code("loop-target"), target.span, message)
                    .help("write `for b in pl.spmd(4):`"),
            );
            return None;
        };
        Some((name, self.function.add_var(name.text, Type::INDEX, name.span)))
    }

    fn scope_kind(
        &mut self,
        name: &str,
        call: &Call<'s>,
        rest: &mut Vec<&Keyword<'s>>,
        launch: &mut Launch,
        hint: &mut Option<Name>,
    ) -> Option<ScopeKind> {
        let mut take = |name: &str| {
            let at = rest.iter().position(|keyword| keyword.name.text == name)?;
            Some(rest.remove(at))
        };
        Some(match name {
            "at" => {
                let level = take("level").and_then(|keyword| self.member_keyword(keyword, "Level"));
                let role = take("role").and_then(|keyword| self.member_keyword(keyword, "Role"));
                let level = level.or_else(|| call.args.first().and_then(|text| self.member(text, "Level")));
                if level.is_none() && call.args.is_empty() && call.keyword("level").is_none() {
                    let message = "`pl.at` needs a level";
                    let missing = Diagnostic::error(Code("arity"), call.function.span, message);
                    self.error(missing.help("write `pl.at(level=pl.Level.CORE_GROUP)`"));
                }
                ScopeKind::At { level: level.unwrap_or_else(|| Name::from("CORE_GROUP")), role }
            }
            "incore" | "auto_incore" => ScopeKind::At { level: Name::from("CORE_GROUP"), role: None },
            "spmd" => {
                self.core_num(call, launch);
                ScopeKind::Spmd { index: None }
            }
            "cluster" => ScopeKind::Cluster,
            "manual_scope" => ScopeKind::Runtime { manual: true },
            "auto_scope" => ScopeKind::Runtime { manual: false },
            "scope" => {
                let mode = take("mode").and_then(|keyword| self.member_keyword(keyword, "ScopeMode"));
                let mode = mode.or_else(|| call.args.first().and_then(|text| self.member(text, "ScopeMode")));
                ScopeKind::Runtime { manual: mode.is_some_and(|mode| mode == "MANUAL") }
            }
            "graph" => {
                let text = call.args.first().or_else(|| take("name").map(|keyword| &keyword.value));
                if let Some(Value::Const(Const::Str(name))) = text.map(|text| self.value(text)) {
                    *hint = Some(name);
                }
                ScopeKind::Graph
            }
            _ => return None,
        })
    }

    /// The number of blocks, by position or by name.
    fn core_num(&mut self, call: &Call<'s>, launch: &mut Launch) {
        if let Some(text) = call.args.first()
            && let Some(value) = self.operand(text)
        {
            launch.core_num = Some(self.shallow(value).expr);
        }
        if launch.core_num.is_none() && call.args.is_empty() {
            let message = "`pl.spmd` needs the number of blocks";
            self.error(
                Diagnostic::error(Code("arity"), call.function.span, message).help("write `pl.spmd(4)`"),
            );
        }
    }

    fn scope_attribute(&mut self, keyword: &Keyword<'s>, attrs: &mut Attrs, hint: &mut Option<Name>) {
        match keyword.name.text {
            "attrs" => self.dictionary(&keyword.value, attrs),
            "name_hint" => match self.attribute(&keyword.value) {
                Some(Attr::Str(text)) if text.is_empty() => {}
                Some(Attr::Str(text)) => *hint = Some(text),
                _ => {
                    let message = "`name_hint` is a text";
                    self.error(
                        Diagnostic::error(Code("wrong-type"), keyword.value.span, message)
                            .help("write `name_hint=\"load\"`"),
                    );
                }
            },
            other => {
                if let Some(value) = self.attribute(&keyword.value) {
                    attrs.set(other, value);
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "each is one field of the scope")]
    fn open_scope(
        &mut self,
        kind: ScopeKind,
        launch: Launch,
        attrs: Attrs,
        name: Option<Name>,
        task: Option<Ident<'s>>,
        index: Option<(Ident<'s>, VarId)>,
        suite: SuiteId,
    ) {
        let body = self.new_block();
        let scope = Scope { kind, body, name, task_id: None, launch, attrs };
        let mut before = None;
        if let Some((name, var)) = index {
            let id = self.names.id(name.text);
            before = self.env.get(id);
            self.env.set(id, Some(Binding { meaning: Meaning::Var(var), span: name.span }));
        }
        let comments = std::mem::take(&mut self.comments);
        let task = task.map(|task| (Name::from(task.text), task.span));
        let index = index.map(|(_, var)| var);
        let open = Open { scope, task, index, before, span: self.here, comments };
        self.open(suite, body, FrameKind::Scope(Box::new(open)));
    }

    /// Ends a scope; what its body bound stays.
    pub(super) fn close_scope(&mut self, open: Open) {
        let Open { mut scope, task, index, before, span, comments } = open;
        if let Some(var) = index {
            let name = self.function.vars[var].name.clone();
            let at = self.function.vars[var].span;
            if let Some(id) = self.names.find(&name) {
                let gone = Binding { meaning: Meaning::Gone, span: at };
                self.env.set(id, Some(before.unwrap_or(gone)));
            }
        }
        if let Some((name, at)) = task {
            let var = self.function.add_var(name.clone(), Type::TASK_ID, at);
            scope.task_id = Some(var);
            if let Some(id) = self.names.find(&name) {
                self.env.set(id, Some(Binding { meaning: Meaning::Var(var), span: at }));
            }
        }
        self.tag_scope(&mut scope);
        self.emit_with(StmtKind::Scope(scope), span, comments);
    }

    fn unknown_scope(&mut self, context: &Text<'s>, body: SuiteId) {
        let message = "this is not a scope of the DSL";
        let known =
            "`pl.at`, `pl.spmd`, `pl.cluster`, `pl.scope`, `pl.manual_scope`, `pl.auto_scope`, `pl.graph`";
        let wrong = Diagnostic::error(Code("unknown-scope"), context.span, message);
        self.error(wrong.help(format!("scopes are {known}")));
        let kind = ScopeKind::Runtime { manual: false };
        self.open_scope(kind, Launch::default(), Attrs::new(), None, None, None, body);
    }

    /// Reads a keyword that says how something is launched; `false` if it is none.
    pub(super) fn launch_keyword(&mut self, keyword: &Keyword<'s>, launch: &mut Launch) -> bool {
        match keyword.name.text {
            "deps" => launch.deps = self.tasks(&keyword.value),
            "dumps" => launch.dumps = self.references(&keyword.value),
            "no_dep_args" => launch.no_dep = self.references(&keyword.value),
            PREDICATE => launch.predicate = self.condition(&keyword.value),
            "core_num" => {
                if let Some(value) = self.operand(&keyword.value) {
                    launch.core_num = Some(self.shallow(value).expr);
                }
            }
            "device" => launch.device = self.operand(&keyword.value).map(|value| value.expr),
            "sync_start" => launch.sync_start = self.flag(keyword),
            "allow_early_resolve" => launch.allow_early_resolve = self.flag(keyword) == Some(true),
            _ => return false,
        }
        true
    }

    /// A keyword that is `True` or `False`.
    fn flag(&mut self, keyword: &Keyword<'s>) -> Option<bool> {
        match self.value(&keyword.value) {
            Value::Const(Const::Bool(value)) => Some(value),
            Value::Error => None,
            _ => {
                let message = format!("`{}` is `True` or `False`", keyword.name.text);
                self.error(
                    Diagnostic::error(Code("wrong-type"), keyword.value.span, message)
                        .help("write `True` or `False`: it is decided before the program runs"),
                );
                None
            }
        }
    }

    /// Task ids and arrays of them.
    pub(super) fn tasks(&mut self, text: &Text<'s>) -> Vec<Expr> {
        let Some(values) = self.list(text) else { return Vec::new() };
        let mut tasks = Vec::with_capacity(values.len());
        for value in values {
            let value = match value {
                Value::Const(Const::None) => Some(self.no_task()),
                Value::Error => None,
                other => self.operand_of(other, text.span),
            };
            let Some(value) = value else { continue };
            let fits = matches!(
                &value.ty,
                Type::Scalar(crate::ir::dtype::DType::TaskId)
                    | Type::Array(_, crate::ir::dtype::DType::TaskId)
                    | Type::Unknown
            );
            if !fits {
                let message = format!("`deps` holds task ids, not {}", crate::ir::agree::kind(&value.ty));
                let help = "a task id is the last result of `pl.submit` and what `as tid` binds";
                self.error(Diagnostic::error(Code("dep-not-task-id"), text.span, message).help(help));
                continue;
            }
            tasks.push(value.expr);
        }
        tasks
    }

    /// Values that are named without being read.
    fn references(&mut self, text: &Text<'s>) -> Vec<Expr> {
        let Some(values) = self.list(text) else { return Vec::new() };
        values.into_iter().filter_map(|value| Some(self.operand_of(value, text.span)?.expr)).collect()
    }
}

/// The keywords of a call, that of the predicate behind the others.
fn predicate_last<'t, 's>(call: &'t Call<'s>) -> impl Iterator<Item = &'t Keyword<'s>> {
    let is = |keyword: &&Keyword<'s>| keyword.name.text == PREDICATE;
    call.keywords.iter().filter(move |keyword| !is(keyword)).chain(call.keywords.iter().filter(is))
}
