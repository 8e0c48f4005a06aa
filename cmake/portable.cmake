# What the archive for any Linux has (target afterburner_portable, build/portable): the objects of module, library,
# companion and command, linked for glibc from 2.17 on and for musl (docs/decisions/0047-any-linux.md). No relocations
# are packed: loaders before glibc 2.36 and musl 1.2.4 cannot read them.
set(AB_PORTABLE OFF)
if(AB_IS_ELF AND AB_HAS_X86 AND NOT AB_SANITIZE) # the lists have the versions of x86-64
  set(AB_PORTABLE ON)
  add_custom_target(afterburner_portable)
endif()

# Add a library without code that takes the place of this machine's SONAME. It has what LIST gives it: SYMBOL VERSION,
# and then SONAME, unless that is libc.so.6, and the size of what is no function. So the link fails if anything else is
# required.
function(ab_older_library target soname list)
  set(code "    .section .note.GNU-stack, \"\", @progbits\n    .data\n")
  set(versions "")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^[^#]")
  foreach(line ${lines})
    if(line MATCHES "^([^ ]+) ([0-9.]+)$")
      set(line "${line} libc.so.6")
    endif()
    if(NOT line MATCHES "^([^ ]+) ([0-9.]+) ([^ ]+)( ([0-9]+))?$")
      message(FATAL_ERROR "${list} has the line '${line}'")
    endif()
    if(NOT CMAKE_MATCH_3 STREQUAL soname)
      continue()
    endif()
    set(type "function\n${CMAKE_MATCH_1}:")
    if(CMAKE_MATCH_5)
      set(type "object\n    .size ${CMAKE_MATCH_1}, ${CMAKE_MATCH_5}\n${CMAKE_MATCH_1}:\n    .skip ${CMAKE_MATCH_5}")
    endif()
    string(APPEND code "    .globl ${CMAKE_MATCH_1}\n    .type ${CMAKE_MATCH_1}, @${type}\n")
    list(APPEND versions ${CMAKE_MATCH_2})
    string(APPEND symbols_${CMAKE_MATCH_2} " ${CMAKE_MATCH_1};")
  endforeach()
  list(REMOVE_DUPLICATES versions)
  set(map "")
  foreach(version ${versions})
    string(APPEND map "GLIBC_${version} {${symbols_${version}} };\n")
  endforeach()

  set(stub ${CMAKE_CURRENT_BINARY_DIR}/older/${target})
  file(GENERATE OUTPUT ${stub}.S CONTENT "${code}")
  file(GENERATE OUTPUT ${stub}.map CONTENT "${map}")
  add_library(${target} SHARED EXCLUDE_FROM_ALL ${stub}.S)
  set_target_properties(${target} PROPERTIES NO_SONAME ON LINKER_LANGUAGE C
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/older LINK_DEPENDS ${stub}.map)
  target_link_options(${target} PRIVATE -nostdlib -Wl,-soname,${soname} -Wl,--version-script=${stub}.map)
endfunction()

# Let TARGET require what LIST gives it (SYMBOL VERSION, or SYMBOL weak) of no library, so without a version. With
# -z defs, the link fails if anything else is required.
function(ab_allow_unversioned target list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^[^#]")
  foreach(line ${lines})
    if(NOT line MATCHES "^([^ ]+) (weak|[0-9.]+)$")
      message(FATAL_ERROR "${list} has the line '${line}'")
    endif()
    set(option --ignore-unresolved-symbol)
    if(CMAKE_MATCH_2 STREQUAL weak)
      set(option --wrap)
    endif()
    target_link_options(${target} PRIVATE -Wl,${option}=${CMAKE_MATCH_1})
  endforeach()
endfunction()

# Link TARGET, which goes into build/portable/FOLDER, with older libraries, if any, instead of this machine's. It gets
# the functions of its own that older_libc.c has.
function(ab_link_older target folder)
  target_link_options(${target} PRIVATE -nodefaultlibs -Wl,--as-needed)
  target_link_libraries(${target} PRIVATE ${ARGN})
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:ab_older_libc>)
  set_target_properties(${target} PROPERTIES SKIP_BUILD_RPATH ON
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/portable/${folder}
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/portable/${folder})
  ab_harden(${target})
  add_dependencies(afterburner_portable ${target})
endfunction()
