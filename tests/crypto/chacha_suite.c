/*
 * ChaCha20, Poly1305 and ChaCha20-Poly1305: every implementation that this processor can run against a plain model
 * (chacha_model.c), at every length, in any parts, between guard pages, with counters that wrap and with sums of
 * Poly1305 at the edges of its prime. The known-answer tests (RFC 8439) must fail for each kernel that does nothing.
 */
#include <string.h>

#include "afterburner/chacha20_poly1305.h"
#include "chacha_model.h"
#include "crypto/implementation.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"
#include "kernels/chacha/chacha_kernels.h"

enum { IN, OUT, STATE }; /* names of the regions */
enum { MAX_TEXT = 8192, MAX_LONG = 16384, MAX_AAD = 1200, BLOCK = AB_CHACHA20_BLOCK };

static uint8_t key[32], iv[16], aad[MAX_AAD], tag[16];
static uint8_t input[MAX_LONG], keystream[MAX_LONG + 2 * BLOCK], expected[MAX_LONG];

/* Expect in `expected` the input encrypted by the key stream from its byte `from` on. */
static void make_expected(size_t from, size_t len)
{
    for (size_t i = 0; i < len; i++)
        expected[i] = input[i] ^ keystream[from + i];
}

/* New key, IV, AAD and text, and the key stream from counter `low`, `high` on, for texts of at most max_len bytes. */
static void randomize_long(uint32_t low, uint32_t high, size_t max_len)
{
    t_random_bytes(key, sizeof(key));
    t_random_bytes(iv, sizeof(iv));
    t_random_bytes(aad, sizeof(aad));
    t_random_bytes(input, sizeof(input));
    memcpy(iv, &low, sizeof(low));
    memcpy(iv + 4, &high, sizeof(high));
    model_keystream(key, iv, keystream, max_len / BLOCK + 2);
}

static void randomize(uint32_t low, uint32_t high)
{
    randomize_long(low, high, MAX_TEXT);
}

/* ---- the kernel of the stream ---- */

/* Make one call with each argument beside a guard page. in == out if both regions are the same. */
static void check_stream_call(const struct ab_chacha_kernels *k, uint8_t *in, uint8_t *out, size_t len, enum t_end end)
{
    struct state {
        uint32_t key[8], counter[4];
        uint8_t tail[BLOCK];
    } *s = (void *)t_place(STATE, end, 0, sizeof(*s));
    uint64_t counter, after;

    t_poison(OUT, out, len);
    t_poison(STATE, (uint8_t *)s, sizeof(*s));
    memcpy(s->key, key, sizeof(s->key));
    memcpy(s->counter, iv, sizeof(s->counter));
    memcpy(in, input, len);
    k->stream(s->key, s->counter, in, out, len, s->tail);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(out, expected, len);
    CHECK(t_margins_intact(OUT, out, len));
    CHECK(t_margins_intact(STATE, (const uint8_t *)s, sizeof(*s)));
    memcpy(&counter, iv, sizeof(counter));
    memcpy(&after, s->counter, sizeof(after));
    CHECK(after == counter + (len + BLOCK - 1) / BLOCK);
    CHECK_BYTES(s->counter + 2, iv + 8, 8);
    CHECK_BYTES(s->key, key, sizeof(key));
    if (len % BLOCK != 0)
        CHECK_BYTES(s->tail, keystream + len / BLOCK * BLOCK, BLOCK);
    else
        CHECK(t_is_poison(s->tail, BLOCK));
    if (in != out)
        CHECK_BYTES(in, input, len);
}

static void check_stream_len(const struct ab_chacha_kernels *k, size_t len)
{
    t_where.len = len;
    make_expected(0, len);
    for (enum t_end end = T_AT_START; end <= T_AT_END; end++) {
        uint8_t *out = t_place(OUT, end, 0, len);

        t_where.extra = end;
        check_stream_call(k, t_place(IN, end, 0, len), out, len, end);
        check_stream_call(k, out, out, len, end);
    }
}

