ab_sources(ab_core
  curve448_bmi2.c
  curve448_ifma.c
  curve448_portable.c)

# Multiples of the base point, from the standard's constants.
set(generator ${CMAKE_CURRENT_LIST_DIR}/generate/make_curve448_table.py)
set(made ${CMAKE_CURRENT_BINARY_DIR}/curve448_base_table.c)
add_custom_command(OUTPUT ${made} COMMAND ${Python3_EXECUTABLE} ${generator} ${made} DEPENDS ${generator})
ab_sources(ab_core ${made})
