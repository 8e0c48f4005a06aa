ab_sources(ab_core
  ciphers_list_other.c
  implementation.c
  kind.c
  lists_i686.c
  lists_other.c)
