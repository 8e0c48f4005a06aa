/*
 * The modes of aead_modes.c: every length of message and associated data, every split, every altered bit, and messages
 * sealed at one level and opened at another. CCM also where the encoding of lengths changes or ends.
 */
#include <string.h>

#include "aead_modes.h"
#include "afterburner/aes_gcm.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"

enum { IN, OUT, AAD, SMALL }; /* names of the regions; nonce and tag share the last one, at its two ends */
enum { MAX_LEN = 9000, MAX_AAD = 1200, SHORT = 50, MAX_LEVELS = 4, NUM_RANDOM = 60 };

static _Alignas(64) uint8_t context[MAX_AEAD_CONTEXT];
static uint8_t key[64], plain[MAX_LEN], sealed[MAX_LEN], right_tag[16];
static struct ab_ref_aead a; /* nonce and aad end at guard pages */

/* Make a new key, a nonce and a text of these lengths; the reference computes sealed and right_tag. */
static void make_message(const struct aead_mode *m, size_t len, size_t aad_len, size_t nonce_len, size_t tag_len)
{
    uint8_t *aad = t_place(AAD, T_AT_END, 0, aad_len), *nonce = t_place(SMALL, T_AT_END, 0, nonce_len);

    t_where.len = len;
    t_where.extra = aad_len;
    t_random_bytes(key, sizeof(key));
    t_random_bytes(aad, aad_len);
    t_random_bytes(nonce, nonce_len);
    t_random_bytes(plain, len);
    a.key = key;
    a.nonce = nonce;
    a.nonce_len = nonce_len;
    a.aad = aad;
    a.aad_len = aad_len;
    a.tag_len = tag_len;
    m->reference(&a, 0, plain, sealed, len, right_tag);
}

static size_t random_nonce_len(const struct aead_mode *m)
{
    return m->nonce_min <= 12 && m->nonce_max >= 12 && t_random_below(2)
               ? 12
               : m->nonce_min + t_random_below(m->nonce_max - m->nonce_min + 1);
}

static size_t random_tag_len(const struct aead_mode *m)
{
    return m->tag_min + m->tag_step * t_random_below((16 - m->tag_min) / m->tag_step + 1);
}

static size_t cut_below(const struct aead_mode *m, size_t len)
{
    return m->cut_unit == 0 ? 0 : t_random_below(len / m->cut_unit + 1) * m->cut_unit;
}

static struct cuts random_cuts(const struct aead_mode *m, size_t len)
{
    struct cuts c = { cut_below(m, a.aad_len), 0, cut_below(m, len) };

    c.first = cut_below(m, c.second);
    return c;
}

/* Process the message in one direction between guard pages, in place or to other memory. */
static void check_run(const struct aead_mode *m, const struct ab_aes_kernels *k, int decrypt, int in_place,
                      enum t_end end, const struct cuts *cuts)
{
    size_t len = t_where.len;
    uint8_t *out = t_place(OUT, end, 0, len), *in = in_place ? out : t_place(IN, end, 0, len);
    uint8_t *tag = t_place(SMALL, T_AT_START, 0, 16);
    const uint8_t *from = decrypt ? sealed : plain;

    t_poison(OUT, out, len);
    memcpy(in, from, len);
    memcpy(tag, right_tag, 16);
    if (!decrypt)
        memset(tag, 0, 16);
    CHECK(m->run(context, k, &a, decrypt, in, out, len, tag, cuts) == 1);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(out, decrypt ? plain : sealed, len);
    CHECK_BYTES(tag, right_tag, a.tag_len);
    CHECK(t_margins_intact(OUT, out, len));
    if (!in_place)
        CHECK_BYTES(in, from, len);
}

