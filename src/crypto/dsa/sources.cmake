ab_sources(ab_core
  dsa.c
  dsa_der.c
  dsa_kat.c
  nonce.c)
