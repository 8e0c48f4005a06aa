ab_sources(ab_core
  kat_list.c)
