ab_sources(ab_core
  cbc_hmac.c
  cbc_hmac_kat.c
  cbc_hmac_lanes.c
  cbc_hmac_open.c
  cbc_record.c)
