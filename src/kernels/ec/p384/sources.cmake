ab_sources(ab_core
  p384_adx.c
  p384_ifma.c
  p384_portable.c)
ab_also_needs(adx p384_ifma.c)
