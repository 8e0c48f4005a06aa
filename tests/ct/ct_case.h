/* The cases of the constant-time test (ct_test.c): one file for each family, except those in ct_test.c itself. */
#ifndef AB_TESTS_CT_CASE_H
#define AB_TESTS_CT_CASE_H

/* Start a case: its secrets are marked after this call (AB_SECRET). */
void ct_begin(const char *check);
/*
 * Returns the number of errors since ct_begin; memcheck's log says what they were. The case must then declare its
 * secrets public.
 */
unsigned ct_errors(void);

void ct_bignum(void); /* modular arithmetic: numbers, exponents and moduli */
void ct_ffc(void);    /* private keys, nonces, digests, shared secrets */
void ct_rsa(void);    /* primes, private numbers, plaintexts, random bytes */
void ct_mlkem(void);  /* seeds, private keys, messages, shared secrets */
void ct_chacha(void); /* keys, counters, nonces, associated data, text */
void ct_ec(void);     /* elliptic curves: private keys, nonces, digests, shared secrets */

#endif
