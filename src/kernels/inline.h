/*
 * What kernels ask of compilers: functions that vanish where they are called, functions that never do, since the code
 * would grow and leave the cache of decoded instructions, loops of constant bounds that are unrolled wholly, and loops
 * that stay loops.
 */
#ifndef AB_KERNELS_INLINE_H
#define AB_KERNELS_INLINE_H

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
# define NOINLINE static __attribute__((noinline))
# define UNROLL _Pragma("clang loop unroll(full)")
# define LOOP _Pragma("clang loop unroll(disable)")
#else
# define NOINLINE static __attribute__((noinline, noclone))
# define UNROLL _Pragma("GCC unroll 80")
# define LOOP _Pragma("GCC unroll 1")
#endif

#endif
