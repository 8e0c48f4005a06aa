/* Compare each kernel of kernel_cases.c with the reference, at every level that this processor has. */
#include <string.h>

#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"
#include "kernel_cases.h"

enum { IN, OUT, STATE, KEYS }; /* names of the regions */

static uint8_t input[MAX_LEN], expected[MAX_LEN], state_before[MAX_STATE], state_after[MAX_STATE];
static struct kernel_keys keys;
static enum ab_ref_cipher cipher; /* which one is tested */

/* Make two new keys before a guard page, both directions expanded. */
static void make_keys(const struct ab_aes_kernels *k, size_t key_len)
{
    struct ab_aes_key *pair = (void *)t_place(KEYS, T_AT_END, 0, 2 * sizeof(*pair));
    uint8_t user_key[2][32];

    t_random_bytes(user_key, sizeof(user_key));
    for (unsigned i = 0; i < 2; i++) {
        uint8_t *at = t_place(IN, i == 0 ? T_AT_END : T_AT_START, 0, key_len);

        memcpy(at, user_key[i], key_len);
        k->expand_encrypt(&pair[i], at, key_len);
        k->expand_decrypt(&pair[i]);
    }
    memcpy(keys.user_key, user_key[1], 32);
    keys.key_len = key_len;
    keys.key = &pair[1];
    keys.second = &pair[0];
    t_where.key_len = key_len;
    ab_ref_expand_for(&keys.ref, cipher, user_key[1], key_len);
    ab_ref_expand_for(&keys.ref_second, cipher, user_key[0], key_len);
}

static void make_state(const struct kernel_case *c)
{
    t_random_bytes(state_before, MAX_STATE);
    if (c->prepare != NULL)
        c->prepare(state_before);
}

/* Compute the reference's result for the first len bytes of input, from state_before. */
static void make_expected(const struct kernel_case *c, size_t len)
{
    memcpy(state_after, state_before, MAX_STATE);
    c->reference(&keys, state_after, input, expected, len);
}

/* Make one call and check everything about it. in == out if both regions are the same. */
static void check_call(const struct kernel_case *c, const struct ab_aes_kernels *k, uint8_t *in, unsigned out_region,
                       uint8_t *out, size_t len)
{
    uint8_t *state = t_place(STATE, len % 2 ? T_AT_START : T_AT_END, 0, c->state_len);

    t_where.len = len;
    t_poison(out_region, out, len);
    t_poison(STATE, state, c->state_len);
    memcpy(state, state_before, c->state_len);
    memcpy(in, input, len);
    c->run(k, &keys, state, in, out, len);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(out, expected, len);
    CHECK_BYTES(state, state_after, c->state_len);
    CHECK(t_margins_intact(out_region, out, len));
    CHECK(t_margins_intact(STATE, state, c->state_len));
    if (in != out)
        CHECK_BYTES(in, input, len);
}

/* Check separate buffers and in place, at the end of a region and at its start. */
static void check_guards(const struct kernel_case *c, const struct ab_aes_kernels *k, size_t len)
{
    for (enum t_end end = T_AT_START; end <= T_AT_END; end++) {
        uint8_t *in = t_place(IN, end, 0, len), *out = t_place(OUT, end, 0, len);

        t_where.extra = end;
        check_call(c, k, in, OUT, out, len);
        check_call(c, k, out, OUT, out, len);
    }
}

static size_t round_up(const struct kernel_case *c, size_t len)
{
    len = (len + c->unit - 1) / c->unit * c->unit;
    return len < c->min_len ? c->min_len : len;
}

/* In a brief run, the shortest key alone gets short messages: the others differ only in their number of rounds. */
static size_t first_len(void)
{
    return t_is_brief() && keys.key_len != 16 ? T_LONG / 2 : 0;
}

static void every_length(const struct kernel_case *c, const struct ab_aes_kernels *k)
{
    static const size_t longer[] = { 2048, 2049, 4095, 4096 + 16, 8192 - 31, 8191 };

    t_where.check = "every length";
    for (size_t len = round_up(c, first_len()); len <= T_LONG; len = round_up(c, t_next_len(len))) {
        make_state(c);
        make_expected(c, len);
        check_guards(c, k, len);
    }
    for (size_t i = 0; i < sizeof(longer) / sizeof(longer[0]) && !t_is_slow(); i++) {
        make_expected(c, round_up(c, longer[i]));
        check_guards(c, k, round_up(c, longer[i]));
    }
}

static void every_misalignment(const struct kernel_case *c, const struct ab_aes_kernels *k)
{
    static const size_t lens[] = { 16, 48, 333, 720 };

    t_where.check = "misalignment of input (and of output, 3 times that)";
    for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
        size_t len = round_up(c, lens[i]);

        make_expected(c, len);
        for (size_t offset = 0; offset < 64; offset = t_next_len(offset)) {
            t_where.extra = offset;
            check_call(c, k, t_place(IN, T_AT_START, offset, len), OUT, t_place(OUT, T_AT_START, 3 * offset % 64, len),
                       len);
        }
    }
}

