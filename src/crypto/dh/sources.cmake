ab_sources(ab_core
  dh.c)
