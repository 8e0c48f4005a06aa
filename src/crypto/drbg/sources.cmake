ab_sources(ab_core
  ctr_drbg.c
  hash_drbg.c
  hmac_drbg.c)
