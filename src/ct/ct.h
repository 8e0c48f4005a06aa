/*
 * Constant-time building blocks. No function here branches on, or indexes by, the value of its arguments.
 *
 * Masks are all ones for true and zero for false. AB_SECRET and AB_PUBLIC mark memory for valgrind's memcheck when
 * the tests are built with AB_CT_MARKS (docs/constant-time.md); in any other build they vanish.
 */
#ifndef AB_CT_CT_H
#define AB_CT_CT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef AB_CT_MARKS
# include <valgrind/memcheck.h>
# define AB_SECRET(ptr, len) VALGRIND_MAKE_MEM_UNDEFINED(ptr, len)
# define AB_PUBLIC(ptr, len) VALGRIND_MAKE_MEM_DEFINED(ptr, len)
#else
# define AB_SECRET(ptr, len) ((void)(ptr), (void)(len))
# define AB_PUBLIC(ptr, len) ((void)(ptr), (void)(len))
#endif

/* Hides a value from the optimiser, so that a mask stays a mask. */
static inline uint64_t ab_ct_barrier(uint64_t v)
{
    __asm__("" : "+r"(v));
    return v;
}

/*
 * The mask of a bit: all ones for 1, zero for 0. A mask that a compiler sees through, such as a >> 63, may become a
 * branch where a loop uses it.
 */
static inline uint64_t ab_ct_mask(uint64_t bit)
{
    return ab_ct_barrier(0 - bit);
}

/* The mask of a sign: -1 if a is negative, else 0. */
static inline int64_t ab_ct_sign(int64_t a)
{
    int64_t sign = a >> 63;

    __asm__("" : "+r"(sign));
    return sign;
}

/*
 * a < b for a, b < 2^63. (a is hidden too, or a compiler may let a loop over a run over a - b, with a secret for its
 * end.)
 */
static inline uint64_t ab_ct_lt(uint64_t a, uint64_t b)
{
    return ab_ct_mask((ab_ct_barrier(a) - b) >> 63);
}

static inline uint64_t ab_ct_is_zero(uint64_t a)
{
    return ab_ct_mask((~a & (a - 1)) >> 63);
}

static inline uint64_t ab_ct_eq(uint64_t a, uint64_t b)
{
    return ab_ct_is_zero(a ^ b);
}

/* mask ? a : b */
static inline uint64_t ab_ct_select(uint64_t mask, uint64_t a, uint64_t b)
{
    return (mask & a) | (~mask & b);
}

/* 0 if the len bytes are equal, a nonzero value otherwise; time depends on len alone. */
int ab_ct_memcmp(const void *a, const void *b, size_t len);

/* Overwrites len bytes with zeros; never optimised away. ptr may be NULL if len is 0. */
static inline void ab_wipe(void *ptr, size_t len)
{
    if (len == 0)
        return;
    memset(ptr, 0, len);
    __asm__ volatile("" : : "r"(ptr) : "memory");
}

#endif
