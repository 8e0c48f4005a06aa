ab_sources(ab_core
  p521_adx.c
  p521_ifma.c)
ab_also_needs(adx p521_ifma.c)
