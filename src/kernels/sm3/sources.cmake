ab_sources(ab_core
  sm3_avx512.c
  sm3_lanes_avx2.c
  sm3_lanes_avx512.c
  sm3_portable.c)
