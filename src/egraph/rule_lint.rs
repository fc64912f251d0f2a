//! Lints: what a rule must look like to be loaded at all. Whether its law is true is another matter, for proof by test.

use std::collections::BTreeMap;

use crate::base::span::Span;
use crate::egraph::rule_ast::{AttrPat, Case, Form, GuardArg, Head, IT, Pat, PatNode};
use crate::egraph::rule_parse::{Options, Read};
use crate::egraph::rule_sorts::{Sort, gives, operand_sorts, root};
use crate::egraph::rule_text::{Fault, fault};
use crate::ir::attr::Attrs;
use crate::ir::op::{OpRow, Purity};

/// Refuses a rule that cannot be a law, or does not say enough.
pub(crate) fn check(read: &Read, span: Span) -> Result<(), Fault> {
    options(&read.options, span)?;
    if read.cases.is_empty() && read.control.is_empty() {
        return Err(fault(span, "`:for` leaves nothing to choose"));
    }
    for case in &read.cases {
        check_case(case, &read.options)?;
    }
    Ok(())
}

fn options(options: &Options, span: Span) -> Result<(), Fault> {
    match (options.exact, options.within) {
        (None, _) => Err(fault(span, "`:exact yes` or `:exact no` is expected: whether bits stay the same")),
        (Some(false), None) => {
            Err(fault(span, "a rule that is not exact says how far it is off: `:within 1e-6`"))
        }
        (Some(true), Some(_)) => {
            Err(fault(span, "an exact rule is off by nothing: `:within` is out of place"))
        }
        _ if options.shows.is_empty() => {
            Err(fault(span, "an example is expected: `:shows \"before\" => \"after\"`"))
        }
        _ => Ok(()),
    }
}

fn check_case(case: &Case, options: &Options) -> Result<(), Fault> {
    let Pat::Node(outer) = &case.left else {
        return Err(fault(case.left.span(), "the left side matches everything"));
    };
    case.left.for_each_node(&mut node)?;
    case.right.for_each_node(&mut node)?;
    case.right.for_each_node(&mut makes_nothing)?;
    bound(case)?;
    let mut sorts: BTreeMap<String, (Sort, Span)> = BTreeMap::new();
    let left = sort(&case.left, Sort::Any, &mut sorts)?;
    let right = sort(&case.right, Sort::Any, &mut sorts)?;
    if left.meet(right).is_none() {
        let (a, b) = (left.phrase(), right.phrase());
        let message = format!(
            "the left side is {a}, the right side is {b}: content, storage and memory are never one another"
        );
        return Err(fault(case.right.span(), message));
    }
    storage(case, left)?;
    weight(case, options, outer)
}

// ---- nodes ----

/// Arity, keywords, and the form that the operator's row allows.
fn node(node: &PatNode) -> Result<(), Fault> {
    if let Head::Op(form, row) = node.head {
        form_allowed(form, row, node.span)?;
        for (name, _) in &node.attrs {
            if row.keyword(name).is_none() {
                let known: Vec<&str> = row.keywords.iter().map(|keyword| keyword.name).collect();
                let known = if known.is_empty() { "it has none".to_owned() } else { known.join(", ") };
                let message = format!("`{}` has no keyword `{name}`; {known}", row.name);
                return Err(fault(node.span, message));
            }
        }
    } else if let Head::Cast = node.head {
        if node.attrs.iter().all(|(name, _)| name != "to") || node.attrs.len() != 1 {
            return Err(fault(node.span, "`(cast ?x :to ?t)` is expected"));
        }
    } else if let Some((name, _)) = node.attrs.first() {
        return Err(fault(node.span, format!("only operators have keywords such as `:{name}`")));
    }
    operand_sorts(node).map(drop).map_err(|wanted| {
        let extra = usize::from(matches!(node.head, Head::Op(Form::Write, _)));
        let memory = if extra == 1 { ", its memory last" } else { "" };
        fault(node.span, format!("{wanted} operands are expected{memory}, not {}", node.args.len()))
    })
}

fn form_allowed(form: Form, row: &OpRow, span: Span) -> Result<(), Fault> {
    let name = row.name;
    let none = Attrs::new();
    match form {
        Form::Value if row.purity != Purity::Pure => {
            let message = match row.names {
                Some(at) => format!(
                    "`{name}` writes: it is the next memory, `(write {name} … ?m)`, and what it returns is the \
                     storage of its operand {at}"
                ),
                None => format!("`{name}` is not pure: no law may merge, move or make it"),
            };
            Err(fault(span, message))
        }
        Form::Value if row.names.is_some() => {
            let message = format!("`{name}` gives its operand's storage another type: it is no value");
            Err(fault(span, message))
        }
        Form::Value if row.ambient => {
            Err(fault(span, format!("`{name}` hangs on where it runs: no law may merge it")))
        }
        Form::View if row.view.is_none() => Err(fault(span, format!("`{name}` is no view"))),
        Form::Write if row.written(&none).len() != 1 || row.sync || row.purity != Purity::Arguments => {
            Err(fault(span, format!("`{name}` does not write just one operand")))
        }
        Form::Value | Form::View | Form::Write => Ok(()),
    }
}

