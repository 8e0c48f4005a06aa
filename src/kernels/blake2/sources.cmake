ab_sources(ab_core
  blake2b_portable.c
  blake2b_scalar.c
  blake2s_portable.c
  blake2s_scalar.c)
