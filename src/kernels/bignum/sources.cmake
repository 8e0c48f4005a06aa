ab_sources(ab_core
  bignum_pick.c
  invert256_portable.c
  invert384_portable.c
  invert521_portable.c
  mont_adx.c
  mont_portable.c
  mont_reduce_adx.S
  power_adx.c
  power_avx2_pick.c
  power_avx2_one_10.c
  power_avx2_one_19.c
  power_avx2_one_28.c
  power_avx2_one_37.c
  power_avx2_pair_10.c
  power_avx2_pair_14.c
  power_avx2_pair_19.c
  power_avx2_pair_28.c
  power_avx2_pair_37.c
  power_ifma_pick.c
  power_ifma_lanes_10.c
  power_ifma_lanes_15.c
  power_ifma_lanes_20.c
  power_ifma_one_3.c
  power_ifma_one_4.c
  power_ifma_one_5.c
  power_ifma_one_8.c
  power_ifma_one_10.c
  power_ifma_pair_3.c
  power_ifma_pair_4.c
  power_ifma_pair_5.c
  power_ifma_pair_8.c
  power_portable.c
  power_vector.c
  words_mul_adx.S
  words_sqr_adx.S)

# Products modulo numbers of one length each.
set(generator ${CMAKE_CURRENT_LIST_DIR}/generate/make_mont_adx.py)
foreach(words 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17 18 19 20 21 22 23 25 26 27 28 29 30 31)
  set(made ${CMAKE_CURRENT_BINARY_DIR}/mont_mul_${words}_adx.S)
  add_custom_command(OUTPUT ${made} COMMAND ${Python3_EXECUTABLE} ${generator} ${words} ${made} DEPENDS ${generator})
  ab_sources(ab_core ${made})
endforeach()
