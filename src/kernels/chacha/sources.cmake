ab_sources(ab_core
  chacha_avx2.c
  chacha_ifma.c
  chacha_portable.c)
ab_also_needs(bmi2 chacha_avx2.c)

# The rounds with AVX2: a file for each shape and number of blocks that Poly1305 absorbs beside them.
set(generator ${CMAKE_CURRENT_LIST_DIR}/generate/make_rounds_avx2.py)
set(chain ${CMAKE_CURRENT_LIST_DIR}/generate/poly1305_chain.py)
foreach(rounds lanes_0 lanes_20 lanes_32 rows_20 rows_24)
  string(REPLACE "_" ";" arguments ${rounds})
  set(made ${CMAKE_CURRENT_BINARY_DIR}/chacha_${rounds}_avx2.S)
  add_custom_command(OUTPUT ${made} COMMAND ${Python3_EXECUTABLE} ${generator} ${arguments} ${made}
    DEPENDS ${generator} ${chain})
  ab_sources(ab_core ${made})
endforeach()

# The rounds over 32 blocks with AVX-512, likewise.
set(generator ${CMAKE_CURRENT_LIST_DIR}/generate/make_lanes_avx512.py)
foreach(rounds words_0 text_0 text_60)
  string(REPLACE "_" ";" arguments ${rounds})
  set(made ${CMAKE_CURRENT_BINARY_DIR}/chacha_${rounds}_avx512.S)
  add_custom_command(OUTPUT ${made} COMMAND ${Python3_EXECUTABLE} ${generator} ${arguments} ${made}
    DEPENDS ${generator} ${chain})
  ab_sources(ab_core ${made})
endforeach()