static void check_stream(const struct ab_chacha_kernels *k)
{
    static const size_t longer[] = { 2048, 2049, 4095, 6000, MAX_TEXT - 31, MAX_TEXT, 1536, 1537, 3584, 3585 };

    t_where.subject = "ChaCha20";
    t_where.check = "every length";
    for (size_t len = 0; len <= T_LONG; len = t_next_len(len)) {
        if (len % 64 < 40 && !t_is_slow())
            randomize((uint32_t)(0 - t_random_below(20)), len % 2 ? UINT32_MAX : (uint32_t)t_random());
        else
            randomize(1, 2);
        check_stream_len(k, len);
    }
    for (size_t i = 0; i < sizeof(longer) / sizeof(longer[0]) && !t_is_slow(); i++)
        check_stream_len(k, longer[i]);
    t_where.check = "wrapping counter";
    for (uint32_t before = 0; before <= 33; before += t_is_slow() ? 11 : 1) {
        randomize(0 - before, UINT32_MAX);
        check_stream_len(k, 40 * BLOCK);
    }
}

/* ---- ChaCha20 in parts ---- */

static void check_parts_of_stream(const struct ab_chacha_kernels *k)
{
    static uint8_t out[MAX_TEXT];
    struct ab_chacha20 c, copy;
    size_t at, part;

    t_where.subject = "ChaCha20";
    t_where.check = "parts";
    for (unsigned i = 0; i < (t_is_slow() ? 3 : 300); i++) {
        const size_t len = t_is_slow() ? 1500 : MAX_TEXT, most = i % 3 == 0 ? 20 : i % 3 == 1 ? 150 : 1500;

        t_where.extra = i;
        randomize((uint32_t)(0 - i), i % 2 ? UINT32_MAX : 7);
        make_expected(0, len);
        ab_chacha20_set_key(&c, k, key);
        ab_chacha20_set_iv(&c, iv);
        for (at = 0; at < len; at += part) {
            part = t_random_below(most) + (at == 0);
            part = part < len - at ? part : len - at;
            copy = c;
            ab_chacha20_update(&copy, input + at, out + at, part);
            CHECK_BYTES(out + at, expected + at, part);
            memcpy(out + at, input + at, part);
            ab_chacha20_update(&c, out + at, out + at, part);
        }
        CHECK_BYTES(out, expected, len);
    }
    ab_chacha20_set_key(&c, k, key); /* the IV is zeros */
    memset(iv, 0, sizeof(iv));
    model_keystream(key, iv, keystream, 2);
    make_expected(0, 100);
    ab_chacha20_update(&c, input, out, 100);
    CHECK_BYTES(out, expected, 100);
    ab_chacha20_wipe(&c);
    memset(&copy, 0, sizeof(copy));
    CHECK_BYTES(&c, &copy, sizeof(c));
}

/* ---- Poly1305 ---- */

static void check_poly1305_message(const struct ab_chacha_kernels *k, const uint8_t *in, size_t len)
{
    struct ab_poly1305 p, copy;
    uint8_t right[16];
    size_t part = t_random_below(len + 1), next = t_random_below(len - part + 1);

    t_where.len = len;
    model_poly1305(key, in, len, right);
    ab_poly1305_set_key(&p, k, key);
    ab_poly1305_update(&p, in, len);
    CHECK(!t_upper_halves_dirty());
    ab_poly1305_final(&p, tag);
    CHECK_BYTES(tag, right, sizeof(right));
    t_where.extra = part;
    ab_poly1305_set_key(&p, k, key);
    ab_poly1305_update(&p, in, part);
    ab_poly1305_update(&p, in + part, next);
    copy = p;
    ab_poly1305_update(&p, in + part + next, len - part - next);
    ab_poly1305_final(&p, tag);
    CHECK_BYTES(tag, right, sizeof(right));
    ab_poly1305_update(&copy, in + part + next, len - part - next);
    ab_poly1305_final(&copy, tag);
    CHECK_BYTES(tag, right, sizeof(right));
    memset(&p, 0, sizeof(p));
    CHECK_BYTES(&copy, &p, sizeof(p));
}

