# What keeps the module small: docs/decisions/0032-size.md.

# Packed relocations need a linker that writes them and a C library that reads them, on this machine and wherever the
# module is deployed: glibc from 2.36, musl from 1.2.4.
option(AB_PACK_RELOCATIONS
  "Pack the module's relocations if this machine's linker and C library can; OFF to run with older ones" ON)
if(AB_PACK_RELOCATIONS AND NOT AB_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  include(CheckCSourceRuns)
  set(CMAKE_REQUIRED_LINK_OPTIONS -Wl,-z,pack-relative-relocs -Wl,--fatal-warnings)
  check_c_source_runs("static int a; int *volatile p = &a; int main(void) { return p != &a; }" AB_PACKS_RELOCATIONS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
endif()

# Compile the files of TARGET outside the kernels with -O2 if the builder's flags request more, which adds code there
# but no speed, except in hash functions, HMAC and records of TLS: with -O2 16 bytes of BLAKE2s take 133 ns instead of
# 105 on a Zen 5. Compile those that run once for a key or for an operation on one with -Os, but for those that handle
# secret errors of decryption, where it might turn masks into branches. Known-answer tests keep -O2, since -Os divides
# by constants, which the tests of constant time forbid anywhere in crypto. gcc aligns no function, jump or loop in
# those with -Os: in the others that cost up to 9 % of calls with 64 bytes. Functions that OpenSSL calls stay on the
# stack, where profilers look for them: with -Os, which inlines less, they would end in jumps.
function(ab_optimise_for_size target)
  if(NOT AB_OPTIMIZES OR NOT AB_IS_FOR_SPEED)
    return()
  endif()
  get_target_property(files ${target} SOURCES)
  list(FILTER files INCLUDE REGEX "\\.c$")
  list(FILTER files EXCLUDE REGEX "/kernels/|_table\\.c$")
  set(short_calls ${files})
  list(FILTER short_calls INCLUDE REGEX "/crypto/(hash|hmac|tls)/")
  list(FILTER short_calls EXCLUDE REGEX "_kat\\.c$")
  list(REMOVE_ITEM files ${short_calls})
  set(seldom ${files})
  set(names capabilities|config|counting|init|names|objects|offer|report|self_tests)
  list(FILTER seldom INCLUDE REGEX "/provider/((exchange|fallback|keymgmt|signature)/|(${names})\\.c)")
  set_property(SOURCE ${files} APPEND PROPERTY COMPILE_OPTIONS -O2)
  set_property(SOURCE ${seldom} APPEND PROPERTY COMPILE_OPTIONS -Os -fno-optimize-sibling-calls)
  if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    set_property(SOURCE ${seldom} APPEND PROPERTY COMPILE_OPTIONS
      -fno-align-functions -fno-align-jumps -fno-align-loops)
  endif()
endfunction()
