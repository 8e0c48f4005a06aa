/* What one exercise of a name works on. */
#ifndef AB_TESTS_SYSTEM_JOB_H
#define AB_TESTS_SYSTEM_JOB_H

#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <stddef.h>

/*
 * One encryption by any cipher, or one digest, MAC or derivation, for which sealing means computing it. It has several
 * steps, so that a test can stop between them.
 */
struct job {
    EVP_CIPHER *cipher; /* one of these four is set, the others are NULL */
    EVP_MD *md;
    EVP_MAC *mac;
    EVP_KDF *kdf;
    unsigned char key[64], iv[16], aad[13], tag[16];
    unsigned char *plain, *sealed;
    size_t len;
    int sealed_len;
};

#endif
