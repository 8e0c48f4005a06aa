ab_sources(ab_core
  bignum_list_x86.c
  invert256_portable.c
  invert384_portable.c
  invert521_portable.c
  mont_adx.c
  mont_portable.c
  mont_reduce_adx.S
  power_adx.c
  power_avx2_pick.c
  power_ifma_pick.c
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

# Powers by vectors of digits: a file for each instruction set, number of powers at once, and digits in a lane.
set(width_of_one 1)
set(width_of_pair 2)
set(width_of_lanes 8)
set(template_of_avx2_one avx2)
set(template_of_avx2_pair avx2)
set(template_of_ifma_one ifma)
set(template_of_ifma_pair ifma)
set(template_of_ifma_lanes ifma_lanes)
foreach(method avx2_one_10 avx2_one_19 avx2_one_28 avx2_one_37
    avx2_pair_10 avx2_pair_14 avx2_pair_19 avx2_pair_28 avx2_pair_37
    ifma_lanes_10 ifma_lanes_15 ifma_lanes_20
    ifma_one_3 ifma_one_4 ifma_one_5 ifma_one_8 ifma_one_10
    ifma_pair_3 ifma_pair_4 ifma_pair_5 ifma_pair_8)
  string(REGEX MATCH "^((avx2|ifma)_([a-z]+))_([0-9]+)$" method ${method})
  set(template ${template_of_${CMAKE_MATCH_1}})
  set(width ${width_of_${CMAKE_MATCH_3}})
  set(digits ${CMAKE_MATCH_4})
  set(made ${CMAKE_CURRENT_BINARY_DIR}/kernels/bignum/power_${method}.c)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/power_method.c.in ${made} @ONLY)
  ab_sources(ab_core ${made})
endforeach()
