ab_sources(ab_core
  curve448.c
  curve448_list_x86.c
  curve448_kat.c
  ed448.c
  x448.c)
