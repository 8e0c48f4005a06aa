ab_sources(ab_core
  aes_aesni.c
  aes_pick.c
  aes_vaes256.c
  aes_vaes512.c)
