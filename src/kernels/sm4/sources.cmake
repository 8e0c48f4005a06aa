ab_sources(ab_core
  sm4_aesni.c
  sm4_gfni512.c
  sm4_list_x86.c
  sm4_vaes256.c)
