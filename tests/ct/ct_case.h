/*
 * The cases of the constant-time tests: one file for each family, except those in ct_test.c itself. They run under
 * Valgrind's memcheck (ct_case.c) and as traces (tests/trace/trace_case.c), where two processes run them with
 * different random numbers, and thus with different secrets.
 */
#ifndef AB_TESTS_CT_CASE_H
#define AB_TESTS_CT_CASE_H

#include <stddef.h>

/* How much is to be run: everything, unless ct_start says otherwise. */
struct ct_scope {
    const size_t *lens; /* lengths of messages in bytes */
    size_t num_lens;
    const size_t *sizes; /* lengths of numbers in words */
    size_t num_sizes;
    int is_whole;        /* all implementations, not only those that serve on this machine */
    int needs_stand_ins; /* code in C is to replace kernels whose instructions are unknown to what watches */
};
extern struct ct_scope ct_scope;

/* Returns 1 if what watches the cases is there. */
int ct_start(void);
/* After the last case. */
void ct_stop(void);
/* Start a case: its secrets are marked after this call (AB_SECRET). */
void ct_begin(const char *check);
/*
 * End the case. Returns the number of errors since ct_begin; what watches has said what they were. The case must then
 * declare its secrets public.
 */
unsigned ct_errors(void);
/* Returns a, or b in the other one of two processes: a secret that is not a random number. */
int ct_either(int a, int b);

/*
 * Start a subject: what its cases allocate is at the same addresses in both processes, if both make the same
 * allocations from here on, whatever the cases before have done.
 */
void ct_start_subject(void);
/*
 * Draw random numbers as side 0 or 1 of the two processes does, or, with -1, as this side does again: what both sides
 * make of them is the same, so both have the same number of allocations behind them.
 */
void ct_draw_as(int which);
/*
 * Say whether cases of this subject are run with this implementation, and set t_where; name the implementations of one
 * subject one after the other, the fastest first.
 */
int ct_wants(const char *subject, const char *level, int is_usable);

void ct_bignum(void); /* modular arithmetic: numbers, exponents and moduli */
void ct_ffc(void);    /* private keys, nonces, digests, shared secrets */
void ct_rsa(void);    /* primes, private numbers, plaintexts, random bytes */
void ct_mlkem(void);  /* seeds, private keys, messages, shared secrets */
void ct_mldsa(void);  /* seeds, private keys, randomness, messages that are signed */
void ct_slhdsa(void); /* likewise */
void ct_chacha(void); /* keys, counters, nonces, associated data, text */
void ct_ec(void);     /* elliptic curves: private keys, nonces, digests, shared secrets */

#endif
