/*
 * The known-answer tests of ChaCha20, Poly1305 and ChaCha20-Poly1305: RFC 8439's, and lengths that reach every path of
 * the kernels.
 */
#include <string.h>

#include "afterburner/chacha20_poly1305.h"
#include "crypto/aes/aes_kat.h"
#include "crypto/chacha/chacha_kat_data.h"
#include "crypto/implementation.h"
#include "kernels/chacha/chacha_kernels.h"

enum { MOST = 9000 }; /* beyond a piece that is absorbed at once */

static const struct answer {
    size_t len;
    uint64_t chacha20, poly1305, aead;
} answers[] = {
    { 40, AB_KAT_CHACHA20_40, AB_KAT_POLY1305_40, AB_KAT_CHACHA20_POLY1305_40 },
    { 75, AB_KAT_CHACHA20_75, AB_KAT_POLY1305_75, AB_KAT_CHACHA20_POLY1305_75 },
    { 150, AB_KAT_CHACHA20_150, AB_KAT_POLY1305_150, AB_KAT_CHACHA20_POLY1305_150 },
    { 300, AB_KAT_CHACHA20_300, AB_KAT_POLY1305_300, AB_KAT_CHACHA20_POLY1305_300 },
    { 400, AB_KAT_CHACHA20_400, AB_KAT_POLY1305_400, AB_KAT_CHACHA20_POLY1305_400 },
    { 500, AB_KAT_CHACHA20_500, AB_KAT_POLY1305_500, AB_KAT_CHACHA20_POLY1305_500 },
    { 900, AB_KAT_CHACHA20_900, AB_KAT_POLY1305_900, AB_KAT_CHACHA20_POLY1305_900 },
    { 1100, AB_KAT_CHACHA20_1100, AB_KAT_POLY1305_1100, AB_KAT_CHACHA20_POLY1305_1100 },
    { 1400, AB_KAT_CHACHA20_1400, AB_KAT_POLY1305_1400, AB_KAT_CHACHA20_POLY1305_1400 },
    { MOST, AB_KAT_CHACHA20_9000, AB_KAT_POLY1305_9000, AB_KAT_CHACHA20_POLY1305_9000 },
};

enum { NUM_ANSWERS = sizeof(answers) / sizeof(answers[0]), AAD_LEN = 13 };

/* The text of RFC 8439 sec. 2.4.2 and 2.8.2. */
static const uint8_t sunscreen[114] = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip "
                                      "for the future, sunscreen would be it.";

/* The first blocks of the same stream, as states that have nothing in common. */
static int check_blocks(const struct ab_chacha_kernels *k, const uint8_t key[AB_CHACHA20_KEY_LEN],
                        const uint8_t iv[AB_CHACHA20_IV_LEN], const uint8_t *text, const uint8_t *out)
{
    uint8_t made[AB_CHACHA_MANY * AB_CHACHA20_BLOCK];
    uint32_t states[AB_CHACHA_MANY][AB_CHACHA_WORDS];
    uint64_t counter;

    memcpy(&counter, iv, sizeof(counter));
    for (unsigned i = 0; i < AB_CHACHA_MANY; i++, counter++) {
        memcpy(states[i], ab_chacha_constants, sizeof(ab_chacha_constants));
        memcpy(states[i] + 4, key, AB_CHACHA20_KEY_LEN);
        memcpy(states[i] + 12, iv, AB_CHACHA20_IV_LEN);
        memcpy(states[i] + 12, &counter, sizeof(counter));
    }
    k->blocks(states, made, AB_CHACHA_MANY);
    for (size_t i = 0; i < sizeof(made); i++)
        made[i] ^= text[i];
    return memcmp(made, out, sizeof(made)) == 0;
}

/* The counter wraps its low word after three blocks. */
static int check_chacha20(const struct ab_chacha_kernels *k, const uint8_t text[MOST], const struct answer *a)
{
    uint8_t key[AB_CHACHA20_KEY_LEN], iv[AB_CHACHA20_IV_LEN] = { 0xfd, 0xff, 0xff, 0xff }, out[MOST];
    struct ab_chacha20 c;
    int ok;

    ab_kat_key(key, sizeof(key));
    ab_kat_iv(iv + 4, sizeof(iv) - 4);
    ab_chacha20_set_key(&c, k, key);
    ab_chacha20_set_iv(&c, iv);
    ab_chacha20_update(&c, text, out, a->len);
    ok = ab_kat_fold(out, a->len) == a->chacha20 && (a->len < MOST || check_blocks(k, key, iv, text, out));
    ab_chacha20_set_iv(&c, iv);
    ab_chacha20_update(&c, out, out, a->len / 3);
    ab_chacha20_update(&c, out + a->len / 3, out + a->len / 3, a->len - a->len / 3);
    ab_chacha20_wipe(&c);
    return ok && memcmp(out, text, a->len) == 0;
}

