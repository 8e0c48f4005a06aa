ab_sources(ab_core
  aria_kat.c)
