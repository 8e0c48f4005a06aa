ab_sources(ab_core
  scrypt_scalar.c)
