/*
 * Integers modulo the order of the base point, 2^252 + 27742317777372353535851937790883648493 (RFC 8032 sec. 5.1).
 * Secret.
 */
#ifndef AB_CRYPTO_SCALAR25519_H
#define AB_CRYPTO_SCALAR25519_H

#include <stdint.h>

/* 64 bytes, little-endian, modulo the order. r may be the first half of wide. */
void ab_scalar25519_reduce(uint8_t r[32], const uint8_t wide[64]);

/* a b + c modulo the order; r may be any of them. */
void ab_scalar25519_mul_add(uint8_t r[32], const uint8_t a[32], const uint8_t b[32], const uint8_t c[32]);

/* 1 if a is below the order; a is public. */
int ab_scalar25519_is_reduced(const uint8_t a[32]);

#endif
