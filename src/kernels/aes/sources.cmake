ab_sources(ab_core
  aes_aesni.c
  aes_list_x86.c
  aes_other.c
  aes_pick.c
  aes_vaes256.c
  aes_vaes512.c)
