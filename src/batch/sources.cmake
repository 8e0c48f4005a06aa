ab_sources(ab_core
  aes_batch.c
  curve25519_batch.c
  ec_batch.c
  hash_batch.c
  rsa_batch.c)
