ab_sources(ab_core
  implementation.c
  lists_other.c)
