ab_sources(ab_core
  cbc_sha1_aesni.c
  cbc_sha1_vaes256.c
  cbc_sha1_vaes512.c
  cbc_sha256_aesni.c
  cbc_sha256_vaes256.c
  cbc_sha256_vaes512.c)
ab_also_needs(sha
  cbc_sha1_aesni.c cbc_sha1_vaes256.c cbc_sha1_vaes512.c cbc_sha256_aesni.c cbc_sha256_vaes256.c cbc_sha256_vaes512.c)
