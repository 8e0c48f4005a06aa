"""Afterburner's own kernels, built by several compilers, tested and measured side by side."""
