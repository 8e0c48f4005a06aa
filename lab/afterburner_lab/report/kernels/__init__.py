"""How the page shows a result of `compilers --kernels`."""