/* Messages of all ones or zeros, and few other bits, under keys of the same kind: the longest chains of carries. */
static void check_hard_poly1305(const struct ab_chacha_kernels *k)
{
    static const uint8_t fills[] = { 0x00, 0xff, 0x01, 0xfb, 0xfc };
    enum { MOST = 4096 };
    uint8_t *in = t_place(IN, T_AT_END, 0, MOST);

    t_where.check = "hard sums";
    for (unsigned i = 0; i < (t_is_slow() ? 20 : 1500); i++) {
        const size_t most = i % 4 == 3 ? MOST : T_LONG;

        t_where.extra = i;
        memset(key, fills[i % 5], 16);
        memset(key + 16, fills[i / 5 % 5], 16);
        memset(in, fills[i / 25 % 5], most);
        for (unsigned j = 0; j < i % 7; j++) {
            in[t_random_below(most)] = fills[t_random_below(5)];
            key[t_random_below(32)] ^= (uint8_t)(1 << t_random_below(8));
        }
        check_poly1305_message(k, in + i % 16, t_random_below(most - 16));
    }
}

/*
 * With r = 1 the tag is the sum of the blocks: sums round 2^130 - 5, its multiples and 2^128. Each block adds 2^128 by
 * itself, so four of them and a last one of `end` reach 2^130 + end.
 */
static void check_sums(const struct ab_chacha_kernels *k)
{
    uint8_t *in = t_place(IN, T_AT_END, 0, 64 * BLOCK);

    t_where.check = "sums round the prime";
    for (size_t num = 1; num <= 64; num += t_is_slow() ? 9 : 1)
        for (int end = -12; end <= 12; end += t_is_slow() ? 4 : 1) {
            uint8_t *last = in + 16 * (num - 1);

            memset(key, 0, sizeof(key));
            key[0] = 1;
            memset(in, 0, 16 * num);
            memset(last, end < 0 ? 0xff : 0, 16);
            last[0] = (uint8_t)end;
            t_where.extra = (size_t)end;
            check_poly1305_message(k, in, 16 * num);
        }
}

static void check_poly1305(const struct ab_chacha_kernels *k)
{
    t_where.subject = "Poly1305";
    t_where.check = "every length";
    for (size_t len = 0; len <= T_LONG; len = t_next_len(len)) {
        uint8_t *in = t_place(IN, len % 2 ? T_AT_START : T_AT_END, 0, len);

        t_random_bytes(key, sizeof(key));
        t_random_bytes(in, len);
        check_poly1305_message(k, in, len);
    }
    if (!t_is_slow()) {
        t_random_bytes(input, sizeof(input));
        for (size_t len = 1500; len <= MAX_TEXT; len += 333)
            check_poly1305_message(k, input, len);
    }
    check_hard_poly1305(k);
    check_sums(k);
}

/* ---- ChaCha20-Poly1305 ---- */

/* AAD of many lengths, most of them short. */
static size_t pick_aad_len(size_t i)
{
    static const size_t lens[] = { 0, 5, 13, 16, 12, 63, 64, 65, 80, 200, 129, 31, 1024 };

    return lens[i % (sizeof(lens) / sizeof(lens[0]))];
}

static void prepare_message(size_t len, size_t aad_len)
{
    make_expected(BLOCK, len);
    model_aead_tag(keystream, aad, aad_len, expected, len, tag);
}

/* Seal and open in one call each, in place and apart, before and after guard pages; then with a wrong tag. */
static void check_message(const struct ab_chacha_kernels *k, struct ab_chacha20_poly1305 *c, size_t len, size_t aad_len,
                          enum t_end end)
{
    uint8_t *in = t_place(IN, end, 0, len), *out = t_place(OUT, end, 0, len), made[16];
    const uint8_t *nonce = iv + 4;

    t_where.len = len;
    t_where.extra = aad_len;
    ab_chacha20_poly1305_set_key(c, k, key);
    for (unsigned apart = 0; apart <= 1; apart++) {
        uint8_t *from = apart ? in : out;

        t_poison(OUT, out, len);
        memcpy(from, input, len);
        CHECK(ab_chacha20_poly1305_seal(c, nonce, aad, aad_len, from, out, len, made));
        CHECK(!t_upper_halves_dirty());
        CHECK_BYTES(out, expected, len);
        CHECK_BYTES(made, tag, sizeof(tag));
        CHECK(t_margins_intact(OUT, out, len));
        memcpy(from, expected, len);
        CHECK(ab_chacha20_poly1305_open(c, nonce, aad, aad_len, from, out, len, tag, 16 - len % 5));
        CHECK_BYTES(out, input, len);
        CHECK(t_margins_intact(OUT, out, len));
    }
    made[len % 16] ^= (uint8_t)(1 << len % 8);
    memcpy(in, expected, len);
    CHECK(!ab_chacha20_poly1305_open(c, nonce, aad, aad_len, in, out, len, made, 16));
    memset(expected, 0, len);
    CHECK_BYTES(out, expected, len);
}

