/*
 * ChaCha20, Poly1305 and ChaCha20-Poly1305 as RFC 8439 describes them, for the tests alone: one block at a time, and
 * numbers as arrays of bytes. Nothing here is fast or constant in time.
 */
#ifndef AB_TESTS_CHACHA_MODEL_H
#define AB_TESTS_CHACHA_MODEL_H

#include <stddef.h>
#include <stdint.h>

/* Write num_blocks blocks of key stream from the block of this IV on (a 64-bit counter and a nonce of 8 bytes). */
void model_keystream(const uint8_t key[32], const uint8_t iv[16], uint8_t *out, size_t num_blocks);

void model_poly1305(const uint8_t key[32], const uint8_t *in, size_t len, uint8_t tag[16]);

/* The tag of sec. 2.8 over len bytes of ciphertext, for the one-time key. */
void model_aead_tag(const uint8_t one_time_key[32], const uint8_t *aad, size_t aad_len, const uint8_t *ciphertext,
                    size_t len, uint8_t tag[16]);

#endif
