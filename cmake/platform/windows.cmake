# By mingw-w64's C library. Assembly of x86-64 enters by the gates of src/kernels/assembly_windows.h.
set(AB_OS windows)
set(AB_IS_ELF OFF)
set(AB_OS_LIBRARIES bcrypt synchronization)
if(CMAKE_C_COMPILER_ID STREQUAL Clang) # zig has the same under the name of its DLL only
  set(AB_OS_LIBRARIES bcrypt api-ms-win-core-synch-l1-2-0)
endif()
add_compile_definitions(__USE_MINGW_ANSI_STDIO=1) # the printf of C99, which has %zu
# For what prints: gcc checks formats for the printf of msvcrt, and mingw-w64's isfinite() converts to float.
set(AB_OS_WARNINGS -Wno-format -Wno-format-extra-args -Wno-float-conversion)
add_link_options(-static -fstack-protector-strong) # with the compiler's libraries, also that of the stack protector
# gcc aligns the stack to 16 bytes only, and still stores vectors of 32 and 64 bytes there by instructions that want
# a greater alignment (gcc bug 54412). The assembler replaces them by those that want none. clang aligns the stack.
if(CMAKE_C_COMPILER_ID STREQUAL GNU)
  add_compile_options(-Wa,-muse-unaligned-vector-move)
endif()
