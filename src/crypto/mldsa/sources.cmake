ab_sources(ab_core
  mldsa.c
  mldsa_list_x86.c
  mldsa_kat.c
  mldsa_key.c
  mldsa_message.c
  mldsa_sign.c
  mldsa_verify.c)
