ab_sources(ab_core
  cpu.c
  cpu_names.c
  policy.c)
