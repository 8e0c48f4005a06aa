ab_sources(ab_core
  dhkem.c
  hkdf.c
  pbkdf2.c
  scrypt.c
  scrypt_kat.c
  sskdf.c
  tls1_prf.c)
