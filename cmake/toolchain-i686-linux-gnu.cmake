# gcc of x86-64 for 32-bit x86; the programs run on this processor as they are. Debian has /usr/include/asm only in
# gcc-multilib, a package that conflicts with cross compilers; but its headers of Linux for x86-64 serve 32 bits, too.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER gcc)
set(CMAKE_C_FLAGS_INIT "-m32 -idirafter /usr/include/x86_64-linux-gnu")
set(CMAKE_ASM_FLAGS_INIT -m32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
