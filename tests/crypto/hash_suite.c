/*
 * Every implementation of every hash function that this processor can run: compare its compression function with the
 * portable one, and messages of any length, place and split with the portable digest. The portable implementation
 * passes the known-answer test, whose answers come from elsewhere, and that test must fail for each kernel that does
 * nothing.
 */
#include <string.h>

#include "crypto/hash/construction.h"
#include "crypto/hash/hash_kat.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/sound.h"
#include "harness/suites.h"

enum { IN, STATE, OUT }; /* names of the regions */
enum { MAX_BLOCKS = 40, MAX_MESSAGE = 8192, STATE_WORDS = 8, SPONGE_WORDS = 25 };

typedef t_any_fn any_fn;

static uint8_t input[MAX_MESSAGE];

static const struct ab_hash *portable_of(const struct ab_hash *list)
{
    while (list[1].algorithm != NULL)
        list++;
    return list;
}

/* ---- compression functions (for the constructions that have one) ---- */

static size_t state_bytes(const struct ab_hash *h)
{
    const struct ab_hash_kernels *k = h->kernels;

    if (k->absorb != NULL)
        return SPONGE_WORDS * sizeof(uint64_t);
    return STATE_WORDS * (k->compress32 != NULL || k->compress_counted32 != NULL ? sizeof(uint32_t) : sizeof(uint64_t));
}

static any_fn *compression_of(const struct ab_hash *h)
{
    const struct ab_hash_kernels *k = h->kernels;

    if (k->absorb != NULL)
        return (any_fn *)k->absorb;
    if (k->compress32 != NULL)
        return (any_fn *)k->compress32;
    if (k->compress64 != NULL)
        return (any_fn *)k->compress64;
    return k->compress_counted32 != NULL ? (any_fn *)k->compress_counted32 : (any_fn *)k->compress_counted64;
}

/*
 * All compression functions begin with the same arguments. A sponge also takes its block length; BLAKE2's counter
 * passes 2^32 on the way, and a single block is treated as the last.
 */
static void compress(const struct ab_hash *h, void *state, const uint8_t *in, size_t num_blocks)
{
    uint64_t fourth = h->kernels->absorb != NULL ? h->algorithm->block_len : ((uint64_t)1 << 32) - 200;

    CHECK(t_changed_registers(compression_of(h), state, in, num_blocks, fourth, num_blocks == 1) == 0);
}

static void check_compression(const struct ab_hash *h, const struct ab_hash *portable, size_t num_blocks,
                              enum t_end end, size_t offset)
{
    uint64_t before[SPONGE_WORDS], after[SPONGE_WORDS];
    size_t len = num_blocks * h->algorithm->block_len, room = state_bytes(h);
    uint8_t *in = t_place(IN, end, offset, len), *state = t_place(STATE, end, 0, room);

    t_where.len = num_blocks;
    t_where.extra = offset;
    t_random_bytes(input, len);
    t_random_bytes(before, sizeof(before));
    memcpy(after, before, sizeof(after));
    compress(portable, after, input, num_blocks);
    t_poison(STATE, state, room);
    memcpy(state, before, room);
    memcpy(in, input, len);
    compress(h, state, in, num_blocks);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(state, after, room);
    CHECK_BYTES(in, input, len);
    CHECK(t_margins_intact(STATE, state, room));
}

static void check_compressions(const struct ab_hash *h, const struct ab_hash *portable)
{
    if (compression_of(h) == NULL)
        return;
    t_where.check = "compression: len blocks at offset extra";
    for (size_t n = 0; n <= MAX_BLOCKS; n = t_is_slow() && n > 3 ? n + 9 : n + 1)
        for (enum t_end end = T_AT_START; end <= T_AT_END; end++)
            check_compression(h, portable, n, end, 0);
    for (size_t offset = 1; offset < 64; offset = t_next_len(offset))
        check_compression(h, portable, 3, T_AT_START, offset);
}

