/*
 * One message through EVP, as an application would send it: a new IV for each (13 bytes of associated data for AEADs),
 * the context and its key kept. Each mode's own order of calls is known here and nowhere else.
 */
#ifndef AB_BENCH_EVP_MESSAGE_H
#define AB_BENCH_EVP_MESSAGE_H

#include <openssl/evp.h>
#include <stddef.h>

struct bench_cipher; /* an algorithm of one library context, keyed, in one direction */

/*
 * Fetches `name` from `libctx` and keys it. NULL if the context does not offer the name or any call fails.
 * decrypt: 0 or 1. max_len: the longest message.
 */
struct bench_cipher *bench_cipher_new(OSSL_LIB_CTX *libctx, const char *name, int decrypt, size_t max_len);
void bench_cipher_free(struct bench_cipher *c);

/* Name of the provider that serves it. */
const char *bench_cipher_provider(const struct bench_cipher *c);

/* The length that stands for `len` under this mode: cut to whole blocks where the mode wants them; 0 if none fits. */
size_t bench_cipher_length(const struct bench_cipher *c, size_t len);

/*
 * Makes ready for messages of len bytes (a length of bench_cipher_length): for decryption, encrypts up to eight of
 * them, all within 16 KiB or so, to be opened in turn. 1 or 0.
 */
int bench_cipher_prepare(struct bench_cipher *c, size_t len);

/* Sends num messages; 1 if every call succeeded. */
int bench_cipher_run(struct bench_cipher *c, size_t num);

/* 1 if the last messages of both gave the same bytes and the same tag. */
int bench_cipher_same(const struct bench_cipher *a, const struct bench_cipher *b);

#endif
