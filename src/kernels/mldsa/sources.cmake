ab_sources(ab_core
  mldsa_avx2.c
  mldsa_avx512.c
  mldsa_bytes_avx2.c
  mldsa_portable.c)

# The powers of zeta.
set(generator ${CMAKE_CURRENT_LIST_DIR}/generate/make_mldsa_tables.py)
set(made ${CMAKE_CURRENT_BINARY_DIR}/mldsa_tables.c)
add_custom_command(OUTPUT ${made} COMMAND ${Python3_EXECUTABLE} -B ${generator} ${made}
  DEPENDS ${generator} ${CMAKE_CURRENT_LIST_DIR}/../ntt/generate/ntt_tables.py)
ab_sources(ab_core ${made})
