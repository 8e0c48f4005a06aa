ab_sources(ab_core
  prime_field_portable.c
  prime_multiply_portable.c
  prime_point_portable.c
  prime_public_portable.c
  prime_words_portable.c
  prime_words_x86.c)

# The curves of prime_curves.def: the data of all of them for the shared body, and its implementations ...
set(levels portable)
if(AB_HAS_X86)
  list(APPEND levels adx)
endif()
set(generate ${CMAKE_CURRENT_LIST_DIR}/../generate)
set(curve_list ${CMAKE_CURRENT_LIST_DIR}/prime_curves.def)
set(made ${CMAKE_CURRENT_BINARY_DIR}/kernels/ec/prime)
file(MAKE_DIRECTORY ${made})
add_custom_command(OUTPUT ${made}/prime_curves_portable.c
  COMMAND ${Python3_EXECUTABLE} -B ${generate}/make_prime_curves.py ${curve_list}
    ${made}/prime_curves_portable.c ${levels}
  DEPENDS ${generate}/make_prime_curves.py ${generate}/make_ec_table.py ${generate}/ec_curves.py ${curve_list})
ab_sources(ab_core ${made}/prime_curves_portable.c)

# ... and of those with code of their own a table, the constants of the field, and a file for MULX and ADX.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${curve_list})
file(STRINGS ${curve_list} lines REGEX "^UNROLLED_CURVE")
foreach(line ${lines})
  string(REGEX REPLACE "^.*, (.+)\\)$" "\\1" curve ${line})
  add_custom_command(OUTPUT ${made}/${curve}_table.c ${made}/${curve}_field.h
    COMMAND ${Python3_EXECUTABLE} -B ${generate}/make_ec_table.py ${curve}
      ${made}/${curve}_table.c ${made}/${curve}_field.h
    DEPENDS ${generate}/make_ec_table.py ${generate}/ec_curves.py)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/prime_unrolled.c.in ${made}/${curve}_adx.c @ONLY)
  set_source_files_properties(${made}/${curve}_adx.c PROPERTIES OBJECT_DEPENDS ${made}/${curve}_field.h)
  ab_sources(ab_core ${made}/${curve}_table.c ${made}/${curve}_adx.c)
endforeach()
