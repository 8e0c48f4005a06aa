ab_sources(ab_core
  chacha.c
  chacha_list_x86.c
  chacha20.c
  chacha20_poly1305.c
  chacha_kat.c
  chacha_many.c
  poly1305.c)
