ab_sources(ab_core
  camellia_kat.c)
