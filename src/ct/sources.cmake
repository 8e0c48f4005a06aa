ab_sources(ab_core
  wipe.c)
