"""Afterburner's own kernels through several compilers: built, tested, measured side by side."""