static void every_length(const struct aead_mode *m, const struct ab_aes_kernels *k)
{
    t_where.check = "every length (extra: of the associated data)";
    for (size_t len = 0; len <= T_LONG; len = t_next_len(len)) {
        make_message(m, len, t_random_below(70), random_nonce_len(m), random_tag_len(m));
        for (int i = 0; i < 4; i++) {
            struct cuts cuts = random_cuts(m, len);

            check_run(m, k, i & 1, i >> 1, (enum t_end)((i ^ (int)len) & 1), &cuts);
        }
    }
    t_where.check = "every length of the associated data";
    for (size_t len = 0; len <= T_LONG; len = t_next_len(len)) {
        struct cuts cuts;

        make_message(m, len % 20, len, random_nonce_len(m), 16);
        cuts = random_cuts(m, len % 20);
        check_run(m, k, 0, 0, T_AT_END, &cuts);
        check_run(m, k, 1, 1, T_AT_END, &cuts);
    }
}

/* CCM writes the length of the associated data in two bytes below 0xff00, and in six from there on. */
static void long_associated_data(const struct aead_mode *m, const struct ab_aes_kernels *k)
{
    static const struct cuts none = { 0, 0, 0 };
    static uint8_t aad[0xff00];

    t_where.check = "associated data of 0xfeff and 0xff00 bytes";
    make_message(m, 20, 0, m->nonce_max < 12 ? m->nonce_max : 12, 16);
    t_random_bytes(aad, sizeof(aad));
    a.aad = aad;
    for (size_t len = sizeof(aad) - 1; len <= sizeof(aad); len++) {
        t_where.extra = a.aad_len = len;
        m->reference(&a, 0, plain, sealed, 20, right_tag);
        check_run(m, k, 0, 0, T_AT_END, &none);
        check_run(m, k, 1, 1, T_AT_END, &none);
    }
}

static void every_nonce_and_tag(const struct aead_mode *m, const struct ab_aes_kernels *k)
{
    const struct cuts none = { 0, 0, 0 };

    t_where.check = "every length of nonce and tag (extra: of the nonce)";
    for (size_t nonce_len = m->nonce_min; nonce_len <= m->nonce_max; nonce_len = t_next_len(nonce_len))
        for (size_t tag_len = m->tag_min; tag_len <= 16; tag_len += m->tag_step) {
            make_message(m, 37, 21, nonce_len, tag_len);
            t_where.extra = nonce_len;
            check_run(m, k, 0, 1, T_AT_END, &none);
            check_run(m, k, 1, 0, T_AT_START, &none);
        }
}

static void every_split(const struct aead_mode *m, const struct ab_aes_kernels *k)
{
    size_t step = m->cut_unit, len = t_is_slow() ? 20 : step * 6 + SHORT;

    t_where.check = "every split in three, of associated data in two (extra: the cuts)";
    make_message(m, len, len - 9, 12, 16);
    for (size_t first = 0; first <= len; first += step)
        for (size_t second = first; second <= len; second += step) {
            struct cuts cuts = { second / step % ((len - 9) / step + 1) * step, first, second };

            t_where.extra = 1000 * first + second;
            check_run(m, k, (int)(second / step) & 1, 1, T_AT_END, &cuts);
        }
}

/* Every altered bit of tag, text, nonce or associated data is detected. */
static void check_refused(const struct aead_mode *m, const struct ab_aes_kernels *k, size_t len, size_t bit)
{
    static const struct cuts none = { 0, 0, 0 };
    uint8_t *out = t_place(OUT, T_AT_END, 0, len);
    size_t not_zero = 0;

    t_where.extra = bit;
    CHECK(m->run(context, k, &a, 1, sealed, out, len, right_tag, &none) == 0);
    for (size_t i = 0; i < len; i++)
        not_zero += out[i] != 0;
    CHECK(!m->zeroes || not_zero == 0);
}