/* Absorbing a block of zeros runs the permutation alone. */
static void check_permutation(const struct ab_hash *h, const struct ab_hash *portable)
{
    static const uint8_t zeros[AB_HASH_MAX_BLOCK];
    uint64_t want[SPONGE_WORDS], got[SPONGE_WORDS];

    if (h->kernels->permute == NULL)
        return;
    t_where.check = "the permutation alone";
    t_random_bytes(want, sizeof(want));
    memcpy(got, want, sizeof(got));
    compress(portable, want, zeros, 1);
    h->kernels->permute(got);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(got, want, sizeof(want));
}

/* ---- lanes ---- */

enum { MAX_LANES = 32, CHAIN_ROOM = 208 };

/* Run num_lanes messages of num_blocks blocks, the last of which ends at an inaccessible page. */
static void check_lanes_of(const struct ab_hash *h, unsigned num_lanes, size_t num_blocks)
{
    static uint8_t got[MAX_LANES][CHAIN_ROOM] __attribute__((aligned(16)));
    static uint8_t want[MAX_LANES][CHAIN_ROOM] __attribute__((aligned(16)));
    const struct ab_hash_construction *construction = h->algorithm->construction;
    size_t len = num_blocks * h->algorithm->block_len;
    const uint8_t *in[MAX_LANES];
    void *chains[MAX_LANES];

    t_where.len = num_blocks;
    t_where.extra = num_lanes;
    t_random_bytes(got, sizeof(got));
    memcpy(want, got, sizeof(got));
    for (unsigned i = 0; i < num_lanes; i++) {
        in[i] = i + 1 < num_lanes ? input + t_random_below(MAX_MESSAGE - len + 1) : t_place(IN, T_AT_END, 0, len);
        chains[i] = got[i];
    }
    t_random_bytes(t_place(IN, T_AT_END, 0, len), len);
    for (unsigned i = 0; i < num_lanes; i++)
        construction->compress(h, want[i], in[i], num_blocks);
    h->kernels->compress_lanes(chains, in, num_blocks, h->algorithm->block_len, num_lanes);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(got, want, sizeof(got));
}

static void check_lanes(const struct ab_hash *h)
{
    unsigned max = h->kernels->max_lanes;

    t_where.check = "len blocks in extra lanes";
    CHECK(max <= MAX_LANES && h->kernels->min_lanes <= max && (max == 0) == (h->kernels->compress_lanes == NULL));
    for (unsigned num = 1; num <= max; num = t_is_slow() && num > 4 ? num + 3 : num + 1)
        for (size_t num_blocks = 0; num_blocks <= 5; num_blocks++)
            check_lanes_of(h, num, num_blocks);
}

/* ---- messages ---- */

static void digest(const struct ab_hash *h, const uint8_t *in, size_t len, uint8_t *out)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, h);
    ab_hash_update(&c, in, len);
    ab_hash_final(&c, out);
}

static int is_wiped(const struct ab_hash_ctx *c)
{
    const uint8_t *p = (const uint8_t *)&c->u;

    for (size_t i = 0; i < c->hash->algorithm->state_len; i++)
        if (p[i] != 0)
            return 0;
    return 1;
}

/* Hash the message in one call, with input and output beside guard pages. */
static void check_message(const struct ab_hash *h, const uint8_t *want, enum t_end end, size_t offset, size_t len)
{
    size_t room = h->algorithm->digest_len;
    uint8_t *in = t_place(IN, end, offset, len), *out = t_place(OUT, end, offset, room);

    t_where.len = len;
    t_where.extra = offset;
    memcpy(in, input, len);
    t_poison(OUT, out, room);
    digest(h, in, len, out);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(out, want, room);
    CHECK(t_margins_intact(OUT, out, room));
}

static void every_length(const struct ab_hash *h, const struct ab_hash *portable)
{
    uint8_t want[AB_HASH_MAX_DIGEST];

    t_where.check = "every length, at offset extra";
    for (size_t len = 0; len <= T_LONG; len = t_next_len(len)) {
        digest(portable, input, len, want);
        check_message(h, want, T_AT_START, 0, len);
        check_message(h, want, T_AT_END, 0, len);
        check_message(h, want, T_AT_START, len % 63 + 1, len);
    }
}

