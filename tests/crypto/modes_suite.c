/* The modes of stream_modes.c in the crypto layer: every length, every split, in place, at and across all levels. */
#include <string.h>

#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"
#include "stream_modes.h"

enum { IN, OUT }; /* names of the regions */
enum { MAX_LEN = 2500, SHORT = 100, NUM_RANDOM = 40, MAX_LEVELS = 4 };

static _Alignas(64) uint8_t context[MAX_CONTEXT];
static uint8_t key[64], iv[16], plain[MAX_LEN], expected[MAX_LEN], result[MAX_LEN];
static struct message_key message = { key, iv, 0, AB_REF_AES };

static size_t round_up(const struct stream_mode *m, size_t len)
{
    size_t unit = m->unit == 0 ? 1 : m->unit;

    len = (len + unit - 1) / unit * unit;
    return len < m->min_len ? m->min_len : len;
}

static void make_message(const struct stream_mode *m, size_t len)
{
    t_where.len = len;
    t_random_bytes(key, sizeof(key));
    t_random_bytes(iv, sizeof(iv));
    if (t_random_below(4) == 0)
        memset(iv + 4, 0xff, 12); /* CTR's counter wraps soon */
    t_random_bytes(plain, len);
    m->reference(&message, 0, plain, expected, len);
}

/* Process the message in one direction in one update, between guard pages. */
static void check_whole(const struct stream_mode *m, const struct ab_aes_kernels *k, int decrypt, enum t_end end,
                        int in_place, size_t len)
{
    const uint8_t *from = decrypt ? expected : plain, *to = decrypt ? plain : expected;
    uint8_t *out = t_place(OUT, end, 0, len), *in = in_place ? out : t_place(IN, end, 0, len);

    t_where.extra = (size_t)(100 * decrypt + 10 * (int)end + in_place);
    t_poison(OUT, out, len);
    memcpy(in, from, len);
    m->start(context, k, &message, decrypt);
    m->update(context, decrypt, in, out, len);
    CHECK_BYTES(out, to, len);
    CHECK(t_margins_intact(OUT, out, len));
    if (!in_place)
        CHECK_BYTES(in, from, len);
    CHECK(!t_upper_halves_dirty());
}

static void every_length(const struct stream_mode *m, const struct ab_aes_kernels *k)
{
    t_where.check = "every length (100 decrypt, 10 at end, 1 in place)";
    for (size_t len = round_up(m, 0); len <= m->long_len; len = round_up(m, t_next_len(len))) {
        make_message(m, len);
        for (int i = 0; i < 8; i++)
            check_whole(m, k, i & 1, (enum t_end)(i >> 1 & 1), i >> 2, len);
    }
}

/* Process the message in three updates that end at cut0 and cut1. */
static void check_cuts(const struct stream_mode *m, const struct ab_aes_kernels *k, int decrypt, size_t cut0,
                       size_t cut1, size_t len)
{
    const uint8_t *in = decrypt ? expected : plain;

    t_where.extra = 1000 * cut0 + cut1;
    m->start(context, k, &message, decrypt);
    m->update(context, decrypt, in, result, cut0);
    m->update(context, decrypt, in + cut0, result + cut0, cut1 - cut0);
    m->update(context, decrypt, in + cut1, result + cut1, len - cut1);
    CHECK_BYTES(result, decrypt ? plain : expected, len);
}

static void every_split(const struct stream_mode *m, const struct ab_aes_kernels *k)
{
    t_where.check = "every split in two (extra: the cuts)";
    for (size_t len = 0; len <= (t_is_slow() ? 20 : SHORT); len = round_up(m, t_next_len(len))) {
        make_message(m, len);
        for (size_t cut = 0; cut <= len; cut += m->unit)
            check_cuts(m, k, (int)(cut / m->unit & 1), cut, cut, len);
    }
    t_where.check = "every split in three (extra: the cuts)";
    make_message(m, round_up(m, 53));
    for (size_t cut0 = 0; cut0 <= t_where.len; cut0 = round_up(m, t_next_len(cut0)))
        for (size_t cut1 = cut0; cut1 <= t_where.len; cut1 = round_up(m, t_next_len(cut1)))
            check_cuts(m, k, 1, cut0, cut1, t_where.len);
}

static void update_randomly(const struct stream_mode *m, int decrypt, uint8_t *data, size_t len)
{
    while (len > 0) {
        size_t part = t_random_below(4) == 0 ? t_random_below(len) + 1 : t_random_below(40) + 1;

        part = m->unit == 0 ? len : round_up(m, part);
        part = part > len ? len : part;
        m->update(context, decrypt, data, data, part);
        data += part;
        len -= part;
    }
}

/* Encrypt longer messages in random parts at one level, and decrypt them at another. */
static void across_levels(const struct stream_mode *m, const struct ab_aes_kernels *from,
                          const struct ab_aes_kernels *to)
{
    t_where.check = "random parts, decrypted at another level";
    for (int i = 0; i < (t_is_slow() ? 1 : NUM_RANDOM); i++) {
        make_message(m, round_up(m, t_random_below(t_is_slow() ? 300 : 2 * m->long_len) + m->min_len));
        memcpy(result, plain, t_where.len);
        m->start(context, from, &message, 0);
        update_randomly(m, 0, result, t_where.len);
        CHECK_BYTES(result, expected, t_where.len);
        m->start(context, to, &message, 1);
        update_randomly(m, 1, result, t_where.len);
        CHECK_BYTES(result, plain, t_where.len);
    }
}

static void check_wipe(const struct stream_mode *m, const struct ab_aes_kernels *k)
{
    size_t left = 0;

    t_where.check = "wipe";
    make_message(m, 32);
    m->start(context, k, &message, 0);
    m->update(context, 0, plain, result, 32);
    m->wipe(context);
    for (size_t i = 0; i < m->context_len; i++)
        left += context[i] != 0;
    CHECK(left == 0);
}

static const struct ab_aes_kernels *levels[MAX_LEVELS];
static size_t num_levels;

/* Return whether to test keys of 16 + 8 * bit bytes: in a brief run, the longest alone. */
static int has_key_size(const struct stream_mode *m, unsigned bit)
{
    if (!t_has_key_len(message.cipher, 16 + 8 * bit))
        return 0;
    return (m->key_lens >> bit & 1) && !(t_is_brief() && m->key_lens >> (bit + 1) != 0);
}

static void test_level(const struct ab_aes_kernels *k)
{
    levels[num_levels++] = k;
    for (size_t i = 0; i < num_stream_modes; i++) {
        const struct stream_mode *m = &stream_modes[i];

        if (!t_is_wanted(m->name) || !t_has_mode(message.cipher, m->name))
            continue;
        t_where.subject = m->name;
        for (unsigned bit = 0; bit < 3; bit++) {
            if (!has_key_size(m, bit))
                continue;
            t_where.key_len = message.key_len = 16 + 8 * bit;
            every_length(m, k);
            if (m->unit != 0)
                every_split(m, k);
            check_wipe(m, k);
            for (size_t other = 0; other < num_levels; other++) {
                across_levels(m, k, levels[other]);
                across_levels(m, levels[other], k);
            }
        }
    }
}

void ab_suite_modes(void)
{
    for (unsigned cipher = AB_REF_AES; cipher <= AB_REF_CAMELLIA; cipher++) {
        num_levels = 0;
        message.cipher = (enum ab_ref_cipher)cipher;
        t_each_level_of(message.cipher, test_level);
    }
}
