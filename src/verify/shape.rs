//! Blocks form a tree and expressions are of bounded depth, so that every other check may walk them.

use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::base::id::IdVec;
use crate::ir::expr::{Expr, MAX_DEPTH};
use crate::ir::program::Function;
use crate::ir::walk::{blocks, for_each_use};
use crate::verify::code;

/// Gathers what is wrong with the nesting of blocks and the depth of expressions.
pub(super) fn check(function: &Function, said: &mut Diagnostics) {
    let Some(body) = function.body else { return };
    let mut parents = IdVec::filled(0u32, function.blocks.len());
    parents[body] += 1;
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            for nested in blocks(&stmt.kind) {
                parents[nested] += 1;
                if parents[nested] > 1 {
                    let message = format!("block {nested} of `{}` stands in two places", function.name);
                    said.push(Diagnostic::error(code::BLOCK_SHARED, stmt.span, message));
                }
            }
            let mut too_deep = false;
            for_each_use(&stmt.kind, &mut |_, expr| too_deep |= is_too_deep(expr));
            if too_deep {
                let message = format!("an expression is more than {MAX_DEPTH} deep");
                let fault = Diagnostic::error(code::EXPRESSION_TOO_DEEP, stmt.span, message);
                said.push(fault.help("give a part of it a name"));
            }
        }
    }
}

/// Whether a tree is deeper than expressions may be, without recursion.
fn is_too_deep(expr: &Expr) -> bool {
    let mut todo = vec![(expr, 1)];
    while let Some((expr, depth)) = todo.pop() {
        if depth > MAX_DEPTH {
            return true;
        }
        todo.extend(expr.children().into_iter().map(|child| (child, depth + 1)));
    }
    false
}
