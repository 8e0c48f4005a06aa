ab_sources(ab_core
  hmac.c
  hmac_tls.c)
