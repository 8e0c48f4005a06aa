ab_sources(ab_core
  camellia_gfni256.c
  camellia_gfni512.c
  camellia_list_x86.c)
