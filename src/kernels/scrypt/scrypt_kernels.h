/*
 * The contract of scrypt's memory-hard function (RFC 7914 sec. 5, scryptROMix).
 *
 * block, 128 r bytes, is mixed in place through the n blocks in memory: 128 r (n + 1) bytes, used up. Both are aligned to 64 bytes.
 * n is a power of 2. Everything is secret; that the place of what is read follows from the password is the function's nature, and
 * so its time depends on it through the caches. Nothing is wiped but what lies outside of the two.
 */
#ifndef AB_KERNELS_SCRYPT_KERNELS_H
#define AB_KERNELS_SCRYPT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef void ab_scrypt_mix_fn(uint8_t *block, size_t r, uint64_t n, uint8_t *memory);

ab_scrypt_mix_fn ab_scrypt_mix_scalar; /* C for the general registers */

#endif
