//! All tests that are not one per file: one binary, so that it links once.
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod catalogue;
mod cli_extract;
mod cli_meaning;
mod cli_mistakes;
mod cli_rules;
mod cli_tables;
mod cli_text;
mod codegen_faults;
mod codegen_golden;
mod codegen_host;
mod codegen_laws;
mod codegen_names;
mod codegen_operators;
mod codegen_programs;
mod codegen_runtime;
mod codes;
#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/cpp.rs"]
mod cpp;
mod explain;
mod facts;
#[path = "../support/followed.rs"]
mod followed;
mod forms;
#[path = "../support/generate/mod.rs"]
mod generate;
mod golden_verify;
mod inlining;
mod inlining_rows;
mod interp;
mod laws;
mod limits;
#[path = "../support/mutate.rs"]
mod mutate;
mod mutations;
mod offers;
mod operator_types;
mod operators;
#[path = "../support/orchestrate/mod.rs"]
mod orchestrate;
mod passes;
mod printing;
mod programs;
mod proofs;
mod reading;
mod redteam;
mod round_trip;
mod rules;
mod sameness;
mod splicing;
mod tidy;
mod verify;
