ab_sources(ab_core
  cpu_names.c
  cpu_other.c
  cpu_x86.c
  kernels_other.c
  kernels_x86.c
  policy.c)
