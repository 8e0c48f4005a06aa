ab_sources(ab_core
  argon2_avx2.c
  argon2_avx512.c
  argon2_portable.c)
