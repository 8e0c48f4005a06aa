/* The end of a message whose length is secret, for records of TLS CBC cipher suites (RFC 5246 sec. 6.2.3.2). */
#ifndef AB_CRYPTO_HASH_MD_SECRET_LEN_H
#define AB_CRYPTO_HASH_MD_SECRET_LEN_H

#include "afterburner/hash.h"

/* 1 if it uses a Merkle-Damgård construction of md.h: the function below can end only those. */
int ab_md_has_secret_len(const struct ab_hash *hash);

/*
 * Hash the last len <= max_len bytes of the message c and write its digest; c is overwritten, and not wiped. len is
 * secret: time and memory addresses depend on max_len and on the length before alone, all max_len bytes of data are
 * read, and every block in which the message could end is hashed.
 */
void ab_md_final_secret_len(struct ab_hash_ctx *c, const uint8_t *data, size_t len, size_t max_len, uint8_t *out);

#endif
