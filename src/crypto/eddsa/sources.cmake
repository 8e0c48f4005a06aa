ab_sources(ab_core
  scalar.c)
