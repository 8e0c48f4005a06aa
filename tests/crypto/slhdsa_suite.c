/*
 * SLH-DSA: chains and hash functions in lanes against one after the other in C, for every number and length of chains;
 * then keys and signatures of parameter sets with small trees, malformed in every field, across all implementations.
 */
#include <string.h>

#include "afterburner/slhdsa_batch.h"
#include "crypto/slhdsa/slhdsa_kat.h"
#include "crypto/slhdsa/slhdsa_parts.h"
#include "ct/ct.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/random_source.h"
#include "harness/suites.h"

enum {
    MAX_CHAINS = 70,
    MAX_MANY = AB_SLHDSA_LEAVES + 3,
    MAX_N = AB_SLHDSA_MAX_N,
    LAST = AB_SLHDSA_W - 1,
    TEXT_LEN = 100
};

static struct ab_slhdsa_params params; /* with small trees */
static struct ab_slhdsa_key key, other;
static uint8_t text[TEXT_LEN], signature[AB_SLHDSA_MAX_SMALL_LEN + 1];
static struct ab_slhdsa_message message;

/* The implementation in C of this parameter set. */
static const struct ab_slhdsa_kernels *portable(void)
{
    const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list(params.id);

    while (k[1] != NULL)
        k++;
    return *k;
}

/* A sample suffices where tests are slow, and of the code in C. */
static int is_sampled(void)
{
    return t_is_slow() || key.kernels == portable();
}

/* ---- chains and hash functions ---- */

static void set_random_key(struct ab_slhdsa_key *k, const struct ab_slhdsa_kernels *kernels, const uint8_t *bytes)
{
    ab_slhdsa_init(k, &params, kernels);
    CHECK(ab_slhdsa_set_public(k, bytes, params.public_len));
}

/* Each chain takes `even` steps, or any number of them if that is not below 16. None keeps a value. */
static void make_chains(struct ab_slhdsa_chain *chains, unsigned num, unsigned even)
{
    for (unsigned i = 0; i < num; i++) {
        t_random_bytes(chains[i].address, sizeof(chains[i].address));
        chains[i].num_steps = even <= LAST ? even : (unsigned)t_random_below(LAST + 1);
        chains[i].kept = NULL;
        ab_slhdsa_set_word(chains[i].address, AB_SLHDSA_HASH,
                           (uint32_t)t_random_below(1u << 24) << 8 | (uint32_t)t_random_below(0xf1));
    }
}

/* Two chains of three keep the value after a random number of their steps, which may be none or all. */
static void keep_some(struct ab_slhdsa_chain *chains, uint8_t *kept, unsigned num)
{
    for (unsigned i = 0; i < num; i++)
        if (t_random_below(3) != 0) {
            chains[i].kept = kept + (size_t)i * params.n;
            chains[i].kept_step = (unsigned)t_random_below(chains[i].num_steps + 1);
        }
}

/* A kept value is the end of a chain of so many steps; where none is kept, nothing has been written. */
static void check_kept(struct ab_slhdsa_chain *chains, const uint8_t *kept, uint8_t *values, unsigned num)
{
    static const uint8_t untouched[MAX_N] = { 0 };

    for (unsigned i = 0; i < num; i++)
        if (chains[i].kept != NULL) {
            chains[i].num_steps = chains[i].kept_step;
            chains[i].kept = NULL;
            ab_slhdsa_run_chains(&other, &chains[i], values + (size_t)i * params.n, 1);
            CHECK_BYTES(kept + (size_t)i * params.n, values + (size_t)i * params.n, params.n);
        } else {
            CHECK_BYTES(kept + (size_t)i * params.n, untouched, params.n);
        }
}

