ab_sources(ab_core
  sm4_kat.c
  sm4_xts.c)
