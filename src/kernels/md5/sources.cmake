ab_sources(ab_core
  md5_lanes_avx2.c
  md5_lanes_avx512.c
  md5_portable.c
  md5_scalar.c)
