/* Ciphers whose calls are counted: functions in place of those that process data, so that others cost nothing more. */
#ifndef AB_PROVIDER_CIPHER_COUNTED_H
#define AB_PROVIDER_CIPHER_COUNTED_H

#include <openssl/core_dispatch.h>
#include <stddef.h>

/* Copy a cipher's dispatch table with these functions in it, unless copy is NULL. Return its number of entries. */
size_t ab_counted_cipher(OSSL_DISPATCH *copy, const OSSL_DISPATCH *functions);

#endif
