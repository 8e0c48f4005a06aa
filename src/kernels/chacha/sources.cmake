ab_sources(ab_core
  chacha_portable.c)
