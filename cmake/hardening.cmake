# What compiler and linker do against an attacker who has found a fault. tests/system/test_hardening.py reads it back
# from the files.
include(CheckCSourceCompiles)

# Calls of libc with a buffer of known size check that size. Level 3 follows sizes that are known at run time only; it
# needs gcc 12 or clang 9, and glibc 2.35.
set(CMAKE_REQUIRED_FLAGS "-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
check_c_source_compiles("#include <string.h>
  #if __USE_FORTIFY_LEVEL < 3
  #error
  #endif
  int main(void) { return 0; }" AB_HAS_FORTIFY_3)
unset(CMAKE_REQUIRED_FLAGS)

# Harden a target that is installed. Kernels are objects of their own and keep their code. A sanitizer has checks of its
# own, and the checks of libc need an optimising build.
function(ab_harden target)
  set(level 2)
  if(AB_HAS_FORTIFY_3)
    set(level 3)
  endif()
  if(NOT AB_SANITIZE AND CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo|MinSizeRel)$")
    target_compile_options(${target} PRIVATE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${level})
  endif()
  target_link_options(${target} PRIVATE -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
endfunction()
