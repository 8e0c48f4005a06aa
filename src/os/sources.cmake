# One folder for each system; AB_OS names it (cmake/platform.cmake).
ab_sources(ab_core
  lock.c
  ${AB_OS}/cpuid_x86.c
  ${AB_OS}/environment.c
  ${AB_OS}/memory.c
  ${AB_OS}/process.c
  ${AB_OS}/random.c
  ${AB_OS}/threads.c)
