//! Reads the command line and opens one face.

fn main() {}