static int check_poly1305(const struct ab_chacha_kernels *k, const uint8_t text[MOST], const struct answer *a)
{
    uint8_t key[AB_POLY1305_KEY_LEN], tag[AB_POLY1305_TAG_LEN];
    struct ab_poly1305 p;

    ab_kat_key(key, sizeof(key));
    ab_poly1305_set_key(&p, k, key);
    ab_poly1305_update(&p, text, a->len);
    ab_poly1305_final(&p, tag);
    return ab_kat_fold(tag, sizeof(tag)) == a->poly1305;
}

/* Seal in short pieces, for which key stream is made ahead. */
static void seal_in_pieces(struct ab_chacha20_poly1305 *c, const uint8_t *nonce, const uint8_t *aad, uint8_t *text,
                           size_t len, uint8_t tag[AB_POLY1305_TAG_LEN])
{
    ab_chacha20_poly1305_set_nonce(c, nonce);
    ab_chacha20_poly1305_aad(c, aad, AAD_LEN);
    for (size_t i = 0; i < len; i += AB_CHACHA20_BLOCK)
        ab_chacha20_poly1305_encrypt(c, text + i, text + i, len - i < AB_CHACHA20_BLOCK ? len - i : AB_CHACHA20_BLOCK);
    ab_chacha20_poly1305_tag(c, tag);
}

static int check_aead(const struct ab_chacha_kernels *k, const uint8_t text[MOST], const struct answer *a)
{
    uint8_t key[AB_CHACHA20_KEY_LEN], nonce[AB_CHACHA20_POLY1305_NONCE_LEN], out[MOST + AB_POLY1305_TAG_LEN];
    uint8_t *tag = out + a->len;
    struct ab_chacha20_poly1305 c;
    int ok;

    ab_kat_key(key, sizeof(key));
    ab_kat_iv(nonce, sizeof(nonce));
    ab_chacha20_poly1305_set_key(&c, k, key);
    ok = ab_chacha20_poly1305_seal(&c, nonce, text, AAD_LEN, text, out, a->len, tag)
         && ab_kat_fold(out, a->len + AB_POLY1305_TAG_LEN) == a->aead;
    ok = ok && ab_chacha20_poly1305_open(&c, nonce, text, AAD_LEN, out, out, a->len, tag, AB_POLY1305_TAG_LEN)
         && memcmp(out, text, a->len) == 0;
    seal_in_pieces(&c, nonce, text, out, a->len, tag);
    ok = ok && ab_kat_fold(out, a->len + AB_POLY1305_TAG_LEN) == a->aead;
    tag[15] ^= 1;
    ok = ok && !ab_chacha20_poly1305_open(&c, nonce, text, AAD_LEN, out, out, a->len, tag, AB_POLY1305_TAG_LEN);
    ab_chacha20_poly1305_wipe(&c);
    return ok;
}

/* RFC 8439 sec. 2.4.2: the last 16 bytes of the ciphertext. */
static int chacha20_of_rfc(const struct ab_chacha_kernels *k)
{
    static const uint8_t iv[AB_CHACHA20_IV_LEN] = { 1, [11] = 0x4a };
    static const uint8_t answer[16] = { 0x0b, 0xbf, 0x74, 0xa3, 0x5b, 0xe6, 0xb4, 0x0b,
                                        0x8e, 0xed, 0xf2, 0x78, 0x5e, 0x42, 0x87, 0x4d };
    uint8_t key[AB_CHACHA20_KEY_LEN], out[sizeof(sunscreen)];
    struct ab_chacha20 c;

    for (unsigned i = 0; i < sizeof(key); i++)
        key[i] = (uint8_t)i;
    ab_chacha20_set_key(&c, k, key);
    ab_chacha20_set_iv(&c, iv);
    ab_chacha20_update(&c, sunscreen, out, sizeof(out));
    return memcmp(out + sizeof(out) - sizeof(answer), answer, sizeof(answer)) == 0;
}

