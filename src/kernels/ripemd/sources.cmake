ab_sources(ab_core
  ripemd160_portable.c
  ripemd160_scalar.c)