static void check_every_message(const struct ab_chacha_kernels *k)
{
    static const size_t longer[] = { 4097, 2500, 1350, 2048, 6000, MAX_TEXT - BLOCK,
                                     1472, 1473, 1536, 1537, 1984, 1985,
                                     2047, 2049, 3520, 3521, 4032, 4033 };
    const size_t num_longer = t_is_slow() ? 2 : sizeof(longer) / sizeof(longer[0]);
    struct ab_chacha20_poly1305 *c = (void *)t_place(STATE, T_AT_END, 0, (sizeof(*c) + 7) / 8 * 8);
    size_t i = 0;

    t_where.subject = "ChaCha20-Poly1305";
    t_where.check = "every length";
    for (size_t len = 0; len <= T_LONG; len = t_next_len(len), i++) {
        randomize(0, (uint32_t)t_random());
        for (enum t_end end = T_AT_START; end <= T_AT_END; end++) {
            size_t aad_len = pick_aad_len(i + end);

            prepare_message(len, aad_len);
            check_message(k, c, len, aad_len, end);
        }
    }
    for (i = 0; i < num_longer; i++) {
        prepare_message(longer[i], pick_aad_len(i));
        check_message(k, c, longer[i], pick_aad_len(i), T_AT_END);
    }
}

/*
 * Lengths round the first for which powers of r are tabulated, and longer ones with every number of blocks before whole
 * groups and chunks. Random ciphertext gives all limbs; all ones, under a model's key stream, the largest.
 */
static void check_long_messages(const struct ab_chacha_kernels *k)
{
    struct ab_chacha20_poly1305 *c = (void *)t_place(STATE, T_AT_END, 0, (sizeof(*c) + 7) / 8 * 8);
    const size_t step = t_is_slow() ? 3000 : 107;

    t_where.check = "long";
    randomize_long(0, 5, MAX_LONG);
    for (size_t len = 6 * 1024 - 1, i = 0; len <= MAX_LONG; len += i < 3 ? 1 : step, i++) {
        const size_t aad_len = pick_aad_len(i);

        if (i % 2 == 1)
            for (size_t at = 0; at < len; at++)
                input[at] = (uint8_t)~keystream[BLOCK + at];
        prepare_message(len, aad_len);
        check_message(k, c, len, aad_len, i % 4 < 2 ? T_AT_START : T_AT_END);
        t_random_bytes(input, len);
    }
}

/* One message in three parts of AAD and three of text, either way; a copy in mid-stream ends it, too. */
static void check_parts(const struct ab_chacha_kernels *k, size_t len, size_t aad_len, int opens)
{
    static uint8_t out[MAX_LONG];
    const uint8_t *from = opens ? expected : input;
    const size_t first = t_random_below(len + 1), second = first + t_random_below(len - first + 1);
    const size_t aad_first = t_random_below(aad_len + 1);
    int (*update)(struct ab_chacha20_poly1305 *, const uint8_t *, uint8_t *,
                  size_t) = opens ? ab_chacha20_poly1305_decrypt : ab_chacha20_poly1305_encrypt;
    struct ab_chacha20_poly1305 c, copy;
    uint8_t made[16];

    t_where.len = len;
    t_where.extra = first;
    ab_chacha20_poly1305_set_key(&c, k, key);
    ab_chacha20_poly1305_set_nonce(&c, iv + 4);
    CHECK(ab_chacha20_poly1305_aad(&c, aad, aad_first));
    CHECK(ab_chacha20_poly1305_aad(&c, aad + aad_first, (aad_len - aad_first) / 2));
    aad_len -= (aad_len - aad_first) / 2;
    CHECK(ab_chacha20_poly1305_aad(&c, aad + c.aad_len, aad_len - aad_first));
    CHECK(update(&c, from, out, first));
    CHECK(ab_chacha20_poly1305_aad(&c, aad, 1) == (first == 0));
    if (first == 0)
        return;
    memcpy(out + first, from + first, second - first);
    CHECK(update(&c, out + first, out + first, second - first));
    copy = c;
    CHECK(update(&c, from + second, out + second, len - second));
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(out, opens ? input : expected, len);
    ab_chacha20_poly1305_tag(&c, made);
    CHECK_BYTES(made, tag, sizeof(tag));
    CHECK(update(&copy, from + second, out + second, len - second));
    CHECK(ab_chacha20_poly1305_check_tag(&copy, tag, 16));
    ab_chacha20_poly1305_wipe(&c);
    memset(&copy, 0, sizeof(copy));
    CHECK_BYTES(&c, &copy, sizeof(c));
}

