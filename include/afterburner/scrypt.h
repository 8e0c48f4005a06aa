/*
 * scrypt (RFC 7914): derive a key from a password, slowly and with much memory.
 *
 * Units: lengths are bytes. Password, salt, memory and output are secret. Time depends on the lengths and parameters,
 * and through the caches on the addresses that are read, which depend on password and salt: that is scrypt's nature.
 */
#ifndef AFTERBURNER_SCRYPT_H
#define AFTERBURNER_SCRYPT_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* CPU and memory cost (a power of 2, from 2), block size and parallelism (from 1; r p below 2^30). */
struct ab_scrypt_cost {
    uint64_t n, r, p;
};

/* 1 if RFC 7914 sec. 6 allows the cost and its memory fits a size_t; then *len is that memory in bytes. */
AB_API int ab_scrypt_memory_len(const struct ab_scrypt_cost *cost, size_t *len);

/*
 * RFC 7914 sec. 6, with a cost that ab_scrypt_memory_len accepts. memory has the bytes that it returns, aligned to 64,
 * overlaps nothing else, and is wiped at the end; hash is SHA-256. password and salt may be NULL if their length is 0,
 * and may overlap out. out_len is at most 2^32 - 1 digests.
 */
AB_API void ab_scrypt(const struct ab_hash *hash, const struct ab_scrypt_cost *cost, const uint8_t *password,
                      size_t password_len, const uint8_t *salt, size_t salt_len, void *memory, uint8_t *out,
                      size_t out_len);

#ifdef __cplusplus
}
#endif
#endif
