ab_sources(ab_core
  ciphers_list_i686.c
  ciphers_list_other.c
  implementation.c
  kind.c
  lists_other.c)
