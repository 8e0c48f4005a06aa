/*
 * The contract of scrypt's memory-hard function (RFC 7914 sec. 5, scryptROMix).
 *
 * Mix block, 128 r bytes, in place through the n blocks in memory: 128 r (n + 1) bytes, overwritten. Both are aligned
 * to 64 bytes. n is a power of 2. Everything is secret. By scrypt's nature the addresses that it reads depend on the
 * password, so its time depends on it through the caches. Everything outside the two buffers is wiped.
 */
#ifndef AB_KERNELS_SCRYPT_KERNELS_H
#define AB_KERNELS_SCRYPT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef void ab_scrypt_mix_fn(uint8_t *block, size_t r, uint64_t n, uint8_t *memory);

ab_scrypt_mix_fn ab_scrypt_mix_scalar; /* C for the general registers */

#endif
