/* The cases of the constant-time test (ct_test.c): one file a family, but for those that stand in ct_test.c itself. */
#ifndef AB_TESTS_CT_CASE_H
#define AB_TESTS_CT_CASE_H

/* A case begins: what is secret in it is marked after this (AB_SECRET) ... */
void ct_begin(const char *check);
/*
 * ... and the number of errors since; what they were is in memcheck's log. What is secret is to be made public by the
 * case.
 */
unsigned ct_errors(void);

void ct_bignum(void); /* modular arithmetic: numbers, exponents and moduli */
void ct_ffc(void);    /* private keys, nonces, digests, shared secrets */
void ct_rsa(void);    /* primes, private numbers, plaintexts, what is drawn at random */
void ct_ec(void);     /* elliptic curves: private keys, nonces, digests, shared secrets */

#endif
