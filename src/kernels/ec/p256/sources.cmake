ab_sources(ab_core
  p256_adx.c
  p256_base_ifma.c
  p256_batch8_ifma.c
  p256_i686.c
  p256_ifma.c)
ab_also_needs(adx p256_base_ifma.c p256_ifma.c)
ab_also_needs(bmi2 p256_i686.c)
