ab_sources(ab_core
  chacha_avx2.c
  chacha_avx512.c
  chacha_portable.c)
ab_also_needs(bmi2 chacha_avx2.c)
