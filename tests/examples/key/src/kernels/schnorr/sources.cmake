ab_sources(ab_core
  schnorr_portable.c
  schnorr_scalar.c)
