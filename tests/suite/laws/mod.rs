//! Laws that hold on all programs: generated ones, those in `tests/programs` and `tests/redteam`, and the cases.

mod generated;
mod judges;
mod known;
mod meaning;
mod recognise;
pub(crate) mod runner;
mod runs;
mod shapes;
mod subject;
mod text;
