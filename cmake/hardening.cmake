# What compiler and linker do against an attacker who has found a bug. tests/system/test_hardening.py checks the built
# files.
include(CheckCSourceCompiles)
include(CheckLinkerFlag)

# Calls of libc with a buffer of known size check that size. Level 3 also tracks sizes that are known only at run time;
# it needs gcc 12 or clang 9, and glibc 2.35.
set(CMAKE_REQUIRED_FLAGS "-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
check_c_source_compiles("#include <string.h>
  #if __USE_FORTIFY_LEVEL < 3
  #error
  #endif
  int main(void) { return 0; }" AB_HAS_FORTIFY_3)
unset(CMAKE_REQUIRED_FLAGS)

# Control-flow enforcement: every object is compiled for it (-fcf-protection, <cet.h> in assembly), and the linker marks
# what consists of such objects only. This option names an object that lacks the mark.
if(AB_HAS_X86 AND AB_IS_ELF)
  set(CMAKE_REQUIRED_LINK_OPTIONS -Wl,--fatal-warnings)
  check_linker_flag(C -Wl,-z,cet-report=none AB_HAS_CET_REPORT)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
endif()

# Let the calls of libc in a target check their buffers. Sanitizers have checks of their own, and libc's checks need an
# optimised build.
function(ab_check_buffers target)
  set(level 2)
  if(AB_HAS_FORTIFY_3)
    set(level 3)
  endif()
  if(NOT AB_SANITIZE AND CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo|MinSizeRel)$")
    target_compile_options(${target} PRIVATE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${level})
  endif()
endfunction()

# Harden a target that is installed. Kernels are separate objects whose code does not change.
function(ab_harden target)
  if(NOT AB_IS_ELF) # mingw's linker asks Windows for all that it has by default
    return()
  endif()
  ab_check_buffers(${target})
  target_link_options(${target} PRIVATE -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
  # A build id pairs an installed file with its debug information. Not every compiler requests one by default.
  target_link_options(${target} PRIVATE -Wl,--build-id=sha1)
  # Debian's start files of C have no mark. The libraries need none: they do nothing at load. The command has its own
  # for x86-64; Linux enforces nothing for 32 bits.
  get_target_property(type ${target} TYPE)
  if(NOT AB_SANITIZE AND (AB_HAS_X86 OR NOT type STREQUAL EXECUTABLE))
    target_link_options(${target} PRIVATE -nostartfiles)
    if(AB_HAS_CET_REPORT)
      target_link_options(${target} PRIVATE -Wl,-z,cet-report=error)
    endif()
  endif()
endfunction()
