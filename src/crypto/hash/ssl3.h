/* The keyed hash of a handshake in SSL 3.0's CertificateVerify (RFC 6101 sec. 5.6.8). */
#ifndef AB_CRYPTO_HASH_SSL3_H
#define AB_CRYPTO_HASH_SSL3_H

#include "afterburner/hash.h"

enum { AB_SSL3_MASTER_LEN = 48 };

/*
 * Turn c, a message of SHA-1 or MD5-SHA1 in progress, into the inner hash by appending the master secret and a
 * padding. Afterwards c holds the outer hash, begun.
 */
void ab_hash_add_ssl3_master(struct ab_hash_ctx *c, const uint8_t master[AB_SSL3_MASTER_LEN]);

#endif
