/*
 * Compare the kernels of many messages at once with the reference, at every level: every number of lanes, one key for
 * each lane or one for all, in place and to other memory, the first lanes beside inaccessible pages. Idle lanes must
 * not change.
 */
#include <string.h>

#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"
#include "kernels/aes/aes_kernels.h"
#include "kernels/aes/aes_reference.h"

enum { MAX_BLOCKS = 20, MAX_LEN = 16 * MAX_BLOCKS, PAGE = 4096, SPREAD = PAGE + 64 };

typedef void lanes_fn(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks);

static struct ab_aes_lanes lanes;
static uint8_t data[AB_AES_MAX_LANES * SPREAD], chains[AB_AES_MAX_LANES][16], room[AB_AES_MAX_LANES * SPREAD];
static size_t stride; /* between messages: a page, so that all begin at the same offset in one, or more */
static struct ab_ref_key keys[AB_AES_MAX_LANES];

static void make_keys(const struct ab_aes_kernels *k, size_t key_len, int is_one_key)
{
    struct ab_aes_key expanded;
    uint8_t key[32];

    t_where.key_len = key_len;
    for (unsigned i = 0; i < AB_AES_MAX_LANES; i++) {
        if (i == 0 || !is_one_key)
            t_random_bytes(key, sizeof(key));
        ab_ref_expand(&keys[i], key, key_len);
        k->expand_encrypt(&expanded, key, key_len);
        for (unsigned r = 0; r <= expanded.rounds; r++)
            memcpy(lanes.round_key[r][i], expanded.enc[r], 16);
    }
    lanes.rounds = expanded.rounds;
    lanes.is_one_key = is_one_key;
}

static uint8_t *input(unsigned i)
{
    return data + i * stride;
}

/* Returns the place of lane i's output: the first lanes lie beside inaccessible pages. */
static uint8_t *place(unsigned i, size_t len)
{
    return i < T_NUM_REGIONS ? t_place(i, i & 1 ? T_AT_START : T_AT_END, 0, len) : room + i * stride;
}

/* Give every lane its own input and chaining value; the output of idle lanes must not be touched. */
static void prepare(unsigned num_lanes, size_t len, int in_place)
{
    stride = t_random() & 1 ? PAGE : SPREAD;
    for (unsigned i = 0; i < AB_AES_MAX_LANES; i++)
        t_random_bytes(input(i), len);
    t_random_bytes(chains, sizeof(chains));
    memcpy(lanes.chain, chains, sizeof(chains));
    for (unsigned i = 0; i < AB_AES_MAX_LANES; i++) {
        uint8_t *out = place(i, len);

        memset(out, 0xa5, len);
        if (in_place && i < num_lanes)
            memcpy(out, input(i), len);
        lanes.out[i] = out;
        lanes.in[i] = in_place ? out : input(i);
    }
    for (unsigned i = num_lanes; i < AB_AES_MAX_LANES; i++)
        lanes.in[i] = NULL;
}

static void reference(enum ab_aes_batch_kind kind, unsigned i, uint8_t chain[16], uint8_t *out, size_t len)
{
    memcpy(chain, chains[i], 16);
    if (kind == AB_AES_BATCH_CFB)
        ab_ref_cfb(&keys[i], 0, chain, input(i), out, len);
    else
        ab_ref_cbc(&keys[i], 0, chain, input(i), out, len);
    if (kind == AB_AES_BATCH_CMAC) /* the same chaining value, but nothing is written */
        memset(out, 0xa5, len);
}

static void check_lane(enum ab_aes_batch_kind kind, unsigned i, unsigned num_lanes, size_t len, int in_place)
{
    uint8_t want[MAX_LEN], chain[16];

    t_where.extra = i;
    if (i < num_lanes) {
        reference(kind, i, chain, want, len);
        CHECK_BYTES(lanes.chain[i], chain, 16);
    } else {
        memset(want, 0xa5, len);
    }
    if (kind == AB_AES_BATCH_CMAC && in_place && i < num_lanes)
        memcpy(want, input(i), len);
    CHECK_BYTES(lanes.out[i], want, len);
}

static void check_call(const struct ab_aes_kernels *k, enum ab_aes_batch_kind kind, unsigned num_lanes,
                       size_t num_blocks, int in_place)
{
    lanes_fn *const run[] = { k->cbc_mac_lanes, k->cbc_encrypt_lanes, k->cfb_encrypt_lanes };

    t_where.len = 16 * num_blocks;
    prepare(num_lanes, 16 * num_blocks, in_place);
    run[kind](&lanes, num_lanes, num_blocks);
    CHECK(!t_upper_halves_dirty());
    for (unsigned i = 0; i < AB_AES_MAX_LANES; i++)
        check_lane(kind, i, num_lanes, 16 * num_blocks, in_place);
}

static void check_kind(const struct ab_aes_kernels *k, enum ab_aes_batch_kind kind)
{
    static const size_t counts[] = { 0, 1, 2, 5, MAX_BLOCKS };

    for (unsigned num_lanes = 1; num_lanes <= k->max_lanes; num_lanes += t_is_slow() ? k->max_lanes / 2 - 1 : 1)
        for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
            check_call(k, kind, num_lanes, counts[i], (num_lanes + i) & 1);
}

static void check_level(const struct ab_aes_kernels *k)
{
    static const char *const names[] = { "cbc_mac_lanes", "cbc_encrypt_lanes", "cfb_encrypt_lanes" };

    CHECK(k->max_lanes >= 8 && k->max_lanes <= AB_AES_MAX_LANES);
    for (enum ab_aes_batch_kind kind = AB_AES_BATCH_CMAC; kind <= AB_AES_BATCH_CFB; kind++)
        for (unsigned variant = 0; variant < 6; variant += t_is_brief() ? 5 : 1) {
            t_where.subject = names[kind];
            t_where.check = variant & 1 ? "one key" : "a key a lane";
            make_keys(k, 16 + 8 * (variant / 2), variant & 1);
            check_kind(k, kind);
        }
}

void ab_suite_lanes(void)
{
    t_each_level(check_level);
}
