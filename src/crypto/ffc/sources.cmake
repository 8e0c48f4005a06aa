ab_sources(ab_core
  base.c
  comb.c
  ffc.c
  ffc_key.c
  jacobi.c)