static void check_chains(unsigned num, unsigned even, int keeps)
{
    static struct ab_slhdsa_chain chains[MAX_CHAINS];
    static uint8_t right[MAX_CHAINS * MAX_N], start[MAX_CHAINS * MAX_N], kept[MAX_CHAINS * MAX_N];
    const size_t len = (size_t)num * params.n;
    uint8_t *values = t_place(0, num % 2 == 0 ? T_AT_START : T_AT_END, num % 8, len);

    t_where.len = num;
    t_where.extra = even;
    make_chains(chains, num, even);
    t_random_bytes(start, len);
    memcpy(right, start, len);
    ab_slhdsa_run_chains(&other, chains, right, num);
    memset(kept, 0, sizeof(kept));
    if (keeps)
        keep_some(chains, kept, num);
    t_poison(0, values, len);
    memcpy(values, start, len);
    ab_slhdsa_run_chains(&key, chains, values, num);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(values, right, len);
    CHECK(t_margins_intact(0, values, len));
    check_kept(chains, kept, start, num);
}

static void check_hashes(size_t len, unsigned num)
{
    static ab_slhdsa_address addresses[MAX_CHAINS];
    static uint8_t right[MAX_CHAINS * MAX_N];
    uint8_t *in = t_place(0, T_AT_END, num % 8, num * len);

    t_where.len = len;
    t_where.extra = num;
    t_random_bytes(addresses, sizeof(addresses));
    t_random_bytes(in, num * len);
    ab_slhdsa_hash(&other, (const ab_slhdsa_address *)addresses, in, len, right, num);
    ab_slhdsa_hash(&key, (const ab_slhdsa_address *)addresses, in, len, in, num);
    CHECK_BYTES(in, right, (size_t)num * params.n);
    CHECK(!t_upper_halves_dirty());
}

/* Numbers round those of the lanes, and that of a whole call. */
static unsigned next_num(unsigned num)
{
    return is_sampled() ? num + 33 : num < 34 ? num + 1 : num + 9;
}

static void check_lanes(const struct ab_slhdsa_kernels *k)
{
    uint8_t bytes[AB_SLHDSA_MAX_PUBLIC_LEN];
    t_random_bytes(bytes, sizeof(bytes));
    set_random_key(&key, k, bytes);
    set_random_key(&other, portable(), bytes);
    t_where.check = "len chains, of extra steps (16: of 0 to 15)";
    for (unsigned num = 1; num <= MAX_CHAINS; num = next_num(num)) {
        check_chains(num, 1, 0);
        check_chains(num, AB_SLHDSA_W, 1);
        check_chains(num, num % AB_SLHDSA_W, num % 2 == 0);
    }
    t_where.check = "extra hash values of strings of len bytes";
    for (unsigned num = 1; num <= MAX_CHAINS; num = next_num(num))
        check_hashes(2 * params.n, num);
    for (unsigned num = 1; num <= AB_SLHDSA_LEAVES; num += t_is_slow() ? 7 : 1)
        for (unsigned i = 3; i <= AB_SLHDSA_MAX_WOTS_LEN; i += t_is_slow() ? 32 : 8)
            if ((size_t)num * i * params.n <= T_REGION_LEN - MAX_N)
                check_hashes((size_t)i * params.n, num);
    t_where.len = t_where.extra = 0;
}

/* ---- keys ---- */

static void start_key(struct ab_slhdsa_key *k, const struct ab_slhdsa_kernels *kernels)
{
    ab_slhdsa_init(k, &params, kernels);
    CHECK(!k->has_public && !k->has_private);
}

/* Refuse what is too short or too long, and leave the key empty. */
static void check_lengths(const uint8_t *encoded)
{
    const size_t half = params.public_len;

    t_where.check = "lengths of keys";
    CHECK(!ab_slhdsa_set_public(&other, encoded, half - 1) && !ab_slhdsa_set_public(&other, encoded, half + 1));
    CHECK(!ab_slhdsa_set_private(&other, encoded, 2 * half - 1) && !ab_slhdsa_set_private(&other, encoded, half));
    CHECK(!ab_slhdsa_set_parts(&other, encoded, half - 1, encoded + half, half));
    CHECK(!ab_slhdsa_set_parts(&other, encoded, half, encoded + half, half - 1));
    CHECK(!other.has_public && !other.has_private);
}

