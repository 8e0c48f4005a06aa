# The module of the archive for any Linux: the objects of the module, linked for glibc from 2.17 on and for musl. No
# relocations are packed: loaders before glibc 2.36 and musl 1.2.4 cannot read them.
add_library(afterburner_portable MODULE EXCLUDE_FROM_ALL portable/libc.c
  $<TARGET_OBJECTS:ab_core> $<TARGET_OBJECTS:afterburner_module>)
target_link_options(afterburner_portable PRIVATE -nodefaultlibs -Wl,-z,nodelete -Wl,-z,defs
  -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/provider/module.map)
set_target_properties(afterburner_portable PROPERTIES PREFIX "" OUTPUT_NAME afterburner SKIP_BUILD_RPATH ON
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/portable)
ab_harden(afterburner_portable)
set_source_files_properties(portable/libc.c PROPERTIES COMPILE_OPTIONS -U_FORTIFY_SOURCE)

# Libraries without code take the place of this machine's C library. They have what portable/symbols.txt lists, in the
# versions given there, so that the link fails if the module requires anything else.
set(AB_SYMBOLS ${CMAKE_CURRENT_SOURCE_DIR}/portable/symbols.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${AB_SYMBOLS})
file(STRINGS ${AB_SYMBOLS} lines REGEX "^lib")

# Set NAME_code to assembly code that defines the symbols of a library, and NAME_map to their versions for the linker.
function(ab_describe_stub soname name)
  set(code "    .section .note.GNU-stack, \"\", @progbits\n    .text\n")
  set(versions "")
  foreach(line ${lines})
    if(line MATCHES "^${soname} ([^ ]+) (.+)$")
      string(APPEND code "    .globl ${CMAKE_MATCH_1}\n    .type ${CMAKE_MATCH_1}, @function\n${CMAKE_MATCH_1}:\n")
      list(APPEND versions ${CMAKE_MATCH_2})
      string(APPEND symbols_${CMAKE_MATCH_2} " ${CMAKE_MATCH_1};")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES versions)
  set(map "")
  foreach(version ${versions})
    string(APPEND map "GLIBC_${version} {${symbols_${version}} };\n")
  endforeach()
  set(${name}_code ${code} PARENT_SCOPE)
  set(${name}_map ${map} PARENT_SCOPE)
endfunction()

foreach(soname libc.so.6 libpthread.so.0)
  string(REGEX REPLACE "\\.so.*" "" name ${soname})
  set(stub ${CMAKE_CURRENT_BINARY_DIR}/portable/${name})
  ab_describe_stub(${soname} ${name})
  file(GENERATE OUTPUT ${stub}.S CONTENT "${${name}_code}")
  file(GENERATE OUTPUT ${stub}.map CONTENT "${${name}_map}")
  add_library(ab_portable_${name} SHARED EXCLUDE_FROM_ALL ${stub}.S)
  set_target_properties(ab_portable_${name} PROPERTIES NO_SONAME ON LINKER_LANGUAGE C
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/portable LINK_DEPENDS ${stub}.map)
  target_link_options(ab_portable_${name} PRIVATE -nostdlib -Wl,-soname,${soname} -Wl,--version-script=${stub}.map)
  target_link_libraries(afterburner_portable PRIVATE ab_portable_${name})
endforeach()
