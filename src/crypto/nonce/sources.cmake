ab_sources(ab_core
  nonce.c)
