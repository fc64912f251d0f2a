//! Selfsame: equality saturation for whole tile programs.
