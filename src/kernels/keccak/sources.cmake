ab_sources(ab_core
  keccak_absorb.c
  keccak_absorb_x86.c
  keccak_avx512.S
  keccak_bmi2.S
  keccak_lanes_avx2.c
  keccak_lanes_avx512.c
  keccak_portable.c)
