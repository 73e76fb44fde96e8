//! The program behind the `tandem` command, as a thin library.
