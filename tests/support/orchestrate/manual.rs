//! Bodies in one manual scope: each task waits for those that touched what it touches, by ids written down.

use std::collections::BTreeMap;

use super::{Lines, Random};

/// Ids that stand for the tasks which touched a tensor since it was last written as a whole.
#[derive(Clone, Default)]
struct Touched {
    writers: Vec<String>,
    readers: Vec<String>,
}

struct Body<'r> {
    out: Lines,
    random: &'r mut Random,
    touched: BTreeMap<String, Touched>,
}

pub(super) fn body(out: Lines, random: &mut Random) -> String {
    let names = ["x", "y", "z", "u"].map(|name| (name.to_owned(), Touched::default()));
    let mut body = Body { out, random, touched: names.into_iter().collect() };
    body.out.line("with pl.manual_scope():");
    body.out.indent += 1;
    for _ in 0..4 + body.random.below(8) {
        body.stmt();
    }
    body.out.indent -= 1;
    body.out.line("return y, z, u");
    body.out.text
}

impl Body<'_> {
    fn source(&mut self) -> String {
        let names: Vec<String> = self.touched.keys().cloned().collect();
        self.random.pick(&names).clone()
    }

    /// A tensor to write, other than the one that is read.
    fn target(&mut self, source: &str) -> String {
        let names: Vec<String> =
            self.touched.keys().filter(|name| *name != "x" && *name != source).cloned().collect();
        self.random.pick(&names).clone()
    }

    /// What a task that reads one and writes the other waits for.
    fn waits(&self, source: &str, target: &str) -> Vec<String> {
        let mut ids = self.touched[source].writers.clone();
        ids.extend(self.touched[target].writers.iter().chain(&self.touched[target].readers).cloned());
        ids.sort();
        ids.dedup();
        ids
    }

    /// Notes tasks; `whole` if they surely run and waited for all that touched the target.
    fn note(&mut self, id: &str, source: &str, target: &str, whole: bool) {
        self.touched.get_mut(source).unwrap().readers.push(id.to_owned());
        let target = self.touched.get_mut(target).unwrap();
        if whole {
            *target = Touched::default();
        }
        target.writers.push(id.to_owned());
    }

    fn stmt(&mut self) {
        let source = self.source();
        let target = self.target(&source);
        let waits = self.waits(&source, &target);
        match self.random.below(8) {
            0..=2 => self.one(&source, &target, &waits),
            3 => self.sequence(&source, &target, &waits),
            4 => self.phases(&source, &target, &waits),
            5 => self.slots(&source, &target, &waits),
            6 => self.branch(&source, &target, &waits),
            _ => self.barrier(&source, &target, &waits),
        }
    }

    fn one(&mut self, source: &str, target: &str, waits: &[String]) {
        let id = self.out.fresh("id");
        let kernel = *self.random.pick(&["step", "accumulate"]);
        let deps = waits.join(", ");
        self.out
            .line(&format!("{target}, {id} = pl.submit(self.{kernel}, {source}, {target}, deps=[{deps}])"));
        self.note(&id, source, target, true);
    }

    /// Tasks one after the other, by an id that the loop carries.
    fn sequence(&mut self, source: &str, target: &str, waits: &[String]) {
        let (last, index) = (self.out.fresh("last"), self.out.fresh("i"));
        let bounds = *self.random.pick(&["3", "n % 3", "5, 1, -2", "0"]);
        self.out.line(&format!("{last} = None"));
        self.out.line(&format!("for {index} in pl.range({bounds}):"));
        let deps = waits.iter().map(String::as_str).chain([last.as_str()]).collect::<Vec<_>>().join(", ");
        self.out.line(&format!(
            "    {target}, {last} = pl.submit(self.rows, {source}, {index} % 4 * 2, {target}, deps=[{deps}])"
        ));
        self.note(&last, source, target, false);
    }

    /// Phases of tasks side by side, each phase after the one before.
    fn phases(&mut self, source: &str, target: &str, waits: &[String]) {
        let (last, phase, lane) = (self.out.fresh("last"), self.out.fresh("i"), self.out.fresh("i"));
        let lanes = *self.random.pick(&["4", "3, -1, -1", "1, 4", "2"]);
        let deps = waits.iter().map(String::as_str).chain([last.as_str()]).collect::<Vec<_>>().join(", ");
        self.out.line(&format!("{last} = None"));
        self.out.line(&format!("for {phase} in pl.range({}):", 1 + self.random.below(3)));
        self.out.line(&format!("    for {lane} in pl.parallel({lanes}):"));
        self.out.line(&format!(
            "        {target}, {last} = pl.submit(self.rows, {source}, {lane} * 2, {target}, deps=[{deps}])"
        ));
        self.note(&last, source, target, false);
    }

    /// Ids in an array, one a lane; the next tasks wait for their own slot or for all.
    fn slots(&mut self, source: &str, target: &str, waits: &[String]) {
        let (ids, index) = (self.out.fresh("ids"), self.out.fresh("i"));
        let deps = waits.join(", ");
        self.out.line(&format!("{ids} = pl.array.create(4, pl.TASK_ID)"));
        for again in 0..2 {
            let kind = *self.random.pick(&["range", "parallel"]);
            let own = match (again, waits.is_empty()) {
                (0, _) => deps.clone(),
                (_, true) => format!("{ids}[{index}]"),
                (_, false) => format!("{deps}, {ids}[{index}]"),
            };
            let id = self.out.fresh("id");
            self.out.line(&format!("for {index} in pl.{kind}(4):"));
            self.out.line(&format!(
                "    {target}, {id} = pl.submit(self.rows, {source}, {index} * 2, {target}, deps=[{own}])"
            ));
            self.out.line(&format!("    {ids}[{index}] = {id}"));
            if self.random.chance(50) {
                break;
            }
        }
        self.note(&ids, source, target, false);
    }

    fn branch(&mut self, source: &str, target: &str, waits: &[String]) {
        let (id, deps) = (self.out.fresh("id"), waits.join(", "));
        let one_armed = self.random.chance(50);
        if one_armed {
            self.out.line(&format!("{id} = None"));
        }
        self.out.line("if n % 2 == 0:");
        self.out
            .line(&format!("    {target}, {id} = pl.submit(self.step, {source}, {target}, deps=[{deps}])"));
        if !one_armed {
            self.out.line("else:");
            self.out.line(&format!(
                "    {target}, {id} = pl.submit(self.accumulate, {source}, {target}, deps=[{deps}])"
            ));
        }
        self.note(&id, source, target, !one_armed);
    }

    /// One id that stands for all.
    fn barrier(&mut self, source: &str, target: &str, waits: &[String]) {
        let gate = self.out.fresh("gate");
        self.out.line(&format!("{gate} = pl.system.task_dummy(deps=[{}])", waits.join(", ")));
        self.one(source, target, &[gate]);
    }
}
