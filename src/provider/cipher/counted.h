/* Ciphers that count their calls, by functions of their own, so that without counters a call costs nothing more. */
#ifndef AB_PROVIDER_CIPHER_COUNTED_H
#define AB_PROVIDER_CIPHER_COUNTED_H

#include <openssl/core_dispatch.h>
#include <stddef.h>

/* Write a cipher's dispatch table out with these functions in it, unless copy is NULL. Return its number of entries. */
size_t ab_counted_cipher(OSSL_DISPATCH *copy, const OSSL_DISPATCH *functions);

#endif
