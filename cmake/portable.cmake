# The module of the archive for any Linux: the objects of the module, linked for glibc from 2.17 on and for musl. No
# relocations are packed: loaders before glibc 2.36 and musl 1.2.4 cannot read them.
add_library(afterburner_portable MODULE EXCLUDE_FROM_ALL os/linux/older_libc.c
  $<TARGET_OBJECTS:ab_core> $<TARGET_OBJECTS:afterburner_module>)
target_link_options(afterburner_portable PRIVATE -nodefaultlibs -Wl,-z,nodelete -Wl,-z,defs
  -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/provider/module.map)
set_target_properties(afterburner_portable PROPERTIES PREFIX "" OUTPUT_NAME afterburner SKIP_BUILD_RPATH ON
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/portable)
ab_harden(afterburner_portable)
set_source_files_properties(os/linux/older_libc.c PROPERTIES COMPILE_OPTIONS -U_FORTIFY_SOURCE)

# A library without code takes the place of this machine's C library. It has what older_libc_symbols.txt lists, in the
# versions given there, so that the link fails if the module requires anything else.
set(AB_SYMBOLS ${CMAKE_CURRENT_SOURCE_DIR}/os/linux/older_libc_symbols.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${AB_SYMBOLS})
file(STRINGS ${AB_SYMBOLS} lines REGEX "^[^#]")
set(code "    .section .note.GNU-stack, \"\", @progbits\n    .text\n")
set(versions "")
foreach(line ${lines})
  string(REPLACE " " ";" words ${line})
  list(GET words 0 symbol)
  list(GET words 1 version)
  string(APPEND code "    .globl ${symbol}\n    .type ${symbol}, @function\n${symbol}:\n")
  list(APPEND versions ${version})
  string(APPEND symbols_${version} " ${symbol};")
endforeach()
list(REMOVE_DUPLICATES versions)
set(map "")
foreach(version ${versions})
  string(APPEND map "GLIBC_${version} {${symbols_${version}} };\n")
endforeach()

set(stub ${CMAKE_CURRENT_BINARY_DIR}/portable/libc)
file(GENERATE OUTPUT ${stub}.S CONTENT "${code}")
file(GENERATE OUTPUT ${stub}.map CONTENT "${map}")
add_library(ab_portable_libc SHARED EXCLUDE_FROM_ALL ${stub}.S)
set_target_properties(ab_portable_libc PROPERTIES NO_SONAME ON LINKER_LANGUAGE C
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/portable LINK_DEPENDS ${stub}.map)
target_link_options(ab_portable_libc PRIVATE -nostdlib -Wl,-soname,libc.so.6 -Wl,--version-script=${stub}.map)
target_link_libraries(afterburner_portable PRIVATE ab_portable_libc)
