/* HMAC over a TLS record whose length is secret, in constant time. */
#include "crypto/hmac/hmac_tls.h"

#include "crypto/hash/md_secret_len.h"
#include "crypto/hmac/hmac_outer.h"

enum { MAX_PAD = 256 };

int ab_hmac_tls(const struct ab_hmac_key *k, const uint8_t header[AB_HMAC_TLS_HEADER], const uint8_t *data, size_t len,
                size_t record_len, uint8_t *mac)
{
    size_t most = k->hash->algorithm->digest_len + MAX_PAD, shown = record_len > most ? record_len - most : 0;
    struct ab_hash_ctx c;
    union ab_hmac_block b;

    if (!ab_md_has_secret_len(k->hash))
        return 0;
    ab_hmac_init(&c, k);
    ab_hash_update(&c, header, AB_HMAC_TLS_HEADER);
    ab_hash_update(&c, data, shown); /* the bytes that are data for any padding */
    ab_md_final_secret_len(&c, data + shown, len - shown, record_len - shown, b.bytes);
    ab_hash_wipe(&c);
    ab_hmac_outer(k, &b, mac);
    return 1;
}
