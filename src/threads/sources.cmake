ab_sources(ab_core
  pool.c
  split.c)
