/*
 * The suites that run both hosted and in the emulator. Each makes its checks and returns; t_finish prints the totals.
 */
#ifndef AB_TESTS_SUITES_H
#define AB_TESTS_SUITES_H

void ab_suite_kernels(void);    /* each kernel against the reference, at every level */
void ab_suite_lanes(void);      /* the kernels of many messages at once, likewise */
void ab_suite_modes(void);      /* the crypto layer: streams, splits, tags, cross-level */
void ab_suite_aead(void);       /* its authenticated modes: the same, and every altered bit */
void ab_suite_kats(void);       /* the known-answer tests of every family, and that they fail with wrong kernels */
void ab_suite_hash(void);       /* every implementation of every hash function, and its known-answer test */
void ab_suite_hmac(void);       /* HMAC over every implementation of every hash function */
void ab_suite_curve25519(void); /* X25519 and Ed25519, and the arithmetic below them */
void ab_suite_ec(void);         /* elliptic curves: keys, ECDH, ECDSA, and the kernels below them */
void ab_suite_curve448(void);   /* X448 and Ed448, likewise */
void ab_suite_mlkem(void);      /* ML-KEM, likewise */
void ab_suite_mldsa(void);      /* ML-DSA, likewise */
void ab_suite_slhdsa(void);     /* SLH-DSA, likewise */
void ab_suite_chacha(void);     /* ChaCha20, Poly1305 and both together: kernels, parts, messages */
void ab_suite_argon2(void);     /* Argon2: derivations, and the kernel that fills memory */
void ab_suite_ffc(void);        /* DSA and Diffie-Hellman */
void ab_suite_bignum(void);     /* modular arithmetic: products, powers, inverses */
void ab_suite_cbc_hmac(void);   /* CBC woven with HMAC: kernels, records, many of them */
void ab_suite_pick(void);       /* which kernels are picked for which level and processor */

/* Suites that run hosted only: their code uses no special instructions, or one that the emulator gets wrong (ADX). */
void ab_suite_ec_field(void); /* the fields of P-384 and P-521 */
void ab_suite_limbs(void);    /* fields in limbs, with limbs that exceed their bits */
void ab_suite_invert(void);   /* division steps and inverses of the curves */
void ab_suite_prime(void);    /* random primes, and the integers of RSA keys */
void ab_suite_rsa(void);      /* RSA: odd keys, faults, encodings */

#endif