static void check_imports(const struct ab_slhdsa_kernels *k)
{
    uint8_t encoded[AB_SLHDSA_MAX_PRIVATE_LEN + 1], again[AB_SLHDSA_MAX_PRIVATE_LEN];
    const size_t half = params.public_len, n = params.n;

    t_where.check = "imports and exports";
    start_key(&other, k);
    ab_slhdsa_get_private(&key, encoded);
    ab_slhdsa_get_public(&key, again);
    CHECK_BYTES(again, encoded + half, half);
    CHECK(ab_slhdsa_set_public(&other, encoded + half, half) && other.has_public && !other.has_private);
    CHECK(ab_slhdsa_same_public(&key, &other) && !ab_slhdsa_same_private(&key, &other));
    CHECK(ab_slhdsa_set_parts(&other, encoded, half, encoded + half, half));
    CHECK(ab_slhdsa_same_private(&key, &other));
    CHECK(ab_slhdsa_set_private(&other, encoded, 2 * half) && ab_slhdsa_same_private(&other, &key));
    ab_slhdsa_get_private(&other, again);
    CHECK_BYTES(again, encoded, 2 * half);
    t_where.check = "keys that differ at extra";
    for (size_t i = 0; i < 4 * n; i += is_sampled() ? 3 * n : n) { /* the root depends on the seeds, not on SK.prf */
        t_where.extra = i;
        encoded[i] ^= 1;
        CHECK(ab_slhdsa_set_private(&other, encoded, 2 * half));
        CHECK(!ab_slhdsa_same_private(&key, &other) && ab_slhdsa_same_public(&key, &other) == (i < half));
        CHECK(ab_slhdsa_root_is_right(&other) == (i == n));
        encoded[i] ^= 1;
    }
    t_where.extra = 0;
    check_lengths(encoded);
}

/* ---- signatures ---- */

static int verifies(const struct ab_slhdsa_key *k)
{
    return ab_slhdsa_verify(k, signature, params.signature_len, &message);
}

/* Every implementation that can run verifies what that in C has signed, and signs the same. */
static void check_across(const uint8_t *seed, const uint8_t *addrnd, const struct ab_cpu *cpu)
{
    static uint8_t again[AB_SLHDSA_MAX_SMALL_LEN];

    t_where.check = "the same signature";
    for (const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list(params.id); *k != NULL; k++)
        if (*k != portable() && ab_slhdsa_is_usable(*k, cpu) && !t_is_left_to_silicon(&(*k)->needs)) {
            start_key(&other, *k);
            ab_slhdsa_set_seed(&other, seed);
            CHECK(ab_slhdsa_same_private(&key, &other) && verifies(&other));
            ab_slhdsa_sign_with(&other, again, &message, addrnd);
            CHECK_BYTES(again, signature, params.signature_len);
        }
}

static void check_wrong_signatures(void)
{
    const size_t step = is_sampled() ? 397 : params.n - 3;

    t_where.check = "signatures that are wrong at extra";
    for (size_t i = 0; i < params.signature_len; i += step) {
        const uint8_t bit = (uint8_t)(1 << i % 8);

        t_where.extra = i;
        signature[i] ^= bit;
        CHECK(!verifies(&key));
        signature[i] ^= bit;
    }
    t_where.extra = 0;
    t_where.check = "lengths of signatures";
    CHECK(!ab_slhdsa_verify(&key, signature, params.signature_len - 1, &message));
    CHECK(!ab_slhdsa_verify(&key, signature, params.signature_len + 1, &message));
    CHECK(!ab_slhdsa_verify(&key, signature, 0, &message));
    CHECK(verifies(&key));
}

/* A message with a context is M' with the context in it, and no other. */
static void check_contexts(void)
{
    static uint8_t context[AB_SLHDSA_MAX_CONTEXT_LEN + 1], encoded[2 + sizeof(context) + TEXT_LEN];
    static const size_t lens[] = { 0, 1, AB_SLHDSA_MAX_CONTEXT_LEN };

    t_where.check = "contexts of len bytes";
    t_random_bytes(context, sizeof(context));
    CHECK(!ab_slhdsa_message_init(&message, context, sizeof(context), text, TEXT_LEN));
    for (size_t i = is_sampled() ? 2 : 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
        const size_t len = lens[i];

        t_where.len = len;
        encoded[0] = 0;
        encoded[1] = (uint8_t)len;
        memcpy(encoded + 2, context, len);
        memcpy(encoded + 2 + len, text, TEXT_LEN);
        ab_slhdsa_message_init_encoded(&message, encoded, 2 + len + TEXT_LEN);
        ab_slhdsa_sign_with(&key, signature, &message, NULL);
        CHECK(ab_slhdsa_message_init(&message, len == 0 ? NULL : context, len, text, TEXT_LEN));
        CHECK(verifies(&key));
        CHECK(ab_slhdsa_message_init(&message, context, len == 1 ? 2 : 1, text, TEXT_LEN));
        CHECK(!verifies(&key));
    }
    t_where.len = 0;
}

