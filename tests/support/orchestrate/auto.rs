//! Bodies under automatic scopes: the runtime finds the dependencies.

use super::{Lines, Random};

struct Body<'r> {
    out: Lines,
    random: &'r mut Random,
    /// Tensors that hold something and may be written; the first three are those of `main`.
    tensors: Vec<String>,
    indices: Vec<String>,
    /// Ids of tasks in scopes that are open.
    ids: Vec<String>,
    budget: usize,
}

pub(super) fn body(out: Lines, random: &mut Random) -> String {
    let tensors = ["y", "z", "u"].map(str::to_owned).to_vec();
    let budget = 6 + random.below(14);
    let mut body = Body { out, random, tensors, indices: vec!["n".to_owned()], ids: Vec::new(), budget };
    while body.budget > 0 {
        body.stmt(0);
    }
    body.out.line("return y, z, u");
    body.out.text
}

impl Body<'_> {
    fn source(&mut self) -> String {
        if self.random.chance(25) { "x".to_owned() } else { self.target() }
    }

    fn target(&mut self) -> String {
        self.random.pick(&self.tensors).clone()
    }

    /// So many different tensors, if there are.
    fn targets(&mut self, count: usize) -> Vec<String> {
        let mut all = self.tensors.clone();
        while all.len() > count {
            let gone = self.random.below(all.len());
            all.remove(gone);
        }
        all
    }

    fn index(&mut self) -> String {
        let name = self.random.pick(&self.indices).clone();
        let number = self.random.below(5);
        match self.random.below(5) {
            0 => name,
            1 => format!("({name} - {number}) // 2"),
            2 => format!("{name} * 2 - {number}"),
            3 => format!("pl.min({name}, {number})"),
            _ => format!("{number}"),
        }
    }

    fn row(&mut self) -> String {
        let index = self.index();
        format!("({index}) % 4 * 2")
    }

    fn condition(&mut self) -> String {
        let index = self.index();
        match self.random.below(4) {
            0 => format!("({index}) % 2 == 0"),
            1 => format!("{index} > 1"),
            2 => format!("{index} < 2 and n >= 0"),
            _ => format!("not ({index} == 3)"),
        }
    }

    fn bounds(&mut self) -> String {
        match self.random.below(6) {
            0 => "3".to_owned(),
            1 => "1, 6, 2".to_owned(),
            2 => "3, 0, -1".to_owned(),
            3 => "0".to_owned(),
            _ => format!("({}) % 3", self.index()),
        }
    }

    /// A block under a line; what it binds is out of scope after it.
    fn block(&mut self, head: &str, inside: impl FnOnce(&mut Self)) {
        let (tensors, indices, ids) = (self.tensors.len(), self.indices.len(), self.ids.len());
        self.out.line(head);
        self.out.indent += 1;
        inside(self);
        self.out.indent -= 1;
        self.tensors.truncate(tensors);
        self.indices.truncate(indices);
        self.ids.truncate(ids);
    }

    fn stmts(&mut self, depth: usize) {
        for _ in 0..=self.random.below(3) {
            self.stmt(depth);
        }
    }

    fn stmt(&mut self, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        let deep = depth >= 3 || self.budget == 0;
        match self.random.below(24) {
            0 | 1 => self.fresh(),
            2 => self.call("step"),
            3 => self.call("accumulate"),
            4 => self.scale(),
            5 => self.rows(),
            6 if self.tensors.len() >= 3 => self.several("pair", 3),
            7 => self.several("both", 2),
            8 => self.helper(),
            9 => self.window(),
            10 => self.wide(),
            11 => self.scalar(),
            12 => self.element(),
            13..=15 => self.submit(),
            16 | 17 if !deep => self.implicit_loop(depth),
            18 | 19 if !deep => self.explicit_loop(depth),
            20 if !deep => self.while_loop(depth),
            21 | 22 if !deep => self.branch(depth),
            23 if !deep => self.lanes(),
            _ => self.call("accumulate"),
        }
    }

    fn fresh(&mut self) {
        let (source, name) = (self.source(), self.out.fresh("t"));
        self.out.line(&format!("{name} = pl.create_tensor([8, 8], dtype=pl.FP32)"));
        self.out.line(&format!("{name} = self.step({source}, {name})"));
        self.tensors.push(name);
    }

    fn call(&mut self, kernel: &str) {
        let (source, target) = (self.source(), self.target());
        self.out.line(&format!("{target} = self.{kernel}({source}, {target})"));
    }

    fn scale(&mut self) {
        let (source, target) = (self.source(), self.target());
        let factor = *self.random.pick(&["f", "0.1", "1.5", "-0.25"]);
        self.out.line(&format!("{target} = self.scale({factor}, {source}, {target})"));
    }

    fn rows(&mut self) {
        let (source, row, target) = (self.source(), self.row(), self.target());
        self.out.line(&format!("{target} = self.rows({source}, {row}, {target})"));
    }

    fn several(&mut self, kernel: &str, count: usize) {
        let (source, targets) = (self.source(), self.targets(count));
        let given = targets.join(", ");
        // `pair` returns its last output first and its scratch not at all.
        let taken = if kernel == "pair" { format!("{}, {}", targets[2], targets[1]) } else { given.clone() };
        self.out.line(&format!("{taken} = self.{kernel}({source}, {given})"));
    }

    fn helper(&mut self) {
        let targets = self.targets(2);
        let (a, b) = (&targets[0], &targets[1]);
        self.out.line(&format!("{b}, {a} = self.twice({a}, {b})"));
    }

    fn window(&mut self) {
        let (source, target) = (self.source(), self.target());
        let (from, to) = (self.index(), self.index());
        let (part, window) = (self.out.fresh("w"), self.out.fresh("w"));
        self.out.line(&format!("{part} = pl.slice({source}, [4, 8], [({from}) % 5, 0])"));
        self.out.line(&format!("{window} = pl.slice({target}, [4, 8], [({to}) % 5, 0])"));
        self.out.line(&format!("{window} = self.half({part}, {window})"));
    }

    fn wide(&mut self) {
        let (source, target) = (self.source(), self.target());
        if self.random.chance(50) {
            return self.out.line(&format!("{target} = self.wide({target}, {source})"));
        }
        let (id, count) = (self.out.fresh("id"), self.index());
        self.out.line(&format!(
            "{target}, {id} = pl.spmd_submit(self.block, {source}, {target}, core_num=({count}) % 3 + 1)"
        ));
        self.ids.push(id);
    }

    fn scalar(&mut self) {
        let (name, value) = (self.out.fresh("k"), self.index());
        self.out.line(&format!("{name}: pl.Scalar[pl.INDEX] = {value}"));
        self.indices.push(name);
    }

    /// Elements that the scheduler reads and writes itself.
    fn element(&mut self) {
        let (name, at) = (self.out.fresh("v"), self.index());
        let from = *self.random.pick(&["cnt", "tally"]);
        self.out.line(&format!("{name}: pl.Scalar[pl.INT32] = pl.tensor.read({from}, [({at}) % 8])"));
        if self.random.chance(50) {
            let to = self.index();
            self.out.line(&format!("tally = pl.tensor.write(tally, [({to}) % 8], {name} + 1)"));
        }
        let index = self.out.fresh("k");
        self.out.line(&format!("{index}: pl.Scalar[pl.INDEX] = pl.cast({name}, pl.INDEX) % 7"));
        self.indices.push(index);
    }

    fn submit(&mut self) {
        let (source, id) = (self.source(), self.out.fresh("id"));
        let mut more = String::new();
        if !self.ids.is_empty() && self.random.chance(60) {
            more = format!(", deps=[{}]", self.random.pick(&self.ids));
        }
        if self.random.chance(20) {
            more.push_str(", allow_early_resolve=True");
        }
        if self.random.chance(30) {
            // The runtime allocates what is left out.
            let made = self.out.fresh("t");
            self.out.line(&format!("{made}, {id} = pl.submit(self.step, {source}{more})"));
            self.tensors.push(made);
        } else {
            let target = self.target();
            match self.random.below(6) {
                0 => more.push_str(", predicate=(pl.tensor.read(cnt, [2]) > 1)"),
                1 | 2 => {
                    self.out.line("tally = self.mark(tally)");
                    more.push_str(", predicate=(2 >= pl.tensor.read(tally, [3]))");
                }
                3 => more.push_str(", predicate=(n > 1)"),
                _ => {}
            }
            self.out.line(&format!("{target}, {id} = pl.submit(self.accumulate, {source}, {target}{more})"));
        }
        self.ids.push(id);
    }

    fn implicit_loop(&mut self, depth: usize) {
        let (index, bounds) = (self.out.fresh("i"), self.bounds());
        self.block(&format!("for {index} in pl.range({bounds}):"), |body| {
            body.indices.push(index.clone());
            body.stmts(depth + 1);
            if body.random.chance(10) {
                let (condition, jump) = (body.condition(), *body.random.pick(&["break", "continue"]));
                body.block(&format!("if {condition}:"), |body| body.out.line(jump));
                body.call("accumulate");
            }
        });
    }

    /// Carries that stay, change places, rotate, or take fresh tensors.
    fn explicit_loop(&mut self, depth: usize) {
        let count = 2 + self.random.below(2);
        let inits = self.targets(count);
        let (index, bounds) = (self.out.fresh("i"), self.bounds());
        let carries: Vec<String> = inits.iter().map(|_| self.out.fresh("c")).collect();
        let results: Vec<String> = inits.iter().map(|_| self.out.fresh("r")).collect();
        let head = format!(
            "for {index}, ({}, s{index}) in pl.range({bounds}, init_values=({}, 1)):",
            carries.join(", "),
            inits.join(", ")
        );
        let turn = self.random.below(carries.len());
        self.block(&head, |body| {
            let outer = std::mem::take(&mut body.tensors);
            body.tensors = carries.clone();
            body.indices.push(format!("s{index}"));
            body.stmts(depth + 1);
            let mut next = carries.clone();
            next.rotate_left(turn);
            if body.random.chance(40) {
                next[0] = body.target();
            }
            let scalar = body.index();
            body.out.line(&format!(
                "{}, e{index} = pl.yield_({}, ({scalar}) % 5)",
                results.join(", "),
                next.join(", ")
            ));
            body.tensors = outer;
        });
        self.tensors.extend(results);
        self.indices.push(format!("e{index}"));
    }

    fn while_loop(&mut self, depth: usize) {
        let (count, stop) = (self.out.fresh("k"), self.index());
        self.out.line(&format!("{count}: pl.Scalar[pl.INDEX] = 0"));
        self.block(&format!("while {count} < ({stop}) % 3:"), |body| {
            body.stmts(depth + 1);
            body.out.line(&format!("{count} = {count} + 1"));
        });
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition();
        if self.random.chance(50) {
            self.block(&format!("if {condition}:"), |body| body.stmts(depth + 1));
            if self.random.chance(50) {
                self.block("else:", |body| body.stmts(depth + 1));
            }
            return;
        }
        // A tensor, a number and a task of the arm that runs.
        let (either, number, id) = (self.out.fresh("t"), self.out.fresh("k"), self.out.fresh("id"));
        for head in [format!("if {condition}:"), "else:".to_owned()] {
            self.block(&head, |body| {
                body.stmts(depth + 1);
                let (source, target, index) = (body.source(), body.target(), body.index());
                body.out.line(&format!("{target}, {id} = pl.submit(self.accumulate, {source}, {target})"));
                let value = body.target();
                body.out.line(&format!("{either} = {value}"));
                body.out.line(&format!("{number}: pl.Scalar[pl.INDEX] = ({index}) % 4"));
            });
        }
        self.tensors.push(either);
        self.indices.push(number);
        self.ids.push(id);
    }

    /// Tasks side by side, each on rows of its own.
    fn lanes(&mut self) {
        let (index, source, target) = (self.out.fresh("i"), self.source(), self.target());
        self.block(&format!("for {index} in pl.parallel(4):"), |body| {
            body.out.line(&format!("{target} = self.rows({source}, {index} * 2, {target})"));
        });
    }
}
