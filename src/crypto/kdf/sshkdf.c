/* The key derivation of SSH (RFC 4253 sec. 7.2). */
#include "afterburner/sshkdf.h"

#include <string.h>

#include "ct/ct.h"

/* End a copy of the message. */
static void finish_copy(const struct ab_hash_ctx *message, uint8_t *digest)
{
    struct ab_hash_ctx c;

    ab_hash_copy(&c, message);
    ab_hash_final(&c, digest);
}

/* K1: the letter and the session ID follow the prefix. */
static void first_digest(const struct ab_hash_ctx *prefix, const struct ab_sshkdf_inputs *in, uint8_t *digest)
{
    struct ab_hash_ctx c;

    ab_hash_copy(&c, prefix);
    ab_hash_update(&c, &in->letter, 1);
    ab_hash_update(&c, in->session_id, in->session_id_len);
    ab_hash_final(&c, digest);
}

/* One message holds the prefix and all digests so far, so each digest is absorbed once. */
void ab_sshkdf(const struct ab_hash *hash, const struct ab_sshkdf_inputs *in, uint8_t *out, size_t out_len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    size_t digest_len = hash->algorithm->digest_len;
    struct ab_hash_ctx message;

    ab_hash_init(&message, hash);
    ab_hash_update(&message, in->secret, in->secret_len);
    ab_hash_update(&message, in->exchange_hash, in->exchange_hash_len);
    first_digest(&message, in, digest);
    while (out_len > digest_len) {
        memcpy(out, digest, digest_len);
        out += digest_len;
        out_len -= digest_len;
        ab_hash_update(&message, digest, digest_len);
        finish_copy(&message, digest);
    }
    if (out_len != 0)
        memcpy(out, digest, out_len);
    ab_wipe(digest, digest_len);
    ab_hash_wipe(&message);
}
