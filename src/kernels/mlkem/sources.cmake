ab_sources(ab_core
  mlkem_avx2.c
  mlkem_avx512.c
  mlkem_bytes_avx2.c
  mlkem_portable.c)

# The powers of zeta.
set(generator ${CMAKE_CURRENT_LIST_DIR}/generate/make_mlkem_tables.py)
set(made ${CMAKE_CURRENT_BINARY_DIR}/mlkem_tables.c)
add_custom_command(OUTPUT ${made} COMMAND ${Python3_EXECUTABLE} -B ${generator} ${made}
  DEPENDS ${generator} ${CMAKE_CURRENT_LIST_DIR}/../ntt/generate/ntt_tables.py)
ab_sources(ab_core ${made})