/*
 * Signatures made and verified in one call, of messages of several lengths, the same as one by one; then every third
 * one spoilt, in a place that ascends through its fields.
 */
static void check_many(void)
{
    static uint8_t signatures[MAX_MANY][AB_SLHDSA_MAX_SMALL_LEN], *signature_of[MAX_MANY];
    static uint8_t bytes[MAX_MANY][MAX_N];
    struct ab_slhdsa_message messages[MAX_MANY];
    const struct ab_slhdsa_message *message_of[MAX_MANY];
    const uint8_t *addrnds[MAX_MANY];
    int valid[MAX_MANY];

    t_where.check = "many at once, extra";
    t_random_bytes(bytes, sizeof(bytes));
    for (size_t i = 0; i < MAX_MANY; i++) {
        CHECK(ab_slhdsa_message_init(&messages[i], bytes[i], i, text, TEXT_LEN - i));
        signature_of[i] = signatures[i];
        message_of[i] = &messages[i];
        addrnds[i] = i % 2 == 0 ? NULL : bytes[i];
    }
    for (size_t num = 0; num <= (is_sampled() ? 3 : MAX_MANY); num += is_sampled() ? 3 : num < 2 ? 1 : 5) {
        t_where.extra = num;
        memset(signatures, 0, sizeof(signatures));
        ab_slhdsa_sign_many(&key, signature_of, message_of, num % 2 == 0 ? NULL : addrnds, num);
        CHECK(ab_slhdsa_verify_many(&key, (const uint8_t *const *)signature_of, message_of, valid, num));
        for (size_t i = 0; i < num; i++) {
            ab_slhdsa_sign_with(&key, signature, &messages[i], num % 2 == 0 ? NULL : addrnds[i]);
            CHECK_BYTES(signatures[i], signature, params.signature_len);
            CHECK(valid[i] == 1);
            if (i % 3 == 1)
                signatures[i][i * (params.signature_len - 1) / MAX_MANY] ^= 1;
        }
        CHECK(ab_slhdsa_verify_many(&key, (const uint8_t *const *)signature_of, message_of, valid, num) == (num < 2));
        for (size_t i = 0; i < num; i++)
            CHECK(valid[i] == (i % 3 != 1));
    }
    t_where.extra = 0;
}

static void check_signatures(const struct ab_slhdsa_kernels *k, const struct ab_cpu *cpu)
{
    uint8_t seed[AB_SLHDSA_MAX_SEED_LEN], addrnd[MAX_N];

    t_where.check = "signatures";
    t_random_bytes(seed, sizeof(seed));
    t_random_bytes(addrnd, sizeof(addrnd));
    t_random_bytes(text, sizeof(text));
    start_key(&key, k);
    ab_slhdsa_set_seed(&key, seed);
    CHECK(key.has_public && key.has_private && ab_slhdsa_root_is_right(&key));
    CHECK(ab_slhdsa_message_init(&message, NULL, 0, text, TEXT_LEN));
    signature[params.signature_len] = 0xa5;
    ab_slhdsa_sign_with(&key, signature, &message, addrnd);
    CHECK(signature[params.signature_len] == 0xa5);
    CHECK(verifies(&key));
    if (k == portable())
        check_across(seed, addrnd, cpu);
    check_wrong_signatures();
    text[0] ^= 1;
    CHECK(!verifies(&key));
    t_where.check = "hedged signatures";
    CHECK(ab_slhdsa_sign(&key, signature, &message, &t_random_source) && verifies(&key));
    check_contexts();
    check_many();
    check_imports(k);
    t_where.check = "an empty key";
    ab_slhdsa_clear(&key);
    CHECK(!key.has_public && !key.has_private && key.kernels == k && key.params == &params);
}

