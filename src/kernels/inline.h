/*
 * What kernels ask of compilers: functions that vanish where they are called, functions that never do, since the code
 * would grow and leave the cache of decoded instructions, and loops of constant bounds that are unrolled wholly.
 */
#ifndef AB_KERNELS_INLINE_H
#define AB_KERNELS_INLINE_H

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
# define NOINLINE static __attribute__((noinline))
# define UNROLL _Pragma("clang loop unroll(full)")
#else
# define NOINLINE static __attribute__((noinline, noclone))
# define UNROLL _Pragma("GCC unroll 80")
#endif

#endif
