ab_sources(ab_core
  sm4_kat.c)
