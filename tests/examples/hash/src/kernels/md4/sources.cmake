ab_sources(ab_core
  md4_portable.c
  md4_scalar.c)
