//! A walk over a function that says when a statement begins and ends and when its blocks do, without recursion.

use crate::ir::program::{BlockId, Function};
use crate::ir::stmt::Stmt;
use crate::ir::walk::blocks;

/// Where a statement stands: its block and its index there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The block.
    pub block: BlockId,
    /// The index in the block.
    pub index: usize,
}

/// One step of the walk.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A statement begins; its operands are evaluated here.
    Before(&'a Stmt, Place),
    /// A nested block of the statement begins.
    Open(&'a Stmt, BlockId),
    /// A nested block of the statement ends; what it hands on is evaluated here.
    Close(&'a Stmt, BlockId),
    /// A statement ends; its results exist from here on.
    After(&'a Stmt, Place),
}

/// Iterator over the steps; see [`Function::events`].
pub struct Events<'a> {
    function: &'a Function,
    todo: Vec<Step<'a>>,
}

enum Step<'a> {
    Block(BlockId, usize),
    Emit(Event<'a>),
}

impl Function {
    /// All statements with their beginnings and ends, in the order in which they run once each.
    pub fn events(&self) -> Events<'_> {
        let todo = self.body.map(|body| Step::Block(body, 0));
        Events { function: self, todo: todo.into_iter().collect() }
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;
    fn next(&mut self) -> Option<Event<'a>> {
        loop {
            match self.todo.pop()? {
                Step::Emit(event) => return Some(event),
                Step::Block(block, index) => {
                    let Some(stmt) = self.function.blocks[block].stmts.get(index) else { continue };
                    self.todo.push(Step::Block(block, index + 1));
                    let place = Place { block, index };
                    self.todo.push(Step::Emit(Event::After(stmt, place)));
                    for nested in blocks(&stmt.kind).into_iter().rev() {
                        self.todo.push(Step::Emit(Event::Close(stmt, nested)));
                        self.todo.push(Step::Block(nested, 0));
                        self.todo.push(Step::Emit(Event::Open(stmt, nested)));
                    }
                    return Some(Event::Before(stmt, place));
                }
            }
        }
    }
}
