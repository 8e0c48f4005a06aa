ab_sources(ab_core
  implementation.c)
