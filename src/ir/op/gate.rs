//! What a row may not say: contradictions between its declarations, and declarations that imply another that is missing.

use crate::ir::attr::Attrs;
use crate::ir::op::{Effect, Effects, OpRow, Purity};

/// Everything that is wrong with a row; empty for a sound one.
pub fn faults(row: &OpRow) -> Vec<String> {
    let mut found = Vec::new();
    let mut fault = |message: String| found.push(format!("{}: {message}", row.name));
    let none = Attrs::new();
    let declared = declared(row);
    for at in row.names.into_iter().chain(row.view).chain(declared.iter().map(|(at, _)| *at)) {
        if at >= row.operands.len() {
            fault(format!("speaks of argument {at} and has {}", row.operands.len()));
        }
    }
    if let Some(at) = row.names.filter(|&at| !row.declares(at, &none)) {
        fault(format!("its result names argument {at}, whose effect it does not declare"));
    }
    let writes = declared.iter().any(|(_, effect)| *effect != Effect::Read);
    let may_write = writes || matches!(row.effects, Effects::ByKeywords(_));
    if row.channel.is_some() && !may_write {
        fault("has a write channel and writes nothing".to_owned());
    }
    for (index, (at, effect)) in declared.iter().enumerate() {
        if declared[..index].iter().any(|(other, before)| other == at && before != effect) {
            fault(format!("declares two effects on argument {at}"));
        }
    }
    if may_write && matches!(row.purity, Purity::Pure | Purity::Allocates) {
        fault("writes an argument and is declared free of effects".to_owned());
    }
    if row.names.is_some() && row.view.is_some() {
        fault("its result both names an argument and is a view of one".to_owned());
    }
    if row.purity == Purity::Allocates && (row.names.is_some() || row.view.is_some()) {
        fault("allocates and gives storage that exists already".to_owned());
    }
    if row.view.is_some() && row.purity != Purity::Pure {
        fault("is a view and has effects".to_owned());
    }
    if row.view.is_some() && !row.in_place_safe {
        fault("is a view whose output may not lie on its input".to_owned());
    }
    if row.sync && row.purity != Purity::Effectful {
        fault("orders memory and may be dropped or moved".to_owned());
    }
    if let Some(late) = row.operands.windows(2).find(|pair| pair[0].optional && !pair[1].optional) {
        fault(format!("`{}` must be given and stands after one that need not be", late[1].name));
    }
    let mut names: Vec<_> =
        row.operands.iter().map(|it| it.name).chain(row.keywords.iter().map(|it| it.name)).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        fault(format!("has two parameters called `{}`", twice[0]));
    }
    if let Some(keyword) = row.keywords.iter().find(|it| it.required && it.default.is_some()) {
        fault(format!("`{}` must be given and has a default", keyword.name));
    }
    found
}

/// Effects declared without any keyword given.
fn declared(row: &OpRow) -> Vec<(usize, Effect)> {
    match &row.effects {
        Effects::Undeclared | Effects::NoWrites => Vec::new(),
        Effects::Fixed(list) => list.to_vec(),
        Effects::ByKeywords(rule) => rule(&Attrs::new()).to_vec(),
    }
}
