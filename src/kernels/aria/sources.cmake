ab_sources(ab_core
  aria_aesni.c
  aria_gfni512.c
  aria_list_x86.c
  aria_vaes256.c)
