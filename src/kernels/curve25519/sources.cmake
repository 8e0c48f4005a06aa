ab_sources(ab_core
  curve25519_adx.c
  curve25519_base_ifma.c
  curve25519_ifma.c
  curve25519_batch4_avx2.c
  curve25519_batch8_ifma.c
  curve25519_portable.c)
ab_also_needs(adx curve25519_ifma.c curve25519_base_ifma.c)

# Multiples of the base point, from the standard's constants.
set(generator ${CMAKE_CURRENT_LIST_DIR}/generate/make_curve25519_table.py)
set(made ${CMAKE_CURRENT_BINARY_DIR}/curve25519_base_table.c)
add_custom_command(OUTPUT ${made} COMMAND ${Python3_EXECUTABLE} ${generator} ${made} DEPENDS ${generator})
ab_sources(ab_core ${made})