/* Hash in two updates with the cut anywhere; a copy made at the cut continues on its own. */
static void every_cut(const struct ab_hash *h, const struct ab_hash *portable)
{
    uint8_t want[AB_HASH_MAX_DIGEST], got[AB_HASH_MAX_DIGEST];
    size_t len = 3 * h->algorithm->block_len + 7, room = h->algorithm->digest_len;

    t_where.check = "a cut, and a copy, behind extra bytes";
    t_where.len = len;
    digest(portable, input, len, want);
    for (size_t cut = 0; cut <= len; cut = t_next_len(cut)) {
        struct ab_hash_ctx c, copy;

        t_where.extra = cut;
        ab_hash_init(&c, h);
        ab_hash_update(&c, input, cut);
        copy = c;
        ab_hash_update(&c, input + cut, len - cut);
        ab_hash_final(&c, got);
        CHECK_BYTES(got, want, room);
        CHECK(is_wiped(&c));
        ab_hash_update(&copy, input + cut, len - cut);
        ab_hash_final(&copy, got);
        CHECK_BYTES(got, want, room);
    }
}

/* Hash long messages in pieces of any length, some empty. */
static void random_pieces(const struct ab_hash *h, const struct ab_hash *portable)
{
    uint8_t want[AB_HASH_MAX_DIGEST], got[AB_HASH_MAX_DIGEST];

    t_where.check = "random pieces";
    for (unsigned i = 0; i < (t_is_slow() ? 5 : 100); i++) {
        size_t len = t_random_below(MAX_MESSAGE + 1), bound = 1 + t_random_below(700), part;
        struct ab_hash_ctx c;

        t_where.len = len;
        t_where.extra = bound;
        digest(portable, input, len, want);
        ab_hash_init(&c, h);
        for (size_t at = 0; at < len; at += part) {
            part = t_random_below(bound + 1);
            part = part < len - at ? part : len - at;
            ab_hash_update(&c, part == 0 ? NULL : input + at, part);
        }
        ab_hash_final(&c, got);
        CHECK_BYTES(got, want, h->algorithm->digest_len);
    }
}

/*
 * Squeeze an extendable-output function in pieces of any length: the cuts do not matter, and the output begins with the
 * digest.
 */
static void random_squeezes(const struct ab_hash *h, const struct ab_hash *portable)
{
    static uint8_t want[MAX_MESSAGE], got[MAX_MESSAGE];
    struct ab_hash_ctx c;

    if (!h->algorithm->is_xof)
        return;
    t_where.check = "random squeezes";
    for (unsigned i = 0; i < (t_is_slow() ? 5 : 100); i++) {
        size_t len = t_random_below(500), room = t_random_below(1500), bound = 1 + t_random_below(400), part;

        t_where.len = len;
        t_where.extra = room;
        ab_hash_init(&c, portable);
        ab_hash_update(&c, input, len);
        ab_hash_squeeze(&c, want, room);
        ab_hash_init(&c, h);
        ab_hash_update(&c, input, len);
        for (size_t at = 0; at < room; at += part) {
            part = t_random_below(bound + 1);
            part = part < room - at ? part : room - at;
            ab_hash_squeeze(&c, got + at, part);
        }
        CHECK_BYTES(got, want, room);
        digest(h, input, len, got);
        CHECK_BYTES(got, want, room < h->algorithm->digest_len ? room : h->algorithm->digest_len);
    }
}

/* ---- the known-answer test ---- */

static void do_nothing(void)
{
}

/* The kernels that the known-answer test must reach, by their offset in the table. */
static const size_t kernel_places[] = {
    offsetof(struct ab_hash_kernels, compress32),
    offsetof(struct ab_hash_kernels, compress32_second),
    offsetof(struct ab_hash_kernels, compress64),
    offsetof(struct ab_hash_kernels, absorb),
    offsetof(struct ab_hash_kernels, permute),
    offsetof(struct ab_hash_kernels, compress_counted32),
    offsetof(struct ab_hash_kernels, compress_counted64),
    offsetof(struct ab_hash_kernels, compress_lanes),
    offsetof(struct ab_hash_kernels, iterate),
};

