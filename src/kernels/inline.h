/* What kernels ask of compilers: functions that vanish where they are called, and loops of constant bounds that vanish wholly. */
#ifndef AB_KERNELS_INLINE_H
#define AB_KERNELS_INLINE_H

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
# define UNROLL _Pragma("clang loop unroll(full)")
#else
# define UNROLL _Pragma("GCC unroll 80")
#endif

#endif
