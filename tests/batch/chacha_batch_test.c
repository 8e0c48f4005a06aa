/*
 * Compare many messages of ChaCha20-Poly1305 and XChaCha20-Poly1305 at once with the same messages one at a time, by
 * every implementation that this processor can run: any number of messages, short ones and long ones mixed, in place
 * and apart, right tags and wrong ones. XChaCha20's vectors are those of draft-irtf-cfrg-xchacha-03.
 */
#include <string.h>

#include "afterburner/chacha20_poly1305_batch.h"
#include "harness/harness.h"

enum { MAX_NUM = 90, MAX_LEN = 2200, MAX_AAD = 80, TAG = AB_POLY1305_TAG_LEN, NUM_ROUNDS = 60 };

typedef int many_fn(const struct ab_chacha_kernels *, struct ab_chacha20_poly1305_message[], size_t);

static const struct ab_chacha_kernels *kernels;
static struct ab_chacha20_poly1305_message messages[MAX_NUM];
static uint8_t keys[MAX_NUM][AB_CHACHA20_KEY_LEN], nonces[MAX_NUM][AB_XCHACHA20_NONCE_LEN], aads[MAX_NUM][MAX_AAD];
static uint8_t texts[MAX_NUM][MAX_LEN], sealed[MAX_NUM][MAX_LEN], tags[MAX_NUM][TAG];
static uint8_t outs[MAX_NUM][MAX_LEN + 1], made[MAX_NUM][TAG];

/* Seal message i alone. */
static void seal_alone(size_t i, int is_extended)
{
    const struct ab_chacha20_poly1305_message *m = &messages[i];
    struct ab_chacha20_poly1305 c;

    if (is_extended) {
        ab_xchacha20_poly1305_start(&c, kernels, m->key, m->nonce);
    } else {
        ab_chacha20_poly1305_set_key(&c, kernels, m->key);
        ab_chacha20_poly1305_set_nonce(&c, m->nonce);
    }
    CHECK(ab_chacha20_poly1305_aad(&c, m->aad, m->aad_len));
    CHECK(ab_chacha20_poly1305_encrypt(&c, texts[i], sealed[i], m->len));
    ab_chacha20_poly1305_tag(&c, tags[i]);
}

/* Most messages are short; those at the limit, and longer ones, are processed otherwise. */
static size_t draw_len(void)
{
    switch (t_random_below(8)) {
    case 0: return t_random_below(MAX_LEN + 1);
    case 1: return AB_CHACHA20_POLY1305_SHORT + t_random_below(2);
    case 2: return 64 * t_random_below(17);
    default: return t_random_below(200);
    }
}

static void draw_messages(size_t num, int is_extended)
{
    const int one_key = t_random_below(2) == 0;

    t_random_bytes(keys, sizeof(keys));
    t_random_bytes(nonces, sizeof(nonces));
    t_random_bytes(aads, sizeof(aads));
    for (size_t i = 0; i < num; i++) {
        messages[i] = (struct ab_chacha20_poly1305_message){
            .key = keys[one_key ? 0 : i],
            .nonce = nonces[i],
            .aad = aads[i],
            .aad_len = t_random_below(MAX_AAD + 1),
            .len = draw_len(),
            .ok = -1,
        };
        t_random_bytes(texts[i], messages[i].len);
        seal_alone(i, is_extended);
    }
}

/* Let each message read from `from`, in place or apart. */
static void point(size_t num, uint8_t (*from)[MAX_LEN], uint8_t (*tag)[TAG])
{
    const int in_place = t_random_below(2) == 0;

    for (size_t i = 0; i < num; i++) {
        memset(outs[i], 0xa5, sizeof(outs[i]));
        if (in_place)
            memcpy(outs[i], from[i], messages[i].len);
        messages[i].in = in_place ? outs[i] : from[i];
        messages[i].out = outs[i];
        messages[i].tag = tag[i];
    }
}

static void check_seal(size_t num, many_fn *seal)
{
    t_where.check = "seal";
    point(num, texts, made);
    CHECK(seal(kernels, messages, num) == 1);
    for (size_t i = 0; i < num; i++) {
        t_where.len = messages[i].len;
        CHECK(messages[i].ok == 1);
        CHECK_BYTES(outs[i], sealed[i], messages[i].len);
        CHECK_BYTES(made[i], tags[i], TAG);
        CHECK(outs[i][messages[i].len] == 0xa5);
    }
}

