//! Laws that hold on all programs: generated ones, those in `tests/programs` and `tests/redteam`, and the cases.

mod generated;
mod judges;
mod meaning;
mod runner;
mod runs;
mod shapes;
mod text;