/* No random bytes: no key, no signature. */
static int fail(void *arg, uint8_t *out, size_t len)
{
    (void)arg, (void)out, (void)len;
    return 0;
}

static void check_generation(const struct ab_slhdsa_kernels *k)
{
    const struct ab_random_source none = { fail, NULL };
    uint8_t untouched[sizeof(signature)];

    t_where.check = "random bytes";
    start_key(&key, k);
    CHECK(ab_slhdsa_generate(&key, &t_random_source) && ab_slhdsa_root_is_right(&key));
    memcpy(untouched, signature, sizeof(signature));
    CHECK(!ab_slhdsa_sign(&key, signature, &message, &none));
    CHECK_BYTES(signature, untouched, sizeof(signature));
    CHECK(!ab_slhdsa_generate(&key, &none) && !key.has_public && !key.has_private);
}

/* Kernels that do nothing must fail the known-answer tests. */
static void do_nothing(const void *seed, size_t n, const struct ab_slhdsa_chain *chains, uint8_t *values, unsigned num)
{
    (void)seed, (void)n, (void)chains, (void)values, (void)num;
}

static void check_broken(const struct ab_slhdsa_kernels *k)
{
    struct ab_slhdsa_kernels broken = *k;

    t_where.check = "broken kernels";
    CHECK(ab_slhdsa_quick_kat(k, params.id) && ab_slhdsa_kat(k, params.id));
    broken.chains = do_nothing;
    CHECK(!ab_slhdsa_quick_kat(&broken, params.id) && !ab_slhdsa_kat(&broken, params.id));
}

static void check_set(enum ab_slhdsa_id id, const struct ab_slhdsa_kernels *k, const struct ab_cpu *cpu)
{
    ab_slhdsa_small_params(&params, id);
    t_where.subject = params.name;
    t_where.level = ab_slhdsa_level(k);
    check_lanes(k);
    check_broken(k);
    if ((t_is_brief() || k == portable()) && params.n != 24) /* which uses SHA-256 and SHA-512 */
        return;
    check_signatures(k, cpu);
    check_generation(k);
}

/*
 * The lists take hash functions from those lists by their places. A wrong place would give right answers, until a
 * processor without the instructions came along: so compare what either side needs.
 */
static void check_needs(enum ab_slhdsa_id id, const struct ab_slhdsa_kernels *k)
{
    const struct ab_cpu least = { .level = k->needs.level, .bits = k->needs.bits };
    const int is_shake = ab_slhdsa_params(id)->is_shake;

    t_where.subject = ab_slhdsa_params(id)->name;
    t_where.level = ab_slhdsa_level(k);
    t_where.check = "needs of the hash functions";
    CHECK(ab_hash_is_usable(k->narrow, &least) && ab_hash_is_usable(k->wide, &least));
    CHECK(k->narrow->algorithm->id == (is_shake ? AB_HASH_SHAKE_256 : AB_HASH_SHA256));
    CHECK(k->wide->algorithm->id == (is_shake ? AB_HASH_SHAKE_256 : AB_HASH_SHA512));
}

/* The sets of one n and hash function differ in nothing that small trees show. */
void ab_suite_slhdsa(void)
{
    struct ab_cpu cpu;

    for (unsigned id = 0; id < AB_NUM_SLHDSA; id++)
        for (const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list((enum ab_slhdsa_id)id); *k != NULL; k++)
            check_needs((enum ab_slhdsa_id)id, *k);
    ab_cpu_detect(&cpu);
    for (unsigned id = AB_SLHDSA_SHA2_128F; id < AB_NUM_SLHDSA; id += 2)
        for (const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list((enum ab_slhdsa_id)id); *k != NULL; k++)
            if (ab_slhdsa_is_usable(*k, &cpu) && !t_is_left_to_silicon(&(*k)->needs))
                check_set((enum ab_slhdsa_id)id, *k, &cpu);
}
