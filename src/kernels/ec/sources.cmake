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
set(made ${CMAKE_CURRENT_BINARY_DIR}/p256_batch8_table.c)
add_custom_command(OUTPUT ${made} COMMAND ${Python3_EXECUTABLE} -B ${generate}/make_ec_batch_table.py p256 ${made}
  DEPENDS ${generate}/make_ec_batch_table.py ${table_generator})
ab_sources(ab_core ${made})

# The curves of prime_curves.def: of each a table, the constants of its field, and a file per level.
set(made ${CMAKE_CURRENT_BINARY_DIR}/kernels/ec)
file(MAKE_DIRECTORY ${made})
set(needs_of_portable "{ \"portable\", AB_LEVEL_NONE, 0, 0 }")
set(needs_of_adx "{ \"adx\", AB_LEVEL_AVX2, AB_BIT_ADX, 0 }")
set(levels_of_SHORT portable)
set(levels_of_LONG portable adx)
set(curve_list ${CMAKE_CURRENT_LIST_DIR}/prime_curves.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${curve_list})
file(STRINGS ${curve_list} lines REGEX "^[A-Z]+_CURVE")
foreach(line ${lines})
  string(REGEX MATCH "^([A-Z]+)_CURVE\\(.*, (.+), (.+)\\)" line ${line})
  list(APPEND made_curves ${CMAKE_MATCH_3})
  list(APPEND names_of_${CMAKE_MATCH_3} ${CMAKE_MATCH_2})
  set(levels_of_${CMAKE_MATCH_3} ${levels_of_${CMAKE_MATCH_1}})
endforeach()
list(REMOVE_DUPLICATES made_curves)
foreach(curve ${made_curves})
  add_custom_command(OUTPUT ${made}/${curve}_table.c ${made}/${curve}_field.h
    COMMAND ${Python3_EXECUTABLE} -B ${generate}/make_ec_table.py ${curve} ${made}/${curve}_table.c ${made}/${curve}_field.h
    DEPENDS ${table_generator})
  ab_sources(ab_core ${made}/${curve}_table.c)
  list(TRANSFORM names_of_${curve} REPLACE "(.+)" "IMPLEMENTATION(\\1)")
  list(JOIN names_of_${curve} "\n" implementations)
  foreach(level ${levels_of_${curve}})
    set(needs ${needs_of_${level}})
    configure_file(${CMAKE_CURRENT_LIST_DIR}/prime_curve.c.in ${made}/${curve}_${level}.c @ONLY)
    set_source_files_properties(${made}/${curve}_${level}.c PROPERTIES OBJECT_DEPENDS ${made}/${curve}_field.h)
    ab_sources(ab_core ${made}/${curve}_${level}.c)
  endforeach()
endforeach()