static void flip_each(const struct aead_mode *m, const struct ab_aes_kernels *k, size_t len, uint8_t *bytes, size_t num)
{
    for (size_t bit = 0; bit < 8 * num; bit += t_is_slow() ? 17 : 1) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        check_refused(m, k, len, bit);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

static void every_altered_bit(const struct aead_mode *m, const struct ab_aes_kernels *k)
{
    static const size_t lens[] = { 0, 1, 31, 80 };

    for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
        size_t len = lens[i], nonce_len = m->nonce_max >= 12 ? 12 : m->nonce_max;

        make_message(m, len, 17, nonce_len, 16);
        t_where.check = "altered tag";
        flip_each(m, k, len, right_tag, 16);
        t_where.check = "altered text";
        flip_each(m, k, len, sealed, len);
        t_where.check = "altered nonce";
        flip_each(m, k, len, t_place(SMALL, T_AT_END, 0, nonce_len), nonce_len);
        t_where.check = "altered associated data";
        flip_each(m, k, len, t_place(AAD, T_AT_END, 0, 17), 17);
    }
}

/* A nonce of n bytes leaves 15 - n for the length of the message. */
static void check_longest_ccm(const struct ab_aes_kernels *k)
{
    static const uint8_t nonce[13];
    struct ab_aes_ccm c;

    t_where.check = "CCM: the longest message (extra: bytes of its length)";
    ab_aes_ccm_set_key(&c, k, key, 16);
    for (unsigned q = 2; q <= 8; q++) {
        const uint64_t longest = UINT64_MAX >> (64 - 8 * q);

        t_where.extra = q;
        CHECK(ab_aes_ccm_start(&c, nonce, 15 - q, 16, longest));
        CHECK(q == 8 || !ab_aes_ccm_start(&c, nonce, 15 - q, 16, longest + 1));
    }
    ab_aes_ccm_wipe(&c);
}

/* Messages of one key in any order of lengths; the context's memory held something else before the key was set. */
static void check_powers_of_gcm(const struct ab_aes_kernels *k)
{
    static struct ab_aes_gcm g;
    static uint8_t fixed[32];

    t_where.subject = "GCM";
    t_where.check = "powers made as messages need them";
    memset(&g, 0xa5, sizeof(g));
    t_random_bytes(fixed, sizeof(fixed));
    a.key_len = 16;
    ab_aes_gcm_set_key(&g, k, fixed, a.key_len);
    for (unsigned i = 0; i < (t_is_slow() ? 4 : 200); i++) {
        size_t len = t_random_below(i < 20 ? 16 * i + 1 : 1200), aad_len = t_random_below(40);
        uint8_t *out = t_place(OUT, T_AT_END, 0, len), tag[16];

        make_message(&aead_modes[0], len, aad_len, 12, 16);
        a.key = fixed;
        aead_modes[0].reference(&a, 0, plain, sealed, len, right_tag);
        ab_aes_gcm_set_iv(&g, a.nonce, a.nonce_len);
        CHECK(ab_aes_gcm_aad(&g, a.aad, aad_len) && ab_aes_gcm_encrypt(&g, plain, out, len));
        ab_aes_gcm_tag(&g, tag);
        CHECK_BYTES(out, sealed, len);
        CHECK_BYTES(tag, right_tag, sizeof(tag));
        CHECK(i != 0 || g.hash.num <= 4); /* no text, three blocks of AAD, the lengths */
    }
    ab_aes_gcm_wipe(&g);
}

