/* SSL 3.0's keyed hash of a handshake, which its CertificateVerify signs. */
#include "crypto/hash/ssl3.h"

#include <string.h>

#include "crypto/hash/md.h"
#include "ct/ct.h"

/* The paddings of MD5 and SHA-1 have 48 and 40 bytes, so that secret and padding are about a block and a half. */
enum { MD5_PAD_LEN = 48, SHA1_PAD_LEN = 40 };

/* A hash that is all of a message in progress, or half of it. */
struct part {
    const struct ab_hash_construction *construction;
    size_t pad_len, digest_len;
};

static void add_master_and_pad(struct ab_hash_ctx *c, const struct part *part, const uint8_t *master, int pad_byte)
{
    uint8_t pad[MD5_PAD_LEN];

    memset(pad, pad_byte, part->pad_len);
    part->construction->update(c, master, AB_SSL3_MASTER_LEN);
    part->construction->update(c, pad, part->pad_len);
}

static void add_master(struct ab_hash_ctx *c, const struct part *part, const uint8_t *master)
{
    uint8_t inner[AB_SHA1_LEN];

    add_master_and_pad(c, part, master, 0x36);
    part->construction->final(c, inner);
    part->construction->init(c);
    add_master_and_pad(c, part, master, 0x5c);
    part->construction->update(c, inner, part->digest_len);
    ab_wipe(inner, sizeof(inner));
}

void ab_hash_add_ssl3_master(struct ab_hash_ctx *c, const uint8_t master[AB_SSL3_MASTER_LEN])
{
    static const struct part md5_of_pair = { &ab_md_pair_md5, MD5_PAD_LEN, AB_MD5_LEN },
                             sha1_of_pair = { &ab_md_pair_sha1, SHA1_PAD_LEN, AB_SHA1_LEN },
                             sha1 = { &ab_md_big32, SHA1_PAD_LEN, AB_SHA1_LEN };

    if (c->hash->algorithm->id == AB_HASH_SHA1) {
        add_master(c, &sha1, master);
    } else {
        add_master(c, &md5_of_pair, master);
        add_master(c, &sha1_of_pair, master);
    }
}
