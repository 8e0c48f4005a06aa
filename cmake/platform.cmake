# The platform that is built for: the only place where the build knows it, but for the tests that need another one. Each
# operating system and each processor has a file in cmake/platform; docs/platforms.md says what runs where.
#
# An operating system sets
#   AB_OS               its folder of src/os
#   AB_OS_LIBRARIES     the libraries which that folder needs
#   AB_OS_WARNINGS      the compiler's options against wrong warnings there
#   AB_IS_ELF           whether files are linked as on Linux: with maps of versions, relocations, marks for control flow
# and a processor, which is included after it,
#   AB_HAS_X86          whether the kernels for x86-64 are built
#   AB_HAS_COMMAND      whether command and lab can be built, if there is an OpenSSL
#   AB_PROTECTION       the compiler's option for control-flow enforcement
#   AB_LEFT_OUT         a regular expression for the files of sources.cmake that are for other processors
#   AB_TEST_PROCESSOR   which file registers_*.S of tests/harness serves
#   AB_TEST_LEVELS      the levels at which the tests run programs
string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
string(TOLOWER ${CMAKE_SYSTEM_PROCESSOR} processor)
string(REPLACE amd64 x86_64 processor ${processor})
string(REPLACE arm64 aarch64 processor ${processor})
string(REGEX REPLACE "i[3-6]86" i686 processor ${processor})
foreach(part ${system} ${processor})
  if(NOT EXISTS ${CMAKE_CURRENT_LIST_DIR}/platform/${part}.cmake)
    message(FATAL_ERROR "Afterburner does not know ${CMAKE_SYSTEM_NAME} on ${CMAKE_SYSTEM_PROCESSOR}; it builds for "
      "Linux and Windows on x86-64, for Linux on 32-bit x86 with fewer kernels, and on arm64 with none")
  endif()
  include(${CMAKE_CURRENT_LIST_DIR}/platform/${part}.cmake)
endforeach()

# Companion, bench, fuzz targets, packages and the tests of these call Linux, and measure by the counters of x86-64.
set(AB_HAS_TOOLS OFF)
if(AB_HAS_X86 AND AB_IS_ELF)
  set(AB_HAS_TOOLS ON)
endif()