/* RFC 8439 sec. 2.5.2. */
static int poly1305_of_rfc(const struct ab_chacha_kernels *k)
{
    static const uint8_t key[AB_POLY1305_KEY_LEN] = {
        0x85, 0xd6, 0xbe, 0x78, 0x57, 0x55, 0x6d, 0x33, 0x7f, 0x44, 0x52, 0xfe, 0x42, 0xd5, 0x06, 0xa8,
        0x01, 0x03, 0x80, 0x8a, 0xfb, 0x0d, 0xb2, 0xfd, 0x4a, 0xbf, 0xf6, 0xaf, 0x41, 0x49, 0xf5, 0x1b,
    };
    static const uint8_t message[34] = "Cryptographic Forum Research Group";
    static const uint8_t answer[AB_POLY1305_TAG_LEN] = { 0xa8, 0x06, 0x1d, 0xc1, 0x30, 0x51, 0x36, 0xc6,
                                                         0xc2, 0x2b, 0x8b, 0xaf, 0x0c, 0x01, 0x27, 0xa9 };
    uint8_t tag[AB_POLY1305_TAG_LEN];
    struct ab_poly1305 p;

    ab_poly1305_set_key(&p, k, key);
    ab_poly1305_update(&p, message, sizeof(message));
    ab_poly1305_final(&p, tag);
    return memcmp(tag, answer, sizeof(tag)) == 0;
}

/* RFC 8439 sec. 2.8.2: the tag, which authenticates the ciphertext. */
static int aead_of_rfc(const struct ab_chacha_kernels *k)
{
    static const uint8_t nonce[AB_CHACHA20_POLY1305_NONCE_LEN] = { 7,    0,    0,    0,    0x40, 0x41,
                                                                   0x42, 0x43, 0x44, 0x45, 0x46, 0x47 };
    static const uint8_t aad[12] = { 0x50, 0x51, 0x52, 0x53, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7 };
    static const uint8_t answer[AB_POLY1305_TAG_LEN] = { 0x1a, 0xe1, 0x0b, 0x59, 0x4f, 0x09, 0xe2, 0x6a,
                                                         0x7e, 0x90, 0x2e, 0xcb, 0xd0, 0x60, 0x06, 0x91 };
    uint8_t key[AB_CHACHA20_KEY_LEN], out[sizeof(sunscreen)], tag[AB_POLY1305_TAG_LEN];
    struct ab_chacha20_poly1305 c;

    for (unsigned i = 0; i < sizeof(key); i++)
        key[i] = (uint8_t)(0x80 + i);
    ab_chacha20_poly1305_set_key(&c, k, key);
    return ab_chacha20_poly1305_seal(&c, nonce, aad, sizeof(aad), sunscreen, out, sizeof(out), tag)
           && memcmp(tag, answer, sizeof(tag)) == 0;
}

/* The families that have this list, in the order of enum ab_family. */
static const struct {
    const char *name;
    int (*of_rfc)(const struct ab_chacha_kernels *k);
    int (*check)(const struct ab_chacha_kernels *k, const uint8_t text[MOST], const struct answer *a);
} members[] = {
    { "ChaCha20", chacha20_of_rfc, check_chacha20 },
    { "Poly1305", poly1305_of_rfc, check_poly1305 },
    { "ChaCha20-Poly1305", aead_of_rfc, check_aead },
};

static const char *family_name(unsigned member)
{
    return members[member].name;
}

_Static_assert(offsetof(struct ab_chacha_kernels, needs) == 0, "ab_implementation_of reads it there");

static int family_get(unsigned member, unsigned i, struct ab_implementation *out)
{
    const struct ab_chacha_kernels *k = ab_chacha_list()[i];

    if (!ab_implementation_of(k, out))
        return 0;
    if (member != AB_FAMILY_CHACHA20_POLY1305 - AB_FAMILY_CHACHA20)
        out->needs.is_fallback = k->is_fallback_alone;
    out->suits = k->suits;
    return 1;
}

static int family_self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    uint8_t text[MOST];

    (void)support;
    ab_kat_text(text, sizeof(text));
    for (unsigned i = 0; i < NUM_ANSWERS; i++)
        if (!members[member].check(kernels, text, &answers[i]))
            return 0;
    return members[member].of_rfc(kernels);
}

const struct ab_family_kind ab_chacha_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .fallback_serves = 1,
};
