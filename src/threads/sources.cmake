ab_sources(ab_core
  derive.c
  pool.c
  sign.c
  split.c)