static void check_every_split(const struct ab_chacha_kernels *k)
{
    const unsigned num = t_is_brief() ? 40 : t_is_slow() ? 150 : 4000;

    t_where.check = "parts";
    randomize_long(0, 3, MAX_LONG);
    for (unsigned i = 0; i < num; i++) {
        size_t len = t_random_below(i % 32 == 0  ? MAX_LONG
                                    : i % 4 == 0 ? 3000
                                    : i % 4 == 1 ? 150
                                                 : 700),
               aad_len = pick_aad_len(t_random_below(13));

        prepare_message(len, aad_len);
        check_parts(k, len, aad_len, i % 2);
    }
}

/* Mostly of one kind: short pieces of a stream, with key stream made ahead, among longer ones. */
static size_t pick_piece_len(size_t most)
{
    static const size_t kinds[] = { 1, 17, 64, 129, 700, 2500 };
    const size_t len = 1 + t_random_below(kinds[t_random_below(sizeof(kinds) / sizeof(kinds[0]))]);

    return len < most ? len : most;
}

/*
 * One message in many pieces, each before a guard page, in place or apart. Its end leaves neither key stream nor powers
 * of its key.
 */
static void check_pieces(const struct ab_chacha_kernels *k, struct ab_chacha20_poly1305 *c, size_t len, int opens)
{
    static const uint8_t zeros[AB_CHACHA20_POLY1305_AHEAD];
    const uint8_t *text = opens ? expected : input, *result = opens ? input : expected;
    uint8_t made[16];

    t_where.len = len;
    ab_chacha20_poly1305_set_key(c, k, key);
    memset(c->keystream, 0, sizeof(c->keystream));
    memset(c->mac.powers, 0, sizeof(c->mac.powers));
    ab_chacha20_poly1305_set_nonce(c, iv + 4);
    for (size_t at = 0, num; at < len; at += num) {
        uint8_t *in, *out;

        t_where.extra = at;
        num = pick_piece_len(len - at);
        in = t_place(IN, T_AT_END, 0, num);
        out = at % 2 ? in : t_place(OUT, T_AT_END, 0, num);
        memcpy(in, text + at, num);
        CHECK((opens ? ab_chacha20_poly1305_decrypt : ab_chacha20_poly1305_encrypt)(c, in, out, num));
        CHECK_BYTES(out, result + at, num);
    }
    ab_chacha20_poly1305_tag(c, made);
    CHECK_BYTES(made, tag, sizeof(tag));
    CHECK_BYTES(c->keystream, zeros, sizeof(zeros));
    CHECK_BYTES((uint8_t *)c->mac.powers, zeros, sizeof(c->mac.powers));
}

static void check_many_pieces(const struct ab_chacha_kernels *k)
{
    const unsigned num = t_is_brief() ? 20 : t_is_slow() ? 40 : 1000;
    struct ab_chacha20_poly1305 *c = (void *)t_place(STATE, T_AT_END, 0, (sizeof(*c) + 7) / 8 * 8);

    t_where.check = "pieces";
    randomize_long(0, 4, MAX_LONG);
    for (unsigned i = 0; i < num; i++) {
        const size_t len = t_random_below(i % 4 == 0 ? MAX_LONG : 2000);

        prepare_message(len, 0);
        check_pieces(k, c, len, i % 2);
    }
}