/* A block may consist of many pieces. From the third one on, their keystream was kept by the piece before. */
static void check_pieces_of_gcm(const struct ab_aes_kernels *k)
{
    static struct ab_aes_gcm g;
    const size_t len = 100;

    t_where.subject = "GCM";
    t_where.check = "pieces of one length (extra: the length)";
    a.key_len = 16;
    for (size_t most = 1; most <= 40; most++) {
        uint8_t *out = t_place(OUT, T_AT_END, 0, len), tag[16];
        int decrypt = most & 1;

        make_message(&aead_modes[0], len, 20, 12, 16);
        t_where.extra = most;
        ab_aes_gcm_set_key(&g, k, a.key, a.key_len);
        ab_aes_gcm_set_iv(&g, a.nonce, a.nonce_len);
        CHECK(ab_aes_gcm_aad(&g, a.aad, 20));
        for (size_t done = 0; done < len; done += most) {
            size_t n = most < len - done ? most : len - done;

            CHECK(decrypt ? ab_aes_gcm_decrypt(&g, sealed + done, out + done, n)
                          : ab_aes_gcm_encrypt(&g, plain + done, out + done, n));
        }
        ab_aes_gcm_tag(&g, tag);
        CHECK_BYTES(out, decrypt ? plain : sealed, len);
        CHECK_BYTES(tag, right_tag, sizeof(tag));
    }
    ab_aes_gcm_wipe(&g);
}

static void across_levels(const struct aead_mode *m, const struct ab_aes_kernels *from, const struct ab_aes_kernels *to)
{
    t_where.check = "longer messages, opened at another level";
    for (int i = 0; i < (t_is_slow() ? 1 : NUM_RANDOM); i++) {
        size_t len = t_random_below(t_is_slow() ? 300 : MAX_LEN);
        struct cuts cuts;

        make_message(m, len, t_random_below(MAX_AAD), random_nonce_len(m), random_tag_len(m));
        cuts = random_cuts(m, len);
        check_run(m, from, 0, 1, T_AT_END, &cuts);
        cuts = random_cuts(m, len);
        check_run(m, to, 1, 1, T_AT_START, &cuts);
    }
}

static void check_wipe(const struct aead_mode *m)
{
    size_t left = 0;

    t_where.check = "wipe";
    m->wipe(context);
    for (size_t i = 0; i < m->context_len; i++)
        left += context[i] != 0;
    CHECK(left == 0);
}

static const struct ab_aes_kernels *levels[MAX_LEVELS];
static size_t num_levels;

static void test_mode(const struct aead_mode *m, const struct ab_aes_kernels *k)
{
    every_length(m, k);
    if (a.key_len == 16 * m->num_keys && !t_is_slow())
        long_associated_data(m, k);
    every_nonce_and_tag(m, k);
    if (m->cut_unit != 0)
        every_split(m, k);
    every_altered_bit(m, k);
    for (size_t i = 0; i < num_levels; i++) {
        across_levels(m, k, levels[i]);
        across_levels(m, levels[i], k);
    }
    check_wipe(m);
}

/*
 * Return whether to test keys of 16 + 8 * bit bytes: in a brief run, and with ARIA, whose reference is slow, the
 * longest alone.
 */
static int has_key_size(const struct aead_mode *m, unsigned bit)
{
    if (!t_has_key_len(a.cipher, 16 + 8 * bit) || !t_has_mode(a.cipher, m->name))
        return 0;
    return (m->key_sizes >> bit & 1) && !((t_is_brief() || a.cipher == AB_REF_ARIA) && m->key_sizes >> (bit + 1) != 0);
}

static void test_level(const struct ab_aes_kernels *k)
{
    levels[num_levels++] = k;
    check_longest_ccm(k);
    check_powers_of_gcm(k);
    check_pieces_of_gcm(k);
    for (size_t i = 0; i < num_aead_modes; i++)
        for (unsigned bit = 0; bit < 3; bit++) {
            if (!has_key_size(&aead_modes[i], bit))
                continue;
            t_where.subject = aead_modes[i].name;
            t_where.key_len = a.key_len = aead_modes[i].num_keys * (16 + 8 * bit);
            test_mode(&aead_modes[i], k);
        }
}

void ab_suite_aead(void)
{
    for (unsigned cipher = AB_REF_AES; cipher <= AB_REF_ARIA; cipher++) {
        num_levels = 0;
        a.cipher = (enum ab_ref_cipher)cipher;
        t_each_level_of(a.cipher, test_level);
    }
}
