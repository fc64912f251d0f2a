//! Export for Graphviz: one cluster a function, one dotted box a class.

use std::fmt::Write;

use crate::egraph::session::Saturated;

impl Saturated<'_> {
    /// This function's graph as a cluster for Graphviz.
    pub fn dot(&self, into: &mut String) {
        let function = &self.graph.instances[0].template;
        let _ = writeln!(into, "  subgraph \"cluster_{function}\" {{ label=\"{function}\";");
        for id in self.class_ids() {
            let _ = writeln!(into, "    subgraph \"cluster_{function}/{id}\" {{ style=dotted; label=\"\";");
            for (at, node) in self.graph.egraph[id].nodes.iter().enumerate() {
                let _ =
                    writeln!(into, "      \"{function}/{id}.{at}\" [label=\"{}\"];", self.node_name(node));
            }
            into.push_str("    }\n");
        }
        for id in self.class_ids() {
            for (at, node) in self.graph.egraph[id].nodes.iter().enumerate() {
                for child in &node.children {
                    let child = self.graph.egraph.find(*child);
                    let _ = writeln!(
                        into,
                        "    \"{function}/{id}.{at}\" -> \"{function}/{child}.0\" [lhead=\"cluster_{function}/{child}\"];"
                    );
                }
            }
        }
        into.push_str("  }\n");
    }
}
