ab_sources(ab_core
  schnorr.c
  schnorr_kat.c)