/* Texts that are too long are refused before anything is touched. */
static void check_limit(const struct ab_chacha_kernels *k)
{
    struct ab_chacha20_poly1305 c;
    uint8_t byte = 0x5a;

    t_where.check = "too long";
    ab_chacha20_poly1305_set_key(&c, k, key);
    ab_chacha20_poly1305_set_nonce(&c, iv);
    c.text_len = AB_CHACHA20_POLY1305_MAX_TEXT;
    CHECK(!ab_chacha20_poly1305_encrypt(&c, &byte, &byte, 1));
    CHECK(!ab_chacha20_poly1305_decrypt(&c, &byte, &byte, 1));
    CHECK(byte == 0x5a);
}

/* ---- all of it ---- */

static void check_registers(const struct ab_chacha_kernels *k)
{
    static uint8_t out[MAX_TEXT];
    struct ab_chacha20_poly1305 c;
    uint32_t counter[4] = { 0 };

    t_where.check = "registers";
    for (size_t num = 1; num <= 100; num += t_is_slow() ? 33 : num < 20 ? 1 : 16) {
        t_where.len = BLOCK * num;
        ab_chacha20_poly1305_set_key(&c, k, key);
        ab_chacha20_poly1305_set_nonce(&c, iv);
        CHECK(t_changed_registers((t_any_fn *)k->encrypt, &c, input, (size_t)out, BLOCK * num, 0) == 0);
        CHECK(t_changed_registers((t_any_fn *)k->decrypt, &c, input, (size_t)out, BLOCK * num, 0) == 0);
        CHECK(t_changed_registers((t_any_fn *)k->poly1305, &c.mac, input, 4 * num, 0, 0) == 0);
        CHECK(t_changed_registers((t_any_fn *)k->ahead, &c, (const void *)(1 + num % AB_CHACHA_AHEAD), 0, 0, 0) == 0);
        CHECK(
            t_changed_registers((t_any_fn *)k->stream, c.key, counter, (size_t)input, (uint64_t)out, (int)(BLOCK * num))
            == 0);
    }
}

static void do_nothing(void)
{
}

/* Each known-answer test passes, and some fail if one kernel does nothing. */
static void check_known_answers(const struct ab_chacha_kernels *k)
{
    enum { FIRST = offsetof(struct ab_chacha_kernels, stream), NUM = 6 };
    const enum ab_family families[] = { AB_FAMILY_CHACHA20, AB_FAMILY_POLY1305, AB_FAMILY_CHACHA20_POLY1305 };

    for (unsigned i = 0; i <= NUM; i++) {
        struct ab_chacha_kernels changed = *k;
        const struct ab_implementation implementation = { .needs = k->needs, .kernels = &changed };
        t_any_fn *replacement = do_nothing;
        unsigned num_passed = 0;

        t_where.check = i < NUM ? "known answers, kernel number `extra` replaced by nothing" : "known answers";
        t_where.extra = i;
        if (i < NUM)
            memcpy((char *)&changed + FIRST + i * sizeof(replacement), &replacement, sizeof(replacement));
        for (unsigned f = 0; f < 3; f++)
            num_passed += ab_family_self_test(families[f], &implementation, NULL) == 1;
        CHECK(i < NUM ? num_passed < 3 : num_passed == 3);
    }
}

void ab_suite_chacha(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_chacha_kernels *const *k = ab_chacha_list(); *k != NULL; k++) {
        int is_usable = ab_chacha_is_usable(*k, &cpu);

        if (t_is_left_to_silicon(&(*k)->needs))
            continue;
        t_where.level = ab_chacha_level(*k);
        t_put(t_where.level);
        t_put(is_usable ? ": tested\n" : ": not on this processor, left to the emulator\n");
        if (!is_usable)
            continue;
        t_where.subject = "ChaCha20 and Poly1305";
        check_known_answers(*k);
        check_stream(*k);
        check_parts_of_stream(*k);
        check_poly1305(*k);
        check_every_message(*k);
        check_long_messages(*k);
        check_every_split(*k);
        check_many_pieces(*k);
        check_limit(*k);
        check_registers(*k);
    }
    t_where.level = NULL;
}
