//! Examples of rules: `:shows "before" => "after"` says that the engine finds the two equal with the rule, and not without.
//!
//! A side is statements and an expression, separated by `;`, over the parameters of `:given`.

use egg::Id;

use crate::base::span::Source;
use crate::egraph::rules::{Law, Rule, Rules};
use crate::egraph::schedule::Schedule;
use crate::egraph::session::{Saturated, Session};
use crate::ir::program::Program;
use crate::lower::lower;

/// Checks the examples of a rule, together with the shipped rules of its set and below that are code.
///
/// # Errors
/// What an example says and the engine does not find, or finds without the rule.
pub fn check_examples(rule: &Rule) -> Result<(), String> {
    for (before, after) in &rule.shows {
        let shown = format!("`{}`: \"{before}\" => \"{after}\"", rule.name);
        let program = program(rule, before, after).map_err(|why| format!("{shown}\n{why}"))?;
        let mut with = helpers(rule);
        with.push(rule.clone());
        if !are_equal(&program, &with).map_err(|why| format!("{shown}\n{why}"))? {
            return Err(format!("{shown}\nthe rule does not find the two sides equal"));
        }
        if are_equal(&program, &helpers(rule)).map_err(|why| format!("{shown}\n{why}"))? {
            return Err(format!("{shown}\nthe two sides are equal without the rule"));
        }
    }
    Ok(())
}

/// Laws that are code, the rule itself left out.
fn helpers(rule: &Rule) -> Rules {
    let shipped = Rules::shipped();
    let texts: Vec<&str> = shipped
        .iter()
        .filter(|known| {
            !matches!(known.law, Law::Builtin) || known.name == rule.name || known.name == "inline"
        })
        .map(|known| known.name.as_str())
        .collect();
    shipped.clone().without(&texts)
}

/// One function that computes both sides, one after the other.
fn program(rule: &Rule, before: &str, after: &str) -> Result<Program, String> {
    let given = rule.given.as_deref().unwrap_or_default();
    let mut text = format!(
        "import pypto.language as pl\n\n\n@pl.program\nclass Example:\n    @pl.function\n    def f(self, {given}):\n"
    );
    for (side, name) in [(before, "left"), (after, "right")] {
        let mut statements: Vec<String> = side.split(';').map(|part| part.trim().to_owned()).collect();
        if let Some(last) = statements.last_mut() {
            *last = format!("{name} = {last}");
        }
        for statement in statements {
            text.push_str(&format!("        {statement}\n"));
        }
    }
    text.push_str("        return\n");
    let source = Source::new("example", text.clone());
    let lowered = lower(&source).map_err(|said| {
        let lines: Vec<String> = said.iter().map(|it| it.message.clone()).collect();
        format!("{}\n{text}", lines.join("\n"))
    })?;
    lowered.programs.into_iter().next().ok_or_else(|| "there is no program".to_owned())
}

/// Whether the values of `left` and `right` are one class in the end.
fn are_equal(program: &Program, rules: &Rules) -> Result<bool, String> {
    let mut session = Session::new(program, rules).map_err(|_| "the example calls itself".to_owned())?;
    session.visit(&"f".into(), &Schedule::default(), |saturated| {
        if let Some(conflict) = saturated.report.conflicts.first() {
            return Err(format!("the rule {conflict}"));
        }
        let class = |name: &str| class_of(saturated, name).ok_or_else(|| format!("`{name}` has no class"));
        Ok(class("left")? == class("right")?)
    })
}

/// The class of the last variable of that name.
fn class_of(saturated: &Saturated<'_>, name: &str) -> Option<Id> {
    let graph = &saturated.graph;
    let instance = &graph.instances[0];
    let template = &graph.encoded.templates[&instance.template];
    let function = &graph.program.functions[&instance.template];
    let leaves = &graph.encoded.sets[&instance.template].leaves;
    let named = |leaf: u32| {
        function
            .vars
            .ids()
            .find(|var| leaves.of(*var).contains(&leaf))
            .is_some_and(|var| function.vars[var].name == *name)
    };
    let items = template.regions[0].items.iter().rev();
    let place = items.flat_map(|item| &item.defs).find(|(leaf, _)| named(*leaf)).map(|(_, place)| *place)?;
    Some(graph.egraph.find(instance.ids[place as usize]))
}