static void check_known_answers(const struct ab_hash *h)
{
    any_fn *nothing = do_nothing, *kernel;
    unsigned num_tried = 0;

    t_where.check = "known answers";
    CHECK(ab_hash_kat(h) == 1 && ab_hash_first_use_kat(h) == 1);
    t_where.check = "known answers with the kernel at offset extra replaced by nothing";
    for (size_t i = 0; i < sizeof(kernel_places) / sizeof(kernel_places[0]); i++) {
        size_t at = kernel_places[i];
        struct ab_hash_kernels kernels = *h->kernels;
        struct ab_hash broken = { h->algorithm, &kernels };

        memcpy(&kernel, (const char *)&kernels + at, sizeof(kernel));
        if (kernel == NULL)
            continue;
        t_where.extra = at;
        memcpy((char *)&kernels + at, &nothing, sizeof(nothing));
        CHECK(ab_hash_kat(&broken) == 0 && ab_hash_first_use_kat(&broken) == 0);
        num_tried++;
    }
    CHECK(num_tried > 0);
}

/* ---- all checks ---- */

static void check_implementation(const struct ab_hash *h, const struct ab_hash *portable)
{
    t_where.level = ab_hash_level(h);
    check_known_answers(h);
    if (h != portable)
        check_compressions(h, portable);
    check_permutation(h, portable);
    t_random_bytes(input, sizeof(input));
    check_lanes(h);
    every_length(h, portable);
    every_cut(h, portable);
    random_pieces(h, portable);
    random_squeezes(h, portable);
}

/* The last of the list runs on any processor, and no fallback comes before an implementation that is none. */
static void check_order(const struct ab_hash *list, const struct ab_cpu *cpu)
{
    static const struct ab_cpu bare = { 0 };
    const struct ab_hash *portable = portable_of(list), *picked = ab_hash_pick(list->algorithm->id, cpu);

    t_where.check = "the order of the implementations";
    CHECK(ab_hash_pick(list->algorithm->id, &bare)->algorithm == list->algorithm);
    CHECK(ab_hash_is_usable(portable, &bare));
    CHECK(ab_hash_is_usable(picked, cpu));
    for (const struct ab_hash *h = list; h != picked; h++)
        CHECK(!ab_cpu_is_for(cpu, &h->kernels->needs, h->kernels->suits));
    for (const struct ab_hash *h = list; h != portable; h++)
        CHECK(ab_hash_is_fallback(h) <= ab_hash_is_fallback(h + 1));
}

static int is_testable(const struct ab_hash *h, const struct ab_cpu *cpu)
{
    enum ab_hash_id id = h->algorithm->id;
    int hangs_on_sha1 = (id == AB_HASH_SHA1 || id == AB_HASH_MD5_SHA1) && (h->kernels->needs.bits & AB_BIT_SHA) != 0;

    return ab_hash_is_usable(h, cpu) && (!hangs_on_sha1 || t_is_sha1_sound());
}

static void check_hash(enum ab_hash_id id, const struct ab_cpu *cpu)
{
    const struct ab_hash *list = ab_hash_list(id);

    t_where.subject = list->algorithm->name;
    t_where.level = NULL;
    CHECK(list->algorithm->id == id);
    CHECK(list->algorithm->digest_len <= AB_HASH_MAX_DIGEST && list->algorithm->block_len <= AB_HASH_MAX_BLOCK);
    CHECK(list->algorithm->state_len <= sizeof(((struct ab_hash_ctx *)NULL)->u));
    check_order(list, cpu);
    for (const struct ab_hash *h = list; h->algorithm != NULL; h++) {
        if (t_is_left_to_silicon(&h->kernels->needs))
            continue;
        t_put(list->algorithm->name);
        t_put(" with ");
        t_put(ab_hash_level(h));
        t_put(is_testable(h, cpu) ? ": tested\n" : ": not on this processor\n");
        if (is_testable(h, cpu))
            check_implementation(h, portable_of(list));
    }
}

void ab_suite_hash(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    memset(&t_where, 0, sizeof(t_where));
    CHECK(t_changed_registers(t_spoil_registers, NULL, NULL, 0, 0, 0) == t_spoiled_registers);
    for (unsigned id = 0; id < AB_NUM_HASHES; id++)
        check_hash((enum ab_hash_id)id, &cpu);
}