/* Spoil about a quarter of the tags. */
static void check_open(size_t num, many_fn *open)
{
    int all = 1;

    t_where.check = "open";
    point(num, sealed, made);
    for (size_t i = 0; i < num; i++)
        if (t_random_below(4) == 0)
            made[i][t_random_below(TAG)] ^= (uint8_t)(1 << t_random_below(8));
    for (size_t i = 0; i < num; i++)
        all &= memcmp(made[i], tags[i], TAG) == 0;
    CHECK(open(kernels, messages, num) == all);
    for (size_t i = 0; i < num; i++) {
        const int is_right = memcmp(made[i], tags[i], TAG) == 0;

        t_where.len = messages[i].len;
        CHECK(messages[i].ok == is_right);
        if (!is_right)
            memset(texts[i], 0, messages[i].len);
        CHECK_BYTES(outs[i], texts[i], messages[i].len);
        CHECK(outs[i][messages[i].len] == 0xa5);
    }
}

static void check_many(void)
{
    for (unsigned round = 0; round < NUM_ROUNDS; round++) {
        const size_t num = round < 8 ? round : t_random_below(MAX_NUM + 1);
        const int is_extended = round % 2 == 1;

        t_where.subject = is_extended ? "XChaCha20-Poly1305" : "ChaCha20-Poly1305";
        t_where.extra = num;
        draw_messages(num, is_extended);
        check_seal(num, is_extended ? ab_xchacha20_poly1305_seal_many : ab_chacha20_poly1305_seal_many);
        check_open(num, is_extended ? ab_xchacha20_poly1305_open_many : ab_chacha20_poly1305_open_many);
    }
}

/* sec. 2.2.1 */
static void check_hchacha20(void)
{
    static const uint8_t nonce[AB_HCHACHA20_NONCE_LEN] = {
        0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0, 0x31, 0x41, 0x59, 0x27
    };
    static const uint8_t answer[AB_CHACHA20_KEY_LEN] = {
        0x82, 0x41, 0x3b, 0x42, 0x27, 0xb2, 0x7b, 0xfe, 0xd3, 0x0e, 0x42, 0x50, 0x8a, 0x87, 0x7d, 0x73,
        0xa0, 0xf9, 0xe4, 0xd5, 0x8a, 0x74, 0xa8, 0x53, 0xc1, 0x2e, 0xc4, 0x13, 0x26, 0xd3, 0xec, 0xdc,
    };
    uint8_t key[AB_CHACHA20_KEY_LEN], out[AB_CHACHA20_KEY_LEN];

    t_where.check = "HChaCha20's vector";
    for (unsigned i = 0; i < sizeof(key); i++)
        key[i] = (uint8_t)i;
    ab_hchacha20(kernels, key, nonce, out);
    CHECK_BYTES(out, answer, sizeof(answer));
}

/* Appendix A.3.1: the first 16 bytes of ciphertext and the tag, alone and as one of many. */
static void check_vector(void)
{
    static const uint8_t text[114] = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip "
                                     "for the future, sunscreen would be it.";
    static const uint8_t aad[12] = { 0x50, 0x51, 0x52, 0x53, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7 };
    static const uint8_t begin[16] = { 0xbd, 0x6d, 0x17, 0x9d, 0x3e, 0x83, 0xd4, 0x3b,
                                       0x95, 0x76, 0x57, 0x94, 0x93, 0xc0, 0xe9, 0x39 };
    static const uint8_t tag[TAG] = { 0xc0, 0x87, 0x59, 0x24, 0xc1, 0xc7, 0x98, 0x79,
                                      0x47, 0xde, 0xaf, 0xd8, 0x78, 0x0a, 0xcf, 0x49 };
    uint8_t key[AB_CHACHA20_KEY_LEN], nonce[AB_XCHACHA20_NONCE_LEN], out[sizeof(text)], got[TAG];
    struct ab_chacha20_poly1305_message message = { key, nonce, aad, sizeof(aad), text, out, sizeof(text), got, 0 };

    t_where.check = "XChaCha20-Poly1305's vector";
    for (unsigned i = 0; i < sizeof(key); i++)
        key[i] = (uint8_t)(0x80 + i);
    for (unsigned i = 0; i < sizeof(nonce); i++)
        nonce[i] = (uint8_t)(0x40 + i);
    CHECK(ab_xchacha20_poly1305_seal_many(kernels, &message, 1));
    CHECK_BYTES(out, begin, sizeof(begin));
    CHECK_BYTES(got, tag, sizeof(tag));
}

int main(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_chacha_kernels *const *k = ab_chacha_list(); *k != NULL; k++) {
        if (!ab_chacha_is_usable(*k, &cpu))
            continue;
        kernels = *k;
        t_where.level = ab_chacha_level(kernels);
        check_hchacha20();
        check_vector();
        check_many();
    }
    return t_finish();
}
