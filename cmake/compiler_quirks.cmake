# Flags with which a compiler does better on single files, each with its reason. All of them are measured:
# docs/decisions/0030-compilers.md. Files are named without folder and suffix.

# Detect builder's flags that disable optimisations, wherever they were set.
include(CheckCSourceCompiles)
set(CMAKE_TRY_COMPILE_CONFIGURATION ${CMAKE_BUILD_TYPE})
check_c_source_compiles("#ifndef __OPTIMIZE__
  #error
  #endif
  int main(void) { return 0; }" AB_OPTIMIZES)
check_c_source_compiles("#ifdef __OPTIMIZE_SIZE__
  #error
  #endif
  int main(void) { return 0; }" AB_IS_FOR_SPEED)

# Compile the files of TARGET with these NAMES with FLAGS. A name without a file is an error: the file was renamed.
function(ab_quirk target flags)
  get_target_property(files ${target} SOURCES)
  foreach(name ${ARGN})
    set(found ${files})
    list(FILTER found INCLUDE REGEX "(^|/)${name}\\.c$")
    if(NOT found)
      message(FATAL_ERROR "cmake/compiler_quirks.cmake names ${name}, and ${target} has no such file")
    endif()
    set_property(SOURCE ${found} APPEND PROPERTY COMPILE_OPTIONS ${flags})
  endforeach()
endfunction()

# Assembly statements here need nearly every register. Without optimisation, a compiler keeps too many of the others for
# itself.
set(AB_CROWDED_FILES p521_adx p521_ifma curve25519_adx curve25519_ifma)
if(NOT AB_OPTIMIZES)
  set(AB_CROWDED_FLAGS -O1)
endif()

function(ab_gcc_quirks target)
  # gcc schedules these products badly unless it may also do so before register allocation.
  ab_quirk(${target} "-fschedule-insns;-fsched-pressure"
    p256_batch8_ifma p384_ifma p521_ifma curve25519_ifma curve25519_base_ifma curve25519_portable)
  # gcc's graph-colouring allocator spills the long-lived values here; use priority allocation.
  ab_quirk(${target} -fira-algorithm=priority cbc_sha1_aesni cbc_sha1_vaes256 curve448_bmi2)
  # gcc collects words of the message schedule in vectors, only to take them apart again.
  ab_quirk(${target} -fno-tree-vectorize sm3_portable sha256_portable sha512_portable)
  # gcc does better here if it does not delay computations until their results are used.
  set(short_powers power_avx2_one_10 power_avx2_one_19 power_avx2_pair_19)
  ab_quirk(${target} -fno-tree-ter ${short_powers} power_avx2_pair_10 sha256_lanes_avx2 sha512_lanes_avx2)
  # Clear short arrays with vector stores, not with a string instruction.
  ab_quirk(${target} -mmemset-strategy=vector_loop:-1:noalign ${short_powers} power_avx2_pair_10)
  # Keep loops of few iterations as loops. gcc then no longer sees that they initialise their arrays.
  ab_quirk(${target} "--param=max-completely-peel-times=1;-Wno-maybe-uninitialized" ${short_powers})
  # gcc clears the upper halves of vector registers at the end of a function only among its expensive optimisations, and
  # not when it optimises for size.
  target_compile_options(${target} PRIVATE -fexpensive-optimizations)
  if(NOT AB_IS_FOR_SPEED)
    target_compile_options(${target} PRIVATE -O2)
  endif()
endfunction()

function(ab_clang_quirks target)
  # Cipher rounds and hash steps are interleaved in the order in which they should issue; clang's scheduler would undo
  # that.
  ab_quirk(${target} "-mllvm;-enable-misched=false" aes_aesni aes_vaes256 sm3_avx512)
  # clang aligns spilled vectors only in functions with a frame pointer; otherwise they may straddle cache lines. The
  # crowded files have no register to spare for it.
  get_target_property(files ${target} SOURCES)
  foreach(file ${files})
    ab_suffix(${file} suffix)
    get_filename_component(name ${file} NAME_WLE)
    if(suffix MATCHES "^(avx2|avx512|vaes256|vaes512|gfni256|gfni512|ifma)$" AND NOT name IN_LIST AB_CROWDED_FILES)
      set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS -fno-omit-frame-pointer)
    endif()
  endforeach()
  # clang warns about each loop that it does not unroll as requested. Measurements show the cost instead.
  target_compile_options(${target} PRIVATE -Wno-pass-failed)
endfunction()

function(ab_i686_quirks target)
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # 28 digits are whole rows: gcc takes the loop over the rest, which never runs, for one that does not end.
    ab_quirk(${target} -Wno-aggressive-loop-optimizations power_avx2_one_28 power_avx2_pair_28)
  endif()
endfunction()

function(ab_compiler_quirks target)
  # Both compilers vectorise arrays of limbs here that are stored as words and loaded as vectors at once: each load
  # waits for the stores, and fe_sub took six times as long.
  ab_quirk(${target} -fno-tree-vectorize curve448_portable curve448_bmi2 curve448_ifma)
  # The loops of these are short: their speed depends on their alignment.
  ab_quirk(${target} -falign-functions=64 blake2b_scalar blake2s_scalar md5_scalar ripemd160_scalar
    sha1_sha sha256_sha sm3_portable prime_field_portable prime_public_portable)
  ab_quirk(${target} "${AB_CROWDED_FLAGS}" ${AB_CROWDED_FILES})
  if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    ab_gcc_quirks(${target})
  elseif(CMAKE_C_COMPILER_ID STREQUAL Clang)
    ab_clang_quirks(${target})
  endif()
  # The fixed-length arrays here all become registers. With a check at each access, compilers would take minutes.
  if(AB_SANITIZE AND NOT AB_SANITIZE MATCHES memory)
    ab_quirk(${target} -fno-sanitize=all
      p256_ifma p256_base_ifma p256_batch8_ifma p384_ifma p521_ifma curve25519_base_ifma)
  endif()
endfunction()
