# The rooms list their own files.
ab_sources(ab_core ec_domains.c)

# Multiples of the base points, from the standards' constants.
set(generate ${CMAKE_CURRENT_LIST_DIR}/generate)
set(table_generator ${generate}/make_ec_table.py ${generate}/ec_curves.py)
foreach(curve p256 p384 p521)
  set(made ${CMAKE_CURRENT_BINARY_DIR}/${curve}_table.c)
  add_custom_command(OUTPUT ${made} COMMAND ${Python3_EXECUTABLE} -B ${generate}/make_ec_table.py ${curve} ${made}
    DEPENDS ${table_generator})
  ab_sources(ab_core ${made})
endforeach()
