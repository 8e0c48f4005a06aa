/*
 * The head of every table of kernels: what the implementation is called and what it needs of the processor. Lists of
 * implementations and what goes through them: src/crypto/implementation.h.
 */
#ifndef AB_CPU_NEEDS_H
#define AB_CPU_NEEDS_H

#include "afterburner/cpu.h"

struct ab_needs {
    const char *name;    /* "vaes512", "sha+avx512", "portable": what `afterburner status` prints */
    enum ab_level level; /* the lowest level that has the instructions, */
    uint32_t bits;       /* and the instruction sets beside it: enum ab_cpu_bit */
    int is_fallback;     /* 1: slower than OpenSSL's own; serves only after a faster one failed its self test */
};

/* Return 1 if the processor has everything that the implementation needs; no list is empty, so `needs` is not NULL. */
static inline int ab_cpu_has(const struct ab_cpu *cpu, const struct ab_needs *needs)
{
    return cpu->level >= needs->level && (cpu->bits & needs->bits) == needs->bits; /* NOLINT(*-core.NullDereference) */
}

#endif
