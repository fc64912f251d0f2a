//! All tests that are not one per file: one binary, so that it links once.

mod operator_types;
mod operators;
mod passes;
mod printing;
mod reading;
mod tidy;
mod verify;