/* The next number of blocks in front of a wrap. In a brief run, each place in a vector of four blocks has one. */
static size_t next_before(size_t before)
{
    return t_is_brief() ? before + 17 : t_next_len(before);
}

/* Check counters that pass 2^32, 2^64 and 2^128 in each of the first blocks. */
static void counter_wraps(const struct kernel_case *c, const struct ab_aes_kernels *k)
{
    static const size_t ones[] = { 4, 8, 16 }; /* bytes 0xff at the end of the counter */
    size_t len = round_up(c, T_LONG);

    t_where.check = "counter wrap (bytes of ones times 256, plus blocks in front)";
    for (size_t i = 0; i < sizeof(ones) / sizeof(ones[0]) && ones[i] * 8 <= c->counter_bits; i++)
        for (size_t before = 0; before < len / 16 + 1; before = next_before(before)) {
            make_state(c);
            memset(state_before + 16 - ones[i], 0xff, ones[i]);
            state_before[15] = (uint8_t)(0xff - before);
            t_where.extra = 256 * ones[i] + before;
            make_expected(c, len);
            check_call(c, k, t_place(OUT, T_AT_END, 0, len), OUT, t_place(OUT, T_AT_END, 0, len), len);
        }
}

/* Two calls give the same result as one, wherever the message is cut. */
static void carried_state(const struct kernel_case *c, const struct ab_aes_kernels *k)
{
    size_t len = round_up(c, T_LONG / 2 + 3);
    uint8_t *in = t_place(IN, T_AT_START, 0, len), *out = t_place(OUT, T_AT_START, 0, len);
    uint8_t *state = t_place(STATE, T_AT_END, 0, c->state_len);

    t_where.check = "state carried over a cut";
    t_where.len = len;
    make_state(c);
    make_expected(c, len);
    memcpy(in, input, len);
    for (size_t cut = 0; cut <= len; cut = (t_next_len(cut) + c->carry - 1) / c->carry * c->carry) {
        t_where.extra = cut;
        t_poison(OUT, out, len);
        memcpy(state, state_before, c->state_len);
        c->run(k, &keys, state, in, out, cut);
        CHECK(t_is_poison(out + cut, len - cut));
        c->run(k, &keys, state, in + cut, out + cut, len - cut);
        CHECK_BYTES(out, expected, len);
        CHECK_BYTES(state, state_after, c->state_len);
    }
}

static void test_kernel(const struct kernel_case *c, const struct ab_aes_kernels *k)
{
    t_where.subject = c->name;
    for (size_t key_len = 16; key_len <= 32 && t_has_key_len(cipher, key_len); key_len += 8) {
        if (cipher == AB_REF_ARIA && key_len != 24)
            continue; /* its reference is slow; modes_suite.c and aead_suite.c have the other keys */
        make_keys(k, key_len);
        t_random_bytes(input, MAX_LEN);
        every_length(c, k);
        if (t_is_brief() && key_len != 16)
            continue;
        every_misalignment(c, k);
        if (c->carry != 0)
            carried_state(c, k);
        counter_wraps(c, k);
    }
}

static void test_cases(const struct kernel_case *cases, size_t num, const struct ab_aes_kernels *k)
{
    for (size_t i = 0; i < num; i++)
        if (t_is_wanted(cases[i].name) && t_has_mode(cipher, cases[i].name))
            test_kernel(&cases[i], k);
}

static void test_level(const struct ab_aes_kernels *k)
{
    test_cases(stream_kernel_cases, num_stream_kernel_cases, k);
    test_cases(aead_kernel_cases, num_aead_kernel_cases, k);
}

/* Compare the round keys of both directions with the reference: decryption uses InvMixColumns of round key r. */
static void test_expansion(const struct ab_aes_kernels *k)
{
    t_where.subject = "expand_encrypt";
    t_where.check = "round keys";
    for (unsigned i = 0; i < 60; i++) {
        make_keys(k, 16 + i % 3 * 8);
        CHECK(keys.key->rounds == keys.ref.rounds);
        CHECK_BYTES(keys.key->enc, keys.ref.round_key, 16 * (keys.ref.rounds + 1));
        CHECK_BYTES(keys.key->dec[0], keys.ref.round_key[keys.ref.rounds], 16);
        CHECK_BYTES(keys.key->dec[keys.ref.rounds], keys.ref.round_key[0], 16);
        CHECK(!t_upper_halves_dirty());
    }
}

void ab_suite_kernels(void)
{
    t_put(t_can_tell_dirty()
              ? "upper halves of the vector registers: checked\n"
              : "upper halves of the vector registers: not told by this processor, or gcc at -O0: not checked\n");
    t_each_level(test_expansion);
    for (unsigned i = AB_REF_AES; i <= AB_REF_CAMELLIA; i++) {
        cipher = (enum ab_ref_cipher)i;
        t_each_level_of(cipher, test_level);
    }
    cipher = AB_REF_AES;
}
