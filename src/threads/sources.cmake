ab_sources(ab_core
  pool.c
  sign.c
  split.c)
