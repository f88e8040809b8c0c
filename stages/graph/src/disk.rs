//! mirroir's graph file.