/// A right side makes no storage and writes nothing: those are statements, and statements stay.
fn makes_nothing(node: &PatNode) -> Result<(), Fault> {
    match node.head {
        Head::Fresh | Head::FreshOf | Head::Op(Form::Write, _) => Err(fault(
            node.span,
            "a right side may not write or make storage: it would need a place of its own",
        )),
        _ => Ok(()),
    }
}

// ---- variables ----

fn bound(case: &Case) -> Result<(), Fault> {
    let classes: Vec<&str> = case.left.variables().into_iter().map(|(name, _)| name).collect();
    let attrs: Vec<&str> = case.left.attr_variables().into_iter().map(|(name, _)| name).collect();
    if let Some(name) = classes.iter().find(|name| attrs.contains(name)) {
        let message = format!("`{name}` stands for a class and for a keyword's value");
        return Err(fault(case.left.span(), message));
    }
    if let Some((_, span)) = case.left.variables().into_iter().find(|(name, _)| *name == IT) {
        return Err(fault(span, "`?it` is the left side as a whole: it stands in guards and on the right"));
    }
    let classes: Vec<&str> = classes.into_iter().chain([IT]).collect();
    if let Some((name, span)) = case.right.variables().into_iter().find(|(name, _)| !classes.contains(name)) {
        return Err(fault(span, format!("`{name}` stands on the right only")));
    }
    if let Some((name, span)) =
        case.right.attr_variables().into_iter().find(|(name, _)| !attrs.contains(name))
    {
        return Err(fault(span, format!("`{name}` stands on the right only")));
    }
    case.left.for_each_node(&mut |node| match node
        .attrs
        .iter()
        .find(|(_, it)| matches!(it, AttrPat::Flip(_)))
    {
        Some(_) => Err(fault(node.span, "`flip` may stand on the right only")),
        None => Ok(()),
    })?;
    for when in &case.when {
        for arg in &when.args {
            let (name, known) = match arg {
                GuardArg::Class(name) => (name, &classes),
                GuardArg::AttrVar(name) => (name, &attrs),
                GuardArg::Attr(_) => continue,
            };
            if !known.contains(&name.as_str()) {
                return Err(fault(
                    when.span,
                    format!("`{name}` is guarded, but the left side does not bind it"),
                ));
            }
        }
    }
    Ok(())
}

/// The sort of a pattern, which must fit where it stands; notes those of variables.
fn sort(pattern: &Pat, wanted: Sort, known: &mut BTreeMap<String, (Sort, Span)>) -> Result<Sort, Fault> {
    let found = match pattern {
        Pat::Var(name, span) => {
            let (before, first) = known.get(name).copied().unwrap_or((Sort::Any, *span));
            let Some(met) = before.meet(wanted) else {
                let (a, b) = (before.phrase(), wanted.phrase());
                let message = format!("`{name}` is {b} here, but {a} elsewhere");
                return Err(Box::new((*fault(*span, message)).also(first, "there")));
            };
            known.insert(name.clone(), (met, first));
            met
        }
        Pat::Int(..) | Pat::Bool(..) => Sort::Scalar,
        Pat::Node(node) => {
            let sorts = operand_sorts(node).map_err(|_| fault(node.span, "operands were counted before"))?;
            for (arg, wanted) in node.args.iter().zip(sorts) {
                sort(arg, wanted, known)?;
            }
            gives(node.head)
        }
    };
    found.meet(wanted).ok_or_else(|| {
        let (a, b) = (wanted.phrase(), found.phrase());
        fault(pattern.span(), format!("{a} is expected here, and this is {b}"))
    })
}

/// Both sides of a law on handles name the same storage, whatever is bound.
fn storage(case: &Case, sort: Sort) -> Result<(), Fault> {
    if sort != Sort::Handle {
        return Ok(());
    }
    match (root(&case.left), root(&case.right)) {
        (Some(a), Some(b)) if a == b => Ok(()),
        (a, b) => {
            let (a, b) = (a.unwrap_or("something else"), b.unwrap_or("something else"));
            let message = format!("the left side is storage of `{a}`, the right side of `{b}`");
            Err(fault(case.right.span(), message))
        }
    }
}

// ---- termination ----

/// Each application makes less, or the rule names what does.
fn weight(case: &Case, options: &Options, outer: &PatNode) -> Result<(), Fault> {
    if options.measure.is_some() {
        return Ok(());
    }
    let (left, right) = (case.left.weight(), case.right.weight());
    if right >= left {
        let message = format!(
            "the right side has {right} nodes, the left side {left}: say what decreases, `:measure \"…\"`"
        );
        return Err(fault(outer.span, message));
    }
    // What is built of the whole comes back to its type only.
    let count = |side: &Pat, name: &str| side.variables().iter().filter(|(it, _)| *it == name).count();
    for (name, span) in case.right.variables().into_iter().filter(|(name, _)| *name != IT) {
        if count(&case.right, name) > count(&case.left, name) {
            let message =
                format!("`{name}` stands more often on the right: say what decreases, `:measure \"…\"`");
            return Err(fault(span, message));
        }
    }
    Ok(())
}

impl Pat {
    fn for_each_node(&self, f: &mut impl FnMut(&PatNode) -> Result<(), Fault>) -> Result<(), Fault> {
        match self {
            Self::Node(node) => {
                f(node)?;
                node.args.iter().try_for_each(|arg| arg.for_each_node(f))
            }
            Self::Var(..) | Self::Int(..) | Self::Bool(..) => Ok(()),
        }
    }
}
