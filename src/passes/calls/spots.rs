//! What an argument may write: a storage, whole, or a window of it. Windows count apart: the runtime compares regions itself
//! (row D86), so two windows are held against each other only if they are one or plainly overlap.

use std::collections::HashMap;
use std::rc::Rc;

use crate::egraph::relation::{FunctionRelation, Root};
use crate::ir::expr::Expr;
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::{OpCall, Rhs, StmtKind};
use crate::passes::calls::windows::{Rect, window_of};

/// A storage or a window of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    /// The storage.
    pub(crate) root: Root,
    /// The window; `None` is all of it.
    pub(crate) window: Option<Rc<Window>>,
}

/// A window that a slice made.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// Its number in the function.
    pub(crate) id: usize,
    /// Where it lies in the whole storage, if that is constant.
    pub(crate) rect: Option<Rect>,
}

/// Windows by the class of their handles.
pub(crate) struct Spots<'a> {
    relation: &'a FunctionRelation,
    windows: HashMap<u32, Rc<Window>>,
    count: usize,
}

impl<'a> Spots<'a> {
    /// Finds the windows of a function.
    pub(crate) fn of(function: &Function, relation: &'a FunctionRelation) -> Self {
        let mut spots = Self { relation, windows: HashMap::new(), count: 0 };
        for stmt in function.stmts() {
            if let StmtKind::Let(var, Rhs::Op(call)) = &stmt.kind {
                spots.operator(*var, call);
            }
        }
        spots
    }

    /// What writing through an expression may write: one spot for each storage that it may name.
    pub(crate) fn of_expr(&self, expr: &Expr) -> Vec<Spot> {
        let window = self.window(expr);
        self.relation.roots_of(expr).iter().map(|root| Spot { root: *root, window: window.clone() }).collect()
    }

    fn window(&self, expr: &Expr) -> Option<Rc<Window>> {
        self.windows.get(&self.relation.handle_of(expr)?).cloned()
    }

    fn operator(&mut self, var: VarId, call: &OpCall) {
        let Some(row) = call.op.row() else { return };
        let (Some(class), Some(of)) = (self.relation.handle_of(&Expr::Var(var)), row.view.or(row.names))
        else {
            return;
        };
        let outer = call.args.get(of).and_then(|arg| self.window(arg));
        let window = match window_of(call, outer.as_deref()) {
            Some(rect) => Rc::new(Window { id: self.count, rect }),
            // Another view of a window is that window.
            None => match outer {
                Some(outer) => outer,
                None => return,
            },
        };
        self.count += 1;
        self.windows.entry(class).or_insert(window);
    }
}
