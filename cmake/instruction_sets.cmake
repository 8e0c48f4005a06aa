# Instruction sets are enabled for single files and nowhere else. The suffix of a kernel's file name says which ones:
# `sha256_lanes_avx2.c` is compiled for AVX2. Such a file is used only after the CPUID check for everything in its
# flags.
include(CheckCSourceCompiles)

set(AB_FLAGS_portable)
set(AB_FLAGS_scalar)
set(AB_FLAGS_avx2 -mavx2)
set(AB_FLAGS_bmi2 -mavx2 -mbmi -mbmi2)
set(AB_FLAGS_adx ${AB_FLAGS_bmi2} -madx)
set(AB_FLAGS_sha -msse4.1 -msha)
set(AB_FLAGS_aesni -msse4.1 -maes -mpclmul)
set(AB_FLAGS_vaes256 ${AB_FLAGS_aesni} ${AB_FLAGS_bmi2} -mvaes -mvpclmulqdq)
set(AB_FLAGS_avx512 ${AB_FLAGS_bmi2} -mavx512f -mavx512bw -mavx512dq -mavx512vl)

# Compilers that know AVX10 can enable AVX-512 without its 512-bit registers. zig names every feature to its clang and
# leaves these registers out.
list(JOIN AB_FLAGS_avx512 " " CMAKE_REQUIRED_FLAGS)
check_c_source_compiles("#include <immintrin.h>
  int main(void) { __m512i a = _mm512_set1_epi8(1); __asm__(\"\" : \"+v\"(a));
    return _mm512_cvtsi512_si32(a); }" AB_HAS_512_BITS)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT AB_HAS_512_BITS)
  list(APPEND AB_FLAGS_avx512 -mevex512)
endif()
set(AB_FLAGS_vaes512 ${AB_FLAGS_vaes256} ${AB_FLAGS_avx512})
set(AB_FLAGS_gfni256 ${AB_FLAGS_vaes256} -mgfni)
set(AB_FLAGS_gfni512 ${AB_FLAGS_vaes512} -mgfni)
set(AB_FLAGS_ifma ${AB_FLAGS_avx512} -mavx512ifma)

# The suffix may be followed by a size: power_avx2_pair_19.c.
string(CONCAT AB_SUFFIX_REGEX
  "_(portable|scalar|avx2|bmi2|adx|sha|aesni|vaes256|avx512|vaes512|gfni256|gfni512|ifma)(_[a-z]+_[0-9]+)?$")

# Set RESULT to the suffix of FILE; to nothing if its name has none or if it is not C (assembly needs no flags).
function(ab_suffix file result)
  get_filename_component(name ${file} NAME_WLE)
  set(${result} "" PARENT_SCOPE)
  if(file MATCHES "\\.c$" AND name MATCHES "${AB_SUFFIX_REGEX}")
    set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

# Compile each kernel among the files for the instruction sets of its suffix, without stack protector (no kernel has a
# buffer that a length could overrun) and without link-time optimisation (which could move code out of a file, past the
# CPUID check).
function(ab_set_kernel_flags)
  foreach(file ${ARGN})
    ab_suffix(${file} suffix)
    if(suffix)
      set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS ${AB_FLAGS_${suffix}} -fno-stack-protector -fno-lto)
    endif()
  endforeach()
endfunction()

# Compile files in the folder of the calling list for a further instruction set, which their suffix does not name.
function(ab_also_needs suffix)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
  set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS ${AB_FLAGS_${suffix}})
endfunction()
